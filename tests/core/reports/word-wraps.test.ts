/** Reports that were set for a page: one blank begins the next line of a sentence. */
import { expect, test } from 'vitest'
import { readPasted } from './fixture.ts'

const plain = `Date/Time:        2026-03-02 23:46:29.268 +0100
End time:         2026-03-02 23:48:59.680 +0100
OS Version:       iPhone OS 26.3 (Build 23D1)
Architecture:     arm64e
Report Version:   40
Incident Identifier: 05D98B49-C8B1-4F18-B494-491D76B2AA3C

Data Source:      Microstackshots
Shared Cache:     D949F5BB-14F3-3223-9E0F-EB9B0E5D53E8 slid base address 0x191410000, slide 0x11410000

Command:          larderd
Path:             /usr/libexec/larderd
Version:          ??? (???)
Parent:           UNKNOWN [1]
PID:              7877

Event:            cpu usage
Action taken:     none
CPU:              90 seconds cpu time over 150 seconds (60% cpu average), exceeding limit of 50% cpu over 180 seconds
CPU limit:        90s
Limit duration:   180s

Heaviest stack for the target process:
  18  ??? (libsystem_pthread.dylib + 14340) [0x1db258804]
  18  ??? (larderd + 18536) [0x104f30868]
`

/** Breaks lines behind words; the rest begins with one blank. */
function wrap(text: string, width: number): string {
  const wrapLine = (line: string): string => {
    if (line.length <= width) return line
    const at = line.lastIndexOf(' ', width)
    return at < 20 ? line : `${line.slice(0, at)}\n${wrapLine(line.slice(at))}`
  }
  return text.split('\n').map(wrapLine).join('\n')
}

const facts = (text: string) => {
  const { header, callTrees } = readPasted(text)
  return { fields: header.fields, process: header.process, trees: JSON.stringify(callTrees.map(({ title }) => title)) }
}

test.each(Array.from({ length: 39 }, (_, at) => 63 + at))('set %i columns wide', (width) => {
  const wrapped = wrap(plain, width)
  expect(wrapped.split('\n').length).toBeGreaterThan(plain.split('\n').length)
  expect(facts(wrapped)).toEqual(facts(plain))
})

test('a line that would have had room is no rest', () => {
  const text = plain.replace('Limit duration:   180s', 'Limit duration:   180s\n short\n more')
  expect(facts(text).fields.find(([key]) => key === 'Limit duration')?.[1]).toBe('180s')
})
