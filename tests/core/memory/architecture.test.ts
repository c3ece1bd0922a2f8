import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { archFamily, pageSize, plainArch, type ArchFamily } from '../../../src/core/model/architecture.ts'
import { cleanAddress } from '../../../src/core/memory/clean-address.ts'

test.each<[string | undefined, ArchFamily, string]>([
  ['arm64', 'arm64', 'arm64'],
  ['ARM-64', 'arm64', 'arm64'],
  ['arm64e', 'arm64', 'arm64e'],
  ['arm64-unknown', 'arm64', 'arm64'],
  ['arm64_32', 'arm64_32', 'arm64_32'],
  ['X86-64 (Native)', 'x86_64', 'x86_64'],
  ['X86-64 (Translated)', 'x86_64', 'x86_64'],
  ['x86_64h', 'x86_64', 'x86_64h'],
  ['i386', 'i386', 'i386'],
  ['armv7s', 'arm', 'armv7s'],
  ['ppc', 'other', 'ppc'],
  [undefined, 'other', ''],
])('%s is of the family %s', (arch, family, plain) => {
  expect(archFamily(arch)).toBe(family)
  expect(plainArch(arch ?? '')).toBe(plain)
})

test('pages are 16 KiB on arm64 and 4 KiB elsewhere', () => {
  expect([pageSize('arm64'), pageSize('x86_64'), pageSize('arm')]).toEqual([0x4000, 0x1000, 0x1000])
})

const everywhere = (): boolean => true
const in39Bits = (address: bigint): boolean => address < 1n << 39n

/** Canonical addresses are left alone; the rest is Arm's rule for signed and tagged pointers. */
test.each<[string, ArchFamily, bigint, (address: bigint) => boolean, bigint, boolean]>([
  ['a clean address', 'arm64', 0x104001000n, everywhere, 0x104001000n, false],
  ['a clean kernel address', 'arm64', 0xfffffff007004000n, everywhere, 0xfffffff007004000n, false],
  ['a signed macOS address', 'arm64', 0x0042_8001_0400_1000n, everywhere, 0x1_0400_1000n, true],
  ['a signed iOS address', 'arm64', 0x0042_1281_0400_1000n, in39Bits, 0x1_0400_1000n, true],
  ['a tagged address', 'arm64', 0xb400_0001_0400_1000n, everywhere, 0x1_0400_1000n, true],
  ['a signed kernel address', 'arm64', 0x94de_fff0_0700_4000n, everywhere, 0xffff_fff0_0700_4000n, true],
  ['Thumb code', 'arm', 0x4001n, everywhere, 0x4000n, true],
  ['32-bit ARM code', 'arm', 0x4000n, everywhere, 0x4000n, false],
  ['x86 keeps odd addresses', 'x86_64', 0x104001001n, everywhere, 0x104001001n, false],
  ['x86 keeps what is not canonical', 'x86_64', 0x0042_8001_0400_1000n, everywhere, 0x0042_8001_0400_1000n, false],
])('%s (%s)', (_name, family, address, inImage, expected, said) => {
  const clean = cleanAddress(runtimeAddress(address), family, inImage)
  expect(clean.address).toBe(expected)
  expect(clean.note !== undefined).toBe(said)
})
