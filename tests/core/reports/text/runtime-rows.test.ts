/** Rows of native code by runtimes that fail: each part of a row, the row without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import { runtimeRows } from '../../../../src/core/reports/text/runtime-rows.ts'
import { lineAt, wholeOf } from './lines-at.ts'

const [symbols, node, webkit, dart, java, bytecode] = runtimeRows
type Reader = (typeof runtimeRows)[number] | undefined

/** Each row, plain and with blanks at its end, and the same with words around it, which is none. */
function reads(reader: Reader, rows: readonly (readonly [text: string, row: object])[]): void {
  test.each(rows)('%s', (text, row) => {
    for (const blanks of ['', ' ', '\t \t']) {
      const whole = `${text}${blanks}`
      expect(reader?.(lineAt(whole))).toEqual({ ...row, span: wholeOf(whole) })
    }
    expect(reader?.(lineAt(`${text}\r`))).toEqual({ ...row, span: wholeOf(text) })
    expect(reader?.(lineAt(`say: ${text}`))).toBeUndefined()
  })
}

function readsNot(reader: Reader, texts: readonly string[]): void {
  test.each(texts)('no row: %s', (text) => {
    expect(reader?.(lineAt(text))).toBeUndefined()
  })
}

describe('rows by backtrace_symbols', () => {
  reads(symbols, [
    [
      '/usr/lib/libtill.dylib(till_count+0x24) [0x104cc8074]',
      {
        address: 0x104cc8074n,
        imageName: 'libtill.dylib',
        imagePath: '/usr/lib/libtill.dylib',
        symbol: { name: 'till_count', offset: 0x24 },
        kind: 'return',
      },
    ],
    ['till() [0x1000]', { address: 0x1000n, imageName: 'till', kind: 'return' }],
    ['  t()[0xfedcba9876543210]', { address: 0xfedcba9876543210n, imageName: 't', kind: 'return' }],
    ['\t \ttill(+0x1f) [0x10ff0]', { address: 0x10ff0n, imageName: 'till', kind: 'return' }],
    [
      ' /A b/Till 2(c) [0xabcd]',
      { address: 0xabcdn, imageName: 'Till 2', imagePath: '/A b/Till 2', symbol: { name: 'c' }, kind: 'return' },
    ],
    [
      'till(operator+(int) +0x123456789abc) [0x10ff0]',
      {
        address: 0x10ff0n,
        imageName: 'till',
        symbol: { name: 'operator+(int) ', offset: 0x123456789abc },
        kind: 'return',
      },
    ],
  ])
  readsNot(symbols, [
    '/usr/lib/libtill.dylib(till_count+0x24) [0x104cc8074] again',
    '/usr/lib/libtill.dylib(till_count+0x24) [0x104]',
    '/usr/lib/libtill.dylib(till_count+0x24) [104cc8074]',
    '/usr/lib/libtill.dylib(till_count+0x24)  [0x104cc8074]',
    '/usr/lib/libtill.dylib [0x104cc8074]',
    'a/till(till_count+0x24) [0x104cc8074]',
    '(till_count+0x24) [0x104cc8074]',
    'till( count) [0x104cc8074]',
  ])
})

describe('rows of Node', () => {
  reads(node, [
    [
      ' 1: 0x1025b2b14 node::Abort() [/usr/local/bin/node]',
      {
        index: 1,
        address: 0x1025b2b14n,
        imageName: 'node',
        imagePath: '/usr/local/bin/node',
        symbol: { name: 'node::Abort()' },
        kind: 'return',
      },
    ],
    [
      '1234: 0xabcdef v8 [0] [/n]',
      { index: 1234, address: 0xabcdefn, imageName: 'n', imagePath: '/n', symbol: { name: 'v8 [0]' }, kind: 'return' },
    ],
    [
      '\t\t10: 0xfedcba9876543210 x [/a b/c d]',
      {
        index: 10,
        address: 0xfedcba9876543210n,
        imageName: 'c d',
        imagePath: '/a b/c d',
        symbol: { name: 'x' },
        kind: 'return',
      },
    ],
  ])
  readsNot(node, [
    ' 1: 0x1025b2b14 node::Abort() [/usr/local/bin/node] behind',
    ' 12345: 0x1025b2b14 node::Abort() [/usr/local/bin/node]',
    ' 1 0x1025b2b14 node::Abort() [/usr/local/bin/node]',
    ' 1: 0x1025 node::Abort() [/usr/local/bin/node]',
    ' 1: 0x1025b2b14 node::Abort() [usr/local/bin/node]',
    ' 1: 0x1025b2b14 [/usr/local/bin/node]',
    ' a: 0x1025b2b14 node::Abort() [/usr/local/bin/node]',
  ])
})

describe('rows of WebKit', () => {
  const at = { index: 1, address: 0x10d5fc649n, kind: 'return' }
  const named = (name: string) => ({ ...at, symbol: { name } })
  reads(webkit, [
    ['1   0x10d5fc649 WTFCrash', named('WTFCrash')],
    ['1 0x10d5fc649 W', named('W')],
    ['1\t0x10d5fc649 Zähler2_', named('Zähler2_')],
    ['  1        0x10d5fc649 WTF::f(int) + 2', named('WTF::f(int) + 2')],
    ['\t1  0x10d5fc649 List<int>::add', named('List<int>::add')],
    ['1  0x10d5fc649 count(a, b)', named('count(a, b)')],
    ['1  0x10d5fc649 ~Till(x) y', named('~Till(x) y')],
    ['1  0x10d5fc649 _start', named('_start')],
    ['1  0x10d5fc649 -[Till count]', named('-[Till count]')],
    ['1  0x10d5fc649 +[Till count]', named('+[Till count]')],
    ['123  0xfedcba9876543210 x', { index: 123, address: 0xfedcba9876543210n, kind: 'return', symbol: { name: 'x' } }],
    ['7  0xabcdef x', { index: 7, address: 0xabcdefn, kind: 'return', symbol: { name: 'x' } }],
  ])
  readsNot(webkit, [
    '1234  0x10d5fc649 WTFCrash',
    '1         0x10d5fc649 WTFCrash',
    '1  0x10d5f WTFCrash',
    '1  0x10d5fc649',
    '1  0x10d5fc649 two words',
    '1  0x10d5fc649 2two',
    '1  0x10d5fc649 *[Till count]',
    'a  0x10d5fc649 WTFCrash',
    `1  0x10d5fc649 WTFCrash(${' '.repeat(600)})`,
  ])
})

describe('rows of Dart’s own crashes', () => {
  reads(dart, [
    [
      '[0x000000010c731a81] dart::bin::Thread::Start()',
      { address: 0x10c731a81n, symbol: { name: 'dart::bin::Thread::Start()' }, kind: 'return' },
    ],
    [
      '  pc 0x000000010c731a81 fp 0x00007ffeefbff0b0 dart::bin::Thread::Start()+0x1a',
      { address: 0x10c731a81n, symbol: { name: 'dart::bin::Thread::Start()', offset: 0x1a }, kind: 'return' },
    ],
    [
      '\tPC 0xABCDEF01 FP 0x0 ~Zähler+0x123456789abc',
      { address: 0xabcdef01n, symbol: { name: '~Zähler', offset: 0x123456789abc }, kind: 'return' },
    ],
    [
      ' [0xABCDEF01] (anonymous namespace)::f',
      { address: 0xabcdef01n, symbol: { name: '(anonymous namespace)::f' }, kind: 'return' },
    ],
    ['[0x12345678] _', { address: 0x12345678n, symbol: { name: '_' }, kind: 'return' }],
  ])
  readsNot(dart, [
    '[0x1234567] f',
    '[0x12345678]  f',
    '[0x12345678] 2',
    '[0x12345678]',
    'pc 0x12345678 f',
    'pc 0x1234567 fp 0x1 f',
    'pc 0x12345678 fp 0x f',
    `[0x12345678] f(${' '.repeat(600)})`,
  ])
})

describe('rows of Java’s own crashes', () => {
  reads(java, [
    [
      'C  [libtill.dylib+0x2b14]  till_count+0x24',
      { imageName: 'libtill.dylib', offset: 0x2b14, symbol: { name: 'till_count', offset: 0x24 } },
    ],
    ['# C  [libtill.dylib+0x2b14]', { imageName: 'libtill.dylib', offset: 0x2b14 }],
    ['#\t  V    [t+0x1]    x', { imageName: 't', offset: 1, symbol: { name: 'x' } }],
    [
      '\tA [t+0x123456789abc] operator new(long)',
      { imageName: 't', offset: 0x123456789abc, symbol: { name: 'operator new(long)' } },
    ],
    ['J\t[t+0x1]\tx y+0x123456789abc', { imageName: 't', offset: 1, symbol: { name: 'x y', offset: 0x123456789abc } }],
    ['j [t+0x1] f', { imageName: 't', offset: 1, symbol: { name: 'f' } }],
    ['v [t+0x1] f', { imageName: 't', offset: 1, symbol: { name: 'f' } }],
  ])
  readsNot(java, [
    'B  [libtill.dylib+0x2b14]',
    'C     [libtill.dylib+0x2b14]',
    'C[libtill.dylib+0x2b14]',
    'C  [lib till.dylib+0x2b14]',
    'C  [lib]till.dylib+0x2b14]',
    'C  [libtill.dylib+0x]',
    'C  [libtill.dylib]',
    'C  [libtill.dylib+0x2b14]till',
    'C  [libtill.dylib+0x2b14]     till',
    'C  [+0x2b14]',
  ])
})

describe('rows of Java’s bytecode', () => {
  const named = (name: string, offset?: number) => ({
    symbol: offset === undefined ? { name } : { name, offset },
    language: 'java',
  })
  reads(bytecode, [
    ['j  shop.Till.count(I)V+12', named('shop.Till.count(I)V', 12)],
    ['#\tj shop.Till.count(I)V', named('shop.Till.count(I)V')],
    ['# \t j    a.b()V', named('a.b()V')],
    ['J shop.Till.count()V', named('shop.Till.count()V')],
    [
      'J 1234 c2 shop.Till.count(I)V (20 bytes) @ 0x0000000104cc8074 [0x0000000104cc8000+0x74]',
      named('shop.Till.count(I)V'),
    ],
    [
      'J    123456789%  !sn  C1    shop/Till$2.zähle_1-2(Ljava/lang/String;[I)Ljava/lang/String; (123456 bytes)',
      named('shop/Till$2.zähle_1-2(Ljava/lang/String;[I)Ljava/lang/String;'),
    ],
    ['J 7 jvmci $_1.Ä.<init>()V (1 bytes)', named('$_1.Ä.<init>()V')],
    ['J\t7\tc1\ta1.<clinit>()V', named('a1.<clinit>()V')],
    ['j  a.b()[I+123456 java.base@17.0.1', named('a.b()[I', 123456)],
    ['j  a.b()V    app', named('a.b()V')],
    ['j  a.b()V\tx', named('a.b()V')],
    ['j  _.$x()V', named('_.$x()V')],
    ['J 7 c1 $a.b.c_2.d()V', named('$a.b.c_2.d()V')],
  ])
  readsNot(bytecode, [
    'k  shop.Till.count(I)V+12',
    'j     shop.Till.count(I)V+12',
    'j  count(I)V+12',
    'j  shop.Till.count(I)+12',
    'j  shop.Till.count(I J)V+12',
    'j  shop.Till.count(I)V+1234567',
    'j  shop.Till.count(I)V+12 java base',
    'j  shop.Till.<x>(I)V+12',
    'j  2shop.Till.count(I)V+12',
    'j  shop.2.count(I)V',
    'j  shop.Till.2count(I)V',
    'J 1 c3 shop.Till.count(I)V',
    'J 1 c2x shop.Till.count(I)V',
    'J x c2 shop.Till.count(I)V',
    `j  shop.Till.count(I)V (1 bytes)${' '.repeat(600)}`,
  ])
})
