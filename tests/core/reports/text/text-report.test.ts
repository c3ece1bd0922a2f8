/** The report of a text: which words of it count, and which are of another end. */
import { describe, expect, test } from 'vitest'
import type { ExceptionInfo, Stack, Thread } from '../../../../src/core/model/report.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import { finishTextReport, type TextReportParts } from '../../../../src/core/reports/text/text-report.ts'

const ROW = '0 Till 0x104ccc074 f + 12'
const format = { id: 'till-log', label: 'Till log' }

/** The report of a text with parts, which may be made of the stack of its row. */
function finish(text: string, parts: TextReportParts | ((stack: Stack) => TextReportParts) = {}) {
  const builder = new ReportBuilder('till.txt')
  const start = text.indexOf(ROW)
  const span = { start, end: start + ROW.length }
  const stack = { frames: builder.addStack([{ index: 0, address: 0x104ccc074n, span }], 'exact'), span }
  const given = typeof parts === 'function' ? parts(stack) : parts
  return finishTextReport(format, { path: 'till.txt', bytes: new Uint8Array(), text }, builder, given)
}

const threadOf = (stack: Stack): Thread => ({ id: 0, crashed: true, ...stack })
const frameOf = (start: number) => ({
  id: 0,
  index: 0,
  kind: 'exact',
  address: 0x104ccc074n,
  span: { start, end: start + ROW.length },
})
const around = (text: string) => ({ kind: 'text', title: 'Text around the stacks', text })

describe('the report of a text', () => {
  test('no parts', () => {
    expect(finish(ROW)).toEqual({
      format: 'till-log',
      label: 'Till log',
      file: 'till.txt',
      text: ROW,
      textKind: 'rows',
      header: { fields: [] },
      applicationInfo: [],
      threads: [],
      backtraces: [],
      callTrees: [],
      sections: [around(ROW)],
      images: [],
      frameCount: 1,
      problems: [],
    })
  })

  test('each part', () => {
    const text = `above\n${ROW}`
    const exception = { type: 'EXC_CRASH' }
    const event = { kind: 'log', text: 'opened' } as const
    const section = { kind: 'text', title: 'Notes', text: 'a note' } as const
    const report = finish(text, (stack) => ({
      label: 'Till',
      header: { process: 'Till', fields: [['a', '1']] },
      fields: [['b', '2']],
      exception,
      applicationInfo: ['a word'],
      threads: [threadOf(stack)],
      lastException: stack,
      backtraces: [{ title: 'Made here', ...stack }],
      sections: [section],
      events: [event],
    }))
    const stack = { frames: [frameOf(6)], span: { start: 6, end: 6 + ROW.length } }
    expect(report).toEqual({
      format: 'till-log',
      label: 'Till',
      file: 'till.txt',
      text,
      textKind: 'rows',
      header: {
        process: 'Till',
        fields: [
          ['a', '1'],
          ['b', '2'],
        ],
      },
      exception,
      applicationInfo: ['a word'],
      threads: [{ id: 0, crashed: true, ...stack }],
      lastException: stack,
      backtraces: [{ title: 'Made here', ...stack }],
      callTrees: [],
      sections: [section, around('above')],
      events: [event],
      images: [],
      frameCount: 1,
      problems: [],
    })
  })

  test.each<readonly [name: string, parts: TextReportParts]>([
    ['an application', { applicationInfo: ['held words'] }],
    ['a section', { sections: [{ kind: 'text', title: 'Notes', text: 'x\nheld words' }] }],
    ['an exception', { exception: { type: 'EXC_CRASH', reason: 'held words', offset: 4 } as ExceptionInfo }],
  ])('words of %s are not repeated', (_, parts) => {
    const report = finish(`held words\nother words\n${ROW}`, (stack) => ({ ...parts, threads: [threadOf(stack)] }))
    expect(report.sections).toEqual([...(parts.sections ?? []), around('other words')])
  })

  test.each<readonly [kind: keyof TextReportParts, parts: (stack: Stack) => TextReportParts]>([
    ['threads', (stack) => ({ threads: [threadOf(stack)] })],
    ['lastException', (stack) => ({ lastException: stack })],
    ['backtraces', (stack) => ({ backtraces: [{ title: 'b', ...stack }] })],
  ])('rows of %s are held', (_, parts) => {
    expect(finish(`above\n${ROW}\nbelow`, parts).sections).toEqual([around('above\nbelow')])
  })

  test('facts with Chinese labels are found in the first 131072 characters', () => {
    const facts = (before: number) =>
      finish(`${' '.repeat(before - 1)}\n系统版本：18.1\r\n设备型号：Till 4\r\n${ROW}`).header
    expect(facts(1)).toEqual({ fields: [], os: '18.1', device: 'Till 4' })
    expect(facts((1 << 17) - 9)).toEqual({ fields: [], os: '18.1' })
    expect(facts(1 << 17)).toEqual({ fields: [] })
  })

  test('the header of a format wins over that of labels', () => {
    const header = { os: '19.0' }
    expect(finish(`系统版本：18.1\n设备型号：Till 4\n${ROW}`, { header }).header).toEqual({
      fields: [],
      os: '19.0',
      device: 'Till 4',
    })
  })
})

const SAID = "*** Terminating app due to uncaught exception 'TillEmpty', reason: 'no money'"

describe('words of another writer', () => {
  test('they tell the exception', () => {
    const { exception, applicationInfo, kind } = finish(`${SAID}\n${ROW}`)
    expect({ exception, applicationInfo, kind }).toEqual({
      exception: expect.objectContaining({ name: 'TillEmpty', reason: 'no money' }) as unknown,
      applicationInfo: [SAID],
      kind: undefined,
    })
  })

  test('beside the place of a throw they are not read', () => {
    const { exception, applicationInfo } = finish(`${SAID}\n${ROW}`, (stack) => ({ lastException: stack }))
    expect({ exception, applicationInfo }).toEqual({ exception: undefined, applicationInfo: [] })
  })

  test('an exception of the format stays', () => {
    const exception = { type: 'EXC_CRASH', signal: 'SIGABRT' }
    const report = finish(`${SAID}\n${ROW}`, { exception })
    expect([report.exception, report.applicationInfo]).toEqual([exception, [SAID]])
  })

  const LOG = '2026-05-01 10:00:00.000 '

  test('words of another process are a note', () => {
    const text = `first line\n${LOG}Other[9:1f] ${SAID}\n\n${LOG}Desk[7:1f] up\n${ROW}`
    const report = finish(text, (stack) => ({ threads: [threadOf(stack)], header: { process: 'Desk', pid: 7 } }))
    const start = text.indexOf(LOG)
    expect([report.exception, report.applicationInfo]).toEqual([undefined, []])
    expect(report.apart).toEqual([{ start, end: text.indexOf('\n', start) }])
    expect(report.problems).toEqual([
      {
        code: 'other-message',
        file: 'till.txt',
        line: 2,
        severity: 'note',
        message: `This message may belong to another crash or exit than the stack: “${SAID}”.`,
        params: { text: SAID },
      },
    ])
  })

  test('frames part the words, too, where a stack has no place', () => {
    const text = `${LOG}Other[9:1f] ${SAID}\n\n${LOG}Desk[7:1f] up\n${ROW}`
    const report = finish(text, ({ frames }) => ({
      threads: [{ id: 0, crashed: true, frames }],
      header: { process: 'Desk', pid: 7 },
    }))
    expect(report.apart).toHaveLength(1)
  })
})

describe('words that a program may have said before this end', () => {
  const abort = 'libc++abi: terminating due to uncaught exception of type TillEmpty: no money'
  const fault = 'Segmentation fault: 11'

  /** Given words that stay. */
  const kept = (exception: ExceptionInfo | undefined, words: readonly string[]) =>
    finish(ROW, { exception, applicationInfo: words }).applicationInfo

  const before = [
    'Assertion failed: (a), function f, file g.c, line 3.',
    abort,
    abort.slice('libc++abi: '.length),
    `libc++abi.dylib: terminating with uncaught exception`,
    'terminate called without an active exception',
    SAID,
    'fatal runtime error: stack overflow',
  ]
  const access: readonly ExceptionInfo[] = [
    { type: 'EXC_BAD_ACCESS' },
    { signal: 'SIGSEGV' },
    { type: 'EXC_CRASH', signal: 'SIGBUS' },
  ]

  test.each(access)('%o: no words of an abort', (exception) => {
    expect(kept(exception, [...before, 'a word', `x ${SAID}`])).toEqual(['a word', `x ${SAID}`])
  })

  test('an access that ended in an abort keeps them', () => {
    expect(kept({ type: 'EXC_BAD_ACCESS', signal: 'SIGABRT' }, before)).toEqual(before)
  })

  test.each<ExceptionInfo | undefined>([
    undefined,
    {},
    { type: 'EXC_CRASH', signal: 'SIGABRT' },
    { type: 'EXC_BAD_ACCESSES' },
    { type: 'EXC_BREAKPOINT' },
    { signal: 'SIGILL' },
  ])('%o: words of an abort', (exception) => {
    expect(kept(exception, before)).toEqual(before)
  })

  const faults = [fault, 'Bus error: 10', 'Illegal instruction: 4', 'Trace/BPT trap: 5'] as const
  const [segmentation, bus, illegal, trap] = faults

  test.each<readonly [exception: ExceptionInfo, words: readonly string[]]>([
    [{}, faults],
    [{ signal: 'SIGABRT' }, faults],
    [{ signal: 'SIGSEGV' }, [segmentation, bus]],
    [{ signal: 'SIGBUS' }, [segmentation, bus]],
    [{ type: 'EXC_BAD_ACCESS' }, [segmentation, bus]],
    [{ type: 'EXC_BAD_INSTRUCTION' }, [illegal]],
    [{ signal: 'SIGILL' }, [illegal]],
    [{ type: 'EXC_BREAKPOINT' }, [trap]],
    [{ signal: 'SIGTRAP' }, [trap]],
    [{ type: 'EXC_BAD_INSTRUCTION', signal: 'SIGTRAP' }, [illegal, trap]],
  ])('%o: words of its fault', (exception, words) => {
    const others = ['a word', ...faults.flatMap((one) => [`x ${one}`, `${one}11`, `${one} x`])]
    expect(kept(exception, [...faults, ...others])).toEqual([...words, ...others])
  })

  test.each<readonly [exception: ExceptionInfo | undefined, given: readonly string[], info: readonly string[]]>([
    [undefined, [], [SAID]],
    [{ signal: 'SIGABRT' }, [], [SAID]],
    [{ signal: 'SIGABRT' }, ['given'], ['given', SAID]],
    [{ type: 'SIGABRT' }, ['given'], ['given', SAID]],
    [{ subtype: 'SIGABRT' }, ['given'], ['given', SAID]],
    [{ subtype: 'ABRT' }, ['given'], ['given', SAID]],
    [{ signal: 'SIGABRT', type: 'EXC_CRASH' }, ['given', `x ${SAID}`], ['given', `x ${SAID}`]],
    [{ signal: 'SIGABRTS' }, ['given'], ['given']],
    [{ signal: 'SIGKILL' }, ['given'], ['given']],
    [{ signal: 'SIGKILL' }, [], [SAID]],
    [{ signal: 'SIGSEGV' }, [], []],
    [{ signal: 'SIGSEGV' }, [SAID], []],
    [undefined, ['given'], ['given']],
  ])('%o with %j and words around it', (exception, applicationInfo, info) => {
    expect(finish(`${SAID}\n${ROW}`, { exception, applicationInfo }).applicationInfo).toEqual(info)
  })

  test('of words around it only those of a runtime stand beside given ones', () => {
    const text = `${fault}\n${ROW}`
    const exception = { signal: 'SIGABRT' }
    expect(finish(text, { exception }).applicationInfo).toEqual([fault])
    expect(finish(text, { exception, applicationInfo: ['given'] }).applicationInfo).toEqual(['given'])
  })
})
