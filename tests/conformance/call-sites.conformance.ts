/** Return addresses of call sites against what llvm-dwarfdump prints of the same debug information. */
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { imageOffset, linkAddress, offsetOfLink, type ImageOffset } from '../../src/core/model/address.ts'
import type { DebugImage } from '../../src/core/symbols/source.ts'
import { corpus } from './corpus.ts'
import { debugImages, listedReturns } from './debug-images.ts'

const dwarfdump = 'llvm-dwarfdump-19'
const hasDwarfdump = spawnSync(dwarfdump, ['--version']).status === 0
const fixtures = fileURLToPath(new URL('../fixtures/macho/', import.meta.url))

/**
 * The tool's output for each call site; tail calls and addresses outside of the code are left out. Undefined if it
 * finds a fault in the file.
 */
async function printedReturns(image: DebugImage): Promise<readonly ImageOffset[] | undefined> {
  const prepared = await image.prepare()
  const code = prepared.ok ? prepared.value.code : []
  const options = ['--debug-info', `--arch=${image.arch}`, image.path]
  const { status, stdout } = spawnSync(dwarfdump, options, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (status !== 0) return undefined
  const found = new Set<ImageOffset>()
  for (const printed of stdout.split(/\n(?=0x)/)) {
    if (!/^0x[0-9a-f]+: +DW_TAG_(GNU_)?call_site$/m.test(printed) || /tail_call\t\(true\)/.test(printed)) continue
    const address = /DW_AT_(?:call_return|low)_pc\t\((0x[0-9a-f]+)\)/.exec(printed)?.[1]
    const offset = address === undefined ? undefined : offsetOfLink(linkAddress(BigInt(address)), image.textVmaddr)
    if (offset !== undefined && code.some(({ start, end }) => offset > start && offset <= end))
      found.add(imageOffset(offset))
  }
  return [...found].sort((a, b) => a - b)
}

test.runIf(hasDwarfdump)('call sites of the fixtures and of the corpus as llvm-dwarfdump prints them', async () => {
  const images = [
    ...(await debugImages(fixtures, 2 ** 20)),
    ...(corpus ? await debugImages(`${corpus}binaries/`, 24 * 2 ** 20) : []),
  ]
  const rows: Record<string, { readonly sites: number; readonly agree: boolean }> = {}
  let faulty = 0
  for (const image of images) {
    const [ours, theirs] = [await listedReturns(image), await printedReturns(image)]
    if (!theirs) {
      faulty++
      continue
    }
    if (ours.length === 0 && theirs.length === 0) continue
    const agree = ours.length === theirs.length && ours.every((at, index) => at === theirs[index])
    rows[`${basename(image.path)} ${image.arch} ${image.uuid.slice(0, 8)}`] = { sites: theirs.length, agree }
  }
  console.log(`call sites of ${images.length} images, ${faulty} of them faulty; those without any are not shown`)
  console.table(rows)
  expect(Object.values(rows).filter(({ agree }) => !agree)).toEqual([])
  expect(Object.keys(rows).length).toBeGreaterThanOrEqual(5)
})
