/** An event of Sentry whose every value differs, alternatives that its writers use, and breadcrumbs of all kinds. */
import { describe, expect, test } from 'vitest'
import { readMade as read, type Json, type Members } from '../../support/made-fields.ts'
import { A, app, B } from '../../support/made-services.ts'

describe('Sentry', () => {
  const frames = [
    { instruction_addr: '0x9010', package: '/usr/lib/Kit', function: '<redacted>' },
    {
      instruction_addr: '0x1010',
      package: app,
      image_addr: '0x1000',
      function: 'count',
      symbol_addr: '0x1008',
      abs_path: '/src/Till.swift',
      filename: 'Till.swift',
      lineno: 12,
      colno: 5,
    },
  ]
  const event = {
    event_id: 'event-1',
    timestamp: 1767323045,
    release: 'till@4.2',
    logentry: { formatted: 'logged' },
    contexts: {
      device: { model: 'iPhone15,2', arch: 'arm64' },
      os: { name: 'iOS', version: '17.1', build: '21B74' },
      app: {
        app_name: 'Till',
        app_identifier: 'com.shop.till',
        app_version: '4.2',
        app_build: '99',
        app_start_time: '2026-01-02T03:00:00Z',
      },
    },
    debug_meta: {
      images: [
        {
          code_file: app,
          debug_id: A,
          arch: 'arm64e',
          image_addr: '0x1000',
          image_size: 4096,
          image_vmaddr: '0x100000000',
          major_version: 1,
          minor_version: 2,
        },
        {
          name: '/usr/lib/Kit',
          uuid: B,
          cpu_type: 0x100000c,
          cpu_subtype: 0,
          image_addr: '0x9000',
          image_vmaddr: '0x0',
        },
      ],
    },
    exception: {
      values: [
        {
          type: 'EXC_BAD_ACCESS',
          value: 'out of range',
          thread_id: 9,
          mechanism: {
            type: 'mach',
            data: { relevant_address: '0xdead' },
            meta: {
              mach_exception: { name: 'EXC_BAD_ACCESS', code: 1, subcode: 8 },
              signal: { name: 'SIGSEGV', code_name: 'SEGV_MAPERR' },
            },
          },
          stacktrace: { frames, registers: { pc: '0x1010', x0: '0xffffffffffffffff' } },
        },
      ],
    },
    threads: {
      values: [
        { id: 9, name: 'worker', crashed: true, state: 'RUNNING' },
        { id: 3, crashed: false, stacktrace: { frames: [{ instruction_addr: '0x1020' }] } },
      ],
    },
    breadcrumbs: { values: [{ category: 'ui.tap', message: 'tapped', level: 'warning', data: { a: 1 } }] },
  } satisfies Json

  test('every value in its field', () => {
    expect(read(event)).toEqual({
      header: {
        process: 'Till',
        bundleId: 'com.shop.till',
        version: '4.2 (99)',
        os: 'iOS 17.1 (21B74)',
        device: 'iPhone15,2',
        arch: 'arm64',
        date: '2026-01-02T03:04:05.000Z',
        launched: '2026-01-02T03:00:00Z',
        incident: 'event-1',
      },
      format: 'sentry-event',
      label: 'Sentry event (JSON)',
      textKind: 'json',
      exception: {
        type: 'EXC_BAD_ACCESS',
        signal: 'SIGSEGV',
        codes: 'SEGV_MAPERR',
        rawCodes: ['0x1', '0x8'],
        subtype: 'mach',
        reason: 'out of range',
        address: '0xdead',
      },
      applicationInfo: ['out of range', 'logged'],
      threads: [
        {
          id: 9,
          name: 'worker',
          crashed: true,
          state: ['RUNNING'],
          registers: [
            { name: 'pc', value: '0x1010' },
            { name: 'x0', value: '0xffffffffffffffff' },
          ],
          frames: [
            {
              id: 0,
              index: 0,
              kind: 'exact',
              address: '0x1010',
              image: 0,
              imageName: 'Till',
              offset: 16,
              symbol: { name: 'count', offset: 8, file: '/src/Till.swift', line: 12, column: 5 },
            },
            {
              id: 1,
              index: 1,
              kind: 'return',
              address: '0x9010',
              image: 1,
              imageName: 'Kit',
              offset: 16,
              symbol: { name: '<redacted>' },
            },
          ],
        },
        {
          id: 3,
          crashed: false,
          frames: [{ id: 2, index: 0, kind: 'exact', address: '0x1020', image: 0, offset: 32 }],
        },
      ],
      backtraces: [],
      callTrees: [],
      events: [{ kind: 'user', text: 'tapped', detail: 'a: 1', level: 'warning' }],
      images: [
        {
          index: 0,
          name: 'Till',
          path: app,
          uuid: A,
          arch: 'arm64e',
          loadAddress: '0x1000',
          size: 4096,
          version: '1.2.0',
          textVmaddr: '0x100000000',
          origin: 'app',
        },
        {
          index: 1,
          name: 'Kit',
          path: '/usr/lib/Kit',
          uuid: B,
          arch: 'arm64',
          loadAddress: '0x9000',
          origin: 'system',
        },
      ],
    })
  })

  const [exception] = event.exception.values
  const alone = (stacktrace: Json, mechanism: Json = {}): Json => ({
    ...event,
    threads: { values: [] },
    exception: { values: [{ ...exception!, stacktrace, mechanism }] },
  })
  const kinds = (document: Json): unknown => {
    const { lastException } = read(document) as { lastException?: { frames: readonly { kind: string }[] } }
    return lastException?.frames.map(({ kind }) => kind)
  }
  test.each([
    [alone({ frames }), ['exact', 'return']],
    [alone({ frames, instruction_addr_adjustment: 'none' }), ['call', 'call']],
    [alone({ frames, instruction_addr_adjustment: 'all' }), ['return', 'return']],
    [alone({ frames, instruction_addr_adjustment: 'auto' }), ['exact', 'return']],
    [alone({ frames }, { type: 'nsexception' }), ['return', 'return']],
    [alone({ frames, registers: { pc: '0x1010' } }, { type: 'nsexception' }), ['exact', 'return']],
    [alone({ frames, registers: { pc: '0x1014' } }, { type: 'nsexception' }), ['return', 'return']],
    [alone({ frames, registers: { rip: '0x1010' } }, { type: 'nsexception' }), ['exact', 'return']],
    [alone({ frames: [] }), undefined],
  ])('what addresses are: %#', (document, expected) => {
    expect(kinds(document)).toEqual(expected)
  })

  test('the type of what C++ threw is its name', () => {
    const mechanism = { posix_signal: { name: 'SIGABRT' }, mach_exception: { exception_name: 'EXC_CRASH' } }
    const thrown = { type: 'cpp_exception', value: 'till_error*', mechanism }
    const one = read({ ...event, exception: { values: [thrown] } }) as { readonly exception: object }
    expect(one.exception).toMatchObject({ type: 'EXC_CRASH', name: 'till_error*', reason: 'till_error*' })
  })

  test('stacks: an exception beside its threads, several of them, one that a thread repeats, one without any', () => {
    const stack = (address: string): Json => ({ frames: [{ instruction_addr: address }] })
    const told = (exceptions: readonly Json[], threads: readonly Json[]) => {
      const one = read({ ...event, exception: { values: exceptions }, threads: { values: threads } }) as {
        threads: { frames: { address: string }[] }[]
        lastException?: { title: string }
        backtraces: { title: string }[]
      }
      return [
        one.threads.map(({ frames: own }) => own.map(({ address }) => address)),
        one.lastException?.title,
        one.backtraces.map(({ title }) => title),
      ]
    }
    const error = (type: string, address: string, thread?: number): Json => ({
      type,
      stacktrace: stack(address),
      ...(thread !== undefined && { thread_id: thread }),
    })
    expect(told([error('A', '0x1'), error('B', '0x2')], [])).toEqual([[], 'A', ['B']])
    expect(told([error('A', '0x1', 4)], [{ id: 4, stacktrace: stack('0x1') }])).toEqual([[['0x1']], undefined, []])
    expect(told([error('A', '0x1', 4)], [{ id: 4, stacktrace: stack('0x3') }])).toEqual([[['0x3']], 'A', []])
    expect(told([error('A', '0x1')], [{ id: 4, crashed: true }])).toEqual([[['0x1']], undefined, []])
    expect(told([error('A', '0x1')], [{ id: 4, crashed: false }])).toEqual([[[]], 'A', []])
    expect(told([error('A', '0x1'), error('B', '0x2')], [{ id: 4, crashed: true }])).toEqual([[[]], 'A', ['B']])
    expect(told([], [{ id: 4 }])).toEqual([[[]], undefined, []])
  })

  test('alternatives: the site’s entries, old names, a loose stack, scripts', () => {
    const entries = [
      { type: 'exception', data: { values: [{ type: 'E', value: 'v' }] } },
      { type: 'debugmeta', data: { images: [{ code_file: app, debug_id: A, image_addr: '0x1000' }] } },
      { type: 'message', data: { formatted: 'm' } },
    ]
    expect(
      read({ eventID: 'old', entries, dateCreated: '2026-01-02T03:04:05Z', event_id: '', debug_meta: {} }),
    ).toMatchObject({
      header: { incident: 'old', date: '2026-01-02T03:04:05Z' },
      exception: { type: 'E', reason: 'v' },
      applicationInfo: ['v', 'm'],
    })
    const loose = read({ event_id: 'x', stacktrace: { frames: [{ instruction_addr: '0x5' }] } })
    expect(loose).toMatchObject({
      threads: [{ id: 0, unnumbered: true, crashed: false, frames: [{ address: '0x5' }] }],
    })
    const script = (platform: string, filename: string) =>
      (
        read({
          event_id: 'x',
          stacktrace: { frames: [{ function: 'render', filename, lineno: 3, colno: 4, platform }] },
        }) as { threads: { frames: Members[] }[] }
      ).threads[0]!.frames[0]
    expect(script('javascript', 'x')).toMatchObject({ script: { line: 3, column: 3 }, language: 'javascript' })
    expect(script('node', 'x')).toMatchObject({ language: 'javascript' })
    expect(script('', 'main.jsbundle')).toMatchObject({ language: 'javascript' })
    expect(script('cocoa', 'Till.swift')).not.toHaveProperty('script')
  })

  test.each<[Members, Members]>([
    [{ app_version: '4.2' }, { version: '4.2' }],
    [{ app_build: '99' }, { version: 'till@4.2' }],
    [{}, { version: 'till@4.2' }],
  ])('the version of %j', (fields, header) => {
    const { contexts } = event
    expect(read({ ...event, contexts: { ...contexts, app: fields as Json } })).toMatchObject({ header })
  })
})

describe('breadcrumbs', () => {
  const crumb = (fields: Members): Members =>
    (read({ event_id: 'x', debug_meta: {}, breadcrumbs: [fields as Json] }) as { events: readonly Members[] })
      .events[0]!
  test.each([
    [{ category: 'error.x' }, 'error'],
    [{ category: 'exception' }, 'error'],
    [{ type: 'http' }, 'network'],
    [{ type: 'request' }, 'network'],
    [{ category: 'app.lifecycle' }, 'state'],
    [{ category: 'device.x' }, 'state'],
    [{ category: 'navigation' }, 'navigation'],
    [{ category: 'ui.lifecycle' }, 'navigation'],
    [{ category: 'ui.click' }, 'user'],
    [{ category: 'touch' }, 'user'],
    [{ category: 'console' }, 'log'],
    [{ type: 'debug' }, 'log'],
    [{ category: 'odd', type: 'HTTP' }, 'network'],
    [{ category: 'ui.tap', type: 'http' }, 'user'],
    [{ category: 'odd' }, 'other'],
    [{ level: 'error', category: 'ui.tap' }, 'error'],
    [{ level: 'fatal' }, 'error'],
  ])('%j is %s', (fields, kind) => {
    expect(crumb(fields)['kind']).toBe(kind)
  })

  test('texts, details, levels, times', () => {
    expect(crumb({ message: 'm', name: 'n', title: 't' })['text']).toBe('m')
    expect(crumb({ name: 'n', title: 't', category: 'c' })['text']).toBe('n')
    expect(crumb({ title: 't', category: 'c' })['text']).toBe('t')
    expect(crumb({ category: 'c', type: 'y' })['text']).toBe('c')
    expect(crumb({ type: 'y' })['text']).toBe('y')
    expect(crumb({ level: 'info' })).toEqual({ kind: 'other', text: 'breadcrumb' })
    expect(crumb({ level: 'debug', data: { a: null, b: 2, c: { d: 3 } } })).toMatchObject({
      level: 'debug',
      detail: 'b: 2, c: {"d":3}',
    })
    expect(crumb({ metaData: { x: 1 } })['detail']).toBe('x: 1')
    expect(crumb({ metadata: { x: 1 } })['detail']).toBe('x: 1')
    expect(crumb({ time: '2026-01-02T03:04:05Z' })['time']).toBe('2026-01-02T03:04:05Z')
    expect(crumb({ message: 'x'.repeat(1000) })['text']).toBe('x'.repeat(1000))
    expect(crumb({ message: 'x'.repeat(1001) })['text']).toBe(`${'x'.repeat(999)}…`)
  })

  test.each([
    [1767323045, '2026-01-02T03:04:05.000Z'],
    [1767323045000, '2026-01-02T03:04:05.000Z'],
    [1767323045000000, '2026-01-02T03:04:05.000Z'],
    ['1767323045.5', '2026-01-02T03:04:05.500Z'],
    [99_999_999_999, '5138-11-16T09:46:39.000Z'],
    [100_000_000_000, '1973-03-03T09:46:40.000Z'],
    [0, undefined],
    [-5, undefined],
    ['yesterday', 'yesterday'],
    [true, undefined],
  ])('the time %s', (timestamp, time) => {
    expect(crumb({ timestamp })['time']).toBe(time)
  })
})
