/** Texts that are crash reports in Apple's layout: each sign alone, at its edges. */
import { describe, expect, test } from 'vitest'
import { appleTextFormat } from '../../../../src/core/reports/apple-text/any-language.ts'
import { appleText } from '../../../../src/core/reports/apple-text/apple-text.ts'
import { claims as claimedBy } from '../../../support/claims.ts'

const claims = (text: string): boolean => claimedBy(appleText(), text)

const ROW = '0   Till   0x0000000104ccc074 pay + 40'
const UUID = '4c4c444f55553144a1cc707057490ec2'
const DASHED = '4C4C444F-5555-3144-A1CC-707057490EC2'
const IMAGE = `0x104cb8000 - 0x104cd7fff Till arm64  <${UUID}> /private/Till`

const both = (isClaimed: boolean, texts: readonly string[]): (readonly [string, boolean])[] =>
  texts.map((text) => [text, isClaimed])

describe('heads of threads above a row', () => {
  test.each([
    ...both(true, [
      ...['Thread 0:', 'Thread 7:', 'Thread 12:', 'Thread 1234:', ' Thread 0:', '\t \tThread 0:', 'said\nThread 0:'],
      ...['Thread 0 name: Main', 'Thread 10 name:', 'Thread 0 Crashed:', 'Thread 0 Crashed', 'Thread 0 Attributed:'],
      ...['Last Exception Backtrace:', '   Last Exception Backtrace:'],
    ]),
    ...both(false, [
      ...['Thread', 'Thread 0', 'Thread x:', 'Thread  0:', 'Thread :', 'aThread 0:', '>Thread 0:', 'A Thread 0:'],
      ...['Thread 0 names', 'Thread 0 Crash:', 'Thread 0 Crashedly:', 'Thread 0 Attributedly:', 'Threads 0:'],
      ...['Last Exception Backtrace', 'aLast Exception Backtrace:', 'The Last Exception Backtrace:'],
    ]),
  ])('%j: %j', (head, expected) => {
    expect(claims(`${head}\n${ROW}\n`)).toBe(expected)
    expect(claims(`${head}\n`)).toBe(false)
  })
})

describe('rows below the head of a thread', () => {
  const zeros = (count: number): string => '0'.repeat(count)
  test.each([
    ...both(true, [
      ...[
        '0 T 0x1',
        '0 Till 0x104ccc074',
        '0 Till 0x104CCC074',
        '1234 Till 0x104ccc074',
        ' \t0\t \tTill\t0x104ccc074\tpay',
      ],
      ...['0 Till of a shop 0x104ccc074 pay', '0 Till 0xf pay', 'said\n0 Till 0x104ccc074'],
      ...[16, 17, 18].map((count) => `0 Till ${zeros(count)}`),
      ...[16, 17, 18].map((count) => `0 Till ${zeros(count)} pay`),
    ]),
    ...both(false, [
      ...[
        '12345 Till 0x104ccc074',
        'a0 Till 0x104ccc074',
        'a 0 Till 0x104ccc074',
        '0Till 0x104ccc074',
        '0 0x104ccc074',
      ],
      ...['0 Till0x104ccc074', '0 Till 0x', '0 Till 104ccc074', '0 Till 0x104ccc074g', '0 Till 0x104ccc074,', ''],
      ...[15, 19, 1].map((count) => `0 Till ${zeros(count)}`),
      ...[15, 19, 1].map((count) => `0 Till ${zeros(count)} pay`),
    ]),
  ])('%j: %j', (row, expected) => {
    expect(claims(`Thread 0:\n${row}`)).toBe(expected)
  })
})

describe('labels of a report', () => {
  const labels = ['Incident Identifier', 'CrashReporter Key', 'Exception Type', 'Triggered by Thread', 'Crashed Thread']
  test.each([...labels, 'Highlighted Thread'])('%s', (label) => {
    const isEnough = label === 'Exception Type'
    for (const line of [`${label}: x`, ` \t ${label}: x`, `said\n${label}:`]) {
      expect(claims(line)).toBe(isEnough)
      expect(claims(`${line}\n${ROW}`)).toBe(true)
      expect(claims(`${line}\nThread 0:`)).toBe(true)
      expect(claims(`${line}\nProcess: Till`)).toBe(true)
      expect(claims(`${line}\n \tProcess: Till`)).toBe(true)
      expect(claims(`${line}\na Process: Till`)).toBe(isEnough)
      expect(claims(`${line}\naProcess: Till`)).toBe(isEnough)
    }
    for (const line of [`${label} x`, `a${label}: x`, `a ${label}: x`, `${label}`, `${label}s: x`])
      expect(claims(`${line}\n${ROW}`)).toBe(false)
  })

  test.each([
    ...both(true, [
      ...[
        'Process: Till [41]\nCode Type: ARM-64',
        'Process:\t \tTill of a shop [1]\nCode Type:',
        'Process: [4]\nCode Type: x',
      ],
      ...['Code Type: x\nProcess: Till [123456]', 'Written From: kcdata, Stackshot', 'said\nWritten From: x'],
    ]),
    ...both(false, [
      ...[
        'Process: Till [41]',
        'Code Type: ARM-64',
        'Process: Till\nCode Type: ARM-64',
        'Process: Till []\nCode Type: x',
      ],
      ...['Process: Till [x]\nCode Type: x', 'Process:Till [41]\nCode Type: x', 'aProcess: Till [41]\nCode Type: x'],
      ...[' Process: Till [41]\nCode Type: x', 'Process: Till [41]\n Code Type: x', 'Process: Till [41\nCode Type: x'],
      ...['Process:\nTill [41]\nCode Type: x', ' Written From: x', 'A Written From: x', 'Written From x', ''],
    ]),
  ])('%j: %j', (text, expected) => {
    expect(claims(text)).toBe(expected)
  })
})

describe('headings of registers', () => {
  test.each([
    ...both(true, [
      ...[
        'Thread 0 crashed with ARM Thread State (64-bit):',
        'Thread 12 crashed with State',
        'Thread 1 crashed with x state',
      ],
      ...[
        '  Thread 0 crashed with State',
        '\t \tThread 345 crashed with X86 State',
        'said\nThread 0 crashed with State',
      ],
    ]),
    ...both(false, [
      ...[
        'aThread 0 crashed with State',
        'A Thread 0 crashed with State',
        'Thread x crashed with State',
        'Thread crashed with State',
      ],
      ...[
        'Thread 0 crashed with',
        'Thread 0 crashed with Stat',
        'Thread 0 crashed in State',
        'Thread 0 crashed with\nState',
      ],
    ]),
  ])('%j: %j', (text, expected) => {
    expect(claims(text)).toBe(expected)
  })
})

test.each(['Backtrace of Thread 1', 'First throw call stack:', 'AddressSanitizer: x', 'frame #1: 0x1'])(
  'the last row of registers is enough, but not behind %j',
  (foreign) => {
    const row = '  rip: 0x0000000104ccc074  rfl: 0x0000000000000246  cr2: 0x0'
    expect(claims(row)).toBe(true)
    expect(claims(`${foreign}\n${row}`)).toBe(false)
  },
)

describe('with the labels of other languages', () => {
  const translated = (text: string): boolean => claimedBy(appleTextFormat, text)
  test.each([
    `\u7ebf\u7a0b 0:\n${ROW}\n`,
    'Thread 0 Crashed:\n#0   0x00003ab4 in pay (till.m:18)\n#1   0x00003b00 in main (main.m:4)\n',
  ])('%j', (text) => {
    expect(translated(text)).toBe(true)
    expect(claims(text)).toBe(false)
  })
  test.each(['', 'Role: x', `Faden:\n${ROW}`, 'Thread 0 Crashed:\n#0 in pay'])('not %j', (text) => {
    expect(translated(text)).toBe(false)
  })
})

describe('rows of images', () => {
  const at = (start: string, end = '0x104cd7fff', rest = `Till <${UUID}>`): string => `${start} - ${end} ${rest}`
  test.each([
    ...both(true, [
      ...[IMAGE, at('0x104cb8000'), at('0x1', '0x2'), at('0x104CB8000', '0x104CD7FFF'), ` ${IMAGE}`, `\t \t${IMAGE}`],
      ...[`0x104cb8000   -  \t0x104cd7fff \t Till  <${UUID}>`, `said\n${IMAGE}`, at('0x1', '0x2', `T<${UUID}>`)],
      ...[at('0x1', '0x2', `Till of a shop (12) <${DASHED}> /x`), at('0x1', '0x2', `Till <${UUID.toUpperCase()}>`)],
    ]),
    ...both(false, [
      ...[`a${IMAGE}`, `A ${IMAGE}`, IMAGE.replace(' - ', ' '), IMAGE.replace(' - ', '- '), IMAGE.replace(' - ', ' -')],
      ...[at('104cb8000'), at('0x104cb8000', '104cd7fff'), at('0x'), at('0x1', '0x'), at('0xg'), at('0x1', '0xg')],
      ...[
        at('0x1', '0x2', `<${UUID}>`),
        at('0x1', '0x2', `Till <${UUID.slice(1)}>`),
        at('0x1', '0x2', `Till <${DASHED}0>`),
      ],
      ...[
        at('0x1', '0x2', `Till ${UUID}`),
        at('0x1', '0x2', `Till <g${UUID.slice(1)}>`),
        at('0x1', '0x2', `Till <${UUID}`),
      ],
      ...[at('0x1', '0x2', 'Till'), `0x1 - 0x2Till <${UUID}>`],
    ]),
  ])('%j: %j', (text, expected) => {
    expect(claims(text)).toBe(expected)
  })

  test.each([
    ...both(true, [
      ...[
        'Backtrace of Thread',
        'Backtrace of Thread -',
        'Backtraces of Thread 1',
        'First throw call stack',
        'Sanitizer: x',
      ],
      ...[
        ' Sanitizer: x',
        'AddressSanitizer x',
        'frame #: 0x1',
        'frame #1: x',
        'aframe #1: 0x1',
        'frame #1: 0xg',
        'frame 1: 0x1',
      ],
      ...['xBacktrace of Thread 1', 'xFirst throw call stack:'],
    ]),
    ...both(false, [
      ...[
        'Backtrace of Thread 1',
        'the Backtrace of Thread \t Main',
        'First throw call stack:',
        'x: First throw call stack:',
      ],
      ...[
        'AddressSanitizer: x',
        'frame #1: 0x1',
        'frame #123: 0xF',
        'said\nframe #0: 0xa',
        ' frame #0: 0xa',
        '* frame #0: 0xa',
      ],
      ...['*frame #0: 0xa'],
    ]),
  ])('behind %j: %j', (text, expected) => {
    expect(claims(`${text}\n${ROW}\n${IMAGE}`)).toBe(expected)
    expect(claims(`${text}\n${IMAGE}`)).toBe(expected)
  })

  test.each([
    ...both(true, [
      ...[
        'said of 0x12345',
        'x0x123456',
        '0x12345678901234567',
        '0x123456g',
        'Till 123456',
        `Till <${UUID}> 0x104ccc074`,
      ],
      ...[
        `0x104ccc074 <${DASHED}>`,
        `0x104ccc074 <${UUID.toUpperCase()}>`,
        '0x104ccc074 -',
        '0x104ccc074 \t - x',
        '0xF - 0x104CCC074',
      ],
      ...['zz: 0x104ccc074', 'z: 0x104ccc074', 'said abcdef: \t 0x104ccc074'],
    ]),
    ...both(false, [
      ...[
        'said of 0x123456',
        '0x104ccc074',
        'x 0x1234567890abcdef',
        'x 0x1234567890ABCDEF,',
        '0x104ccc074-',
        '0xg - 0x104ccc074',
      ],
      ...[
        `0x104ccc074 <${UUID.slice(1)}>`,
        `0x104ccc074 <${DASHED}0>`,
        '0x104ccc074 <x>',
        `0x104ccc074 <g${UUID.slice(1)}>`,
      ],
      ...['abcdefg: 0x104ccc074', 'zz:0x104ccc074', 'zz 0x104ccc074', `0x104ccc074\n<${UUID}>`],
    ]),
  ])('beside %j: %j', (text, expected) => {
    expect(claims(`${text}\n${IMAGE}`)).toBe(expected)
    expect(claims(`${text}\n${IMAGE}\n${ROW}`)).toBe(true)
  })
})
