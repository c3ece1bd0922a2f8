/** A link takes the place of a published folder while a program writes there: the program writes nothing into its target. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PublishedFolder } from '../../src/cli/publish/folder.ts'
import { parseUuid, type ImageUuid } from '../../src/core/model/image.ts'
import { folderOf } from '../../src/stores/site/layout.ts'

const uuid = parseUuid('5D7FA1C0-3E5B-4B8A-9C1D-0A2B3C4D5E6F') as ImageUuid
let base = ''
let root = ''
let outside = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'unslide-swapped-'))
  root = join(base, 'site')
  outside = join(base, 'outside')
  mkdirSync(outside)
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

const bytes = new TextEncoder().encode('the bytes of an index')
const map = {
  name: 'a',
  publishedAt: 1,
  bytes: 1,
  fileBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
}

/** Puts a link in the place of a folder. The link leads to a folder with the same folders in it. */
function swap(folder: string): void {
  const behind = join(outside, 'behind')
  mkdirSync(join(behind, folderOf(uuid)), { recursive: true })
  mkdirSync(join(behind, uuid), { recursive: true })
  renameSync(folder, `${folder} before`)
  symlinkSync(behind, folder)
}

/** Files below the folder that nobody may write into. */
const foreign = (): readonly string[] =>
  readdirSync(outside, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))

/** Bytes that are swapped away from under their reader. */
class Swapping extends Blob {
  readonly #swap: () => void
  constructor(swapIt: () => void) {
    super([bytes])
    this.#swap = swapIt
  }
  override slice(...range: Parameters<Blob['slice']>): Blob {
    this.#swap()
    return super.slice(...range)
  }
}

const places = [
  ['the folder itself', ''],
  ['the folder of symbols', 'symbols'],
  ['the folder of an image', folderOf(uuid)],
] as const

test.each(places)('%s becomes a link while a file is written', async (_, place) => {
  const folder = await PublishedFolder.open(root)
  let swaps = 0
  const publishing = folder.publishMap(uuid, map, new Swapping(() => swaps++ === 0 && swap(join(root, place))))
  await expect(publishing).rejects.toThrow(/no longer the folder/)
  expect(swaps).toBe(1)
  expect(foreign()).toEqual([])
})

test.each(places)('%s becomes a link between the index and its manifest', async (_, place) => {
  const folder = await PublishedFolder.open(root)
  await folder.publishMap(uuid, map, new Blob([bytes]))
  const image = { arch: 'arm64', format: 1, name: 'a', kind: 'dsym', detail: 'dwarf', textVmaddr: '0x0' } as const
  const counts = { functions: 0, inlines: 0, lineRows: 0, indexedAt: 1, bytes: 1, mapBytes: 1, mapLength: 1 }
  const index = {
    ...image,
    ...counts,
    fileBytes: map.fileBytes,
    sha256: map.sha256,
    mapSha256: map.sha256,
    firstBytes: 1,
  }
  await folder.publish(uuid, { index, file: new Blob([bytes]) }, () => false)
  const swapping = folder.publish(uuid, { index, file: new Blob([bytes]) }, () => {
    swap(join(root, place))
    return false
  })
  await expect(swapping).rejects.toThrow(/no longer the folder/)
  expect(foreign()).toEqual([])
})

test.each(places)('%s becomes a link before something is removed', async (_, place) => {
  const folder = await PublishedFolder.open(root)
  await folder.publishMap(uuid, map, new Blob([bytes]))
  swap(join(root, place))
  const behind = place === '' ? folderOf(uuid) : place === 'symbols' ? uuid : ''
  writeFileSync(join(outside, 'behind', behind, 'manifest.json'), 'kept')
  await expect(folder.remove(uuid)).rejects.toThrow(/no longer the folder/)
  expect(foreign()).toEqual(['manifest.json'])
})
