/** Words for the facts beside a frame: variables, instructions, source lines, hints. */
import { describe, expect, test } from 'vitest'
import { exportedVariables, frameVariableWords } from '../../../src/core/messages/variables.ts'
import { faultWords } from '../../../src/core/messages/fault.ts'
import { sourceChecks, sourceNameOnly, sourceWords } from '../../../src/core/messages/source.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { FaultInstruction } from '../../../src/core/model/fault.ts'
import type { FunctionHints } from '../../../src/core/model/hints.ts'
import type { SourceExcerpt, SourceReading } from '../../../src/core/model/source.ts'
import type { FrameVariables, Variable } from '../../../src/core/model/variables.ts'
import { factText, faultReading, frameCodeReading } from '../../../src/core/reading/fault.ts'
import { hintRows } from '../../../src/core/reading/hints.ts'
import { framesWithSource, sourceReadings } from '../../../src/core/reading/source.ts'
import {
  framesToAsk,
  frameVariablesReading,
  noteOn,
  scopeText,
  valueText,
  variableLines,
  variableRows,
  variablesReading,
  variableText,
  withoutValues,
  withVariables,
} from '../../../src/core/reading/variables.ts'
import { app, buildReport, makeFrames, system } from '../../support/report-builder.ts'

const variable = (name: string, more: Partial<Variable> = {}): Variable => ({
  name,
  kind: 'local',
  type: 'int',
  ...more,
})
const told = (variables: readonly Variable[], more: Partial<FrameVariables> = {}): FrameVariables => ({
  frame: 0,
  id: 0,
  address: 0n,
  known: 'memory',
  scopes: [{ function: 'save', inlined: false, variables }],
  ...more,
})

describe('variables', () => {
  test.each([
    [variable('a', { value: '1' }), '(int) a = 1'],
    [variable('a', { unavailable: 'optimised out' }), '(int) a = <optimised out>'],
    [variable('a', { value: '1', unavailable: 'x' }), '(int) a = 1'],
    [variable('a'), '(int) a'],
    [variable('a', { value: '1', shadowed: true }), `(int) a = 1 ${frameVariableWords.shadowed}`],
  ])('%j', (one, text) => {
    expect(variableText(one)).toBe(text)
  })
  test('the value, else the reason, else nothing', () => {
    expect([variable('a', { value: '' }), variable('a', { unavailable: 'x' }), variable('a')].map(valueText)).toEqual([
      '',
      '<x>',
      undefined,
    ])
    expect(scopeText({ function: 'f', inlined: true, variables: [] })).toBe('f [inlined]')
    expect(scopeText({ function: 'f', inlined: false, variables: [] })).toBe('f')
  })

  test.each([
    [told([variable('a')]), undefined],
    [told([variable('a')], { known: 'registers' }), frameVariableWords.known.registers],
    [told([variable('a')], { known: 'nothing' }), frameVariableWords.known.nothing],
    [told([variable('a')], { isInferred: true }), frameVariableWords.inferred],
    [
      told([variable('a')], { known: 'registers', isInferred: true }),
      `${frameVariableWords.known.registers} ${frameVariableWords.inferred}`,
    ],
    // Nothing has a value anyway.
    [told([], { known: 'nothing', isInferred: true }), undefined],
    [told([], { missing: 'no-file' }), frameVariableWords.missing['no-file']],
  ])('the note, case %#', (one, note) => {
    expect(noteOn(one)).toBe(note)
  })

  test('lines of text: the note, each scope, its variables or that there are none', () => {
    const two = told([variable('a', { value: '1' })], {
      known: 'registers',
      scopes: [
        { function: 'inner', inlined: true, variables: [] },
        { function: 'outer', inlined: false, variables: [variable('a', { value: '1' })] },
      ],
    })
    const lines = ['inner [inlined]', '  no variables', 'outer', '  (int) a = 1']
    expect(variableLines(two)).toEqual([frameVariableWords.known.registers, ...lines])
    expect(variableLines({ ...two, known: 'memory' })).toEqual(lines)
  })

  const rows = (one: FrameVariables, more = {}): readonly string[] =>
    variableRows({ told: one, title: '', ...more }).map(({ level, text }) => `${level} ${text}`)

  test('rows open what its value does not hold: pointees, and values that were cut', () => {
    const child = variable('x', { value: '7', kind: 'member' })
    const pointee = variable('*', { value: '8', kind: 'pointee' })
    const bare = variable('y', { kind: 'member', unavailable: 'gone' })
    const open = (one: Variable): readonly string[] => rows(told([one])).slice(1)
    expect(open(variable('s', { value: '{x = 7}', children: [child] }))).toEqual(['2 (int) s = {x = 7}'])
    expect(open(variable('s', { value: '{x = …}', children: [child] }))).toEqual([
      '2 (int) s = {x = …}',
      '3 (int) x = 7',
    ])
    expect(open(variable('s', { value: '[7, …]', children: [child] }))).toHaveLength(2)
    expect(open(variable('s', { value: '…', children: [child] }))).toHaveLength(2)
    expect(open(variable('s', { value: '… 7', children: [child] }))).toHaveLength(1)
    expect(open(variable('p', { value: '0x10', children: [pointee] }))).toEqual(['2 (int) p = 0x10', '3 (int) * = 8'])
    expect(open(variable('p', { value: '-> {x = 7}', children: [pointee] }))).toHaveLength(1)
    // Reasons alone are not worth a row; a value further down is.
    expect(open(variable('p', { value: '0x10', children: [{ ...bare, kind: 'pointee' }] }))).toHaveLength(1)
    const deep = variable('*', { kind: 'pointee', value: '{…}', children: [child] })
    expect(open(variable('p', { value: '0x10', children: [deep] }))).toEqual([
      '2 (int) p = 0x10',
      '3 (int) * = {…}',
      '4 (int) x = 7',
    ])
    const hollow = variable('*', { kind: 'pointee', value: '{…}', children: [bare] })
    expect(open(variable('p', { value: '0x10', children: [hollow] }))).toHaveLength(1)
  })

  test('a scope without any, the note, and what is left out', () => {
    expect(rows(told([]), { note: 'Note.' })).toEqual(['1 Note.', '1 save', '2 no variables'])
    expect(rows(told([variable('a')]), { more: 'more' })).toEqual(['1 save', '2 (int) a', '1 more'])
    const many = Array.from({ length: 45 }, (_, at) => variable(`v${at}`))
    const cut = rows(told(many, { leftOut: 3 }), { more: 'more' })
    expect(cut).toHaveLength(41)
    expect(cut.at(-1)).toBe(`1 ${exportedVariables.more({ values: 6 + 3 })}`)
    expect(rows(told(many.slice(0, 39)))).toHaveLength(40)
  })

  test('readings of a report: titles by the frame, else by the scope', () => {
    const made = buildReport([app('save'), app('main')])
    expect(variablesReading(made)).toBeUndefined()
    expect(variablesReading({ ...made, variables: [] })).toBeUndefined()
    const [own, stray] = [
      told([variable('a')], { id: 0, leftOut: 2, known: 'registers' }),
      told([variable('a')], { id: 9, frame: 4 }),
    ]
    const read = variablesReading(withVariables(made, [own, stray]))!
    const [first, second] = read.frames
    expect(read).not.toHaveProperty('more')
    expect(variablesReading(withVariables(made, [own]))?.more).toBe(exportedVariables.moreFrames({ frames: 1 }))
    const [frame, other] = made.report.threads[0]!.frames
    expect(frameVariablesReading(withVariables(made, [own]), frame!)?.title).toBe('Frame 0, save')
    expect(frameVariablesReading(withVariables(made, [own]), other!)).toBeUndefined()
    expect(first).toMatchObject({
      title: 'Frame 0, save',
      note: frameVariableWords.known.registers,
      more: exportedVariables.more({ values: 2 }),
    })
    expect(second!.title).toBe('Frame 4, save')
    expect(second).not.toHaveProperty('note')
    expect(second).not.toHaveProperty('more')
  })

  test('frames to ask: the innermost of each main stack and own code, 16 at most', () => {
    expect(framesToAsk(buildReport([system('a'), system('b'), app('f'), app('main')]))).toEqual([0, 2, 3])
    expect(framesToAsk(buildReport(Array.from({ length: 20 }, (_, at) => app(`f${at}`))))).toHaveLength(16)
    const made = buildReport([app('f'), app('g')])
    const [thread] = made.report.threads
    const inlined = thread!.frames.map((frame, at) => (at === 0 ? { ...frame, inlined: true } : frame))
    expect(framesToAsk({ ...made, report: { ...made.report, threads: [{ ...thread!, frames: inlined }] } })).toEqual([
      1,
    ])
  })

  test('what a report carries is bounded, in number and depth, and says how many it leaves out', () => {
    const made = buildReport([app('f')])
    const kept = (variables: readonly Variable[]) => withVariables(made, [told(variables)]).variables![0]!
    const many = (count: number): readonly Variable[] => Array.from({ length: count }, (_, at) => variable(`v${at}`))
    expect(kept(many(400)).leftOut).toBeUndefined()
    expect(kept(many(403)).leftOut).toBe(3)
    expect(kept(many(403)).scopes[0]!.variables).toHaveLength(400)
    const nest = (depth: number): Variable => variable(`d${depth}`, depth === 1 ? {} : { children: [nest(depth - 1)] })
    expect(kept([nest(4)])).toStrictEqual(told([nest(4)]))
    const cut = kept([nest(5)])
    expect(cut.leftOut).toBe(1)
    expect(JSON.stringify(cut.scopes)).not.toContain('d1')
    // Those that the report already has stay, if nobody has more.
    const before = withVariables(made, [told([variable('a')])])
    expect(withVariables(before, [told([], { scopes: [] })])).toBe(before)
    expect(withVariables(made, [told([], { scopes: [] })]).variables).toHaveLength(1)
    const after = withVariables(before, [told([], { scopes: [] }), told([variable('b')])])
    expect(after.variables).toHaveLength(2)
  })

  test('without their values, names, types and that they are hidden stay', () => {
    const one = variable('a', { value: '7', raw: '0x7', shadowed: true, children: [variable('x', { value: '1' })] })
    expect(withoutValues(told([one, variable('b', { value: '8' })])).scopes[0]!.variables).toEqual([
      { name: 'a', kind: 'local', type: 'int', shadowed: true, unavailable: exportedVariables.redacted },
      { name: 'b', kind: 'local', type: 'int', unavailable: exportedVariables.redacted },
    ])
  })
})

describe('instructions', () => {
  const at = (address: number, more: Partial<FaultInstruction> = {}): FaultInstruction => ({
    address: runtimeAddress(address),
    bytes: '00',
    ...more,
  })
  const instructions = [
    at(0x10, {
      text: 'bl f',
      notes: [
        { code: 'target', params: { name: 'f' } },
        { code: 'string', params: { text: 'x' } },
      ],
    }),
    at(0x14, { text: 'pacibsp', stopped: true, notes: [{ code: 'protection', params: { kind: 'sign' } }] }),
    at(0x18),
    at(0x1c, { text: 'nop', notes: [{ code: 'of tomorrow', params: {} }] }),
  ]

  test('rows with their notes, and a mark on the one that stopped', () => {
    const made = buildReport([app('f')])
    expect(faultReading(made)).toBeUndefined()
    const fault = { thread: 0, arch: 'arm64', from: 'memory', instructions, told: [] } as const
    expect(faultReading({ ...made, fault })).toEqual({
      title: faultWords.title,
      source: faultWords.from.memory,
      told: [],
      rows: [
        { address: '0x10', bytes: '00', text: 'bl f', isInstruction: true, note: '→ f “x”' },
        {
          address: '0x14',
          bytes: '00',
          text: 'pacibsp',
          isInstruction: true,
          mark: faultWords.stopped,
          protection: expect.stringContaining('Signs a pointer') as string,
        },
        { address: '0x18', bytes: '00', text: faultWords.noInstruction, isInstruction: false },
        { address: '0x1c', bytes: '00', text: 'nop', isInstruction: true, note: 'of tomorrow' },
      ],
    })
    expect(faultReading({ ...made, fault: { ...fault, isCaller: true } })).toMatchObject({
      title: faultWords.caller,
      rows: [{}, { mark: faultWords.called }, {}, {}],
    })
  })

  test('facts are sentences, with their grade where they are not proved', () => {
    const made = buildReport([app('f')])
    const fact = { code: 'esr-says', params: { esr: '0x92000007', says: 'a read' } }
    const fault = { thread: 0, arch: 'arm64', from: 'report', instructions: [], told: [fact] } as const
    expect(faultReading({ ...made, fault })?.told).toEqual(['esr 0x92000007: a read.'])
    expect(factText({ ...fact, grade: 'likely' })).toBe('esr 0x92000007: a read (likely)')
    expect(factText({ code: 'of tomorrow', params: {} })).toBe('of tomorrow')
  })

  test.each([
    ['call', faultWords.called],
    ['here', faultWords.here],
    ['return', faultWords.noCall],
  ] as const)('a frame’s instructions marked %s', (marks, mark) => {
    const { source, rows } = frameCodeReading({ arch: 'arm64', from: 'binary', marks, instructions })
    expect(source).toBe(faultWords.from.binary)
    expect(rows.map((row) => row.mark)).toEqual([undefined, mark, undefined, undefined])
  })
})

describe('source lines', () => {
  const made = buildReport([
    app({ function: 'inner', file: '/a/in.m', line: 3 }, { function: 'outer', file: '/a/out.m', line: 7 }),
  ])
  const [frame] = made.report.threads[0]!.frames
  const excerpt = (more: Partial<SourceExcerpt> = {}): SourceReading => ({
    kind: 'found',
    excerpt: { path: 'src/in.m', line: 3, lines: [], check: 'same', grade: 'exact', lead: '', ...more },
  })
  const read = (...readings: readonly (SourceReading | undefined)[]) =>
    sourceReadings(made, frame!, new Map([[frame!.id, readings]])).map(({ line, call, place, note }) => [
      line.name,
      call,
      place,
      note,
    ])

  test('one for each call that has a reading', () => {
    expect(read(excerpt(), undefined)).toEqual([['inner', 0, 'src/in.m:3', sourceChecks.same]])
    expect(read(undefined, { kind: 'none', reason: 'why' })).toEqual([['outer', 1, 'out.m:7', 'why']])
    expect(read()).toEqual([])
    expect(sourceReadings(made, frame!, new Map())).toEqual([])
  })

  test.each([
    [{ column: 9 }, 'src/in.m:3:9', sourceChecks.same],
    [{ check: 'changed' }, 'src/in.m:3', sourceChecks.changed],
    [{ check: 'unknown', grade: 'likely' }, 'src/in.m:3', sourceChecks.unknown],
    [{ check: 'unknown', grade: 'possible' }, 'src/in.m:3', sourceNameOnly.unknown],
    [{ check: 'changed', grade: 'possible' }, 'src/in.m:3', sourceNameOnly.changed],
    [{ embedded: true }, 'src/in.m:3', `${sourceChecks.same}, ${sourceWords.embedded}`],
    [{ quoted: true }, 'src/in.m:3', sourceWords.quoted.same],
    [{ quoted: true, check: 'unknown' }, 'src/in.m:3', sourceWords.quoted.unknown],
    [{ quoted: true, check: 'changed' }, 'src/in.m:3', sourceWords.quoted.unknown],
  ] as const)('%j lies at %s: %s', (more, place, note) => {
    expect(read(excerpt(more))).toEqual([['inner', 0, place, note]])
  })

  test('several files: all of them', () => {
    const [one] = sourceReadings(made, frame!, new Map([[0, [{ kind: 'several', paths: ['a', 'b'], count: 3 }]]]))
    expect(one).toMatchObject({ place: 'in.m:3', note: '3 files fit equally: a, b …', paths: ['a', 'b'] })
  })

  test('frames that have readings, in their order', () => {
    const frames = makeFrames([{}, {}, {}])
    const sources = new Map([
      [2, [excerpt()]],
      [0, [undefined, excerpt()]],
      [1, [undefined]],
    ])
    expect(framesWithSource(frames, sources).map(({ id }) => id)).toEqual([0, 2])
  })
})

describe('hints', () => {
  const none: FunctionHints = {
    start: 0 as never,
    size: 4,
    texts: [],
    selectors: [],
    calls: [],
    callers: { named: [], count: 0 },
  }
  const near = (name: string, between: number) => ({ name, between, bytes: 4 })
  test.each<[Partial<FunctionHints>, readonly string[]]>([
    [{}, []],
    [{ texts: ['a\n\tb', 'c'] }, ['Uses the texts: “a b”, “c”']],
    [{ selectors: ['save:'] }, ['Uses the selectors: save:']],
    [{ calls: ['f', 'g'] }, ['Calls: f, g']],
    [{ callers: { named: ['f'], count: 1 } }, ['Called by: f']],
    [{ callers: { named: ['f'], count: 3 } }, ['Called by: f and 2 more']],
    [{ callers: { named: [], count: 1 } }, ['Called by: 1 function without a name']],
    [{ block: { makers: [], count: 0 } }, ['Body of a block: that no function of this image makes']],
    [{ block: { makers: [], count: 2 } }, ['Body of a block: made by 2 functions without a name']],
    [{ block: { makers: ['f'], count: 1 } }, ['Body of a block: made by f']],
    [{ block: { makers: ['f'], count: 2 } }, ['Body of a block: made by f and 1 more']],
    [{ before: near('f', 0) }, ['Lies: next after f']],
    [{ before: near('f', 2), after: near('g', 0) }, ['Lies: 3 functions after f, right before g']],
    [{ after: near('g', 1) }, ['Lies: 2 functions before g']],
  ])('%j', (hints, rows) => {
    expect(hintRows({ ...none, ...hints }).map(({ label, text }) => `${label}: ${text}`)).toEqual(rows)
  })
})
