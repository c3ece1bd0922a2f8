/** Words that hold only for some programs: signatures of pointers, setters, and logs of Mono. */
import { expect, test } from 'vitest'
import { explanations } from '../../../src/core/messages/explanations.ts'
import { toldOf } from '../../support/text-told.ts'

const report = (arch: string, rows: string, exception: string): string => `Process:         Till [41]
Path:            /opt/Till
Identifier:      org.example.till
Code Type:       ARM-64 (Native)

OS Version:      macOS 14.5 (23F79)
Report Version:  12

Crashed Thread:  0

${exception}

Thread 0 Crashed:
${rows}

Binary Images:
       0x100000000 -        0x10000ffff Till ${arch} <11111111222233334444555555555555> /opt/Till
`
const ACCESS = `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at 0x1741a4f9ef46998d -> 0x000024f9ef46998d (possible pointer authentication failure)`
const ROW = '0   Till                          \t       0x100002110 shelf + 16'

test.each([
  ['arm64', /signs no pointers/, /On arm64e/],
  ['arm64e', /On arm64e/, /signs no pointers/],
])('a program of %s: its pointers carry a signature or none', (arch, has, lacks) => {
  const [told] = toldOf(report(arch, ROW, ACCESS))
  expect(told?.headline.title).toContain('possible pointer authentication failure')
  expect(told?.words).toMatch(has)
  expect(told?.words).not.toMatch(lacks)
})

test('setters are no advice for a function of C++', () => {
  const checks = (name: string): string => explanations['stack-overflow']({ function: name }).checks.join()
  expect(checks('Till.Shelf.title.setter')).toContain('setter')
  expect(checks('till::Shelf::count(int)')).not.toContain('setter')
})

const ABORT = 'Exception Type:  EXC_CRASH (SIGABRT)\nException Codes: 0x0000000000000000, 0x0000000000000000'
const rows = (image: string): string =>
  [
    ['libsystem_c.dylib', 'abort'],
    ['Till', 'mono_handle_native_sigsegv'],
    ['libsystem_c.dylib', 'abort'],
    [image, 'g_logv'],
    [image, 'g_log'],
    ['Till', 'shelf'],
  ]
    .map(
      ([name = '', call = ''], at) =>
        `${at}   ${name.padEnd(30)}\t       0x${name === 'Till' ? 10 : 18}000${2000 + at} ${call} + 16`,
    )
    .join('\n')

test.each([
  ['Till', true],
  ['libglib-2.0.0.dylib', false],
  ['libglib-2.0.0.0.dylib', false],
])('g_logv in %s', (image, isMono) => {
  const [told] = toldOf(report('arm64', rows(image), ABORT))
  expect(/Mono reported an error/.test(told?.headline.title ?? '')).toBe(isMono)
  expect(told?.headline.title).not.toContain('Native code crashed')
})
