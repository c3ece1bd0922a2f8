/** Stacks that the runtimes of Rust, Zig and Nim print, and texts that are none. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { findPasted } from './fixture.ts'

const namesOf = (report: Report | undefined): readonly unknown[] | undefined =>
  report?.threads[0]?.frames.map(({ symbol, address, inlined }) => [
    symbol?.name,
    symbol?.file,
    symbol?.line,
    address,
    inlined ?? false,
  ])

const RUST = `thread 'main' panicked at src/till.rs:12:9:
no change left
stack backtrace:
   0:        0x10a000100 - std::panicking::begin_panic_handler::h0123456789abcdef
                               at /rustc/abc/library/std/src/panicking.rs:5:5
   1:        0x10a000200 - shop::till::count::h0123456789abcdef
                               at /src/till.rs:12:9
   2:        0x10a000200 - shop::main::h0123456789abcdef
                               at /src/main.rs:3:5
   3:        0x10a000300 - _main
`

test('Rust: rows of two lines; calls at one address were inlined', () => {
  const report = findPasted(RUST)
  expect(report?.format).toBe('panic-stack')
  expect(report?.exception).toMatchObject({ type: 'Rust panic', reason: 'no change left' })
  expect(namesOf(report)).toEqual([
    [
      'std::panicking::begin_panic_handler::h0123456789abcdef',
      '/rustc/abc/library/std/src/panicking.rs',
      5,
      0x10a000100n,
      false,
    ],
    ['shop::till::count::h0123456789abcdef', '/src/till.rs', 12, 0x10a000200n, true],
    ['shop::main::h0123456789abcdef', '/src/main.rs', 3, 0x10a000200n, false],
    ['_main', undefined, undefined, 0x10a000300n, false],
  ])
  const { text, threads } = report!
  const { span } = threads[0]!.frames[1]!
  expect(text.slice(span?.start, span?.end)).toMatch(/^ {3}1: [^]*till\.rs:12:9$/)
})

test('Rust: rows without addresses count only below the words that announce them', () => {
  const rows = '   0: std::panicking::begin_panic\n   1: shop::main\n'
  const old = findPasted(`thread 'main' panicked at 'no change', src/till.rs:12:9\nstack backtrace:\n${rows}`)
  expect(old?.exception).toMatchObject({ reason: 'no change' })
  expect(namesOf(old)?.length).toBe(2)
  expect(findPasted(`Steps:\n${rows}`)).toBeUndefined()
})

const ZIG = `thread 259 panic: index out of bounds: index 3, len 3
/src/till.zig:12:20: 0x1035d9343 in count (shop)
    return items[at];
                   ^
/src/main.zig:4:9: 0x10395ea1b in main (shop)
    count(3);
        ^
???:?:?: 0x18d6d7bc7 in ??? (libdyld.dylib)
`

test('Zig: source lines between rows are no rows; unknown parts stay unknown', () => {
  const report = findPasted(ZIG)
  expect(report?.exception).toMatchObject({ type: 'Zig panic', reason: 'index out of bounds: index 3, len 3' })
  expect(namesOf(report)).toEqual([
    ['count', '/src/till.zig', 12, 0x1035d9343n, false],
    ['main', '/src/main.zig', 4, 0x10395ea1bn, false],
    [undefined, undefined, undefined, 0x18d6d7bc7n, false],
  ])
  expect(report?.threads[0]?.frames.map(({ imageName }) => imageName)).toEqual(['shop', 'shop', 'libdyld.dylib'])
  // Its runtime took one off already.
  expect(report?.threads[0]?.frames.every(({ kind }) => kind === 'call')).toBe(true)
})

const NIM = `Traceback (most recent call last)
/src/shop.nim(20) shop
/src/till.nim(12, 7) count
Error: unhandled exception: index 5 not in 0 .. 2 [IndexDefect]
`

test('Nim: the innermost call comes first; name and words of the exception', () => {
  const report = findPasted(NIM)
  expect(report?.exception).toMatchObject({
    type: 'Nim exception',
    name: 'IndexDefect',
    reason: 'index 5 not in 0 .. 2',
  })
  expect(report?.threads[0]?.frames.map(({ symbol }) => [symbol?.name, symbol?.line, symbol?.column])).toEqual([
    ['count', 12, 7],
    ['shop', 20, undefined],
  ])
  const fault = findPasted(NIM.replace(/^Error:.*$/m, 'SIGSEGV: Illegal storage access. (Attempt to read from nil?)'))
  expect(fault?.exception).toMatchObject({
    signal: 'SIGSEGV',
    reason: 'Illegal storage access. (Attempt to read from nil?)',
  })
})

test('one row, sentences and numbers at their limits are no stack and harm nothing', () => {
  expect(findPasted('/src/till.nim(12) count\n')).toBeUndefined()
  expect(findPasted('see /src/till.zig:12:20: 0x1035d9343 in count\n'.repeat(3))?.format).not.toBe('panic-stack')
  const wide = findPasted(RUST.replaceAll('0x10a000200', '0xffffffffffffffff').replaceAll(':12:9', ':999999999:9'))
  expect(wide?.threads[0]?.frames[1]?.address).toBe(0xffffffffffffffffn)
  const many = findPasted(`stack backtrace:\n${Array.from({ length: 3000 }, (_, at) => `${at}: f${at}`).join('\n')}\n`)
  expect(many?.threads[0]?.frames.length).toBe(3000)
})

test('Rust: rows without their mark, from any number on, below a panic', () => {
  const report = findPasted(
    "10:26:55 [ERROR] thread 'main' panicked at 'no till': src/lib.rs:281\n   10: shop::Till::count\n   11: <shop::Till<U> as shop::Open>::open\n   12: main",
  )
  expect(report?.exception).toMatchObject({ type: 'Rust panic', reason: 'no till' })
  expect(report?.threads[0]?.frames.map(({ index, symbol }) => [index, symbol?.name])).toEqual([
    [10, 'shop::Till::count'],
    [11, '<shop::Till<U> as shop::Open>::open'],
    [12, 'main'],
  ])
})

test('numbered lines below a panic are no rows without a path of Rust', () => {
  const text = "thread 'main' panicked at 'no till', src/lib.rs:281:3\n  1: open the till\n  2: count its coins"
  expect(findPasted(text)?.format).not.toBe('panic-stack')
})
