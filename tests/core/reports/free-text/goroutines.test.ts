/** Stacks of Go, line by line, and what its runtime says above them. */
import { describe, expect, test } from 'vitest'
import { goroutinesFormat } from '../../../../src/core/reports/free-text/goroutines.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

interface Thread {
  readonly id: number
  readonly unnumbered?: true
  readonly name?: string
  readonly state?: readonly string[]
  readonly crashed: boolean
  readonly frames: readonly object[]
  readonly span: string
}
const report = (text: string) =>
  told(goroutinesFormat, text) as {
    readonly exception?: object
    readonly applicationInfo?: readonly string[]
    readonly threads?: readonly Thread[]
  }
const read = (...lines: readonly string[]): readonly unknown[] => framesTold(goroutinesFormat, lines.join('\n'))
const HEAD = 'goroutine 7 [running]:'
const frame = (
  index: number,
  span: string,
  name: string,
  file: string,
  line?: number,
  more: object = {},
  offset?: number,
) => ({
  ...{ index, kind: index === 0 ? 'exact' : 'return', language: 'go', span: span.trimEnd() },
  symbol: { name, file, ...(line && { line }), ...(offset !== undefined && { offset }) },
  ...more,
})
const CALL = 'main.pay(0x1)'
const below = ['main.sum(...)', '\t/till.go:9 +0x1d']
const BELOW = frame(0, below.join('\n'), 'main.sum', '/till.go', 9, {}, 0x1d)

describe('calls', () => {
  test.each<[string, string]>([
    ['main.pay(0xc000012345, {0x1, 0x2})', 'main.pay'],
    ['  \tmain.pay() \t', 'main.pay'],
    ['shop.example/till.(*Till).Count(...)', 'shop.example/till.(*Till).Count'],
    ['main.pay[...](0x1)', 'main.pay[...]'],
    ['main.(*T)(0x1)', 'main.(*T)'],
    ['panic({0x1, 0x2})', 'panic'],
    ['_é9()', '_é9'],
    ['Ü(1)', 'Ü'],
    [`m.${'p'.repeat(798)}()`, `m.${'p'.repeat(798)}`],
  ])('%s', (call, name) => {
    expect(read(HEAD, call, ' /a.go:3')).toEqual([frame(0, `${call}\n /a.go:3`, name, '/a.go', 3)])
  })
  test.each([
    'main.pay',
    'main.pay(0x1) x',
    'main.pay((0x1))x',
    '9main.pay()',
    'some words()',
    'a-b()',
    '-main.pay()',
    `m.${'p'.repeat(799)}()`,
    `main.pay(${'x'.repeat(401)})`,
    '',
  ])('none: %s', (call) => {
    expect(read(HEAD, ...below, call, ' /a.go:3')).toEqual([BELOW])
  })
  test.each<[string, string, number?, object?, number?]>([
    ['\t/till.go:12 +0x1d', '/till.go', 12, {}, 0x1d],
    ['    /a b/till.go:123456789', '/a b/till.go', 123456789],
    [' t:0', 't'],
    [
      '\t/t.go:1 +0x0123456789abcd fp=0xc00 sp=0x0123456789abcdef pc=0x104000010\t ',
      '/t.go',
      1,
      { address: '0x104000010' },
      0x123456789abcd,
    ],
    ['\t/t.go:1 fp=0x1 sp=0x2 pc=0xa', '/t.go', 1, { address: '0xa' }],
    ['/a.go:3', '/a.go', 3],
    ['/usr/b.s:34 +0x1', '/usr/b.s', 34, {}, 1],
  ])('the place %j', (place, ...parts) => {
    expect(read(HEAD, CALL, place)).toEqual([{ ...frame(0, '', 'main.pay', ...parts), span: `${CALL}\n${place}` }])
  })
  test.each([
    'till.go:12',
    '/a b.go:3',
    '/till.c:12',
    '\t/till.go',
    '\t/till.go:x',
    '\t/till.go:1234567890',
    '\t/till.go:12 +0x',
    '\t/till.go:12 +1d',
    '\t/till.go:12 x',
    '\t/till.go:12  +0x1',
    '\t/till.go:12 fp=0x1 sp=0x2',
    '\t/till.go:12 fp=0x1 sp=0x2 pc=104',
    '\t:12',
  ])('no place: %j', (place) => {
    expect(read(HEAD, ...below, CALL, place)).toEqual([BELOW])
  })
})

describe('headings', () => {
  test.each<[string, number, string]>([
    [HEAD, 7, 'running'],
    ['goroutine 123456789012 [chan receive, 5 minutes]:\t ', 123456789012, 'chan receive, 5 minutes'],
    ['goroutine 0 gp=0xc m=1 [idle]', 0, 'idle'],
    ['goroutine 0[x]:', 0, 'x'],
    ['runtime stack:', 0, ''],
    ['runtime stack: \t', 0, ''],
  ])('%j', (head, id, state) => {
    const [thread, ...others] = report(`${head}\n${below.join('\n')}`).threads ?? []
    expect(others).toEqual([])
    expect(thread).toEqual({
      ...{ id, crashed: state === 'running', span: `${head}\n${below.join('\n')}`, frames: [{ id: 0, ...BELOW }] },
      ...(state !== '' && { state: [state] }),
    })
  })
  test.each([
    'goroutine [running]:',
    'goroutine x [running]:',
    'goroutine 7 [run[ning]]:',
    'goroutine 7 []:',
    'goroutine 7 running:',
    'goroutine 7 [running]: x',
    'goroutine 7 [running]::',
    'Goroutine 7 [running]:',
    `${'x'.repeat(81)}goroutine 7 [running]:`,
    'xruntime stack:',
    'runtime stack: x',
    'the runtime stack',
  ])('none: %s', (head) => {
    expect(claims(goroutinesFormat, `${head}\n${below.join('\n')}`)).toBe(false)
  })
  test.each(['x | ', 'I 10:00:01 till: '])('behind what a log puts before all lines: %j', (prefix) => {
    const lines = [HEAD, ...below].map((line) => `${prefix}${line}`)
    expect(read(...lines)).toEqual([{ ...BELOW, span: `${below[0]}\n${prefix}${below[1]}` }])
  })
  test.each(['x runtime stack:', 'x:runtime stack:', 'x|runtime stack:', 'x]runtime stack:', '\truntime stack:'])(
    '%j, too',
    (head) => {
      expect(
        claims(goroutinesFormat, `${head}\n${below.join('\n').replaceAll(/^/gm, head.replace('runtime stack:', ''))}`),
      ).toBe(true)
    },
  )
  test('several goroutines', () => {
    const created = 'created by main.start in goroutine 1'
    const text = [
      HEAD,
      ...below,
      created,
      '\t/till.go:4 +0x2',
      '',
      'goroutine 8 [select]:',
      CALL,
      ' /a.go:3',
      '',
      ...below,
    ].join('\n')
    expect(
      report(text).threads?.map(({ id, name, state, crashed, frames }) => [id, name, state, crashed, frames.length]),
    ).toEqual([
      [7, created, ['running'], true, 1],
      [8, undefined, ['select'], false, 1],
    ])
    const names = (line: string): unknown => report([HEAD, ...below, line].join('\n')).threads?.[0]?.name
    expect(names(' \tcreated by m ')).toBe('created by m')
    expect(names('recreated by m')).toBeUndefined()
    expect(names('created by ')).toBeUndefined()
  })
  test('a text may begin below the heading: two calls, the first with its distance', () => {
    const ids = (...lines: readonly string[]): unknown =>
      report(lines.join('\n')).threads?.map(({ id, unnumbered, frames }) => [id, unnumbered, frames.length])
    expect(ids(...below, ...below)).toEqual([[0, true, 2]])
    expect(ids(...below)).toBeUndefined()
    expect(ids(CALL, ' /a.go:3', ...below)).toBeUndefined()
    expect(ids(...below, CALL, ' /a.go:3')).toEqual([[0, true, 2]])
  })
  test('the last call of a text may have lost its place', () => {
    const lost = { ...frame(1, CALL, 'main.pay', ''), symbol: { name: 'main.pay' } }
    expect(read(HEAD, ...below, CALL)).toEqual([BELOW, lost])
    expect(read(HEAD, ...below, CALL, '', 'x')).toEqual([BELOW, lost])
    expect(read(HEAD, ...below, 'pay()')).toEqual([BELOW])
    expect(read(HEAD, ...below, 'words of somebody', CALL)).toEqual([BELOW])
    expect(read(HEAD, ...below, '', CALL)).toEqual([BELOW])
    expect(read(HEAD, CALL)).toEqual([])
  })
  test.each<[string, readonly string[], boolean]>([
    ['a profile', ['runtime/pprof.writeGoroutineStacks(1)', 'main.a(1)'], false],
    ['a dump', ['main.b(1)', 'main.c(1)', 'runtime/debug.Stack(1)'], false],
    ['a dump further on', ['main.a(1)', 'main.b(1)', 'main.c(1)', 'runtime/debug.Stack(1)'], true],
    ['a recovered panic', ['main.b(1)', 'panic(1)', 'main.a(1)'], false],
    ['a recovered panic of old', ['main.b(1)', 'runtime.gopanic(1)'], false],
    ['a panic', ['panic(1)', 'main.a(1)'], true],
    ['other names', ['main.b(1)', 'main.panic(1)', 'main.xruntime/debug.Stack(1)'], true],
  ])('%s', (_, calls, crashed) => {
    const text = [HEAD, ...calls.flatMap((call) => [call, ' /a.go:3'])].join('\n')
    expect(report(text).threads?.[0]?.crashed).toBe(crashed)
  })
})

describe('words', () => {
  const stack = ['goroutine 7 [select]:', ...below].join('\n')
  const [PANIC, FATAL] = ['Go panic', 'Go fatal error']
  test.each<[string, object | undefined]>([
    ['panic: no till', { type: PANIC, reason: 'no till' }],
    ['x]panic: no till ', { type: PANIC, reason: 'no till' }],
    ['1panic: no (till)', { type: PANIC, reason: 'no (till)' }],
    ['panic: no till)', { type: PANIC, reason: 'no till' }],
    ['panic: no (till))', { type: PANIC, reason: 'no (till))' }],
    ['xpanic: no till', undefined],
    ['Observed a panic: no till', undefined],
    ['panics: no till', undefined],
    ['http: panic serving 127.0.0.1:80: no till', { type: PANIC, reason: 'no till' }],
    ['unpanic serving a: no till', undefined],
    ['panic serving a b: no till', undefined],
    ['fatal error: all goroutines are asleep', { type: FATAL, reason: 'all goroutines are asleep' }],
    ['Afatal error: x', undefined],
    ['fatal errors: x', undefined],
    ['recovered: runtime error: index out of range', { type: PANIC, reason: 'runtime error: index out of range' }],
    ['fatal error: runtime error: x', { type: PANIC, reason: 'runtime error: x' }],
    ['aruntime error: x', undefined],
    [`${'x'.repeat(121)} runtime error: x`, undefined],
    ['panic: a\nfatal error: b', { type: PANIC, reason: 'a' }],
    [
      'panic: x\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x1]',
      { type: PANIC, reason: 'x', signal: 'SIGSEGV', address: '0x18' },
    ],
    [
      'panic: x  [signal SIGSEGV: y addr=0xab pc=0x1] ',
      { type: PANIC, reason: 'x', signal: 'SIGSEGV', address: '0xab' },
    ],
    [
      '[signal 0xb code=0x1 addr=0x0123456789abcdef pc=0x1]',
      { type: PANIC, signal: 'SIGSEGV', address: '0x123456789abcdef' },
    ],
    ['[signal SIGBUS addr=0x1]', { type: PANIC, signal: 'SIGBUS', address: '0x1' }],
    ['[signal SIGSEGV: y xaddr=0x18]', undefined],
    ['[signal SIGSEGVX1 addr=0x18]', undefined],
    ['[signals SIGSEGV: addr=0x18]', undefined],
    ['SIGSEGV: segmentation violation\nPC=0x1040 m=0 sigcode=1 addr=0x18', { signal: 'SIGSEGV', address: '0x18' }],
    ['SIGABRT: abort \nI: PC=0x1040 m=12 sigcode=-12', { signal: 'SIGABRT' }],
    ...['SEGV', 'BUS', 'ILL', 'TRAP', 'FPE', 'SYS'].map((name): [string, object] => [
      `SIG${name}: x\nPC=0x1 m=0 sigcode=0`,
      { signal: `SIG${name}` },
    ]),
    ['SIGUSR1: x\nPC=0x1 m=0 sigcode=0', undefined],
    ['', undefined],
  ])('%j', (words, exception) => {
    expect(report(`${words}\n\n${stack}`).exception).toEqual(exception)
  })
  test('are told with the heading', () => {
    const info = (words: string): unknown => report(`${words}\n\n${stack}`).applicationInfo
    expect(info('panic: no till\n[signal SIGSEGV: x addr=0x1 pc=0x2]')).toEqual([
      'panic: no till',
      '[signal SIGSEGV: x addr=0x1 pc=0x2]',
      'goroutine 7 [select]',
    ])
    expect(info('panic: no till [signal SIGSEGV: x addr=0x1 pc=0x2]')).toEqual([
      'panic: no till',
      '[signal SIGSEGV: x addr=0x1 pc=0x2]',
      'goroutine 7 [select]',
    ])
    expect(info('fatal error: x\nSIGABRT: abort\nPC=0x1 m=0 sigcode=0\nsignal arrived during cgo execution')).toEqual([
      ...['fatal error: x', 'SIGABRT: abort', 'signal arrived during cgo execution', 'goroutine 7 [select]'],
    ])
    expect(info('fatal error: x\nsignal arrived during external code execution')).toEqual([
      ...['fatal error: x', 'signal arrived during external code execution', 'goroutine 7 [select]'],
    ])
    expect(info('words')).toBeUndefined()
  })
  test('make the first goroutine that of a crash', () => {
    const crashed = (words: string): unknown =>
      report(`${words}\n\n${stack}\n\n${stack}`).threads?.map((thread) => thread.crashed)
    expect(crashed('panic: x')).toEqual([true, false])
    expect(crashed('words')).toEqual([false, false])
  })
})
