/** Text that looks like rows and is none gives no frames. */
import { expect, test } from 'vitest'
import { read } from './reading.ts'
import { wrappers } from './wrappings.ts'

const repeat = (line: (at: number) => string, count = 60): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')
const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0')

const texts: Readonly<Record<string, string>> = {
  'memory as lldb reads it': repeat(
    (at) => `0x${hex(0x16fdff2a0 + at * 16)}: 0x${hex(0x104cc8000 + at * 99, 16)} 0x${hex(at, 16)}`,
  ),
  'a hex dump': repeat(
    (at) => `${hex(at * 16, 8)}  cf fa ed fe 0c 00 00 01  00 00 00 00 02 00 00 00  |................|`,
  ),
  'a list of symbols': repeat((at) => `${hex(0x100003f50 + at * 64, 16)} T _function_${at}`),
  'a link map': `# Symbols:\n# Address\tSize    \tFile  Name\n${repeat((at) => `0x${hex(0x100004000 + at * 64)}\t0x00000040\t[${at % 9}] _function_${at}`)}`,
  'UUIDs of images': repeat(
    (at) => `UUID: 4C4C444F-5555-3144-A1CC-7070574900${hex(at, 2).toUpperCase()} (arm64) App${at}.framework/App${at}`,
  ),
  'classes of Java and their files': repeat((at) => `com.example.Main$${at}.Till (Main${at}.java)`),
  'look-ups as lines of JSON': repeat(
    (at) =>
      `{"addr":"0x${hex(0x100001000 + at * 24)}","frames":[{"function":"load${at}","start":"0x${hex(0x100000000 + at * 24)}"}]}`,
  ),
  'measured values': repeat((at) => `${at} ${1_622_117_000_000 + at * 1000} ${at * 37}`),
  'a table of numbers': repeat((at) => `${at},name ${at},${4_301_234_567 + at * 1000},${at * 3}`),
  'objects in a log': repeat(
    (at) => `2021-05-27 20:02:33.48 App[1:2] view <UIView: 0x${hex(0x104cc8000 + at * 32)}; frame = (0 0; 320 ${at})>`,
  ),
  instructions: repeat(
    (at) =>
      `    0x${hex(0x104cc8000 + at * 4)} <+${at * 4}>:  bl     0x104cc9000 ; symbol stub for: objc_msgSend + ${at}`,
  ),
  'lines of a program': repeat((at) => `  const value${at} = load('App', 0x${hex(0x100004000 + at)}, base + ${at})`),
  'prices in a page': `<html>${repeat((at) => `<p>Item ${at} costs 0x${hex(0x10000 + at)} points</p>`)}</html>`,
  'checksums of files': repeat((at) => `${hex(at * 7_919, 32)}  file${at}.txt`),
  'a line of prefixes': repeat(() => '2021-05-27 20:02:33.483299+0800 Harbor[41034:5171140] '),
}

test.each(Object.entries(texts))('%s', (_, text) => {
  expect(read(text).frames).toEqual([])
})

test.each(['JSON member', 'JSON lines', 'html', 'csv', 'one line', 'markdown'])('the same as %s', (name) => {
  for (const [what, text] of Object.entries(texts))
    expect([what, read((wrappers[name] ?? String)(text)).frames]).toEqual([what, []])
})
