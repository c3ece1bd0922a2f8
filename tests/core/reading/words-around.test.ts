/** People’s words around a pasted report: that it crashes, and with which code. */
import { expect, test } from 'vitest'
import { sectionTitles } from '../../../src/core/messages/section-titles.ts'
import { codeSaidAround, isSaidToCrash } from '../../../src/core/reading/words-around.ts'
import { makeReport } from '../../support/report-builder.ts'

const around = (text: string, title: string = sectionTitles.otherText) =>
  makeReport({ sections: [{ kind: 'text', title, text }] })

test.each([
  ['The app crashes at launch', true],
  ['my program crashed', true],
  ['it keeps crashing', true],
  ['The game, when I open the shop, crashes', true],
  ['The app never crashes', false],
  ['The app doesn’t crash', false],
  ["the app doesn't crash any more, it no longer crashes", false],
  ['it runs without a crash', false],
  ['There is a crash', false],
  ['Crashlytics is in the app', false],
  ['the server crashed', false],
  ['the app. Here one reads: crashed', false],
  ['The app is slow', false],
])('%j says that the program crashes: %s', (text, expected) => {
  expect(isSaidToCrash(around(text))).toBe(expected)
})

test.each([
  ['it crashes with EXC_BAD_ACCESS', 'EXC_BAD_ACCESS'],
  ['crash: SIGABRT, I think. The crash is SIGABRT', 'SIGABRT'],
  ['crash: SIGABRT or SIGSEGV', undefined],
  ['crashed with EXC_BREAKPOINT\ncrashed with SIGTRAP', undefined],
  ['EXC_BAD_ACCESS is a code', undefined],
  ['it does not crash with SIGABRT', undefined],
  ['it crashes with SIGWINCH', undefined],
  ['it crashes', undefined],
])('the code in %j', (text, code) => {
  expect(codeSaidAround(around(text))).toBe(code)
})

test.each([
  [sectionTitles.otherText, true],
  [sectionTitles.aroundReport, true],
  [sectionTitles.aroundStacks, true],
  ['Notes', false],
])('only words around count: %s', (title, counts) => {
  expect(isSaidToCrash(around('The app crashes', title))).toBe(counts)
  expect(codeSaidAround(around('It crashes with SIGBUS', title))).toBe(counts ? 'SIGBUS' : undefined)
})

test('words far down do not count', () => {
  expect(isSaidToCrash(around(`${'x'.repeat(19_980)}\nThe app crashes`))).toBe(true)
  expect(isSaidToCrash(around(`${'x'.repeat(20_000)}\nThe app crashes`))).toBe(false)
})
