import { describe, expect, test } from 'vitest'
import { foldRows } from '../../../src/core/compare/aligned.ts'
import { compareReports } from '../../../src/core/compare/compare-reports.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { parseUuid, type BinaryImage } from '../../../src/core/model/image.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { app, buildReport, system, type FrameParts } from '../../support/report-builder.ts'

type More = Parameters<typeof buildReport>[1]

const total = (line: number) => app({ function: 'CartView.total(of:)', file: '/src/CartView.swift', line })
const body = app({ function: 'CartView.body.getter', file: '/src/CartView.swift', line: 41 })
const stack = [system('abort'), total(88), body, system('main')]
const bad: More = { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' } }
const trap: More = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }

/** The report with its app of another build. */
function ofBuild(digit: string, { report, ...rest }: SymbolicatedReport): SymbolicatedReport {
  const uuid = parseUuid(digit.repeat(32))!
  const images = report.images.map((image): BinaryImage => (image.index === 0 ? { ...image, uuid } : image))
  return { ...rest, report: { ...report, images } }
}

function withoutNames(symbolicated: SymbolicatedReport): SymbolicatedReport {
  return {
    ...symbolicated,
    resolutions: symbolicated.resolutions.map(() => ({ kind: 'no-symbols', reason: 'none' })),
  }
}

const make = (frames: readonly FrameParts[], more: More = bad): SymbolicatedReport =>
  ofBuild('A', buildReport(frames, more))
const judge = (a: SymbolicatedReport, b: SymbolicatedReport) => compareReports(a, b).verdict
const rowsOf = (a: SymbolicatedReport, b: SymbolicatedReport): string[] =>
  (compareReports(a, b).stacks[0]?.rows ?? []).map((row) => {
    if (row.kind === 'both') return `= ${row.a.name}${row.change === 'none' ? '' : ` ${row.change}`}`
    return row.kind === 'only-a' ? `- ${row.a.name}` : `+ ${row.b.name}`
  })

describe('the verdict', () => {
  const cases: readonly (readonly [what: string, a: SymbolicatedReport, b: SymbolicatedReport, level: string])[] = [
    ['equal reports', make(stack), make(stack), 'same'],
    [
      'the same function at another line of the same build',
      make(stack),
      make([system('abort'), total(91), body]),
      'likely',
    ],
    [
      'the same function at another line of another build',
      make(stack),
      ofBuild('B', make([system('abort'), total(91), body, system('main')])),
      'same',
    ],
    ['another way to the same function', make(stack), make([total(88), app('Checkout.pay()')]), 'likely'],
    ['another end in the same function', make(stack), make(stack, trap), 'different'],
    ['the same end in another function', make(stack), make([app('Login.send()'), body]), 'different'],
    ['nothing alike', make(stack), make([app('Login.send()')], trap), 'different'],
    ['no reason in either', make(stack, {}), make(stack, {}), 'likely'],
    ['a reason in one', make(stack), make(stack, {}), 'likely'],
    ['no frames in one', make(stack), make([]), 'unclear'],
    ['no frames in both', make([]), make([]), 'unclear'],
    ['no function of the app in one', make(stack), make([system('abort'), system('main')]), 'unclear'],
    ['another end and no frames', make([]), make([], trap), 'different'],
    ['one without names, same build', make(stack), withoutNames(make(stack)), 'same'],
    ['one without names, another build', make(stack), ofBuild('B', withoutNames(make(stack))), 'unclear'],
    ['both without names, same build', withoutNames(make(stack)), withoutNames(make(stack)), 'same'],
    ['both without names, other builds', withoutNames(make(stack)), ofBuild('B', withoutNames(make(stack))), 'unclear'],
    [
      'only system calls, the same',
      make([system('abort'), system('main')]),
      make([system('abort'), system('main')]),
      'likely',
    ],
    [
      'only system calls, the top alike',
      make([system('abort'), system('CFRelease'), system('main')]),
      make([system('abort'), system('malloc'), system('start')]),
      'different',
    ],
  ]
  test.each(cases)('%s', (_, a, b, level) => {
    expect(judge(a, b).level).toBe(level)
  })
  test.each(cases)('%s: the order does not matter', (_, a, b, level) => {
    expect(judge(b, a).level).toBe(level)
  })

  test('numbers in the words do not make another end, other words do', () => {
    const thrown = (reason: string): More => ({ exception: { type: 'EXC_CRASH', signal: 'SIGABRT', reason } })
    const index = make(stack, thrown('index 5 beyond bounds [0 .. 2] at 0x1050'))
    expect(judge(index, make(stack, thrown('index 71 beyond bounds [0 .. 9] at 0x9'))).level).toBe('same')
    expect(judge(index, make(stack, thrown('key cannot be nil'))).level).toBe('likely')
  })

  test('what was thrown is compared by its name, whatever field a vendor writes it to', () => {
    const apple: More = { exception: { type: 'EXC_CRASH', signal: 'SIGABRT', name: 'NSRangeException' } }
    const vendor: More = { exception: { type: 'NSRangeException', name: 'NSRangeException' } }
    const runtime: More = { exception: { type: 'NSException', name: 'NSRangeException' } }
    const other: More = { exception: { type: 'NSGenericException' } }
    expect(judge(make(stack, apple), make(stack, vendor)).level).toBe('same')
    expect(judge(make(stack, apple), make(stack, runtime)).level).toBe('same')
    const verdict = judge(make(stack, vendor), make(stack, other))
    expect(verdict.checks[0]?.text).toBe('A ended with NSRangeException, B with NSGenericException.')
  })

  test('one trap has other codes on other architectures', () => {
    const trapped = (arch: string, type: string, id: string): SymbolicatedReport => ({
      ...make(stack, { exception: { type }, header: { arch, fields: [] } }),
      explanations: [explanation(id, 'A check failed')],
    })
    const arm = trapped('arm64', 'EXC_BREAKPOINT', 'swift-check')
    expect(judge(arm, trapped('x86_64', 'EXC_BAD_INSTRUCTION', 'swift-check')).level).toBe('same')
    expect(judge(arm, trapped('x86_64', 'EXC_BAD_INSTRUCTION', 'bad-code')).level).toBe('different')
    expect(judge(arm, trapped('arm64', 'EXC_BAD_INSTRUCTION', 'swift-check')).level).toBe('different')
  })

  test('nothing is said of builds where the reports do not state them', () => {
    const unstated = (line: number) => buildReport([total(line)], bad)
    const text = judge(unstated(88), unstated(91)).checks.find(({ about }) => about === 'place')?.text
    expect(text).toBe('Both failed in CartView.total(of:), but at line 88 in A and line 91 in B.')
  })

  test('one incident in two files is one report', () => {
    const header = { incident: 'aa-11', fields: [] }
    const verdict = judge(
      make(stack, { ...bad, header }),
      make(stack, { ...bad, header: { ...header, incident: 'AA-11' } }),
    )
    expect(verdict.title).toBe('Both files contain the same report.')
  })

  test('two programs that share the code are not called one crash', () => {
    const other: More = { ...bad, header: { process: 'ShopWidget', fields: [] } }
    const verdict = judge(make(stack), make(stack, other))
    expect(verdict.level).toBe('likely')
    expect(verdict.checks[0]).toMatchObject({ about: 'program', result: 'differs' })
  })

  test('an explanation that was read from names is no proof where the other report has none', () => {
    const explained = { ...make(stack, trap), explanations: [explanation('swift-index', 'Array index out of range')] }
    const bare = { ...withoutNames(make(stack, trap)), explanations: [explanation('trap', 'A check failed')] }
    expect(judge(explained, bare).level).toBe('same')
    const named = { ...make(stack, trap), explanations: [explanation('swift-nil', 'Found nil')] }
    expect(judge(explained, named).level).toBe('different')
  })
})

const explanation = (id: string, title: string) => ({
  id,
  kind: 'shown' as const,
  title,
  evidence: '',
  meaning: '',
  checks: [],
})

describe('the frames side by side', () => {
  test('common calls, calls of one side, another line', () => {
    expect(rowsOf(make(stack), make([system('abort'), total(91), app('Checkout.pay()'), system('main')]))).toEqual([
      '= abort',
      '= CartView.total(of:) line',
      '- CartView.body.getter',
      '+ Checkout.pay()',
      '= main',
    ])
  })

  test('long runs of system calls fold, by where they are; calls of the app never do', () => {
    const many = (...names: string[]) => names.map((name) => system(name))
    const a = make([total(88), ...many('p', 'q', 'r', 's'), body, ...many('u', 'v', 'w', 'x', 'y')])
    const b = make([total(88), body, ...many('u', 'v', 'w', 'x', 'y')])
    const pieces = foldRows(compareReports(a, b).stacks[0]!.rows)
    expect(pieces.map((piece) => (piece.kind === 'row' ? piece.row.kind : `${piece.rows.length} ${piece.of}`))).toEqual(
      ['both', '4 only-a', 'both', '5 both'],
    )
  })

  test('a system function is the same in whatever library of the system; one of the app is not', () => {
    const moved = (image: number) => {
      const made = make(stack)
      const images = made.report.images.map((one) => (one.index === image ? { ...one, name: 'Moved' } : one))
      return { ...made, report: { ...made.report, images } }
    }
    expect(rowsOf(make(stack), moved(1)).every((row) => row.startsWith('='))).toBe(true)
    expect(rowsOf(make(stack), moved(0)).filter((row) => row.startsWith('='))).toEqual(['= abort', '= main'])
  })

  test('inlined calls are calls', () => {
    const inlined = make([app('Array.subscript.getter', 'CartView.total(of:)'), system('main')])
    expect(rowsOf(inlined, make([app('CartView.total(of:)'), system('main')]))).toEqual([
      '- Array.subscript.getter',
      '= CartView.total(of:)',
      '= main',
    ])
  })

  test('rounds of recursion stand once, with their number', () => {
    const deep = (times: number): SymbolicatedReport =>
      make([...Array.from({ length: times }, () => [app('visit'), app('children')]).flat(), system('main')])
    expect(rowsOf(deep(200), deep(150))).toEqual(['= visit times', '= children times', '= main'])
    expect(rowsOf(deep(200), deep(200))).toEqual(['= visit', '= children', '= main'])
    expect(judge(deep(200), deep(150)).level).toBe('same')
  })

  test('names come from the other report where the build is the same', () => {
    const { rows } = compareReports(withoutNames(make(stack)), make(stack)).stacks[0]!
    expect(rows.find((row) => row.kind === 'both')).toMatchObject({
      a: { name: 'CartView.total(of:)', borrowed: true },
      b: { name: 'CartView.total(of:)' },
    })
  })

  test('the throw site and the crashed thread are both compared where both have them', () => {
    const report = make(stack)
    const thrown = {
      ...report,
      report: { ...report.report, lastException: { frames: report.report.threads[0]!.frames } },
    }
    expect(compareReports(thrown, thrown).stacks).toHaveLength(2)
    expect(compareReports(thrown, report).stacks).toHaveLength(1)
  })
})

describe('what else differs', () => {
  test('registers: only values that mean something by themselves', () => {
    const registers = (x0: bigint, x1: bigint, x2: bigint): More => ({
      ...bad,
      registers: [
        { name: 'x0', value: x0 },
        { name: 'x1', value: x1 },
        { name: 'x2', value: x2 },
      ],
    })
    const { registers: found } = compareReports(
      make(stack, registers(0n, 0x600000123450n, 7n)),
      make(stack, registers(0x600000aa0000n, 0x600000bb0000n, 9n)),
    )
    expect(found).toEqual([
      { name: 'x0', a: 'null', b: '0x600000aa0000' },
      { name: 'x2', a: 'number 7', b: 'number 9' },
    ])
  })

  test('registers are compared only where the crash may be one, and not the flags', () => {
    const registers = (name: string, value: bigint): More => ({ ...bad, registers: [{ name, value }] })
    const found = (a: SymbolicatedReport, b: SymbolicatedReport) => compareReports(a, b).registers
    expect(found(make(stack, registers('x0', 0n)), make([app('Login.send()')], registers('x0', 7n)))).toEqual([])
    expect(found(make(stack, registers('cpsr', 0n)), make(stack, registers('cpsr', 7n)))).toEqual([])
  })

  test('images by build, the app first', () => {
    const a = make(stack)
    const more: BinaryImage = { index: 2, name: 'Tracker', origin: 'app', loadAddress: runtimeAddress(0x300000000) }
    const b = ofBuild('B', make(stack))
    const images = [...b.report.images, more]
    const found = compareReports(a, { ...b, report: { ...b.report, images } }).images
    expect(found.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'Shop other-build',
      'Tracker only-b',
      'libsystem.dylib unknown',
    ])
  })

  test('other threads by what they do', () => {
    const report = make(stack)
    const [crashed] = report.report.threads
    const other = { ...crashed!, id: 1, crashed: false, frames: crashed!.frames.slice(0, 2) }
    const more: Report = { ...report.report, threads: [crashed!, other, { ...other, id: 2 }] }
    expect(compareReports(report, { ...report, report: more }).threads).toEqual([
      { doing: 'abort', own: 'CartView.total(of:)', a: 0, b: 2 },
    ])
  })

  test('dates are told as people read them, and stay exact where only that tells them apart', () => {
    const made = make(stack)
    const dated = (date: string): SymbolicatedReport => ({
      ...made,
      report: { ...made.report, header: { ...made.report.header, date } },
    })
    const fact = (a: string, b: string) => compareReports(dated(a), dated(b)).facts.find(({ term }) => term === 'Date')
    expect(fact('2024-05-02 10:00:00.123 +0200', '2024-05-05 10:00:00.123 +0200')).toEqual({
      term: 'Date',
      same: false,
      a: expect.stringMatching(/^May 2, 2024, 10:00:00\sAM$/) as string,
      b: expect.stringMatching(/^May 5, 2024, 10:00:00\sAM$/) as string,
    })
    expect(fact('2024-05-02 10:00:00.123 +0200', '2024-05-02 10:00:00.456 +0200')).toMatchObject({
      same: false,
      a: '2024-05-02 10:00:00.123 +0200',
      b: '2024-05-02 10:00:00.456 +0200',
    })
  })
  test('facts that neither states are left out', () => {
    const a = make(stack, { ...bad, header: { process: 'Shop', os: 'iOS 19.1', fields: [] } })
    const b = make(stack, { ...bad, header: { process: 'Shop', fields: [] } })
    const facts = compareReports(a, b).facts
    expect(facts.find(({ term }) => term === 'System')).toEqual({ term: 'System', a: 'iOS 19.1', same: false })
    expect(facts.find(({ term }) => term === 'Process')).toMatchObject({ same: true })
    expect(facts.some(({ term }) => term === 'Device')).toBe(false)
  })
})
