/** Rows of a stackshot whose addresses somebody cut: image and offset are still there. */
import { expect, test } from 'vitest'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import { readPasted } from './fixture.ts'

const head = `Date/Time:        2026-03-02 23:46:29.268 +0100
End time:         2026-03-02 23:48:59.680 +0100
OS Version:       iPhone OS 26.3 (Build 23D1)
Data Source:      Microstackshots
Command:          larderd
PID:              7877

Event:            cpu usage
Action taken:     none

Heaviest stack for the target process:
`
const rows = [
  '18  ??? (libsystem_pthread.dylib + 14340) [0x1db258804]',
  '18  fill + 12 (larderd + 18536) [0x104f30868]',
  '4   ??? (Shelf Kit + 77) [0x104f40000]',
]
const calls = (text: string) => {
  const { callTrees, images } = readPasted(text)
  const listed = (nodes: readonly CallTreeNode[]): readonly unknown[] =>
    nodes.flatMap(({ frame, count, children }) => [
      [images[frame.image ?? -1]?.name ?? frame.imageName, frame.offset, frame.symbol?.name, count],
      ...listed(children),
    ])
  return callTrees.flatMap(({ roots }) => listed(roots))
}

test('rows without addresses have the same calls', () => {
  const whole = `${head}${rows.map((row) => `  ${row}`).join('\n')}\n`
  const cut = whole.replace(/ \[0x[0-9a-f]+\]/g, '')
  expect(calls(cut)).toEqual(calls(whole))
  expect(calls(cut)).toHaveLength(3)
  expect(readPasted(cut).problems).toEqual([])
})

test('a sentence with a count is no row', () => {
  const text = `${head}  18  ??? (larderd + 18536)\n  12 more (of 300 + 4)\n  9 others (see above)\n`
  expect(JSON.stringify(calls(text))).not.toContain('see above')
})
