/** Messages of other programs, other runs and of manuals beside a report: its headline, its end and its rows stay its own. */
import { describe, expect, test } from 'vitest'
import { partedByEnd } from '../../../src/core/reports/text/one-end.ts'
import { toldOf, type Told } from '../../support/text-told.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

const LOGGED = '2023-02-01 10:11:12.131 Kiosk[912:4410]'
const foreign: Readonly<Record<string, string>> = {
  'an exception': `${LOGGED} *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7 beyond bounds'`,
  'an exception without its log': "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7'",
  'an assertion': `${LOGGED} *** Assertion failure in -[Kiosk open], Kiosk.m:12`,
  'a check of C': 'Assertion failed: (open), function count, file kiosk.c, line 7.',
  'a check of Swift': 'Kiosk/Door.swift:12: Fatal error: Unexpectedly found nil while unwrapping an Optional value',
  'an exception of C++': 'libc++abi: terminating with uncaught exception of type std::runtime_error: no door',
  'a check of the allocator': 'Kiosk(912,0x1f5) malloc: *** error for object 0x600003: pointer being freed was not allocated',
  'a stop': "* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x7)",
  'an exception of .NET': 'Unhandled Exception: System.IO.FileNotFoundException: Could not load kiosk.dll.',
  'a missing library':
    "dyld[912]: Library not loaded: @rpath/Door.framework/Door\n  Referenced from: /Applications/Kiosk.app/Contents/MacOS/Kiosk\n  Reason: tried: '/Door' (no such file)",
  'an exception that was survived': `${LOGGED} *** NSRunLoop ignoring exception 'no door' that raised during posting of delayed perform`,
  'words of a manual': 'EXC_BAD_ACCESS (SIGSEGV): The process tried to access memory that it may not.',
  'an error of a script': "TypeError: undefined is not an object (evaluating 'door.open')",
}
const quoted = (message: string): string => `> ${message.replaceAll('\n', '\n> ')}`
const fenced = (words: string): string => `\`\`\`\n${words}\n\`\`\``
const around: Readonly<Record<string, (message: string, report: string) => string>> = {
  'in a sentence above': (message, report) => `Last week another program ended with this: "${message}".\n\n${report}`,
  'in a fence above': (message, report) =>
    `The other program, Kiosk, says:\n\n${fenced(message)}\n\nBut this is mine:\n\n${fenced(report)}\n`,
  'in a quotation above': (message, report) =>
    `Somebody else wrote:\n\n${quoted(message)}\n\nMine is another:\n\n${report}`,
  'in a fence below': (message, report) =>
    `${fenced(report)}\n\nThe version of last year ended with another error:\n\n${fenced(message)}\n`,
  'in a quotation below': (message, report) =>
    `${report}\n\nThe documentation says of another error:\n\n${quoted(message)}\n`,
  'in a sentence below': (message, report) => `${report}\n\nLast week another program ended with this: "${message}".\n`,
}

/** Larger ones have forms that smaller ones show, too. */
const MOST_BYTES = 6000
const texts = listFixtures().flatMap((path) => {
  const bytes = fixtureBytes(path)
  // Lines of JSON have nothing between them.
  return bytes.length > MOST_BYTES || bytes.includes(0) || path.endsWith('.ndjson')
    ? []
    : [[path, new TextDecoder().decode(bytes)] as const]
})
const rowsOf = (told: readonly Told[]): number => told.reduce((sum, { report }) => sum + report.frameCount, 0)
const shown = (told: readonly Told[]) => ({
  title: told[0]?.headline.title,
  end: told[0]?.end,
  stated: told[0]?.stated,
  rows: rowsOf(told),
})

test('there are such fixtures', () => {
  expect(texts.length).toBeGreaterThan(60)
})

describe.each(Object.entries(around))('%s', (_, wrap) => {
  test.each(texts)('%s', (_, text) => {
    if (toldOf(text).length === 0) return
    const plain = shown(toldOf(wrap('(nothing of note)', text)))
    for (const [name, message] of Object.entries(foreign))
      expect(shown(toldOf(wrap(message, text))), name).toEqual(plain)
  })
})

const STACK = '0   Till                 0x0000000104cc8074 Till.open + 20\n1   Till                 0x0000000104cc9000 main + 40'
const SAID = 'Assertion failed: (open), function count, file till.c, line 7.'
const titleOf = (text: string): string | undefined => toldOf(text)[0]?.headline.title

test.each([
  ['right above', `${SAID}\n${STACK}`],
  ['under a label', `The message:\n\n${fenced(SAID)}\n\nStack trace:\n\n${fenced(STACK)}`],
  ['below', `${STACK}\n\n${SAID}`],
  ['above a sentence on the same', `${SAID}\n\nIt crashes when I open the till. The stack is\n\n${STACK}`],
])('a message of the same end is told: %s', (_, text) => {
  expect(titleOf(text)).toBe('Assertion failed: open in count')
})

test('what is set aside is said with its place, and concludes nothing', () => {
  const [told] = toldOf(`Before, another run said:\n\n${SAID}\n\nThis one is different:\n\n${STACK}`)
  expect(told?.headline.title).not.toContain('Assertion')
  const note = told?.report.problems.find(({ code }) => code === 'other-message')
  expect(note).toMatchObject({ line: 3, severity: 'note', params: { text: SAID } })
})

const parted = (text: string, owner = {}): string => {
  const start = text.indexOf(STACK)
  return partedByEnd(text, [{ start, end: start + STACK.length }], owner).own.replace(STACK, '').trim()
}

test.each([
  ['2023-02-01 10:11:12.131 Till[41:7] no till', true],
  ['2023-02-01 10:11:12.131 Till[42:7] no till', false],
  ['2023-02-01 10:11:12.131 Kiosk[912:7] no till', false],
  ['Feb  1 10:11:12 ada Kiosk[912]: no till', false],
  ['Feb  1 10:11:12 ada Kiosk[912]: lost Till', true],
  ['Feb  1 10:11:12 ada SpringBoard[51] <Warning>: it crashed', true],
  ['Till(41,0x1) malloc: *** error', true],
  ['Kiosk(912,0x1) malloc: *** error', false],
  ['dyld[912]: Library not loaded', false],
  ['dyld[41]: Library not loaded', true],
])('the process of a log is that of the stack, or is not: %s', (line, isOwn) => {
  expect(parted(`${line}\n${STACK}`, { process: 'Till', pid: 41 })).toBe(isOwn ? line : '')
  expect(parted(`${line}\n${STACK}`)).toBe(line)
})

test('places stay, whatever is set aside', () => {
  const text = `Another error:\r\n${SAID}\r\n\r\nMine is another one here:\r\n${STACK}\r\n`
  const start = text.indexOf(STACK)
  const { own, others, apart } = partedByEnd(text, [{ start, end: start + STACK.length }])
  expect([own.length, others.length]).toEqual([text.length, text.length])
  expect(own.indexOf(STACK)).toBe(start)
  expect(others).toContain(SAID)
  expect(apart.map((span) => text.slice(span.start, span.end)).join('')).toContain(SAID)
})

test('messages that speak of others are no sentences that part', () => {
  const said = 'Uncaught Kotlin exception: kotlin.Exception: illegal attempt to open from other thread'
  expect(parted(`${SAID}\n${said}\n${STACK}`)).toBe(`${SAID}\n${said}`)
})
