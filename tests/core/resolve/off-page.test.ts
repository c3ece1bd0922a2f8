/** A report that states where no program can lie: its names are no better than the address. */
import { expect, test } from 'vitest'
import { linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import type { KnownImage } from '../../../src/core/model/image.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const base = 0x104cc8000n
const kernel = 0xfffffff007004000n

/** The level of the name of a frame in an image that a report lists at an address. */
async function levelAt(loadAddress: bigint, vmaddr: bigint, kind: KnownImage['kind']): Promise<string | undefined> {
  const known = { ...makeKnown({ uuid: uuid('A'), name: 'App', textVmaddr: linkAddress(vmaddr) }), kind }
  const image = makeImage({ name: 'App', uuid: uuid('A'), loadAddress: runtimeAddress(loadAddress) })
  const report = makeReport({ images: [image], rows: [{ address: loadAddress + 0x4010n, image: 0 }] })
  const functions = [{ start: 0x4000, end: 0x8000, name: 'f' }]
  const { resolutions } = await resolveReport(report, makeSymbols([known], functions), {})
  const [first] = resolutions
  return first?.kind === 'resolved' ? first.grade.level : first?.kind
}

test.each<[string, bigint, bigint, KnownImage['kind']]>([
  ['four bytes off', base + 4n, 0x1_0000_0000n, 'dsym'],
  ['half a page off', base + 0x800n, 0n, 'dylib'],
  ['an image that was linked off its page, at the start of one', base, 0x1_0000_0010n, 'executable'],
])('doubtful: %s', async (_, loadAddress, vmaddr, kind) => {
  expect(await levelAt(loadAddress, vmaddr, kind)).toBe('doubtful')
})

test.each<[string, bigint, bigint, KnownImage['kind']]>([
  ['on a page', base, 0x1_0000_0000n, 'dsym'],
  ['on a page of 4 KB', base + 0x1000n, 0n, 'dylib'],
  ['a kernel extension, which is packed', kernel + 0x10n, 0n, 'dsym'],
  ['symbols that count from elsewhere', base + 4n, 0n, 'other'],
])('not doubted: %s', async (_, loadAddress, vmaddr, kind) => {
  expect(await levelAt(loadAddress, vmaddr, kind)).not.toBe('doubtful')
})
