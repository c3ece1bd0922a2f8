/** Pieces out of the middle of an `.ips` report that begin among the registers of a thread. */
import { describe, expect, test } from 'vitest'
import { damageOf } from '../../../src/core/reading/damage.ts'
import { read } from './rows/reading.ts'

const state = `296},{"value":6127604032}],"flavor":"ARM_THREAD_STATE64","lr":{"value":6579983928},"esr":{"value":4060086273,"description":"(Breakpoint) brk 1"},"pc":{"value":6579983936,"matchesCrashFrame":1},"far":{"value":0}},"queue":"com.apple.main-thread",`
const frame = (offset: number, name: string): string =>
  `{"imageOffset":${offset},"symbol":"${name}","symbolLocation":4,"imageIndex":3}`
const frames = [
  frame(85130, '-[TLTill count:]'),
  frame(54232, 'sell'),
  frame(54000, '__45-[TLShelf fill]_block_invoke'),
].join()
const piece = `${state}"frames":[${frames}`
const cut = ',{"imageOffset":17046012,"symbol":"-[TLWindow(TLCon'

const only = (text: string) => {
  const { reports } = read(text)
  expect(reports.map(({ format }) => format)).toEqual(['ips-fragment'])
  const [report] = reports
  const thread = report?.threads[0]
  if (!report || !thread) throw new Error('no thread')
  return { report, thread, names: thread.frames.map(({ symbol }) => symbol?.name) }
}
const damages = (text: string) =>
  damageOf({ report: only(text).report, resolutions: [], images: [], explanations: [] }).map(({ code }) => code)
const NAMES = ['-[TLTill count:]', 'sell', '__45-[TLShelf fill]_block_invoke']

describe('a piece that begins among the registers', () => {
  test.each([
    ['whole lines', `${piece}]}]}`],
    ['words and a fence', `Here it is:\n\`\`\`\n${piece}]}]}\n\`\`\`\nThanks.\n`],
    [
      'a line break in the last name',
      `\`\`\`\n${piece.replace('__45-[TL', '__45-[\nTL')},${frame(1, 'main')}]}]}\n\`\`\`\n`,
    ],
    ['a line break in an earlier name', `${piece.replace('-[TLTill', '-[TL\nTill')},${frame(1, 'main')}`],
  ])('%s: registers, mark and queue', (_, text) => {
    const { thread, names } = only(text)
    expect(names.slice(0, 3)).toEqual(NAMES)
    expect(thread).toMatchObject({ crashed: true, unnumbered: true, queue: 'com.apple.main-thread' })
    expect(thread.registers?.map(({ name }) => name)).toEqual(['lr', 'esr', 'pc', 'far'])
    expect(thread.registers?.[1]).toEqual({ name: 'esr', value: 4060086273n, note: '(Breakpoint) brk 1' })
  })

  test('without the mark at the counter no thread crashed', () => {
    expect(only(piece.replace(',"matchesCrashFrame":1', '')).thread.crashed).toBe(false)
    expect(only(piece.replace('"matchesCrashFrame":1', '"matchesCrashFrame":0')).thread.crashed).toBe(false)
  })

  test('a whole thread state', () => {
    const text = `{"value":1}}},"threads":[{"threadState":{"x":[{"value":7}],"pc":{"value":9}},"frames":[${frames}]}]`
    expect(read(text).reports[0]?.threads[0]?.registers).toEqual([
      { name: 'x0', value: 7n },
      { name: 'pc', value: 9n },
    ])
  })

  test('a last frame that is cut in its name has its offset', () => {
    const { thread, names } = only(piece + cut)
    expect(names).toEqual([...NAMES, '-[TLWindow(TLCon…'])
    expect(thread.frames.at(-1)?.offset).toBe(17046012)
    expect(only(`${piece}${cut}t) go]","symbolLocation":12`).names.at(-1)).toBe('-[TLWindow(TLCont) go]')
  })

  test('a last frame that is cut before its name is none', () => {
    for (const end of [
      ',{"imageOffset":1704',
      ',{"imageOffset":17046012,"sym',
      ',{',
      ',{"imageOffset":17046012,"symbol":"',
    ])
      expect(only(piece + end).names, end).toEqual(NAMES)
  })
})

describe('the list of images', () => {
  test('missing', () => {
    expect(damages(`${piece}]}]}`)).toEqual(['images-missing'])
  })

  test('cut off in its first entry', () => {
    const text = `,"symbolLocation":0},{"value":7}],"flavor":"ARM_THREAD_STATE64","esr":{"value":1442840704,"description":"(Syscall)"}},"frames":[${frames}]}],\n  "usedImages" : [\n  {\n    "source" : "P",\n    "base" : 4330979328,\n    "\n`
    expect(damages(text)).toEqual(['images-cut'])
    expect(only(text).thread.registers).toEqual([{ name: 'esr', value: 1442840704n, note: '(Syscall)' }])
    expect(only(text).report.images).toEqual([])
  })

  test('cut off in its second entry', () => {
    const text = `${piece}]}],"usedImages":[{"base":4330979328,"name":"Till","uuid":"0a000000-0000-4000-8000-000000000001"},{"ba`
    expect(damages(text)).toEqual(['images-cut'])
    expect(only(text).report.images.map(({ name }) => name)).toEqual(['Till'])
  })
})
