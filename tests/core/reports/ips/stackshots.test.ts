/** Stackshots as JSON: images, threads of all processes, tables, waits; and the report around them. */
import { describe, expect, test } from 'vitest'
import { titles } from '../../../../src/core/messages/labels.ts'
import type { Frame } from '../../../../src/core/model/report.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import type { FrameRow, ImageRow, StackRule } from '../../../../src/core/reports/base/report-builder.ts'
import { ipsStackshotFormat } from '../../../../src/core/reports/ips/ips-stackshot.ts'
import { readStackshot } from '../../../../src/core/reports/ips/stackshot-processes.ts'
import type { JsonObject } from '../../../../src/core/reports/json/json.ts'

const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'

/** Keeps what it is given. */
class Recorder extends ReportBuilder {
  readonly given: ImageRow[] = []
  readonly stacks: [StackRule, readonly FrameRow[]][] = []

  override addImage(row: ImageRow): number {
    this.given.push(row)
    return super.addImage(row)
  }

  override addStack(rows: readonly FrameRow[], rule: StackRule): Frame[] {
    this.stacks.push([rule, rows])
    return super.addStack(rows, rule)
  }
}

const read = (body: JsonObject, about?: number, before?: number) => {
  const builder = new Recorder('a.ips')
  const content = readStackshot(body, builder, about, before)
  return { ...content, images: builder.given, stacks: builder.stacks }
}

describe('images', () => {
  test('have no name but their kind’s', () => {
    const binaryImages = [
      [UUID.toLowerCase(), 4096, 'P'],
      [UUID, '0x2000', 'U'],
      ['no', 0, 'S'],
      [UUID, 1, 'A'],
      [UUID, 8192, 'T'],
      [null, null, 'K'],
      [UUID, 'no'],
      'none',
    ]
    expect(read({ binaryImages }).images).toStrictEqual([
      { name: '', uuid: UUID, loadAddress: 4096n },
      { name: '', uuid: UUID, loadAddress: 8192n },
      { name: 'dyld shared cache', loadAddress: 0n, origin: 'system' },
      { name: titles.kernelImage, uuid: UUID, loadAddress: 8192n, origin: 'system' },
      { name: 'K' },
      { name: '', uuid: UUID },
      { name: '' },
    ])
    expect(read({})).toStrictEqual({ threads: [], sections: [], waits: [], images: [], stacks: [] })
    expect(read({ processByPid: {} }).sections).toStrictEqual([])
  })
})

describe('threads', () => {
  const thread = (more: JsonObject, process: JsonObject = { pid: 34, procname: 'Till' }, about?: number) => {
    const found = read({ processByPid: { 34: { ...process, threadById: { 7: more } } } }, about).threads
    return found.map((one) => ({ ...one }))
  }
  const bare = { id: 7, name: 'Till [34]', crashed: false, frames: [], process: 34 }
  test.each<[JsonObject, object]>([
    [{}, bare],
    [{ id: 5 }, { ...bare, id: 5 }],
    [{ id: '0x10' }, { ...bare, id: 16 }],
    [{ name: 'Work' }, { ...bare, name: 'Till [34] Work' }],
    [{ name: '' }, bare],
    [{ dispatch_queue_label: 'a.queue' }, { ...bare, queue: 'a.queue' }],
    [{ state: ['TH_RUN', 3] }, { ...bare, state: ['TH_RUN', '3'] }],
    [{ state: [] }, bare],
    [{ snapshotFlags: ['kThreadMain'] }, bare],
  ])('%j', (more, expected) => {
    expect(thread(more)).toStrictEqual([expected])
  })

  test('the main thread of the process that the report is about is blamed', () => {
    const main = { snapshotFlags: ['kHasDispatchSerial', 'kThreadMain'] }
    const process = { pid: 34, procname: 'Till' }
    expect(thread(main, process, 34)).toStrictEqual([{ ...bare, crashed: true, attributed: true }])
    expect(thread(main, process, 35)).toStrictEqual([bare])
    expect(thread({ snapshotFlags: ['kThreadMainly'] }, process, 34)).toStrictEqual([bare])
    expect(thread({}, process, 34)).toStrictEqual([bare])
    const nameless: Partial<typeof bare> = { ...bare, name: '? [?]' }
    delete nameless.process
    expect(thread(main, {})).toStrictEqual([nameless])
    expect(thread({}, { pid: 0 })).toStrictEqual([{ ...bare, name: '? [0]', process: 0 }])
  })

  test('frames of the kernel come first, those of the user go on behind them', () => {
    const threadById = {
      1: {
        kernelFrames: [
          [0, 16],
          [1, 32],
          [2, 48],
        ],
        userFrames: [[3, '64'], [9, 80], ['no', 1], [0, 'no'], [0], 'x'],
      },
      2: { userFrames: [[0, 5]] },
    }
    const binaryImages = [
      [UUID, 4096, 'T'],
      [UUID, 0, 'A'],
      [null, 65536, 'P'],
      [UUID, 8192, 'S'],
    ]
    const { stacks, threads } = read({ binaryImages, processByPid: { 1: { threadById } } })
    expect(stacks).toStrictEqual([
      ['thread', [{ image: 0, offset: 16 }, { address: 32n }, { image: 1, offset: 48 }]],
      [
        'thread',
        [
          { image: 2, offset: 64, index: 3 },
          { address: 80n, index: 4 },
        ],
      ],
      ['thread', []],
      ['thread', [{ image: 0, offset: 5, index: 0 }]],
    ])
    expect(threads.map(({ id, frames }) => [id, frames.map(({ index }) => index)])).toStrictEqual([
      [1, [0, 1, 2, 3, 4]],
      [2, [0]],
    ])
  })
})

test('tables of processes and threads have a column for each other member', () => {
  const processByPid = {
    1: {
      pid: 1,
      procname: 'Till',
      flags: ['a', 'b'],
      threadById: { 5: { id: 5, userFrames: [], kernelFrames: [], a: [1] } },
    },
    2: { pid: 2, procname: 'Shop', more: ['a', 1], flags: [], threadById: { 6: { id: 6, b: 'x' }, 7: { a: null } } },
    3: {},
  }
  expect(read({ processByPid }).sections).toStrictEqual([
    {
      kind: 'table',
      title: 'Processes',
      columns: ['pid', 'procname', 'threads', 'flags', 'more'],
      rows: [
        ['1', 'Till', '1', 'a, b', ''],
        ['2', 'Shop', '2', '[]', '["a",1]'],
        ['', '', '0', '', ''],
      ],
    },
    {
      kind: 'table',
      title: 'Threads',
      columns: ['id', 'process', 'a', 'b'],
      rows: [
        ['5', 'Till', '[1]', ''],
        ['6', 'Shop', '', 'x'],
        ['', 'Shop', '', ''],
      ],
    },
  ])
})

test('waits know the threads of all processes', () => {
  const processByPid = {
    1: {
      pid: 1,
      procname: 'Till',
      threadById: { 11: {}, 5: { id: 12 } },
      waitInfo: ['thread 11: kernel mutex 0x1 owned by thread 21', 'no wait', 7],
      turnstileInfo: ['thread 12: turnstile blocked on task pid 2, hops: 2', 'thread 99: waitpid, for pid 3'],
    },
    2: { pid: 2, procname: 'Shop', threadById: { 21: {} }, waitInfo: [] },
    3: { procname: 'Nobody' },
  }
  // Members with small numbers as names come in the order of these numbers.
  const [first, second] = [
    { id: 12, thread: 0 },
    { id: 11, thread: 1 },
  ]
  const waits = (from: number) => [
    {
      ...second,
      thread: 1 + from,
      process: 'Till [1]',
      text: 'kernel mutex 0x1 owned by thread 21',
      on: { id: 21, thread: 2 + from, process: 'Shop [2]' },
    },
    {
      ...first,
      thread: from,
      process: 'Till [1]',
      text: 'turnstile blocked on task pid 2, hops: 2',
      on: { process: 'Shop [2]', hops: 2 },
    },
    { id: 99, text: 'waitpid, for pid 3', on: { process: '? [3]' } },
  ]
  expect(read({ processByPid }).waits).toStrictEqual(waits(0))
  expect(read({ processByPid }, undefined, 4).waits).toStrictEqual(waits(4))
})

describe('the report', () => {
  const parse = (...parts: readonly (JsonObject | string)[]) => {
    const text = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('\n')
    const outcome = ipsStackshotFormat.parse({ path: 'a.ips', text, bytes: new Uint8Array() })
    if (!outcome.ok) throw new Error('no report')
    return { text, reports: outcome.value, problems: outcome.problems }
  }
  const table = (title: string, columns: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    ...{ kind: 'table', title, columns, rows },
  })
  test('holds all of its parts', () => {
    const line = { bug_type: '288', os_version: 'iPhone OS 26.1 (23B85)', timestamp: 'then', incident_id: 'A' }
    const body = {
      ...{ pid: 34, reason: 'why', exception: '0x1', product: 'Phone1,2', build: 'B', date: 'now', incident: 'C' },
      notes: ['one', { two: 2 }],
      binaryImages: [],
      processByPid: {
        33: { pid: 33, procname: 'Shop' },
        34: { pid: 34, procname: 'Till', threadById: { 5: { snapshotFlags: ['kThreadMain'] } } },
      },
    }
    const { text, reports, problems } = parse(line, body, 'behind')
    expect(problems).toStrictEqual([])
    expect(reports).toStrictEqual([
      {
        format: 'ips-stackshot',
        label: 'Stackshot of all processes (.ips)',
        file: 'a.ips',
        text,
        textKind: 'json',
        header: {
          process: 'Till',
          pid: 34,
          os: 'iPhone OS 26.1 (23B85)',
          device: 'Phone1,2',
          date: 'now',
          incident: 'C',
          fields: [
            ...Object.entries(line),
            ...[
              ['pid', '34'],
              ['reason', 'why'],
              ['exception', '0x1'],
              ['product', 'Phone1,2'],
            ],
            ...[
              ['build', 'B'],
              ['date', 'now'],
              ['incident', 'C'],
            ],
          ],
        },
        exception: { codes: '0x1', message: 'why' },
        applicationInfo: [],
        threads: [{ id: 5, name: 'Till [34]', crashed: true, attributed: true, frames: [], process: 34 }],
        backtraces: [],
        callTrees: [],
        sections: [
          { kind: 'text', title: 'Notes', text: 'one\n{"two":2}' },
          { kind: 'text', title: 'Text around the report', text: 'behind' },
          table('Processes', ['pid', 'procname', 'threads'], ['33', 'Shop', '0'], ['34', 'Till', '1']),
          table('Threads', ['id', 'process', 'snapshotFlags'], ['', 'Till', 'kThreadMain']),
        ],
        images: [],
        frameCount: 0,
        problems: [],
      },
    ])
  })

  test.each<[JsonObject, object | undefined, object]>([
    [{ processByPid: {} }, undefined, {}],
    [{ processByPid: {}, reason: 'why' }, { message: 'why' }, {}],
    [{ processByPid: {}, exception: 'e' }, { codes: 'e' }, {}],
    [{ processByPid: { 1: { procname: 'Till' } } }, undefined, {}],
    [{ processByPid: { 1: { pid: 1, procname: 'Till' } }, pid: 2 }, undefined, { pid: 2 }],
    [{ processByPid: { 1: { pid: 1, procname: 'Till' } }, pid: 1 }, undefined, { pid: 1, process: 'Till' }],
  ])('%j', (body, exception, header) => {
    const [report] = parse(body).reports
    expect(report?.exception).toStrictEqual(exception)
    const fields = Object.entries(body).flatMap(([key, value]) =>
      key === 'processByPid' ? [] : [[key, String(value as string | number)]],
    )
    expect(report?.header).toStrictEqual({ ...header, fields })
    expect(report && 'waits' in report).toBe(false)
  })

  test('of one piece has its fields once, and no notes where there are none', () => {
    const [report] = parse({ bug_type: '288', processByPid: {}, notes: [], binaryImages: [] }).reports
    expect(report?.header).toStrictEqual({ fields: [['bug_type', '288']] })
    expect(report?.sections).toStrictEqual([])
  })

  test('has waits only where threads wait', () => {
    const waitInfo = ['thread 5: waitpid, for pid 3']
    expect(parse({ processByPid: { 1: { waitInfo } } }).reports[0]?.waits).toStrictEqual([
      { id: 5, text: 'waitpid, for pid 3', on: { process: '? [3]' } },
    ])
  })

  test('tells of damage', () => {
    const { reports, problems } = parse('{"processByPid":{"1":{"pid":1,"procname":"Till"')
    expect(problems.map(({ code }) => code)).toStrictEqual(reports[0]?.problems.map(({ code }) => code))
    expect(problems).toHaveLength(1)
  })
})
