/** The runtime's message on an exception that nothing caught, part by part, and names that stand alone. */
import { describe, expect, test } from 'vitest'
import {
  formatThrown,
  readCutName,
  readNamedException,
  readThrownText,
} from '../../../../src/core/reports/text/thrown-text.ts'
import { EXCEPTIONS } from './said-by.ts'

const thrown = (name: string, reason: string): unknown => ({ type: 'NSException', name, reason })

describe('the message', () => {
  test.each([' ', '  ', '\n', ' \n '])('with %j between its words', (blank) => {
    const words = ['Terminating', 'app', 'due', 'to', 'uncaught', 'exception'].join(blank)
    for (const name of ['N', 'NSRangeException', 'Error: it’s', "Error: it's 'lost'"])
      for (const comma of [',', ''])
        for (const reason of ['n', "it's no till", 'a\nb', 'till'])
          for (const start of ['', '*** ', '"', '('])
            for (const end of [
              "'\n*** First throw call stack:",
              "'\n*** Call stack at first throw:",
              "'\n \t(\n0",
              "'\nlibc++abi: x",
            ])
              expect(
                readThrownText(`${start}${words}${blank}'${name}'${comma}${blank}reason:${blank}'${reason}${end}`),
              ).toEqual(thrown(name, reason))
    expect(readThrownText(`x${words} 'N', reason: 'n'`)).toBeUndefined()
    expect(readThrownText(`${words} 'N', reasons: 'n'`)).toBeUndefined()
  })

  const message = (reason: string): string => `Terminating app due to uncaught exception 'N', reason: '${reason}`
  test.each([
    ["no till'", 'no till'],
    ["no till' \t\r\nmore", 'no till'],
    ["no till'\\n more", 'no till'],
    ['no till\nmore', 'no till'],
    ["it's 'lost'\nmore", "it's 'lost"],
    ["a \t\r\nb'\n", 'a\nb'],
    ["\\[x\\] \\*y\\*'", '[x] *y*'],
  ])('a reason %j', (text, reason) => {
    expect(readThrownText(message(text))).toEqual(thrown('N', reason))
  })

  test('what a sentence quotes', () => {
    for (const [open, close] of [
      ['"', '"'],
      ['“', '”'],
      ['`', '`'],
      ['"*** ', '"'],
      ['`\\*\\*\\* ', '`'],
    ] as const)
      expect(readThrownText(`x ${open}${message("no 'till'")}${close} when it's 'so'`)).toEqual(thrown('N', "no 'till"))
  })
})

test('a name that was cut', () => {
  for (const name of ['N', 'NSRangeException', 'a.b_1'])
    for (const [start, kept] of [
      ['', ''],
      ['*** ', '*** '],
      ['x *** ', '*** '],
    ] as const)
      for (const [reason, read] of [
        ['', undefined],
        [': n', 'n'],
        [': no till: 7', 'no till: 7'],
      ] as const)
        for (const end of ['', "'", "', reas", ' \t', '\nmore']) {
          const line = `${kept}Terminating app due to uncaught exception '${name}${reason}`
          expect(readCutName(`${start}${line.slice(kept.length)}${end}`)).toEqual({
            exception: { type: 'NSException', name, ...(read !== undefined && { reason: read }) },
            info: `${line}${end.split('\n')[0] ?? ''}`.trimEnd(),
          })
        }
  expect(readCutName("Terminating app due to uncaught exception '7")).toBeUndefined()
})

test('the line as it is shown', () => {
  expect(formatThrown({ name: 'N', reason: 'r' })).toBe(
    "*** Terminating app due to uncaught exception 'N', reason: 'r'",
  )
  expect(formatThrown({})).toBe("*** Terminating app due to uncaught exception '', reason: ''")
})

test.each(EXCEPTIONS)('%s alone in a line, or with its reason', (name) => {
  for (const head of ['', ' \t', 'Exception: ', ' Exception Type:\t', ': ', 'a1:'])
    for (const end of ['', ' \t']) {
      const line = `${head}${name}${end}`
      expect(readNamedException(['x', line])).toEqual({ type: 'NSException', name })
      for (const label of ['', 'Description: ', 'Description:\t  '])
        expect(readNamedException([line, '', ' ', ` ${label}no till \t`, 'more'])).toEqual(thrown(name, 'no till'))
      expect(readNamedException([line, 'x Description: n'])).toEqual(thrown(name, 'x Description: n'))
    }
  for (const indent of ['', ' \t'])
    for (const reason of ['** -[T x]: n', '*** n'])
      expect(readNamedException(['x', `${indent}${name}: ${reason}`])).toEqual(thrown(name, reason))
  for (const line of [
    `${name}s`,
    `x ${name}`,
    `x-y: ${name}`,
    `${name}: no till`,
    `x ${name}: *** n`,
    `${name}: **`,
    `my${name}`,
  ])
    expect(readNamedException([line])).toBeUndefined()
})
