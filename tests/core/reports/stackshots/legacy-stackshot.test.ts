/** Lines of the stackshots that iOS 7 wrote as text, in all their forms. */
import { describe, expect, test } from 'vitest'
import type { RowWriter } from '../../../../src/core/reports/base/write-back.ts'
import { legacyStackshotFormat } from '../../../../src/core/reports/stackshots/legacy-stackshot.ts'
import { stackshotWriteBack } from '../../../../src/core/reports/stackshots/stackshot-write-back.ts'
import { formsOf, type Part } from '../../../support/text-forms.ts'
import { claims } from '../../../support/claims.ts'

const sniff = (text: string): boolean => claims(legacyStackshotFormat, text)
const read = (...lines: readonly string[]) => {
  const outcome = legacyStackshotFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text: lines.join('\n') })
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const { header, threads, images, sections, problems } = report
  return {
    header,
    threads: threads.map(({ frames, ...thread }) => ({
      ...thread,
      frames: frames.map(({ address, kind, image }) => [address, kind, image]),
    })),
    images,
    tables: sections.map((section) => (section.kind === 'table' ? [section.columns.slice(2), section.rows] : [])),
    problems: problems.map(({ code, line }) => [code, line]),
  }
}
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))
const end: Part = { right: ['', ' ', '\t '], wrong: ['x', ' x'] }
const pid: Part = { right: ['41', '7', '123456789'], wrong: ['', 'x', '1234567890'] }
const hex: Part = { right: ['1f', '1', '1AF'], wrong: ['', 'g', '0'.repeat(17)] }

describe('a process', () => {
  const forms = formsOf(
    { right: ['Process '], wrong: ['xProcess ', 'Processes '] },
    pid,
    ' ',
    {
      right: ['info', 'binary images', 'Till threads', 'T threads', 'my threads of Till threads'],
      wrong: ['', 'images', 'threads'],
    },
    ':',
    end,
  )
  test.each(forms.right)('%j%s%s%s%s%s', (...pieces) => {
    const [, number, , words = ''] = pieces
    const name = words.endsWith(' threads') ? words.slice(0, -' threads'.length) : ''
    const found = read(pieces.join(''), '\tkey: 7', 'thread 0x1f TH_RUN')
    expect(found.tables[0]).toEqual([['key'], [[name, number, '7']]])
    expect(found.tables[1]?.[1]).toEqual([['31', name, '']])
    expect(found.threads).toMatchObject([{ id: 31, process: Number(number), ...(name && { name }) }])
  })
  test.each(forms.wrong)('not %j', (text) => {
    expect(read(text, '\tkey: 7').tables).toEqual([])
  })
  const marks = formsOf(
    { right: ['Process '], wrong: ['xProcess '] },
    pid,
    ' ',
    { right: ['info', 'binary images'], wrong: ['Till threads'] },
    ':',
    {
      right: ['', ' ', '\t ', '\r'],
      wrong: ['x'],
    },
  )
  test.each(joined(marks.right))('%j is claimed', (text) => {
    expect(sniff(`said\n${text}\nthread 0x1f TH_`)).toBe(true)
    expect(sniff(text)).toBe(false)
  })
  test.each([
    ...marks.wrong.map((text) => `${text}\nthread 0x1f TH_`),
    ...['xthread 0x1 TH_', 'thread 0x TH_', 'thread 0x1 RUN'].map((text) => `Process 1 info:\n${text}`),
  ])('not %j', (text) => {
    expect(sniff(text)).toBe(false)
  })
})

describe('a thread', () => {
  const forms = formsOf(
    { right: ['thread 0x'], wrong: ['xthread 0x', 'thread '] },
    hex,
    ' ',
    { right: ['TH_RUN', 'TH_WAIT|TH_UNINT', 'T'], wrong: ['', 'TH-RUN', '7'] },
    { right: ['', ' ', ' 0x1 wait on till', ` ${'x'.repeat(60)}`], wrong: [` ${'x'.repeat(61)}`] },
  )
  test.each(forms.right)('%j%s%s%s%s', (...pieces) => {
    const [, id = '', , state = '', event = ''] = pieces
    const text = pieces.join('')
    const found = read('Process 41 info:', text)
    const own = { id: Number(`0x${id}`), crashed: false, process: 41, state: state.split('|'), frames: [] }
    expect(found.threads).toEqual([{ ...own, span: { start: 17, end: 17 + text.length } }])
    expect(found.tables[1]?.[1]).toEqual([[String(own.id), '', event.slice(1)]])
  })
  test.each(forms.wrong)('not %j', (text) => {
    expect(read('Process 41 info:', text).threads).toEqual([])
  })
})

describe('rows', () => {
  const forms = formsOf(
    '\t',
    { right: ['user', 'kernel', 'kernel cont', 'USER'], wrong: ['users', 'xuser'] },
    ':',
    { right: ['', ' ', '\t  '], wrong: ['x'] },
    { right: ['0x1000', '0xABC 0x2000', '0x1000\t  0x2000 '], wrong: ['', '0xg', '1000'] },
  )
  test.each(forms.right)('%j%s%s%s%s', (...pieces) => {
    const [, kind = '', , , words = ''] = pieces
    const found = read('Process 41 info:', 'thread 0x1f TH_RUN', pieces.join(''))
    const kinds = kind === 'user' ? ['exact', 'return'] : kind === 'kernel' ? ['return', 'return'] : ['async', 'async']
    const known = kind === 'USER' ? undefined : kinds
    expect(found.threads[0]?.frames.map(([address, how]) => [address, known && how])).toEqual(
      words
        .trim()
        .split(/\s+/)
        .map((word, at) => [BigInt(word), known?.[at]]),
    )
    expect(found.problems).toEqual([])
  })
  test.each([...forms.wrong, 'x\tuser: 0x1000'])('not %j', (text) => {
    expect(read('Process 41 info:', 'thread 0x1f TH_RUN', text).threads[0]?.frames).toEqual([])
  })
  test.each(['0xg', '0x00000000000000001', 'x0x1', '0x1x', '1'])('end before %j', (word) => {
    const found = read('Process 41 info:', 'thread 0x1f TH_RUN', `\tuser: 0x1000 ${word} 0x2000`)
    expect([found.threads[0]?.frames.map(([address]) => address), found.problems]).toEqual([
      [0x1000n],
      [['unreadable-row', 3]],
    ])
  })
  test('of no thread are none', () => {
    expect(read('Process 41 info:', '\tuser: 0x1000').threads).toEqual([])
  })
  const uuid = '0a1b2c3d4e5f6A7B8c9d0e1f2a3b4c5d'
  const image = formsOf(
    { right: [' ', '\t', ' '.repeat(8)], wrong: ['', ' '.repeat(9)] },
    '0x',
    { right: ['1000', '1', 'F00'], wrong: ['', 'g', '0'.repeat(17)] },
    ' <',
    { right: [uuid], wrong: [uuid.slice(1), `g${uuid.slice(1)}`] },
    '>',
    { right: ['', ' x'] },
  )
  test.each(image.right)('an image: %j%s%s%s%s%s%s', (...pieces) => {
    const loadAddress = BigInt(`0x${pieces[2] ?? ''}`)
    expect(read('Process 41 binary images:', pieces.join('')).images).toEqual([
      { index: 0, name: '???', uuid: '0A1B2C3D-4E5F-6A7B-8C9D-0E1F2A3B4C5D', loadAddress },
    ])
  })
  test.each([...image.wrong, `x 0x1000 <${uuid}>`])('not %j', (text) => {
    expect(read('Process 41 binary images:', text).images).toEqual([])
  })
})

describe('fields', () => {
  const forms = formsOf(
    { right: ['Date', 'D', 'OS Version', 'My-key_7'], wrong: ['date', '', '7', 'Ä'] },
    ':',
    { right: [' ', '\t', '    '], wrong: [''] },
    { right: ['x', 'x of y: z'], wrong: [''] },
    { right: ['', ' \t'] },
  )
  test.each(forms.right)('%j%s%s%s%s', (...pieces) => {
    expect(read(pieces.join('')).header.fields).toEqual([[pieces[0], pieces[3]]])
  })
  test.each([...forms.wrong.filter((text) => !text.endsWith(': ')), 'xDate: x'])('not %j', (text) => {
    expect(read(text).header.fields).toEqual([])
  })
  const lacking = formsOf(
    { right: ['Thermal data', 'T', 'My-data_7'], wrong: ['thermal', '', '7', 'Ä'] },
    ' ',
    { right: ['unavailable'], wrong: ['available'] },
    { right: ['', ' ', '\t '], wrong: ['x', ' x'] },
  )
  test.each(lacking.right)('%j%s%s%s', (...pieces) => {
    expect(read(pieces.join('')).header.fields).toEqual([[pieces[0], 'unavailable']])
  })
  test.each([...lacking.wrong, 'xThermal unavailable'])('not %j', (text) => {
    expect(read(text).header.fields).toEqual([])
  })
  const statistic = formsOf(
    '\t',
    { right: ['user   time', 'U', 'a-b_7 c'], wrong: ['7', '', 'Ä'] },
    ':',
    { right: ['', ' ', '\t  '] },
    { right: ['0.5 seconds', '7'], wrong: [''] },
    { right: ['', '  '] },
  )
  test.each(statistic.right)('%j%s%s%s%s%s', (...pieces) => {
    expect(read('Process 41 info:', pieces.join('')).tables).toEqual([
      [[pieces[1]?.replace(/ +/g, ' ')], [['', '41', pieces[4]]]],
    ])
  })
  test.each([...statistic.wrong, 'x\tkey: 7', 'key: 7'])('not %j', (text) => {
    expect(read('Process 41 info:', text).tables).toEqual([[[], [['', '41']]]])
  })
  test('the header of the report', () => {
    const { header } = read('Incident Identifier: 1', 'Hardware Model: Till9,1', 'Date: 2014', 'OS Version: 7.1')
    expect(header).toMatchObject({ incident: '1', device: 'Till9,1', date: '2014', os: '7.1' })
    expect(read('{"os_version":"7.0"}', 'Date: x').header.os).toBe('7.0')
    expect(read('{"os_version":"7.0"}', 'OS Version: 7.1').header.os).toBe('7.1')
    expect(read(' {"os_version":"7.0"}').header.os).toBeUndefined()
  })
})

describe('names in rows of stackshots', () => {
  const row = stackshotWriteBack.row
  const write = (printed: string, frame: object = {}, file?: string) =>
    row?.(
      { function: 'count', functionOffset: 12, ...(file && { file, line: 7 }) } as Parameters<RowWriter>[0],
      { printed, frame, image: undefined } as unknown as Parameters<RowWriter>[1],
    )
  test.each<[printed: string, expected: string]>([
    ['??? (Till + 4660)', 'Till + 4660'],
    ['count + 12 (till.swift:7 in Till + 4660)', 'Till + 4660'],
    ['count + 12 (a of b.swift:7 in Till + 4660) \t', 'Till + 4660'],
    ['??? (Till (Box) + 4660)', 'Till (Box) + 4660'],
    ['??? (Till () + 1)', 'Till () + 1'],
    ['??? (Till + 4660) x', '???'],
    ['??? (Till + x)', '???'],
    ['count(of:) (Till + 7)', 'Till + 7'],
    ['Till', '???'],
  ])('%j', (printed, expected) => {
    expect(write(printed)).toBe(`count + 12 (${expected})`)
    expect(write(printed, {}, '/shop/till.swift')).toBe(`count + 12 (till.swift:7 in ${expected})`)
  })
  test('by the frame', () => {
    expect(write('x', { imageName: 'Till' })).toBe('count + 12 (Till)')
    expect(write('x', { imageName: 'Till', offset: 7 })).toBe('count + 12 (Till + 7)')
  })
})
