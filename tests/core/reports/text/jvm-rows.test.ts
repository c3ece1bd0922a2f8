/** Rows of Java's virtual machine: each part of a row, the row without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import { readJvmRow, readListedRow } from '../../../../src/core/reports/text/jvm-rows.ts'
import { lineAt, wholeOf } from './lines-at.ts'

interface Place {
  readonly file?: string
  readonly line?: number
}

const rowOf = (text: string, name: string, place: Place = {}, language = 'java') => ({
  symbol: { name, ...place },
  language,
  span: wholeOf(text),
})

/** The row, and that words before or behind it make it none. */
function reads(read: typeof readJvmRow, text: string, row: object): void {
  expect(read(lineAt(text))).toEqual(row)
  expect(read(lineAt(`+ ${text}`))).toBeUndefined()
  expect(read(lineAt(`${text} x`))).toBeUndefined()
}

const java = (line?: number): Place => ({ file: 'Till.java', ...(line !== undefined && { line }) })

describe('rows with `at` or a number', () => {
  test.each<[string, string, Place?]>([
    ['at com.shop.Till.count(Till.java:42)', 'com.shop.Till.count', java(42)],
    ['\tat a.b(Till.java)', 'a.b', java()],
    ['   at    a.b(Till.java:123456789) \t', 'a.b', java(123456789)],
    ['at\ta.b (Till.java:-2)', 'a.b', java()],
    ['at a.b(Till.java:0);', 'a.b', java()],
    ['at a.b(Till.java:1)`', 'a.b', java(1)],
    ['at a.b!(Till.java:1)', 'a.b', java(1)],
    ['at java.base@17.0.1/a.b(Till.java:1)', 'a.b', java(1)],
    ['at app//a.b(Till.java:1)', 'a.b', java(1)],
    ['at app/x-y@1/a.b(Till.java:1)', 'a.b', java(1)],
    ['at //a.b(Till.java:1)', 'a.b', java(1)],
    ['at Ä1.$_2.-x.Zähle_3$-4(Till.java:1)', 'Ä1.$_2.-x.Zähle_3$-4', java(1)],
    ['at a.<init>(Till.java:1)', 'a.<init>', java(1)],
    ['at a.<clinit>(Till.java:1)', 'a.<clinit>', java(1)],
    ['0 a.b(Till.java:1)', 'a.b', java(1)],
    ['  123    a.b(Till.java:1)', 'a.b', java(1)],
    ['12\ta.b(SourceFile)', 'a.b'],
    ['at a.b(Till.scala:3)', 'a.b', { file: 'Till.scala', line: 3 }],
    ['at a.b(Till.groovy)', 'a.b', { file: 'Till.groovy' }],
    ['at a.b(Ä 1_$.-x.java:3)', 'a.b', { file: 'Ä 1_$.-x.java', line: 3 }],
    ['at a.b(x.java)', 'a.b', { file: 'x.java' }],
    ['at a.b($.java)', 'a.b', { file: '$.java' }],
    ['at a.b(SourceFile:7)', 'a.b', { file: 'SourceFile', line: 7 }],
    ['at a.b(SourceFile)', 'a.b'],
    ['at a.b(Unknown Source)', 'a.b'],
    ['at a.b(Unknown Source:7)', 'a.b', { line: 7 }],
    ['at a.b(D8$$SyntheticClass)', 'a.b'],
    ['at a.b(lambda)', 'a.b'],
    ['at a.b(unavailable:0)', 'a.b'],
    ['at a.b(Native Method)', 'a.b'],
    ['at a.b(Native method)', 'a.b'],
    ['at a.b(:12)', 'a.b', { line: 12 }],
    [`at a.b(r8-map-id-${'0a'.repeat(32)}:12)`, 'a.b', { line: 12 }],
  ])('%s', (text, name, place) => {
    reads(readJvmRow, text, rowOf(text, name, place))
  })

  test.each(['x@y', 'com.shop.Till@@1.2-3_4', 'com.shop:till_2.x-y@1.2-3@z_4.-', 'a:b@@c'])(
    'a library for a file: %s',
    (library) => {
      const text = `at a.b(${library}:7)`
      // A name with a dot is a file.
      reads(readJvmRow, text, rowOf(text, 'a.b', { ...(library.includes('.') && { file: library }), line: 7 }))
    },
  )

  test('rows of Kotlin', () => {
    const text = 'at a.b(Till.kt:3)'
    reads(readJvmRow, text, rowOf(text, 'a.b', { file: 'Till.kt', line: 3 }, 'kotlin'))
  })

  test.each([
    'at     a.b(Till.java:1)',
    '1234 a.b(Till.java:1)',
    'x a.b(Till.java:1)',
    'at b(Till.java:1)',
    'at 2.b(Till.java:1)',
    'at a.2(Till.java:1)',
    'at a.<x>(Till.java:1)',
    'at a/b/c/d.e(Till.java:1)',
    'at a+b/c.d(Till.java:1)',
    'at a.b  (Till.java:1)',
    'at a.b!!(Till.java:1)',
    'at a.b(Till.java:1);;',
    'at a.b((Till.java:1))',
    'at a.b()',
    'at a.b(Till.js:1)',
    'at a.b(Till.java:x)',
    'at a.b(Till.java:1234567890)',
    'at a.b(Till.java:-12)',
    'at a.b(Till.java:1 x)',
    'at a.b(2.java:1)',
    'at a.b(Till.java2)',
    'at a.b(SourceFile2)',
    'at a.b(My SourceFile)',
    'at a.b(Native Method 2)',
    'at a.b(A Native Method)',
    'at a.b(native method)',
    'at a.b(r8-map-id-0a)',
    'at a.b(x@y@z@w)',
    `at a.b(Till.java:1)${' '.repeat(600)}`,
  ])('no row: %s', (text) => {
    expect(readJvmRow(lineAt(text))).toBeUndefined()
  })
})

describe('rows with neither', () => {
  test.each<[string, Place]>([
    ['a.b(Till.java:42)', java(42)],
    ['  a.b(Till.java:0)', java()],
    ['a.b(Till.java);', java()],
    ['a.b(Till.java); ', java()],
  ])('%s', (text, place) => {
    expect(readJvmRow(lineAt(text))).toEqual(rowOf(text, 'a.b', place))
  })

  test.each([
    'a.b(Till.java)',
    'a.b(Till.java)`',
    'a.b(SourceFile:7)',
    'a.b(Unknown Source);',
    'a.b(Native Method);',
    'a.b(:7);',
    'a.b(lambda:7)',
  ])('no row: %s', (text) => {
    expect(readJvmRow(lineAt(text))).toBeUndefined()
  })
})

describe('rows with types', () => {
  test.each<[string, string, Place?]>([
    ['at void com.shop.Till.count(int,java.lang.String) (Till.java:42)', 'com.shop.Till.count', java(42)],
    ['\tat    a.b() (Till.java)\t ', 'a.b', java()],
    ['  at\tcom.Shop$1_[] Ä1.$x_2-3.Zähle_4$-(x) (Till.java:1)', 'Ä1.$x_2-3.Zähle_4$-', java(1)],
    ['at x a.<init>() (Unknown Source:7)', 'a.<init>', { line: 7 }],
    ['at x a.<clinit>(int) (Native Method)', 'a.<clinit>'],
    ['at x a.-b(int) (SourceFile)', 'a.-b'],
    ['at a._b(int) (:1)', 'a._b', { line: 1 }],
  ])('%s', (text, name, place) => {
    reads(readJvmRow, text, rowOf(text, name, place))
  })

  test.each([
    'at     void a.b(int) (Till.java:42)',
    'void a.b(int) (Till.java:42)',
    'at void int a.b(int) (Till.java:42)',
    'at vo-id a.b(int) (Till.java:42)',
    'at void b(int) (Till.java:42)',
    'at void 1.b(int) (Till.java:42)',
    'at void a.1b(int) (Till.java:42)',
    'at void a.b (int) (Till.java:42)',
    'at void a.b(int)  (Till.java:42)',
    'at void a.b(int(x)) (Till.java:42)',
    'at void a.b(int) ()',
    'at void a.b(int) (Till.js)',
    'at void a.b(int) (Till.java:42);',
    'at void a.b (Till.java:42)',
  ])('no row: %s', (text) => {
    expect(readJvmRow(lineAt(text))).toBeUndefined()
  })
})

describe('rows of a list', () => {
  test.each<[string, string, Place, string?]>([
    ['  Till.java:42 - com.shop.Till.count', 'com.shop.Till.count', java(42)],
    [`${' '.repeat(40)}Till.java:-1 - a.b`, 'a.b', java()],
    ['\t\t$Ä1_-.java:123456789 - $Ä1_.x2.Zähle_3$-4 \t', '$Ä1_.x2.Zähle_3$-4', { file: '$Ä1_-.java', line: 123456789 }],
    ['   x.kt:0 - a._b', 'a._b', { file: 'x.kt' }, 'kotlin'],
    ['  x.kt:1 - a.<init>', 'a.<init>', { file: 'x.kt', line: 1 }, 'kotlin'],
    ['  x.java:1 - a.b.-c', 'a.b.-c', { file: 'x.java', line: 1 }],
    ['  x.java:1 - a.<clinit>', 'a.<clinit>', { file: 'x.java', line: 1 }],
  ])('%s', (text, name, place, language) => {
    reads(readListedRow, text, rowOf(text, name, place, language))
  })

  test.each<[string, string, string, string]>([
    ['  /system/lib/libc.so:295968 - __ioctl', '/system/lib/libc.so', 'libc.so', '__ioctl'],
    [`${' '.repeat(40)}/x.so:1 - f`, '/x.so', 'x.so', 'f'],
    ['\t\t \t/a-b/c.d_2@=~+/e.so:123456789012 - std::x<a>.~b$2 \t', '/a-b/c.d_2@=~+/e.so', 'e.so', 'std::x<a>.~b$2'],
    ['  [vdso]:7 - f', '[vdso]', '[vdso]', 'f'],
  ])('%s', (text, imagePath, imageName, name) => {
    reads(readListedRow, text, { imagePath, imageName, symbol: { name }, span: wholeOf(text) })
  })

  test.each([
    ' Till.java:42 - a.b',
    `${' '.repeat(41)}Till.java:42 - a.b`,
    '  Till.java:42 - b',
    '  Till.java:42 - 1.b',
    '  Till.java:42 - a.1',
    '  Till.java:42 - a.<x>',
    '  Till.js:42 - a.b',
    '  1.java:42 - a.b',
    '  Till.java - a.b',
    '  Till.java:-12 - a.b',
    '  Till.java:x - a.b',
    '  Till.java:1234567890 - a.b',
    '  Till.java:1 -  a.b',
    '  Till 2.java:1 - a.b',
    ' /system/lib/libc.so:2 - f',
    `${' '.repeat(41)}/system/lib/libc.so:2 - f`,
    '  system/lib/libc.so:2 - f',
    '  /system/lib/libc.so:x - f',
    '  /system/lib/libc.so:1234567890123 - f',
    '  /system/lib/libc.dylib:2 - f',
    '  /system/my lib/libc.so:2 - f',
    '  /system/lib/libc.so:2 - f(x)',
    `  /system/lib/libc.so:2 - f${' '.repeat(600)}`,
  ])('no row: %s', (text) => {
    expect(readListedRow(lineAt(text))).toBeUndefined()
  })
})
