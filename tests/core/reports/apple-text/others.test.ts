/** Texts with lines of Apple's layout that are no crash reports. */
import { describe, expect, test } from 'vitest'
import { appleText } from '../../../../src/core/reports/apple-text/apple-text.ts'
import { claims as claimedBy } from '../../../support/claims.ts'

const claims = (text: string): boolean => claimedBy(appleText(), text)

const ROW = '0   Till   0x0000000104ccc074 pay + 40'
const UUID = '4c4c444f55553144a1cc707057490ec2'
const DASHED = '4C4C444F-5555-3144-A1CC-707057490EC2'

const both = (isClaimed: boolean, texts: readonly string[]): (readonly [string, boolean])[] =>
  texts.map((text) => [text, isClaimed])

describe('reports of other formats', () => {
  test.each([
    ...both(false, [
      ...[
        'Data Source: Microstackshots',
        ' \t`Data Source:\t \tHeavystacks',
        'data source: xstack',
        'said\nData Source: abstack',
      ],
      ...[
        'Analysis of sampling Till',
        ' \t Heaviest stack for',
        'Powerstats for: Till',
        'Num samples: 4',
        '\t Call graph:',
      ],
      ...[
        `Process: Till\nUUID: ${UUID}`,
        ` \t Process:\n \t UUID:\t  ${DASHED}`,
        `Process: Till [4]\nUUID: ${UUID.toUpperCase()}`,
      ],
      ...[
        'leaks Report Version: 4',
        ' \tmalloc_history Report Version: 2',
        'STACK OF 1 INSTANCE OF x',
        '  STACK OF 123 INSTANCES OF x',
      ],
      ...['panic(cpu 0 caller 0x1', ' \tpanic (cpu 12 caller 0x1', 'x\nabcdefghijklpanic(cpu 0 caller 0x'],
    ]),
    ...both(true, [
      ...[
        'aData Source: Microstackshots',
        'A Data Source: abstack',
        'Data Source: stack',
        'Data Source:abstack',
        'Data Source: -stack',
      ],
      ...[
        'Data Source: a stack',
        'Data Source: stak',
        'aAnalysis of sampling Till',
        'An Analysis of sampling Till',
        'aNum samples: 4',
      ],
      ...['Analysis of samplings', 'Num samples', 'Call graph', 'Powerstats', 'Heaviest stacks', 'the Call graph:'],
      ...[
        `aProcess: Till\nUUID: ${UUID}`,
        `A Process: Till\nUUID: ${UUID}`,
        `Process: Till\naUUID: ${UUID}`,
        `Process: Till\nUUID:${UUID}`,
      ],
      ...[
        `Process: Till\nUUID: ${UUID.slice(1)}`,
        `Process: Till\nUUID: g${UUID.slice(1)}`,
        `Process: Till\nx\nUUID: ${UUID}`,
      ],
      ...[
        'aleaks Report Version: 4',
        'The leaks Report Version: 4',
        'leaks Report Version',
        'STACK OF x INSTANCES OF x',
      ],
      ...[
        'STACK OF  INSTANCES OF x',
        'STACK OF 1 INSTANCESS OF x',
        'STACK OF 1 INSTANC OF x',
        'A STACK OF 1 INSTANCE OF x',
      ],
      ...[
        'a panic(cpu 0 caller 0x1',
        'abcdefghijklmpanic(cpu 0 caller 0x1',
        'panic(cpu caller 0x1',
        'panic(cpu 0 caller 1',
        'panic  (cpu 0 caller 0x1',
      ],
    ]),
  ])('%j is a crash report: %j', (text, expected) => {
    expect(claims(`${text}\nException Type: EXC_CRASH (SIGABRT)`)).toBe(expected)
  })
})

describe('exceptions of managed runtimes under the same label', () => {
  const parts = (count: number): string => 'Shop.'.repeat(count)
  const type = (name: string): string => `Exception Type: ${name}`
  test.each([
    ...both(false, [
      ...[
        type('Shop.TillException'),
        type('Shop.Till.PayError'),
        ` \t Exception Type:\t \tShop.TillError \t\r`,
        type('_s._tError'),
      ],
      ...[
        type('s.tError'),
        type(`${parts(12)}TillError`),
        type(`s${'x'.repeat(60)}.tError`),
        type(`s.t${'x'.repeat(80)}Error`),
      ],
      ...[`said\n${type('Shop.TillError')}\nmore`, type('Shop1.Till2Exception'), type('s.tException')],
    ]),
    ...both(true, [
      ...[
        type('TillException'),
        type('Shop.Till'),
        type('Shop.TillErrors'),
        type('Shop.TillError x'),
        type('1Shop.TillError'),
      ],
      ...[
        type('Shop.1TillError'),
        type(`${parts(13)}TillError`),
        type(`s${'x'.repeat(61)}.tError`),
        type(`s.t${'x'.repeat(81)}Error`),
      ],
      ...[type('Shop..TillError'), type('Shop-x.TillError'), type('Shop.Ti-llError'), type('.TillError')],
    ]),
  ])('%j: %j', (text, expected) => {
    expect(claims(text)).toBe(expected)
    expect(claims(`${text}\nThread 0:`)).toBe(true)
    expect(claims(`${text}\n${ROW}`)).toBe(true)
    expect(claims(`${text}\nWritten From: x`)).toBe(true)
  })
  test.each([`said of ${type('Shop.TillError')}`, `said${type('Shop.TillError')}`, 'Exception Type:Shop.TillError'])(
    '%j is no line of its own',
    (text) => {
      expect(claims(`Exception Type: EXC_CRASH\n${text}`)).toBe(true)
    },
  )
})

describe('texts behind a line of JSON', () => {
  const body = 'Exception Type: EXC_CRASH (SIGABRT)'
  test.each([
    ...both(true, [`{"bug_type":"109"}\n${body}`, `{"app_name":"Till"}\n${body}`, `  {"app_name":"Till"} \n ${body}`]),
    ...both(false, [
      ...[
        `{"name":"Till"}\n${body}`,
        `{"app_name":"Till"}`,
        '{"app_name":"Till"}\n\n',
        `{"app_name":"Till"}\n {\n${body}`,
      ],
      ...[`{"app_name":"Till"}\n[\n${body}`, `[\n${body}`, ` [1]\n${body}`, `{app_name}\n${body}`],
    ]),
  ])('%j: %j', (text, expected) => {
    expect(claims(text)).toBe(expected)
  })
})
