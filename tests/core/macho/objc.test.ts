/** Methods of images with pointers of every form: the lists that runtimes read are the same in all of them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodePointer } from '../../../src/core/macho/chained-fixups.ts'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { openObjcMethods } from '../../../src/core/macho/objc.ts'
import { openMachO } from '../../../src/core/macho/open.ts'
import { linkAddress } from '../../../src/core/model/address.ts'

const fixture = (path: string): Buffer<ArrayBuffer> =>
  readFileSync(new URL(`../../fixtures/macho/${path}`, import.meta.url))

const methodsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { images } = await openMachO({ path: 'Shelf', blob: new Blob([bytes]) })
  return openObjcMethods(images[0]!, new Budget(images[0]!.blob.size))
}

test.each([
  ['ios-arm64-dwarf4'], // chained fixups, relative lists
  ['macos-x86_64-dwarf4'], // plain pointers, absolute lists
  ['watchos-arm64_32-dwarf4'], // pointers of 4 bytes
])('%s', async (name) => {
  const { methods, problems } = await methodsOf(fixture(`${name}/Shelf`))
  expect(problems).toEqual([])
  expect(methods.map((method) => method.name).sort()).toEqual([
    '+[SHStore storeWithCount:]',
    '-[SHStore count]',
    '-[SHStore setCount:]',
    '-[SHStore valueAtYear:]',
    '-[SHStore(Sorting) sortedValue]',
  ])
})

test.each(['ios-arm64-dwarf4', 'macos-x86_64-dwarf4'])(
  '%s: names that were merged into other constants',
  async (name) => {
    const bytes = fixture(`${name}/Shelf`)
    const before = await methodsOf(bytes)
    let renamed = 0
    for (const section of ['__objc_classname', '__objc_methname', '__cstring']) {
      const at = bytes.indexOf(`${section.padEnd(16, '\0')}__TEXT`, 0, 'latin1')
      if (at < 0) continue
      bytes.write('__const'.padEnd(16, '\0'), at, 'latin1')
      renamed++
    }
    expect(renamed).toBeGreaterThan(0)
    expect(await methodsOf(bytes)).toMatchObject({ methods: before.methods, problems: [] })
  },
)

test('a category whose name cannot be read keeps its methods, with a problem', async () => {
  const bytes = fixture('macos-x86_64-dwarf4/Shelf')
  // Its bytes are no longer in the file, as in a truncated one.
  for (const section of ['__objc_classname', '__cstring']) {
    const at = bytes.indexOf(`${section.padEnd(16, '\0')}__TEXT`, 0, 'latin1')
    if (at >= 0) bytes.writeBigUInt64LE(0n, at + 40)
  }
  const { methods, problems } = await methodsOf(bytes)
  expect(methods.map((method) => method.name).sort()).toEqual([
    '+[? storeWithCount:]',
    '-[? count]',
    '-[? setCount:]',
    '-[? valueAtYear:]',
    '-[?() sortedValue]',
  ])
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['bad-pointer']))
})

const TEXT = linkAddress(0x1_0000_0000n)

test.each<[string, bigint, number, unknown]>([
  ['null', 0n, 6, undefined],
  ['a plain address', 0x1_0000_4000n, 0, { kind: 'offset', offset: 0x4000 }],
  ['an address before the image', 0x1000n, 0, undefined],
  ['64', 0x0008_0001_0000_4000n, 2, { kind: 'offset', offset: 0x4000 }],
  ['64 with offset', 0x0008_0000_0000_4000n, 6, { kind: 'offset', offset: 0x4000 }],
  ['64, imported', 0x8010_0000_0000_0007n, 6, { kind: 'import', ordinal: 7 }],
  ['32', 0x0400_0000n | 0x4000n, 3, undefined],
  ['arm64e, plain', 0x0000_0001_0000_4000n, 1, { kind: 'offset', offset: 0x4000 }],
  ['arm64e, signed', 0x8000_1234_0000_4000n, 1, { kind: 'offset', offset: 0x4000 }],
  ['arm64e, imported', 0x4000_0000_0000_0009n, 1, { kind: 'import', ordinal: 9 }],
  ['arm64e userland, plain', 0x0000_0000_0000_4000n, 9, { kind: 'offset', offset: 0x4000 }],
  ['arm64e userland 24, signed import', 0xc000_0000_0001_0009n, 12, { kind: 'import', ordinal: 0x10009 }],
  ['an unknown form', 5n, 99, undefined],
])('a pointer: %s', (_, value, format, target) => {
  expect(decodePointer(value, format, TEXT)).toEqual(target)
})

test('damaged metadata is a problem, never an exception', async () => {
  const whole = fixture('ios-arm64-dwarf4/Shelf')
  let state = 7
  let damaged = 0
  for (let round = 0; round < 150; round++) {
    const bytes = Uint8Array.from(whole)
    for (let flip = 0; flip < 60; flip++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      bytes[0x8000 + ((state >>> 8) % (bytes.length - 0x8000))] = state & 0xff
    }
    const { problems } = await methodsOf(bytes)
    if (problems.length > 0) damaged++
  }
  expect(damaged).toBeGreaterThan(0)
})
