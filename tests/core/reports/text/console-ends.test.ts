/** Sentences of debuggers, IDEs, shells, the kernel and virtual machines on an end, each with what its rule reads. */
import { describe, expect, test } from 'vitest'
import type { Said } from '../../../../src/core/reports/text/console-rule.ts'
import { consoleRules } from '../../../../src/core/reports/text/console-rules.ts'
import { amongLines, asCases, saidBy, saidByConsole as said, type SaidRow } from './said-by.ts'

const info = (words: string, before = '', behind = ''): SaidRow => [`${before}${words}${behind}`, { info: words }]
const ended = (...reasons: readonly string[]): Said => ({ termination: { reasons } })
const hang = (words: string): SaidRow => [`x ${words}.`, { kind: 'hang', info: words, exception: { reason: words } }]
/** Also read by the rule for the type alone. */
const typed = (type: string, more: object = {}): Said => ({ exception: { type, ...more } })

const ACCESS = 'Simultaneous accesses to 0x600abc, but modification requires exclusive access.'

const rows: readonly SaidRow[] = [
  [
    'x Taskgated Invalid Signature.',
    { termination: { namespace: 'CODESIGNING', code: 1n, indicator: 'Taskgated Invalid Signature' } },
  ],
  ['Message from debugger: Terminated due to n', ended('Message from debugger: Terminated due to n')],
  [
    'x Message from debugger: Terminated due to memory issue \t',
    ended('Message from debugger: Terminated due to memory issue'),
  ],
  ['"Message from debugger: Terminated due to signal 9" x', ended('Message from debugger: Terminated due to signal 9')],
  ...['“', '”'].map((mark): SaidRow => [
    `Message from debugger: Terminated due to x${mark} y`,
    ended('Message from debugger: Terminated due to x'),
  ]),
  [
    'runningboardd [x] was suspended with locked system files\nMessage from debugger: Terminated due to n',
    ended('Message from debugger: Terminated due to n', 'suspended with locked system files'),
  ],
  [
    'Message from debugger: Terminated due to n\nrunningboardd suspended with locked system files',
    ended('Message from debugger: Terminated due to n', 'suspended with locked system files'),
  ],
  [
    'Message from debugger: Terminated due to n\nrunningboardd\nsuspended with locked system files',
    ended('Message from debugger: Terminated due to n'),
  ],
  [
    'x The OS watchdog terminated your app, possibly because it overused RAM. y',
    ended('The OS watchdog terminated your app, possibly because it overused RAM.'),
  ],
  hang('App hanging for at least 2 ms'),
  hang('App hanging for at least 2000 ms'),
  hang('App hanging between 2 and 5 seconds'),
  hang('App hanging between 10.25 and 12.5 seconds'),
  ...[ACCESS, ACCESS.replace('0x600abc', '0x1')].flatMap((line): readonly SaidRow[] => [
    [`x ${line}`, { exception: { reason: line }, info: line }],
    ...['\n', '\r\n', '\n> \t'].map((end): SaidRow => [
      `${line}${end}Previous access (a modification) started at Till\`f + 7 (0x1). \t`,
      { exception: { reason: line }, info: `${line}\nPrevious access (a modification) started at Till\`f + 7 (0x1).` },
    ]),
    [
      `${line}\nPrevious access (a) started at n`,
      { exception: { reason: line }, info: `${line}\nPrevious access (a) started at n` },
    ],
    [`${line}\nPrevious access (1) started at n`, { exception: { reason: line }, info: line }],
  ]),
  ...[
    ['SIGKILL', 9],
    ['SIGSEGV', 11],
    ['SIGBUS', 10],
  ].map(([signal, number]): SaidRow => [
    `Process finished with exit code 137 (interrupted by signal ${number}: ${signal})`,
    { exception: { signal: String(signal) } },
  ]),
  // libstdc++ and libc++abi.
  ...[
    "terminate called after throwing an instance of 't'",
    "terminate called after throwing an instance of 'std::out_of_range'",
  ].flatMap((line) => [
    info(line, 'x ', ' y'),
    ...['n', 'no till: 7'].flatMap((what) =>
      ['\n', ' \t\r\n', '\n  > \t'].map((end): SaidRow => [
        `x ${line}${end}what(): ${what} \t`,
        { info: `${line}${end.startsWith(' ') ? ' \t' : ''}\nwhat(): ${what}` },
      ]),
    ),
  ]),
  ...['libc++abi: ', 'libc++abi.dylib: '].flatMap((head) => [
    info(`${head}terminating with uncaught exception of type NSException`, 'x ', ' \t'),
    info(`${head}terminating n`),
    ...[' \t\n', '\n'].map((end): SaidRow => [
      `x ${head}terminating due to uncaught exception of type${end}till::Lost: n`,
      { info: `${head}terminating due to uncaught exception of type till::Lost: n` },
    ]),
  ]),
  ...[
    'terminating with uncaught exception of type',
    'terminating due to uncaught foreign exception of type',
    'terminating with uncaught foreign exception of type',
  ].map((head) => info(`${head} till::Lost: n`, 'x ', ' ')),
  [
    'libc++abi: terminating with n\nx\ny\nDescription: ITK till \nz',
    { info: 'libc++abi: terminating with n\nDescription: ITK till' },
  ],
  ...['SIGSEGV', 'SIGBUS'].flatMap((signal) =>
    ['PID 7', 'PID 1234'].flatMap((pid) =>
      ['1f', '0', '7fffabc'].map((digits): SaidRow => [
        `x ${pid} received ${signal} for address: 0x${digits} y`,
        {
          info: `${pid} received ${signal} for address: 0x${digits}`,
          exception: { signal, address: BigInt(`0x${digits}`) },
        },
      ]),
    ),
  ),
  ...['SIGSEGV', 'SIGBUS'].map((signal): SaidRow => [
    `x Application received signal ${signal}.`,
    {
      info: `Application received signal ${signal}`,
      exception: { signal, message: `Application received signal ${signal}` },
    },
  ]),
  info('The crash happened outside the Java Virtual Machine in native code.', 'x ', ' y'),
  // EXC_RESOURCE, EXC_GUARD and the checker of the main thread.
  ...['RESOURCE_TYPE_MEMORY', 'RESOURCE_TYPE_C', 'RESOURCE_TYPE_WAKEUPS: till'].flatMap((words): readonly SaidRow[] => [
    [`EXC_RESOURCE (${words})`, typed('EXC_RESOURCE', { subtype: words.slice(14), message: words })],
    [
      `x EXC_RESOURCE (${words}) (limit 7 MB) x`,
      typed('EXC_RESOURCE', { subtype: words.slice(14), message: `${words} (limit 7 MB)` }),
    ],
    [`EXC_RESOURCE (${words}) (n)`, typed('EXC_RESOURCE', { subtype: words.slice(14), message: `${words} (n)` })],
  ]),
  [
    'EXC_RESOURCE (RESOURCE_TYPE_X: RESOURCE_TYPE_Y)',
    typed('EXC_RESOURCE', { subtype: 'X: RESOURCE_TYPE_Y', message: 'RESOURCE_TYPE_X: RESOURCE_TYPE_Y' }),
  ],
  ...['MEMORY', 'C'].flatMap((subtype) =>
    ['n', 'limit=7 MB, unused=0x0'].map((words): SaidRow => [
      `x EXC_RESOURCE RESOURCE_TYPE_${subtype} (${words}) y`,
      typed('EXC_RESOURCE', { subtype, message: `RESOURCE_TYPE_${subtype} (${words})` }),
    ]),
  ),
  ...[
    ['Till', 7],
    ['Harbor Till', 1234],
  ].flatMap(([process, pid]) =>
    ['burning', 'waking', 'causing'].map((verb): SaidRow => [
      `x process ${process}[${pid}] caught ${verb} CPU! n \t`,
      {
        ...(verb === 'burning' && { kind: 'cpu-limit' }),
        info: `caught ${verb} CPU! n`,
        header: { process: String(process), pid: Number(pid), fields: [['Event', `caught ${verb} CPU! n`]] },
      },
    ]),
  ),
  info('EXC_GUARD AST: n', 'x ', ' \t'),
  info('EXC_GUARD AST: code 7 till'),
  [
    'x Main Thread Checker: UI API called on a background thread: n',
    typed('Main Thread Checker', { reason: 'UI API called on a background thread: n' }),
  ],
  [
    'Main Thread Checker: UI API called on a background thread: -[T x] \t',
    typed('Main Thread Checker', { reason: 'UI API called on a background thread: -[T x]' }),
  ],
  // HotSpot and J9.
  [
    '#  SIGSEGV (0xb) at pc=0x10abc, pid=7',
    { exception: { signal: 'SIGSEGV', message: 'SIGSEGV (0xb) at pc=0x10abc' } },
  ],
  [
    'SIGBUS (0x0a) at pc=0x1\n# Problematic frame:\n# C  [libtill.dylib+0x1]  open \n#',
    {
      exception: { signal: 'SIGBUS', message: 'SIGBUS (0x0a) at pc=0x1' },
      info: 'Problematic frame: C  [libtill.dylib+0x1]  open',
    },
  ],
  ...['C', 'V', 'J', 'j', 'v'].map((kind): SaidRow => [
    `SIGSEGV (0xb) at pc=0x1\nProblematic frame: \n \n${kind} [t`,
    { exception: { signal: 'SIGSEGV', message: 'SIGSEGV (0xb) at pc=0x1' }, info: `Problematic frame: ${kind} [t` },
  ]),
  [
    'SIGSEGV (0xb) at pc=0x1\nProblematic frame:\nX [t',
    { exception: { signal: 'SIGSEGV', message: 'SIGSEGV (0xb) at pc=0x1' } },
  ],
  ...['si_addr: 0x10ab', 'si_addr=0x10ab', 'SI_ADDR: \t0x10AB', 'si_addr:0x10ab'].map((words): SaidRow => [
    `SIGSEGV (0xb) at pc=0x1\nsiginfo: ${words}`,
    { exception: { signal: 'SIGSEGV', message: 'SIGSEGV (0xb) at pc=0x1', address: 0x10abn } },
  ]),
  ...['Segmentation error', 'Illegal instruction', 'Bus error', 'Abort'].flatMap((type) =>
    ['0x0', '0x00000000ffff'].map((state): SaidRow => {
      const message = `Type=${type} vmState=${state}`
      return [
        `x ${message}\nJ9Generic_Signal_Number=00000018 Signal_Number=0000000b\nInaccessibleAddress=0000000a1B2`,
        { exception: { message, signal: 'SIGSEGV', address: 0xa1b2n } },
      ]
    }),
  ),
  [
    'Type=Abort vmState=0x1 Signal_Number=0000000A InaccessibleAddress=0000000000000018',
    { exception: { message: 'Type=Abort vmState=0x1', signal: 'SIGBUS', address: 0x18n } },
  ],
  [
    'Type=Abort vmState=0x1 Signal_Number=b InaccessibleAddress=18',
    { exception: { message: 'Type=Abort vmState=0x1', signal: 'signal NaN' } },
  ],
  [
    'x si_signo=Segmentation fault: 11(11), si_code=1, si_addr=0x1f y',
    {
      exception: {
        signal: 'SIGSEGV',
        message: 'si_signo=Segmentation fault: 11(11), si_code=1, si_addr=0x1f',
        address: 0x1fn,
      },
    },
  ],
  [
    'si_signo=Trace/BPT trap:5(7), si_code=-1234, si_addr=0x7',
    {
      exception: {
        signal: 'SIGTRAP',
        message: 'si_signo=Trace/BPT trap:5(7), si_code=-1234, si_addr=0x7',
        address: 7n,
      },
    },
  ],
  ...['null', 'garbage'].flatMap((kind): readonly SaidRow[] => [
    [
      `Attempted to dereference ${kind} pointer. \t`,
      { exception: { reason: `Attempted to dereference ${kind} pointer.` } },
    ],
    [
      `x "Attempted to dereference ${kind} pointer" y`,
      { exception: { reason: `Attempted to dereference ${kind} pointer` } },
    ],
    [
      `Attempted to dereference ${kind} pointer 0x1 at\\n x`,
      { exception: { reason: `Attempted to dereference ${kind} pointer 0x1 at`, address: 1n } },
    ],
    [
      `Attempted to dereference ${kind} pointer 0x10abc`,
      { exception: { reason: `Attempted to dereference ${kind} pointer 0x10abc`, address: 0x10abcn } },
    ],
  ]),
  ...['panic(cpu 0 caller 0x1): n', 'panic(cpu12 caller 0xffffff80abc):no till'].map((reason): SaidRow => [
    `x ${reason} \\nDebugger`,
    { info: reason, exception: { type: 'panic', reason } },
  ]),
  // lldb, reports and others.
  [
    'x EXC_BAD_ACCESS (code=1, address=0x1f) y',
    typed('EXC_BAD_ACCESS', { codes: 'code=1, address=0x1f', address: 0x1fn }),
  ],
  ['EXC_BREAKPOINT (code=1, subcode=0x10)', typed('EXC_BREAKPOINT', { codes: 'code=1, subcode=0x10' })],
  ['EXC_BAD_ACCESS (SIGSEGV)', typed('EXC_BAD_ACCESS', { signal: 'SIGSEGV' })],
  ['EXC_BAD_ACCESS (0x0001) / KERN_INVALID_ADDRESS (x)', typed('EXC_BAD_ACCESS', { subtype: 'KERN_INVALID_ADDRESS' })],
  [
    'EXC_BAD_ACCESS KERN_INVALID_ADDRESS at 0x10',
    typed('EXC_BAD_ACCESS', { subtype: 'KERN_INVALID_ADDRESS at 0x10', address: 0x10n }),
  ],
  ['EXC_CRASH KERN_CODESIGN_ERROR 0x7', typed('EXC_CRASH', { subtype: 'KERN_CODESIGN_ERROR 0x7', address: 7n })],
  ['EXC_BAD_INSTRUCTION / EXC_I386_INVOP', typed('EXC_BAD_INSTRUCTION', { subtype: 'EXC_I386_INVOP' })],
  ['EXC_GUARD: EXC_ARM_DA_ALIGN', typed('EXC_GUARD', { subtype: 'EXC_ARM_DA_ALIGN' })],
  ['EXC_ARITHMETIC\nCrash address:   0x1F', typed('EXC_ARITHMETIC', { address: 0x1fn })],
  ['EXC_ARITHMETIC\nCrash address: 0x7', typed('EXC_ARITHMETIC', { address: 7n })],
  ...[
    ['Abort trap', 6, 'SIGABRT'],
    ['Illegal instruction', 4, 'SIGILL'],
    ['Segmentation fault', 11, 'SIGSEGV'],
    ['Bus error', 10, 'SIGBUS'],
    ['Trace/BPT trap', 5, 'SIGTRAP'],
    ['Floating point exception', 8, 'SIGFPE'],
    ['Killed', 9, 'SIGKILL'],
  ].flatMap(([words, number, signal]): readonly SaidRow[] =>
    ['', './till.sh: line 7: 123 ', 'sh:', '7 ', '12'].flatMap((head) =>
      ['', ' ./till', '\n'].map((end): SaidRow => [
        `${head}${words}: ${number}${end}`,
        { info: `${words}: ${number}`, exception: { signal: String(signal) } },
      ]),
    ),
  ),
  ...[
    ['abort', 'SIGABRT'],
    ['segmentation fault', 'SIGSEGV'],
    ['bus error', 'SIGBUS'],
    ['illegal hardware instruction', 'SIGILL'],
    ['trace trap', 'SIGTRAP'],
    ['floating point exception', 'SIGFPE'],
    ['killed', 'SIGKILL'],
  ].map(([words, signal]): SaidRow => [`zsh: ${words}  ./till`, { exception: { signal: String(signal) } }]),
]

describe('in any place of a line', () => {
  test.each(asCases(rows))('%j', (text, expected) => {
    for (const whole of amongLines(text)) expect(said(whole)).toEqual(expected)
  })

  test('the exception of a report of Mac OS X 10.0 to 10.4', () => {
    const read = (text: string): Said | undefined => said(text)[0]
    for (const blank of [' ', '  \t'])
      for (const [end, indent] of [
        ['\n', ''],
        [' \t\r\n', '> \t'],
        ['\n', '    '],
      ] as const)
        for (const codes of ['Codes:', 'Code[0]:', 'codes:']) {
          const line = `${codes} KERN_PROTECTION_FAILURE (0x0002) at 0x0000001f`
          const text = `Exception:${blank}EXC_BAD_ACCESS (0x0001)${end}${indent}${line}`
          expect(read(`${text}\nx`)).toEqual(read(`Exception: EXC_BAD_ACCESS (0x0001)\n${line}`))
          expect(read(text)).toMatchObject({ exception: { type: 'EXC_BAD_ACCESS', address: 0x1fn } })
        }
    expect(read('Exception: EXC_X1 (0x1)')).toBeUndefined()
    expect(read('Exception: EXC_SOFTWARE (0xab)')).toEqual(typed('EXC_SOFTWARE'))
    expect(read('Exception: EXC_SOFTWARE (0x7)\n\nCodes: 0x1 at 0x2')).toEqual(typed('EXC_SOFTWARE'))
  })

  test('several lines of crashes beside the exception', () => {
    const [a, b] = ['EXC_BAD_ACCESS KERN_INVALID_ADDRESS at 0x1', 'EXC_CRASH: KERN_FAILURE at 0x2ab']
    expect(said(`${a}\n> - ${b} \t\r\nx`)).toEqual([
      { info: `${a}\n${b}`, ...typed('EXC_BAD_ACCESS', { subtype: 'KERN_INVALID_ADDRESS at 0x1', address: 1n }) },
    ])
    for (const other of [`x ${b}`, `${b} x`, a]) expect(said(`${a}\n${other}`)[0]?.info).toBeUndefined()
  })

  test('a word that a terminal broke at its last column', () => {
    const line = 'libc++abi: terminating with uncaught exception of type till::Lost: no '.padEnd(80, 'w')
    expect(said(`${line}ords`.slice(0, 80) + '\nords here \nx')).toEqual([{ info: `${line}ords here` }])
  })

  test('the rules for the list itself stand beside those of other files', () => {
    expect(saidBy(consoleRules, 'zsh: abort ./till')).toEqual([{ exception: { signal: 'SIGABRT' } }])
  })
})

describe('near sentences', () => {
  test.each([
    'Taskgated Invalid Signatures',
    'Message from debugger: Terminated due to ',
    'App hanging for at least x ms',
    'App hanging between x and y seconds',
    'Simultaneous accesses to till',
    '(interrupted by signal x: SIGKILL)',
    '(interrupted by signal 9: SIGX)',
    "terminate called after throwing an instance of ''",
    'terminating with uncaught exception',
    'terminating till',
    'PID x received SIGSEGV for address: 0x1',
    'Application received signal SIGX',
    'EXC_RESOURCE (TILL)',
    'EXC_RESOURCE RESOURCE_TYPE_X ()',
    'process Till[x] caught burning CPU',
    'process Till[7] caught sleeping',
    'EXC_GUARD AST: ',
    'Main Thread Checker: n',
    'SIGX (0xb) at pc=0x1',
    'SIGSEGV (0xb) at pc=x',
    'Type=Till vmState=0x1',
    'si_signo=11, si_code=1, si_addr=0x1',
    'Attempted to dereference pointers',
    'panic(cpu x caller 0x1): n',
    'EXC_TILL (code=1)',
    'EXC_CRASHED',
    'x Abort trap: 6',
    'Abort trap: 6x',
    'Abort trap: 123',
    'Abort trap: x',
    'x zsh: abort',
    'zsh: aborted',
  ])('%j', (text) => {
    expect(said(text)).toEqual([])
  })
})
