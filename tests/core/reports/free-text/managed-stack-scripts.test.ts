/** Rows of scripts, one by one: names and places as the engines print them, and lines that only look like rows. */
import { describe, expect, test } from 'vitest'
import { managedStackFormat } from '../../../../src/core/reports/free-text/managed-stack.ts'
import { framesTold } from './told.ts'

type Symbol = readonly [name: string, file?: string | undefined, line?: number, column?: number]
const below = 'sum@/app/main.js:7:9'
const read = (line: string): readonly unknown[] =>
  framesTold(managedStackFormat, `${line}\n${below}`).map((frame) => {
    const { index, kind, language, symbol, span } = frame as Readonly<Record<string, unknown>>
    const { name, file, line: at, column } = symbol as Readonly<Record<string, unknown>>
    return { row: [index, kind, language, span], symbol: [name, file, at, column].filter((part) => part !== undefined) }
  })
const row = (index: number, line: string, symbol: Symbol) => ({
  row: [index, 'exact', 'javascript', line.trimEnd()],
  symbol: symbol.filter((part) => part !== undefined),
})
const BELOW = ['sum', '/app/main.js', 7, 9] as const

const FILE = '/app/till.js'
describe('rows of scripts', () => {
  test.each<[string, Symbol]>([
    ['count@/app/till.js:3:5', ['count', FILE, 3, 5]],
    ['  \tcount@/app/till.js:123:456\t ', ['count', FILE, 123, 456]],
    ['@/app/till.js:3:5', ['<anonymous>', FILE, 3, 5]],
    ['/app/till.js:3:5', ['<anonymous>', FILE, 3, 5]],
    ['/app/till.js:3', ['<anonymous>', FILE, 3]],
    ['count@/app/till.js:123456789:123456789', ['count', FILE, 123456789, 123456789]],
    ['    at count (/app/till.js:3:5)', ['count', FILE, 3, 5]],
    ['at  \tcount (/app/till.js:3:5)', ['count', FILE, 3, 5]],
    ['at count (/app/till.js:3:5))', ['count', FILE, 3, 5]],
    ['at new Till (/app/till.js:3:5)', ['new Till', FILE, 3, 5]],
    ['at Till.count [as sum] (/app/till.js:3:5)', ['Till.count [as sum]', FILE, 3, 5]],
    ['at /app/till.js:3:5', ['<anonymous>', FILE, 3, 5]],
    ['at count (/app/my shop/till.js:3:5)', ['count', '/app/my shop/till.js', 3, 5]],
    ['12 count@/app/till.js:3:5', ['count', FILE, 3, 5]],
    ['1234        count@/app/till.js:3:5', ['count', FILE, 3, 5]],
    ['3\t@/app/till.js:3:5', ['<anonymous>', FILE, 3, 5]],
    ['3 $a_.<b>/c@/app/till.js:3:5', ['$a_.<b>/c', FILE, 3, 5]],
    [`"count@/app/till.js:3:5",`.slice(1), ['count', FILE, 3, 5]],
    [`count@/app/till.js:3:5'\`"`, ['count', FILE, 3, 5]],
    ['at count (address at /app/till.js:3:5)', ['count', FILE, 3, 5]],
    ['at count (eval at /app/till.js:3:5)', ['count', FILE, 3, 5]],
    ['at .$c_1(address at /app/till.js:3:5)', ['$c_1', FILE, 3, 5]],
    ['at count(file:///app/till.js:42:3)', ['count', 'file:///app/till.js', 42, 3]],
    ['at count (/app/index.bundle//&platform=ios:3:5)', ['count', '/app/index.bundle?platform=ios', 3, 5]],
    [
      'at count (/app/index.bundle?platform=ios&dev=true:3:5)',
      ['count', '/app/index.bundle?platform=ios&dev=true', 3, 5],
    ],
    ['at count (till.js#part:3:5)', ['count', 'till.js#part', 3, 5]],
    ['$c_.<b>@https://shop.example/@till/a.js:3:5', ['$c_.<b>', 'https://shop.example/@till/a.js', 3, 5]],
    ['@webpack-a_1://x/@till/a.js:3:5', ['<anonymous>', 'webpack-a_1://x/@till/a.js', 3, 5]],
    ['@/app/@shop/till.js:3:5', ['<anonymous>', '/app/@shop/till.js', 3, 5]],
    ['count@/app/node_modules/@shop/till.js:3:5', ['count', '/app/node_modules/@shop/till.js', 3, 5]],
    ['/app/node_modules/@shop/till.js:3:5', ['<anonymous>', '/app/node_modules/@shop/till.js', 3, 5]],
    ['file:///app/@shop/till.js:3:5', ['<anonymous>', 'file:///app/@shop/till.js', 3, 5]],
    ['C:\\app\\@shop\\till.js:3:5', ['<anonymous>', 'C:\\app\\@shop\\till.js', 3, 5]],
    ['d:/app/@shop/till.js:3:5', ['<anonymous>', 'd:/app/@shop/till.js', 3, 5]],
    ['shop/@till/a.js:3:5', ['<anonymous>', 'shop/@till/a.js', 3, 5]],
    ['count@user-script:3:5', ['count', 'user-script', 3, 5]],
    ['count@user-script:12:3:5', ['count', 'user-script:12', 3, 5]],
    ['count@user-script:123456789:3:5', ['count', 'user-script:123456789', 3, 5]],
    ...['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'bundle', 'jsbundle', 'hbc'].map((suffix): [string, Symbol] => [
      `count@till.${suffix}:3:5`,
      ['count', `till.${suffix}`, 3, 5],
    ]),
    ...['ml', 'mlx', 're', 'res', 'elm', 'purs', 'coffee', 'vue', 'svelte', 'wasm'].map((suffix): [string, Symbol] => [
      `at count (till.${suffix}:3:5)`,
      ['count', `till.${suffix}`, 3, 5],
    ]),
    ...['http', 'https', 'capacitor', 'ionic', 'file', 'webpack', 'webpack-internal', 'webpack0'].flatMap(
      (scheme): [string, Symbol][] =>
        ['a', 'localhost/shop'].flatMap((path): [string, Symbol][] => [
          [`at count (${scheme}://${path}:3:5)`, ['count', `${scheme}://${path}`, 3, 5]],
          [`at count(${scheme}://${path}:3:5)`, ['count', `${scheme}://${path}`, 3, 5]],
        ]),
    ),
    ['at count (node:fs:3:5)', ['count', 'node:fs', 3, 5]],
    ['at count (node:internal/a-b.c_1:3:5)', ['count', 'node:internal/a-b.c_1', 3, 5]],
    ['forEach@[native code]', ['forEach', '[native code]']],
    ['[native code]', ['<anonymous>', '[native code]']],
    ['at forEach ([native code])', ['forEach', '[native code]']],
    ['at forEach([native code])', ['forEach', '[native code]']],
    ['at forEach ((native):0:0)', ['forEach', '[native code]']],
    ['at .forEach((native):0:0)', ['forEach', '[native code]']],
    ['forEach([native code]::)', ['forEach', '[native code]']],
    ['forEach ([native code]::)', ['forEach', '[native code]']],
    ['eval code', ['eval code']],
    ['  \tglobal code\t ', ['global code']],
    ['at module code', ['module code']],
    ['at   \teval code', ['eval code']],
    ['  at count (<anonymous>)', ['count']],
    ['at\t count (<anonymous>) ', ['count']],
    ['at async Till.count (native)', ['async Till.count']],
    ['at new Till (native)', ['new Till']],
    ['at $T_.<a>[b] @ <anonymous>', ['$T_.<a>[b]']],
    ['count@9060:63', ['count', undefined, 9060, 63]],
    ['@123456789:123456789 ', ['<anonymous>', undefined, 123456789, 123456789]],
    ['        count@:9060:63', ['count', undefined, 9060, 63]],
    ['12 \t$c_.<a>@:9060:63', ['$c_.<a>', undefined, 9060, 63]],
    ['1234        @:9060:63', ['<anonymous>', undefined, 9060, 63]],
  ])('%j', (line, symbol) => {
    expect(read(line)).toEqual([row(0, line, symbol), row(1, below, BELOW)])
  })

  test.each([
    'at (/app/till.js:3:5)',
    '(/app/till.js:3:5)',
    'count@/app/till.js',
    'count@/app/till.js:x:5',
    'count@/app/till.js:3:5:',
    'count@/app/till.js:3:5)))',
    'count@/app/till.js:3:5x',
    'count@/app/till.jsy:3:5',
    'count@/app/till.md:3:5',
    'count@/app/tilljs:3:5',
    'count@till shop.js:3:5',
    'count@xuser-script:3:5',
    'count@user-scripts:3:5',
    'count@user-script:1234567890:3:5',
    'count@https://a:3:5',
    'eval codes',
    'an eval code',
    'eval  code',
    'x at count (<anonymous>)',
    'at count (<anonymous>) x',
    'at the count (<anonymous>)',
    'forEach@[native code] x',
    '         count@9060:63',
    'x count@9060:63',
    'count@9060:63x',
    'count@1234567890:63',
    'count@9060:1234567890',
    '12345 count@:9060:63',
    '12         count@:9060:63',
    '12 count@9060:63',
    `count@/${'a'.repeat(1000)}.js:3:5`,
  ])('none: %s', (line) => {
    expect(read(line)).toEqual([row(0, below, BELOW)])
  })

  test.each([
    'at count (till.vue:3)',
    'at count (tillvue:3:5)',
    'at count (till.vuex:3:5)',
    'at count (a till.vue:3:5)',
    'at count (node::3:5)',
    'at count (xnode:fs:3:5)',
    'at count (node:fs!:3:5)',
    'at count (https://:3:5)',
    'at count (https://a b:3:5)',
    'at count (xhttps://a:3:5)',
    'at count (https:/a:3:5)',
    'at count (https://a:3)',
    'at count (anonymous)',
    'at     count (<anonymous>)',
  ])('no script, as brackets hold parameters: %s', (line) => {
    const name = line.replace(/^at +/, '')
    expect(read(line)).toEqual([{ row: [0, 'exact', 'csharp', line], symbol: [name] }, row(1, below, BELOW)])
  })

  test('rows are as long as a thousand letters', () => {
    const longest = `count@/${'a'.repeat(1000 - 'count@/.js:3:5'.length)}.js:3:5`
    expect(longest).toHaveLength(1000)
    expect(read(longest)).toEqual([row(0, longest, ['count', longest.slice(6, -4), 3, 5]), row(1, below, BELOW)])
    expect(read(longest.replace('/', '/a'))).toEqual([row(0, below, BELOW)])
  })
})
