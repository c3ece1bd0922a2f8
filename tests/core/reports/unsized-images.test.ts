/** Rows far behind the start of an image that states no size: apps have grown beyond 256 MB. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const rows = [0x4444n, 0x1800_0000n, 0x3f00_0000n, 0x4000_0000n]
const base = 0x1_02a4_c000n
const hex = (offset: bigint): string => `0x${(base + offset).toString(16).padStart(16, '0')}`

function offsets(text: string): readonly (number | undefined)[] {
  const outcome = parseReport('far.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  const [stack] = [...(report?.threads ?? []), ...(report?.backtraces ?? [])]
  return stack?.frames.map(({ image, offset }) => (image === 0 ? offset : undefined)) ?? []
}

test('rows of bare addresses reach as far as an app can', () => {
  const text = `Trailmap ${hex(0n)}\n${rows.map((offset, at) => `${at} ${hex(offset)}`).join('\n')}\n`
  expect(offsets(text)).toEqual([0x4444, 0x1800_0000, 0x3f00_0000, undefined])
})

test('rows that name the image are its own behind a list as lldb prints it', () => {
  const list = `[  0] 4C4C444F-5555-3144-A1CC-707057490EC2 ${hex(0n)} /x/Trailmap.app/Trailmap`
  const text = `${list}\n${rows.map((offset, at) => `${at}   Trailmap   ${hex(offset)}`).join('\n')}\n`
  expect(offsets(text)).toEqual(rows.map(Number))
})
