/** A text ends inside its last row: the rows above stay as they are, and a cut name is never shown as a whole one. */
import { describe, expect, test } from 'vitest'
import { eachStack } from '../../../src/core/model/each-frame.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { namedStacks } from '../../support/named-stacks.ts'
import { rowsOf, type ReadRow } from '../../support/rows-of.ts'

const REST = '…'

/** The text cut at each character of its last line, but for blanks before it. */
function cutsOf(text: string): readonly string[] {
  const start = text.lastIndexOf('\n') + 1
  const first = start + text.slice(start).search(/\S/)
  return Array.from({ length: text.length - first - 1 }, (_, at) => text.slice(0, first + at + 1))
}

/** A fact of the last row that its whole form does not have. */
function wrongIn({ name = '', file, line }: ReadRow, whole: ReadRow): string | undefined {
  if (name.endsWith(REST) ? !whole.name?.startsWith(name.slice(0, -1)) : name !== whole.name) return `name ${name}`
  if (file !== undefined && file !== whole.file) return `file ${file}`
  // No mark ends a number, so its first digits may be left.
  if (line !== undefined && !String(whole.line).startsWith(String(line))) return `line ${line}`
  return undefined
}

describe.each(namedStacks.map((stack, at) => ({ ...stack, at })))('stack $at of $language', ({ text, rows }) => {
  const plain = rowsOf(text)
  const cuts = cutsOf(text)
  // Where no row has a place, nothing tells a cut name from a whole one.
  const hasPlaces = plain.some(({ file }) => file !== undefined)

  test('no row is false', () => {
    const wrong = cuts.flatMap((cut) => {
      const read = rowsOf(cut)
      const above = read.slice(0, rows - 1)
      const [last, whole] = [read[rows - 1], plain[rows - 1]]
      if (JSON.stringify(above) !== JSON.stringify(plain.slice(0, rows - 1))) return [`rows above: ${cut.slice(-40)}`]
      if (read.length > rows) return [`rows too many: ${cut.slice(-40)}`]
      return (hasPlaces && last && whole && wrongIn(last, whole)) || []
    })
    expect(wrong).toEqual([])
  })

  test('a row with its whole name is kept', () => {
    const name = plain.at(-1)?.name ?? ''
    const lost = cuts.filter(
      (cut) => cut.lastIndexOf(name) > cut.lastIndexOf('\n') && !cut.endsWith(name) && rowsOf(cut).length < rows,
    )
    expect(lost.map((cut) => cut.slice(cut.lastIndexOf('\n') + 1))).toEqual([])
  })
})

test.each([
  [
    'an offset that other rows have',
    ['5   Shop  0xfc8 count + 12', '6   Shop  0xfd8 open + 4', '7   Shop  0xfe8 selec'],
    'selec…',
  ],
  [
    'a file that other rows have',
    [
      '0   Shop                          	0x00b36b22 count (till.c:23)',
      '1   Shop                          	0x00b3c0d2 open (till.c:4)',
      '2   Shop                          	0x00c0753c close (shop-drawer.m:1',
    ],
    'close',
  ],
  [
    'a part of the hash of Rust',
    [
      'stack backtrace:',
      '   0:        0x10a5d10df - shop::till::count::h2b293e6c03a76160',
      '   1:        0x10a5d1037 - shop::till::open::he62db7e7a9a0c786',
      '   2:        0x10a43dc95 - shop::main::hc00c4',
    ],
    'shop::main',
  ],
  [
    'the end of its arguments in Go',
    [
      'goroutine 1 [running]:',
      'shop.com/till.Count(0x2e3d288)',
      '\t/src/till.go:96 +0x85',
      'shop.com/till.(*Push).Execute(0xc000160a20, 0x1',
    ],
    'shop.com/till.(*Push).Execute',
  ],
  [
    'a bracket',
    ['at com.shop.Till.count(Till.java:4)', 'at com.shop.Till.open(Till.java:9)', 'at java.util.concurrent.'],
    'java.util.concurrent.…',
  ],
])('the end lacks %s', (_, lines, name) => {
  const text = lines.join('\n')
  expect(rowsOf(text).at(-1)?.name).toBe(name)
  expect(rowsOf(text).at(-1)?.language).toBe(rowsOf(text)[0]?.language)
})

test.each([
  [
    'a last row of the runtime',
    [
      'at com.shop.Till.count(Till.java:4)',
      'at com.shop.Till.open(Till.java:9)',
      'at java.lang.Thread.run(Native Method)',
    ],
    3,
  ],
  [
    'words below',
    ['at com.shop.Till.count(Till.java:4)', 'at com.shop.Till.open(Till.java:9)', 'at the end it stops'],
    2,
  ],
  ['a word below', ['count@https://shop.example/till.js:3:9', 'open@https://shop.example/till.js:4:9', 'Thanks'], 2],
  [
    'a list below',
    ['#0  count (package:shop/till.dart:3:9)', '#1  open (package:shop/till.dart:4:9)', '#1 thing to try next'],
    2,
  ],
])('%s is no cut row', (_, lines, count) => {
  const rows = rowsOf(lines.join('\n'))
  expect(rows).toHaveLength(count)
  expect(rows.filter(({ name }) => name?.endsWith(REST))).toEqual([])
})

test.each([
  ['at com.shop.Till.count(Till.java:42)', 'com.shop.Till.count'],
  ['#3      Till.count (package:shop/till.dart:42:5)\n', 'Till.count'],
  ['E/AndroidRuntime( 7713): \tat com.shop.Till.count(Till.kt:42)', 'com.shop.Till.count'],
])('one row alone: %s', (text, name) => {
  expect(rowsOf(text).map((row) => row.name)).toEqual([name])
})

test.each(['meet me at the till (Main Street:42)', '#3 call Ada (room 3)', 'at com.shop.Till.count(Native Method)'])(
  '%s is no row alone',
  (text) => {
    expect(rowsOf(text)).toEqual([])
  },
)

describe('a last row of which no more than the image is left', () => {
  const last = (text: string) => {
    const outcome = parseReport('paste.txt', new TextEncoder().encode(text))
    const report = outcome.ok ? outcome.value[0] : undefined
    const frame = report && [...eachStack(report)].at(-1)?.frames.at(-1)
    return [frame?.index, frame?.imageName, frame?.symbol?.name]
  }
  const bt = (end: string): string =>
    `* thread #1, stop reason = signal SIGABRT\n  * frame #0: 0x000000010e38c378 Till\`count() -> () + 86\n    frame #1: 0x000000010e38e238 Shelf\`fill + 120\n    frame #2: 0x000000010e38e300 ${end}`
  const offsets = (end: string): string =>
    `Context 0x283ce7810\n0  libshelf.dylib             0x2ddc3c fill + 202\n1  Till           0x1a35e0 count + 176\n2  Till                 0x1a368c sell + 32\n${end}`
  const report = (end: string): string =>
    `Process:             Till [12]\nException Type:  EXC_CRASH (SIGKILL)\n\nThread 0 Crashed:\n0   libshelf.dylib   0x0000000249935cd4 fill + 8\n1   Till   0x000000024993930c sell + 76\n${end}`

  test.each([
    ['a debugger’s, whole', bt('Till'), [2, 'Till', undefined]],
    ['a debugger’s, cut', bt('Shel'), [2, 'Shel…', undefined]],
    ['with offsets', offsets('3  Till'), [3, 'Till', undefined]],
    ['a crash report’s, cut', report('2   libshelf'), [2, 'libshelf…', undefined]],
    ['a crash report’s, whole', report('2   Till'), [2, 'Till', undefined]],
    ['another number', report('5   Till'), [1, 'Till', 'sell']],
    ['too few letters', report('2   lib'), [1, 'Till', 'sell']],
    ['no image of the rows', report('2   Drawer'), [1, 'Till', 'sell']],
    ['a method that is cut', report('2   Till   0x000000024993930c -[TLTill coun'), [2, 'Till', '-[TLTill coun…']],
    ['a whole method', report('2   Till   0x000000024993930c -[TLTill count]'), [2, 'Till', '-[TLTill count]…']],
  ])('%s', (_, text, wanted) => {
    expect(last(text)).toEqual(wanted)
  })

  test('what a Swift function returns is part of its name', () => {
    const outcome = parseReport('paste.txt', new TextEncoder().encode(bt('Till`main + 4')))
    const first = outcome.ok ? outcome.value[0]?.threads[0]?.frames[0] : undefined
    expect(first?.symbol).toEqual({ name: 'count() -> ()', offset: 86 })
  })

  test('a method alone above which one row stands is cut where its bracket is open', () => {
    const one = report('').replace(/1 {3}Till.*\n/, '1   Till   0x000000024993930c -[TLTill _recursiveC')
    expect(last(one)).toEqual([1, 'Till', '-[TLTill _recursiveC…'])
  })
})
