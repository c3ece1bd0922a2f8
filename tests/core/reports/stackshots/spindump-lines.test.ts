/** Each kind of line of spindump's texts in all its forms, and lines that nearly are of that kind. */
import { describe, expect, test } from 'vitest'
import type { CallTreeNode } from '../../../../src/core/model/report.ts'
import { eachLine } from '../../../../src/core/reports/base/lines.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import { SpindumpReader } from '../../../../src/core/reports/stackshots/spindump-reader.ts'
import { blanks, formsOf, maybeBlanks, type Part } from '../../../support/text-forms.ts'

const nodeText = ({ frame, count, note, children }: CallTreeNode): string =>
  [`${frame.symbol?.name ?? '?'} ${count}`, note ?? '', ...children.map(nodeText)].join('|')

/** All that a text gives; parts that are empty are left out. */
function read(text: string, isOld = false, fields: readonly (readonly [string, string])[] = []) {
  const found = new SpindumpReader(new ReportBuilder('till.txt'), fields, isOld).read(eachLine(text))
  const told = {
    fields: found.header.fields,
    threads: found.threads,
    trees: found.callTrees.map(({ title, thread, excerpt, roots }) => [title, thread, excerpt, roots.map(nodeText)]),
    sections: found.sections.map((section) =>
      section.kind === 'table' ? [section.title, section.columns, section.rows] : [section.title, section],
    ),
    images: found.images,
    problems: found.problems.map(({ code, line }) => [code, line]),
    waits: found.waits ?? [],
  }
  return Object.fromEntries(Object.entries(told).filter(([, all]) => all.length > 0))
}
const section = (title: string, text: string) => ({ sections: [[title, { kind: 'text', title, text }]] })
const other = (text: string) => section('Other text', text)
const thread = (id: number, more: object = {}) => ({ id, crashed: false, frames: [], ...more })
const row = '  12  count + 4 [0x104cb8010]'

describe('the note on a failure to sleep', () => {
  const { right, wrong } = formsOf(
    maybeBlanks,
    { right: ['Dark ', 'Dark', 'Full ', 'Full', '', 'DARK '], wrong: ['Dim ', 'x'] },
    { right: ['Sleep', 'Wake', 'wake'], wrong: ['Slept', 'Wakes'] },
    { right: [' ', ' of the till in a '], wrong: ['', ' of the till in the very last '] },
    { right: ['failure', 'transition', 'timed out'], wrong: ['failures', 'time'] },
    { right: ['', ' code 7'] },
  )
  const ignore = formsOf(maybeBlanks, 'Please IGNORE the below', { right: ['', 'x'] })
  test.each([...right, ...ignore.right].map((pieces) => pieces.join('')))('%j', (line) => {
    expect(read(line)).toEqual({ fields: [['Note', line.trim()]] })
  })
  test.each([...wrong, ...ignore.wrong])('not %j', (line) => {
    expect(read(line)).toEqual(other(line))
  })
  test('is no note below a process', () => {
    expect(read('Process: Till [7]\nWake failure')).toEqual({
      fields: [['Process', 'Till [7]']],
      sections: [
        ['Processes', ['Process'], [['Till [7]']]],
        ['Other text', { kind: 'text', title: 'Other text', text: 'Wake failure' }],
      ],
    })
  })
})

describe('the heading of a process', () => {
  const { right, wrong } = formsOf(maybeBlanks, 'Process:', blanks, { right: ['Till [7]', 'T', 'Till of Shop [123]'] })
  test.each(right)('%j%s%s%s', (...pieces) => {
    const name = pieces[3]
    expect(read(`${pieces.join('')} \n${row}`)).toEqual({
      fields: [['Process', name]],
      sections: [['Processes', ['Process'], [[name]]]],
      trees: [['Stack', undefined, undefined, ['count 12|']]],
    })
  })
  test.each(wrong.filter((line) => line.startsWith('x')))('not %j', (line) => {
    expect(read(line)).toEqual(other(line))
  })
  test('leaves out the unique number in titles', () => {
    for (const gap of [' ', '', '\t  ']) {
      const name = `Till [7]${gap}[unique pid 123]`
      const powered = read(`Powerstats for: ${name}\n${row}\nThread 0x1f\n${row}`)
      expect(powered['trees']).toEqual([
        ['Powerstats for Till [7]', undefined, undefined, ['count 12|']],
        ['Till [7] · Thread 0x1f', 0, undefined, ['count 12|']],
      ])
    }
  })
})

describe('the heading of a thread', () => {
  const ids = ['0x1f', '0xAbC', '123', '7']
  const { right, wrong } = formsOf(
    maybeBlanks,
    'Thread',
    blanks,
    { right: ids, wrong: ['', 'x', '0x', '0x1g', '7x'] },
    {
      right: [
        '',
        '  12 samples',
        '\tidle    7 of 12',
        '  DispatchQueue com.till.main(7)  Thread name "till"  12 samples',
      ],
    },
  )
  const more: Readonly<Record<string, object>> = {
    '': {},
    '  12 samples': { state: ['12 samples'] },
    '\tidle    7 of 12': { state: ['idle', '7 of 12'] },
    '  DispatchQueue com.till.main(7)  Thread name "till"  12 samples': {
      name: 'till',
      queue: 'com.till.main(7)',
      state: ['12 samples'],
    },
  }
  test.each(right)('%j%s%s%s%s', (...pieces) => {
    const [, , , id = '', behind = ''] = pieces
    const label = behind.includes('name') ? ' · till' : ''
    expect(read(`${pieces.join('')}\n${row}`)).toEqual({
      threads: [thread(Number(id), more[behind])],
      trees: [[`Thread ${id}${label}`, 0, undefined, ['count 12|']]],
    })
  })
  test.each(wrong)('not %j', (line) => {
    expect(read(line)['threads']).toBeUndefined()
  })
  test.each<[string, object]>([
    ['DispatchQueue "till of shop"(7)', { queue: 'till of shop' }],
    ['DispatchQueue t', { queue: 't' }],
    ['DispatchQueue 12', { queue: '12' }],
    ['Thread name "till of shop"', { name: 'till of shop' }],
    ['Thread name ""', {}],
    [
      'DispatchQueue 12  a DispatchQueue  my Thread name',
      { queue: '12', state: ['a DispatchQueue', 'my Thread name'] },
    ],
  ])('0x1  %s', (behind, expected) => {
    expect(read(`Thread 0x1  ${behind}`)).toEqual({ threads: [thread(1, expected)] })
  })
})

describe('the heading of an old thread', () => {
  const { right, wrong } = formsOf(
    maybeBlanks,
    'Thread',
    { right: ['', ' id:', '\t  id:'], wrong: [' ids:'] },
    { right: [' ', '\t', '  \t'] },
    { right: ['6aAf3d4', 'a', '0123456789abcdef'].map((id) => id.toLowerCase()), wrong: ['g', '0123456789abcdef0'] },
    { right: ['', ' DispatchQueue 7', '\t  DispatchQueue\t  main-7'], wrong: [' DispatchQueue', ' Queue 7', ' x'] },
  )
  test.each(right)('%j%s%s%s%s%s', (...pieces) => {
    const [, , , , id = '', behind = ''] = pieces
    const queue = /\S+$/.exec(behind)?.[0]
    // Only one blank stands between the words of later systems.
    const known = behind.includes('DispatchQueue ') ? { queue } : behind === '' ? {} : { state: ['main-7'] }
    expect(read(pieces.join(''), true)).toEqual({ threads: [thread(Number(`0x${id}`), known)] })
  })
  test.each(wrong)('not %j', (line) => {
    expect(read(line, true)['threads']).toBeUndefined()
  })
  test('without a number has that of its place', () => {
    const found = read(`Thread id:\n${row}\nThread\n${row}\n  Thread DispatchQueue 7\n${row}`, true)
    const unnumbered = { unnumbered: true }
    expect(found).toEqual({
      threads: [thread(0, unnumbered), thread(1, unnumbered), thread(2, { ...unnumbered, queue: '7' })],
      trees: [
        ['Thread', 0, undefined, ['count 12|']],
        ['Thread', 1, undefined, ['count 12|']],
        ['Thread · 7', 2, undefined, ['count 12|']],
      ],
    })
    expect(read('Thread')).toEqual(other('Thread'))
  })
})

describe('other headings', () => {
  const parts = formsOf(maybeBlanks, { right: ['User', 'Kernel'], wrong: ['Other'] }, ' stack:', {
    right: ['', '  '],
    wrong: ['x', ' x'],
  })
  test.each(parts.right)('%j%s%s%s', (...pieces) => {
    const title = pieces[1] === 'Kernel' ? 'Stack · kernel' : 'Stack'
    const found = read(`${pieces.join('')}\n${row}`)['trees']
    expect(found).toEqual([[expect.stringMatching(new RegExp(`^${title}`)), undefined, undefined, ['count 12|']]])
  })
  test.each(parts.wrong)('not %j', (line) => {
    const [, key = '', value = ''] = /^([A-Z]\w+ stack):(?: (.*))?$/.exec(line) ?? []
    expect(read(line)).toEqual(key === '' ? other(line) : { fields: [[key, value]] })
  })

  const heaviest = formsOf(
    maybeBlanks,
    { right: ['', '# ', '######\t ', '##  '], wrong: ['#', '####### '] },
    'Heaviest ',
    { right: ['stack', 'Stack'], wrong: ['tack'] },
    { right: [' for Till', ' ', ' f'], wrong: [''] },
    { right: ['', ':'] },
    maybeBlanks.right[0] ?? '',
    { right: ['', '  \t'] },
  )
  test.each(heaviest.right)('%j%s%s%s%s%s', (...pieces) => {
    const title = `Heaviest ${pieces[3] ?? ''}${pieces[4] ?? ''}`
    const isTitled = pieces[4] !== ' ' || pieces[5] === ':'
    const isTree = isTitled && read(`${pieces.join('')}\n${row}`)['trees']
    expect(isTree).toEqual(isTitled && [[title, undefined, true, ['count 12|']]])
  })
  test.each(heaviest.wrong)('not %j', (line) => {
    expect(read(`${line}\n${row}`)['trees']).toEqual([['Stack', undefined, undefined, ['count 12|']]])
  })

  const images = formsOf(maybeBlanks, 'Binary Images:', { right: ['', ' ', '\t  '], wrong: ['x', ' x'] })
  const image = '0x1000 - 0x2fff Till (7)'
  test.each(images.right)('%j%s%s', (...pieces) => {
    expect(read(`${pieces.join('')}\n${image}\nName: x`)).toEqual({
      images: [{ index: 0, name: 'Till', loadAddress: 0x1000n, size: 0x2000, version: '7' }],
      ...other('Name: x'),
    })
  })
  test.each(images.wrong)('not %j', (line) => {
    expect(read(`${line}\nName: x`)['fields']).toContainEqual(['Name', 'x'])
  })

  const sections = formsOf(
    maybeBlanks,
    {
      right: ['System Profile', 'Model', 'Loaded kexts', 'Kernel Extensions', 'Spindump binary format'],
      wrong: ['Models', 'System'],
    },
    { right: ['', ': Till9,1', ' and more'] },
  )
  test.each(sections.right.map((pieces) => pieces.join('')))('%j', (line) => {
    expect(read(`${line}\n  Name: x\n${row}`)).toEqual(section('System Profile', `${line.trim()}\n  Name: x\n${row}`))
  })
  test.each(sections.wrong)('not %j', (line) => {
    expect(read(line)).toEqual(other(line))
  })
  test('a process ends a section', () => {
    expect(read(`Model: Till9,1\nProcess: Till\n${row}`)['trees']).toHaveLength(1)
  })
})

describe('attributes of a thread', () => {
  const attribute = formsOf(
    maybeBlanks,
    '<',
    { right: ['thread', 'process'], wrong: ['threads', 'task'] },
    {
      right: ['', ' QoS 7>'],
    },
  )
  test.each(attribute.right.map((pieces) => pieces.join('')))('%j', (line) => {
    expect(read(`Thread 0x1  idle\n${line}\n${line}`)).toEqual({
      threads: [thread(1, { state: ['idle', line.trim(), line.trim()] })],
    })
    expect(read(`Thread 0x1\n${line}`)).toEqual({ threads: [thread(1, { state: [line.trim()] })] })
    // Of no thread.
    expect(read(line)).toEqual(other(line))
    expect(read(`Thread 0x1\nHeaviest stack of\n${line}`)).toEqual({ threads: [thread(1)], ...other(line) })
  })
  test.each(attribute.wrong)('not %j', (line) => {
    expect(read(`Thread 0x1\n${line}`)).toEqual({ threads: [thread(1)], ...other(line) })
  })
})

describe('a row of the kernel’s extensions', () => {
  const hex = (...right: readonly string[]): Part => ({ right, wrong: ['', '1', '0x', '0xg'] })
  const id = '0A1B2C3D-4E5F-6a7b-8c9d-0e1f2a3b4c5d'
  const { right, wrong } = formsOf(
    maybeBlanks,
    { right: ['12', '7', '345'], wrong: ['', 'x'] },
    blanks,
    { right: ['3', '0', '12'], wrong: ['', 'x'] },
    { right: [' ', '  \t'] },
    hex('0xffffff7f80', '0x1', '0'),
    { right: [' ', '  \t'], wrong: [''] },
    hex('0x2000', '0x1'),
    { right: [' ', '  \t'], wrong: [''] },
    hex('0x1000', '0x1', '0'),
    { right: [' ', '  \t'], wrong: [''] },
    { right: ['com.shop.till', 't', 'till-7'], wrong: ['', 'a b'] },
    { right: [' ', '  \t'], wrong: [''] },
    { right: ['(7.1)', '(1)', '()', '(7 and 8)'], wrong: ['7', '(a(b))'] },
    { right: [` ${id}`, `  \t${id}`, '', ` ${id.slice(1)}`, ` ${id} <3>`] },
  )
  test.each(right.map((pieces) => ({ pieces, text: pieces.join('') })))('$text', ({ pieces, text }) => {
    const [, index, , references, , address = '', , size = '', , wired, , name, , version = '', behind = ''] = pieces
    const bare = version.slice(1, -1)
    const uuid = behind.includes(id) ? id : ''
    const isLoaded = address !== '0'
    expect(read(text)).toEqual({
      sections: [
        [
          'Kernel extensions',
          ['Index', 'Refs', 'Address', 'Size', 'Wired', 'Name', 'Version', 'UUID'],
          [[index, references, address, size, wired, name, bare, uuid]],
        ],
      ],
      ...(isLoaded && {
        images: [
          {
            index: 0,
            name,
            bundleId: name,
            version: bare,
            loadAddress: BigInt(address),
            size: Number(size),
            origin: 'system',
            ...(uuid && { uuid: uuid.toUpperCase() }),
          },
        ],
      }),
    })
  })
  test.each(wrong)('not %j', (text) => {
    expect(read(text)['images']).toBeUndefined()
    expect(JSON.stringify(read(text)['sections'])).not.toContain('Kernel extensions')
  })
})

describe('a power report without its head', () => {
  const id = '0A1B2C3D-4E5F-6A7B-8C9D-0E1F2A3B4C5D'
  const own = ['Path: /Shop/Till', `UUID: ${id}`, 'Version: 7', 'Old Path: /Old', 'UUIDs: 3', 'My UUID: 4', 'Paths: 5']
  const text = [
    'Powerstats for: Till [7]',
    ...own,
    row,
    'Binary Images:',
    '0x1000 - 0x2fff Till',
    '0x3000 - 0x3fff Box',
  ]
  const header = (fields: readonly (readonly [string, string])[], lines = text) => {
    const found = new SpindumpReader(new ReportBuilder('till.txt'), fields).read(eachLine(lines.join('\n')))
    return [found.header, found.images.map(({ uuid }) => uuid)]
  }
  const named = {
    process: 'Till',
    pid: 7,
    path: '/Shop/Till',
    version: '7',
    fields: [
      ['Process', 'Till [7]'],
      ['Path', '/Shop/Till'],
      ['UUID', id],
      ['Version', '7'],
    ],
  }
  test('takes them from its one process', () => {
    for (const fields of [[['Old Command', 'x']], [['PIDs', '3']], [['OS Version', '9']]] as const) {
      const os = fields[0][0] === 'OS Version' ? { os: '9' } : {}
      expect(header(fields)).toEqual([{ ...named, ...os, fields: [...fields, ...named.fields] }, [id, undefined]])
    }
  })
  test.each(['Process', 'COMMAND', 'Pid'])('but not where it has a field %s', (key) => {
    const [found, uuids] = header([[key, '9']])
    expect([found, uuids]).toEqual([
      { ...(key === 'Pid' ? { pid: 9 } : { process: '9' }), fields: [[key, '9']] },
      [undefined, undefined],
    ])
  })
  test('nor of two processes, or of another report', () => {
    const fields = [['OS Version', '9']] as const
    const none = [{ os: '9', fields }, [undefined, undefined]]
    expect(header(fields, [...text, 'Powerstats for: Box'])).toEqual(none)
    expect(header(fields, ['Process: Till [7]', ...text.slice(1)])).toEqual(none)
  })
})
