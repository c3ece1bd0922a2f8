/** JSON that Unslide wrote, made by hand: its head, each field of a report in its place, and values that are refused. */
import { describe, expect, test } from 'vitest'
import { exportedJsonFormat } from '../../../../src/core/reports/exported-page/exported-json.ts'

const sniff = (text: string): boolean =>
  exportedJsonFormat.sniff({ path: '', bytes: new TextEncoder().encode(text), text: '', whole: true })
const parse = (text: string) => exportedJsonFormat.parse({ path: 'made.json', bytes: new Uint8Array(), text })
const codes = (text: string): readonly string[] => parse(text).problems.map(({ code }) => code)

describe('the head', () => {
  const schema = ['"schema"', ':', '2', ',']
  const head = (source: string, version = schema): readonly string[] => [
    ...['', '{', ...version, '"reports"', ':', '[', '{', source, ':'],
  ]
  const heads = [head('"source"'), head('"format"'), head('"source"', []), head('"format"', [])]
  test('with blanks at each place', () => {
    for (const tokens of heads) {
      expect(sniff(tokens.join(''))).toBe(true)
      expect(sniff(tokens.join(' \t'))).toBe(true)
      for (const at of tokens.keys())
        expect(sniff(tokens.map((token, place) => (place === at ? `${token}\n\r\n` : token)).join(''))).toBe(true)
    }
  })
  test('with anything else at each place, or without one of its signs', () => {
    for (const tokens of heads)
      for (const at of tokens.keys()) {
        if (at < tokens.length - 1)
          expect(sniff(tokens.map((token, place) => (place === at ? `${token}x` : token)).join(''))).toBe(false)
        if (at > 0) expect(sniff(tokens.filter((_, place) => place !== at).join(''))).toBe(false)
      }
  })
  test.each([
    ['4', true],
    ['1234', true],
    ['12345', false],
    ['', false],
    ['x', false],
    ['-1', false],
  ])('schema %s: %s', (number, expected) => {
    expect(sniff(head('"source"', ['"schema"', ':', number, ',']).join(''))).toBe(expected)
  })
  test('in the first 4,096 bytes', () => {
    const text = heads[0]!.join('')
    expect(sniff(`${' '.repeat(4096 - text.length)}${text}`)).toBe(true)
    expect(sniff(`${' '.repeat(4097 - text.length)}${text}`)).toBe(false)
    expect(sniff(`\ufeff${text}`)).toBe(true)
  })
})

/** A document whose every field has a value, and the report that it is. */
const written = {
  format: 'made',
  label: 'Made report',
  writtenFrom: 'a tool',
  kind: 'hang',
  events: [{ kind: 'log', text: 'tapped' }],
  end: 'crash',
  process: 'Till',
  pid: 7,
  path: '/Till',
  bundleId: 'com.till',
  version: '1.2',
  os: 'iOS 17',
  device: 'iPhone',
  arch: 'arm64',
  date: 'today',
  launched: 'before',
  parent: 'launchd',
  incident: 'A-1',
  fields: [
    { key: 'One', value: '1' },
    { key: 'Two', value: '2' },
  ],
  exception: {
    ...{ type: 'EXC', signal: 'SIG', codes: 'c', subtype: 's', message: 'm', name: 'n', reason: 'r', other: 'o' },
    rawCodes: ['0x1', '-0xFf', '0x0123456789abcdef'],
    address: '0xDEADBEEF',
  },
  termination: { namespace: 'SIGNAL', code: '0xb' },
  applicationInfo: ['said'],
  applicationInfoFrom: ['Till'],
  images: [
    {
      ...{ name: 'Till', path: '/Till', uuid: 'AAAAAAAA-0000-1111-2222-333333333333', arch: 'arm64', size: 16 },
      ...{ version: '3', bundleId: 'com.till', origin: 'app', base: '0x1000' },
    },
    { name: 'Kit', base: '0x2000', isInferred: true },
    { name: 'Kit', uuid: 'BBBBBBBB-0000-1111-2222-333333333333', base: '0x3000', isInferred: false },
    { name: 'Twin' },
    { name: 'Twin' },
  ],
  threads: [
    {
      ...{ id: 4, unnumbered: true, name: 'main', queue: 'q', attributed: true, state: ['RUN'], crashed: false },
      registers: { pc: '0x10', lr: '0x20' },
      registerNotes: { lr: 'a note' },
      code: { address: '0x1000', bytes: '00ff1a', from: 'report' },
      frames: [
        {
          ...{ index: 0, kind: 'exact', offset: 16, fromSymbol: { name: 'f', offset: 4 }, language: 'dart' },
          ...{ script: { line: 1, column: 2 }, disputed: 'image', foundBy: 'scan', address: '0x1010', imageIndex: 0 },
        },
        { index: 1, kind: 'return', image: 'Kit', uuid: 'BBBBBBBB-0000-1111-2222-333333333333', inlined: true },
        { index: 2, kind: 'return', image: 'Kit' },
        { index: 3, kind: 'return', image: 'Twin', calls: [{ function: '' }] },
        { index: 4, kind: 'return', image: 'None', uuid: 'BBBBBBBB-0000-1111-2222-333333333333', inlined: false },
        {
          ...{ index: 5, kind: 'call', inlined: false },
          calls: [
            { function: 'inner', file: 'a.swift', line: 3, column: 4, functionOffset: 8 },
            { function: 'middle' },
            { function: 'outer' },
          ],
        },
      ],
    },
    { id: 1, crashed: true, frames: [] },
    { id: 2, crashed: false, attributed: false, frames: [] },
  ],
  lastExceptionBacktrace: { frames: [{ index: 0, kind: 'return' }] },
  backtraces: [{ title: 'Freed', role: 'freed', frames: [{ index: 0, kind: 'return' }], other: 1 }],
  memoryError: {
    ...{ detector: 'quarantine', errorType: 'use' },
    ...{ faultAddress: '0x10', objectAddress: '0x8', size: 32 },
  },
  callTrees: [
    {
      ...{ title: 'Tree', weight: 'samples', thread: 0, excerpt: true },
      roots: [
        {
          ...{ index: 0, kind: 'call', count: 5, self: 1, blocks: 2, note: 'n', also: ['0x7', '0x8'], inlined: true },
          calls: [{ function: 'inner' }, { function: 'outer' }],
          children: [
            { index: 1, kind: 'call', count: 3, calls: [{ function: 'below' }] },
            { index: 1, kind: 'call', count: 1, address: '0x9' },
          ],
        },
      ],
    },
  ],
  sections: [{ kind: 'text', title: 'T', text: 'x' }],
  problems: [{ code: 'cut-row', message: 'cut' }],
}

const report = {
  format: 'made',
  label: 'Made report',
  writtenFrom: 'a tool',
  kind: 'hang',
  events: written.events,
  file: 'made.json',
  text: '',
  textKind: 'none',
  hasEnded: true,
  header: {
    ...{ process: 'Till', pid: 7, path: '/Till', bundleId: 'com.till', version: '1.2', os: 'iOS 17', device: 'iPhone' },
    ...{ arch: 'arm64', date: 'today', launched: 'before', parent: 'launchd', incident: 'A-1' },
    fields: [
      ['One', '1'],
      ['Two', '2'],
    ],
  },
  exception: {
    ...{ type: 'EXC', signal: 'SIG', codes: 'c', subtype: 's', message: 'm', name: 'n', reason: 'r' },
    rawCodes: [1n, -0xffn, 0x0123456789abcdefn],
    address: 0xdeadbeefn,
  },
  termination: { namespace: 'SIGNAL', code: 11n },
  applicationInfo: ['said'],
  applicationInfoFrom: ['Till'],
  images: [
    {
      ...{ index: 0, name: 'Till', path: '/Till', uuid: 'AAAAAAAA-0000-1111-2222-333333333333', arch: 'arm64' },
      ...{ size: 16, version: '3', bundleId: 'com.till', origin: 'app', loadAddress: 0x1000n },
    },
    { index: 1, name: 'Kit' },
    { index: 2, name: 'Kit', uuid: 'BBBBBBBB-0000-1111-2222-333333333333', loadAddress: 0x3000n },
    { index: 3, name: 'Twin' },
    { index: 4, name: 'Twin' },
  ],
  threads: [
    {
      ...{ id: 4, unnumbered: true, name: 'main', queue: 'q', attributed: true, state: ['RUN'], crashed: true },
      registers: [
        { name: 'pc', value: 16n },
        { name: 'lr', value: 32n, note: 'a note' },
      ],
      code: { start: 0x1000n, bytes: Uint8Array.of(0, 255, 26), from: 'report' },
      frames: [
        {
          ...{ id: 0, index: 0, kind: 'exact', offset: 16, fromSymbol: { name: 'f', offset: 4 }, language: 'dart' },
          ...{ script: { line: 1, column: 2 }, disputed: 'image', foundBy: 'scan', address: 0x1010n, image: 0 },
        },
        { id: 1, index: 1, kind: 'return', image: 2, inlined: true },
        { id: 2, index: 2, kind: 'return', image: 1 },
        { id: 3, index: 3, kind: 'return', imageName: 'Twin' },
        { id: 4, index: 4, kind: 'return', imageName: 'None', inlined: false },
        {
          ...{ id: 5, index: 5, kind: 'call', inlined: true },
          symbol: { name: 'inner', file: 'a.swift', line: 3, column: 4, offset: 8 },
        },
        { id: 6, index: 5, kind: 'call', inlined: true, symbol: { name: 'middle' } },
        { id: 7, index: 5, kind: 'call', inlined: false, symbol: { name: 'outer' } },
      ],
    },
    { id: 1, crashed: true, frames: [] },
    { id: 2, crashed: false, attributed: false, frames: [] },
  ],
  lastException: { frames: [{ id: 8, index: 0, kind: 'return' }] },
  backtraces: [{ title: 'Freed', role: 'freed', frames: [{ id: 9, index: 0, kind: 'return' }] }],
  memoryError: { detector: 'quarantine', errorType: 'use', faultAddress: 16n, objectAddress: 8n, size: 32n },
  callTrees: [
    {
      ...{ title: 'Tree', weight: 'samples', thread: 0, excerpt: true },
      roots: [
        {
          frame: { id: 10, index: 0, kind: 'call', inlined: true, symbol: { name: 'outer' } },
          ...{ count: 5, self: 1, blocks: 2, note: 'n', also: [7n, 8n] },
          children: [
            { frame: { id: 11, index: 1, kind: 'call', symbol: { name: 'below' } }, count: 3, children: [] },
            { frame: { id: 12, index: 1, kind: 'call', address: 9n }, count: 1, children: [] },
          ],
        },
      ],
    },
  ],
  sections: written.sections,
  problems: written.problems,
  frameCount: 13,
}

/** The least that a report has. */
const bare = { format: 'made', images: [], threads: [] }
const bareReport = {
  ...{ format: 'made', label: 'made', file: 'made.json', text: '', textKind: 'none', header: { fields: [] } },
  ...{ applicationInfo: [], images: [], threads: [], backtraces: [], callTrees: [], sections: [], problems: [] },
  frameCount: 0,
}
const read = (...reports: readonly object[]) => parse(JSON.stringify({ reports }))
const success = (...value: readonly object[]) => ({ ok: true, value, problems: [] })

test('every field in its place, frames of each report numbered from 0', () => {
  expect(read(written, bare, written)).toEqual(success(report, bareReport, report))
})

test('documents of the newest schema and older ones, not of newer ones', () => {
  for (const schema of [1, 2]) expect(parse(JSON.stringify({ schema, reports: [bare] }))).toEqual(success(bareReport))
  for (const schema of [3, '2', null])
    expect(codes(JSON.stringify({ schema, reports: [bare] }))).toEqual(['unknown-export'])
  for (const text of ['{}', '[]', '7', '{"reports":{}}']) expect(parse(text)).toEqual(success())
})

test('no JSON', () => {
  expect(parse('{').problems).toMatchObject([{ code: 'damaged-export', file: 'made.json', variant: 'json' }])
})

describe('other values', () => {
  test.each<[string, object, object]>([
    ['the kind of an old label', { label: 'MetricKit hang' }, { label: 'MetricKit hang', kind: 'hang' }],
    ['a kind beside an old label', { label: 'MetricKit hang', kind: 'crash' }, { label: 'MetricKit hang', kind: 'crash' }],
    ['an end of another kind', { end: 'stop' }, {}],
    ['an exception without values', { exception: {} }, { exception: {} }],
    ['no list of codes', { exception: { rawCodes: 7 } }, { exception: { rawCodes: [] } }],
    ['a termination without a code', { termination: { indicator: 'x' } }, { termination: { indicator: 'x' } }],
    ['one tree', { callTree: { title: 'T', weight: 'w', roots: [] } }, { callTrees: [{ title: 'T', weight: 'w', roots: [] }] }],
    ['a tree beside a list', { callTree: { title: 'T' }, callTrees: [] }, {}],
    ['a tree without roots', { callTrees: [{ title: 'T', weight: 'w' }] }, { callTrees: [{ title: 'T', weight: 'w', roots: [] }] }],
    ['a memory error without numbers', { memoryError: { detector: 'quarantine' } }, { memoryError: { detector: 'quarantine' } }],
    [
      'an index beside a name',
      { images: [{ name: 'A' }, { name: 'B' }], threads: [{ id: 0, crashed: false, frames: [{ index: 0, kind: 'exact', image: 'A', imageIndex: 1 }] }] },
      {
        images: [{ index: 0, name: 'A' }, { index: 1, name: 'B' }],
        threads: [{ id: 0, crashed: false, frames: [{ id: 0, index: 0, kind: 'exact', image: 1 }] }],
        frameCount: 1,
      },
    ],
  ])('%s', (_, fields, expected) => {
    expect(read({ ...bare, ...fields })).toEqual(success({ ...bareReport, ...expected }))
  }) // prettier-ignore

  const nameOf = (call: object, frame: object = {}): unknown => {
    const frames = [{ index: 0, kind: 'exact', calls: [call], ...frame }]
    const outcome = read({ ...bare, threads: [{ id: 0, crashed: false, frames }] })
    return outcome.ok ? outcome.value[0]?.threads[0]?.frames[0]?.symbol : undefined
  }
  const names = { function: 'f', mangled: '$f', description: 'in f' }
  const archive = { imported: { archive: 'x' } }
  test.each<[object, object, object | undefined]>([
    [names, {}, { name: 'f' }],
    [{ ...names, source: 'report' }, {}, { name: '$f' }],
    [{ ...names, source: 'described' }, {}, { name: 'in f' }],
    [{ function: 'f', source: 'report' }, {}, { name: 'f' }],
    [{ function: 'f', source: 'described' }, {}, { name: 'f' }],
    [{ function: '' }, {}, undefined],
    [names, { grade: 'doubtful' }, { name: 'f', marked: 'doubtful' }],
    [names, { grade: 'exact' }, { name: 'f' }],
    [names, { grade: 'exact', own: true }, { name: 'f' }],
    [names, { grade: 'likely' }, { name: 'f' }],
    [names, { grade: 'likely', own: false }, { name: 'f' }],
    [names, { grade: 'likely', own: true }, { name: 'f', marked: 'likely' }],
    [{ ...names, source: 'other-report' }, { grade: 'likely' }, { name: 'f', marked: 'likely' }],
    [{ ...names, source: 'other-report' }, { grade: 'exact' }, { name: 'f' }],
    [{ ...names, source: 'symbols' }, { grade: 'likely' }, { name: 'f' }],
    [{ ...names, ...archive }, { grade: 'likely' }, { name: 'f', marked: 'likely' }],
    [{ ...names, imported: {} }, { grade: 'likely' }, { name: 'f' }],
    [{ ...names, ...archive }, { grade: 'exact' }, { name: 'f' }],
  ])('the name of %j in %j', (call, frame, symbol) => {
    expect(nameOf(call, frame)).toEqual(symbol)
  })
})

describe('refused:', () => {
  const thread = { id: 0, crashed: false, frames: [] }
  const addresses = ['x0x10', '0x10 ', '--0x1', '0x', `0x1${'0'.repeat(16)}`, '16', 'x', 16, {}]
  const code = (bytes: unknown, from = 'report') => ({
    threads: [{ ...thread, code: { address: '0x1', bytes, from } }],
  })
  test.each<object>([
    ...addresses.map((address) => ({ exception: { address } })),
    ...addresses.map((one) => ({ exception: { rawCodes: ['0x1', one] } })),
    ...['0', '00f', 'x00', '00x', '0x', 'FF', 7].map((bytes) => code(bytes)),
    code('00', 'other'),
    { threads: 7 },
    { threads: [{ ...thread, frames: 7 }] },
    { threads: [{ ...thread, registers: 7 }] },
    { threads: [{ ...thread, registers: { pc: 'x' } }] },
    { threads: [{ ...thread, code: 7 }] },
    { threads: [{ ...thread, attributed: 1 }] },
    { threads: [{ ...thread, crashed: undefined }] },
    { images: undefined },
    { images: [{ name: 'A', base: 'x' }] },
    { fields: 7 },
    { backtraces: 7 },
    { callTrees: 7 },
    { callTrees: [{ title: 'T', weight: 'w', roots: [{ index: 0, kind: 'call', count: 1, also: 7 }] }] },
    { memoryError: 7 },
    { memoryError: { detector: 'quarantine', size: 1.5 } },
    { memoryError: { detector: 'quarantine', size: '32' } },
    { termination: { code: 11 } },
  ])('%j', (fields) => {
    expect(read(bare, { ...bare, ...fields })).toMatchObject({
      ok: false,
      problems: [{ code: 'damaged-export', file: 'made.json', params: { path: expect.stringContaining('reports[1].') as string } }],
    })
  }) // prettier-ignore
})
