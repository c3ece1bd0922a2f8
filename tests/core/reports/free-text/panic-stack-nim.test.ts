/** Stacks of Nim, row by row, and what its programs say when they panic. */
import { describe, expect, test } from 'vitest'
import { panicStackFormat } from '../../../../src/core/reports/free-text/panic-stack.ts'
import { framesTold, told } from './told.ts'

const read = (...lines: readonly string[]): readonly unknown[] => framesTold(panicStackFormat, lines.join('\n'))
const below = '/b.nim(1) main'
const nim = (index: number, span: string, name: string, file: string, line: number, column?: number) => ({
  ...{ index, kind: 'exact', language: 'nim', span: span.trimEnd() },
  symbol: { name, file, line, ...(column !== undefined && { column }) },
})

describe('rows of Nim', () => {
  test.each<[string, string, string, number, number?]>([
    ['/src/till.nim(12) count', 'count', '/src/till.nim', 12],
    ['  \ta b.nims(123456789, 123)\t  count it\t ', 'count it', 'a b.nims', 123456789, 123],
    ['t.nim(1, 2) c', 'c', 't.nim', 1, 2],
    ['[10:00:01] t.nim(1) c', 'c', 't.nim', 1],
    [' [x]\t       t.nim(1) c', 'c', 't.nim', 1],
  ])('%j', (line, ...parts) => {
    expect(read(line, below)).toEqual([nim(0, below, 'main', '/b.nim', 1), nim(1, line, ...parts)])
  })
  test.each([
    '/src/till.nimx(12) count',
    '/src/tillnim(12) count',
    '/src/till.nim(12)count',
    '/src/till.nim(12)',
    '/src/till.nim(x) count',
    '/src/till.nim(1234567890) count',
    '/src/till.nim(1,2) count',
    '/src/till.nim(1, x) count',
    '/src/till.nim 12 count',
    '.nim(1) count',
  ])('none: %s', (line) => {
    expect(read(line, below, below)).toEqual([nim(0, below, 'main', '/b.nim', 1), nim(1, below, 'main', '/b.nim', 1)])
  })

  test.each<[string, object | undefined]>([
    ['Error: unhandled exception: no till [ValueError]', { name: 'ValueError', reason: 'no till' }],
    ['fatal.nim(53) Error: unhandled exception: no\t[V]\t ', { name: 'V', reason: 'no' }],
    ['Error: unhandled exception: no till', { reason: 'no till' }],
    ['Error: unhandled exception: no [till] here', { reason: 'no [till] here' }],
    ['Errors: unhandled exception: no till', undefined],
    ['anError: unhandled exception: no till', undefined],
    ['I x: ValueError: no till \nAsync traceback:', { name: 'ValueError', reason: 'no till' }],
    ['IndexDefect: no\nI: Async traceback:', { name: 'IndexDefect', reason: 'no' }],
    ['Till: no\nAsync traceback:', undefined],
    ['IndexDefect: no\n\nAsync traceback:', undefined],
    [`${'x'.repeat(82)} IndexDefect: no\nAsync traceback:`, undefined],
    [`IndexDefect: no\n${'x'.repeat(41)}Async traceback:`, undefined],
    [
      'SIGSEGV: Illegal storage access. (Attempt to read from nil?)',
      { signal: 'SIGSEGV', reason: 'Illegal storage access. (Attempt to read from nil?)' },
    ],
    ['x SIGABRT: Abnormal termination. ', { signal: 'SIGABRT', reason: 'Abnormal termination.' }],
    ['SIGFPE: Arithmetic error.', { signal: 'SIGFPE', reason: 'Arithmetic error.' }],
    ['SIGFPE: Other error.', undefined],
    ['aSIGFPE: Arithmetic error.', undefined],
    ['SIG: Arithmetic error.', undefined],
  ])('the words of %j', (text, parts) => {
    const { exception } = told(panicStackFormat, `${text}\n${below}\n${below}`) as { readonly exception?: unknown }
    expect(exception).toEqual(parts && { type: 'Nim exception', ...parts })
  })

  test('the stack of a program that panicked, whole', () => {
    const words = 'Error: unhandled exception: no till [ValueError]'
    expect(told(panicStackFormat, `${words}\n${below}\n/a.nim(2) pay`)).toEqual({
      exception: { type: 'Nim exception', name: 'ValueError', reason: 'no till' },
      applicationInfo: [words],
      threads: [
        {
          ...{ id: 0, unnumbered: true, crashed: true, span: `${below}\n/a.nim(2) pay` },
          frames: [
            { id: 0, ...nim(0, '/a.nim(2) pay', 'pay', '/a.nim', 2) },
            { id: 1, ...nim(1, below, 'main', '/b.nim', 1) },
          ],
        },
      ],
      frameCount: 2,
    })
  })
  test('a stack without words is of a program that runs on', () => {
    const { threads } = told(panicStackFormat, `${below}\n${below}\nx\n${below}\n${below}`) as {
      readonly threads: readonly { readonly id: number; readonly crashed: boolean }[]
    }
    expect(threads.map(({ id, crashed }) => [id, crashed])).toEqual([
      [0, false],
      [1, false],
    ])
  })
})
