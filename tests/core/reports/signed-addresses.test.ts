import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const frames = (text: string) => {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(outcome.problems.map(({ code }) => code).join())
  const [report] = outcome.value
  return [...(report?.threads ?? []), ...(report?.backtraces ?? [])]
    .flatMap((stack) => stack.frames)
    .map(({ image, offset }) => `${report?.images[image ?? -1]?.name ?? 'none'} ${offset ?? '-'}`)
}

const APP = 0x1_0400_0000n
const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const list = (arch: string, size = '- 0x104107fff') =>
  `0x104000000 ${size} App ${arch}  <${UUID}> /private/App.app/App\n`
const unsized = `App 0x104000000 ${UUID}\n`
const hex = (address: bigint): string => `0x${address.toString(16)}`
const rows = (addresses: readonly bigint[]): string =>
  addresses.map((address, index) => `${index} ${hex(address)}\n`).join('')

const OFFSETS = [0x4000n, 0x5128n, 0x6040n, 0x7004n]
const plain = OFFSETS.map((offset) => APP + offset)
const signedBy = (signatures: readonly bigint[]): bigint[] =>
  plain.map((address, at) => address | (signatures[at] ?? 0n))
const found = OFFSETS.map((offset) => `App ${offset}`)

/** Signatures above 47 bits, above 39, in bits 39 to 46 alone, and with a tag in the top byte; bit 55 is never a part of them. */
const signatures: readonly (readonly [string, readonly bigint[]])[] = [
  ['above 47 bits', [0x0n, 0x0052_8000_0000_0000n, 0x003d_0000_0000_0000n, 0x0011_8000_0000_0000n]],
  ['above 39 bits', [0x0n, 0x552d_8180_0000_0000n, 0x0042_1280_0000_0000n, 0x0008_7f80_0000_0000n]],
  ['with bit 46', [0x0n, 0x5500_4000_0000_0000n, 0x0040_4080_0000_0000n, 0x0001_6000_0000_0000n]],
  ['in bits 39 to 46 alone', [0x0n, 0x4080_0000_0000n, 0x2100_0000_0000n, 0x5500_0000_0000n]],
  ['below a tag', [0x0n, 0xb452_8080_0000_0000n, 0x0142_1280_0000_0000n, 0xff11_8000_0000_0000n]],
]

test.each(signatures)(
  'addresses signed %s lie in the listed image, whatever the list says of processors',
  (_, bits) => {
    for (const images of [list('arm64'), list('arm64e'), list(''), list('arm64', ' '), unsized]) {
      expect(frames(`${rows(signedBy(bits))}\nBinary Images:\n${images}`), images).toEqual(found)
      expect(frames(`${images}\n${rows(signedBy(bits))}`), images).toEqual(found)
    }
  },
)

test('one signed row is enough where it is no address without the signature taken off', () => {
  expect(frames(`${unsized}\n0 ${hex((APP + 0x4000n) | 0x552d_8180_0000_0000n)}\n`)).toEqual(['App 16384'])
})

test('rows that print load address and offset have one image, whatever their signatures are', () => {
  const [, bits] = signatures[1] ?? ['', []]
  const text = signedBy(bits).map((address, at) => `App   ${hex(address)} 0x104000000 + ${OFFSETS[at]}\n`)
  expect(frames(`Backtrace of Thread 771:\n${text.join('')}`)).toEqual(found)
  const symbols = signedBy(bits).map((address, at) => `${at}   App   ${hex(address)} App + ${OFFSETS[at]}\n`)
  expect(frames(symbols.join(''))).toEqual(found)
})

test('pointers to data of macOS are not taken for signed code', () => {
  // Small allocations lie at 0x6000_…, and their low bits may look like those of code.
  const heap = [APP + 0x4000n, 0x6001_0400_5120n, 0x6001_0400_6040n, 0x6100_0000_0040n]
  expect(frames(`${unsized}\n${rows(heap)}`)).toEqual(['App 16384', 'none -', 'none -', 'none -'])
})

test('nothing is taken off where the image is of a processor that signs nothing', () => {
  const [, bits] = signatures[0] ?? ['', []]
  expect(frames(`${rows(signedBy(bits))}\nBinary Images:\n${list('x86_64')}`)).toEqual([
    'App 16384',
    'none -',
    'none -',
    'none -',
  ])
})

test('an address in no image stays where it is, whatever is taken off', () => {
  const far = [APP + 0x4000n, 0x552d_8102_b749_9f3cn, 0xffff_fff0_0700_4000n, 0xffff_ffff_ffff_ffffn]
  expect(frames(`${list('arm64')}\n${rows(far)}`)).toEqual(['App 16384', 'none -', 'none -', 'none -'])
})
