/** Lines of spindump's texts, read by the reader alone: which part each belongs to, and what becomes of it. */
import { describe, expect, test } from 'vitest'
import type { CallTree, CallTreeNode, Report } from '../../../src/core/model/report.ts'
import { splitLines } from '../../../src/core/reports/base/lines.ts'
import { ReportBuilder } from '../../../src/core/reports/base/report-builder.ts'
import { SpindumpReader } from '../../../src/core/reports/stackshots/spindump-reader.ts'

type Read = Omit<Report, 'format' | 'label' | 'file' | 'text'>
const read = (lines: readonly string[], isOld = false, fields: readonly (readonly [string, string])[] = []): Read =>
  new SpindumpReader(new ReportBuilder('a.txt'), fields, isOld).read(splitLines(`${lines.join('\n')}\n`))

/** `name count (children)`. */
const nodeText = ({ frame, count, children }: CallTreeNode): string =>
  `${frame.symbol?.name ?? '?'} ${count}${children.length > 0 ? ` (${children.map(nodeText).join(', ')})` : ''}`
const treeText = ({ title, thread, excerpt, roots }: CallTree): string =>
  [
    title,
    ...(thread === undefined ? [] : [`of ${thread}`]),
    ...(excerpt ? ['excerpt'] : []),
    ...roots.map(nodeText),
  ].join(' | ')
const trees = ({ callTrees }: Read): readonly string[] => callTrees.map(treeText)
const texts = ({ sections }: Read): readonly unknown[] =>
  sections.map((section) => [
    section.title,
    section.kind === 'text' ? section.text : section.kind === 'table' ? section.rows : [],
  ])

const start = '  10  start + 520 (dyld + 36060) [0x1804ccc04]'
const main = '    10  main + 8 (Till + 16548) [0x104ccc0a4]'
const pay = '      7  pay + 40 (Till + 16500) [0x104ccc074]'
const wait = '      3  wait + 4 (Till + 16600) [0x104ccc0d8]'

describe('rows', () => {
  test('are a tree of their thread, by their columns', () => {
    const found = read(['Process:  Till [41]', '', '  Thread 0x1f  10 samples', start, main, pay, wait])
    expect(trees(found)).toEqual(['Till [41] · Thread 0x1f | of 0 | start 10 (main 10 (pay 7, wait 3))'])
    expect(found.threads.map(({ id, state, crashed }) => [id, state, crashed])).toEqual([[31, ['10 samples'], false]])
  })

  test('behind a blank line are of another thread where they are no deeper than the first', () => {
    const lost = read(['Process:  Till [41]', '  Thread 0x1f', start, main, '', start, pay])
    expect(trees(lost).map((text) => text.split(' | ').slice(1))).toEqual([
      ['of 0', 'start 10 (main 10)'],
      ['start 10 (pay 7)'],
    ])
    const deeper = read(['Process:  Till [41]', '  Thread 0x1f', start, main, '', pay])
    expect(trees(deeper).map((text) => text.split(' | ').slice(1))).toEqual([['of 0', 'start 10 (main 10 (pay 7))']])
    const shallow = read(['Process:  Till [41]', '  Thread 0x1f', main, pay, '', start, wait])
    expect(trees(shallow)).toHaveLength(2)
    const noThread = read([start, main, '', start, pay])
    expect(trees(noThread)).toHaveLength(1)
  })

  test('without a blank line between are of the thread, however deep', () => {
    const found = read(['Process:  Till [41]', '  Thread 0x1f', start, main, start, pay])
    expect(trees(found)).toHaveLength(1)
    expect(found.callTrees[0]?.roots).toHaveLength(2)
  })

  test('of code of the kernel have a star; those that are none are told', () => {
    const found = read(['  Thread 0x1f', start, ' *9  thread_block + 4 (kernel + 100) [0xffffff8000cc0a44]'])
    expect(found.callTrees[0]?.roots.map(nodeText)).toEqual(['start 10', 'thread_block 9'])
    const broken = read(['  Thread 0x1f', start, '  9  words of somebody'])
    expect(broken.problems.map(({ code, line }) => [code, line])).toEqual([[broken.problems[0]?.code, 3]])
    expect(texts(broken)).toEqual([['Other text', '  9  words of somebody']])
  })

  test('of the heaviest stack are a chain, which is a part of what the threads have', () => {
    const heaviest = [
      start,
      '  10  main + 8 (Till + 16548) [0x104ccc0a4]',
      '  7  pay + 40 (Till + 16500) [0x104ccc074]',
    ]
    const found = read(['Heaviest stack for the target process:', ...heaviest, '', 'Process: Till [41]'])
    expect(trees(found)).toEqual(['Heaviest stack for the target process | excerpt | start 10 (main 10 (pay 7))'])
  })

  test('of the heaviest stack may have lost their images; words, and counts that rise, are no rows', () => {
    const found = read([
      '### Heaviest Stack (Main Thread)',
      '```',
      '11  TillRow.body.getter (TillRow.swift:104)',
      ' 7  Drawer.update(of:changed:)',
      ' 7  protocol witness for View.body.getter in conformance TillRow',
      ' 2  TillRow.body.getter + 3288 (<compiler-generated>)',
      '```',
    ])
    expect(trees(found)).toEqual([
      'Heaviest Stack (Main Thread) | excerpt | TillRow.body.getter 11 (Drawer.update(of:changed:) 7 (protocol witness for View.body.getter in conformance TillRow 7 (TillRow.body.getter 2)))',
    ])
    expect(found.problems).toEqual([])
    const words = read(['Heaviest stack for the target process:', start, '  9  words of somebody', '  12  Till.pay()'])
    expect(trees(words)).toEqual(['Heaviest stack for the target process | excerpt | start 10'])
    const elsewhere = read(['  Thread 0x1f', start, '  9  Till.pay()'])
    expect(elsewhere.problems).toHaveLength(1)
  })

  test('whose title was lost are a chain in one column, else a tree', () => {
    const chain = read([start, start.replace('10  start', '9  main'), start.replace('10  start', '8  pay')])
    expect(trees(chain).map((text) => text.split(' | ').at(-1))).toEqual(['start 10 (main 9 (pay 8))'])
    const tree = read([start, main, pay])
    expect(trees(tree)[0]).toContain('start 10 (main 10 (pay 7))')
  })
})

describe('a thread', () => {
  const thread = (line: string, isOld = false): unknown => {
    const [found] = read(['Process:  Till [41]', line, start], isOld).threads
    return found && [found.id, found.unnumbered, found.name, found.queue, found.state]
  }
  test.each<[string, boolean, unknown]>([
    ['  Thread 0x1f', false, [31, undefined, undefined, undefined, undefined]],
    ['  Thread 31', false, [31, undefined, undefined, undefined, undefined]],
    ['  Thread 0x1f  DispatchQueue "com.till.main"(1)', false, [31, undefined, undefined, 'com.till.main', undefined]],
    ['  Thread 0x1f  DispatchQueue 7  priority 31', false, [31, undefined, undefined, '7', ['priority 31']]],
    [
      '  Thread 0x1f  Thread name "worker 1"  priority 31 (base 31)  cpu time 1.2s',
      false,
      [31, undefined, 'worker 1', undefined, ['priority 31 (base 31)', 'cpu time 1.2s']],
    ],
    ['  Thread 0x1f\tDispatchQueue "a"\tpriority 4', false, [31, undefined, undefined, 'a', ['priority 4']]],
    ['  Thread id: 1f', true, [31, undefined, undefined, undefined, undefined]],
    ['  Thread 1f DispatchQueue 7', true, [31, undefined, undefined, '7', undefined]],
    ['  Thread', true, [0, true, undefined, undefined, undefined]],
    ['  Thread 1f', false, undefined],
    ['  Threads 31', false, undefined],
  ])('%j, old: %s', (line, isOld, expected) => {
    expect(thread(line, isOld)).toEqual(expected)
  })

  test('has attributes in the line below it, and only there', () => {
    const mark = '  <thread QoS background (requested background), IO tier 2>'
    const state = (...lines: readonly string[]) => read(lines).threads.map((one) => one.state)
    expect(state('  Thread 0x1f  priority 4', mark, start)).toEqual([['priority 4', mark.trim()]])
    expect(state('  Thread 0x1f', mark, start, '  Thread 0x2f')).toEqual([[mark.trim()], undefined])
    const away = read(['  Thread 0x1f', start, 'Binary Images:', mark])
    expect([away.threads[0]?.state, texts(away)]).toEqual([undefined, [['Other text', mark]]])
  })

  test('its name, its queue or its number title its stack', () => {
    const title = (line: string) => read(['Process:  Till [41]', line, start]).callTrees[0]?.title
    expect(title('  Thread 0x1f  Thread name "worker"  DispatchQueue "a"')).toBe('Till [41] · Thread 0x1f · worker')
    expect(title('  Thread 0x1f  DispatchQueue "a"')).toBe('Till [41] · Thread 0x1f · a')
    expect(title('  Thread 0x1f')).toBe('Till [41] · Thread 0x1f')
  })
})

describe('parts of a thread’s stack', () => {
  const kernel = '  5  thread_block + 4 (kernel + 100) [0xffffff8000cc0a44]'
  test('of the user, then of the kernel', () => {
    const found = read(
      [
        '  Thread id: 1f',
        '  User stack:',
        start,
        main,
        '  Kernel stack:',
        kernel,
        '',
        '  Thread id: 2f',
        '  User stack:',
        start,
      ],
      true,
    )
    expect(trees(found)).toEqual([
      'Thread 0x1f | of 0 | start 10 (main 10)',
      'Thread 0x1f · kernel stack | of 0 | excerpt | thread_block 5',
      'Thread 0x2f | of 1 | start 10',
    ])
  })
  test('of the kernel alone is no excerpt', () => {
    const found = read(['  Thread id: 1f', '  Kernel stack:', kernel], true)
    expect(found.callTrees.map(({ thread, excerpt }) => [thread, excerpt])).toEqual([[0, undefined]])
  })
})

describe('fields, tables and other lines', () => {
  test('a process has those below it, the report those above', () => {
    const found = read([
      'Date/Time:  2024-03-01',
      'Command:  Till',
      '',
      'Process:  Till [41]',
      'Path:  /x/Till',
      'Note:  a',
      'Note:  b',
      '',
      'Process:  Shop [42]',
      'Path: /x/Shop',
    ])
    expect(found.header.fields.slice(0, 2)).toEqual([
      ['Date/Time', '2024-03-01'],
      ['Command', 'Till'],
    ])
    expect(texts(found)).toEqual([
      [
        'Processes',
        [
          ['Till [41]', '/x/Till', 'a; b'],
          ['Shop [42]', '/x/Shop', ''],
        ],
      ],
    ])
  })

  test('a row of kextstat is a row of a table, and an image where it was loaded', () => {
    const kext = (address: string) =>
      `   12    3 ${address} 0x5000     0x5000     com.till.kext (1.2) 0A1B2C3D-1111-2222-3333-444455556666 <7 5>`
    const found = read([kext('0xffffff7f80a00000'), kext('0')])
    expect(texts(found)).toEqual([
      [
        'Kernel extensions',
        ['0xffffff7f80a00000', '0'].map((address) => [
          ...['12', '3', address, '0x5000', '0x5000', 'com.till.kext', '1.2'],
          '0A1B2C3D-1111-2222-3333-444455556666',
        ]),
      ],
    ])
    expect(
      found.images.map(({ name, version, loadAddress, size, origin, uuid }) => [
        name,
        version,
        loadAddress,
        size,
        origin,
        uuid,
      ]),
    ).toEqual([['com.till.kext', '1.2', 0xffffff7f80a00000n, 0x5000, 'system', '0A1B2C3D-1111-2222-3333-444455556666']])
  })

  test('images are of the process above them', () => {
    const image = (at: string, name: string) =>
      `  ${at} - ??? ${name} (1.2) <0A1B2C3D-1111-2222-3333-444455556666> /x/${name}`
    const found = read([
      'Process:  Till [41]',
      '  Thread 0x1f',
      start,
      '  Binary Images:',
      image('0x104cc8000', 'Till'),
      image('0x1804c0000', 'dyld'),
    ])
    expect(found.images.map(({ name, loadAddress }) => [name, loadAddress])).toEqual([
      ['Till', 0x104cc8000n],
      ['dyld', 0x1804c0000n],
    ])
    expect(found.problems).toEqual([])
  })

  test('a section goes on to the next process', () => {
    const found = read([
      'Process:  Till [41]',
      'Model: Mac15,3',
      'Memory: 8 GB',
      '  12  words',
      'Process:  Shop [42]',
      'Path: /x',
    ])
    expect(texts(found).at(-1)).toEqual(['System Profile', 'Model: Mac15,3\nMemory: 8 GB\n  12  words'])
    expect(texts(found)[0]).toEqual([
      'Processes',
      [
        ['Till [41]', ''],
        ['Shop [42]', '/x'],
      ],
    ])
  })

  test('what the system says above all is a note, below a process it is other text', () => {
    const words = 'Sleep transition timed out after 30 seconds'
    expect(read([words, 'Process: Till [41]']).header.fields).toContainEqual(['Note', words])
    expect(texts(read(['Process: Till [41]', words])).at(-1)).toEqual(['Other text', words])
    expect(texts(read(['words of somebody', '-----']))).toEqual([['Other text', 'words of somebody']])
  })

  test('one report of power names its process and the build of its program', () => {
    const id = '0A1B2C3D-1111-2222-3333-444455556666'
    const found = read(['Powerstats for: Till [41] [unique pid 77]', `UUID:  ${id}`, 'Path:  /x/Till', start, main])
    expect([found.header.process, found.header.path]).toEqual(['Till', '/x/Till'])
    expect(found.callTrees.map(({ title, thread }) => [title, thread])).toEqual([
      ['Powerstats for Till [41]', undefined],
    ])
  })
})
