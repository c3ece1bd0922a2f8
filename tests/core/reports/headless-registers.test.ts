/** Registers of a crashed thread in a tail of a report: the heading above them is cut off. */
import { describe, expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { read } from './rows/reading.ts'

const arm = `   x12: 0x0000000000000031  x13: 0x0000000000000032  x14: 0x0000000000000000  x15: 0xffffffffffffffd8
   x28: 0x0000000000000001   fp: 0x000000016b6714e0   lr: 0x00000001950071d4
    sp: 0x000000016b671460   pc: 0x0000000195004278 cpsr: 0x00001000
   far: 0x0000000104ffc000  esr: 0x92000007 (Data Abort) byte read Translation fault
`
const intel = `  r12: 0x00007ffee96811e0  r13: 0x000000000000008c  r14: 0x00007ffee96811d8  r15: 0x00007ffee96811d0
  rip: 0x0000000195004278  rfl: 0x0000000000000246  cr2: 0x000000010c3e2e80

Logical CPU:     0
Error Code:      0x00000000
Trap Number:     3
`
const list = `
Binary Images:
       0x10478c000 -        0x104cc3fff com.example.till (0.2.8) <daa37c2a-547b-314b-bb8f-7bc1e55a4e60> /Applications/Till.app/Contents/MacOS/Till
       0x194f88000 -        0x1950234cf libshelf.dylib (*) <9cf0401a-a938-389e-a77d-9e9608076cc0> /usr/lib/libshelf.dylib
`
const only = (text: string) => {
  const { reports, told, frames } = read(text)
  expect(reports).toHaveLength(1)
  const [report] = reports
  if (!report) throw new Error('no report')
  return { report, told, frames, thread: report.threads[0] }
}
const headline = (text: string) =>
  explain({ report: only(text).report, resolutions: [], images: [], explanations: [] }).explanations[0]

describe('registers without their heading', () => {
  test.each([
    ['arm64, with images', arm + list],
    ['arm64, cut inside the first row', arm.slice(12) + list],
    ['arm64, cut inside the first name', arm.slice(5) + list],
  ])('%s: the crashed thread stood at pc', (_, text) => {
    const { report, thread, frames, told } = only(text)
    expect(thread).toMatchObject({ crashed: true, unnumbered: true })
    // What `lr` holds may be of a call that returned.
    expect(frames).toEqual(['0x195004278 exact libshelf.dylib 508536'])
    expect(thread?.registers?.at(-1)).toEqual({
      name: 'esr',
      value: 0x92000007n,
      note: '(Data Abort) byte read Translation fault',
    })
    expect(report.images.map(({ name }) => name)).toEqual(['Till', 'libshelf.dylib'])
    expect(report.sections).toEqual([])
    expect(told).toEqual([])
  })

  test('arm64 without a list of images', () => {
    expect(only(arm)).toMatchObject({ thread: { crashed: true }, report: { format: 'apple-crash-text' } })
  })

  test('Intel: the instruction alone', () => {
    const { thread, frames } = only(intel)
    expect(frames).toEqual(['0x195004278 exact ? '])
    expect(thread).toMatchObject({ crashed: true, unnumbered: true })
    expect(headline(intel)?.message?.code).toBe('processor-trap')
  })

  test('a number that the header gives is that of the thread', () => {
    const { thread } = only(`Process: Till [7]\nCrashed Thread:  3\n\n${arm}`)
    expect(thread).toMatchObject({ id: 3, crashed: true })
    expect(thread?.unnumbered).toBeUndefined()
  })

  test('below the crashed thread they are its own, and no frames', () => {
    const { report, frames } = only(
      `Thread 2 Crashed:\n0   Till   0x000000010478c100 0x10478c000 + 256\n\n${arm}${list}`,
    )
    expect(report.threads).toHaveLength(1)
    expect(report.threads[0]?.registers).toHaveLength(12)
    expect(frames).toEqual(['0x10478c100 exact Till 256'])
  })

  test('below threads of which none crashed they are of nobody', () => {
    const { report } = only(`Thread 2:\n0   Till   0x000000010478c100 0x10478c000 + 256\n\n${arm}${list}`)
    expect(report.threads.map(({ crashed, registers }) => [crashed, registers])).toEqual([[false, undefined]])
  })

  test('with a heading they have its number, and are the stack where there is no other', () => {
    const { thread, frames } = only(`Thread 4 crashed with ARM Thread State (64-bit):\n${arm}${list}`)
    expect(thread).toMatchObject({ id: 4, crashed: true })
    expect(frames).toHaveLength(1)
  })

  test('a counter of null is no frame', () => {
    expect(only(arm.replace('0x0000000195004278', '0x0000000000000000')).frames).toEqual([])
  })

  test('a thread that stands at a breakpoint instruction', () => {
    const text = arm.replace('0x92000007 (Data Abort) byte read Translation fault', '0xf2000001 (Breakpoint) brk 1')
    expect(headline(text)?.message).toMatchObject({ code: 'processor-trap', params: { trap: 'breakpoint' } })
  })

  test('names of no register, and other words before them, are none', () => {
    const other = arm.replace(/x12|x28/g, 'knob').replace(/ +(?:sp|far):.*\n/g, '')
    for (const text of [other, other.replace(/^/gm, 'I saw ')])
      expect(read(text + list).reports.flatMap(({ threads }) => threads)).toEqual([])
  })
})

describe('a syndrome that alone gives the end', () => {
  const withEsr = (esr: string, far = '0x0000000104ffc000'): string =>
    arm.replace('0x92000007', esr).replace('0x0000000104ffc000', far)

  /** Bits of the syndrome: Arm ARM D24.2.40. */
  test.each([
    ['0x92000007', 'read', false, '0x104ffc000'],
    ['0x92000047', 'write', false, '0x104ffc000'],
    ['0x9200004f', 'write', true, '0x104ffc000'],
    ['0x9600000f', 'read', true, '0x104ffc000'],
    ['0x82000006', 'execute', false, '0x104ffc000'],
    ['0x8600000f', 'execute', true, '0x104ffc000'],
    ['0x92000407', 'read', false, undefined],
  ])('%s: an access, likely', (esr, touch, isPresent, address) => {
    const found = headline(withEsr(esr))
    expect(found).toMatchObject({ grade: 'likely', message: { params: { touch, isPresent, address } } })
    expect(found?.message?.code).toBe('processor-page-fault')
    expect(found?.evidence).toBe(`esr ${esr} is of a failed access${address === undefined ? '' : `, far ${address}`}`)
  })

  test.each(['0x56000080', '0x92000021', '0x92000011', '0x00000000'])('%s says nothing of an access', (esr) => {
    expect(headline(withEsr(esr))?.message?.code).not.toBe('processor-page-fault')
  })

  test('a report with an exception has its own words', () => {
    const text = `Process: Till [7]\nException Type:  EXC_CRASH (SIGABRT)\nCrashed Thread:  3\n\n${arm}`
    expect(headline(text)?.message?.code).not.toBe('processor-page-fault')
  })
})
