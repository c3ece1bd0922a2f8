/** Output of `minidump_stackwalk`, made: rows, registers, modules and the reason. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const head = (reason: string, address: string): string => `Operating system: Mac OS X
                  10.15.7 19H15
CPU: amd64

Crash reason:  ${reason}
Crash address: ${address}
Process uptime: 4 seconds
`
const thread = (mark: string): string => `
Thread 3${mark}
 0  Till!till::Table::reload() [table.cc : 88 + 0x4]
    rax = 0x0000000000000000   rdx = 0x0000000000000001
    rip = 0x000000010d1a2b3c   rsp = 0x00007ffee2a5ea10
    Found by: given as instruction pointer in context
 1  Till!till::Window::open(int) [window.cc:12 + 0x9]
    rip = 0x000000010d1a2c11   rsp = 0x00007ffee2a5ea40
    Found by: call frame info
 2  libdyld.dylib + 0x1acc9
    rip = 0x00007fff6b8e2cc9   rsp = 0x00007ffee2a5ea90
    Found by: stack scanning
`
const modules = `
Loaded modules:
0x10d1a0000 - 0x10d1affff  Till  ???  (main)
0x7fff6b8c8000 - 0x7fff6b8fdfff  libdyld.dylib  ???
`
const machine = (reason: string, address: string): string => `OS|Mac OS X|10.15.7 19H15
Crash|${reason}|${address}|3
Module|Till|||3C1D5D2B2E7B3B439B071C1B9E0F77A10|0x10d1a0000|0x10d1affff|1
3|0|Till|till::Table::reload()|table.cc|88|0x4
3|1|Till|till::Window::open(int)|window.cc|12|0x9
3|2|libdyld.dylib||||0x1acc9
`
const ACCESS = 'EXC_BAD_ACCESS / KERN_INVALID_ADDRESS'

test.each([
  ['for people', head(ACCESS, '0x123450010') + thread(' (crashed)') + modules],
  ['for programs', machine(ACCESS, '0x123450010')],
])('rows, places and the reason of a dump written %s', (_, text) => {
  const [told, ...others] = toldOf(text)
  expect(others).toEqual([])
  expect(told?.headline.title).toBe('Invalid memory access at 0x123450010 in till::Table::reload()')
  expect(told?.report.threads).toHaveLength(1)
  expect(told?.report.threads[0]).toMatchObject({ id: 3, crashed: true })
  expect(told?.report.threads[0]?.frames.map(({ symbol, offset }) => symbol ?? offset)).toMatchObject([
    { name: 'till::Table::reload()', file: 'table.cc', line: 88 },
    { name: 'till::Window::open(int)', file: 'window.cc', line: 12 },
    0x1acc9,
  ])
  expect(told?.report.backtraces).toEqual([])
})

test('the counter of each row is its address, and modules place it', () => {
  const frames = toldOf(head(ACCESS, '0x10') + thread(' (crashed)') + modules)[0]?.report.threads[0]?.frames
  expect(frames?.map(({ address }) => address)).toEqual([0x1_0d1a_2b3cn, 0x1_0d1a_2c11n, 0x7fff_6b8e_2cc9n])
  expect(frames?.map(({ kind }) => kind)).toEqual(['exact', 'return', 'return'])
  expect(frames?.[0]?.offset).toBe(0x2b3c)
})

test.each([
  ['for people', head('SIGABRT', '0x7fff6ba2733a') + thread(' (crashed)')],
  ['for programs', machine('SIGABRT', '0x7fff6ba2733a')],
])('the address of an abort, written %s, is no failed access', (_, text) => {
  const told = toldOf(text)[0]
  expect(told?.report.exception).toMatchObject({ signal: 'SIGABRT' })
  expect(told?.words).not.toContain('0x7fff6ba2733a')
})

test('a piece without its head is one stack, and of no crash', () => {
  const told = toldOf(thread('').replace('Thread 3', ''))[0]
  expect(told?.end).toBe('unknown')
  expect(told?.report.threads[0]).toMatchObject({ unnumbered: true, crashed: false })
  expect(told?.functions.slice(0, 2)).toEqual(['till::Table::reload()', 'till::Window::open(int)'])
})

test.each([
  ['for people', head(ACCESS, '0x123450010') + thread(' (crashed)') + modules],
  ['for programs', machine(ACCESS, '0x123450010')],
])('a dump written %s and cut at any line has no row or address of its own making', (_, text) => {
  const lines = text.split('\n')
  const known = new Set(['till::Table::reload()', 'till::Window::open(int)', ''])
  for (let to = 1; to < lines.length; to++)
    for (const { report, functions } of toldOf(lines.slice(0, to).join('\n'))) {
      for (const name of functions) expect(known.has(name), name).toBe(true)
      expect([undefined, 0x1_2345_0010n]).toContain(report.exception?.address)
    }
})
