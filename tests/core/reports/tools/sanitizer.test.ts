/** Lines of the sanitizers' reports in all their forms: the beginning of a report, its finding, its stacks, and the lines around them. */
import { describe, expect, test } from 'vitest'
import { sanitizerFormat } from '../../../../src/core/reports/tools/sanitizer.ts'
import { blanks, formsOf, maybeBlanks } from '../../../support/text-forms.ts'
import { claims } from '../../../support/claims.ts'

const sniff = (text: string): boolean => claims(sanitizerFormat, text)
const parse = (text: string) => {
  const outcome = sanitizerFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text })
  return outcome.ok ? outcome.value : []
}
const one = (text: string) => {
  const [report, ...others] = parse(text)
  if (!report || others.length > 0) throw new Error(`${1 + others.length} reports`)
  return report
}
const row = '    #0 0x104cb8010 in count till.c:12'

describe('a row', () => {
  const { right, wrong } = formsOf(
    maybeBlanks,
    '#',
    { right: ['0', '12', '12345'], wrong: ['', '123456', 'x'] },
    blanks,
    { right: ['0x1a', '0x104cb8010'], wrong: ['0x', '0xg'] },
    blanks,
    { right: ['in ', 'in\t', '('], wrong: ['in', 'on '] },
    'till',
  )
  const bare = formsOf(maybeBlanks, '#', { right: ['0', '12345'], wrong: [''] }, blanks, {
    right: ['count (Till+0x1a)', 'c+0x1)'],
    wrong: ['count (Till+0x)', '+0x1)', 'count (Till+0xg)', 'count'],
  })
  test.each([...right, ...bare.right].map((pieces) => pieces.join('')))('%j', (text) => {
    expect(sniff(`AddressSanitizer\n${text}`)).toBe(true)
  })
  test.each([...wrong, ...bare.wrong])('not %j', (text) => {
    expect(sniff(`AddressSanitizer\n${text}`)).toBe(false)
  })
  test.each<[string, boolean]>([
    ['AddressSanitizer', true],
    ['TillSanitizers', false],
    ['-Sanitizer', false],
    ['till.c:1:2: runtime error: x', true],
    ['runtime error', false],
    ['READ of size 4', true],
    ['WRITE of size 4', true],
    ['WRITE of size x', false],
    ['freed by thread T0', true],
    ['previously allocated by thread T12 here', true],
    ['allocated by thread Tx', false],
    ['unfreed by thread T0', false],
    ['libclang_rt.asan', true],
    ['x_osx_dynamic.dylib:', true],
    ['x_ios_dynamic.dylib:', true],
    ['x_iossim_dynamic.dylib:', true],
    ['x_dynamic.dylib:', false],
  ])('below %j: %j', (words, expected) => {
    expect(sniff(`${words}\n${row}`)).toBe(expected)
  })
})

describe('reports of one run', () => {
  test.each<[string, number]>([
    ['==41==ERROR: AddressSanitizer: heap-use-after-free', 2],
    ['==41== WARNING: ThreadSanitizer data race', 2],
    ['ERROR: AddressSanitizer', 2],
    ['  WARNING: ThreadSanitizer: data race (pid=41)', 2],
    ['x ERROR: AddressSanitizer', 1],
    ['NOTE: AddressSanitizer', 1],
    ['till.c:1:2: runtime error: x', 2],
    ['  t: runtime error: x', 2],
    ['runtime error: x', 1],
    [' : runtime error: x', 1],
    ['AddressSanitizer:DEADLYSIGNAL', 2],
    ['x UndefinedBehaviorSanitizer:DEADLYSIGNAL', 2],
    ['x-AddressSanitizer:DEADLYSIGNAL', 1],
    ['Sanitizer:DEADLYSIGNAL', 1],
    ['x Sanitizer:DEADLYSIGNAL', 1],
  ])('%j begins another: %j', (line, count) => {
    const text = `ERROR: LeakSanitizer: x\n${row}\n\n${line}\n${row}\n`
    expect(parse(text).map(({ frameCount }) => frameCount)).toEqual(count === 1 ? [2] : [1, 1])
    expect(parse(`${line}\n${line}\n${row}`)).toHaveLength(1)
  })
})

describe('the exception', () => {
  const address = 0x602000000010n
  const heap = { type: 'AddressSanitizer', message: 'heap-use-after-free on till', subtype: 'heap-use-after-free' }
  test.each<[lines: readonly string[], exception: object | undefined]>([
    [['==41==ERROR: AddressSanitizer: heap-use-after-free on till'], heap],
    [['==41==ERROR: AddressSanitizer  \t heap-use-after-free on till  '], heap],
    [['==41==WARNING: TillSanitizer: x'], { type: 'TillSanitizer', message: 'x', subtype: 'x' }],
    [
      ['==41==ERROR: AddressSanitizer: attempting  double-free on 0x1', 'SUMMARY: AddressSanitizer: '],
      { type: 'AddressSanitizer', message: 'attempting  double-free on 0x1', subtype: 'double-free', reason: '' },
    ],
    [['==41==ERROR: AddressSanitizer: 7 leaks'], { type: 'AddressSanitizer', message: '7 leaks' }],
    [
      ['WARNING: ThreadSanitizer: data race (pid=41)', 'SUMMARY: ThreadSanitizer: race till.c:12 in count '],
      {
        type: 'ThreadSanitizer',
        message: 'data race (pid=41)',
        subtype: 'data race',
        reason: 'race till.c:12 in count',
      },
    ],
    [
      ['WARNING: ThreadSanitizer: data race \t (pid=7)'],
      { type: 'ThreadSanitizer', message: 'data race \t (pid=7)', subtype: 'data race' },
    ],
    [
      ['WARNING: ThreadSanitizer: data race (till) (pid=41)'],
      { type: 'ThreadSanitizer', message: 'data race (till) (pid=41)', subtype: 'data' },
    ],
    [
      [
        '==41==ERROR: LeakSanitizer: detected memory leaks',
        'SUMMARY: AddressSanitizer: 88 byte(s) leaked in 12 allocation(s).',
      ],
      {
        type: 'LeakSanitizer',
        message: 'detected memory leaks',
        subtype: 'memory leak',
        reason: '88 byte(s) leaked in 12 allocation(s).',
      },
    ],
    [
      [
        '==41==ERROR: LeakSanitizer: detected memory leaks',
        'SUMMARY: AddressSanitizer: 88 leaked in all allocation(s).',
      ],
      {
        type: 'LeakSanitizer',
        message: 'detected memory leaks',
        subtype: 'detected',
        reason: '88 leaked in all allocation(s).',
      },
    ],
    [['SUMMARY: TillSanitizer: x y'], { type: 'TillSanitizer', subtype: 'x', reason: 'x y' }],
    [['SUMMARY: TillSanitizer: x-7'], { type: 'TillSanitizer', subtype: 'x-7', reason: 'x-7' }],
    [['SUMMARY: TillSanitizer: x.y'], { type: 'TillSanitizer', reason: 'x.y' }],
    [
      ['till.c:1:2: runtime error: signed overflow '],
      { type: 'UndefinedBehaviorSanitizer', message: 'till.c:1:2: runtime error: signed overflow' },
    ],
    [[' runtime error: overflow', 'x'], undefined],
    [['WRITE of size 4 at 0x602000000010 thread T0'], undefined],
    [
      ['SUMMARY: TillSanitizer: x', 'WRITE of size 4 at 0x602000000010 thread T0:'],
      { type: 'TillSanitizer', subtype: 'x', reason: 'x', codes: 'WRITE of size 4', address },
    ],
    [
      ['SUMMARY: TillSanitizer: x', '\t Atomic read of size 123 by main thread'],
      { type: 'TillSanitizer', subtype: 'x', reason: 'x', codes: 'Atomic read of size 123' },
    ],
    [
      ['SUMMARY: TillSanitizer: x', 'Previous write of size 4', 'As if read of size 8'],
      { type: 'TillSanitizer', subtype: 'x', reason: 'x', codes: 'As if read of size 8' },
    ],
    [
      ['SUMMARY: TillSanitizer: x', 'One of two access of size 8', '-write of size 8', 'read of size x'],
      { type: 'TillSanitizer', subtype: 'x', reason: 'x' },
    ],
    [
      ['ERROR: TillSanitizer: x on unknown address  \t0x602000000010'],
      { type: 'TillSanitizer', message: 'x on unknown address  \t0x602000000010', subtype: 'x', address },
    ],
    [
      ['ERROR: TillSanitizer: x on unaddress 0x602000000010'],
      { type: 'TillSanitizer', message: 'x on unaddress 0x602000000010', subtype: 'x' },
    ],
    [
      ['ERROR: TillSanitizer: x at pc \t\r', '  0x104cb8010 bp 0x16b'],
      { type: 'TillSanitizer', message: 'x at pc 0x104cb8010 bp 0x16b', subtype: 'x' },
    ],
    [
      ['ERROR: TillSanitizer: x at pc', '0x104cb8010 bp 0x16b'],
      { type: 'TillSanitizer', message: 'x at pc 0x104cb8010 bp 0x16b', subtype: 'x' },
    ],
    [
      ['ERROR: TillSanitizer: x at sp', '0x104cb8010 bp 0x16b'],
      { type: 'TillSanitizer', message: 'x at sp', subtype: 'x' },
    ],
  ])('of %j', (lines, exception) => {
    const report = one(`${lines.join('\n')}\n${row}`)
    const type = exception && 'type' in exception ? String(exception.type) : undefined
    expect(report.exception).toEqual(exception)
    expect(report.label).toBe(type === undefined ? 'Sanitizer report' : `${type} report`)
  })
})

describe('registers of the heading', () => {
  const { right, wrong } = formsOf(
    { right: ['at pc', ', pc'], wrong: ['xpc'] },
    blanks,
    '0x104cb8010',
    { right: [' ', '\n  ', '\t\t'], wrong: [''] },
    'bp',
    { right: [' ', '\n  '], wrong: [''] },
    '0x16B',
    { right: [' ', '\n  '], wrong: [''] },
    'sp',
    { right: [' ', '\n  '], wrong: [''] },
    '0x16c',
  )
  const registersIn = (text: string) => one(`ERROR: AddressSanitizer: x ${text}\n${row}`).threads[0]?.registers
  test.each(right.map((pieces) => pieces.join('')))('%j', (text) => {
    expect(registersIn(text)).toEqual([
      { name: 'pc', value: 0x104cb8010n },
      { name: 'bp', value: 0x16bn },
      { name: 'sp', value: 0x16cn },
    ])
  })
  test.each(wrong)('not %j', (text) => {
    expect(registersIn(text)).toBeUndefined()
  })
})

describe('the thread and the stacks', () => {
  test.each<[title: string, thread: object]>([
    ['WRITE of size 4 at 0x1 thread T12:', { id: 12, name: 'WRITE of size 4 at 0x1 thread T12' }],
    ['WRITE of size 4 at 0x1 thread T7', { id: 7, name: 'WRITE of size 4 at 0x1 thread T7' }],
    ['Write of size 4 at 0x1 by main thread:', { id: 0, name: 'Write of size 4 at 0x1 by main thread' }],
    ['WRITE of size 4 at 0x1', { id: 0, unnumbered: true, name: 'WRITE of size 4 at 0x1' }],
    ['WRITE of size 4 at 0x1 (T12) ', { id: 12, name: 'WRITE of size 4 at 0x1 (T12)' }],
    ['WRITE of size 4 at 0x1 T7', { id: 7, name: 'WRITE of size 4 at 0x1 T7' }],
    ['WRITE of size 4 at 0x1 T7x', { id: 0, unnumbered: true, name: 'WRITE of size 4 at 0x1 T7x' }],
  ])('%j', (title, expected) => {
    const [{ frames = [], span, ...thread } = {}] = one(`ERROR: AddressSanitizer: x\n${title}\n${row}`).threads
    expect(thread).toEqual({ crashed: true, ...expected })
    expect([frames.length, span]).toEqual([1, { start: 28 + title.length, end: 28 + title.length + row.length }])
  })
  test.each(['SUMMARY: AddressSanitizer: x', 'SCARINESS: 52 (4-byte-write)', 'Shadow of TillSanitizer'])(
    '%j is no name of a thread',
    (title) => {
      const { threads } = one(`ERROR: LeakSanitizer: x\n${title}\n${row}`)
      expect(threads.map(({ name }) => name)).toEqual([undefined])
    },
  )
  test('further stacks have titles', () => {
    const text = `ERROR: LeakSanitizer: x\nREAD of size 4\n${row}\n\nfreed by thread T0 here:\n${row}\n    #1 0x104cb8020 in main\n\n${row}`
    expect(one(text).backtraces.map(({ title }) => title)).toEqual(['freed by thread T0 here', 'Stack'])
    expect(one(`freed by thread T0 here:\n${row}`).backtraces.map(({ title }) => title)).toEqual([
      'freed by thread T0 here',
    ])
  })
  test.each<[string, number | undefined]>([
    ['==41==ERROR: AddressSanitizer: x', 41],
    ['==7==ERROR: AddressSanitizer: x', 7],
    ['x==41==ERROR: AddressSanitizer: x', undefined],
    ['==1234567890==ERROR: AddressSanitizer: x', undefined],
    ['ERROR: AddressSanitizer: x (pid=123)', 123],
    ['ERROR: AddressSanitizer: x (pid=1234567890)', undefined],
    ['==41==ERROR: AddressSanitizer: x (pid=123)', 41],
  ])('%j has process %j', (line, pid) => {
    expect(one(`${line}\n${row}`).header.pid).toBe(pid)
  })
})

describe('a module in the line below a row', () => {
  const { right, wrong } = formsOf(
    maybeBlanks,
    '(',
    { right: ['Till', 'T', 'Till:arm64'], wrong: ['(Till', 'Ti)ll'] },
    '+0x',
    { right: ['4010', 'f', 'aBc'], wrong: ['', 'g'] },
    ')',
    { right: ['', ' ', '\t '], wrong: ['x', ' x'] },
  )
  const images = (text: string) => one(`ERROR: LeakSanitizer: x\n${row}\n${text}`).images
  test.each(right)('%j%s%s%s%s%s%s', (...pieces) => {
    const [, , name = '', , digits = ''] = pieces
    const offset = BigInt(`0x${digits}`)
    const arch = name.includes(':') ? { arch: 'arm64' } : {}
    expect(images(pieces.join(''))).toMatchObject([
      { name: name.replace(':arm64', ''), loadAddress: 0x104cb8010n - offset, ...arch },
    ])
  })
  test.each(wrong)('not %j', (text) => {
    expect(images(text)).toEqual([])
  })
})

describe('what stands around the stacks', () => {
  const shadow = formsOf(
    maybeBlanks,
    { right: ['', '=>'], wrong: ['->'] },
    { right: ['', ' ', '\t  '], wrong: ['x'] },
    { right: ['', '0x'] },
    { right: ['602000', '0000602000000010', '60200A'], wrong: ['60200', '00000602000000010', '60200g'] },
    ':',
    { right: [' ', '', '  '], wrong: ['x'] },
    { right: ['', '[', ' '] },
    { right: ['fa fa', '0A[00]', '00'], wrong: ['f', 'fag', 'xx'] },
  )
  const sections = (line: string) =>
    one(`ERROR: LeakSanitizer: x\nREAD of size 4\n${row}\n\n=====\nsaid \n\n${line}\nmore`).sections.map((section) => [
      section.title,
      section.kind === 'text' ? section.text : '',
    ])
  const said = 'ERROR: LeakSanitizer: x\nREAD of size 4\nsaid'
  test.each([...shadow.right.map((pieces) => pieces.join('')), 'Shadow bytes around', 'shadow byte legend'])(
    '%j',
    (line) => {
      expect(sections(line)).toEqual([
        [expect.any(String), said],
        ['Shadow bytes', `${line.trimEnd()}\nmore`],
      ])
    },
  )
  test.each([...shadow.wrong, 'x Shadow bytes'])('not %j', (line) => {
    expect(sections(line)).toEqual([[expect.any(String), `${said}\n${line.trimEnd()}\nmore`]])
  })
  const located = '0x602000000010 is located 0 bytes inside of 4-byte region'
  test.each<[string, readonly string[]]>([
    [located, ['x', located]],
    [`\t ${located}  `, ['x', located]],
    [`x${located}`, ['x']],
    ['0x1 is located x', ['x', '0x1 is located x']],
    [`0x1 is located ${'x'.repeat(400)}`, ['x', `0x1 is located ${'x'.repeat(400)}`]],
    [`0x1 is located ${'x'.repeat(401)}`, ['x']],
    ['  WRITE of size 4 at 0x1 thread T0: ', ['x', 'WRITE of size 4 at 0x1 thread T0']],
    ['LeakSanitizer CHECK failed: till.cpp:7 ', ['x', 'LeakSanitizer CHECK failed: till.cpp:7']],
    ['LeakSanitizer: CHECK failed: t', ['x', 'LeakSanitizer: CHECK failed: t']],
    ['leakSanitizer CHECK failed: t', ['x']],
  ])('%j is told as %j', (line, told) => {
    expect(one(`ERROR: LeakSanitizer: x\n${row}\n${line}`).applicationInfo).toEqual(told)
  })
})
