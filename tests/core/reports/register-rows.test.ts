/** Registers beside a list of images, without a stack: pc and the return address in lr are the frames. */
import { expect, test } from 'vitest'
import { read } from './rows/reading.ts'

const list = `[  0] 4C4C444F-5555-3144-A1CC-707057490EC2 0x0000000104cc8000 /private/var/containers/Harbor.app/Harbor
[  1] C97BCE4F-FE89-382B-ABCE-D8BFBB5244CC 0x000000018a3c5000 /System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore
`
const registers = `General Purpose Registers:
        x0 = 0x0000000000000008
        x1 = 0x0000000109820650
        fp = 0x000000016d3b2f10
        lr = 0x0000000104ccc084  Harbor\`load + 52
        sp = 0x000000016d3b2e80
        pc = 0x0000000104ccc1a0  Harbor\`crash + 16
      cpsr = 0x60000000
`
const bare = registers.replace(/ {2}Harbor`\w+ \+ \d+/g, '')
const wanted = ['0x104ccc1a0 exact Harbor 16800', '0x104ccc084 return Harbor 16516']

test.each([
  ['registers with functions, a list behind them', `(lldb) register read\n${registers}\n(lldb) image list\n${list}`],
  ['bare registers, a list behind them', bare + list],
  ['bare registers, a list before them', list + bare],
  [
    'several registers to a line',
    `x0: 0x0000000000000008 x1: 0x0000000109820650\nfp: 0x000000016d3b2f10 lr: 0x0000000104ccc084\nsp: 0x000000016d3b2e80 pc: 0x0000000104ccc1a0\n${list}`,
  ],
  ['a signed return address', (bare + list).replace('0x0000000104ccc084', '0x5a33000104ccc084')],
  ['a signed return address with bit 46 set', (bare + list).replace('0x0000000104ccc084', '0x5a33400104ccc084')],
])('%s', (_, text) => {
  const { frames, reports } = read(text)
  expect(frames.map((frame) => frame.replace(/^0x5a33[04]00/, '0x'))).toEqual(wanted)
  expect(reports[0]?.threads[0]?.registers?.find(({ name }) => name === 'pc')?.value).toBe(0x104ccc1a0n)
})

test('the functions that lldb prints behind the values are the names of the frames', () => {
  const { reports } = read(registers + list)
  expect(reports[0]?.threads[0]?.frames.map(({ symbol }) => symbol)).toEqual([
    { name: 'crash', offset: 16 },
    { name: 'load', offset: 52 },
  ])
})

test('an x86 process has its instruction alone', () => {
  const text = `       rax = 0x0000000000000000\n       rbp = 0x00007ff7bfeff2c0\n       rip = 0x0000000104ccc1a0\n${list}`
  expect(read(text).frames).toEqual([wanted[0]])
})

test('beside a stack registers are no frames', () => {
  const stack = '  * frame #0: 0x0000000104ccc1a0 Harbor`crash + 16\n    frame #1: 0x0000000104ccd000 Harbor`main + 4\n'
  const { frames, reports } = read(`* thread #1\n${stack}${registers}`)
  expect(frames).toHaveLength(2)
  expect(reports[0]?.threads[0]?.registers).toHaveLength(7)
})

test('pointers to data in other registers are no frames, though an image may reach that far', () => {
  const text = bare.replace('x1 = 0x0000000109820650', 'x1 = 0x0000000104ccd000')
  expect(read(text + list).frames).toEqual(wanted)
})
