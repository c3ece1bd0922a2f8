/** Stacks of other platforms as people pass them on: moved places, margins, what a console puts before lines, cut ends. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readPasted } from './fixture.ts'

const rowsOf = ({ threads }: Report) =>
  threads.map(({ frames }) => frames.map(({ symbol }) => [symbol?.name, symbol?.file, symbol?.line]))

test('Dart: a place without brackets, or moved into the next line; a name whose place is lost', () => {
  const text = `[ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: no till
#0      Till.open
package:shop/src/till.dart:198
#1      Till._count.<anonymous closure>     package:shop/src/till.dart:180:7
#2      Iterable.toList (dart:core/iterable.dart:470:12)
#3      new List.of
`
  const report = readPasted(text)
  expect(rowsOf(report)).toEqual([
    [
      ['Till.open', 'package:shop/src/till.dart', 198],
      ['Till._count.<anonymous closure>', 'package:shop/src/till.dart', 180],
      ['Iterable.toList', 'dart:core/iterable.dart', 470],
      ['new List.of', undefined, undefined],
    ],
  ])
  const [first] = report.threads[0]?.frames ?? []
  expect(report.text.slice(first?.span?.start, first?.span?.end)).toBe(
    '#0      Till.open\npackage:shop/src/till.dart:198',
  )
})

test('Dart: numbered names alone are no stack, and a place alone is no row', () => {
  for (const text of ['#1 Milk\n#2 Bread\n#3 Eggs\n', 'package:shop/till.dart:1\npackage:shop/till.dart:2\n'])
    expect(parseReport('a.txt', new TextEncoder().encode(text)).ok).toBe(false)
})

test('Flutter: the message below the words of its library, which may take several lines', () => {
  for (const below of ['The relevant error-causing widget was:\n  Till\n', '']) {
    const report = readPasted(`══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞══════
The following RangeError was thrown building Till(dirty, dependencies: [_Theme,
_Scope], state: _TillState#975fc):
RangeError (index): no such till: 7
${below}When the exception was thrown, this was the stack:
#0      List.[]  (dart:core-patch/growable_array.dart:166:60)
#1      Till.build        package:shop/till.dart:90
`)
    expect(report.exception).toEqual({ type: 'Dart exception', reason: 'RangeError (index): no such till: 7' })
    expect(rowsOf(report)[0]).toHaveLength(2)
  }
})

test('Unity: what its console puts before lines is of no name', () => {
  for (const before of ['Autoconnected Player ', '<i>AndroidPlayer(ADB@127.0.0.1:34999)</i> ']) {
    const rows = '  at Shop.Till.Open (System.Int32 at) [0x00000] in <00000000000000000000000000000000>:0 \n'
    for (const text of [
      `${before}NullReferenceException: no till\n${rows}`,
      `${before}NullReferenceException: no till\n${before}${rows}${before}${rows}`,
    ]) {
      const report = readPasted(text)
      expect(report.exception).toEqual({ type: '.NET exception', name: 'NullReferenceException', reason: 'no till' })
      expect(
        new Set(
          rowsOf(report)
            .flat()
            .map(([name]) => name),
        ),
      ).toEqual(new Set(['Shop.Till.Open (System.Int32 at)']))
    }
  }
})

test('R8: an obfuscated row keeps the number of its place', () => {
  const report = readPasted(
    'java.lang.Error: no till\n\tat aq2.c(SourceFile:3)\n\tat re0.e(SourceFile:11)\n\tat bk.a(SourceFile)\n',
  )
  expect(rowsOf(report)).toEqual([
    [
      ['aq2.c', 'SourceFile', 3],
      ['re0.e', 'SourceFile', 11],
      ['bk.a', undefined, undefined],
    ],
  ])
})

test('React: a rule at the margin is no part of the components; the error stands above their heading', () => {
  const margin = '                      │ '
  const lines = [
    '',
    'This error is located at:',
    'at Till (address at index.android.bundle:1:3252630)',
    'at RNSScreen (<anonymous>)',
    'at Shop (address at index.android.bundle:1:603669)',
  ]
  const report = readPasted(
    `[11:12:33] E | ReactNativeJS ▶︎ TypeError: no till\n${lines.map((line) => margin + line).join('\n')}\n`,
  )
  expect(report.threads.map(({ frames }) => frames.map(({ symbol }) => symbol?.name))).toEqual([
    ['Till', 'RNSScreen', 'Shop'],
  ])
  expect(report.threads[0]?.name).toBe('React components')
  expect(report.exception).toEqual({ type: 'JavaScript error', name: 'TypeError', reason: 'no till' })
})

test('Go: a call whose place was cut off is kept, a sentence below the stack is not', () => {
  const stack = 'goroutine 3 [running]:\nmain.count(0x0)\n\t/src/till.go:10 +0x3a\nmain.(*Till).Open(...)\n'
  const names = ['main.count', 'main.(*Till).Open']
  for (const below of ['', '\nsee till.open(1)\n', '\n\ngoroutine 4 [running]:\nmain.run()\n\t/src/till.go:7\n'])
    expect(readPasted(stack + below).threads[0]?.frames.map(({ symbol }) => symbol?.name)).toEqual(names)
  const prose = readPasted(`${stack.replace('main.(*Till).Open(...)\n', '')}\nwe call till.open(1)\n`)
  expect(prose.threads[0]?.frames).toHaveLength(1)
})

test('Java: the thread that threw is told where the lines above its rows name it', () => {
  const rows = 'java.lang.Error: no till\n\tat shop.Till.open(Till.java:3)\n\tat shop.Main.run(Main.java:1)\n'
  const titleOf = (text: string) => readPasted(text).threads.map(({ name }) => name)
  for (const head of ['FATAL EXCEPTION: worker-3\nProcess: shop, PID: 7\n', 'thread: worker-3\nversion: 0.5\n'])
    expect(titleOf(head + rows)).toEqual(['Stack of thread worker-3'])
  expect(titleOf(`Exception in thread "worker-3" ${rows}`)).toEqual(['Stack of thread worker-3'])
  expect(titleOf(rows)).toEqual(['Script or managed stack'])
  // The second stack is of no thread that the text names.
  expect(titleOf(`FATAL EXCEPTION: worker-3\n${rows}other:\n${rows}`)).toEqual([
    'Stack of thread worker-3',
    'Script or managed stack',
  ])
})
