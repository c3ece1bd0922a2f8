/** Rows in columns, without numbers and offsets: image, address, name. */
import { expect, test } from 'vitest'
import { findPasted, readPasted } from './fixture.ts'

const rows = [
  ['libsystem_kernel', 0x1d8e0dc78n, 'semaphore_timedwait_trap'],
  ['libdispatch', 0x18ff731bcn, '_dispatch_sema4_timedwait'],
  ['Larder', 0x10314f97cn, '-[Shelf fill:with:]'],
  ['Larder', 0x1031c15f4n, 'Shelf.fill(with:)'],
] as const

test.each(['  ', '\t', '        '])('columns parted by %j', (gap) => {
  const text = `**Thread 2**\n\n${rows.map(([image, address, name]) => `  ${image}${gap}0x${address.toString(16)}${gap}${name}`).join('\n')}\n`
  const { threads, backtraces, images } = readPasted(text)
  const frames = [...threads, ...backtraces].flatMap((stack) => stack.frames)
  expect(
    frames.map(({ image, imageName, address, symbol }) => [
      images[image ?? -1]?.name ?? imageName,
      address,
      symbol?.name,
    ]),
  ).toEqual(rows)
})

test('a table of values is no stack', () => {
  const text = 'Register  Value\n  x0  0x1d8e0dc78  is the receiver\n  x1  0x18ff731bc  selector of a message\n'
  const report = findPasted(text)
  const names = report
    ? [...report.threads, ...report.backtraces].flatMap(({ frames }) => frames.map(({ symbol }) => symbol?.name))
    : []
  expect(names.filter(Boolean)).toEqual([])
})
