/** No row is lost without a word, and none is read twice. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachFrame } from '../../../../src/core/model/each-frame.ts'
import { fixtureBytes } from '../fixture.ts'
import { read } from './reading.ts'
import { dumps } from './wrappings.ts'

const fixture = (path: string): string => new TextDecoder().decode(fixtureBytes(path))
const ips = fixture('ips-crash/ios-segv.ips')
const crash = fixture('apple-crash-text/ios-abort.crash')

const placed = (offset: number) => ({ offset, address: `0x${(0x104cc8000 + offset).toString(16).padStart(16, '0')}` })
const row = fc.record({
  image: fc.constantFrom('Harbor', 'UIKitCore', 'libdispatch.dylib'),
  offset: fc.integer({ min: 4, max: 1 << 20 }),
})
const style = fc.constantFrom('symbols', 'load', 'lldb')
const prefix = fc.constantFrom('', '20:02:33.483 ', 'flutter: ', '> ', '[ERROR] a.c:12: ', '\t')

test('rows found are frames returned and rows reported as lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(style, prefix, fc.array(row, { minLength: 2, maxLength: 8 })), { minLength: 1, maxLength: 4 }),
      (stacks) => {
        // A stack that is printed again is read once: none is equal to another here.
        const text = stacks
          .map(([how, before, rows], number) =>
            rows
              .map((one, at) => {
                const { image } = one
                const { offset, address } = placed(one.offset + (number << 21))
                if (how === 'lldb') return `${before}frame #${at}: ${address} ${image}\`main + ${offset}`
                const place = how === 'load' ? `0x104cc8000 + ${offset}` : `${image} + ${offset}`
                return `${before}${at}   ${image.padEnd(30)} ${address} ${place}`
              })
              .join('\n'),
          )
          .join('\n\nand then\n\n')
        const count = stacks.reduce((sum, [, , rows]) => sum + rows.length, 0)
        const { frames, lost } = read(text)
        expect(frames.length + lost).toBe(count)
      },
    ),
    { numRuns: 150 },
  )
})

test.each([
  ['an .ips and a text report behind it', ips, crash],
  ['a text report and an .ips behind it', crash, ips],
  ['an .ips and call stack symbols behind it', ips, dumps['symbols of a call stack'] ?? ''],
  ['call stack symbols and an .ips behind them', dumps['symbols of a call stack'] ?? '', ips],
  ['a text report and call stack symbols behind it', crash, dumps['symbols of a call stack'] ?? ''],
  [
    'load addresses and a debugger’s stack behind them',
    dumps['load addresses'] ?? '',
    '* thread #1\n  * frame #0: 0x0000000104ccc074 Harbor`main + 12\n    frame #1: 0x0000000104ccc084 Harbor`start + 4\n',
  ],
])('%s', (_, first, second) => {
  const [one, two] = [read(first), read(second)]
  const both = read(`${first}\n${second}`)
  expect(both.frames.length).toBe(one.frames.length + two.frames.length)
  expect(both.told.filter((code) => code === 'lost-rows')).toEqual([])
  for (const report of both.reports)
    for (const { span, address } of eachFrame(report)) {
      if (!span || report.textKind !== 'rows' || address === undefined) continue
      expect(report.text.slice(span.start, span.end).toLowerCase()).toContain(address.toString(16))
    }
})

test('words around an .ips stay with it', () => {
  const { reports } = read(`It dies:\n\n${ips}\nThanks!`)
  expect(reports).toHaveLength(1)
})

test('a text report that is printed once more as JSON is one report', () => {
  expect(read(fixture('apple-crash-text/macos-translated.crash')).reports).toHaveLength(1)
})

test('a heading that promises a stack of which nothing can be read is told with the first line', () => {
  const { reports, told } = read(
    'Backtrace of Thread 771:\nHarbor at (0x0000000104ccc074)\nHarbor at (0x0000000104ccc084)\n',
  )
  expect(told).toEqual(['lost-rows'])
  expect(reports[0]?.problems[0]).toMatchObject({ code: 'lost-rows', line: 2, params: { count: 2 } })
})

test('sentences that say the same few numbers before an address are no rows; numbers that differ are', () => {
  const stack = '* thread #1\n  * frame #0: 0x0000000104ccc074 Harbor`main + 12\n\n'
  const sentence = (number: number): string => `Pier::dump query BoatsA id    ${number} hc 0x7fd0a996c800 hc.entries 4`
  const lostIn = (numbers: readonly number[]): number => read(stack + numbers.map(sentence).join('\n')).lost
  expect(lostIn([0, 0, 0, 0])).toBe(0)
  expect(lostIn([0, 1, 0, 1])).toBe(0)
  expect(lostIn([0, 1, 2, 3])).toBe(4)
})

test('an image and its offset in one sentence are one frame', () => {
  const { frames } = read('It stops in Harbor 0x0000000104ccc074 Harbor + 16500 and nowhere else.')
  expect(frames).toEqual(['0x104ccc074 exact Harbor 16500'])
})

test('behind a megabyte of log the rows are still read', () => {
  const log = '2021-05-27 20:02:33.483299+0800 Harbor[41034:5171140] hello\n'.repeat(16_000)
  expect(read(log + (dumps['symbols of a call stack'] ?? '')).frames).toHaveLength(9)
})

test('a row whose address contradicts its own load address and offset gets no address, and its line is told', () => {
  const rows = [
    'Thread 0 Crashed:',
    '0   Harbor   0x0000000104cc8380 0x104cc8000 + 896',
    '1   Harbor   0x0000000104cc8B90 0x104cc8000 + 2192',
    '2   Harbor   0x0000000104cc8da0 896',
  ]
  const { reports, told } = read(`${rows.join('\n')}\n`)
  const frames = reports[0]?.threads[0]?.frames ?? []
  expect(frames.map(({ address, symbol }) => [address, symbol?.name])).toEqual([
    [0x104cc8380n, undefined],
    [undefined, undefined],
    [0x104cc8da0n, undefined],
  ])
  expect(told).toContain('misprinted-row')
  expect(reports[0]?.problems.find(({ code }) => code === 'misprinted-row')?.line).toBe(3)
})
