/** The rows of a report's map of memory: regions, and the gaps between them. */
import { describe, expect, test } from 'vitest'
import { vmMapOf } from '../../../src/core/reading/vm-regions.ts'

describe('the map', () => {
  const read = (text: string): unknown =>
    vmMapOf({ header: { fields: [] }, sections: [{ kind: 'text', title: 'VM Region Info', text }] })
  const region = (name: string, start: string, end: string): string => `  ${name}  ${start}-${end} [ 1K] rw-/rwx SM=PRV`
  test('a gap is between two rows, and said to be one', () => {
    const [one, two] = [region('A', '100000', '200000'), region('B', '300000', '400000')]
    const gap = { start: 0x200000n, end: 0x300000n }
    expect(read(`${one}\n      GAP OF 0x100000 BYTES\n${two}`)).toMatchObject({ gaps: [gap] })
    expect(read(`${one}\n--->  GAP OF 0x100000 BYTES\n${two}`)).toMatchObject({ gaps: [gap] })
    expect(read(`${one}\n---> \n${two}`)).toMatchObject({ gaps: [gap] })
    expect(read(`${one}\n${two}`)).toMatchObject({ gaps: [] })
    // A region that begins where the last one ends, or before it.
    expect(read(`${one}\nGAP OF 0x0 BYTES\n${region('B', '200000', '400000')}`)).toMatchObject({ gaps: [] })
    // One gap is not the next one, too.
    const three = region('C', '500000', '600000')
    expect(read(`${one}\nGAP OF 0x100000 BYTES\n${two}\n${three}`)).toMatchObject({ gaps: [gap] })
    expect(read(`  UNUSED SPACE AT START\n${one}`)).toMatchObject({ gaps: [{ start: 0n, end: 0x100000n }] })
    expect(read(`GAP OF 0x100000 BYTES\n${one}`)).toMatchObject({ gaps: [] })
  })

  test('the row of the arrow is a region like others; other sections are no map', () => {
    expect(read(`---> ${region('A B', '100000', '200000')}`)).toMatchObject({
      regions: [{ name: 'A B', start: 0x100000n, end: 0x200000n, access: 'rw-' }],
    })
    const text = region('A', '100000', '200000')
    expect(
      vmMapOf({ header: { fields: [['Region', text]] }, sections: [{ kind: 'text', title: 'Other', text }] }),
    ).toEqual({
      regions: [],
      gaps: [],
    })
    expect(vmMapOf({ header: { fields: [['VM Region Info', text]] }, sections: [] }).regions).toHaveLength(1)
  })
})
