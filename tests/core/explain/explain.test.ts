import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage } from '../../../src/core/model/image.ts'
import type { Register, Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

type More = Partial<Omit<Report, 'threads'>> & { readonly registers?: readonly Register[] }

const bad = (address: number, more: More = {}): More => ({
  exception: {
    type: 'EXC_BAD_ACCESS',
    signal: 'SIGSEGV',
    subtype: `KERN_INVALID_ADDRESS at 0x${address.toString(16)}`,
    address: runtimeAddress(address),
  },
  ...more,
})
const trap: More = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }
const aborted = (...applicationInfo: string[]): More => ({
  exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
  applicationInfo,
})
const killed = (termination: NonNullable<Report['termination']>): More => ({
  exception: { type: 'EXC_CRASH', signal: 'SIGKILL' },
  termination,
})

const shopImage: BinaryImage = { index: 0, name: 'Shop', origin: 'app' }
const total = { function: 'CartView.total(of:)', file: '/src/CartView.swift', line: 88 }
const cart = app(total)

const cases: readonly (readonly [id: string, title: string, report: SymbolicatedReport])[] = [
  [
    'swift-index',
    'Array index out of range in CartView.total(of:)',
    buildReport(
      [app('Swift runtime failure: Index out of range', 'Array.subscript.getter', total), system('main')],
      trap,
    ),
  ],
  [
    'swift-nil',
    'A nil optional was unwrapped in CartView.total(of:)',
    buildReport([system('_assertionFailure(_:_:file:line:flags:)'), cart], {
      ...trap,
      applicationInfo: [
        'Shop/CartView.swift:88: Fatal error: Unexpectedly found nil while unwrapping an Optional value',
      ],
    }),
  ],
  [
    'swift-assertion',
    'A Swift precondition or fatalError stopped the program in CartView.total(of:)',
    buildReport([system('_assertionFailure(_:_:file:line:flags:)'), cart], trap),
  ],
  [
    'swift-runtime',
    'A check of the Swift runtime failed in libswiftCore.dylib (called from CartView.total(of:))',
    buildReport([system(), cart], {
      ...trap,
      images: [shopImage, { index: 1, name: 'libswiftCore.dylib', origin: 'system' }],
    }),
  ],
  ['signal-exc-breakpoint', 'The program reached a trap instruction in CartView.total(of:)', buildReport([cart], trap)],
  [
    'objc-unrecognized-selector',
    'Unrecognized selector: -[Order total] in CartView.total(of:)',
    buildReport([system('__pthread_kill'), system('abort'), cart], {
      ...aborted(
        "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Order total]: unrecognized selector sent to instance 0x600'",
      ),
    }),
  ],
  [
    'cpp-exception',
    'Uncaught C++ exception std::out_of_range: vector',
    buildReport(
      [system('abort'), cart],
      aborted('terminating due to uncaught exception of type std::out_of_range: vector'),
    ),
  ],
  [
    'rust-panic',
    'Rust panic in CartView.total(of:)',
    buildReport([system('abort'), app('rust_panic'), cart], aborted()),
  ],
  [
    'assertion',
    'Assertion failed: count > 0 in -[Cart total]',
    buildReport(
      [system('__assert_rtn'), cart],
      aborted('Assertion failed: (count > 0), function -[Cart total], file Cart.m, line 7.'),
    ),
  ],
  [
    'heap-bad-free',
    'The program freed a pointer that is no allocation in CartView.total(of:)',
    buildReport(
      [system('abort'), cart],
      aborted('malloc: *** error for object 0x60: pointer being freed was not allocated'),
    ),
  ],
  [
    'dispatch-sync-deadlock',
    'dispatch_sync on the queue that is already running in CartView.total(of:)',
    buildReport([system('__DISPATCH_WAIT_FOR_QUEUE__'), cart], {
      ...trap,
      applicationInfo: ['BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread'],
    }),
  ],
  ['null-dereference', 'Null pointer access in CartView.total(of:)', buildReport([cart], bad(0))],
  [
    'null-dereference',
    'Access to a field of a null pointer, 24 bytes past it in CartView.total(of:)',
    buildReport([cart], bad(0x18)),
  ],
  [
    'null-call',
    'Execution at address 0 (next frame: CartView.total(of:))',
    buildReport([system(), cart], bad(0, { registers: [{ name: 'pc', value: 0n }] })),
  ],
  [
    'freed-object',
    'The message “refresh” may have been sent to an object that no longer exists in CartView.total(of:)',
    buildReport(
      [system('objc_msgSend'), cart],
      bad(0x10_0000_0018, {
        registers: [
          { name: 'x0', value: 1n },
          { name: 'x1', value: 2n, note: 'selector: refresh' },
        ],
      }),
    ),
  ],
  [
    'stack-overflow',
    'Recursion too deep through Cart.count.getter',
    buildReport(
      Array.from({ length: 60 }, () => app('Cart.count.getter')),
      bad(0x16d000000),
    ),
  ],
  [
    'pointer-authentication-possible',
    'The report says: possible pointer authentication failure in CartView.total(of:)',
    buildReport([cart], {
      exception: {
        type: 'EXC_BAD_ACCESS',
        subtype: 'KERN_INVALID_ADDRESS at 0x41fc821e000001b0 -> 0x1e000001b0 (possible pointer authentication failure)',
      },
    }),
  ],
  [
    'invalid-access',
    'Invalid memory access at 0x123456789 in CartView.total(of:)',
    buildReport([cart], bad(0x1_2345_6789)),
  ],
  [
    'code-signing',
    'The system terminated the program because of a code signature: Invalid Page',
    buildReport([cart], killed({ namespace: 'CODESIGNING', code: 2n, indicator: 'Invalid Page' })),
  ],
  [
    'watchdog',
    'The app took too long to launch: its main thread was waiting in CartView.total(of:)',
    buildReport(
      [system('__ulock_wait'), cart],
      killed({
        namespace: 'FRONTBOARD',
        code: 0x8badf00dn,
        reasons: [
          'scene-create watchdog transgression: application<shop> exhausted real (wall clock) time allowance of 19.97 seconds',
          'Elapsed application CPU time (seconds): 0.412, 2% CPU',
        ],
      }),
    ),
  ],
  [
    'file-lock-while-suspended',
    'The app held a file lock or an open database transaction while it was suspended',
    buildReport([cart], killed({ namespace: 'RUNNINGBOARD', code: 0xdead10ccn })),
  ],
  [
    'privacy-usage-description',
    'Info.plist lacks NSCameraUsageDescription',
    buildReport(
      [cart],
      killed({
        namespace: 'TCC',
        code: 0n,
        reasons: ["The app's Info.plist must contain an NSCameraUsageDescription key with a usage description"],
      }),
    ),
  ],
  [
    'dyld-library-missing',
    'The program could not launch: Pay was not found',
    buildReport(
      [],
      killed({
        namespace: 'DYLD',
        code: 1n,
        reasons: [
          'Library not loaded: @rpath/Pay.framework/Pay\nReferenced from: /Applications/Shop.app/Shop\nReason: tried: (no such file)',
        ],
      }),
    ),
  ],
  [
    'dyld-symbol-missing',
    'The program could not launch: the symbol _pay is missing',
    buildReport(
      [],
      killed({ namespace: 'DYLD', code: 4n, reasons: ['Symbol not found: _pay\nExpected in: /usr/lib/libpay.dylib'] }),
    ),
  ],
  [
    'resource-cpu',
    'CPU limit exceeded in CartView.total(of:): Limit 50% Observed 60% over 180 secs',
    buildReport([cart], {
      exception: { type: 'EXC_RESOURCE', subtype: 'CPU', message: '(Limit 50%) Observed 60% over 180 secs' },
    }),
  ],
  [
    'guard-file-descriptor',
    'A guarded file descriptor was closed or used in CartView.total(of:): CLOSE on file descriptor 63',
    buildReport([cart], {
      exception: { type: 'EXC_GUARD', subtype: 'GUARD_TYPE_FD', message: 'CLOSE on file descriptor 63' },
    }),
  ],
  [
    'jetsam',
    'Shop was terminated for memory: it used more memory than this process may',
    buildReport([], {
      kind: 'memory-kill',
      header: { fields: [['largestProcess', 'Shop']] },
      sections: [
        {
          kind: 'table',
          title: 'Processes',
          columns: ['name', 'rpages', 'reason'],
          rows: [
            ['Shop', '80000', 'per-process-limit'],
            ['Other', '1', ''],
          ],
        },
      ],
    }),
  ],
  [
    'resource-disk',
    'Too many disk writes',
    buildReport([], {
      label: 'Resource report (CPU, wakeups, disk writes, power)',
      header: {
        fields: [
          ['Event', 'disk writes'],
          ['Writes', '1073.75 MB of file backed memory dirtied over 12560 seconds'],
        ],
      },
    }),
  ],
  [
    'hang',
    'The app did not respond for 7.23 s: its thread was waiting in CartView.total(of:)',
    buildReport([system('__psynch_mutexwait'), cart], {
      header: {
        process: 'Shop',
        fields: [
          ['Event', 'hang'],
          ['Duration', '7.23s'],
        ],
      },
    }),
  ],
  [
    'sanitizer',
    'Memory was used after it was freed in CartView.total(of:)',
    buildReport([cart], {
      exception: {
        type: 'AddressSanitizer',
        subtype: 'heap-use-after-free',
        message: 'heap-use-after-free on address 0x60 at pc 0x1',
      },
    }),
  ],
  [
    'forced-reset',
    'The user reset the device with its buttons',
    buildReport([], { exception: { type: 'panic', reason: 'panic(cpu 1 caller 0xfffffff02e156784): btn_rst' } }),
  ],
  [
    'panic',
    'Kernel panic: something unheard of',
    buildReport([], { exception: { type: 'panic', reason: 'panic(cpu 1 caller 0x1): something unheard of' } }),
  ],
  [
    'signal-sigterm',
    'The program was asked to quit',
    buildReport([cart], { exception: { type: 'signal', signal: 'SIGTERM' } }),
  ],
  [
    'signal-sigpipe',
    'Write to a connection whose other end is closed in CartView.total(of:)',
    buildReport([cart], { exception: { signal: 'SIGPIPE' } }),
  ],
]

test.each(cases)('%s: %s', (id, title, report) => {
  const first = explain(report).explanations.find((one) => one.id === id)
  expect(first).toMatchObject({ title })
  expect(first?.evidence).not.toBe('')
  expect(first?.checks.length).toBeGreaterThan(0)
})

test('evidence gives the values that were seen', () => {
  const registers = [{ name: 'esr', value: 0x92000046n }]
  const found = explain(buildReport([cart], bad(0x18, { registers }))).explanations[0]
  expect(found?.evidence).toBe('KERN_INVALID_ADDRESS at 0x18')
  expect(found?.meaning).toContain('The program wrote memory')
})

test('a watchdog’s arithmetic is told', () => {
  const report = cases.find(([id]) => id === 'watchdog')?.[2]
  const found = report && explain(report).explanations[0]
  expect(found?.evidence).toBe(
    'termination code 0x8badf00d; 19.97 s were allowed; all threads of the app together used 0.412 s of CPU time; the thread waits in __ulock_wait',
  )
})

test('the frame to read first is the first one of the user’s own code', () => {
  const frames = [system('abort'), app('Swift runtime failure: arithmetic overflow'), app('Cart.add(_:)'), cart]
  expect(explain(buildReport(frames, trap)).culprit).toBe(2)
  expect(explain(buildReport([system('abort')], trap)).culprit).toBeUndefined()
})

test('a report that says nothing gets no explanation', () => {
  expect(explain(buildReport([cart], { label: 'Spindump or hang report' })).explanations).toEqual([])
  expect(explain(buildReport([cart], { label: 'Kernel stackshot (changes)' })).explanations).toEqual([])
  expect(explain(buildReport([cart])).explanations).toEqual([])
})

test('the plain end of the program is not told beside its reason', () => {
  const report = buildReport(
    [system('abort'), cart],
    aborted(
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds [0 .. 2]'",
    ),
  )
  expect(explain(report).explanations.map(({ id }) => id)).toEqual(['nsexception', 'objc-bounds'])
})
