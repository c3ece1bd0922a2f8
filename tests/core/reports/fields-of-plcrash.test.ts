/** Messages of PLCrashReporter: each field alone, threads, and files that were cut or are newer. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { understood } from '../../support/made-fields.ts'
import { plcrashFile, plcrashMessage as message, type Fields } from '../../support/plcrash-builder.ts'

const app = '/var/containers/Bundle/Application/1/Till.app/Till'
type Members = Readonly<Record<string, unknown>>

function told(bytes: Uint8Array): { readonly report: Report; readonly one: Members } {
  const outcome = parseReport('a.plcrash', Uint8Array.from(bytes))
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error(JSON.stringify(outcome.problems))
  return { report, one: understood(report) as Members }
}

const thread = (number: bigint, crashed: bigint, pc: bigint, register = 'pc'): Uint8Array =>
  message([
    [1, number],
    [2, message([[3, pc]])],
    [3, crashed],
    [
      4,
      message([
        [1, register],
        [2, pc],
      ]),
    ],
  ])
const system: Fields = [
  [1, 1n],
  [2, '17.1'],
  [3, 6n],
  [4, 1_767_323_045n],
]
const read = (...more: Fields) =>
  told(plcrashFile(message([[1, message(system)], [3, thread(4n, 1n, 0x1010n)], ...more])))

test.each<[string, Fields, Members]>([
  ['the name of the process from its path', [[7, message([[3, app]])]], { header: { process: 'Till', path: app } }],
  [
    'its own name',
    [
      [
        7,
        message([
          [1, 'Own'],
          [3, app],
        ]),
      ],
    ],
    { header: { process: 'Own' } },
  ],
  [
    'a parent with its number',
    [
      [
        7,
        message([
          [4, 'launchd'],
          [5, 1n],
        ]),
      ],
    ],
    { header: { parent: 'launchd [1]' } },
  ],
  ['a parent without', [[7, message([[4, 'launchd']])]], { header: { parent: 'launchd [?]' } }],
  ['when it was launched', [[7, message([[7, 1_767_323_000n]])]], { header: { launched: '2026-01-02T03:03:20.000Z' } }],
  [
    'the version alone',
    [
      [
        2,
        message([
          [1, 'com.shop'],
          [2, '99'],
        ]),
      ],
    ],
    { header: { bundleId: 'com.shop', version: '99' } },
  ],
  [
    'the marketing version',
    [
      [
        2,
        message([
          [2, '99'],
          [3, '4.2'],
        ]),
      ],
    ],
    { header: { version: '4.2 (99)' } },
  ],
  ['the marketing version alone', [[2, message([[3, '4.2']])]], { header: { version: '4.2' } }],
  [
    'a signal',
    [
      [
        6,
        message([
          [1, 'SIGSEGV'],
          [2, 'SEGV_MAPERR'],
          [3, 0xdeadn],
        ]),
      ],
    ],
    { exception: { signal: 'SIGSEGV', codes: 'SEGV_MAPERR', address: '0xdead' } },
  ],
  [
    'a Mach exception',
    [
      [
        6,
        message([
          [
            4,
            message([
              [1, 1n],
              [2, 2n],
              [2, 8n],
            ]),
          ],
        ]),
      ],
    ],
    { exception: { type: 'EXC_BAD_ACCESS', rawCodes: ['0x2', '0x8'] } },
  ],
  [
    'what was thrown',
    [
      [
        5,
        message([
          [1, 'E'],
          [2, 'why'],
        ]),
      ],
    ],
    {
      exception: { name: 'E', reason: 'why' },
      // The file has no such sentence.
      applicationInfo: [],
    },
  ],
  [
    'what was thrown, without a name',
    [[5, message([[2, 'why']])]],
    { exception: { reason: 'why' }, applicationInfo: [] },
  ],
  ['an old architecture', [], { header: { arch: 'arm64', os: 'iPhone OS 17.1', date: '2026-01-02T03:04:05.000Z' } }],
  ['registers of Intel', [[3, thread(5n, 0n, 0x10n, 'rip')]], { header: { arch: 'x86_64' } }],
  ['registers of old Intel', [[3, thread(5n, 0n, 0x10n, 'eip')]], { header: { arch: 'i386' } }],
])('%s', (_, fields, expected) => {
  expect(read(...fields).one).toMatchObject(expected)
})

test('threads, and a file that was cut', () => {
  expect(read([3, thread(9n, 0n, 0x2020n)]).one).toMatchObject({
    threads: [
      { id: 4, crashed: true, registers: [{ name: 'pc', value: '0x1010' }] },
      { id: 9, crashed: false },
    ],
  })
  expect(read().one).not.toHaveProperty('lastException')
  const whole = plcrashFile(
    message([
      [1, message(system)],
      [10, 'custom data'],
    ]),
  )
  expect(told(whole).report.sections).toEqual([{ kind: 'text', title: 'Custom data', text: 'custom data' }])
  expect(told(whole.subarray(0, whole.length - 3)).report.problems.map(({ code }) => code)).toEqual(['truncated'])
  const newer = Uint8Array.from(whole)
  newer[7] = 2
  expect(told(newer).report.problems.map(({ code }) => code)).toEqual(['unknown-version'])
  expect(parseReport('a.plcrash', whole.slice(0, 8)).ok).toBe(false)
})
