/** Lines that Unity's handler of crashes writes on Windows. */
import { describe, expect, test } from 'vitest'
import { unityWindowsFormat } from '../../../../src/core/reports/free-text/unity-windows.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

interface Report {
  readonly exception?: object
  readonly header?: object
  readonly applicationInfo?: readonly string[]
  readonly threads?: readonly {
    readonly id: number
    readonly unnumbered?: true
    readonly crashed: boolean
    readonly span: string
    readonly frames: readonly object[]
  }[]
}
const report = (...lines: readonly string[]): Report => told(unityWindowsFormat, lines.join('\n')) as Report
const [one, two] = ['0x00007FF9CA6D42BB (UnityPlayer) UnityMain', '0x00007FF9CA6D42CC (KERNEL32) BaseThread']
const frame = (
  index: number,
  span: string,
  address: string,
  imageName: string | undefined,
  symbol: object | undefined,
  more: object = {},
) => ({
  ...{ index, kind: index === 0 ? 'exact' : 'return', address, span: span.trimEnd(), ...more },
  ...(imageName && { imageName }),
  ...(symbol && { symbol }),
})
const ROWS = [
  frame(0, one, '0x7ff9ca6d42bb', 'UnityPlayer', { name: 'UnityMain' }),
  frame(1, two, '0x7ff9ca6d42cc', 'KERNEL32', { name: 'BaseThread' }),
]

describe('rows', () => {
  const at = '0x21e3438b6fb'
  const of = { language: 'csharp' }
  test.each<[string, string, string | undefined, object | undefined, object?]>([
    ['0x0000021E3438B6FB (Till) Pay', at, 'Till', { name: 'Pay' }],
    ['  \t0x21e3438b6fb (My Till)    a b(c) \t', at, 'My Till', { name: 'a b(c)' }],
    ['0x0000021E3438B6FB (ntdll)\tP', at, 'ntdll', { name: 'P' }],
    ['0x12345678 ((<unknown>)) P', '0x12345678', '(<unknown>)', { name: 'P' }],
    ['0x0000021E3438B6FB (T) (function-name not available)', at, undefined, undefined],
    ['0x0000021E3438B6FB (T) x(function-name not available)', at, 'T', { name: 'x(function-name not available)' }],
    ['0x0000021E3438B6FB (T) (function-name not available) x', at, 'T', { name: '(function-name not available) x' }],
    [
      '0x0000021E3438B6FB (Mono JIT Code) [Till.cs:12] Shop.Till:Count (int)',
      at,
      undefined,
      { name: 'Shop.Till:Count (int)', file: 'Till.cs', line: 12 },
      of,
    ],
    [
      '0x0000021E3438B6FB (Mono JIT Code) [T s:123456789] C',
      at,
      undefined,
      { name: 'C', file: 'T s', line: 123456789 },
      of,
    ],
    ['0x0000021E3438B6FB (Mono JIT Code) [T.cs:0] C', at, undefined, { name: 'C', file: 'T.cs' }, of],
    ['0x0000021E3438B6FB (T) [a]:1] C', at, 'T', { name: '[a]:1] C' }],
    ['0x0000021E3438B6FB (T) Shop.Till:Count (int)', at, 'T', { name: 'Shop.Till:Count (int)' }, of],
    ['0x0000021E3438B6FB (T) a.b()', at, 'T', { name: 'a.b()' }, of],
    [
      '0x0000021E3438B6FB (T) (wrapper managed-to-native) T`1+<A>/|,$[B]&* x:c`<D>|$9 (a(b))',
      at,
      'T',
      { name: '(wrapper managed-to-native) T`1+<A>/|,$[B]&* x:c`<D>|$9 (a(b))' },
      of,
    ],
    ['0x0000021E3438B6FB (T) count (int)', at, 'T', { name: 'count (int)' }],
    ['0x0000021E3438B6FB (T) a-b.c (int)', at, 'T', { name: 'a-b.c (int)' }],
    ['0x0000021E3438B6FB (T) a.b  (int)', at, 'T', { name: 'a.b  (int)' }],
    ['0x0000021E3438B6FB (T) a.b (int) x', at, 'T', { name: 'a.b (int) x' }],
    ['0x0000021E3438B6FB (T) a.b-c (int)', at, 'T', { name: 'a.b-c (int)' }],
  ])('%j', (line, ...parts) => {
    expect(framesTold(unityWindowsFormat, [line, two].join('\n'))).toEqual([frame(0, line, ...parts), ROWS[1]])
  })
  test.each([
    'x 0x0000021E3438B6FB (Till) Pay',
    '0x1234567 (Till) Pay',
    '0x0000021E3438B6FB0 (Till) Pay',
    '0x0000021E3438B6FB  (Till) Pay',
    '0x0000021E3438B6FB () Pay',
    '0x0000021E3438B6FB (T(i)) Pay',
    '0x0000021E3438B6FB (Till)Pay',
    '0x0000021E3438B6FB (Till)     Pay',
    '0x0000021E3438B6FB (Till) ',
    `0x0000021E3438B6FB (${'T'.repeat(121)}) Pay`,
  ])('none: %j', (line) => {
    expect(framesTold(unityWindowsFormat, [line, one, two].join('\n'))).toEqual(ROWS)
  })
})

describe('threads', () => {
  const span = `${one}\n${two}`
  const frames = ROWS.map((row, id) => ({ id, ...row }))
  test.each<[string, object]>([
    ['Stack Trace of Crashed Thread 1234:', { id: 1234, crashed: true }],
    [' \tStack Trace of Crashed Thread 0:\t ', { id: 0, crashed: true }],
    ['Call Stack for Thread 12:', { id: 12, crashed: false }],
    ['\t Call Stack for Thread 123456789: ', { id: 123456789, crashed: false }],
    ['========== OUTPUTTING STACK TRACE ==================', { id: 0, unnumbered: true, crashed: true }],
    [' = OUTPUTTING STACK TRACE =\t', { id: 0, unnumbered: true, crashed: true }],
    ...[
      'x Stack Trace of Crashed Thread 1:',
      'Stack Trace of Crashed Thread 1: x',
      'Stack Trace of Crashed Thread x:',
      'Stack Trace of Crashed Thread 1234567890:',
    ].map(none),
    ...['x Call Stack for Thread 1:', 'Call Stack for Thread 1: x', 'Call Stack for Thread x:'].map(none),
    ...['x = OUTPUTTING STACK TRACE =', '= OUTPUTTING STACK TRACE = x', 'OUTPUTTING STACK TRACE ='].map(none),
  ])('%j', (head, parts) => {
    expect(report(head, one, two).threads).toEqual([{ ...parts, span, frames }])
    expect(report(head, '', one, two).threads).toEqual([{ ...parts, span, frames }])
  })
  function none(head: string): [string, object] {
    return [head, { id: 0, unnumbered: true, crashed: false }]
  }
  test('a heading counts for the next stack alone', () => {
    const heads = report(
      'Stack Trace of Crashed Thread 5:',
      one,
      two,
      'words',
      one,
      two,
      'Call Stack for Thread 6:',
      one,
      two,
      'words',
      one,
    ).threads
    expect(heads?.map(({ id, crashed, frames: { length } }) => [id, crashed, length])).toEqual([
      [5, true, 2],
      [1, false, 2],
      [6, false, 2],
    ])
  })
  const lengths = (...lines: readonly string[]): unknown =>
    report(...lines).threads?.map(({ frames: { length } }) => length)
  test.each([
    "ERROR: SymGetSymFromAddr64, GetLastError: 'Attempt' (Address: 0x1)",
    ' \tSymInit: Symbol-SearchPath: x',
    'OS-Version: 10.0',
    'C:\\shop\\till.dll:till.dll (00007FF9), size: 123 (result: 0), SymType',
    'D:/a (00007FF9CA6D42BB), size: 123456789012 (result: 0)',
    '',
    '  ',
  ])('the note %j ends no stack', (line) => {
    expect(lengths(one, line, two)).toEqual([2])
  })
  test.each([
    'x ERROR: SymGet, GetLastError: x',
    'x SymGet, GetLastError: x',
    'ERROR: Sym, GetLastError: x',
    'ERROR: SymGet-x, GetLastError: x',
    'ERROR: SymGet GetLastError: x',
    'OS-Versions: 10.0',
    'C:till.dll (00007FF9), size: 123 (result: 0)',
    'C:\\till.dll (0007FF9), size: 123 (result: 0)',
    'C:\\till.dll (00007FF9), size: x (result: 0)',
    'CC:\\till.dll (00007FF9), size: 1 (result: 0)',
  ])('%j ends one', (line) => {
    expect(lengths(one, two, line, one, two)).toEqual([2, 2])
  })
})

describe('the end', () => {
  const endOf = (...lines: readonly string[]): unknown => report(...lines, '', one, two).exception
  const said = (...lines: readonly string[]): unknown => report(...lines, '', one, two).applicationInfo
  const violation = 'Till.exe caused an Access Violation (0xc0000005)'
  const is = { type: 'Access Violation', codes: '0xc0000005', signal: 'SIGSEGV' }
  test.each<[string, object | undefined]>([
    [violation, is],
    [`\t ${violation.replace('0xc', '0xC')}\t`, { ...is, codes: '0xC0000005' }],
    [
      'T caused a Illegal Instruction-x 2 (0xc000001d)',
      { type: 'Illegal Instruction-x 2', codes: '0xc000001d', signal: 'SIGILL' },
    ],
    [
      'my till caused an Integer Divide (0xc0000094)',
      { type: 'Integer Divide', codes: '0xc0000094', signal: 'SIGFPE' },
    ],
    ['T caused an Other (0xc0000095)', { type: 'Other', codes: '0xc0000095' }],
    ['(x) T caused an Other (0xc0000095)', undefined],
    ['T causes an Other (0xc0000095)', undefined],
    ['T caused an 9ther (0xc0000095)', undefined],
    ['T caused an Other (0xc000009)', undefined],
    ['T caused an Other (0xc0000095) x', { type: 'Other', codes: '0xc0000095' }],
    ['T caused an Oth.er (0xc0000095)', undefined],
  ])('%j', (line, exception) => {
    expect(endOf(line)).toEqual(exception)
  })
  test.each<[string, string | undefined]>([
    ['Read from location 00000018 caused an access violation.', '0x18'],
    ['\t Write to location 0123456789ABCDEF caused an access violation.', '0x123456789abcdef'],
    ['Execute at location 00000018 caused an access violation.', '0x18'],
    ['DEP at location 00000018 caused an access violation.', '0x18'],
    ['x Read from location 00000018 caused an access violation.', undefined],
    ['Jump to location 00000018 caused an access violation.', undefined],
    ['Read from location 0000018 caused an access violation.', undefined],
    ['Read from location 00000018 caused an access violation', undefined],
  ])('%j', (line, address) => {
    expect(endOf(violation, line)).toEqual({ ...is, ...(address && { address }) })
    if (address) {
      expect(said(violation, line)).toEqual([violation, line.trim()])
      expect(endOf(line)).toBeUndefined()
    }
  })
  test('the module stands in the next line', () => {
    expect(said(violation, '  in module Till.dll at 0033:00007ff9ca6d42bb.', 'x')).toEqual([
      `${violation} in module Till.dll at 0033:00007ff9ca6d42bb.`,
    ])
    expect(said(violation, '  in a module Till.dll at 0033:ca6d42bb.', 'x')).toEqual([violation])
    expect(said(violation, 'in module Till.dll at 33:ca6d42bb.', 'x')).toEqual([violation])
  })
  test('who, when and with which version', () => {
    const headOf = (...lines: readonly string[]): unknown => report(...lines, '', one, two).header
    expect(
      headOf(
        'C:\\shop\\My Till.exe, run by Ada.',
        ' Error occurred at 2024-03-01_101112.',
        '[version: Unity 2022.3.5f1_abc]',
      ),
    ).toEqual({ process: 'My Till.exe', date: '2024-03-01 10:11:12', fields: [['Version', 'Unity 2022.3.5f1_abc']] })
    expect(headOf('/t.EXE, run by x')).toEqual({ process: 't.EXE' })
    expect(headOf('t.exe, run by x')).toBeUndefined()
    expect(headOf('/t.exe run by x')).toBeUndefined()
    expect(headOf('x Error occurred at 2024-03-01_101112.')).toBeUndefined()
    expect(headOf('Error occurred at 2024-03-01_10111.')).toBeUndefined()
    expect(headOf('[version: Till 2022]')).toBeUndefined()
  })
})

test.each<[string, boolean]>([
  [`${one}\n${two}`, true],
  [one, false],
  [`${one}\n\n${two}`, true],
  [`${one}\nx\n${two}`, false],
  ...['Mono JIT Code', 'UnityPlayer', 'unity', 'KERNEL32', 'ntdll'].map((module): [string, boolean] => [
    `0x12345678 (${module}) A\n0x12345678 (b) A`,
    true,
  ]),
  ['0x12345678 (a) A\n0x12345678 (b) A', false],
  ['0x12345678 (Unity2) A\n0x12345678 (b) A', false],
  ['0x12345678 (a) (function-name not available)\n0x12345678 (b) A', true],
  [' Stack Trace of Crashed Thread 1x\n0x12345678 (a) A\n0x12345678 (b) A', true],
  ['\t== OUTPUTTING STACK TRACE\n0x12345678 (a) A\n0x12345678 (b) A', true],
  ['x = OUTPUTTING STACK TRACE\n0x12345678 (a) A\n0x12345678 (b) A', false],
  ['x Stack Trace of Crashed Thread 1\n0x12345678 (a) A\n0x12345678 (b) A', false],
])('%j is such a stack: %j', (text, is) => {
  expect(claims(unityWindowsFormat, text)).toBe(is)
})
