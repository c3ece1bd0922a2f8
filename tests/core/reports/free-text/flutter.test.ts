/** Stacks of Dart, row by row, and the words of Flutter around them. */
import { describe, expect, test } from 'vitest'
import { flutterFormat } from '../../../../src/core/reports/free-text/flutter.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

interface Report {
  readonly exception?: object
  readonly header?: object
  readonly images?: readonly object[]
  readonly threads?: readonly { readonly name?: string; readonly crashed: boolean }[]
}
const read = (...lines: readonly string[]): readonly unknown[] => framesTold(flutterFormat, lines.join('\n'))
const report = (text: string): Report => told(flutterFormat, text) as Report
const row = (index: number, span: string, name: string, file?: string, line?: number, column?: number) => ({
  ...{ index, kind: 'call', language: 'dart', span: span.trimEnd() },
  symbol: { name, ...(file && { file }), ...(line && { line }), ...(column && { column }) },
})
const [below, last] = ['#98      sum (package:kiosk/sum.dart:7:9)', '#99      run (package:kiosk/sum.dart:8:1)']
const ROWS = [
  row(98, below, 'sum', 'package:kiosk/sum.dart', 7, 9),
  row(99, last, 'run', 'package:kiosk/sum.dart', 8, 1),
]
const P = 'package:kiosk/till.dart'

describe('rows with names', () => {
  test.each<[string, ...([number, string] | [number, string, string, number?, number?])]>([
    [`#0      Till.count (${P}:12:3)`, 0, 'Till.count', P, 12, 3],
    [`  \t#1 c (${P}:123456789:12)\t `, 1, 'c', P, 123456789, 12],
    [`flutter: #2\tnew Till (${P}:1)`, 2, 'new Till', P, 1],
    [`\tflutter: #97    Till.<anonymous closure> (${P})`, 97, 'Till.<anonymous closure>', P],
    ['#1 c (dart:async)', 1, 'c', 'dart:async'],
    ['#1 c (file:///a.dart:1:2)', 1, 'c', 'file:///a.dart', 1, 2],
    ['#1 c package:k/a.dart 1:2'.replace(' 1', ':1'), 1, 'c', 'package:k/a.dart', 1, 2],
    ['#1 c dart:a/b.dart', 1, 'c', 'dart:a/b.dart'],
    ['#1 c file:a.dart:123', 1, 'c', 'file:a.dart', 123],
    ['#1 c ./a.dart:1:2', 1, 'c', './a.dart', 1, 2],
    ['#1 c ../a.dart:1', 1, 'c', '../a.dart', 1],
    ['#1 c  \tlib/a/b.dart:1:234 ', 1, 'c', 'lib/a/b.dart', 1, 234],
    ['packages/kiosk/src/till.dart 6689:11   <fn>', 0, '<fn>', 'packages/kiosk/src/till.dart', 6689, 11],
    ['\t a_b.c@d-e/till.dart 1:123456789\tcount it ', 0, 'count it', 'a_b.c@d-e/till.dart', 1, 123456789],
    ['t.dart 1:2 c', 0, 'c', 't.dart', 1, 2],
    ['at State.context(till.dart:959)', 0, 'State.context', 'till.dart', 959],
    [' \tat a b (lib/t-i_l.dart:123:45) ', 0, 'a b', 'lib/t-i_l.dart', 123, 45],
    ['at c(t.dart)', 0, 'c', 't.dart'],
    ['flutter: #3      Till.count', 3, 'Till.count'],
    [' \tflutter: #97 $c <a b> d.e ', 97, '$c <a b> d.e'],
    ['flutter: #4 c', 4, 'c'],
    [`#0 c (${P}:1:2:3)`, 0, 'c', `${P}:1`, 2, 3],
  ])('%j', (line, ...parts) => {
    expect(read(line, below, last)).toEqual([
      row(...([parts[0], line, ...parts.slice(1)] as Parameters<typeof row>)),
      ...ROWS,
    ])
  })
  test.each([
    `x #0 c (${P}:12:3)`,
    `#100000 c (${P}:12:3)`,
    `#x c (${P}:12:3)`,
    `#0c (${P}:12:3)`,
    `#0 c (${P}:12:3) x`,
    `#0 c (a ${P}:12:3)`,
    '#0 c (kiosk:till.dart:12:3)',
    '#0 c (package:)',
    '#0 c package:k/a.dartx:1:2',
    '#0 c .../a.dart:1:2',
    '#0 c xlib/a.dart:1:2',
    '#0 c lib/a(b).dart:1:2',
    '#0 c lib/a b.dart:1:2',
    'x packages/till.dart 1:2 c',
    'packages/till.dart 1:2',
    'packages/till.dart 1 c',
    'packages/till.dart x:2 c',
    'packages/till.dart 1:1234567890 c',
    'packages/till.dart  1:2 c',
    'pack ages/till.dart 1:2 c',
    'packages//till.dart 1:2 c',
    `${'a/'.repeat(17)}t.dart 1:2 c`,
    'x at c(t.dart:1)',
    'at c(t.dart:1) x',
    'at c (t.dart:1:2:3)',
    'at c  (t.dart:1)x',
    'at c(t!.dart:1)',
    'at c(t.dartx:1)',
    'at  c(t.dart:1)x',
    'x flutter: #0 count',
    'flutter: #0 !count',
    'flutter: #100000 count',
    'flutter: #0 count !it',
  ])('none: %s', (line) => {
    expect(read(line, below, last)).toEqual(ROWS)
  })

  test('a name without its place counts right below the row above', () => {
    const alone = (index: number): string => `#${index}      Till.count<int> [a] = b`
    const above = `#4      pay (${P}:1:2)`
    const own = (index: number) => row(index, alone(index), 'Till.count<int> [a] = b')
    expect(read(above, alone(5), alone(6), below)).toEqual([row(4, above, 'pay', P, 1, 2), own(5), own(6), ROWS[0]])
    expect(read(above, alone(6), below, last)).toEqual([row(4, above, 'pay', P, 1, 2), ...ROWS])
    expect(read(alone(0), below, last)).toEqual(ROWS)
    for (const line of ['#5 new Till', '\tflutter: #5 new Till ', '#5 $', '#5 c'])
      expect(read(above, line, below)).toEqual([
        row(4, above, 'pay', P, 1, 2),
        row(5, line, line.trim().replace(/^.*#5 /, '')),
        ROWS[0],
      ])
    for (const line of ['x #5 new Till', '#5 !', '#5 old-Till', '#5c', '#5 c:'])
      expect(read(above, line, below)).toEqual([row(4, above, 'pay', P, 1, 2), ROWS[0]])
  })

  test.each<[string, string | undefined]>([
    ['package:kiosk/a.dart:1:2', 'package:kiosk/a.dart'],
    [' \tdart:a.dart:123456789 ', 'dart:a.dart'],
    ['file:///a.dart', 'file:///a.dart'],
    ['./a.dart:1:2', './a.dart'],
    ['../a.dart:1:2', '../a.dart'],
    ['lib/a.dart:1:2\t', 'lib/a.dart'],
    ['x lib/a.dart:1:2', undefined],
    ['lib/a.dart:1:2 x', undefined],
    ['lib/a.dart:1:2:3', undefined],
    ['lib/a b.dart:1:2', undefined],
    ['lib/a.dartx', undefined],
    ['libs/a.dart', undefined],
  ])('a place below its name: %j', (place, file) => {
    const [, line, column] = /:(\d+)(?::(\d+))?\s*$/.exec(place) ?? []
    const name = '#97 count'
    expect(read(name, place, below, last)).toEqual([
      ...(file === undefined
        ? []
        : [
            row(
              97,
              `${name}\n${place}`,
              'count',
              file,
              line ? Number(line) : undefined,
              column ? Number(column) : undefined,
            ),
          ]),
      ...ROWS,
    ])
  })

  test.each<[string, string | undefined]>([
    [`Till.count (${P}:12:3)`, 'Till.count'],
    [`  $c.<a closure> (${P}:12) `, '$c.<a closure>'],
    [`c (${P}:123456789:123456789)`, 'c'],
    [`x Till.count (${P}:12:3)`, undefined],
    [`-Till.count (${P}:12:3)`, undefined],
    [`Till.count (${P})`, undefined],
    [`Till.count (${P}:12:3) x`, undefined],
    ['Till.count (package:a b.dart:12:3)', undefined],
    ['Till.count (dart:a.dart:12:3)', undefined],
  ])('the first row may lack its number: %j', (line, name) => {
    const [, at, column] = /:(\d+)(?::(\d+))?\)\s*$/.exec(line) ?? []
    const first = { ...row(0, line, name ?? '', P, Number(at), column ? Number(column) : undefined) }
    expect(read(line, below, last)).toEqual([...(name === undefined ? [] : [first]), ...ROWS])
    expect(read(below, line)).toEqual([ROWS[0]])
  })
})

const DART = 'Dart exception'
describe('words', () => {
  const after = (words: string): unknown => report(`${words}\n${below}\n${last}`).exception
  test.each<[string, string | undefined]>([
    ['Unhandled exception: no till', 'no till'],
    ['Unhandled Exception:        no till ', 'no till'],
    ['x Unhandled exception - no till', 'no till'],
    ['Unhandled exception \t no till', 'no till'],
    ['Unhandled exception:\nno till', 'no till'],
    ['FlutterError: no till', 'no till'],
    ['FlutterError (no till)', '(no till)'],
    ['Unhandled exception:no', 'no'],
    ['unhandled exception: no', undefined],
    ['Unhandled exceptions: no', undefined],
    ['Unhandled exception: :no', undefined],
    ['RangeError: no till', undefined],
    ['Caught in till. Exception caught by widgets library ═', 'Exception caught by widgets library '.trim()],
    ['Exception caught by !', undefined],
    ['**error**: `PlatformException(no till)`', 'PlatformException(no till)'],
    ['Error: StateError: no till', 'StateError: no till'],
    ['- exception:* `* E_1Exception: n', 'E_1Exception: n'],
    ['an error: StateError: no till', undefined],
    ['error: Statement: no till', undefined],
    ['error: StateError no till', undefined],
    ['The following RangeError was thrown building Till(dirty):\nno till\nof 3\n\nWhen', 'no till of 3'],
    [
      'flutter: The following RangeError was thrown while it\nflutter: went on:\nflutter:  no till\nflutter: of 3\n\nx',
      'no till of 3',
    ],
    ['The following R was thrown:\r\n  no till\n  The relevant error', 'no till'],
    ['The following R was thrown:\nno till\nWhen the exception was thrown', 'no till'],
    ['The following R was thrown:\nno till\nEither the assertion', 'no till'],
    ['The following R was thrown:\na\nb\nc\nd\ne\nf', 'a b c d e'],
    ['The following R was thrown:\n\nno till', undefined],
    ['x The following R was thrown:\nno till', undefined],
    ['The following R was thrownx:\nno till', undefined],
    ['The following R was thrown building Till(dirty): no till', 'no till'],
    ['flutter:  The following R was thrown in a(b):\tn', 'n'],
    ['The following R was thrown building Till: no till', undefined],
    ['## exception\n\nStateError: StateError: no till', 'StateError: no till'],
    ['  ## exception \n \nStateError: no till\n of 3\n```', 'StateError: no till of 3'],
    ['## exception\nE: n\n#0', 'E: n'],
    ['## exception\nE: n\n## x', 'E: n'],
    ['## exception\nE: n\nat x', 'E: n'],
    ['x ## exception\nE: n\n```', undefined],
    ['## exceptions\nE: n\n```', undefined],
    ['## exception\n\n\n\n\n\nE: n\n```', undefined],
    ['## exception\nstate: n\n```', undefined],
    ['Target kernel_snapshot failed: Exception: no till', 'Exception: no till'],
    ['Error: `Exception: no till`', 'Exception: no till'],
    [' Target a failed: StateError: StateError: no', 'StateError: no'],
    ['Target a-b failed: StateError: no', undefined],
    ['Target a failed: State: no', undefined],
    ['x Target a failed: StateError: no', undefined],
    ['', undefined],
  ])('%j', (words, reason) => {
    expect(after(words)).toEqual(reason === undefined ? undefined : { type: DART, reason })
  })
  test.each<[string, string | undefined]>([
    ['StateError: no till\n', 'StateError: no till'],
    [' \tflutter: E_1Exception(no till)\r\nflutter: ', 'E_1Exception(no till)'],
    ['AException (n)\n \t', 'AException (n)'],
    ['Exception: no till\n', 'Exception: no till'],
    ['Statement: no till\n', undefined],
    ['StateError no till\n', undefined],
    ['stateError: no till\n', undefined],
    ['x StateError: no till\n', undefined],
    ['StateError: no till\nx\n', undefined],
  ])('right above the first row: %j', (words, reason) => {
    expect(report(`${words}#0  c (${P}:1:2)\n${last}`).exception).toEqual(
      reason === undefined ? undefined : { type: DART, reason },
    )
  })
  test('a stack with words is of a crash, and of one that the program says', () => {
    const crashed = (text: string): unknown => report(text).threads?.map((thread) => thread.crashed)
    const stack = `${below}\n${last}`
    expect(crashed(`Unhandled exception: no\n${stack}\nx\n${stack}`)).toEqual([true, false])
    expect(crashed(stack)).toEqual([false])
  })
})

test.each<[string, boolean]>([
  [`#0 c (${P}:1:2)\n#1 d (${P}:1:2)`, true],
  [`#0 c (${P}:1:2)`, true],
  [`  #0 c (${P}:1:2) \n`, true],
  [`#0 c (${P})`, false],
  [`at c(t.dart:1:2)`, false],
  [`x\n#0 c (${P}:1:2)`, false],
  [`#0 ${'c'.repeat(1000 - ` (${P}:1:2)`.length - 3)} (${P}:1:2)`, true],
  [`#0 ${'c'.repeat(1001 - ` (${P}:1:2)`.length - 3)} (${P}:1:2)`, false],
  [`#0 ${'c'.repeat(1000)} (${P}:1:2)`, false],
  ['#0 c\n lib/a.dart:1:2\n#1 d\n lib/a.dart:1:2', true],
  ['#0 c\n lib/a.dart:1:2\nx', false],
  ['#00 abs 0', true],
  ['x #00\tabs\t01234567', true],
  ['#123 abs   0123456789abcdef x', true],
  ['#00 abs 0123456', false],
  ['#00 abs 1', false],
  ['#00 abs 0123456789abcdef0', false],
  ['# abs 01234567', false],
  ['#00abs 01234567', false],
  ['Flutter crash report.\n## exception\nE: n', true],
  [' \tFlutter crash report;\n## exception\nE: n', true],
  ['Flutter crash report\n## exception\nE: n', false],
  ['x Flutter crash report.\n## exception\nE: n', false],
  ['Flutter crash report.\nE: n', false],
  ['## exception\nE: n', false],
])('%j is such a stack: %j', (text, is) => {
  expect(claims(flutterFormat, text)).toBe(is)
})

describe('stacks of addresses', () => {
  const header = (...lines: readonly string[]): Report =>
    report(
      [
        ...lines,
        '    #00 abs 0000000104001234 _kDartIsolateSnapshotInstructions+0x1234',
        '    #01 abs 0000000104001235',
      ].join('\n'),
    )
  const UUID = '01234567-89ab-cdef-0123-456789abcdef'.toUpperCase()
  const ID = '0123456789abcdef0123456789abcdef'
  test.each<[string, object | undefined]>([
    [`build_id: '${ID}'`, { uuid: UUID }],
    [`BuildID=\t${ID.toUpperCase()}`, { uuid: UUID }],
    [`build_id:${ID}01234567`, { uuid: UUID }],
    [`build_id: '${ID.slice(1)}'`, undefined],
    [`xbuild_id: '${ID}'`, undefined],
    ['isolate_dso_base: 104000000', { loadAddress: '0x104000000' }],
    ['ISOLATE_DSO_BASE=0x104000000', { loadAddress: '0x104000000' }],
    ['isolate_dso_base: 1040', { loadAddress: '0x1040' }],
    ['isolate_dso_base: 104', undefined],
    ['xisolate_dso_base: 104000000', undefined],
    ['os: ios arch: arm64 isolate_dso_base: 104000000', { loadAddress: '0x104000000', arch: 'arm64' }],
  ])('the image of %j', (line, image) => {
    const [app, ...others] = header(line).images ?? []
    expect(others).toEqual([])
    expect(app).toEqual(image && { index: 0, name: 'App', origin: 'app', ...image })
  })
  test('fields of the header', () => {
    expect(
      header('pid: 12, tid: 34, name 1.ui', 'os: ios arch: arm64 comp: yes sim: no', "build_id: 'a-b.c'", 'xpid: 5')
        .header,
    ).toEqual({
      ...{ os: 'ios', arch: 'arm64', pid: 12 },
      fields: [
        ['pid', '12'],
        ['tid', '34'],
        ['os', 'ios'],
        ['arch', 'arm64'],
        ['comp', 'yes'],
        ['sim', 'no'],
        ['build_id', 'a-b.c'],
      ],
    })
    expect(header('pid: a').header).toEqual({ fields: [['pid', 'a']] })
    expect(header('x').threads?.map(({ name }) => name)).toEqual([undefined])
    expect(header('pid: 1, tid: 2, name: 1.ui').threads?.map(({ name }) => name)).toEqual(['1.ui'])
    expect(header('pid: 1, tid: 2, name\t1.ui x').threads?.map(({ name }) => name)).toEqual(['1.ui'])
  })
  test('rows without a snapshot count from the last one before their address', () => {
    const from = (heads: string, address: string): unknown =>
      (
        framesTold(flutterFormat, `${heads}\n    #00 abs ${address}\n    #01 abs 0000000000000001`)[0] as {
          readonly fromSymbol?: unknown
        }
      ).fromSymbol
    const heads = 'vm_instructions: 104000000, isolate_instructions: 0x104100000'
    expect(from(heads, '0000000104000010')).toEqual({ name: '_kDartVmSnapshotInstructions', offset: 16 })
    expect(from(heads, '0000000104100000')).toEqual({ name: '_kDartIsolateSnapshotInstructions', offset: 0 })
    expect(from(heads, '0000000103ffffff')).toBeUndefined()
    expect(from(heads, '00000001440fffff')).toEqual({ name: '_kDartIsolateSnapshotInstructions', offset: 2 ** 30 - 1 })
    expect(from(heads, '0000000144100000')).toBeUndefined()
    expect(from('isolate_instructions=104100000 VM_instructions:104000000', '0000000104000010')).toEqual({
      name: '_kDartVmSnapshotInstructions',
      offset: 16,
    })
    expect(from('xvm_instructions: 104000000', '0000000104000010')).toBeUndefined()
    expect(from('vm_instructions: 104', '0000000104000010')).toBeUndefined()
  })
})
