/** Lines of frames: calls of symbols or of the row, styles of names, grades, guesses. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { Frame, Grade, Resolution, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { gradeOfGuess, isGuessedName } from '../../../src/core/reading/guessed-names.ts'
import {
  callsOf,
  gradeOf,
  isNamedByGuess,
  isPlaceholder,
  levelOf,
  linesOf,
  linesOfCalls,
  trustedCalls,
} from '../../../src/core/reading/lines.ts'
import { isMarked, isOfStrangers, shownGrade, shownLevel } from '../../../src/core/reading/shown-grade.ts'
import { makeImage, makeReport } from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

const shop = makeImage({ name: 'Shop', origin: 'app', loadAddress: runtimeAddress(0x104000000) })
const system = makeImage({ index: 1, name: 'Kit', origin: 'system', loadAddress: runtimeAddress(0x180000000) })
const report = makeReport({ images: [shop, system] })

const frame = (parts: Partial<Frame> = {}): Frame => ({
  id: 0,
  index: 0,
  kind: 'exact',
  address: runtimeAddress(0x104000010),
  image: 0,
  ...parts,
})
const with_ = (resolution?: Resolution): SymbolicatedReport => ({
  report,
  resolutions: resolution ? [resolution] : [],
  images: [],
  explanations: [],
})
const call = (name: string, parts: Partial<Call> = {}): Call => ({
  function: name,
  mangled: name,
  inlined: false,
  source: 'dwarf',
  ...parts,
})
const exact: Grade = { level: 'exact', evidence: ['e'] }
const likely: Grade = { level: 'likely', evidence: ['l'], grounds: [{ code: 'l', params: {} }] }
const doubtful: Grade = { level: 'doubtful', evidence: ['d'] }

describe('calls', () => {
  test('symbols go before the row, the row before nothing', () => {
    const row = frame({ symbol: { name: 'row', offset: 4, file: 'a.c', line: 1, column: 2 } })
    const found: Resolution = { kind: 'resolved', calls: [call('symbol')], grade: exact }
    expect(callsOf(with_(found), row).map((one) => one.function)).toEqual(['symbol'])
    expect(callsOf(with_({ ...found, calls: [] }), row)).toEqual([
      {
        function: 'row',
        mangled: 'row',
        inlined: false,
        source: 'report',
        file: 'a.c',
        line: 1,
        column: 2,
        functionOffset: 4,
      },
    ])
    expect(callsOf(with_(), { ...row, inlined: true, symbol: { name: 'row' } })).toEqual([
      { function: 'row', mangled: 'row', inlined: true, source: 'report' },
    ])
    expect(callsOf(with_(), frame({ symbol: { name: '' } }))).toEqual([])
    expect(callsOf(with_({ kind: 'outside-images' }), frame())).toEqual([])
  })

  test.each([
    ['<redacted>', true],
    ['<a b-c>', true],
    ['<a::b>', false],
    ['???', true],
    ['?', true],
    ['', true],
    ['_mh_execute_header', true],
    ['__hidden#12_', true],
    ['_hidden#12', true],
    ['main', false],
  ])('%j is a placeholder: %s', (name, expected) => {
    expect(isPlaceholder(name)).toBe(expected)
  })
})

describe('names', () => {
  const swift = call('short(of:)', { mangled: '$s4Shop5short' })
  const demangle = (name: string, style: string): string => `${style} ${name}`
  const named = (one: Call, ...more: Parameters<typeof linesOf> extends [unknown, unknown, ...infer R] ? R : never) =>
    linesOfCalls(report, frame(), [one], ...more)[0]?.name

  test('in each style, with and without a demangler', () => {
    expect(named(swift)).toBe('short(of:)')
    expect(named(swift, 'full')).toBe('short(of:)')
    expect(named(swift, 'mangled')).toBe('$s4Shop5short')
    expect(named({ ...swift, mangled: '' }, 'mangled')).toBe('short(of:)')
    expect(named(swift, 'simplified', demangle)).toBe('short(of:)')
    expect(named(swift, 'full', demangle)).toBe('full $s4Shop5short')
    expect(named({ ...swift, mangled: '' }, 'full', demangle)).toBe('short(of:)')
    // A name that no demangler knows comes back as it is.
    expect(named(swift, 'full', (name) => name)).toBe('short(of:)')
    const printed = call('$s4Shop5short', { source: 'report' })
    expect(named(printed, 'simplified', demangle)).toBe('simplified $s4Shop5short')
    expect(named(printed, 'full', demangle)).toBe('full $s4Shop5short')
  })

  test('without a name: the function’s start, the row’s place, or its own words', () => {
    const nameless = call('???')
    expect(named({ ...nameless, functionStart: 0x4010 as never })).toBe('unnamed function at Shop + 0x4010')
    expect(named(nameless)).toBe('0x104000010')
    const bare = without(frame({ offset: 16 as never }), 'address')
    expect(linesOfCalls(report, bare, [nameless])[0]).toEqual({
      name: 'Shop + 16',
      call: nameless,
      inlined: false,
      named: false,
    })
    const pseudo = without(bare, 'offset')
    expect(linesOfCalls(report, pseudo, [call('<Kernel mode>')])[0]?.name).toBe('<Kernel mode>')
    expect(linesOfCalls(report, pseudo, [call('')])[0]?.name).toBe('Shop')
    expect(linesOfCalls(report, frame(), [])).toEqual([{ name: '0x104000010', inlined: false, named: false }])
  })

  test('a script’s placeholder with a line is a name; places go with their line', () => {
    const [line] = linesOfCalls(report, frame(), [call('<anonymous>', { file: 'a.js', line: 3, column: 4 })])
    expect(line).toMatchObject({ name: '<anonymous>', named: true, file: 'a.js', line: 3, column: 4 })
    expect(linesOfCalls(report, frame(), [call('<anonymous>')])[0]).toMatchObject({ named: false })
    expect(linesOfCalls(report, frame(), [call('<redacted>', { line: 3 })])[0]).toMatchObject({ named: false })
    const inner = call('inner', { inlined: true })
    expect(linesOfCalls(report, frame(), [inner, call('outer')]).map(({ name, inlined }) => [name, inlined])).toEqual([
      ['inner', true],
      ['outer', false],
    ])
  })
})

describe('guesses', () => {
  const row = (parts: Partial<Call>): Call => call(parts.function ?? 'label', { source: 'report', ...parts })
  test.each<[Partial<Call>, Partial<Frame>, boolean]>([
    [{ functionOffset: 0x3fff }, {}, false],
    [{ functionOffset: 0x4000 }, {}, true],
    [{ functionOffset: 0x4000, file: 'a.c' }, {}, false],
    [{ functionOffset: 0x4000, source: 'dwarf' }, {}, false],
    [{}, {}, false],
    // Loops of interpreters.
    [{ function: '_PyEval_EvalFrameDefault', functionOffset: 0x7000 }, {}, false],
    [{ function: 'sqlite3VdbeExec', functionOffset: 0x4000 }, {}, false],
    [{ function: '_PyEval_EvalFrameDefault', functionOffset: 0x2_0000 }, {}, true],
    [{ function: 'my_PyEval_EvalFrameDefault', functionOffset: 0x7000 }, {}, true],
    // Data.
    [{ function: 'GCC_except_table763', functionOffset: 4 }, {}, true],
    [{ function: 'vtable for Cart', functionOffset: 4 }, {}, true],
    [{ function: 'OBJC_CLASS_$_Cart' }, {}, true],
    [{ function: 'vtable fora Cart', functionOffset: 4 }, {}, false],
    // Small functions.
    [{ function: 'guard variable for x', functionOffset: 0x1ff }, {}, false],
    [{ function: 'guard variable for x', functionOffset: 0x200 }, {}, true],
    [{ function: ' guard variable for x', functionOffset: 0x200 }, {}, true],
    [{ function: 'Cart::what() const', functionOffset: 0x200 }, {}, true],
    [{ function: '_ZNKSt9exception4whatEv', functionOffset: 0x200 }, {}, true],
    [{ function: 'Cart::whatever() const', functionOffset: 0x200 }, {}, false],
    // A call that does not return, before the function that is printed.
    [{ functionOffset: 0 }, { kind: 'return' }, true],
    [{ functionOffset: 1 }, { kind: 'return' }, false],
    [{}, { kind: 'return' }, false],
    [{ functionOffset: 0 }, { kind: 'call' }, false],
    [{ functionOffset: 0 }, { kind: 'exact' }, false],
    [{ functionOffset: 0, inlined: true }, { kind: 'return' }, false],
    [{ functionOffset: 0, function: '$s4Shop' }, { kind: 'return' }, false],
    [{ functionOffset: 0, function: 'closure #1 in f' }, { kind: 'return' }, false],
    [{ functionOffset: 0, function: 'Cart.load(of: Int)' }, { kind: 'return' }, false],
    [{ functionOffset: 0, function: 'Cart::load' }, { kind: 'return' }, true],
  ])('%j in a frame %j is a guess: %s', (parts, of, expected) => {
    expect(isGuessedName(row(parts), frame(of))).toBe(expected)
  })

  test('a row of the next function without an address is none', () => {
    const bare = without(frame({ kind: 'return' }), 'address')
    expect(isGuessedName(row({ functionOffset: 0 }), bare)).toBe(false)
  })

  test('the evidence of a guess by its kind, before that of the other grade', () => {
    const far = gradeOfGuess(row({ functionOffset: 0x4000 }), frame(), likely)
    expect(far).toMatchObject({ level: 'doubtful', evidence: [expect.stringContaining('16,384'), 'l'] })
    expect(far.grounds?.map(({ code }) => code)).toEqual(['nearest-name', 'l'])
    const data = gradeOfGuess(row({ function: 'vtable for A' }), frame(), undefined)
    expect(data.grounds?.map(({ code }) => code)).toEqual(['nearest-name-data'])
    const next = gradeOfGuess(row({ functionOffset: 0 }), frame({ kind: 'return' }), doubtful)
    expect(next.grounds?.map(({ code }) => code)).toEqual(['next-function'])
    expect(next.evidence).toHaveLength(2)
  })

  test('rules may rely on what is no guess', () => {
    const [guess, sure] = [row({ function: 'guess', functionOffset: 0x5000 }), row({ function: 'sure' })]
    const both: Resolution = { kind: 'already-named', calls: [guess, sure], grade: likely }
    expect(trustedCalls(with_(both), frame()).map((one) => one.function)).toEqual(['sure'])
    expect(isNamedByGuess(with_(both), frame())).toBe(true)
    expect(levelOf(with_(both), frame())).toBe('doubtful')
    expect(gradeOf(with_(both), frame())).toMatchObject({ level: 'doubtful' })
    const one: Resolution = { kind: 'already-named', calls: [sure] }
    expect(trustedCalls(with_(one), frame())).toHaveLength(1)
    expect(levelOf(with_(one), frame())).toBeUndefined()
    expect(gradeOf(with_(one), frame())).toBeUndefined()
    expect(levelOf(with_({ ...one, grade: likely }), frame())).toBe('likely')
    expect(levelOf(with_(), frame())).toBeUndefined()
  })
})

describe('marks', () => {
  const graded = (grade: Grade, imported?: Call['imported']): SymbolicatedReport =>
    with_({ kind: 'resolved', calls: [call('f', imported && { imported })], grade })
  const [own, others] = [frame(), frame({ image: 1 })]

  test('doubtful always, likely in the user’s own code, exact never', () => {
    expect([isMarked(doubtful, false), isMarked(likely, true), isMarked(likely, false), isMarked(exact, true)]).toEqual(
      [true, true, false, false],
    )
    expect([own, others].map((one) => shownLevel(graded(exact), one))).toEqual([undefined, undefined])
    expect([own, others].map((one) => shownLevel(graded(likely), one))).toEqual(['likely', undefined])
    expect([own, others].map((one) => shownLevel(graded(doubtful), one))).toEqual(['doubtful', 'doubtful'])
    expect(shownGrade(graded(likely), own)).toBe(likely)
    expect(shownGrade(graded(likely), others)).toBeUndefined()
    expect(shownGrade(graded(exact), own)).toBeUndefined()
  })

  test('a mark that an earlier export wrote stays', () => {
    const marked = frame({ image: 1, symbol: { name: 'f', marked: 'likely' } })
    expect(shownLevel(graded(likely), marked)).toBe('likely')
    expect(shownLevel(graded(exact), marked)).toBeUndefined()
  })

  test('names that the archive of a report brought are strangers’', () => {
    const archived = graded(likely, { archive: 'a.zip' })
    expect(isOfStrangers(archived, others)).toBe(true)
    expect(shownLevel(archived, others)).toBe('likely')
    expect(isOfStrangers(graded(likely), others)).toBe(false)
  })
})
