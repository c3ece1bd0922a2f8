/** Reports of programs and services in China: labels, signs of full width, GB18030, names that a console escaped. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { readLines } from '../../../src/core/source/source-text.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { decodeText } from '../../../src/core/reports/report-text.ts'
import { timesReference } from '../../support/reference.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The two bytes of each sign in GB18030, by asking the decoder for all pairs. */
const pairs = new Map<string, readonly [number, number]>()
const decoder = new TextDecoder('gb18030')
for (let lead = 0x81; lead <= 0xfe; lead++)
  for (let trail = 0x40; trail <= 0xfe; trail++) {
    const sign = decoder.decode(new Uint8Array([lead, trail]))
    if (sign.length === 1 && sign !== '\ufffd') pairs.set(sign, [lead, trail])
  }
const gb18030 = (text: string): Uint8Array =>
  new Uint8Array([...text].flatMap((sign) => pairs.get(sign) ?? [sign.charCodeAt(0)]))

function read(bytes: Uint8Array): Report {
  const outcome = parseReport('report.txt', bytes)
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error(outcome.problems[0]?.message)
  return report
}

const rows = [
  '0   CoreFoundation                      0x00000001a3c7d9a0 __exceptionPreprocess + 252',
  '1   libobjc.A.dylib                     0x00000001b80c1b54 objc_exception_throw + 60',
  '2   果园                                  0x0000000104f2e044 果园 + 188484',
  '3   libdyld.dylib                       0x00000001a391e6b0 start + 4',
]
const thrown = { type: 'NSException', name: 'NSRangeException', reason: 'index 3 beyond bounds [0 .. 2]' }
const framesOf = ({ lastException, backtraces, threads }: Report) =>
  [lastException, ...backtraces, ...threads].flatMap((stack) => stack?.frames ?? [])

test.each([
  [
    'labels with values below',
    ['崩溃发生的时间:', ' 2021-03-09 10:22:31', '崩溃名称:', thrown.name, '崩溃原因:', thrown.reason],
  ],
  [
    'labels with values behind',
    [`异常类型：${thrown.name}`, `异常原因： ${thrown.reason}`, '崩溃时间：2021-03-09 10:22:31'],
  ],
  [
    'a digest and its details',
    [`错误摘要：${thrown.name}`, '错误时间：2021-03-09 10:22:31', '错误详情：', thrown.reason],
  ],
  ['a form in English', ['name:', thrown.name, 'reason:', thrown.reason, 'callStackSymbols:']],
])('%s say the exception', (_name, head) => {
  const report = read(utf8([...head, ...rows].join('\n')))
  expect(report.exception).toMatchObject(thrown)
  expect(framesOf(report).length).toBe(rows.length)
  if (head.some((line) => line.includes('2021'))) expect(report.header.date).toBe('2021-03-09 10:22:31')
})

test('labels of the system, the device and the program are the header', () => {
  const head = [
    '系统版本：iOS 16.0.2 (20A380)',
    '设备型号：iPhone14,2',
    '应用版本：3.2.1(321)',
    '进程名：果园',
    '崩溃堆栈：',
  ]
  expect(read(utf8([...head, ...rows].join('\n'))).header).toMatchObject({
    os: 'iOS 16.0.2 (20A380)',
    device: 'iPhone14,2',
    version: '3.2.1(321)',
    process: '果园',
  })
})

test('labels that may be of anything, and prose, say nothing', () => {
  const head = ['类型：水果', '名称：NSRangeException', '原因：不明', '这里的异常原因是：见下文', 'reason: none known']
  const report = read(utf8([...head, ...rows].join('\n')))
  expect(report.exception?.name).not.toBe('NSRangeException')
  expect(report.exception?.reason ?? '').not.toMatch(/不明|见下文|none known/)
})

test('a report in GB18030 gives what it gives in UTF-8', () => {
  const text = ['崩溃名称:', thrown.name, '崩溃原因:', '数组越界：索引 3', '堆栈信息:', ...rows].join('\n')
  const bytes = gb18030(text)
  expect(bytes).not.toEqual(utf8(text))
  expect(decodeText(bytes)).toBe(text)
  const [a, b] = [read(bytes), read(utf8(text))]
  expect(framesOf(a)).toEqual(framesOf(b))
  expect(a.exception).toEqual(b.exception)
  expect(a.images.map(({ name }) => name)).toContain('果园')
  expect(readLines(gb18030('// 计算总价\nint a;'))).toEqual(['// 计算总价', 'int a;'])
})

test.each([
  ['UTF-8 with one broken byte', new Uint8Array([...utf8('线程 0：崩溃'), 0xe9, 0x0a])],
  ['Latin-1', new Uint8Array([...utf8('Num'), 0xe9, ...utf8('ro de s'), 0xe9, ...utf8('rie')])],
  ['UTF-8 that is cut in a sign', utf8('线程 0：崩溃').subarray(0, 8)],
])('%s is no GB18030', (_name, bytes) => {
  expect(decodeText(bytes)).toBe(new TextDecoder().decode(bytes))
})

test('the decoder looks at each byte a bounded number of times', () => {
  const bytes = new Uint8Array(1 << 19).fill(0xb9)
  expect(timesReference(() => decodeText(bytes))).toBeLessThan(20)
})

test('Apple’s labels with signs of full width, and the app’s own words as they are', () => {
  const plain = [
    'Process:             果园 [312]',
    'Path:                /private/var/containers/Bundle/果园.app/果园',
    'Version:             3.2.1 (321)',
    'Code Type:           ARM-64 (Native)',
    'OS Version:          iPhone OS 10.3.3 (14G60)',
    'Exception Type:  EXC_BAD_ACCESS (SIGBUS)',
    'Triggered by Thread:  2',
    '',
    'Application Specific Information:',
    '订单：已取消（超时）',
    '',
    'Thread 0:',
    '0   libsystem_kernel.dylib        \t0x000000018b2a5188 0x18b2a4000 + 4488',
    '',
    'Thread 2 Crashed:',
    '0   果园                            \t0x0000000100242660 0x100094000 + 1762912',
    '',
    'Binary Images:',
    '0x100094000 - 0x100a3bfff 果园 arm64  <187e63f665193e1c9343c123df535aea> /var/果园.app/果园',
  ]
  const wide = plain.map((line) =>
    /^订单|^0|^\d/.test(line) ? line : line.replace(/:/g, '：').replace(/\((.*)\)/, '（$1）'),
  )
  expect(wide).not.toEqual(plain)
  const [a, b] = [read(utf8(wide.join('\n'))), read(utf8(plain.join('\n')))]
  expect(a.threads.map(({ id, crashed, frames }) => [id, crashed, frames.length])).toEqual([
    [0, false, 1],
    [2, true, 1],
  ])
  for (const key of ['exception', 'images', 'applicationInfo'] as const) expect(a[key]).toEqual(b[key])
  expect({ ...a.header, fields: [] }).toEqual({ ...b.header, fields: [] })
  expect(a.applicationInfo.join()).toContain('订单：已取消（超时）')
})

test('letters that Foundation escapes in a printed array are letters', () => {
  const escaped = rows.map((row) => `    "${row.replaceAll('果园', '\\U679c\\U56ed')}",`)
  const report = read(utf8(['CallStack:(', ...escaped, ')'].join('\n')))
  expect(report.images.map(({ name }) => name)).toEqual(['果园'])
  expect(framesOf(report)[2]).toMatchObject({ offset: 188484 })
})

test('Umeng: the line above `(null)` is the reason, and a note behind a row is no name', () => {
  const text = [
    '/**',
    ' 两种日志：',
    ' 1.友盟:',
    ' *** -[__NSArrayM objectAtIndex:]: index 4 beyond bounds [0 .. 3]',
    ' (null)',
    ' ((',
    ' 0 CoreFoundation 0x0000000182f12da4 <redacted> + 252',
    ' 1 Orchard 0x0000000100242660 Orchard + 1762912   (项目位置)',
    ' )',
    ' dSYM UUID: 187E63F6-6519-3E1C-9343-C123DF535AEA',
    ' CPU Type: arm64',
    ' Slide Address: 0x0000000100000000',
    ' Binary Image: Orchard',
    ' Base Address: 0x0000000100094000',
  ].join('\n')
  const report = read(utf8(text))
  expect(report.exception?.reason).toBe('*** -[__NSArrayM objectAtIndex:]: index 4 beyond bounds [0 .. 3]')
  expect(framesOf(report)[1]).toMatchObject({ offset: 1762912 })
  expect(framesOf(report)[1]?.symbol).toBeUndefined()
  const signal = read(utf8(text.replace(/ \*\*\* .*/, 'Application received signal SIGBUS')))
  expect(signal.exception).toMatchObject({ signal: 'SIGBUS' })
})
