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

test('an image of the whole space has no place, and is no row of a stack', () => {
  const text = `Process:         till [301]
Exception Type:  EXC_BAD_ACCESS (SIGBUS)

Thread 0 Crashed:
0   ???    0x0000000107312340 0 + 4415628096

Binary Images:
                 0 - 0xffffffffffffffff  org.till (???) /Volumes/VOLUME/*/till.app/Contents/MacOS/till
       0x112b40000 -        0x112bd1eff  dyld (750.5) <44444444-806A-3396-B279-E685BA37430B> /usr/lib/dyld
`
  const outcome = parseReport('till.crash', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.images.map(({ name, loadAddress }) => [name, loadAddress])).toEqual([
    ['org.till', undefined],
    ['dyld', 0x112b40000n],
  ])
  expect(report?.threads.map(({ frames }) => frames.length)).toEqual([1])
  expect(report?.backtraces).toEqual([])
})
