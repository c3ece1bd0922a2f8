/** Facts behind Chinese labels, parts that rules of consoles share, and marks of quotations: each part, and texts that are none. */
import { describe, expect, test } from 'vitest'
import {
  address,
  described,
  exceptionOf,
  goesOn,
  sentence,
  severalEnds,
} from '../../../../src/core/reports/text/console-rule.ts'
import { readLabelledFacts } from '../../../../src/core/reports/text/labelled-facts.ts'
import { unquoted, withoutMarks } from '../../../../src/core/reports/text/quotation.ts'

describe('facts behind labels', () => {
  const thrown = (name: string, reason?: string) => ({
    header: {},
    exception: { type: 'NSException', name, ...(reason !== undefined && { reason }) },
  })

  const fields: Readonly<Record<string, readonly string[]>> = {
    os: ['系统版本', '操作系统', '操作系统版本'],
    version: ['应用版本', '版本号', 'APP版本', 'app版本', '软件版本'],
    device: ['设备型号', '设备机型', '机型', '手机型号'],
    date: ['崩溃时间', '异常发生时间', '崩溃发生的时间', '闪退的时间'],
    process: ['进程名', '进程名称'],
  }
  test.each(Object.entries(fields).flatMap(([field, labels]) => labels.map((label) => [label, field])))(
    '%s is of %s',
    (label, field) => {
      const facts = { header: { [field]: 'so 1: a' } }
      for (const line of [`${label}:so 1: a`, `${label}\uff1aso 1: a`, ` \t\u3000${label} \t:\t\u3000 so 1: a \t`])
        expect(readLabelledFacts([line]), line).toEqual(facts)
      for (const below of [['so 1: a'], ['', ' so 1: a '], ['', '\t', 'so 1: a']])
        expect(readLabelledFacts([`${label}:`, ...below])).toEqual(facts)
      expect(readLabelledFacts([`${label}:`, '', '', '', 'so 1: a'])).toBeUndefined()
      for (const other of [`x，${label}: so`, `${label} so`, `1${label}: so`, `再${label}: so`])
        expect(readLabelledFacts([other]), other).toBeUndefined()
    },
  )

  test.each(['崩溃', '异常', '错误', '出错', '闪退', '崩溃的', '异常的'].flatMap((before) => [before, `${before} `]))(
    'a label of an exception behind %s',
    (before) => {
      for (const label of ['名称', '类型', '摘要', '类名'])
        expect(readLabelledFacts([`${before}${label}: NSRangeException`])).toEqual(thrown('NSRangeException'))
      for (const label of ['原因', '信息', '描述', '内容', '详情'])
        expect(readLabelledFacts(['异常类型: NSRangeException', `${before}${label}: 越界`])).toEqual(
          thrown('NSRangeException', '越界'),
        )
    },
  )

  test.each<[readonly string[], object | undefined]>([
    [['异常名称: TillException'], thrown('TillException')],
    [['异常名称: TException: no till'], thrown('TException: no till')],
    [['异常名称: Exception'], undefined],
    [['异常名称: tillException'], undefined],
    [['异常名称: TillExceptions'], undefined],
    [['异常名称: a TillException'], undefined],
    [['异常名称: SIGABRT'], { header: {}, exception: { signal: 'SIGABRT' } }],
    [['异常名称: SIGAB'], { header: {}, exception: { signal: 'SIGAB' } }],
    [['异常名称: SIGA'], undefined],
    [['异常名称: SIGABCDEF'], { header: {}, exception: { signal: 'SIGABCDEF' } }],
    [['异常名称: SIGABCDEFG'], undefined],
    [['异常名称: SIGab'], undefined],
    ...['SEGV_ACCERR', 'BUS_ADRALN', 'ILL_ILLOPC', 'FPE_INTDIV', 'TRAP_BRKPT'].map((code): [string[], object] => [
      [`异常名称: SIGSEGV(${code})`],
      { header: {}, exception: { signal: 'SIGSEGV', codes: code } },
    ]),
    [['异常名称: SIGSEGV(XSEGV_ACCERR SEGV_)'], { header: {}, exception: { signal: 'SIGSEGV' } }],
    [['异常名称: EXC_BAD_ACCESS (SIGBUS)'], { header: {}, exception: { signal: 'SIGBUS' } }],
    [['异常名称: EXC_A'], { header: {}, exception: {} }],
    [['异常名称: EXC_a'], undefined],
    [['异常名称: EXC_BAD_ACCESS XSIGBUS'], { header: {}, exception: {} }],
    [['异常名称: SIGABRT', '异常原因: 越界'], { header: {}, exception: { signal: 'SIGABRT', reason: '越界' } }],
    // A reason alone is of nothing, nor is a label that anything may have.
    [['异常原因: 越界'], undefined],
    [['类型: NSRangeException'], undefined],
    [['异常名称: NSRangeException', '原因: 越界'], thrown('NSRangeException')],
    [['时间: 昨天'], undefined],
    // The first of two counts, where it says a name.
    [['异常名称: AException', '异常类型: BException'], thrown('AException')],
    [['异常名称: 一个', '异常类型: BException'], thrown('BException')],
    [['机型: a', '设备型号: b'], { header: { device: 'a' } }],
    // English labels stand alone in their line.
    [['name:', 'TillException', 'reason:', 'why'], thrown('TillException', 'why')],
    [['Exception Name:', 'TillException', '  Exception Reason \uff1a', 'why'], thrown('TillException', 'why')],
    [['Name: TillException', 'Reason: why'], undefined],
    [['Name:', 'TillException', 'Reason: why'], thrown('TillException')],
    [['constructor:', 'TillException'], undefined],
    [['崩溃constructor:', '1'], undefined],
    // What stands below a label is its value, unless it is a label or a row.
    [['异常名称:', 'TillException', '机型: a'], { ...thrown('TillException'), header: { device: 'a' } }],
    [['系统版本:', '机型: a'], { header: { device: 'a' } }],
    ...['线程', '堆栈', '堆栈信息', '调用栈', '崩溃堆栈', 'callStackSymbols'].map((label): [string[], undefined] => [
      ['系统版本:', `${label}:`],
      undefined,
    ]),
    ...['0 Till 0x104ccc074', ' \t1234\t Till  0x1', '12 \tT\t0x'].map((row): [string[], undefined] => [
      ['系统版本:', row],
      undefined,
    ]),
    ...['12345 Till 0x1', '1Till 0x1', 'a 1 Till 0x1', '1 Till 0', '1 My Till 0x1', 'a Till 0x1', '1 0x1'].map(
      (line): [string[], object] => [['系统版本:', line], { header: { os: line } }],
    ),
  ])('%j', (lines, facts) => {
    expect(readLabelledFacts(lines)).toEqual(facts)
    expect(readLabelledFacts(['', 'so', ...lines, '', 'so'])).toEqual(facts)
  })

  test('limits of lines and letters', () => {
    const filled = (count: number) => [...Array.from({ length: count }, () => 'so'), '机型: a']
    expect(readLabelledFacts(filled(3999))).toEqual({ header: { device: 'a' } })
    expect(readLabelledFacts(filled(4000))).toBeUndefined()
    expect(readLabelledFacts([`机型:${'a'.repeat(1997)}`])).toEqual({ header: { device: 'a'.repeat(1997) } })
    expect(readLabelledFacts([`机型:${'a'.repeat(1998)}`])).toBeUndefined()
    expect(readLabelledFacts(['机型:', 'a'.repeat(2001)])).toEqual({ header: { device: 'a'.repeat(2000) } })
  })
})

describe('parts of rules', () => {
  test.each<[string | undefined, bigint | undefined]>([
    [undefined, undefined],
    ['10', 16n],
    ['0x10', 16n],
    ['0XaF', 175n],
    ['0', 0n],
    ['ffffffffffffffff', 0xffffffffffffffffn],
    ['1ffffffffffffffff', 0xffffffffffffffffn],
  ])('the address %s', (digits, value) => expect(address(digits)).toBe(value))

  test('a field without a value is left out', () =>
    expect(exceptionOf({ name: 'A', reason: undefined, codes: '' })).toEqual({ name: 'A', codes: '' }))

  test('a sentence is shown, and is the reason', () =>
    expect(sentence('  no till \r')).toEqual({ info: '  no till', exception: { reason: '  no till' } }))

  const end = (at: string) => `EXC_BAD_ACCESS (SIGSEGV): KERN_INVALID_ADDRESS at ${at}`
  test.each<[string, string[]]>([
    ['', []],
    [end('0x1'), []],
    [`${end('0x1')}\n${end('0x1')}`, []],
    [`${end('0x1')}\n${end('0x2')}`, [end('0x1'), end('0x2')]],
    [`${end('0x1')} \t\r\nso\n> \t*-  ${end('0xaf09')}\n${end('0x1')}`, [end('0x1'), end('0xaf09')]],
    [`${end('0x1')}\nEXC_BAD KERN_BAD at 0x0123456789abcdef`, [end('0x1'), 'EXC_BAD KERN_BAD at 0x0123456789abcdef']],
    [`${end('0x1')}\nx ${end('0x2')}`, []],
    [`${end('0x1')}\n${end('0x2')} x`, []],
    [`${end('0x1')}\n${' '.repeat(9)}${end('0x2')}`, []],
    [`${end('0x1')}\nEXC_AB KERN_BAD at 0x1`, []],
    [`${end('0x1')}\nEXC_BAD ${'a'.repeat(80)} KERN_BAD at 0x1`, []],
    [`${end('0x1')}\nEXC_BAD AKERN_BAD at 0x1`, []],
    [`${end('0x1')}\nEXC_BAD KERN_BA at 0x1`, []],
    [
      Array.from({ length: 8 }, (_, at) => end(`0x${at}`)).join('\n'),
      Array.from({ length: 8 }, (_, at) => end(`0x${at}`)),
    ],
    [
      Array.from({ length: 9 }, (_, at) => end(`0x${at}`)).join('\n'),
      Array.from({ length: 8 }, (_, at) => end(`0x${at}`)),
    ],
  ])('the ends of %j', (text, lines) =>
    expect(severalEnds(text)).toBe(lines.length === 0 ? undefined : lines.join('\n')),
  )

  test.each([80, 100, 120, 132])('a line goes on behind column %i', (width) => {
    const line = 'a'.repeat(width - 5)
    const before = 'so\nlog: '
    for (const [rest, word] of [
      ['\nll is shut. \nso', 'll is shut.'],
      ['\r\nl', 'l'],
      [`\n${'l'.repeat(200)}`, 'l'.repeat(131)],
      ['\nLl', ''],
      ['\n l', ''],
      ['\n\nl', ''],
      ['l\nl', ''],
      ['', ''],
    ] as const) {
      expect(goesOn(`${before}${line}${rest}`, before.length, line), rest).toBe(word)
      expect(goesOn(`log: ${line}${rest}`, 5, line), rest).toBe(word)
      expect(goesOn(`${before}${line}b${rest}`, before.length, `${line}b`), rest).toBe('')
    }
  })

  test.each([
    ['\nDescription: no till \nso', '\nDescription: no till'],
    ['\r\nFile: a\r\nLine: 3\r\nDescription: b', '\nDescription: b'],
    [`${'\na'.repeat(8)}\nDescription: b`, '\nDescription: b'],
    [`${'\na'.repeat(9)}\nDescription: b`, ''],
    [`\n${'a'.repeat(300)}\nDescription: ${'b'.repeat(401)}`, `\nDescription: ${'b'.repeat(400)}`],
    [`\n${'a'.repeat(301)}\nDescription: b`, ''],
    ['x\nDescription: b', ''],
    ['\n\nDescription: b', ''],
    ['\nDescription:b', ''],
    ['Description: b', ''],
    ['', ''],
  ])('%j is described by %j', (below, words) => expect(described(below)).toBe(words))
})

describe('marks of a quotation', () => {
  test.each<[string, string | undefined]>([
    ['no till', 'no till'],
    ['no till  ', 'no till'],
    [' no till', ' no till'],
    // Marks that close what began before.
    ['no till"', 'no till'],
    ['no till`', 'no till'],
    ['no till".', 'no till'],
    ['no till`,', 'no till'],
    ['no till";', 'no till'],
    ['a" b" c"', 'a" b" c'],
    ['no till "', 'no till'],
    ['no till" ', 'no till'],
    ['no till`"', 'no till'],
    ['no "till"', 'no "till"'],
    ['no "till".', 'no "till".'],
    ['no `till`', 'no `till`'],
    ['no "till""', 'no "till"'],
    ['"a" "b""', '"a" "b"'],
    ['no till"!', 'no till"!'],
    ['no till"..', 'no till"..'],
    ['a” b', 'a'],
    ['a» b', 'a'],
    ['“a” b', '“a” b'],
    ['„a” b', '„a” b'],
    ['«a» b', '«a» b'],
    ['“a” b” c', '“a” b'],
    ['“a„ b” c” d', '“a„ b” c” d'],
    ['«a» b» c', '«a» b'],
    ['«a” b', '«a'],
    ['“a» b', '“a'],
    // A tick without a partner.
    ['a` b', 'a'],
    ['a`) b', 'a'],
    ['a`b', 'a`b'],
    ['a`b c` d', 'a`b c` d'],
    ['a` `b` c', 'a'],
    ['a`b `c` d', 'a'],
    // A bracket that was opened before.
    ['a b) which', 'a b'],
    ['a b) Which', 'a b) Which'],
    ['a b). which', 'a b). which'],
    ['a b)which', 'a b)which'],
    ['a b) ärger', 'a b'],
    ['a b) 1', 'a b) 1'],
    ['a (b) which', 'a (b) which'],
    ['a\nb) which', 'a\nb) which'],
    [`${'a'.repeat(400)}) which`, 'a'.repeat(400)],
    [`${'a'.repeat(401)}) which`, `${'a'.repeat(401)}) which`],
    [') which', ') which'],
    ['a") which', 'a'],
    // Nothing is left.
    ['', undefined],
    ['  ', undefined],
    ['"', undefined],
    ['`', undefined],
    ['.', undefined],
    [',', undefined],
    [';', undefined],
    ['"".', '"".'],
    ['..', '..'],
    ['a', 'a'],
    ['”', undefined],
  ])('%j without them is %j', (text, words) => expect(unquoted(text)).toBe(words))

  test('each text that was said is without them, all else stays', () => {
    expect(
      withoutMarks({
        kind: 'call-stacks',
        header: { process: 'Till"' },
        info: 'a"',
        exception: { name: 'T"', reason: 'b"', message: 'c"' },
        termination: { namespace: 'N"', indicator: 'd"', reasons: ['e"', '"', 'f'] },
      }),
    ).toEqual({
      kind: 'call-stacks',
      header: { process: 'Till"' },
      info: 'a',
      exception: { name: 'T"', reason: 'b', message: 'c' },
      termination: { namespace: 'N"', indicator: 'd', reasons: ['e', 'f'] },
    })
    expect(withoutMarks({})).toStrictEqual({})
    expect(withoutMarks({ exception: {}, termination: {} })).toStrictEqual({ exception: {}, termination: {} })
  })
})
