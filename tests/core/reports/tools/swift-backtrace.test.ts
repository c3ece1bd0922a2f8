/** Lines of the Swift runtime's backtraces in all their forms. */
import { describe, expect, test } from 'vitest'
import { swiftBacktraceFormat } from '../../../../src/core/reports/tools/swift-backtrace.ts'
import { formsOf, maybeBlanks, type Part } from '../../../support/text-forms.ts'
import { claims } from '../../../support/claims.ts'

const row = '0 0x0000000104cb8010 count() + 4 in Till at /shop/till.swift:7:3'
const sniff = (text: string): boolean => claims(swiftBacktraceFormat, text)
const read = (text: string) => {
  const outcome = swiftBacktraceFormat.parse({ path: 'till.txt', bytes: new Uint8Array(0), text })
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  return report
}
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))

describe('the banner', () => {
  const banner = formsOf(
    { right: ['***', '💣', 'log: ***'], wrong: ['**', ''] },
    { right: [' ', '', '\t '], wrong: ['x'] },
    { right: ['Program crashed', 'Swift runtime failure', 'Fatal error'], wrong: ['Program'] },
    { right: [': ', ', ', ' ', ':'] },
    { right: ['Bad pointer at 0x00000010', 'x'] },
    { right: ['', ' ***', '***', '\t ***'] },
    { right: ['', '  ', '\t'] },
  )
  test.each(banner.right.map((pieces) => ({ text: pieces.join(''), words: pieces[4] })))('$text', ({ text, words }) => {
    const address = words === 'x' ? {} : { address: 0x10n }
    expect(sniff(`said\n${text}\n${row}`)).toBe(true)
    expect(sniff(text)).toBe(false)
    expect(read(`said\n${text}\n\n${row}`).exception).toEqual({ message: words, ...address })
  })
  test.each(banner.wrong)('not %j', (text) => {
    expect(sniff(`${text}\n${row}`)).toBe(false)
  })
  test.each<[string, object | undefined]>([
    ['*** Program crashed ***', undefined],
    ['*** Program crashed: x at 0xAbC', { message: 'x at 0xAbC', address: 0xabcn }],
    ['*** Program crashed: x at 0x', { message: 'x at 0x' }],
    ['*** Program crashed: xat 0x10', { message: 'xat 0x10' }],
  ])('%j', (text, exception) => {
    expect(read(`${text}\n\n${row}`).exception).toEqual(exception)
  })
})

describe('the heading of a thread', () => {
  const number: Part = { right: ['0', '12', '345'], wrong: ['', 'x'] }
  const head = formsOf(
    maybeBlanks,
    'Thread ',
    number,
    { right: ['', ' "till"', ' "t of shop"', ' ""'], wrong: [' "a" "b"'] },
    { right: ['', ' (7)', ' (123)'], wrong: [' ()', ' (x)'] },
    { right: ['', ' crashed'], wrong: [' Crashed'] },
    ':',
    { right: ['', ' ', '\t '], wrong: ['x', ' x'] },
  )
  const other = `\n\nThread 99 crashed:\n\n${row}`
  test.each(head.right)('%j%s%s%s%s%s%s%s', (...pieces) => {
    const [, , id, name = '', , crashed] = pieces
    const [thread] = read(`${pieces.join('')}\n\n${row}${other}`).threads
    const { frames = [], span, ...rest } = thread ?? {}
    const title = /"(.*)"/.exec(name)?.[1]
    expect(rest).toEqual({ id: Number(id), crashed: crashed !== '', ...(title !== undefined && { name: title }) })
    expect([frames.length, span]).toEqual([1, expect.anything()])
  })
  test.each(head.wrong)('not %j', (text) => {
    const [thread] = read(`${text}\n\n${row}${other}`).threads
    expect([thread?.id, thread?.name, thread?.crashed]).toEqual([0, undefined, false])
  })
  const crashed = formsOf(
    maybeBlanks,
    'Thread ',
    number,
    { right: ['', ' "till"', ' ""'], wrong: [' till', ' "a" "b"'] },
    ' crashed:',
    { right: ['', ' ', '\t '], wrong: ['x', ' x'] },
  )
  test.each(joined(crashed.right))('%j', (text) => {
    expect([sniff(`said\n${text}\n${row}`), sniff(text)]).toEqual([true, false])
    expect(read(`${row}\n\n${text}\n\n${row}`).threads.map((thread) => thread.crashed)).toEqual([false, true])
  })
  test.each(crashed.wrong)('%j is of no crash', (text) => {
    expect(sniff(`${text}\n${row}`)).toBe(false)
    expect(read(`${row}\n\n${text}\n\n${row}`).threads[0]?.crashed).toBe(true)
  })
})

describe('registers', () => {
  const title = formsOf(maybeBlanks, 'Registers:', { right: ['', ' ', '\t '], wrong: ['x', ' x'] })
  const registers = (...lines: readonly string[]) =>
    read(`Thread 0 crashed:\n\n${row}\n\n${lines.join('\n')}`).threads[0]?.registers
  const line = 'x0 0x0000000104cb8010'
  test.each(joined(title.right))('%j', (text) => {
    expect(registers(text, '', line)).toEqual([{ name: 'x0', value: 0x104cb8010n }])
  })
  test.each(title.wrong)('not %j', (text) => {
    expect(registers(text, line)).toBeUndefined()
  })
  const one = formsOf(
    { right: ['', ' ', '\t \t'], wrong: ['-'] },
    { right: ['x0', 'rflags', 'cpsr'], wrong: ['x', 'X0', 'rflagsx', '0x'] },
    { right: [' ', '\t', '   '], wrong: [''] },
    { right: ['0x0000000104cb8010', '0x04cb8010'], wrong: ['0x4cb8010', '0x004cb8010', '0x00000000104cb80100'] },
    { right: ['', ' 4375412752', '\tx'], wrong: ['x', ':'] },
  )
  test.each(one.right)('%j%s%s%s%s', (...pieces) => {
    const [, name, , value = ''] = pieces
    const last = { name: 'pc', value: 0x104cb8014n }
    expect(
      registers('Registers:', pieces.join(''), '', 'pc 0x0000000104cb8014', 'Images', 'x1 0x0000000104cb8018'),
    ).toEqual([{ name, value: BigInt(value) }, last])
  })
  test.each(one.wrong)('not %j', (text) => {
    expect(registers('Registers:', text, line)).toBeUndefined()
  })
  test('belong to threads that crashed', () => {
    const text = `Thread 1:\n\n${row}\n\nThread 2 crashed:\n\n${row}\n\nRegisters:\n${line}`
    expect(read(text).threads.map((thread) => thread.registers?.length)).toEqual([undefined, 1])
  })
})

test.each<[string, object]>([
  [
    'Platform: arm64 macOS 15.1 (24B83)',
    { arch: 'arm64', os: 'macOS 15.1 (24B83)', fields: [['Platform', 'arm64 macOS 15.1 (24B83)']] },
  ],
  ['Platform:\t  x  \t l  ', { arch: 'x', os: 'l', fields: [['Platform', 'x  \t l']] }],
  ['Platform:x86_64 Linux', { arch: 'x86_64', os: 'Linux', fields: [['Platform', 'x86_64 Linux']] }],
  ['xPlatform: arm64 macOS', { fields: [] }],
  ['Platform: arm64', { fields: [] }],
])('%j', (text, header) => {
  expect(read(`*** Program crashed: x\n\n${row}\n\n${text}\n`).header).toEqual(header)
})

test('words of a fatal error', () => {
  const text = `till.swift:7: Fatal error: no drawer \nFatal error: second\nxFatal error: third\n\n*** Program crashed: x\n\n${row}`
  expect(read(text).applicationInfo).toEqual(['till.swift:7: Fatal error: no drawer', 'Fatal error: second'])
})
