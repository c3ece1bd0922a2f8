/** Rows of React's components, part by part. */
import { expect, test } from 'vitest'
import { asLine, type Line } from '../../../../src/core/reports/base/lines.ts'
import {
  COMPONENTS_HEADING,
  isPlacedComponent,
  partedAtStack,
  readComponentRow,
} from '../../../../src/core/reports/text/component-rows.ts'

const lineAt = (text: string, start: number): Line => ({ ...asLine(text), start, end: start + text.length })

const NAMES = ['V', 'View', 'RCTView', 'Till.Item_1', '$a<b>[c]', 'withTill(View)', 'with(a b)']

test.each(NAMES)('in %s', (name) => {
  const places: readonly (readonly [string, string | undefined, number | undefined])[] = [
    ['', undefined, undefined],
    [' (at T:7)', 'T', 7],
    [' (at /a/Till.js:1234)', '/a/Till.js', 1234],
    [' (at **)', undefined, undefined],
    [' (created by T)', undefined, undefined],
    [' (created by Harbor Till)', undefined, undefined],
    [' (created by with(T))', undefined, undefined],
    [' (created by withTill(Harbor Till))', undefined, undefined],
  ]
  for (const [place, file, line] of places)
    for (const engine of ['', ', js engine: hermes', ', js engine: j'])
      for (const indent of ['', ' ', '\t   ']) {
        const text = `${indent}in ${name}${place}${engine}`
        for (const end of ['', ' \t'])
          expect(readComponentRow(lineAt(text + end, 100))).toEqual({
            symbol: { name, ...(file !== undefined && { file, line }) },
            language: 'javascript',
            span: { start: 100, end: 100 + text.length },
          })
        expect(isPlacedComponent(asLine(text))).toBe(place !== '')
      }
})

test.each([
  'x in View',
  'In View',
  'in ',
  'in the till',
  'in View (at)',
  'in View (at T)',
  'in View (at T:x)',
  'in View (at a b:7)',
  'in View (by T)',
  'in View () ',
  'in View (at T:7) x',
  'in View, js engine: ',
  'in View (created by )',
  'in View (created by a(b)c)',
])('%j is none', (text) => {
  expect(readComponentRow(asLine(text))).toBeUndefined()
  expect(isPlacedComponent(asLine(text))).toBe(false)
})

test('the heading', () => {
  for (const text of [
    'This error is located at:',
    'x This error is located at: \t',
    'This error is located at:\nin View',
  ])
    expect(COMPONENTS_HEADING.test(text)).toBe(true)
  for (const text of ['This error is located at: x', 'This error is located', 'xThis error is located at:'])
    expect(COMPONENTS_HEADING.test(text)).toBe(false)
})

test('the head of the script’s stack behind the last component', () => {
  for (const row of ['in V', ' \tat View (at T:7)', 'in\tView'])
    for (const engine of ['h', 'hermes']) {
      const line = lineAt(`${row}, js engine: ${engine}, stack:`, 50)
      const behind = `js engine: ${engine}, stack:`
      expect(partedAtStack(line)).toEqual([
        { ...line, text: row, start: 50, end: 50 + row.length },
        { ...line, text: behind, start: 50 + row.length + 2 },
      ])
    }
  for (const text of [
    'in V, stack:',
    'in V, js engine: h, stack: x',
    'x in V, js engine: h, stack:',
    'inV, js engine: h, stack:',
    'in V, js engine: h',
    'in V, js engine: h, stack:, stack:',
  ])
    expect(partedAtStack(asLine(text))).toEqual([asLine(text)])
})
