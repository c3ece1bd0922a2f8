/** Rows of a table: filter, order, widths, what is copied. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnWidths, nextSorting, shownRows, tabbedText, type Column } from '../../../src/app/ui/table.ts'

interface Row {
  readonly name: string
  readonly size?: number | bigint
}
const name: Column<Row> = { id: 'name', heading: 'Name', text: (row) => row.name }
const size: Column<Row> = {
  id: 'size',
  heading: 'Size',
  text: (row) => (row.size === undefined ? '' : `${row.size} B`),
  value: (row) => row.size,
  isNumber: true,
}
const columns = [name, size]
const rows: readonly Row[] = [
  { name: 'Thread 10', size: 9 },
  { name: 'thread 9', size: 100n },
  { name: 'none' },
  { name: 'Émile', size: 20 },
]
const names = (shown: readonly Row[]): readonly string[] => shown.map((row) => row.name)

describe('order', () => {
  test('sizes sort as numbers, not as their texts, big ones beside plain ones', () => {
    expect(names(shownRows(rows, columns, '', { column: 'size', down: false }))).toEqual([
      'Thread 10',
      'Émile',
      'thread 9',
      'none',
    ])
  })

  test('a row without a value is last either way', () => {
    for (const down of [true, false])
      expect(names(shownRows(rows, columns, '', { column: 'size', down })).at(-1)).toBe('none')
  })

  test('numbers within texts count, capitals do not', () => {
    expect(names(shownRows(rows, columns, '', { column: 'name', down: false }))).toEqual([
      'Émile',
      'none',
      'thread 9',
      'Thread 10',
    ])
  })

  test('no heading chosen, or one that is gone: as given', () => {
    expect(shownRows(rows, columns, '', undefined)).toEqual(rows)
    expect(shownRows(rows, columns, '', { column: 'gone', down: true })).toEqual(rows)
  })

  test('equal rows keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 })), fc.boolean(), (sizes, down) => {
        const given = sizes.map((one, at) => ({ name: String(at), size: one }))
        const shown = shownRows(given, columns, '', { column: 'size', down })
        for (const one of [0, 1, 2, 3]) {
          const places = shown.filter((row) => row.size === one).map((row) => Number(row.name))
          expect(places).toEqual([...places].sort((a, b) => a - b))
        }
      }),
    )
  })

  test('a heading goes round: numbers largest first, then smallest, then as given', () => {
    const down = nextSorting(size, undefined)
    expect(down).toEqual({ column: 'size', down: true })
    const up = nextSorting(size, down)
    expect(up).toEqual({ column: 'size', down: false })
    expect(nextSorting(size, up)).toBeUndefined()
    expect(nextSorting(name, up)).toEqual({ column: 'name', down: false })
  })
})

test('each word of a filter must be in some cell of a row', () => {
  expect(names(shownRows(rows, columns, ' THREAD  100 ', undefined))).toEqual(['thread 9'])
  expect(shownRows(rows, columns, 'thread 7', undefined)).toEqual([])
})

test('a cell of any length does not widen a column without end', () => {
  const [width = 0] = columnWidths([{ name: 'x'.repeat(1_000_000) }], columns)
  expect(width).toBeLessThan(60)
  expect(columnWidths([], columns)[1]).toBeGreaterThanOrEqual('Size'.length)
})

test('a copied row is one line of cells, whatever its texts hold', () => {
  expect(tabbedText([{ name: 'a\tb\r\nc', size: 1 }], columns)).toBe('Name\tSize\na b c\t1 B')
})

test.each([
  ['=HYPERLINK("http://a.example")', `'=HYPERLINK("http://a.example")`],
  ['-[Route open:]', `'-[Route open:]`],
  ['+[Route new]', `'+[Route new]`],
  ['@import', `'@import`],
  [' =1+1', `' =1+1`],
  ['a\u2028=b', 'a =b'],
  ['＝1+1', `'＝1+1`],
  ['\u200b=1+1', `'\u200b=1+1`],
  ['"=1+1"', `'"=1+1"`],
  ['"a', `'"a`],
  ['a\u0000\u000b=b', 'a =b'],
  ['-12', '-12'],
  ['-0x1f', '-0x1f'],
  ['+3.5 %', '+3.5 %'],
  ['main', 'main'],
])('a cell for a spreadsheet is never a formula: %s', (name, cell) => {
  expect(tabbedText([{ name, size: 1 }], columns).split('\n')[1]).toBe(`${cell}\t1 B`)
})

test('a column of Chinese has room for signs of double width', () => {
  const widths = columnWidths([{ name: '符号匹配的镜像' }], [{ id: 'n', heading: 'N', text: ({ name }) => name }])
  expect(widths).toEqual([14])
})
