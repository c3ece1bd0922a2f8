/** A report of KSCrash whose every value differs, each kind of error, thrown stacks, scripts and profiles. */
import { describe, expect, test } from 'vitest'
import { readMade as read, reportsOf, type Json, type Members } from '../../support/made-fields.ts'
import { A, app, B } from '../../support/made-services.ts'

describe('KSCrash', () => {
  const document = {
    report: {
      id: 'report-1',
      timestamp: 1767323045,
      type: 'standard',
      version: '3.4',
      process_name: 'Other',
      run_id: 'run-1',
    },
    system: {
      process_name: 'Till',
      process_id: 77,
      parent_process_name: 'launchd',
      parent_process_id: 1,
      CFBundleExecutablePath: app,
      CFBundleIdentifier: 'com.shop.till',
      CFBundleShortVersionString: '4.2',
      CFBundleVersion: '99',
      system_name: 'iOS',
      system_version: '17.1',
      os_version: '21B74',
      machine: 'iPhone15,2',
      binary_cpu_type: 0x100000c,
      binary_cpu_subtype: 0,
      cpu_arch: 'armv7',
      app_start_time: '2026-01-02T03:00:00Z',
    },
    binary_images: [
      {
        name: app,
        uuid: A,
        cpu_type: 0x100000c,
        cpu_subtype: 2,
        image_addr: 0x1000,
        image_size: 4096,
        image_vmaddr: 0x100000000,
        major_version: 1,
        revision_version: 3,
        crash_info_message: 'said by the image',
        crash_info_message2: 'said, too',
      },
      { name: '/usr/lib/Kit', uuid: B, image_addr: 0x9000, image_vmaddr: 0 },
    ],
    crash: {
      diagnosis: 'it failed',
      error: {
        type: 'mach',
        address: 0xdead,
        reason: 'a reason',
        termination_reason: 'ended',
        mach: { exception_name: 'EXC_BAD_ACCESS', code: 1, subcode: 8, code_name: 'KERN_INVALID_ADDRESS' },
        signal: { name: 'SIGSEGV', code_name: 'SEGV_MAPERR' },
        exit_reason: { code: 5 },
      },
      threads: [
        {
          index: 9,
          name: 'worker',
          dispatch_queue: 'queue',
          crashed: true,
          state: 'RUNNING',
          backtrace: {
            contents: [
              {
                instruction_addr: 0x1010,
                object_addr: 0x1000,
                object_name: 'Till',
                symbol_addr: 0x1008,
                symbol_name: 'count',
              },
              { instruction_addr: 0x9010, object_name: 'Kit' },
            ],
            skipped: 3,
          },
          registers: { basic: { pc: 0x1010, x0: 5 }, exception: { far: 0xdead } },
          notable_addresses: { x0: { address: 5, type: 'string', value: 'text', other: 'more' } },
          stack: { dump_start: 0x7000, contents: '00ff' },
        },
        { backtrace: { contents: [{ instruction_addr: 0x1020 }] } },
      ],
    },
  } satisfies Json

  test('every value in its field', () => {
    expect(read(document)).toEqual({
      header: {
        process: 'Till',
        pid: 77,
        path: app,
        bundleId: 'com.shop.till',
        version: '4.2 (99)',
        os: 'iOS 17.1 (21B74)',
        device: 'iPhone15,2',
        arch: 'arm64',
        date: '2026-01-02T03:04:05.000Z',
        launched: '2026-01-02T03:00:00Z',
        parent: 'launchd [1]',
        incident: 'report-1',
      },
      format: 'kscrash',
      label: 'KSCrash report (JSON)',
      textKind: 'json',
      exception: {
        type: 'EXC_BAD_ACCESS',
        signal: 'SIGSEGV',
        codes: 'KERN_INVALID_ADDRESS, SEGV_MAPERR',
        rawCodes: ['0x1', '0x8'],
        subtype: 'mach',
        message: 'ended',
        reason: 'a reason',
        address: '0xdead',
      },
      termination: { code: '0x5' },
      applicationInfo: ['it failed', 'said by the image', 'said, too'],
      threads: [
        {
          id: 9,
          name: 'worker',
          queue: 'queue',
          crashed: true,
          state: ['RUNNING'],
          registers: [
            { name: 'pc', value: '0x1010' },
            { name: 'x0', value: '0x5', note: 'string text other: more' },
            { name: 'far', value: '0xdead' },
          ],
          stackMemory: { start: '0x7000', bytes: '0 255' },
          frames: [
            {
              id: 0,
              index: 0,
              kind: 'exact',
              address: '0x1010',
              image: 0,
              imageName: 'Till',
              offset: 16,
              symbol: { name: 'count', offset: 8 },
            },
            { id: 1, index: 1, kind: 'return', address: '0x9010', image: 1, imageName: 'Kit', offset: 16 },
          ],
        },
        {
          id: 1,
          crashed: false,
          frames: [{ id: 2, index: 0, kind: 'exact', address: '0x1020', image: 0, offset: 32 }],
        },
      ],
      backtraces: [],
      callTrees: [],
      images: [
        {
          index: 0,
          name: 'Till',
          path: app,
          uuid: A,
          arch: 'arm64e',
          loadAddress: '0x1000',
          size: 4096,
          version: '1.0.3',
          textVmaddr: '0x100000000',
          origin: 'app',
        },
        { index: 1, name: 'Kit', path: '/usr/lib/Kit', uuid: B, loadAddress: '0x9000', origin: 'system' },
      ],
    })
    expect(reportsOf(document)[0]!.problems.map(({ code }) => code)).toEqual(['skipped-frames'])
  })

  const withError = (error: Json): Json => ({ ...document, crash: { ...document.crash, error } })
  test.each<[Json, Members | undefined]>([
    [
      { type: 'nsexception', nsexception: { name: 'NSRangeException', reason: 'r' } },
      { type: 'nsexception', subtype: 'nsexception', name: 'NSRangeException', reason: 'r' },
    ],
    [
      { type: 'cpp_exception', cpp_exception: { name: 'std::bad', reason: 'r' } },
      { type: 'cpp_exception', subtype: 'cpp_exception', name: 'std::bad', reason: 'r' },
    ],
    [
      { type: 'user', user_reported: { name: 'Mine' }, signal: { name: 'SIGABRT' } },
      { subtype: 'user', name: 'Mine' },
    ],
    [
      { type: 'signal', signal: { name: 'SIGSEGV' }, address: 0 },
      { type: 'signal', subtype: 'signal', signal: 'SIGSEGV', address: '0x0' },
    ],
    [
      { type: 'signal', signal: { name: 'SIGABRT' }, address: 0 },
      { type: 'signal', subtype: 'signal', signal: 'SIGABRT' },
    ],
    [
      { type: 'mach', mach_exception: 'EXC_BAD_ACCESS', mach_code: 1, address: 0 },
      { type: 'EXC_BAD_ACCESS', subtype: 'mach', rawCodes: ['0x1', '0x0'], address: '0x0' },
    ],
    [
      { type: 'mach', mach_code_name: 'KERN', signal_code_name: 'SEGV', signal_name: 'SIGBUS' },
      { type: 'mach', subtype: 'mach', codes: 'KERN, SEGV', signal: 'SIGBUS' },
    ],
    [
      { type: 'x', memory_termination: { memory_pressure: 'critical' } },
      { type: 'x', subtype: 'x', message: 'critical' },
    ],
    [{}, undefined],
  ])('the error %j', (error, exception) => {
    expect(read(withError(error))['exception']).toEqual(exception)
  })

  test('a thrown exception’s stack has return addresses, unless the registers say where the thread was', () => {
    const kinds = (error: Json, thread: Json): readonly string[] => {
      const one = read({ ...document, crash: { ...document.crash, error, threads: [thread] } }) as {
        threads: { frames: { kind: string }[] }[]
      }
      return one.threads[0]!.frames.map(({ kind }) => kind)
    }
    const stack = {
      crashed: true,
      backtrace: { contents: [{ instruction_addr: 0x1010 }, { instruction_addr: 0x1020 }] },
    }
    const thrown = { type: 'nsexception', nsexception: {} }
    expect(kinds(thrown, stack)).toEqual(['return', 'return'])
    expect(kinds(thrown, { ...stack, crashed: false })).toEqual(['exact', 'return'])
    expect(kinds({ type: 'mach' }, stack)).toEqual(['exact', 'return'])
    expect(kinds(thrown, { ...stack, registers: { basic: { pc: 0x1011 } } })).toEqual(['exact', 'return'])
    expect(kinds(thrown, { ...stack, registers: { pc: 0x2000 } })).toEqual(['return', 'return'])
    expect(kinds({ type: 'mach' }, { ...stack, registers: { pc: 0x2000 } })).toEqual(['exact', 'return'])
  })

  test('a stack of a script that the app reported', () => {
    const rows = ['plain', { methodName: 'render', file: 'a.js', lineNumber: 3, column: 4 }, { function: 'run' }]
    const reported = { type: 'user', user_reported: { name: 'E', language: 'lua', backtrace: rows } }
    const one = read(withError(reported)) as {
      backtraces: { title: string; frames: { symbol: Members; kind: string }[] }[]
      threads: { crashed: boolean }[]
    }
    expect(one.backtraces).toMatchObject([
      {
        title: 'lua stack',
        frames: [
          { kind: 'exact', symbol: { name: 'plain' } },
          { kind: 'exact', symbol: { name: 'render', file: 'a.js', line: 3, column: 4 } },
          { kind: 'exact', symbol: { name: 'run' } },
        ],
      },
    ])
    expect(one.threads.map(({ crashed }) => crashed)).toEqual([false, false])
    expect(read(withError({ type: 'user', user_reported: { backtrace: ['x'] } }))).toMatchObject({
      backtraces: [{ title: 'User reported stack' }],
    })
  })

  test('samples of a profile: merged from the outermost call, counted, titled by their thread', () => {
    const frame = (address: number, name: string): Json => ({
      instruction_addr: address,
      symbol_name: name,
      symbol_addr: address - 4,
      object_name: '/x/Till',
      object_addr: 0x1000,
      object_uuid: A,
    })
    const profile = {
      name: 'Slow',
      duration: 2.5,
      frames: [frame(0x1010, 'main'), frame(0x1020, 'sum'), frame(0x1030, 'pay')],
      threads: [
        {
          index: 4,
          name: 'worker',
          primary: true,
          samples: [{ frames: [1, 0] }, { frames: [2, 0], count: 5 }, { frames: [1, 0] }, { frames: [0] }],
        },
        { samples: [{ frames: [9] }] },
      ],
    }
    const one = read({ report: { type: 'x' }, crash: { error: { type: 'profile', profile } }, crash_id: 'x' })
    expect(one).toMatchObject({
      label: 'KSCrash profile (JSON)',
      kind: 'profile',
      images: [{ name: 'Till', path: '/x/Till', uuid: A, loadAddress: '0x1000' }],
      callTrees: [
        {
          title: 'Slow, thread 4 (worker), primary',
          weight: 'samples',
          roots: [
            {
              count: 8,
              frame: { symbol: { name: 'main', offset: 4 }, kind: 'call' },
              children: [
                { count: 2, frame: { symbol: { name: 'sum' } }, children: [] },
                { count: 5, frame: { symbol: { name: 'pay' } }, children: [] },
              ],
            },
          ],
        },
      ],
    })
    expect(one).not.toHaveProperty('exception')
    expect((one['callTrees'] as unknown[]).length).toBe(1)
  })
})
