/** Logs of several kernel panics in one text: each is a report with its own kernel, and a nested panic is part of the first. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const panic = (cpu: number, words: string, slide: string, nested = ''): string => `
Anonymous UUID:       32BCAB7F-0000-A951-3785-013ECFB913EA

Sun Aug 19 13:0${cpu}:16 2018

*** Panic Report ***
panic(cpu ${cpu} caller 0xffffff80${slide}89754): "${words}"@sched_prim.c:2231
Backtrace (CPU ${cpu}), Frame : Return Address
0xffffff81f8ec3610 : 0xffffff80${slide}6e166
0xffffff81f8ec3660 : 0xffffff80${slide}96714
0xffffff81f8ec36a0 : 0xffffff80${slide}88a00
${nested}
BSD process name corresponding to current thread: till${cpu}

Mac OS version:
17E199

Kernel version:
Darwin Kernel Version 17.5.0: Mon Mar  5 22:24:32 PST 2018; root:xnu-4570.51.1~1/RELEASE_X86_64
Kernel UUID: 1B55340B-0B14-3026-8A47-1E139DB63DA3
Kernel slide:     0x00000000${slide}000000
Kernel text base: 0xffffff80${slide}200000
System model name: MacBookPro11,3 (Mac-2BD1B31983FE1663)

System uptime in nanoseconds: 94823742634789
`
const first = panic(1, 'till held a lock', '0d')
const second = panic(2, 'drawer was open', '1e')

const panicsOf = (text: string) =>
  toldOf(text).map(({ report }) => [
    report.exception?.message ?? report.exception?.reason,
    report.header.fields.find(([key]) => key.startsWith('BSD process'))?.[1],
  ])

test.each(['', '\nIt happened again:\n\n', '\n---\n'])('two logs, %j between them', (between) => {
  const told = toldOf(`${first}${between}${second}`)
  expect(told.map(({ headline }) => headline.title)).toEqual([
    expect.stringContaining('till held a lock'),
    expect.stringContaining('drawer was open'),
  ])
  expect(told.map(({ report }) => report.threads.map(({ frames }) => frames.length))).toEqual(
    [first, second].map((one) => toldOf(one)[0]?.report.threads.map(({ frames }) => frames.length)),
  )
  expect(panicsOf(`${first}${between}${second}`)).toEqual([...panicsOf(first), ...panicsOf(second)])
})

test('a panic inside a panic is part of its log', () => {
  const nested = 'panic(cpu 3 caller 0xffffff800d889754): "nested"@trap.c:1\n0xffffff81f8ec3700 : 0xffffff800d6e166\n'
  expect(toldOf(panic(1, 'till held a lock', '0d', nested))).toHaveLength(1)
})

test('a log in a quotation of a mail', () => {
  const quoted = (text: string): string => text.replace(/^/gm, '> ')
  expect(toldOf(`${quoted(first)}\n${quoted(second)}`)).toHaveLength(2)
})
