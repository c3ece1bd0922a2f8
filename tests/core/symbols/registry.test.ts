import { expect, test } from 'vitest'
import { symbolSources } from '../../../src/core/symbols/registry.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildFat, buildMachO } from '../../support/macho-builder.ts'

const sharedCache = (images: { old?: number; since12?: number }): Uint8Array<ArrayBuffer> => {
  const header = new ByteWriter()
    .text('dyld_v1  arm64e', 16)
    .u32(0x1c8)
    .u32(1)
    .u32(0)
    .u32(images.old ?? 0)
    .padTo(0x58)
  header.bytes(Array.from({ length: 16 }, (_, index) => index + 1)).padTo(0x1c4)
  return header
    .u32(images.since12 ?? 0)
    .padTo(0x400)
    .done()
}

test.each<[string, Uint8Array<ArrayBuffer>, string | undefined]>([
  ['a thin image', buildMachO({}), 'macho'],
  ['a fat file', buildFat([{ cpuType: 12, bytes: buildMachO({}) }]), 'macho'],
  ['a static library', new TextEncoder().encode('!<arch>\n'), 'macho'],
  ['Breakpad symbols', new TextEncoder().encode('MODULE mac arm64 0 App\n'), 'breakpad'],
  ['a shared cache', sharedCache({}), 'shared-cache'],
  ['a map of hidden names', new TextEncoder().encode('BCSymbolMap Version: 2.0\n_main\n'), 'bcsymbolmap'],
  ['a text', new TextEncoder().encode('Incident Identifier: 1'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('one source at most claims %s', (_, bytes, id) => {
  const claims = symbolSources.filter((source) => source.sniff(bytes)).map((source) => source.id)
  expect(claims).toEqual(id ? [id] : [])
})

test.each([
  ['of macOS 11', { old: 8 }, /arm64e.+01020304-0506-0708-090A-0B0C0D0E0F10.+8 libraries/],
  ['of macOS 12', { since12: 2000 }, /2000 libraries/],
])('a shared cache %s is described', async (_, images, words) => {
  const source = symbolSources.find(({ id }) => id === 'shared-cache')!
  const outcome = await source.open({ path: 'cache', blob: new Blob([sharedCache(images)]) })
  expect(outcome.ok).toBe(false)
  expect(outcome.problems[0]?.message).toMatch(words)
  const cut = await source.open({ path: 'cache', blob: new Blob([sharedCache(images).subarray(0, 20)]) })
  expect(cut.problems).toMatchObject([{ code: 'truncated', file: 'cache' }])
})
