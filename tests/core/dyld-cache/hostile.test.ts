/** Damaged and hostile caches: each problem has its file and place, and the work stays bounded. */
import { expect, test } from 'vitest'
import type { Problem } from '../../../src/core/model/problem.ts'
import { sharedCacheSource } from '../../../src/core/symbols/shared-cache.ts'
import { pointerTarget, type PointerForm } from '../../../src/core/dyld-cache/pointers.ts'
import { cacheFiles, CODE_AT, type CacheSpec } from '../../support/cache-builder.ts'

const image = {
  name: '/usr/lib/libone.dylib',
  uuid: '0A000000-0000-0000-0000-000000000001',
  symbols: [{ name: '_one', at: CODE_AT }],
  locals: [{ name: '_hidden', at: CODE_AT + 8 }],
}

async function open(spec: Partial<CacheSpec>, change?: (file: Uint8Array, suffix: number) => Uint8Array<ArrayBuffer>) {
  const files = cacheFiles({ images: [image], ...spec })
  const given = await Promise.all(
    files.map(async ({ path, blob }, at) => {
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return { path, blob: new Blob([change?.(bytes, at) ?? bytes]) }
    }),
  )
  const opened = await sharedCacheSource.openTogether!(given)
  const images = opened.flatMap(({ outcome }) => (outcome.ok ? outcome.value : []))
  const prepared = await Promise.all(images.map((one) => one.prepare()))
  const problems = [...opened, ...prepared.map((outcome) => ({ outcome }))].flatMap(({ outcome }) => outcome.problems)
  return { images, prepared, problems }
}

const told = (problems: readonly Problem[]): string[] => problems.map(({ code, variant }) => `${code}.${variant ?? ''}`)

test.each<[string, CacheSpec['patch'], string]>([
  ['2^32 mappings', [[0x14, 4, 0xffffffff]], 'shared-cache.mappings'],
  ['2^32 sub-caches', [[0x18c, 4, 0xffffffff]], 'shared-cache.parts'],
  ['2^32 images', [[0x1c4, 4, 0xffffffff]], 'shared-cache.images'],
  ['2^64 image texts', [[0x90, 8, 0xffff_ffff_ffff_ffffn]], 'shared-cache.images'],
  ['tables behind the end', [[0x88, 8, 0x7fff_ffff_ffffn]], 'shared-cache.images'],
  ['a mapping that is larger than the file', [[0x208, 8, 0x1_0000_0000n]], 'shared-cache.truncated'],
])('%s', async (_, patch, code) => {
  const { problems } = await open({ patch: patch ?? [] })
  expect(told(problems)).toContain(code)
  const one = problems.find((problem) => told([problem])[0] === code)
  expect(one).toMatchObject({ file: 'dyld_shared_cache_arm64' })
  expect(one?.offset).toBeGreaterThan(0)
})

test('sub-caches that list each other, and a file that lists itself', async () => {
  const circle = await open({}, (file, at) => {
    const bytes = Uint8Array.from(file)
    // The part lists the main file as its own sub-cache.
    if (at === 1) {
      new DataView(bytes.buffer).setUint32(0x10, 0x1c0, true)
      new DataView(bytes.buffer).setUint32(0x188, 0x200, true)
      new DataView(bytes.buffer).setUint32(0x18c, 1, true)
      bytes.set([0x11, 0x11, 0x11, 0x11, 0x22, 0x22, 0x33, 0x33, 0x44, 0x44, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55], 0x200)
    }
    return bytes
  })
  expect(circle.images).toEqual([])
  expect(told(circle.problems)).toContain('shared-cache.part')
})

test('overlapping mappings: the later one is left out, and told', async () => {
  // The part with data claims the addresses of the main file.
  const { problems } = await open({}, (file, at) => {
    const bytes = Uint8Array.from(file)
    if (at === 1) new DataView(bytes.buffer).setBigUint64(0x140, 0x1_8000_1000n, true)
    if (at === 0) new DataView(bytes.buffer).setBigUint64(0x220 + 16, 0x1000n, true)
    return bytes
  })
  expect(told(problems)).toContain('shared-cache.overlap')
})

test('cut at any place, it ends in problems or in the right names', async () => {
  const [main] = cacheFiles({ images: [image], style: 'whole' })
  const bytes = new Uint8Array(await main!.blob.arrayBuffer())
  for (let size = 8; size < bytes.length; size += 997) {
    const [opened] = await sharedCacheSource.openTogether!([{ path: 'cut', blob: new Blob([bytes.slice(0, size)]) }])
    const images = opened?.outcome.ok ? opened.outcome.value : []
    const prepared = await Promise.all(images.map((one) => one.prepare()))
    const problems = [...(opened?.outcome.problems ?? []), ...prepared.flatMap((outcome) => outcome.problems)]
    expect(problems.filter(({ code }) => code === 'internal-error')).toEqual([])
    expect(problems.length).toBeGreaterThan(0)
  }
})

test.each<[string, PointerForm, bigint, bigint | undefined]>([
  ['null', { kind: 'plain' }, 0n, undefined],
  ['plain', { kind: 'plain' }, 0x1_8000_0010n, 0x1_8000_0010n],
  [
    'masked',
    { kind: 'masked', mask: 0x00ff_ff80_0000_0000n, add: 0n, wide: true },
    0x0040_0001_8000_0010n,
    0x1_8000_0010n,
  ],
  ['of 32 bits', { kind: 'masked', mask: 0xc000_0000n, add: 0x1a00_0000n, wide: false }, 0x4001_8010n, 0x1a01_8010n],
  ['a small number', { kind: 'masked', mask: 0xc000_0000n, add: 0x1a00_0000n, wide: false }, 0x4000_0010n, undefined],
  ['a small negative one', { kind: 'masked', mask: 0xc000_0000n, add: 0n, wide: false }, 0x7fff_fff0n, undefined],
  ['arm64e', { kind: 'signed', start: 0x1_8000_0000n }, 0x0028_0001_8000_0010n, 0x1_8000_0010n],
  ['arm64e, signed', { kind: 'signed', start: 0x1_8000_0000n }, 0x8028_1234_0000_0010n, 0x1_8000_0010n],
  ['offsets', { kind: 'offsets', start: 0x1_8000_0000n }, 0x0028_0000_0000_0010n, 0x1_8000_0010n],
  ['offsets, signed', { kind: 'offsets', start: 0x1_8000_0000n }, 0x8028_1238_0000_0010n, 0x1_8000_0010n],
])('a stored pointer: %s', (_, form, value, target) => {
  expect(pointerTarget(value, form)).toBe(target)
})
