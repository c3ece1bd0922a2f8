/** Words that a log or a chat puts before each line of a text with layers of its own. */
import { expect, test } from 'vitest'
import { peel } from '../../../src/core/reports/peeled.ts'
import { toldOf } from '../../support/text-told.ts'

const TEXT = `The crash is always caused by this:
Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
Exception Codes:       KERN_INVALID_ADDRESS at 0x0000148fb26fbec0

I am running version 1.5.2
on a Mac of 2015.
It has 8 GB.
`
const prefixes: readonly string[] = [
  'Nov 28 04:10:01 ada App[123]: ',
  '11-28 04:10:01.123  1234  1240 E app     : ',
  'app_1  | ',
  '2026-11-28T04:10:01.1234567Z ',
  'Ada: ',
  '[28.11.26, 04:10:01] Ada: ',
]
const behind = (prefix: string, text: string): string =>
  text
    .split('\n')
    .map((line) => prefix + line)
    .join('\n')

test.each(prefixes)('all is read behind %s', (prefix) => {
  const [plain] = toldOf(TEXT)
  const [told] = toldOf(behind(prefix, TEXT))
  expect(plain?.headline.title).toContain('0x148fb26fbec0')
  expect(told?.headline.title).toBe(plain?.headline.title)
  expect(told?.report.exception).toEqual(plain?.report.exception)
})

const LOG = 'Oct 19 04:43:29 ada Till[653] <Notice>: '
const LAYERED = `Then I get this crash:

${behind(
  LOG,
  `Unhandled Exception: System.NullReferenceException: no till
  at Till.Main.Open () [0x00000] in /src/Main.cs:12
  at Till.Main.Run () [0x00000] in /src/Main.cs:14
Native stacktrace:
	0   Till                                0x00470174 mono_handle_native_sigsegv + 280
	1   Till                                0x00492ec8 sigabrt_signal_handler + 180
	2   libsystem_c.dylib                   0x304d332c _sigtramp + 48
Got a SIGABRT while executing native code. This usually indicates`,
)}
`

test.each(prefixes)('a log of its own is read behind %s', (prefix) => {
  const [plain, told] = [toldOf(LAYERED)[0], toldOf(behind(prefix, LAYERED))[0]]
  expect(plain?.headline.title).toContain('no till')
  expect(told?.headline.title).toBe(plain?.headline.title)
  expect(told?.report.frameCount).toBe(plain?.report.frameCount)
})

test.each(prefixes)('numbers in it may differ from line to line: %s', (prefix) => {
  let count = 10
  const text = TEXT.split('\n').map((line) => `${prefix.replace(/\d\d(?=\D*$)/, () => `${count++}`)}${line}`)
  expect(peel(text.join('\n'))?.trim()).toBe(TEXT.trim())
})

test('blanks that all lines begin with are taken off; a text without anything in common stays', () => {
  expect(peel(behind('    ', TEXT))?.trim()).toBe(TEXT.trim())
  expect(peel(TEXT)).toBeUndefined()
  expect(peel(behind('Ada: ', 'a\nb'))).toBeUndefined()
  expect(peel(behind('> ', TEXT))).toBeUndefined()
  expect(peel('[\n "a",\n "b",\n "c",\n "d",\n "e"\n]')).toBeUndefined()
})
