/** Parts of KSCrash's reports, each alone: threads and what was found in them, events, profiles, two crashes in a file, the head. */
import { describe, expect, test } from 'vitest'
import { kscrashFormat } from '../../../../src/core/reports/sdks/kscrash.ts'
import type { Members } from '../../../support/made-fields.ts'
import { pick, told, toldJson } from '../../../support/format-told.ts'

const read = (document: object): Members => toldJson(kscrashFormat, document)
const bare = {
  ...{ format: 'kscrash', label: 'KSCrash report (JSON)', textKind: 'json', header: { fields: [] } },
  ...{ applicationInfo: [], threads: [], backtraces: [], callTrees: [], sections: [], images: [] },
  ...{ frameCount: 0, problems: [] },
}

test('a report without anything', () => {
  expect(read({})).toEqual(bare)
  expect(read({ crash: { error: {}, threads: [], diagnosis: '' }, binary_images: [], user: {}, report: {} })).toEqual(bare)
  for (const text of ['[]', '7', 'x', '']) expect(told(kscrashFormat, text)[0]).toHaveProperty('failed')
}) // prettier-ignore

describe('a thread', () => {
  const thread = (values: object, error: object = {}): Members => {
    const one = read({ crash: { threads: [values], error } })
    return pick(one, 'threads', 'sections', 'problems')
  }
  const empty = { id: 0, crashed: false, frames: [] }
  const table = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]) => ({
    ...{ kind: 'table', title, columns, rows },
  })
  const found = (rows: readonly (readonly string[])[], id = '0') =>
    table(`Notable addresses of thread ${id}`, ['Place', 'Address', 'Content'], rows)
  const stack = (rows: readonly (readonly string[])[], id = '0') =>
    table(`Stack of thread ${id}`, ['Field', 'Value'], rows)
  test.each<[string, object, Members, (readonly unknown[])?]>([
    ['empty', {}, {}],
    ['with each value', { index: 9, name: 'n', dispatch_queue: 'q', crashed: true, state: 'RUN' }, { id: 9, name: 'n', queue: 'q', crashed: true, state: ['RUN'] }],
    ['not quite crashed', { crashed: 1, state: '', name: '' }, {}],
    ['registers', { registers: { pc: 1, lr: '0x2', x: 'x' } }, { registers: [{ name: 'pc', value: '0x1' }, { name: 'lr', value: '0x2' }] }],
    ['registers in groups', { registers: { basic: { pc: 1 }, exception: { far: 2 }, other: 3 }, exception_registers: { esr: 4 } }, { registers: [{ name: 'pc', value: '0x1' }, { name: 'far', value: '0x2' }] }],
    ['one group', { registers: { exception: { far: 2 } } }, { registers: [{ name: 'far', value: '0x2' }] }],
    ['registers of old writers', { registers: { pc: 1 }, exception_registers: { esr: 4 } }, { registers: [{ name: 'pc', value: '0x1' }, { name: 'esr', value: '0x4' }] }],
    ['a register below zero', { registers: { x0: -1 } }, { registers: [{ name: 'x0', value: '0xffffffffffffffff' }] }],
    ['empty registers', { registers: {} }, {}],
    ['memory', { stack: { dump_start: 256, contents: '00FfaB' } }, { stackMemory: { start: '0x100', bytes: [0, 255, 171] } }, [stack([['dump start', '0x100']])]],
    ['memory without a start', { stack: { contents: '00' } }, {}],
    ['memory with half a byte', { stack: { dump_start: 1, contents: '000' } }, {}, [stack([['dump start', '0x1']])]],
    ['memory with a sign before', { stack: { dump_start: 1, contents: 'x000' } }, {}, [stack([['dump start', '0x1']])]],
    ['memory with a sign behind', { stack: { dump_start: 1, contents: '0000x' } }, {}, [stack([['dump start', '0x1']])]],
    ['no memory', { stack: { dump_start: 1, contents: '' } }, {}, [stack([['dump start', '0x1']])]],
    [
      'what is said of its stack',
      { index: 3, stack: { dump_start: 255, dump_end: 256, stack_pointer: 16, my_dump_x: 17, pointer_x: 18, overflow: false, error: 'none', contents: '' } },
      { id: 3 },
      [stack([['dump start', '0xff'], ['dump end', '0x100'], ['stack pointer', '0x10'], ['my dump x', '17'], ['pointer x', '18'], ['overflow', 'false'], ['error', 'none']], '3')],
    ],
    ['a pointer that is none', { stack: { stack_pointer: 'x', dump_end: '' } }, {}, [stack([['stack pointer', 'x']])]],
    [
      'what was found',
      { index: 4, notable_addresses: { x0: { address: 255, type: 'string', value: 'v' }, s1: { type: 'object', class: 'C', last_deallocated_obj: 'D', my_key: 5 }, s2: { address: 16 }, s3: 'x', s4: {} } },
      { id: 4 },
      [found([['x0', '0xff', 'string v'], ['s1', '', 'object C last deallocated obj: D my key: 5'], ['s2', '0x10', '{"address":16}'], ['s3', '', 'x'], ['s4', '', '{}']], '4')],
    ],
    ['a note at a register', { registers: { x0: 1, x1: 2 }, notable_addresses: { x0: { address: 1, type: 'string', value: 'v', tag: 'w' } } }, { registers: [{ name: 'x0', value: '0x1', note: 'string v tag: w' }, { name: 'x1', value: '0x2' }] }, [found([['x0', '0x1', 'string v tag: w']])]],
  ])('%s', (_, values, expected, sections = []) => {
    expect(thread(values)).toEqual({ threads: [{ ...empty, ...expected }], sections, problems: [] })
  }) // prettier-ignore

  const skipped = (frames: number, id: string) => [
    expect.objectContaining({ code: 'skipped-frames', severity: 'note', params: { frames, thread: id } }) as unknown,
  ]
  test.each<[object, unknown, number?]>([
    [{ backtrace: { contents: [], skipped: 3 } }, skipped(3, '0'), 3],
    [{ index: 7, backtrace: { skipped: 1 } }, skipped(1, '7'), 1],
    [{ backtrace: [], backtrace_skipped: 2 }, skipped(2, '0'), 2],
    [{ backtrace: { skipped: 0 } }, []],
    [{ backtrace: [], backtrace_skipped: 0 }, []],
    [{ backtrace: [] }, []],
  ])('rows that the writer skipped: %j', (values, problems, count) => {
    const one = thread(values)
    expect(one['problems']).toEqual(problems)
    const title = `Stack of thread ${'index' in values ? String(values.index) : '0'}`
    expect(one['sections']).toEqual(count === undefined ? [] : [stack([['skipped frames', String(count)]], title.slice(16))])
  }) // prettier-ignore

  test('its rows: addresses, images and names as they are written', () => {
    const rows = [
      { instruction_addr: 0x1010, object_name: 'Till', object_addr: 0, symbol_name: 'pay', symbol_addr: 0x1008 },
      { instruction_addr: 0x1020, symbol_name: 'late', symbol_addr: 0x1028 },
      { instruction_addr: 0x1030, symbol_name: 'start', symbol_addr: 0 },
      { symbol_addr: 0x1028 },
    ]
    const spans = rows.map((row) => JSON.stringify(row))
    const frames = [
      ...[{ address: '0x1010', imageName: 'Till', symbol: { name: 'pay', offset: 8 } }],
      ...[{ address: '0x1020', symbol: { name: 'late' } }, { address: '0x1030', symbol: { name: 'start' } }, {}],
    ].map((frame, id) => ({ id, index: id, kind: id === 0 ? 'exact' : 'return', ...frame, span: spans[id] }))
    for (const backtrace of [rows, { contents: rows }, [null, ...rows, 7]])
      expect(thread({ backtrace })['threads']).toEqual([{ ...empty, frames }])
  })

  test('the image of a row that no list has', () => {
    const row = { instruction_addr: 0x1010, object_name: 'Till', object_addr: 0x1000 }
    const one = read({ crash: { threads: [{ backtrace: [row] }] } })
    expect(one['images']).toEqual([{ index: 0, name: 'Till', loadAddress: '0x1000', slideFrom: 'load-address' }])
    expect(one['threads']).toMatchObject([{ frames: [{ image: 0, offset: 16 }] }])
  })

  test('memory of a megabyte, and one byte more', () => {
    const bytes = (length: number): unknown => {
      const one = thread({ stack: { dump_start: 1, contents: '0a'.repeat(length) } })
      return (one['threads'] as { stackMemory?: { bytes: number[] } }[])[0]?.stackMemory?.bytes.length
    }
    expect([bytes(1 << 20), bytes((1 << 20) + 1)]).toEqual([1 << 20, undefined])
  })

  test.each(['pc', 'rip', 'eip', 'lr'])('an exception’s first row, and the register %s', (name) => {
    const kind = (value: number | undefined, crashed = true, nsexception: unknown = {}) => {
      const registers = value === undefined ? {} : { [name]: value }
      const backtrace = value === -1 ? [{}] : [{ instruction_addr: 0x1010 }]
      const one = thread({ crashed, registers, backtrace }, { nsexception })
      return (one['threads'] as { frames: { kind: string }[] }[])[0]?.frames[0]?.kind
    }
    const isPlace = name !== 'lr'
    expect([0x1010, 0x1011].map((value) => kind(value))).toEqual(isPlace ? ['exact', 'exact'] : ['return', 'return'])
    expect([0x1012, 0x100f, undefined].map((value) => kind(value))).toEqual(['return', 'return', 'return'])
    expect([kind(0x1012, false), kind(0x1012, true, null), kind(undefined, false)]).toEqual(['exact', 'exact', 'exact'])
    expect(kind(-1)).toBe(isPlace ? 'exact' : 'return')
  })

  test('the only one of a report that was cut, threads beside others, and those of an app that only reported', () => {
    const ids = (crash: object) => (read({ crash })['threads'] as Members[]).map(({ id, crashed }) => [id, crashed])
    expect(ids({ crashed_thread: { index: 4, crashed: true } })).toEqual([[4, true]])
    expect(ids({ crashed_thread: { index: 4 }, threads: [{}, null, { index: 5 }, 7, {}] })).toEqual([[0, false], [5, false], [2, false]])
    const threads = [{ crashed: true }]
    expect(ids({ threads, error: { type: 'user', user_reported: {} } })).toEqual([[0, false]])
    expect(ids({ threads, error: { type: 'user' } })).toEqual([[0, true]])
    expect(ids({ threads, error: { type: 'mach', user_reported: {} } })).toEqual([[0, true]])
  }) // prettier-ignore
})

describe('events', () => {
  const events = (document: object): unknown => {
    const one = read(document)
    expect(one['format']).toBe('kscrash')
    return one['events']
  }
  const crumb = (message: string) => ({ message, timestamp: 1767323000 })
  const event = (text: string) => ({ time: '2026-01-02T03:03:20.000Z', kind: 'other', text })
  test.each<[object, unknown]>([
    [{ user: { breadcrumbs: [crumb('a'), crumb('a'), crumb('b')] } }, [event('a'), event('b')]],
    [{ user: { sentry_sdk_scope: { breadcrumbs: [crumb('a')] } } }, [event('a')]],
    [{ user_atcrash: { breadcrumbs: [crumb('a')] }, user: { breadcrumbs: [crumb('a'), crumb('c')] } }, [event('a'), event('c')]],
    [{ sentry_sdk_scope: { breadcrumbs: [crumb('a')] } }, [event('a')]],
    [{ user: { breadcrumbs: [crumb('a')], sentry_sdk_scope: { breadcrumbs: [crumb('b')] } } }, [event('a')]],
    [{ other: { breadcrumbs: [crumb('a')] } }, undefined],
    [{ user: { breadcrumbs: [] } }, undefined],
  ])('notes of %j', (document, expected) => {
    expect(events(document)).toEqual(expected)
  }) // prettier-ignore
  const stats = (active: unknown, background?: unknown) => ({
    application_stats: { active_time_since_launch: active, background_time_since_launch: background },
  })
  const measure = (lasted: number) => expect.objectContaining({ kind: 'measure', lasted }) as unknown
  test.each<[object, unknown]>([
    [{ system: stats(3, 4.5) }, [measure(3), measure(4.5)]],
    [{ system_atcrash: stats(5), system: stats(3) }, [measure(5)]],
    [{ system: stats(0, 0) }, undefined],
    [{ crash: { error: { hang: { hang_start_nanos: 1e9, hang_end_nanos: 3.5e9 } } } }, [measure(2.5)]],
    [{ crash: { error: { hang: { hang_start_nanos: 1e9, hang_end_nanos: 1e9 } } } }, undefined],
    [{ crash: { error: { hang: { hang_start_nanos: 3e9, hang_end_nanos: 1e9 } } } }, undefined],
    [{ crash: { error: { hang: { hang_start_nanos: 3e9 } } } }, undefined],
    [{ crash: { error: { hang: { hang_end_nanos: 3e9 } } } }, undefined],
  ])('times of %j', (document, expected) => {
    expect(events(document)).toEqual(expected)
  })
})
