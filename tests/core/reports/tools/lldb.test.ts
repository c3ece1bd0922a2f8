/** Texts of debuggers: the marks by which one is claimed, and the lines beside its rows, in all their forms. */
import { describe, expect, test } from 'vitest'
import { lldbFormat } from '../../../../src/core/reports/tools/lldb.ts'
import { blanks, formsOf, maybeBlanks, type Forms, type Part } from '../../../support/text-forms.ts'
import { claims } from '../../../support/claims.ts'

const sniff = (text: string): boolean => claims(lldbFormat, text)
const parse = (text: string) => {
  const outcome = lldbFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text })
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  return report
}

const number: Part = { right: ['1', '0', '12345'], wrong: ['', '123456', 'x'] }
const hex: Part = {
  right: ['104cb8010', '104cb8', '0000000104cb8010'],
  wrong: ['104cb', '104cb801g', `${'0'.repeat(8)}104cb8010`],
}
const line: Part = { right: ['12', '7', '123456789'], wrong: ['', 'x', '1234567890'] }
const id = '0A1B2C3D-4E5F-6a7b-8c9d-0e1f2a3b4c5d'

describe.each<[string, Forms]>([
  [
    'a frame with an address',
    formsOf({ right: ['', ' ', '  * ', '*', '\t'], wrong: ['x'] }, 'frame #', number, ': 0x', {
      right: ['104cb8010', 'f'],
      wrong: ['', 'g'],
    }),
  ],
  [
    'a reason above a frame with a name',
    formsOf(
      { right: ['', '* ', 'x '], wrong: ['x'] },
      'thread #',
      { right: ['1', '123456'], wrong: ['', '1234567', 'x'] },
      { right: [", queue = 'main', ", ', ', ' '], wrong: ['\n', 'x', ' '.repeat(901)] },
      'stop reason = ',
      { right: ['signal SIGABRT', 's'], wrong: ['', 's'.repeat(301)] },
      '\n',
      { right: ['', 'a line\n', '\n\n', 'x\n'.repeat(8)], wrong: ['x\n'.repeat(9), `${'x'.repeat(301)}\n`] },
      { right: ['  * ', '', '\t'], wrong: ['x', ' '.repeat(21)] },
      'frame #',
      number,
      ': ',
      {
        right: ['Till`count', 'c', '1804ccc04x', '1804ccc y', '12345678901234567 x'],
        wrong: ['', ' count', '1804ccc04 count', '1804ccc0\tcount', '00000001804ccc04 count'],
      },
    ),
  ],
  [
    'two rows of Xcode',
    formsOf(
      maybeBlanks,
      '#',
      number,
      blanks,
      '0x',
      hex,
      blanks,
      'in',
      blanks,
      { right: ['count ()', 'c'], wrong: [''] },
      { right: ['\n', '\r\n', '\n\n'], wrong: ['', '\nx\n'] },
      maybeBlanks,
      '#',
      number,
      blanks,
      '0x',
      hex,
      blanks,
      'in',
      { right: [' ', '\t'], wrong: ['', 'x'] },
      'main ()',
    ),
  ],
  [
    'a list of images',
    formsOf(
      maybeBlanks,
      '[',
      { right: ['', ' ', '  \t'], wrong: ['x'] },
      { right: ['0', '12', '1234'], wrong: ['', '12345'] },
      ']',
      blanks,
      { right: [`${id} `, '', `${id}\t  `], wrong: [id, `${id.slice(1)} `] },
      '0x',
      { right: ['104cb8000', '104CB800', '0000000104cb8000'], wrong: ['104cb80', `${'0'.repeat(8)}104cb8000`, 'g'] },
      blanks,
      { right: ['/Shop/Till', 'T'], wrong: [''] },
    ),
  ],
  [
    'two rows of gdb with a place',
    formsOf(
      { right: ['', ' ', '>\t'], wrong: ['x'] },
      '#',
      number,
      { right: [' ', '\t', '    '], wrong: ['', '     '] },
      { right: ['count', 'c', '_c', '<x>::y', '~Till', 'é::b'], wrong: ['', '7', '('] },
      { right: [' (till=0x0)', ' ()', ' (a=1) (b)'], wrong: ['()', ' (', ' )'] },
      blanks,
      'at',
      blanks,
      { right: ['till.c', 't', '/shop/a b.c'.replace(' ', '_')], wrong: [''] },
      ':',
      line,
      { right: ['', ' \t'], wrong: ['x', ' x'] },
      '\n#1  main () at m.c:3',
    ),
  ],
  [
    'two rows of gdb, one with its place below it',
    formsOf(
      { right: ['', ' ', '>\t'], wrong: ['x'] },
      '#',
      number,
      { right: [' ', '\t', '    '], wrong: ['', '     '] },
      'count (till=0x0)',
      { right: ['', '  \t'], wrong: ['x'] },
      '\n',
      { right: ['    ', '  ', '> \t'], wrong: [' ', '', ' '.repeat(21), '  x'] },
      { right: ['', '() ', '()\t '], wrong: ['( ', '()', '() () '] },
      'at',
      blanks,
      { right: ['till.c', 't'], wrong: ['', 'a b'] },
      ':',
      line,
      { right: ['', ' \t'], wrong: ['x', ' x'] },
      '\n#1  main () at m.c:3',
    ),
  ],
])('%s', (_, { right, wrong }) => {
  test.each(right.map((pieces) => pieces.join('')))('%j', (text) => {
    expect(sniff(text)).toBe(true)
    expect(sniff(`junk\n${text}`)).toBe(true)
  })
  test.each(wrong)('not %j', (text) => {
    expect(sniff(text)).toBe(false)
  })
})

test('one row alone, and images with rows below them, are of others', () => {
  expect(sniff('#0  count (till=0x0) at till.c:12')).toBe(false)
  expect(sniff(`[ 0] ${id} 0x104cb8000 /Shop/Till\n0x104cb8010`)).toBe(false)
  expect(sniff(`[ 0] ${id} 0x104cb8000 /Shop/Till\n      pc = 0x0000000104cb8010`)).toBe(true)
})

const frame = '  * frame #0: 0x0000000104cb8010 Till`count + 4'

describe('the process', () => {
  const none = { fields: [] }
  test.each<[string, object]>([
    ["Process 41 launched: '/Shop/Till' (arm64)", { process: 'Till', pid: 41, path: '/Shop/Till', arch: 'arm64' }],
    ["Process 7 launched: 'T' (x)", { process: 'T', pid: 7, arch: 'x' }],
    ["xProcess 41 launched: '/Shop/Till' (arm64)", {}],
    ["Process 41 launched: '' (arm64)", { pid: 41 }],
    ["Process 41 launched: 'a'b' (arm64)", { pid: 41 }],
    ["Process 41 launched: '/Shop/Till' ()", { pid: 41 }],
    ["Process 41 launched: '/Shop/Till' (arm-64)", { pid: 41 }],
    ["Process 1234567890 launched: '/Shop/Till' (arm64)", {}],
    ["Current executable set to '/Shop/Box' (x86_64)", { process: 'Box', path: '/Shop/Box', arch: 'x86_64' }],
    ["Current executable set to 'B' (x)", { process: 'B', arch: 'x' }],
    ["xCurrent executable set to '/Shop/Box' (x86_64)", {}],
    ["Current executable set to '' (x86_64)", {}],
    ["Current executable set to 'a'b' (x86_64)", {}],
    ["Current executable set to '/Shop/Box' ()", {}],
    ["Current executable set to '/Shop/Box' (x-6)", {}],
    ['Process 12 stopped', { pid: 12 }],
    ['Process 123456789 exited with status = 9', { pid: 123456789 }],
    ['Process 3 launched', { pid: 3 }],
    ['Process 12 stoppedx', {}],
    ['Process 12 resuming', {}],
    ['xProcess 12 stopped', {}],
    [
      "Process 12 stopped\nProcess 41 launched: '/Shop/Till' (arm64)\nCurrent executable set to 'Box' (x86_64)",
      { process: 'Box', pid: 41, arch: 'x86_64' },
    ],
  ])('%j', (text, expected) => {
    expect(parse(`${text}\n${frame}`).header).toEqual({ ...none, ...expected })
    expect(parse(`junk\n${text}\n${frame}`).header).toEqual({ ...none, ...expected })
  })
})

describe('the instruction at which a thread stopped', () => {
  const { right, wrong } = formsOf(
    { right: ['', '  ', '>\t'], wrong: ['x'] },
    '->',
    blanks,
    { right: ['0x104cb8010', '0x0000000104CB8010'], wrong: ['0x104cb8014', '104cb8010', '0x00000000104cb8010'] },
    { right: ['', ' <+20>', ' <+4>'], wrong: [' <20>', ' <+>', ' <+1234567890>'] },
    ':',
    blanks,
    { right: ['ldr    x0, [x8]', 'nop', 'b\t7'], wrong: ['', ';'].slice(0, 1) },
    { right: ['', ' ; symbol', '  '] },
  )
  test.each(right)('%j%s%s%s%s%s%s%s%s', (...pieces) => {
    const words = (pieces[7] ?? '').replace(/\s+/g, ' ')
    expect(parse(`${frame}\n${pieces.join('')}`).header.fields).toEqual([['stopped_instruction', words]])
  })
  test.each(wrong)('not %j', (text) => {
    expect(parse(`${frame}\n${text}`).header.fields).toEqual([])
  })
})

describe('a row of a handler of signals', () => {
  const { right, wrong } = formsOf(
    { right: ['', '  ', '>\t'], wrong: ['x', 'x '] },
    '#',
    { right: ['1', '7', '12345'], wrong: ['', 'x', '123456'] },
    blanks,
    '<signal handler called>',
    { right: ['', ' ', '\t  '], wrong: ['x', ' x'] },
  )
  const kill = '#0  0x0000000104cb8010 in kill ()'
  const rows = (text: string) =>
    parse(`${kill}\n${text}`).threads.map(({ id, crashed, unnumbered, frames }) => ({
      id,
      crashed,
      unnumbered,
      frames: frames.map(({ index, symbol, span }) => [index, symbol?.name, span]),
    }))
  const first = [0, 'kill', { start: 0, end: kill.length }]
  test.each(right)('%j%s%s%s%s%s', (...pieces) => {
    const text = pieces.join('')
    const start = kill.length + 1
    const own = [Number(pieces[2]), '<signal handler called>', { start, end: start + text.trimEnd().length }]
    expect(rows(text)).toEqual([{ id: 0, crashed: true, unnumbered: true, frames: [first, own] }])
  })
  test.each(wrong)('not %j', (text) => {
    expect(JSON.stringify(rows(text))).not.toContain('handler')
  })
})

describe('the stack of Mono above that of the debugger', () => {
  const rows = '  at Till.Count () [0x00012] in /shop/till.cs:7 \n  at Till.Main () [0x00014] in /shop/till.cs:9 '
  const { right, wrong } = formsOf(maybeBlanks, { right: ['', 'Managed '], wrong: ['managed '] }, 'Stacktrace:', {
    right: ['', ' ', '\t \t'],
    wrong: ['x', ' x'],
  })
  const managed = (text: string) =>
    parse(`${text}\n${rows}\n\n${frame}`).backtraces.map(({ frames }) => frames.map(({ symbol }) => symbol?.line))
  test.each(right.map((pieces) => pieces.join('')))('%j', (text) => {
    expect(managed(text)).toEqual([[7, 9]])
    expect(managed(`junk\n${text}`)).toEqual([[7, 9]])
  })
  test.each(wrong)('not %j', (text) => {
    expect(managed(text)).toEqual([])
  })
})

describe('rows with their places', () => {
  const read = (text: string) =>
    parse(text).threads.map(({ frames }) =>
      frames.map(({ index, address, symbol, span }) => ({
        index,
        address,
        symbol,
        text: text.slice(span?.start, span?.end),
      })),
    )
  test('in the same line and in the next', () => {
    const own = '#0  till::drop<(u8, usize)> (self=0x7f) at till.rs:12'
    const wrapped = '#1  count (till=0x0)\n    at till.c:7'
    const open = '#2  main\n'
    const unknown = '#3  shelf (a=1) at shelf.c:0'
    expect(read([own, wrapped, unknown, open].join('\n'))).toEqual([
      [
        { index: 0, symbol: { name: 'till::drop<(u8, usize)>', file: 'till.rs', line: 12 }, text: own },
        { index: 1, symbol: { name: 'count', file: 'till.c', line: 7 }, text: wrapped },
        { index: 3, symbol: { name: 'shelf', file: 'shelf.c' }, text: unknown },
      ],
    ])
  })
})

test.each<[string, string]>([
  [frame, 'Debugger stack (lldb)'],
  ['(lldb) bt\n#0  0x104cb8010 in count ()', 'Debugger stack (lldb)'],
  ['x thread #1\n#0  0x104cb8010 in count ()', 'Debugger stack (lldb)'],
  [' stop reason = x\n#0  0x104cb8010 in count ()', 'Debugger stack (lldb)'],
  ['[  0] x\n#0  0x104cb8010 in count ()', 'Debugger stack (lldb)'],
  [' [1234]\tx\n#0  0x104cb8010 in count ()', 'Debugger stack (lldb)'],
  ['[12345] x\n#0  0x104cb8010 in count ()', 'Debugger stack'],
  ['x[1] x\n#0  0x104cb8010 in count ()', 'Debugger stack'],
  ['#0  0x104cb8010 in count ()', 'Debugger stack'],
])('%j is labelled %j', (text, label) => {
  expect(parse(text).label).toBe(label)
})
