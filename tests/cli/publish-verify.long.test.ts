/** `publish --verify` and `--repair`: what is wrong in a folder is named, and made good from the symbols. `npm run build:cli` must have run. */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { VerifiedFileLine } from '../../src/cli/documents/files.ts'
import { locked } from '../../src/cli/publish/lock.ts'
import { readMap } from '../../src/stores/site/block-map.ts'
import { fileOf, type Manifest, type PublishedIndex } from '../../src/stores/site/manifest.ts'
import { testFolder, unslide } from '../support/cli.ts'
import { largeDsym } from '../support/large-dsym.ts'
import { look } from '../support/published-state.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const dsym = samplePath('Trailmap.dSYM.zip')
const other = '5D7FA1C0-3E5B-4B8A-9C1D-0A2B3C4D5E6F'
const large = join(folder, 'Large')
const map = join(folder, 'main.jsbundle.map')
const mapId = 'ABCDEF01-2345-4789-8ABC-DEF012345678'
const first = join(folder, 'first')
let uuid = ''

const imageFolder = (root: string, id = uuid): string => join(root, 'symbols', id)
const manifestPlace = (root: string, id = uuid): string => join(imageFolder(root, id), 'manifest.json')
const manifestOf = (root: string, id = uuid): Manifest =>
  JSON.parse(readFileSync(manifestPlace(root, id), 'utf8')) as Manifest
const indexOf = (root: string, id = uuid): PublishedIndex => {
  const [index] = manifestOf(root, id).indexes
  if (!index) throw new Error('it was published')
  return index
}
const blocksPlace = (root: string, id = uuid): string => join(imageFolder(root, id), fileOf(indexOf(first, id)))
const mapPlace = (root: string): string => {
  const name = readdirSync(imageFolder(root, mapId)).find((one) => one.endsWith('.unslide-map'))
  return join(imageFolder(root, mapId), name ?? '')
}

/** Every file below a folder with its bytes and the time when it was written. */
const stateOf = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const { size, mtimeMs, ino } = statSync(join(root, path))
      return `${path} ${size} ${mtimeMs} ${ino}`
    })

let copies = 0
/** A copy of the folder to do harm in. */
function copy(): string {
  const root = join(folder, `copy-${copies++}`)
  cpSync(first, root, { recursive: true })
  return root
}

function flip(place: string, at: number): void {
  const bytes = readFileSync(place)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(place, bytes)
}

function changeIndex(root: string, change: object): void {
  const manifest = manifestOf(root)
  const indexes = manifest.indexes.map((index) => ({ ...index, ...change }))
  writeFileSync(manifestPlace(root), JSON.stringify({ ...manifest, indexes }))
}

beforeAll(async () => {
  writeFileSync(large, await largeDsym(other, 1 << 20))
  writeFileSync(
    map,
    JSON.stringify({ version: 3, sources: ['a.js'], names: [], mappings: 'AAAA', debugId: mapId.toLowerCase() }),
  )
  expect(unslide(['publish', dsym, large, map, '--to', first]).status).toBe(0)
  uuid = readdirSync(join(first, 'symbols')).find((id) => id !== other && id !== mapId) ?? ''
})

test('a folder as it was published is whole, all its blocks were read, and nothing was written', () => {
  const before = stateOf(first)
  const { status, odd, counts } = look(['--verify', first])
  expect([status, odd]).toEqual([0, []])
  // Three manifests, two indexes, a map.
  expect(counts).toMatchObject({ files: 6, missing: 0, truncated: 0, damaged: 0, leftOver: 0 })
  const blocks = [uuid, other].map((id) => {
    const index = indexOf(first, id)
    const packed = readFileSync(blocksPlace(first, id)).subarray(0, index.mapBytes)
    return readMap(inflateSync(packed), index)?.count ?? 0
  })
  expect(counts?.blocks).toBe((blocks[0] ?? 0) + (blocks[1] ?? 0))
  expect(stateOf(first)).toEqual(before)
})

interface Harm {
  readonly what: string
  readonly harm: (root: string) => void
  readonly found: Partial<VerifiedFileLine>
  readonly words: string
  /** The file that is named. */
  readonly place: (root: string) => string
}

const harmOf = (
  what: string,
  harm: Harm['harm'],
  found: Harm['found'],
  words: string,
  place: Harm['place'] = blocksPlace,
): Harm => ({ what, harm, found, words, place })

const harms: readonly Harm[] = [
  harmOf('a lost file', (root) => rmSync(blocksPlace(root)), { state: 'missing' }, 'missing'),
  harmOf(
    'a link in its place',
    (root) => {
      copyFileSync(blocksPlace(root), join(root, 'elsewhere'))
      rmSync(blocksPlace(root))
      symlinkSync(join(root, 'elsewhere'), blocksPlace(root))
    },
    { state: 'missing' },
    'missing',
  ),
  harmOf(
    'a cut file',
    (root) => writeFileSync(blocksPlace(root), readFileSync(blocksPlace(root)).subarray(0, 900)),
    { state: 'truncated', bytes: 900 },
    'truncated, only 900 B',
  ),
  harmOf(
    'an empty file',
    (root) => writeFileSync(blocksPlace(root), ''),
    { state: 'truncated', bytes: 0 },
    'truncated, only 0 B',
  ),
  harmOf('a longer file', (root) => appendFileSync(blocksPlace(root), 'x'), { state: 'damaged' }, 'damaged'),
  harmOf(
    'a bit in its map',
    (root) => flip(blocksPlace(root), 3),
    { state: 'damaged', field: 'mapSha256' },
    '(mapSha256)',
  ),
  harmOf(
    'a count in its manifest',
    (root) => changeIndex(root, { functions: indexOf(first).functions + 1 }),
    { state: 'damaged', field: 'functions' },
    '(functions)',
  ),
  harmOf(
    'an address in its manifest',
    (root) => changeIndex(root, { textVmaddr: '0x123456000' }),
    { state: 'damaged', field: 'textVmaddr' },
    '(textVmaddr)',
  ),
  harmOf(
    'a cut manifest',
    (root) => writeFileSync(manifestPlace(root), readFileSync(manifestPlace(root)).subarray(0, 99)),
    { state: 'damaged' },
    'does not describe symbols',
    manifestPlace,
  ),
  harmOf('a bit in a map of a script', (root) => flip(mapPlace(root), 12), { state: 'damaged' }, 'damaged', mapPlace),
]

describe.each(harms)('$what', ({ harm, found, words, place }) => {
  const root = (): string => {
    const made = copy()
    harm(made)
    return made
  }

  test('is named, alone', () => {
    const at = root()
    const { status, odd, counts } = look(['--verify', at])
    expect(status).toBe(1)
    const path = place(first).slice(first.length + 1)
    expect(odd).toHaveLength(1)
    expect(odd[0]).toMatchObject({ file: path, ...found })
    expect(counts).toMatchObject({ missing: 0, truncated: 0, damaged: 0, [found.state ?? '']: 1 })
    const { out } = unslide(['publish', '--verify', at])
    const lines = out.split('\n').filter((line) => line.startsWith('symbols/'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(path)
    expect(lines[0]).toContain(words)
  })

  test('is made good from the symbols, byte for byte, and nothing else is written', () => {
    const at = root()
    const untouched = (): readonly string[] => stateOf(imageFolder(at, other))
    const before = untouched()
    const { status, odd, counts } = look([dsym, large, map, '--repair', at])
    expect([status, odd.length]).toEqual([0, 1])
    expect(counts).toMatchObject({ missing: 0, truncated: 0, damaged: 0 })
    expect(untouched()).toEqual(before)
    expect(readFileSync(blocksPlace(at)).equals(readFileSync(blocksPlace(first)))).toBe(true)
    expect(readFileSync(mapPlace(at)).equals(readFileSync(mapPlace(first)))).toBe(true)
    expect({ ...indexOf(at), indexedAt: 0 }).toEqual({ ...indexOf(first), indexedAt: 0 })
    expect(look(['--verify', at]).status).toBe(0)
  })
})

test('a bit anywhere is found in the block that it lies in', () => {
  const index = indexOf(first, other)
  const sound = readFileSync(blocksPlace(first, other))
  const blocks = readMap(inflateSync(sound.subarray(0, index.mapBytes)), index)
  const root = copy()
  for (const part of [0, 0.3, 0.7, 0.999]) {
    const at = Math.floor(index.mapBytes + part * (index.fileBytes - index.mapBytes))
    writeFileSync(blocksPlace(root, other), sound)
    flip(blocksPlace(root, other), at)
    const { odd } = look(['--verify', root])
    const own = (blocks?.places ?? new Float64Array()).findIndex((place) => place > at) - 1
    // A record also holds digests that lead to that of its group, and only its own block needs them.
    expect(odd, String(at)).toMatchObject([{ damagedBlocks: 1, firstDamaged: [own] }])
  }
})

test('what no manifest lists is left over: it is told, and is no damage', () => {
  const root = copy()
  const names = ['.part-00ff', `arm64-${'0'.repeat(32)}.unslide-blocks`]
  for (const name of names) writeFileSync(join(imageFolder(root), name), 'half')
  writeFileSync(join(imageFolder(root), 'mine.txt'), 'not made here')
  const { status, odd } = look(['--verify', root])
  expect([status, odd.map(({ file, state }) => [file.split('/').at(-1), state])]).toEqual([
    0,
    names.map((name) => [name, 'left-over']),
  ])
  for (const name of names) utimesSync(join(imageFolder(root), name), 1, 1)
  rmSync(blocksPlace(root, other))
  expect(look([large, '--repair', root]).status).toBe(0)
  expect(readdirSync(imageFolder(root)).sort()).toEqual([...readdirSync(imageFolder(first)), 'mine.txt'].sort())
})

test('without the symbols of what is broken nothing changes, and the exit code is 1', () => {
  const root = copy()
  rmSync(blocksPlace(root))
  const before = stateOf(root)
  const { status, odd, err } = look([large, '--repair', root])
  expect([status, odd.length]).toEqual([1, 2])
  expect(err).toContain('None of the given files')
  expect(stateOf(root)).toEqual(before)
})

test('what a newer version published is not replaced', () => {
  const root = copy()
  writeFileSync(manifestPlace(root), JSON.stringify({ ...manifestOf(root), schema: 3 }))
  const before = stateOf(root)
  const { status, odd } = look([dsym, '--repair', root])
  expect(status).toBe(1)
  expect(odd[0]?.reason).toContain('newer version')
  expect(stateOf(root)).toEqual(before)
})

test.each([
  [['--verify', 'nowhere'], 'cannot be read as a folder'],
  [['--verify', folder], 'cannot be read as a folder'],
  [['--verify', 'x', '--to', 'y'], '--verify takes a folder alone'],
  [[dsym, '--verify', 'x'], '--verify takes a folder alone'],
  [['--repair', 'x'], '--repair takes at least one PATH'],
  [[dsym, '--repair', 'x', '--to', 'y'], '--repair takes'],
  [[dsym, '--repair', join(folder, 'nowhere')], 'cannot be read as a folder'],
])('wrong usage is told, and no folder is made: %j', (args, words) => {
  const { status, err } = unslide(['publish', ...args])
  expect([status, err.includes(words)]).toEqual([2, true])
  expect(existsSync('nowhere') || existsSync(join(folder, 'nowhere'))).toBe(false)
})

test('who stood still while holding a lock does not undo what another did in the meantime', async () => {
  const place = join(folder, 'lock')
  mkdirSync(place)
  const list = join(place, 'list')
  writeFileSync(list, '')
  let tries = 0
  await locked(place, async (lock) => {
    const read = readFileSync(list, 'utf8')
    if (tries++ === 0) {
      // As if half a minute had passed.
      utimesSync(join(place, '.lock'), 1, 1)
      await locked(place, async (second) => {
        await second.check()
        appendFileSync(list, 'other ')
      })
    }
    await lock.check()
    writeFileSync(list, `${read}own `)
  })
  expect([tries, readFileSync(list, 'utf8'), readdirSync(place)]).toEqual([2, 'other own ', ['list']])
})

test('a lock that is taken while an old one is broken goes to one program', async () => {
  const place = join(folder, 'crowd')
  mkdirSync(place)
  writeFileSync(join(place, '.lock'), '')
  utimesSync(join(place, '.lock'), 1, 1)
  let [inside, most] = [0, 0]
  await Promise.all(
    Array.from({ length: 8 }, () =>
      locked(place, async () => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside--
      }),
    ),
  )
  expect([most, readdirSync(place)]).toEqual([1, []])
})
