/** Addresses of a report as the builder reads them, and what it says of rows. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import { problem } from '../../../../src/core/messages/problems.ts'
import {
  ReportBuilder,
  type FrameRow,
  type ImageRow,
  type StackRule,
} from '../../../../src/core/reports/base/report-builder.ts'

const at = (address: number | bigint) => runtimeAddress(address)
const APP: ImageRow = { name: 'Till', loadAddress: at(0x1000), size: 0x1000 }
/** The frames of one stack, joined to the images. */
const built = (images: readonly ImageRow[], rows: readonly FrameRow[], rule: StackRule = 'thread') => {
  const builder = new ReportBuilder('a.txt')
  for (const image of images) builder.addImage(image)
  const frames = builder.addStack(rows, rule)
  return { frames, ...builder.finish() }
}
const first = (images: readonly ImageRow[], row: FrameRow) => built(images, [row]).frames[0]

test('a row without one of the parts that most rows have', () => {
  const place = { start: 3, end: 7 }
  const whole = { address: 0x9000n, imageName: '???', offset: 4, symbol: { name: 'pay' }, symbolSpan: place }
  for (const lost of Object.keys(whole)) {
    const row = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== lost))
    expect(first([], row)).toStrictEqual({ id: 0, index: 0, kind: 'exact', ...row })
  }
  const stated = { ...whole, imageName: 'Shop', image: 1 }
  expect(
    first([APP, { name: 'Shop', loadAddress: at(0x8000), size: 0x2000 }, { ...APP, loadAddress: at(0x9000) }], stated),
  ).toStrictEqual({ id: 0, index: 0, kind: 'exact', ...stated })
})

describe('signed addresses', () => {
  const START = 0x1_0400_0000n
  const [signature, offset] = [0x552d_8180_0000_0000n, 0x4000n]
  const address = at((START + offset) | signature)
  const image = (more: object = {}): ImageRow => ({ name: 'Till', loadAddress: at(START), size: 0x10_0000, ...more })
  test.each<[string, readonly ImageRow[], number | undefined]>([
    ['in an image', [image()], 0],
    ['in an image of arm64e', [image({ arch: 'arm64e' })], 0],
    ['in one whose processor signs nothing', [image({ arch: 'x86_64' })], undefined],
    ['in one without a size', [image({ size: undefined })], 0],
    ['in one with no sure size', [image({ size: 0 })], 0],
    ['behind one', [image({ size: 0x4000 })], undefined],
    ['in the last byte of one', [image({ size: 0x4001 })], 0],
    ['without an image', [], undefined],
    ['without an address of the image', [{ name: 'Till', size: 0x10_0000 }], undefined],
  ])('%s', (_, images, found) => {
    const [frame] = built(images, [{ address }]).frames
    expect(frame).toStrictEqual({
      ...{ id: 0, index: 0, kind: 'exact', address },
      ...(found !== undefined && { image: found, offset: 0x4000 }),
    })
  })
  test('a stated image stays, and the offset is that of the address as it stands', () => {
    const other: ImageRow = { name: 'Shop', loadAddress: at(0x1000), size: 0x1000 }
    expect(built([other, image()], [{ address, image: 0 }]).frames[0]?.image).toBe(0)
    expect(built([other, image()], [{ address, image: 1 }]).frames[0]?.offset).toBe(0x4000)
  })
  test('are looked for in their own list alone', () => {
    const builder = new ReportBuilder('a.txt')
    const [own, none] = [builder.newImageList(), builder.newImageList()]
    builder.addImage(image(), own)
    const [inOwn] = builder.addStack([{ address }], 'exact', own)
    const [inNone] = builder.addStack([{ address }], 'exact', none)
    builder.finish()
    expect([inOwn?.image, inNone?.image]).toStrictEqual([0, undefined])
  })
})

describe('return addresses one byte behind an instruction', () => {
  const kinds = (...lows: readonly bigint[]) =>
    built(
      [APP],
      lows.map((low) => ({ address: 0x1000n + low })),
      'return',
    ).frames.map(({ kind }) => kind)
  test('are continuations where all others are instructions of four bytes', () => {
    expect(kinds(0n, 4n, 8n, 12n, 17n)).toStrictEqual(['return', 'return', 'return', 'return', 'async'])
    expect(kinds(0n, 4n, 8n, 17n)).toStrictEqual(['return', 'return', 'return', 'return'])
    expect(kinds(0n, 4n, 8n, 12n, 17n, 18n)).toStrictEqual(new Array(6).fill('return'))
    expect(kinds(0n, 4n, 8n, 12n, 17n, 19n)).toStrictEqual(new Array(6).fill('return'))
    expect(kinds(0n, 4n, 8n, 12n)).toStrictEqual(new Array(4).fill('return'))
  })
})

describe('problems', () => {
  test('of rows', () => {
    const { problems, frames } = built(
      [],
      [
        { address: 1n, loadAddress: 2n, offset: 3, symbol: { name: 'a' }, misprintedIn: 7 },
        { symbol: { name: 'b' }, cutIn: 9 },
      ],
    )
    expect(problems.map(({ code, line, file, params }) => [code, line, file, params])).toStrictEqual([
      ['misprinted-row', 7, 'a.txt', { line: 7 }],
      ['cut-row', 9, 'a.txt', { line: 9 }],
    ])
    expect(frames[0]).toStrictEqual({ id: 0, index: 0, kind: 'exact', symbol: { name: 'a' } })
  })
  const unread = (line: number) => problem('unreadable-row', { part: 'stack', line, text: 'x' }, { line })
  test.each<[number, readonly unknown[]]>([
    [0, []],
    [1, [1]],
    [3, [1, 2, 3]],
    [4, [{ count: 4, lines: ['1', '2', '3'] }, 1, 2, 3]],
  ])('of %d lines that were not read', (count, expected) => {
    const builder = new ReportBuilder('a.txt')
    builder.problem(problem('cut-row', { line: 50 }, { line: 50 }))
    for (let line = 1; line <= count; line++) builder.problem(unread(line))
    const { problems } = builder.finish()
    expect(problems.map(({ code, line, params }) => (code === 'unreadable-rows' ? params : line))).toStrictEqual([
      ...expected,
      50,
    ])
    expect(problems.every(({ file }) => file === 'a.txt')).toBe(true)
  })
  test.each([199, 200, 201])('of %d rows', (count) => {
    const builder = new ReportBuilder('a.txt')
    for (let line = 1; line <= count; line++) builder.problem(problem('cut-row', { line }, { line }))
    expect(builder.finish().problems).toHaveLength(Math.min(count, 200))
  })
})
