/** Reports copied from a terminal with its colours. */
import { expect, test } from 'vitest'
import { cleanRows } from '../../../src/core/reports/rows/clean-rows.ts'
import { toldOf } from '../../support/text-told.ts'

const row = (at: number, address: number, name: string): string =>
  `${at}       Till                          \t0x${address.toString(16)} 0x104000000 + 0x${(address - 0x104000000).toString(16)}\t// ${name} + 0x8`
const stack = [row(0, 0x104ccce0c, 'pay'), row(1, 0x104cccc84, 'total'), row(2, 0x104ccb720, 'main')]
const report = [
  '{"bug_type":"185","os_version":"iPhone OS 8.3 (12F70)","app_name":"Till","name":"Till"}',
  'Incident Identifier: 11111111-2222-3333-4444-555555555555',
  'Process:             Till [315]',
  'Path:                /private/var/mobile/Till.app/Till',
  'OS Version:          iOS 8.3 (12F70)',
  'Report Version:      105',
  'Exception Type:      EXC_RESOURCE',
  'Exception Subtype:   WAKEUPS',
  'Triggered by Thread: 1',
  '',
  ...[0, 1, 2, 3].flatMap((thread) => [`Thread ${thread}:`, ...stack, '']),
  'Binary Images:',
  '0x104000000 - 0x104ffffff Till arm64  <11111111222233334444555555555555> /private/var/mobile/Till.app/Till',
].join('\n')
const coloured = report.replace(/^.+$/gm, (line) => `\u001b[0;31m${line}\u001b[0m`)

test('a coloured report reads as the plain one', () => {
  const [plain, other] = [toldOf(report), toldOf(coloured)].map((told) => told.map((one) => one.report))
  expect(plain).toHaveLength(1)
  expect(plain?.[0]).toMatchObject({
    format: 'apple-crash-text',
    frameCount: 12,
    header: { process: 'Till', pid: 315 },
  })
  const facts = (reports: typeof plain) =>
    reports?.map(({ format, header, threads, images }) => ({
      ...{ format, header, images },
      addresses: threads.map(({ frames }) => frames.map(({ address }) => address)),
    }))
  expect(facts(other)).toEqual(facts(plain))
})

test('rows are laid bare without codes of terminals, which alone change no row', () => {
  expect(cleanRows(coloured)?.text ?? '').not.toContain('\u001b')
  expect(cleanRows(`\u001b[0m${stack[0] ?? ''}`)).toBeUndefined()
})
