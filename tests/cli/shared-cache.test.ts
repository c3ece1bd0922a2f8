/** Shared caches through the built command line: found by one of its files, and never read whole. */
import { closeSync, ftruncateSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildCache, CODE_AT, imageStart, type CacheSpec } from '../support/cache-builder.ts'
import { codeSection, buildMachO } from '../support/macho-builder.ts'
import { crashedFrames, linesOf, measured, testFolder, unslide, type JsonFrame } from '../support/cli.ts'

const folder = testFolder()
const UUID = '0A000000-0000-0000-0000-000000000001'
const spec: CacheSpec = {
  images: [
    {
      name: '/usr/lib/libone.dylib',
      uuid: UUID,
      symbols: [{ name: '_one_open', at: CODE_AT }],
      locals: [{ name: '_one_hidden', at: CODE_AT + 0x40 }],
    },
  ],
}
const address = (at: number): string => (0x1_8000_0000n + BigInt(imageStart(0) + at)).toString(16)

function names(symbols: string, ...addresses: readonly string[]): readonly (string | undefined)[] {
  const { out } = unslide(['lookup', '--symbols', symbols, '--format', 'json', ...addresses])
  return linesOf<JsonFrame>(out).map(({ calls }) => calls?.at(-1)?.function)
}

test('the main file brings the files beside it', () => {
  const path = join(folder, 'dyld_shared_cache_arm64')
  for (const [suffix, bytes] of buildCache(spec)) writeFileSync(path + suffix, bytes)
  expect(names(path, address(CODE_AT), address(CODE_AT + 0x44))).toEqual(['one_open', 'one_hidden'])
  const { out } = unslide(['inspect', path])
  expect(out).toContain('libone.dylib (arm64, dylib)')
  expect(out).toContain(`${path}!/usr/lib/libone.dylib`)
})

test('a DeviceSupport folder: libraries that Xcode took out of a cache, and the cache itself', () => {
  const symbols = join(folder, 'iOS DeviceSupport/iPhone15,2 17.4 (21E219)/Symbols')
  const caches = join(symbols, 'System/Library/Caches/com.apple.dyld')
  mkdirSync(join(symbols, 'usr/lib'), { recursive: true })
  mkdirSync(caches, { recursive: true })
  for (const [suffix, bytes] of buildCache(spec)) writeFileSync(join(caches, `dyld_shared_cache_arm64${suffix}`), bytes)
  const two = '0B000000-0000-0000-0000-000000000002'
  // `bl`, so that the frame's return address follows a call.
  const call = { ...codeSection(8, 0x1_9000_1000n), bytes: Uint8Array.of(0, 0, 0, 0x94, 0, 0, 0, 0) }
  const taken = { fileType: 6, uuid: two, textAddress: 0x1_9000_0000n, sections: [call] }
  const symbolsOf = [{ name: '_two', address: 0x1_9000_1000n }]
  writeFileSync(join(symbols, 'usr/lib/libtwo.dylib'), buildMachO({ ...taken, symbols: symbolsOf }))
  const frames = [
    { imageOffset: CODE_AT + 4, imageIndex: 0 },
    { imageOffset: 0x1004, imageIndex: 1 },
  ]
  const image = (uuid: string, base: number): object => ({ source: 'P', arch: 'arm64', base, size: 0x4000, uuid })
  const log = join(folder, 'Harbor.ips')
  const body = {
    threads: [{ triggered: true, frames }],
    usedImages: [image(UUID, 0x2_0000_0000), image(two, 0x2_1000_0000)],
  }
  writeFileSync(log, `${JSON.stringify({ bug_type: '309' })}\n${JSON.stringify(body)}`)
  const { out, err } = unslide(['symbolicate', log, '--symbols', join(folder, 'iOS DeviceSupport'), '--format', 'json'])
  expect(err).toBe('')
  expect(crashedFrames(out).map(({ calls }) => calls?.at(-1)?.function)).toEqual(['one_open', 'two'])
})

test('without --uuid the image that holds an address answers', () => {
  const two = { name: '/usr/lib/libtwo.dylib', uuid: '0B000000-0000-0000-0000-000000000002' }
  const images = [...spec.images, { ...two, symbols: [{ name: '_two', at: CODE_AT }] }]
  const path = join(folder, 'several', 'dyld_shared_cache_arm64')
  mkdirSync(join(folder, 'several'))
  for (const [suffix, bytes] of buildCache({ images })) writeFileSync(path + suffix, bytes)
  const inTwo = (0x1_8000_0000n + BigInt(imageStart(1) + CODE_AT)).toString(16)
  const asked = [inTwo, address(CODE_AT), '100004000']
  const { out, err, status } = unslide(['lookup', '--symbols', path, ...asked])
  expect(out).toBe('two (in libtwo.dylib) + 0 [likely]\none_open (in libone.dylib) + 0 [likely]\n0x100004000\n')
  expect([status, err]).toEqual([1, expect.stringContaining('1 of 3 addresses is in no function of the shared cache')])
  const slid = (BigInt(`0x${inTwo}`) + 0x1234_0000n).toString(16)
  expect(unslide(['lookup', '--symbols', path, '--slide', '0x12340000', slid]).out).toBe(
    'two (in libtwo.dylib) + 0 [likely]\n',
  )
  const elsewhere = unslide(['lookup', '--symbols', path, '100004000'])
  expect([elsewhere.status, elsewhere.out]).toEqual([2, ''])
  expect(elsewhere.err).toContain('Choose one with --arch and --uuid')
  // Two caches with one place: neither is meant.
  const other = join(folder, 'other', 'dyld_shared_cache_arm64')
  mkdirSync(join(folder, 'other'))
  const uuid = '99999999-2222-3333-4444-555555555555'
  const elsewhereImages = [
    { ...two, uuid: '0E000000-0000-0000-0000-000000000005', symbols: [{ name: '_other', at: CODE_AT }] },
  ]
  for (const [suffix, bytes] of buildCache({ images: elsewhereImages, uuid, style: 'whole' }))
    writeFileSync(other + suffix, bytes)
  expect(unslide(['lookup', '--symbols', path, '--symbols', other, address(CODE_AT)]).out).toBe('')
})

const GIGABYTES = 4 * 2 ** 30

/** Moves what a file maps behind a hole of 4 GB. */
function writeSparse(path: string, bytes: Uint8Array, from: number, field: number): void {
  const head = Uint8Array.from(bytes.subarray(0, from))
  new DataView(head.buffer).setBigUint64(field, BigInt(GIGABYTES), true)
  const file = openSync(path, 'w')
  ftruncateSync(file, GIGABYTES)
  writeSync(file, head, 0, head.length, 0)
  writeSync(file, bytes, from, bytes.length - from, GIGABYTES)
  closeSync(file)
}

test('files of 4 GB: names from behind the holes, in little memory', () => {
  const sparse = join(folder, 'sparse')
  mkdirSync(sparse)
  const path = join(sparse, 'dyld_shared_cache_arm64')
  for (const [suffix, bytes] of buildCache(spec)) {
    if (suffix === '') {
      const file = openSync(path, 'w')
      writeSync(file, bytes)
      ftruncateSync(file, GIGABYTES)
      closeSync(file)
    } else if (suffix === '.symbols') writeSparse(path + suffix, bytes, 0x200, 0x48)
    else writeSparse(path + suffix, bytes, 0x1000, 0x140 + 16)
  }
  expect(statSync(`${path}.symbols`).size).toBeGreaterThan(GIGABYTES)
  expect(names(path, address(CODE_AT), address(CODE_AT + 0x44))).toEqual(['one_open', 'one_hidden'])

  for (const args of [
    ['lookup', '--symbols', path, address(CODE_AT)],
    ['inspect', path],
    ['index', path],
  ]) {
    const { status, megabytes } = measured(folder, args)
    expect(status).toBe(0)
    expect(megabytes, args[0]).toBeLessThan(300)
  }
})
