/** Stacks whose rows are names and places, in the forms of many runtimes, behind what logs and pages add; and texts that are none. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { findPasted } from './fixture.ts'

function told(report: Report): { readonly end: string; readonly title: string } {
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  const { end, title } = headlineOf({ ...bare, ...explain(bare) })
  return { end, title }
}

const framesOf = ({ threads, backtraces }: Report): readonly (readonly unknown[])[] =>
  [...threads, ...backtraces].flatMap(({ frames }) =>
    frames.map(({ symbol, language }) =>
      [language, symbol?.name, symbol?.file, symbol?.line].filter((part) => part !== undefined),
    ),
  )

interface Dialect {
  readonly name: string
  readonly format: string
  readonly head?: string
  readonly row: (at: number) => string
  readonly frame: (at: number) => readonly unknown[]
}

const dialects: readonly Dialect[] = [
  {
    name: 'a number, a name and a place in brackets',
    format: 'named-stack',
    row: (at) => `${at}  kfun:shop.Till#count${at}        (Till.kt:${at + 3})`,
    frame: (at) => ['kotlin', `kfun:shop.Till#count${at}`, 'Till.kt', at + 3],
  },
  {
    name: 'a number behind a word, and a name',
    format: 'named-stack',
    row: (at) => `at ${at}   shop::count${at}(int, char const*)`,
    frame: (at) => [`shop::count${at}(int, char const*)`],
  },
  {
    name: 'Swift with at',
    format: 'named-stack',
    row: (at) => `#${at} Till.count${at}(total:) at src/Till.swift:${at + 3}:5`,
    frame: (at) => [`Till.count${at}(total:)`, 'src/Till.swift', at + 3],
  },
  {
    name: 'Ruby',
    format: 'named-stack',
    row: (at) => `\tfrom /shop/till.rb:${at + 3}:in 'count${at}'`,
    frame: (at) => [`count${at}`, '/shop/till.rb', at + 3],
  },
  {
    name: 'Lua',
    format: 'named-stack',
    head: 'no till\nstack traceback:',
    row: (at) => `\ttill.lua:${at + 3}: in function 'count${at}'`,
    frame: (at) => [`count${at}`, 'till.lua', at + 3],
  },
  {
    name: 'WebAssembly',
    format: 'named-stack',
    row: (at) => `$Till::count${at}(Cart const&) @ 0598f57e:0xaf51${at}`,
    frame: (at) => [`Till::count${at}(Cart const&)`, `0598f57e:0xaf51${at}`],
  },
  {
    name: '.NET without at',
    format: 'managed-stack',
    row: (at) => `Shop.Till.Count${at} (System.Int32 max) [0x0001f] in /src/Till.cs:${at + 3};Shop`,
    frame: (at) => ['csharp', `Shop.Till.Count${at} (System.Int32 max)`, '/src/Till.cs', at + 3],
  },
  {
    name: '.NET with at twice',
    format: 'managed-stack',
    row: (at) => `  at at Shop.Till.Count${at}(Cart cart, Int32 max)`,
    frame: (at) => ['csharp', `Shop.Till.Count${at}(Cart cart, Int32 max)`],
  },
  {
    name: 'components with places',
    format: 'react-native',
    row: (at) => `    in Till${at} (at Shop.js:${at + 3})`,
    frame: (at) => ['javascript', `Till${at}`, 'Shop.js', at + 3],
  },
  {
    name: 'components with their makers',
    format: 'react-native',
    row: (at) => `    in Till${at} (created by Context.Consumer)`,
    frame: (at) => ['javascript', `Till${at}`],
  },
  {
    name: 'components alone, below their heading',
    format: 'react-native',
    head: 'This error is located at:',
    row: (at) => `    in Till${at}`,
    frame: (at) => ['javascript', `Till${at}`],
  },
  {
    name: 'Rust without its head',
    format: 'panic-stack',
    row: (at) =>
      `  ${at + 44}:        0x102ea938${at} - shop::count${at}::h1\n               at /src/till.rs:${at + 3}:5`,
    frame: (at) => ['rust', `shop::count${at}::h1`, '/src/till.rs', at + 3],
  },
  {
    name: 'Go without its heading',
    format: 'goroutines',
    row: (at) => `shop/till.(*Till).Count${at}(0x1)\n\t/src/till.go:${at + 3} +0x4a`,
    frame: (at) => ['go', `shop/till.(*Till).Count${at}`, '/src/till.go', at + 3],
  },
]
const numbers = [0, 1, 2, 3]
const textOf = ({ head, row }: Dialect): string =>
  [...(head === undefined ? [] : [head]), ...numbers.map(row)].join('\n')

test.each(dialects)('$name: every row has its name and place, and nothing is told as an end', (dialect) => {
  const report = findPasted(textOf(dialect))
  expect(report?.format).toBe(dialect.format)
  if (!report) return
  expect(framesOf(report)).toEqual(numbers.map(dialect.frame))
  expect(report.threads.filter(({ crashed }) => crashed)).toEqual([])
  expect(told(report).end).toBe('unknown')
})

test.each(dialects.filter(({ row }) => !row(0).includes('\n')))('$name: one row alone is no stack', ({ row }) => {
  expect(findPasted(`We saw this today:\n${row(1)}\nWhat is it?\n`)?.format ?? 'none').toMatch(/^(?:none|text-scan)$/)
})

test.each(['[TillApp] ', 'error T104: output: ', 'worker 12 | '])(
  '%j before all rows of managed code is left out',
  (prefix) => {
    const rows = numbers.map(
      (at) => `${prefix}  at Shop.Till.Count${at} (System.Int32 max) [0x0001f] in /src/Till.cs:${at + 3} `,
    )
    const report = findPasted(`${prefix}System.Exception: no till\n${rows.join('\n')}\n`)
    expect(report && framesOf(report).map(([, , , line]) => line)).toEqual([3, 4, 5, 6])
    expect(report?.exception).toMatchObject({ name: 'System.Exception', reason: 'no till' })
  },
)

const net = '  at Shop.Till.Count (System.Int32 max) [0x0001f] in /src/Till.cs:42 \n'.repeat(2)
const jvm = '\tat com.shop.Till.count(Till.java:42)\n\tat com.shop.Till.main(Till.java:7)\n'
const jsRows = 'value@32:1919\nvalue@32:3062\n'
test.each([
  ['', net, 'unknown', 'No cause was found in this report'],
  ['System.Exception: no till\n', net, 'unknown', 'System.Exception: no till'],
  [
    '[ERROR] FATAL UNHANDLED EXCEPTION: System.Exception: no till\n',
    net,
    'crash',
    'Uncaught System.Exception: no till',
  ],
  ['Rethrow as ShopException: no till\n', net, 'unknown', 'ShopException: no till'],
  ['Type: System.Exception\nSource: Shop\nMessage: no till\n', net, 'unknown', 'System.Exception: no till'],
  ['Fatal Exception: com.shop.TillGone: no till\n', jvm, 'crash', 'Uncaught com.shop.TillGone: no till'],
  ['Exception com.shop.TillGone: no till\n', jvm, 'unknown', 'com.shop.TillGone: no till'],
  [
    'FATAL EXCEPTION: mqt_native_modules\ncom.facebook.react.common.JavascriptException: no till, stack:\n',
    jsRows + jvm,
    'crash',
    'no till',
  ],
])('%j above a stack', (head, rows, end, title) => {
  const report = findPasted(head + rows)
  expect(report && told(report)).toEqual({ end, title: expect.stringContaining(title) as string })
})

test('what Godot and Lua say is an error, and nothing ended', () => {
  const godot = findPasted('SCRIPT ERROR: no till\n          at: Till::count (res://till.gd:5)\n')
  expect(godot && [framesOf(godot), told(godot)]).toEqual([
    [['Till::count', 'res://till.gd', 5]],
    { end: 'unknown', title: 'no till' },
  ])
  const lua = findPasted('ERROR: Runtime error\nno till\nstack traceback:\n\t[C]: ?\n\t[C]: ?\n')
  expect(lua && told(lua)).toEqual({ end: 'unknown', title: 'no till' })
})

test('a list of names is a stack below the words of a crash alone', () => {
  const list =
    '- *2 unknown/js code*\n- `till.count`\n- [`till.zig:7`](<https://shop.example/till.zig#L7>): `till.close`\n- `main`\n'
  const report = findPasted(`Segmentation fault at address 0x00000030\n\n${list}`)
  expect(report && framesOf(report)).toEqual([['till.count'], ['zig', 'till.close', 'till.zig', 7], ['main']])
  expect(report && told(report)).toEqual({ end: 'crash', title: 'Segmentation fault at address 0x00000030' })
  expect(findPasted(`Left to do:\n\n${list}`)).toBeUndefined()
})

test('pieces of events have their frames, the innermost first', () => {
  const sentry = [1, 2]
    .map(
      (at) =>
        `{"function":"count${at}","package":"/App/Shop","instruction_addr":"0x10490${at}000","image_addr":"0x104900000"}`,
    )
    .join(',')
  const kscrash = [1, 2]
    .map(
      (at) =>
        `{"object_name":"Shop","object_addr":4371513344,"symbol_name":"count${at}","instruction_addr":${4371513344 + at}}`,
    )
    .join(',')
  for (const [text, names] of [
    [`{"frames":[${sentry}]`, ['count2', 'count1']],
    [`${sentry.slice(1)}]}`, ['count2', 'count1']],
    [`${kscrash.slice(1)}],"skipped":0},`, ['count1', 'count2']],
  ] as const) {
    const report = findPasted(text)
    expect(report && framesOf(report).map(([name]) => name)).toEqual(names)
    expect(report?.images.map(({ name }) => name)).toEqual(['Shop'])
    expect(report && told(report).end).toBe('unknown')
  }
})

test('Crashlytics: rows of a runtime without addresses are calls of their own', () => {
  const report = findPasted(
    'Fatal Exception: FlutterError\n0  ???   0x0 (null). #0      Till.count (/src/till.dart:119:22)\n1  ???   0x0 (null). #1      main (/src/main.dart:91:36)\n2  ???   0x0 (null). #2      _run (dart:async)\n',
  )
  expect(
    report?.lastException?.frames.map(({ language, address, symbol }) => [language, address, symbol?.name]),
  ).toEqual([
    ['dart', undefined, 'Till.count'],
    ['dart', undefined, 'main'],
    ['dart', undefined, '_run (dart:async)'],
  ])
})

test('an error that a console printed with its components', () => {
  const report = findPasted(
    "11-05 05:22:25.448  7809  7836 E ReactNativeJS: { [TypeError: no till]\n11-05 05:22:25.448  7809  7836 E ReactNativeJS:   componentStack: '\\n    at Till (address at index.android.bundle:1:780432)\\n    at RCTView (<anonymous>)\\n    at App (address at index.android.bundle:1:7)',\n11-05 05:22:25.448  7809  7836 E ReactNativeJS:   isComponentError: true }\n",
  )
  expect(report?.exception).toMatchObject({ name: 'TypeError', reason: 'no till' })
  expect(report && framesOf(report).map(([, name]) => name)).toEqual(['Till', 'RCTView', 'App'])
})

test.each([
  ['sentences', 'We went in Berlin (at noon)\nand then in Paris (created by nobody)\n'],
  ['a diagnostic of a compiler', 'src/till.c:12:3: error: expected expression\nsrc/till.c:14:3: error: no till\n'],
  ['what grep found', 'src/till.ts:12: count()\nsrc/till.ts:14: close()\n'],
  ['a list of files', '- `till.ts`\n- `cart.ts`\n- `main.ts`\n'],
  ['headings with numbers', '1. Open the till (step 3)\n2. Close the till (step 4)\n'],
  ['lines of source', 'Till.Count (cart);\nTill.Close ();\n'],
])('no stack: %s', (_, text) => {
  expect(findPasted(text)).toBeUndefined()
})
