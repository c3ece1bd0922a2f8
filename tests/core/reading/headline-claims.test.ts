/** What a headline rests on, one source after the other, its codes, its kind, and the frame to read first. */
import { describe, expect, test } from 'vitest'
import type { Explanation, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { claimGrades, ends } from '../../../src/core/messages/reading.ts'
import { sectionTitles } from '../../../src/core/messages/section-titles.ts'
import { gradedTitle, headlineOf } from '../../../src/core/reading/headline.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { app, buildReport, makeImage, makeReport, system, unresolved } from '../../support/report-builder.ts'

type Parts = Parameters<typeof makeReport>[0]

const of = (parts: Parts, more: Partial<SymbolicatedReport> = {}) =>
  headlineOf({ ...unresolved(makeReport(parts)), ...more })

const told = (id: string, more: Partial<Explanation> = {}): Explanation => ({
  id,
  kind: 'shown',
  title: `Title of ${id}`,
  evidence: '',
  meaning: '',
  checks: [],
  ...more,
})

describe('the first source that says something', () => {
  const quiet: Parts = { threads: [], label: 'Log', header: { process: 'Shop', fields: [] } }
  test.each<[Parts, string, string, string]>([
    [{ exception: { reason: 'why\nmore', name: 'E', type: 'EXC_CRASH' } }, 'exception-reason', 'why', 'said'],
    [{ exception: { reason: ' \nmore', name: 'E' } }, 'exception-name', 'Uncaught E', 'none'],
    [{ exception: { reason: 'EXC_BAD_ACCESS at 0', name: 'E' } }, 'exception-name', 'Uncaught E', 'none'],
    [{ exception: { reason: 'SIGSEGV', name: 'E' } }, 'exception-name', 'Uncaught E', 'none'],
    [{ exception: { reason: 'SIGNS of wear' } }, 'exception-name', '', ''],
    [{ exception: { reason: 'Signal 6 was raised', name: 'E' } }, 'exception-name', 'Uncaught E', 'none'],
    [{ exception: { reason: 'Exception 1, Code 2, Subcode 3', name: 'E' } }, 'exception-name', 'Uncaught E', 'none'],
    [
      { exception: { reason: 'Exception 1, Code 2: odd', name: 'E' } },
      'exception-reason',
      'Exception 1, Code 2: odd',
      'said',
    ],
    [{ exception: { name: 'E', type: 'JavaScript error' } }, 'exception-name-survived', 'E was reported', 'none'],
    [{ exception: { type: 'EXC_ODD', signal: 'SIGSEGV' } }, 'exception-code', 'Invalid memory access', 'none'],
    [{ exception: { type: 'EXC_ODD', signal: 'SIGODD' } }, 'exception-code', 'EXC_ODD', 'none'],
    [{ exception: { type: '6', signal: 'SIGODD' } }, 'exception-code', 'SIGODD', 'none'],
    [{ exception: { type: '6', message: 'words' } }, 'exception-reason', 'words', 'said'],
    [{ exception: { message: 'SIGSEGV' }, ...quiet }, 'kind-of-report', 'Log: Shop', 'none'],
    [{ termination: { indicator: 'ended so', reasons: ['r'] } }, 'exception-reason', 'ended so', 'said'],
    [{ termination: { reasons: ['r', 's'] } }, 'exception-reason', 'r', 'said'],
    [{ termination: { namespace: 'X' } }, 'terminated', 'The program was terminated', 'none'],
    [{}, 'crashed-untold', 'Crashed; no cause was found', 'none'],
    [
      {
        ...quiet,
        sections: [{ kind: 'text', title: sectionTitles.leaksSummary, text: '2 leaks for 64 total leaked bytes' }],
      },
      'leaks',
      '2 leaks, 64 B: Shop',
      'none',
    ],
    [quiet, 'kind-of-report', 'Log: Shop', 'none'],
    [{ ...quiet, header: { fields: [] } }, 'kind-of-report', 'Log', 'none'],
    [{ format: 'spindump', label: 'Spindump', header: { fields: [['Event', ' stall ']] } }, 'event', 'Stall', 'none'],
    [
      { format: 'spindump', label: 'Spindump', header: { fields: [['event', '12']] } },
      'kind-of-report',
      'Spindump',
      'none',
    ],
    [
      { thread: { crashed: false }, header: { fields: [['Event', 'stall']] } },
      'untold',
      'No cause was found in this report',
      'none',
    ],
    [
      {
        thread: { crashed: false },
        sections: [{ kind: 'text', title: sectionTitles.otherText, text: 'it crashes with SIGBUS' }],
      },
      'code-said-around',
      'Crashed with SIGBUS, as the text around the report says',
      'said',
    ],
  ])('case %#', (parts, code, title, basis) => {
    const headline = of(parts)
    if (title === '') return expect(headline.code).not.toBe(code)
    expect([headline.code, headline.title, headline.told]).toEqual([code, title, basis])
    expect(headline.grade).toBe(code === 'code-said-around' ? 'likely' : 'proved')
  })

  test('an explanation goes first, unless it only words the codes and the report gives a reason', () => {
    const parts: Parts = { exception: { type: 'EXC_CRASH', reason: 'why' } }
    const message = { code: 'x', params: { a: 1 } }
    expect(of(parts, { explanations: [told('x', { message, grade: 'proved' })] })).toMatchObject({
      code: 'x',
      parameters: { a: 1 },
      title: 'Title of x',
      grade: 'proved',
      told: 'shown',
      explanation: { id: 'x' },
    })
    expect(of(parts, { explanations: [told('x')] })).toMatchObject({ grade: 'likely', parameters: {} })
    expect(of(parts, { explanations: [told('x', { kind: 'possible' })] })).toMatchObject({ code: 'exception-reason' })
    expect(of(parts)).not.toHaveProperty('explanation')
  })

  test('a sentence that names a doubtful function is possible; one that does not keeps its grade', () => {
    const made = buildReport([app('save')])
    const doubtful = { level: 'doubtful' as const, evidence: [] }
    const doubted = made.resolutions.map((one) => ({ ...one, grade: doubtful })) as SymbolicatedReport['resolutions']
    const read = (title: string) =>
      headlineOf({ ...made, resolutions: doubted, explanations: [told('x', { title, grade: 'proved' })] }).grade
    expect([read('It failed in save'), read('It failed')]).toEqual(['possible', 'proved'])
    const likely = made.resolutions.map((one) => ({ ...one, grade: { level: 'likely', evidence: [] } }))
    expect(headlineOf({ ...made, resolutions: likely as never })).toMatchObject({ code: 'crashed-in', grade: 'likely' })
  })

  test('a title with its grade, where it is not proved', () => {
    expect(gradedTitle({ title: 'T', grade: 'proved' })).toBe('T')
    expect(gradedTitle({ title: 'T', grade: 'likely' })).toBe('T (likely)')
    expect(gradedTitle({ title: 'T' })).toBe('T (likely)')
    expect(gradedTitle({ title: 'T', grade: 'possible' })).toBe(`T (${claimGrades.possible.mark})`)
  })
})

describe('codes and kinds', () => {
  test.each<[Parts, readonly string[]]>([
    [{ exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } }, ['EXC_BAD_ACCESS', '(SIGSEGV)']],
    [{ exception: { signal: 'SIGSEGV' } }, ['SIGSEGV']],
    [{ exception: { type: 'EXC_CRASH', subtype: 'sub-1', message: 'msg-1' } }, ['EXC_CRASH', 'sub-1']],
    [{ exception: { type: 'EXC_CRASH', message: 'msg-1' } }, ['EXC_CRASH', 'msg-1']],
    [{ termination: { namespace: 'SPRINGBOARD', code: 5n } }, ['SPRINGBOARD 5']],
    [{ termination: { namespace: 'SPRINGBOARD' } }, ['SPRINGBOARD']],
    [{ exception: { type: 'EXC_CRASH' }, termination: { namespace: 'SPRINGBOARD' } }, ['EXC_CRASH']],
    [{ exception: { type: 'EXC_CRASH', name: 'NSRangeException', reason: 'r' } }, ['EXC_CRASH', 'NSRangeException']],
    // How a vendor's handler caught it.
    ...['mach', 'signal', 'nsexception', 'cpp_exception', 'user', 'generic'].map(
      (subtype): [Parts, readonly string[]] => [{ exception: { type: 'EXC_CRASH', subtype } }, ['EXC_CRASH']],
    ),
    [{ exception: { type: 'EXC_CRASH', subtype: 'machine' } }, ['EXC_CRASH', 'machine']],
    // Nothing twice, and nothing that the title has.
    [{ exception: { type: 'EXC_CRASH', subtype: 'EXC_CRASH' } }, ['EXC_CRASH']],
    [{ exception: { type: 'EXC_ODD', subtype: 'exc_odd' } }, []],
    [{ exception: { type: 'NSException', name: 'NSRangeException' } }, []],
    [{ exception: { type: 'NSException', message: 'msg-1' } }, ['msg-1']],
    [{ header: { fields: [['Reason', 'some reason']] } }, []],
    [{ format: 'sample', header: { fields: [['Reason', 'some reason']] } }, ['some reason']],
    [{ kind: 'hang', header: { fields: [['Reason', 'some reason']] } }, ['some reason']],
    [{ format: 'bs-backtrace', header: { fields: [['reason', 'some reason']] } }, ['some reason']],
  ])('codes, case %#', (parts, codes) => {
    expect(of({ label: 'Log', ...parts }).codes).toEqual(codes)
  })

  test.each<[Parts, string, boolean]>([
    [{}, '', true],
    [{ exception: { type: 'EXC_BAD_ACCESS' } }, ends.crash, true],
    [{ format: 'panic', label: 'Panic', exception: { type: 'panic', reason: 'r' } }, 'Panic', true],
    [{ format: 'x', writtenFrom: 'panic', label: 'Panic', exception: { reason: 'r' } }, 'Panic', true],
    [{ exception: { signal: 'SIGKILL', reason: 'r' } }, ends.killed, true],
    [{ format: 'ips-jetsam', label: 'Jetsam', threads: [], termination: { reasons: ['r'] } }, ends.killed, true],
    [
      { format: 'ips-jetsam', label: 'Jetsam', threads: [], kind: 'memory-kill', termination: { reasons: ['r'] } },
      'Jetsam',
      true,
    ],
    [{ termination: { namespace: 'EXEC' } }, ends['not-launched'], true],
    [{ kind: 'hang', exception: { reason: 'r' } }, ends.hang, false],
    [{ exception: { type: 'ThreadSanitizer', reason: 'r' }, label: 'Race' }, 'Race', false],
    [{ exception: { reason: 'r', message: 'SIMULATED' } }, ends['non-fatal'], false],
    [{ exception: { type: 'JavaScript error', reason: 'r' } }, ends.error, false],
    [{ exception: { subtype: 'user', reason: 'r' }, label: 'Form' }, 'Form', false],
    [{ format: 'sample', label: 'Sample', exception: { reason: 'r' } }, 'Sample', false],
  ])('kind, case %#', (parts, kind, isCrash) => {
    expect(of(parts)).toMatchObject({ kind, isCrash })
  })
})

describe('the frame to read first', () => {
  test('the engine’s choice, else blame; none for an end from outside', () => {
    const made = buildReport([system('abort'), app('f'), app('g')])
    expect(headlineOf(made).where?.frame.id).toBe(1)
    expect(headlineOf({ ...made, culprit: 2 }).where?.frame.id).toBe(2)
    expect(headlineOf({ ...made, culprit: 9 }).where?.frame.id).toBe(1)
    expect(headlineOf({ ...made, explanations: [told('jetsam')] }).where).toBeUndefined()
  })

  test('where an exception was thrown goes before the thread, which counts if the throw has no frames', () => {
    const made = buildReport([app('raise'), app('thrown')])
    const [first, second] = made.report.threads[0]!.frames
    const threads = made.report.threads.map((thread) => ({ ...thread, frames: [first!] }))
    const with_ = (frames: readonly NonNullable<typeof first>[]): SymbolicatedReport => ({
      ...made,
      report: { ...made.report, threads, lastException: { frames } },
    })
    expect(headlineOf(with_([second!])).where?.frame.id).toBe(1)
    expect(headlineOf(with_([])).where?.frame.id).toBe(0)
    const beside = { ...made.report, threads: [], backtraces: [{ title: 'B', frames: [second!] }] }
    expect(headlineOf({ ...made, report: { ...beside, exception: { type: 'EXC_CRASH' } } }).where?.frame.id).toBe(1)
    const role = {
      ...beside,
      exception: { type: 'EXC_CRASH' },
      backtraces: [{ ...beside.backtraces[0]!, role: 'freed' as const }],
    }
    expect(headlineOf({ ...made, report: role }).where).toBeUndefined()
  })

  test('the line: no trap that was inlined, and no guess', () => {
    expect(headlineOf(buildReport([app('Swift runtime failure: x', 'save')])).where?.line.name).toBe('save')
    expect(headlineOf({ ...buildReport([app('_assertionFailure(x)')]), culprit: 0 }).where?.line.name).toBe(
      '_assertionFailure(x)',
    )
    const guessed = unresolved(
      makeReport({
        rows: [{ address: 0x104000010, image: 0, offset: 16, symbol: { name: 'label', offset: 0x9000 } }],
        images: [makeImage({ name: 'Shop', origin: 'app', loadAddress: runtimeAddress(0x104000000) })],
      }),
    )
    const { where } = headlineOf(guessed)
    expect(where).toMatchObject({ line: { name: 'Shop + 16', named: false } })
    expect(where).not.toHaveProperty('grade')
  })

  test('a headline without an end has no frame', () => {
    const parts = {
      ...buildReport([app('f')]).report,
      threads: buildReport([app('f')]).report.threads.map((one) => ({ ...one, crashed: false })),
    }
    const made = { ...buildReport([app('f')]), report: parts, culprit: 0 }
    const headline = headlineOf(made)
    expect(headline.code).toBe('untold')
    expect(headline.where).toBeUndefined()
  })
})
