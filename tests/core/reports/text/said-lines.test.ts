/** Lines of a console on an end, each with what is kept of it. */
import { describe, expect, test } from 'vitest'
import { readLinesOfOthers, readSaidLines } from '../../../../src/core/reports/text/said-lines.ts'

const SAID = [
  '*** Assertion failure in -[Till open], T.m:7',
  '*** Assertion failure in +[T x]',
  '*** Assertion failure in (x)',
  '*** Assertion failure in till',
  '*** Assertion failure in [x',
  'Till-1.a_b(1234,0x7ff) malloc: *** error for object',
  'T(7) malloc: *** n',
  'malloc: *** n',
  'malloc: *** error for object',
  'libc++abi: terminating n',
  'libc++abi.dylib: terminating with uncaught exception',
  '-[MTLTill open:at:]:1234: failed assertion `no till',
  '-[T x]:7: failed assertion n',
  'Could not allocate 1 bytes',
  'Could not allocate 123456 bytes',
  'Ran out of trampolines of type 1',
  'Ran out of trampolines of type 12 in till (128)',
  'Got a SIGSEGV while executing native code',
  'Got an SIGILL while executing native code',
  'Got a segv while executing native code',
  'Abort trap: 6',
  'Segmentation fault: 11',
  'Bus error: 10',
  'Illegal instruction: 4',
]
/** What may go on to the end of the line. */
const GOES_ON = /^(?:\*\*\*|.*malloc|libc|-\[|Ran)/

describe('what runtimes print', () => {
  test.each(SAID)('%s', (line) => {
    for (const before of ['', ' ', '03:04:05 Till: ', 'x\t']) {
      const whole = `${before}${line}`
      expect(readSaidLines(`words\n${whole} \t\nwords`)).toEqual([line])
      expect(readSaidLines(`${whole} more`)).toEqual([GOES_ON.test(line) ? `${line} more` : line])
    }
    expect(readSaidLines(`${line}\nx\n${line}\r\n`)).toEqual([line])
    expect(readSaidLines(`x${line}`)).toEqual(/^\S*\(/.test(line) ? [`x${line}`] : [])
  })

  test.each([
    '*** Assertion failure in *x',
    'malloc: ** n',
    '-[7]:7: failed assertion n',
    '-[T x]:x: failed assertion n',
    'Could not allocate x bytes',
    'Ran out of trampolines of type x',
    'Got a t while executing native code',
    'Abort trap: x',
  ])('%s is none', (line) => {
    expect(readSaidLines(line)).toEqual([])
  })

  test('twelve lines at most, none too long, none too far', () => {
    const lines = Array.from({ length: 14 }, (_, at) => `Could not allocate ${at} bytes`)
    for (const count of [0, 1, 11, 12, 13, 14])
      expect(readSaidLines(lines.slice(0, count).join('\n'))).toEqual(lines.slice(0, Math.min(count, 12)))
    const padded = (length: number): string => 'malloc: *** n'.padEnd(length, ' ')
    expect(readSaidLines(padded(2000))).toEqual(['malloc: *** n'])
    expect(readSaidLines(padded(2001))).toEqual([])
    const far = 'x\n'.repeat(131_060)
    expect(readSaidLines(`${far}Abort trap: 6`)).toEqual(['Abort trap: 6'])
    expect(readSaidLines(`${far}${'x\n'.repeat(13)}Abort trap: 6`)).toEqual([])
  })
})

const OTHERS = [
  'Process finished with exit code 7',
  'Process finished with exit code -134 (interrupted by signal 6: SIGABRT)',
  'Process finished with exit code 134',
  'ExitCode: 7',
  'ExitCode: -134',
  'zsh: abort',
  'zsh: segmentation fault  ./till',
  'zsh: bus error  x',
  'zsh: illegal hardware instruction  x',
  'zsh: trace trap  x',
  'zsh: killed  x',
  'clang: internal compiler error: Abort trap: 6',
  'g: internal compiler error: Segmentation fault: 11',
  'x-1: internal compiler error: Bus error: 1',
  'x: internal compiler error: Illegal instruction: 4',
  'memorystatus: killing_specific_process pid 1234 [Till] (highwater 5)',
  'killing_specific_process pid 7 [T',
  'Process Till [1234] killed by jetsam reason per-process-limit',
  'Process Harbor Till [7] killed by jetsam reason x',
  'proc 1234: load code signature error 4 for file "t"',
  'proc 7: load code signature error 12 for file t',
  'An uncaught exception was raised',
  '*** caught segfault ***',
  '*** caught bus error ***',
  '*** caught illegal operation ***',
  "address 0x1, cause 'x'",
  "address 0x10abc, cause 'memory not mapped'",
]

describe('what others print', () => {
  test.each(OTHERS)('%s', (line) => {
    for (const before of ['', ' ', '03:04:05: ', 'x\t'])
      for (const text of [`${before}${line}`, `words\n${before}${line} \t\r\nwords`])
        expect(readLinesOfOthers(text)).toEqual([line])
    const isOpen = /^(?:zsh|memory|killing|proc|Process f)/.test(line)
    expect(readLinesOfOthers(`${line} till`)).toEqual(isOpen ? [`${line} till`] : [])
    expect(readLinesOfOthers(`${line}\n${line}`)).toEqual([line])
  })

  test('twelve lines at most, none too long', () => {
    const lines = Array.from({ length: 14 }, (_, at) => `ExitCode: ${at}`)
    for (const count of [0, 1, 11, 12, 13, 14])
      expect(readLinesOfOthers(lines.slice(0, count).join('\n'))).toEqual(lines.slice(0, Math.min(count, 12)))
    const padded = (length: number): string => 'ExitCode: 7'.padStart(length, ' ')
    expect(readLinesOfOthers(padded(2000))).toEqual(['ExitCode: 7'])
    expect(readLinesOfOthers(padded(2001))).toEqual([])
    const far = 'x\n'.repeat(131_060)
    expect(readLinesOfOthers(`${far}ExitCode: 7`)).toEqual(['ExitCode: 7'])
    expect(readLinesOfOthers(`${far}${'x\n'.repeat(13)}ExitCode: 7`)).toEqual([])
  })
})
