/** Rows of lldb and gdb that are whole: frames of an address alone, values with addresses among the arguments, gdb's only frame. */
import { expect, test } from 'vitest'
import { readPasted } from './fixture.ts'

const rows = (text: string) => {
  const report = readPasted(text)
  const frames = report.threads.flatMap(({ frames: all }) =>
    all.map(({ index, address, symbol }) => [index, address, symbol?.name, symbol?.file, symbol?.line]),
  )
  return { frames, problems: report.problems.map(({ code }) => code) }
}

const lldb = (
  middle: string,
): string => `* thread #1: tid = 0x0001, 0x0000000110bf8450 libshelf.dylib\`reader::fill + 192, stop reason = signal SIGABRT
    frame #0: 0x0000000110bf8450 libshelf.dylib\`reader::fill + 192
    frame #1: ${middle}
    frame #2: 0x000000010ea5a4ae libshelf.dylib\`shelf::read + 2174
`
const fill = [0, 0x110bf8450n, 'reader::fill', undefined, undefined]
const read = [2, 0x10ea5a4aen, 'shelf::read', undefined, undefined]

test.each(['0x00000000017fb0d4', '0x00007f818a500000', '0x17fb0d4'])(
  'a frame that is the address %s alone',
  (address) => {
    expect(rows(lldb(address))).toEqual({
      frames: [fill, [1, BigInt(address), undefined, undefined, undefined], read],
      problems: [],
    })
  },
)

const args = [
  'this=0x00000001087b7c20, Ty=DIType at 0x0000000108308618, Attribute=DW_AT_type',
  'CTy=DICompositeType at 0x0000000108308898',
  'a=Box at 0x16fdff2a8, b=Box at 0x16fdff2b0, c=3',
  'at=0x0000000108308898',
]
test.each(args)('values with addresses: (%s)', (values) => {
  for (const place of ['DwarfUnit.cpp:1053', 'DwarfUnit.cpp:1053:7', '/src/look at me/Unit.cpp:1053']) {
    const found = rows(lldb(`0x0000000101adb0b9 libshelf.dylib\`shelf::Unit::add(${values}) + 233 at ${place}`))
    expect(found.problems).toEqual([])
    expect(found.frames[1]?.slice(0, 3)).toEqual([1, 0x101adb0b9n, 'shelf::Unit::add'])
    expect(found.frames[1]?.[4]).toBe(1053)
  }
  expect(
    rows(lldb(`0x0000000101adb0b9 libshelf.dylib\`shelf::Unit::add(${values}) + 233`)).frames[1]?.slice(0, 4),
  ).toEqual([1, 0x101adb0b9n, 'shelf::Unit::add', undefined])
})

const stop = `Program received signal EXC_BAD_ACCESS, Could not access memory.
Reason: KERN_INVALID_ADDRESS at address: 0x0000000000000010
`
test.each([
  ['0x00000001052553a7 in shelf_get_target ()', 'shelf_get_target', undefined],
  ['0x00000001052553a7 in main (argc=1, argv=0x7fff5fbff8d0) at <std-macros>:291', 'main', 291],
  ['0x00000001052553a7 in shelf::fill (this=0x0) at shelf.cpp:12', 'shelf::fill', 12],
])('the frame at a stop of gdb: %s', (row, name, line) => {
  for (const quote of ['', '> ']) {
    const text = `${stop}[Switching to process 59143 thread 0x40b]\n${row}\n\n(gdb) quit`.replace(/^/gm, quote)
    const found = rows(text)
    expect(found.frames.map(([index, address, symbol, , at]) => [index, address, symbol, at])).toEqual([
      [0, 0x1052553a7n, name, line],
    ])
    expect(found.problems.filter((code) => code.startsWith('lost'))).toEqual([])
  }
})

test('where a stack follows, the frame at the stop is not told twice', () => {
  const text = `${stop}0x00000001052553a7 in fill ()\n(gdb) bt\n#0  0x00000001052553a7 in fill ()\n#1  0x0000000105255000 in main ()\n`
  expect(rows(text).frames.map(([index, , name]) => [index, name])).toEqual([
    [0, 'fill'],
    [1, 'main'],
  ])
})
