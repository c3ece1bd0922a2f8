/** Kernel panics: the texts that count as one, and the report of a log with the text around it. */
import { describe, expect, test } from 'vitest'
import { titles } from '../../../../src/core/messages/labels.ts'
import type { Writable } from '../../../../src/core/model/writable.ts'
import { panicFormat } from '../../../../src/core/reports/ips/panic.ts'
import type { JsonObject } from '../../../../src/core/reports/json/json.ts'

const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const WORDS = 'panic(cpu 1 caller 0xfffffff01): till is empty'
const input = (text: string) => ({ path: 'a.ips', text, bytes: new Uint8Array(), whole: true })
const sniff = (text: string) => panicFormat.sniff(input(text))
const parse = (text: string) => {
  const outcome = panicFormat.parse(input(text))
  if (!outcome.ok) throw new Error('no report')
  const [report] = outcome.value
  if (!report) throw new Error('no report')
  return { ...report, all: outcome.problems }
}
const ofBody = (body: JsonObject, line: JsonObject = { bug_type: '210' }) =>
  parse(`${JSON.stringify(line)}\n${JSON.stringify(body)}`)
const log = (report: ReturnType<typeof parse>) =>
  report.sections.flatMap((section) => (section.kind === 'text' && section.title === 'Panic log' ? section.text : []))

describe('a text with a panic', () => {
  const TASK = 'Panicked task 0xffa: 12 pages, 3 threads: pid 41: Till'
  const KEXTS = 'Kernel Extensions in backtrace:\n   com.till.driver(1.0)'
  test.each([
    '{"bug_type":"210"}\n{"a":1}',
    'x "panicString" : "panic(cpu 0',
    '"macOSPanicString":"panic(cpu 0',
    ...[WORDS, ` \t${WORDS}`, `abcdefghijkl${WORDS}`, 'panic (cpu 12 caller 0x1'],
    ...[TASK, ` \t${TASK}`, `a\n${TASK}`, 'Panicked task 0x1: 3 threads: pid 41: Till', `${TASK}\nProcess:x`],
    ...[KEXTS, `> ${KEXTS}`, 'Kernel Extensions in backtrace: \r\n> com.till.driver(1', `a\n${KEXTS}`],
  ])('%j', (text) => {
    expect(sniff(text)).toBe(true)
  })
  test.each([
    '',
    '{"a":1}',
    `{"a":1}\n${WORDS}`,
    ` [\n${WORDS}`,
    '"xpanicString":"panic(cpu 0',
    '"panicString":"a panic(cpu 0',
    ...[
      `a ${WORDS}`,
      `abcdefghijklm${WORDS}`,
      'panic(cpu x caller 0x1',
      'panic(cpu 1 caller 1',
      'panic  (cpu 1 caller 0x1',
    ],
    ...[`a ${TASK}`, TASK.replace('Till', ''), TASK.replace('0xffa', '0xFG'), TASK.replace('12 ', 'many ')],
    ...[
      `The ${KEXTS}`,
      'Kernel Extensions in backtrace: x\n com.till.driver(',
      'Kernel Extensions in backtrace:\n com.till(',
    ],
    ...['Exception Type', 'Incident Identifier', 'Report Version', 'Hardware Model', 'Process'].flatMap((key) => [
      `${key}: x\n${TASK}`,
      `${KEXTS}\n${key}:\tx`,
    ]),
  ])('not %j', (text) => {
    expect(sniff(text)).toBe(false)
  })
})

test('a log alone is the whole report', () => {
  const lines = [
    'Mon Jan  5 10:11:12 2026',
    WORDS,
    '',
    'System model name: Mac1,2 (Mac-A)',
    'OS version: 25A1',
    'Panicked task 0xffa: 12 pages, 3 threads: pid 41: Till ',
    'Panicked thread: 0xffb, backtrace: 0xffc, tid: 798',
    '\t\t  lr: 0xfffffff000001000  fp: 0xffffffe000000010',
    '\t\t  lr: 0xfffffff000002000  fp: 0xffffffe000000020',
    'x0: 0x0000000000000001  x1: 0x0000000000000002',
    'CORE 0 PC=0x0000000000001234, LR=0x0000000000005678, FP=0x1',
  ]
  const text = lines.join('\n')
  const report = parse(text)
  expect(log(report)).toStrictEqual([text])
  expect(report.header).toStrictEqual({
    process: 'Till',
    pid: 41,
    os: '25A1',
    device: 'Mac1,2 (Mac-A)',
    date: 'Mon Jan  5 10:11:12 2026',
    fields: [
      ['System model name', 'Mac1,2 (Mac-A)'],
      ['OS version', '25A1'],
      ['Panicked task 0xffa', '12 pages, 3 threads: pid 41: Till'],
      ['Panicked thread', '0xffb, backtrace: 0xffc, tid: 798'],
    ],
  })
  expect(report.exception).toStrictEqual({ type: 'panic', reason: WORDS })
  expect(
    report.threads.map((thread) => ({ ...thread, frames: thread.frames.map(({ address }) => address) })),
  ).toStrictEqual([
    {
      id: 0,
      unnumbered: true,
      name: 'Panicked thread, tid 798',
      crashed: true,
      frames: [0xfffffff000001000n, 0xfffffff000002000n],
      registers: [
        { name: 'x0', value: 1n },
        { name: 'x1', value: 2n },
      ],
    },
  ])
  expect(
    report.backtraces.map(({ title, frames, span }) => [
      title,
      frames.map(({ address }) => address),
      text.slice(span?.start, span?.end),
    ]),
  ).toStrictEqual([['Core 0', [0x1234n, 0x5678n], lines[10]]])
  const { format, label, file, textKind, applicationInfo, callTrees, images, frameCount, problems, all } = report
  expect({
    format,
    label,
    file,
    textKind,
    applicationInfo,
    callTrees,
    images,
    frameCount,
    problems,
    all,
  }).toStrictEqual({
    ...{ format: 'panic', label: 'Kernel panic or forced reset', file: 'a.ips', textKind: 'none', applicationInfo: [] },
    ...{ callTrees: [], images: [], frameCount: 4, problems: [], all: [] },
  })
  expect(report.text).toBe(text)
  expect('waits' in report).toBe(false)
})

describe('the name of the panicked thread', () => {
  const name = (...lines: readonly string[]) =>
    parse([WORDS, '', ...lines].join('\n')).threads.map((thread) => thread.name)
  const INTEL = '0xffffff80b6d0a010 : 0xffffff8006ddba7d'
  test.each<[readonly string[], readonly string[]]>([
    [['Backtrace (CPU 3), Frame : Return Address', INTEL], [titles.panickedCore({ cpu: '3' })]],
    [
      ['Backtrace (CPU 3), panicked thread: 0xffa, Frame : Return Address', INTEL],
      [titles.panickedThread({ tid: '', cpu: '3' })],
    ],
    [['Panicked thread: 0x1, backtrace: 0x2, tid: 7', INTEL], [titles.panickedThread({ tid: '7', cpu: '' })]],
    [
      ['Backtrace, Format - Frame : Return Address (4 potential args on stack)', INTEL],
      ['Backtrace, Format - Frame : Return Address (4 potential args on stack)'],
    ],
    [['x0: 0x0000000000000001'], [titles.panickedThread({ tid: '', cpu: '' })]],
    [['CORE 0 PC=0x1234'], []],
    [[], []],
  ])('%j', (lines, expected) => {
    expect(name(...lines)).toStrictEqual(expected)
  })
})

describe('the log of a body', () => {
  test('is put together from several members', () => {
    expect(log(ofBody({ panicString: 'a', string: 'b', otherString: 'c' }))).toStrictEqual(['a\nb\nc'])
    expect(log(ofBody({ otherString: 'c', string: 'b' }))).toStrictEqual(['b\nc'])
    expect(log(ofBody({ panicString: 1, string: '' }))).toStrictEqual([''])
    expect(log(ofBody({ macOSPanicString: 'not yet set' }))).toStrictEqual(['not yet set'])
    expect(log(ofBody({ macOSPanicString: 'not yet set', panicString: 'a' }))).toStrictEqual(['a'])
    expect(log(ofBody({ macOSPanicString: WORDS, panicString: 'a' }))).toStrictEqual([`${WORDS}\na`])
    expect(log(ofBody({ macOSPanicString: 'panic (cpu 3', string: 'a' }))).toStrictEqual(['panic (cpu 3\na'])
    expect(log(ofBody({ macOSPanicString: 'xpanic(cpu 3', string: 'a' }))).toStrictEqual(['a'])
    const around = parse(`{"bug_type":"210"}\n{"panicString":"a"}\n behind `)
    expect(log(around)).toStrictEqual(['a\nbehind'])
  })

  test('of a piece of JSON without its ends has its line breaks', () => {
    const words = (text: string) => log(parse(text))
    expect(words('x","panicString" : "panic(a\\nb\\tc\\\\d\\"e","f":"g"')).toStrictEqual(['panic(a\nb\tc\\d"e'])
    expect(words('x","macOSPanicString":"panic(a"')).toStrictEqual(['panic(a'])
    expect(words('x","panicString":"panic(a" ,"b"')).toStrictEqual(['panic(a'])
    expect(words('x","panicString":"panic(a"}')).toStrictEqual(['panic(a'])
    expect(words('x","panicString":"panic(a"]')).toStrictEqual(['panic(a'])
    expect(words('x","panicString":"panic(a "lost" b\\nc')).toStrictEqual(['panic(a "lost" b\nc'])
    expect(words('x","panicString":"panic(a\\nb')).toStrictEqual(['panic(a\nb'])
    expect(words('no member')).toStrictEqual(['no member'])
  })
})

describe('the header', () => {
  const header = (body: JsonObject, line?: JsonObject) => {
    const facts: Writable<Partial<ReturnType<typeof parse>['header']>> = { ...ofBody(body, line).header }
    delete facts.fields
    return facts
  }
  test.each<[JsonObject, JsonObject, object]>([
    [{}, {}, {}],
    [
      { bug_type: '210', os_version: 'L', timestamp: 'l', incident_id: 'i' },
      { build: 'B', product: 'P', date: 'd', incident: 'c' },
      { os: 'L', device: 'P', date: 'd', incident: 'c' },
    ],
    [{ bug_type: '210', timestamp: 'l', incident_id: 'i' }, { build: 'B' }, { os: 'B', date: 'l', incident: 'i' }],
    [{}, { panicString: 'OS version: 25A1\nSystem model name: M' }, { os: '25A1', device: 'M' }],
    [{}, { panicString: 'Mac OS version: 24A1\nOS version: 25A1' }, { os: '24A1' }],
    [{}, { build: 'macOS 15 (24A1)', panicString: 'Mac OS version: 24A1' }, { os: 'macOS 15 (24A1)' }],
    [{}, { build: 'bridge 9 (22P1)', panicString: 'Mac OS version: 24A1' }, { os: '24A1' }],
    [{}, { build: 'B', panicString: 'OS version: 25A1' }, { os: 'B' }],
    [{}, { panicString: 'Panicked task 0x1: 3 threads: pid 7: Till' }, { process: 'Till', pid: 7 }],
  ])('%j and %j', (line, body, expected) => {
    expect(header(body, { bug_type: '210', ...line })).toStrictEqual(expected)
  })

  test('has all members that are no part of the log', () => {
    const hidden = ['processByPid', 'binaryImages', 'notes', 'panicString', 'otherString', 'string']
    for (const key of [...hidden, 'macOSProcessedStackshotData'])
      expect([key, ofBody({ [key]: 'x', a: 1 }).header.fields]).toStrictEqual([
        key,
        [
          ['bug_type', '210'],
          ['a', '1'],
        ],
      ])
    expect(parse('{"bug_type":"210","a":1}').header.fields).toStrictEqual([
      ['bug_type', '210'],
      ['a', '1'],
    ])
    const fields = (macOSPanicString: string, panicString: string) =>
      ofBody({ macOSPanicString, panicString }).header.fields
    expect(fields('not yet set', 'a')).toStrictEqual([
      ['bug_type', '210'],
      ['macOSPanicString', 'not yet set'],
    ])
    expect(fields(WORDS, 'a')).toStrictEqual([['bug_type', '210']])
  })
})

describe('the reason', () => {
  const reason = (body: JsonObject) => ofBody(body).exception
  test.each<[JsonObject, string | undefined]>([
    [{}, undefined],
    [{ panicString: WORDS }, WORDS],
    [{ panicString: 'reset by hardware' }, 'reset by hardware'],
    [{ panicString: '  reset \n more' }, 'reset'],
    [{ macOSPanicString: 'watchdog' }, 'watchdog'],
    [{ panicString: ' ', macOSPanicString: 'watchdog' }, 'watchdog'],
    [{ panicString: 'Debugger message: x' }, 'x'],
    [{ panicString: 'Debugger message: panic' }, undefined],
    [{ panicString: 'Debugger message:' }, undefined],
    [{ panicString: 'a'.repeat(301) }, 'a'.repeat(300)],
    [{ string: 'other' }, undefined],
  ])('%j', (body, expected) => {
    expect(reason(body)).toStrictEqual(expected === undefined ? undefined : { type: 'panic', reason: expected })
  })
})

describe('what stands beside the log', () => {
  test('notes, a decoded stackshot, processes and their waits', () => {
    const spindump = 'Date/Time: 2026-01-05 10:11:12\nProcess: Till [41]\n'
    const body = {
      panicString: `${WORDS}\n\nx0: 0x0000000000000001`,
      notes: ['one', { two: 2 }],
      macOSProcessedStackshotData: Buffer.from(spindump).toString('base64'),
      binaryImages: [[UUID, 4096, 'T']],
      processByPid: {
        1: {
          pid: 1,
          procname: 'Till',
          threadById: { 5: { kernelFrames: [[0, 16]] } },
          waitInfo: ['thread 5: waitpid, for pid 3'],
        },
      },
    }
    const report = ofBody(body)
    expect(
      report.sections.map((section) => [section.title, section.kind === 'text' ? section.text : '']).slice(0, 3),
    ).toStrictEqual([
      ['Panic log', body.panicString],
      ['Notes', 'one\n{"two":2}'],
      ['Stackshot', spindump],
    ])
    expect(report.sections.slice(3).map(({ title }) => title)).toStrictEqual(['Processes', 'Threads'])
    expect(report.threads.map(({ id, name, crashed }) => [id, name, crashed])).toStrictEqual([
      [0, 'Panicked thread', true],
      [5, 'Till [1]', false],
    ])
    expect(report.waits).toStrictEqual([
      { id: 5, thread: 1, process: 'Till [1]', text: 'waitpid, for pid 3', on: { process: '? [3]' } },
    ])
    expect(report.images.map(({ name }) => name)).toStrictEqual([titles.kernelImage])
  })

  test('a stack in a log of a body has no place in the text', () => {
    const { backtraces } = ofBody({ panicString: `${WORDS}\n\nCORE 0 PC=0x1234` })
    expect(backtraces.map(({ title, frames, ...more }) => [title, frames.length, more])).toStrictEqual([
      ['Core 0', 1, {}],
    ])
  })

  test('damage is told of, and each of several reports', () => {
    const cut = panicFormat.parse(input('{"bug_type":"210"}\n{"panicString":"a","b":{"c":1'))
    expect(cut.problems).toHaveLength(1)
    expect(cut.ok && cut.value.map(({ problems }) => problems)).toStrictEqual([cut.problems])
    const part = '{"bug_type":"210"}\n{"panicString":"a"}'
    const two = panicFormat.parse(input(`${part}\n${part}`))
    expect(two.ok && two.value.map(({ header }) => header.fields)).toStrictEqual([
      [['bug_type', '210']],
      [['bug_type', '210']],
    ])
  })
})
