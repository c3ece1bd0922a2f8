/** Lines of `leaks` and `malloc_history` in all their forms. */
import { describe, expect, test } from 'vitest'
import type { RowWriter } from '../../../../src/core/reports/base/write-back.ts'
import { leaksFormat } from '../../../../src/core/reports/tools/leaks.ts'
import { leaksWriteBack } from '../../../../src/core/reports/tools/leaks-write-back.ts'
import { formsOf, type Part } from '../../../support/text-forms.ts'
import { claims } from '../../../support/claims.ts'

const sniff = (text: string): boolean => claims(leaksFormat, text)
const parse = (text: string) => {
  const outcome = leaksFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text })
  return outcome.ok ? outcome.value : []
}
const stacksOf = (text: string) =>
  parse(text).map(({ backtraces }) =>
    backtraces.map(({ title, frames, span }) => ({
      title,
      frames: frames.map(({ address, imageName, symbol, span: place }) => [
        address,
        imageName,
        symbol,
        text.slice(place?.start, place?.end),
      ]),
      text: text.slice(span?.start, span?.end),
    })),
  )
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))
const digits: Part = { right: ['12', '7', '12345'], wrong: ['', 'x'] }
const hex: Part = { right: ['7fd0', '1', 'f'], wrong: ['', 'g'] }

const histories = [
  formsOf(digits, ' ', { right: ['call', 'calls'], wrong: ['callx'] }, ' for ', digits, {
    right: [' bytes'],
    wrong: [' byte'],
  }),
  formsOf(
    { right: ['ALLOC', 'FREE', 'alloc'], wrong: ['REALLOC'] },
    { right: [' ', '\t', '   '], wrong: [''] },
    '0x',
    hex,
    { right: ['-0x1ff [size=256]', ''] },
  ),
  formsOf('Call [', digits, ']', { right: [' [arg=32]', ''] }),
]
describe('the head of a history', () => {
  const rest = ': thread_7fff |start | main'
  test.each(histories.flatMap(({ right }) => joined(right)))('%j', (head) => {
    expect(sniff(`said\n ${head}${rest}`)).toBe(true)
    expect(stacksOf(head + rest)).toEqual([
      [
        {
          title: `${head}: thread_7fff`,
          frames: [
            [undefined, undefined, { name: 'main' }, 'main'],
            [undefined, undefined, { name: 'start' }, 'start'],
          ],
          text: head + rest,
        },
      ],
    ])
  })
  test.each(histories.flatMap(({ wrong }) => wrong))('not %j', (head) => {
    expect(sniff(head + rest)).toBe(false)
    expect(stacksOf(head + rest)).toEqual([[]])
  })
  test.each<[behind: string, title: string, names: readonly (string | undefined)[]]>([
    [' \t thread_7fff0 |a', ' thread_7fff0', ['a']],
    ['thread_7 more |a| b |c', ' thread_7', ['c', 'b', 'a']],
    ['  0x1b1c108d4 (dyld) start | 0x1045 (App) main', '', ['main', 'start']],
    [' 0x1b1c108d4 (dyld) start', '', ['start']],
    [' start | main', '', ['main', 'start']],
    ['|start', '', ['start', '']],
  ])('behind it: %j', (behind, title, names) => {
    const [[stack] = []] = stacksOf(`ALLOC 0x100:${behind}`)
    expect(stack?.title).toBe(`ALLOC 0x100${title === '' ? '' : `:${title}`}`)
    expect(stack?.frames.map(([, , symbol]) => (symbol as { name?: string } | undefined)?.name)).toEqual(names)
  })
  test('without calls it is none', () => {
    for (const text of ['ALLOC 0x100: start', 'ALLOC 0x100:', 'ALLOC 0x100 |start']) expect(sniff(text)).toBe(false)
  })
})

describe('the calls of a history', () => {
  const calls = (text: string) => stacksOf(`ALLOC 0x100: thread_7 |${text}`)[0]?.[0]?.frames[0]
  test.each<[string, readonly unknown[]]>([
    ['main', [undefined, undefined, { name: 'main' }]],
    ['main + 12', [undefined, undefined, { name: 'main', offset: 12 }]],
    ['main + 7 (main.c:34)', [undefined, undefined, { name: 'main', offset: 7, file: 'main.c', line: 34 }]],
    ['main (m:3)', [undefined, undefined, { name: 'main', file: 'm', line: 3 }]],
    ['main (main.c:0)', [undefined, undefined, { name: 'main', file: 'main.c' }]],
    ['main (a) (b.c:12)', [undefined, undefined, { name: 'main (a)', file: 'b.c', line: 12 }]],
    ['main (b.c:x)', [undefined, undefined, { name: 'main (b.c:x)' }]],
    ['main (b.c:12) x', [undefined, undefined, { name: 'main (b.c:12) x' }]],
    ['main + x', [undefined, undefined, { name: 'main + x' }]],
    ['main + 12 x', [undefined, undefined, { name: 'main + 12 x' }]],
    ['0x10d3AF000', [0x10d3af000n, undefined, undefined]],
    ['0x1', [1n, undefined, undefined]],
    ['0x', [undefined, undefined, { name: '0x' }]],
    ['x0x1', [undefined, undefined, { name: 'x0x1' }]],
    ['0x1b1C108d4 (dyld) start', [0x1b1c108d4n, 'dyld', { name: 'start' }]],
    ['0x1 (d) \t start + 12', [1n, 'd', { name: 'start', offset: 12 }]],
    ['0x1 (libshelf of Till) s', [1n, 'libshelf of Till', { name: 's' }]],
    ['x 0x1 (dyld) start', [undefined, undefined, { name: 'x 0x1 (dyld) start' }]],
    ['0x1 () start', [undefined, undefined, { name: '0x1 () start' }]],
    ['0x1 (dyld)', [undefined, undefined, { name: '0x1 (dyld)' }]],
    ['0x00000000000000001 (dyld) start', [undefined, undefined, { name: '0x00000000000000001 (dyld) start' }]],
  ])('%j', (word, expected) => {
    expect(calls(word)).toEqual([...expected, word])
    expect(calls(` start |  ${word} `)).toEqual([...expected, word])
  })
})

describe('a leak', () => {
  const leak = formsOf(
    'Leak: 0x',
    { right: ['7fd0da614880', '1'], wrong: ['', 'g', '0'.repeat(17)] },
    { right: [' ', '  ', ' '.repeat(8)], wrong: ['', '\t', ' '.repeat(9)] },
    'size=',
    { right: ['16', '7'], wrong: ['', 'x'] },
  )
  const zone = formsOf({ right: [' ', '  ', ' '.repeat(8)], wrong: ['', ' '.repeat(9)] }, 'zone: ', {
    right: ['Till_0x1', 'T'],
    wrong: ['', ' '],
  })
  const calls = formsOf(
    'Call stack: ',
    {
      right: ['[thread 0x7fff]', '[thread 0x1]'],
      wrong: ['[thread 0x]', '[thread x]', 'thread 0x1', '[thread 0x00000000000000001]'],
    },
    ': |',
  )
  const words = `main | 0xfff | 0x1000 | start`
  const rows = [
    [undefined, undefined, { name: 'start' }, 'start'],
    [0x1000n, undefined, undefined, '0x1000'],
    [undefined, undefined, { name: 'main' }, 'main'],
  ]
  test.each(leak.right)('%j%s%s%s%s', (...pieces) => {
    const text = pieces.join('')
    expect([sniff(text), sniff(`said\n \t${text}`)]).toEqual([true, true])
    const both = `${text}  zone: Till  length: 4\nCall stack: [thread 0x1]: |${words}`
    const title = `Leak: 0x${pieces[1] ?? ''} size=${pieces[4] ?? ''} zone: Till [thread 0x1]`
    expect(stacksOf(both)).toEqual([[{ title, frames: rows, text: `Call stack: [thread 0x1]: |${words}` }]])
  })
  test.each([...leak.wrong, 'xLeak: 0x1 size=1'])('not %j', (text) => {
    expect(sniff(text)).toBe(false)
    const [[stack] = []] = stacksOf(`x\n${text}  zone: Till\nCall stack: [thread 0x1]: |main`)
    expect(stack?.title).toBe('Leak [thread 0x1]')
  })
  test.each(zone.right)('its zone: %j%s%s', (...pieces) => {
    const [[stack] = []] = stacksOf(`Leak: 0x1 size=1${pieces.join('')}\nCall stack: [thread 0x1]: |main`)
    expect(stack?.title).toBe(`Leak: 0x1 size=1 zone: ${pieces[2] ?? ''} [thread 0x1]`)
  })
  test.each(zone.wrong)('not its zone: %j', (text) => {
    const [[stack] = []] = stacksOf(`x\nLeak: 0x1 size=1${text}\nCall stack: [thread 0x1]: |main`)
    expect(stack?.title).toBe('Leak [thread 0x1]')
  })
  test.each(calls.right)('%j%s%s', (...pieces) => {
    expect(stacksOf(`x\n${pieces.join('')}${words}`)[0]?.map(({ title, frames }) => [title, frames])).toEqual([
      [`Leak ${pieces[1] ?? ''}`, rows],
    ])
  })
  test.each([...calls.wrong, 'xCall stack: [thread 0x1]: |'])('not %j', (text) => {
    expect(stacksOf(`x\n${text}${words}`)).toEqual([[]])
  })
})

describe('stacks of instances', () => {
  const head = formsOf(
    'STACK OF ',
    { right: ['12', '1', '123'], wrong: ['', 'x'] },
    ' ',
    { right: ['INSTANCES', 'INSTANCE'], wrong: ['INSTANCEX'] },
    ' OF ',
    {
      right: ["'ROOT LEAK: <Till>':", 'x', 'x:y'],
    },
  )
  const row = '34  dyld  0x10e47e51e start + 462'
  const symbol = { name: 'start', offset: 462 }
  test.each(joined(head.right))('%j', (text) => {
    expect([sniff(text), sniff(`said\n\t ${text}`)]).toEqual([true, true])
    expect(stacksOf(`${text}\n${row}  file.c:29\n3  dyld  0x10e47e520 b\n==\nmore\n${row}`)).toEqual([
      [
        {
          title: text.replace(/:$/, ''),
          frames: [
            [0x10e47e520n, 'dyld', { name: 'b' }, '3  dyld  0x10e47e520 b'],
            [0x10e47e51en, 'dyld', { ...symbol, file: 'file.c', line: 29 }, `${row}  file.c:29`],
          ],
          text: `${text}\n${row}  file.c:29\n3  dyld  0x10e47e520 b`,
        },
      ],
    ])
  })
  test.each([...head.wrong, 'xSTACK OF 1 INSTANCE OF x'])('not %j', (text) => {
    expect(sniff(text)).toBe(false)
    expect(stacksOf(`${text}\n${row}`)).toEqual([[]])
  })
  test.each<[string, object]>([
    ['  file.c:29', { ...symbol, file: 'file.c', line: 29 }],
    ['\t\tf:7', { ...symbol, file: 'f', line: 7 }],
    ['  my file of till.c:123', { ...symbol, file: 'my file of till.c', line: 123 }],
    ['  file.c:0  ', { ...symbol, file: 'file.c' }],
  ])('the place %j', (place, expected) => {
    expect(stacksOf(`STACK OF 1 INSTANCE OF x\n${row}${place}`)[0]?.[0]?.frames[0]?.[2]).toEqual(expected)
  })
})

describe('runs and fields', () => {
  const body = 'STACK OF 1 INSTANCE OF x\n34  dyld  0x10e47e51e start\n'
  const head = 'Process: Till [41]\nPath: /shop/Till\n'
  const summary = (text: string) =>
    parse(text).map(({ header, sections, images }) => [
      header.fields,
      header.pid,
      sections.map((section) => (section.kind === 'text' ? section.text : '')),
      images.map(({ name }) => name),
    ])
  const fields = [
    ['Process', 'Till [41]'],
    ['Path', '/shop/Till'],
  ]
  test('several runs in one file', () => {
    const leaks = `${head}leaks Report Version: 4.0\nProcess 41: 7 nodes\n${body}`
    const one = [fields, 41, ['leaks Report Version: 4.0\nProcess 41: 7 nodes'], ['dyld']]
    const only = summary(leaks)
    expect(only.map(([first, pid]) => [first, pid])).toEqual([[fields, 41]])
    expect(only[0]?.[2]).toEqual(one[2])
    expect(summary(leaks + leaks)).toEqual([...only, ...only])
    const history = `malloc_history Report Version: 2.0\n${head}ALLOC 0x1: thread_7 |main\n`
    expect(summary(history + history).map(([first]) => first)).toEqual(
      Array(2).fill([['malloc_history Report Version', '2.0'], ...fields]),
    )
    expect(summary(`${leaks}xleaks Report Version: 4.0\n${body}`)).toHaveLength(1)
    expect(summary(`${leaks}xProcess: Till\n${body}`)).toHaveLength(1)
    expect(summary(`${leaks}Process:\n${body}`)).toHaveLength(1)
    expect(summary(`${body}Process: Till\n${body}`)).toHaveLength(1)
  })
  test.each<[string, boolean]>([
    ['leaks Report Version: 4.0', true],
    ['malloc_history Report Version: 2', true],
    [' \tleaks Report Version:', true],
    ['xleaks Report Version:', false],
    ['heap Report Version:', false],
    ['STACK OF x INSTANCES OF y', false],
  ])('%j is claimed: %j', (text, expected) => {
    expect([sniff(text), sniff(`said\n${text}`)]).toEqual([expected, expected])
  })
  test.each<[string, number | undefined]>([
    ['Process 2368: 20739 nodes', 2368],
    ['Process 7: x', 7],
    ['xProcess 7: x', undefined],
    ['Process 1234567890: x', undefined],
    ['Process 7 x', undefined],
    ['Process x: x', undefined],
  ])('%j has number %j', (line, pid) => {
    expect(parse(`${line}\n${body}`)[0]?.header.pid).toBe(pid)
  })
  test('images below their title', () => {
    const image = '0x1000 - 0x2fff Till (7)'
    expect(parse(`${body}Binary Images:\n${image}`)[0]?.images.map(({ name }) => name)).toContain('Till')
    expect(parse(`${body}xBinary Images:\n${image}`)[0]?.images.map(({ name }) => name)).not.toContain('Till')
  })
})

test('names are written with their place', () => {
  const call = { function: 'count', functionOffset: 12 } as Parameters<RowWriter>[0]
  const about = { printed: '', frame: {}, image: undefined } as unknown as Parameters<RowWriter>[1]
  expect(leaksWriteBack.row?.({ ...call, file: '/shop/till.c', line: 7 }, about)).toMatch(
    /^count \+ 12 {2}.*till\.c:7$/,
  )
  expect(leaksWriteBack.row?.(call, about)).toBe('count + 12')
})
