/** The names that a report leaves for others, and how those of several are joined. */
import { describe, expect, test } from 'vitest'
import { harvestNames, mergeNames, reportIdentity } from '../../../src/core/engine/catalog/harvest.ts'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage } from '../../../src/core/model/image.ts'
import type { Frame } from '../../../src/core/model/report.ts'
import type { HarvestedFunction } from '../../../src/core/ports.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const loadAddress = runtimeAddress(0x1_0400_0000n)

describe('what is taken from a report', () => {
  const systemLibrary: BinaryImage = makeImage({ name: 'libx.dylib', uuid: uuid('9'), loadAddress, arch: 'arm64' })
  const take = (
    rows: Parameters<typeof makeReport>[0]['rows'],
    image: Partial<BinaryImage> = {},
  ): readonly HarvestedFunction[] =>
    [
      ...harvestNames(
        makeReport({
          images: [{ ...systemLibrary, ...image }],
          rows: (rows ?? []).map((row) => ({ image: 0, ...row })),
        }),
      ).values(),
    ].flat()
  const row = (at: bigint, name: string, offset?: number, more: Partial<Omit<Frame, 'address' | 'offset'>> = {}) => ({
    address: loadAddress + at,
    symbol: { name, ...(offset !== undefined && { offset }) },
    ...more,
  })

  test('of a return address the byte before it', () => {
    const seen = (last: number) => [expect.objectContaining({ last, report: 'made.crash' }) as unknown]
    expect(take([row(0x1008n, 'f', 8), row(0x2008n, 'g', 8)])).toEqual([
      { start: 0x1000, name: 'f', seenBy: seen(0x1008) },
      { start: 0x2000, name: 'g', seenBy: seen(0x2007) },
    ])
  })

  test('without load addresses, from the offsets that rows print', () => {
    const placeless = makeImage({ name: 'libx.dylib', uuid: uuid('9'), arch: 'arm64' })
    const rows = [{ offset: 0x1008, image: 0, symbol: { name: 'f', offset: 8 } }]
    const found = harvestNames(makeReport({ images: [placeless], rows }))
    expect(found.get(uuid('9'))).toMatchObject([{ start: 0x1000, seenBy: [{ last: 0x1008 }] }])
  })

  test.each<[string, ReturnType<typeof row>, Partial<BinaryImage>?]>([
    ['an address for a name', row(0x1008n, '0x104000000', 8)],
    ['the image for a name', row(0x1008n, 'libx.dylib', 8)],
    ['the name that the row has for the image', row(0x1008n, 'libx', 8, { imageName: 'libx' })],
    ['the header', row(0x1008n, '_mh_execute_header', 8)],
    ['a hidden name', row(0x1008n, '<redacted>', 8)],
    ['folded functions', row(0x1008n, '<deduplicated_symbol>', 8)],
    ['a debugger’s made-up name', row(0x1008n, '___lldb_unnamed_symbol12', 8)],
    ['a name without an offset', row(0x1008n, 'f')],
    ['an offset that is the image’s', row(0x1008n, 'f', 0x1008)],
    ['a start before the image', row(0x1008n, 'f', 0x1009)],
    ['a start behind the address', row(0x1008n, 'f', -8)],
    ['half a byte', row(0x1008n, 'f', 0.5)],
    ['a far name', row(0x20008n, 'f', 0x10001)],
    ['an inlined call', row(0x1008n, 'f', 8, { inlined: true })],
    ['a line in place of the offset', { address: loadAddress + 8n, symbol: { name: 'f', offset: 0, line: 3 } }],
    ['a continuation of the caller’s neighbour', row(0x1000n, 'f', 0, { kind: 'return' })],
    ['a name longer than anyone reads', row(0x1008n, 'f'.repeat(5000), 8)],
    ['an image without UUID', row(0x1008n, 'f', 8), { uuid: undefined as never }],
  ])('not %s', (_name, frame, image) => {
    expect(take([frame], image)).toEqual([])
  })

  test('two names for one start are none; a linkage name and its readable form are one', () => {
    expect(take([row(0x1008n, 'f', 8), row(0x1008n, 'g', 8)]).map(({ name }) => name)).toEqual([''])
    const swift = [row(0x1008n, '$s4Dock4openyyF', 8), row(0x1008n, 'open()', 8)]
    expect(take(swift).map(({ name }) => name)).toEqual(['$s4Dock4openyyF'])
  })
})

test('nothing new is the same list, and a list does not grow without end', () => {
  const many = (count: number, from: number): HarvestedFunction[] =>
    Array.from({ length: count }, (_, at) => {
      const start = imageOffset(from + at * 16)
      return { start, name: `f${at}`, seenBy: [{ id: '1', report: 'a.ips', last: start }] }
    })
  const few = many(10, 16)
  expect(mergeNames(few, many(5, 16))).toBe(few)
  const full = mergeNames([], many(200_001, 16))
  expect(full).toHaveLength(200_000)
  expect(mergeNames(full, many(10, 8))).toBe(full)
})

test('a report is known by its incident, else by its contents', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((date) =>
    makeReport({ images: [], rows: [], header: { date, fields: [] } }),
  )
  if (!one || !same || !other) throw new Error('three were made')
  expect(reportIdentity(one)).toBe(reportIdentity(same))
  expect(reportIdentity(one)).not.toBe(reportIdentity(other))
})
