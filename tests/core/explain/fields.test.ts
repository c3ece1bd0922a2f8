/** Each field reads its value from a report, and passes over texts that are close to it. */
import { expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { fields } from '../../../src/core/explain/fields.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { makeImage, makeReport, type RowParts } from '../../support/report-builder.ts'

type Parts = Parameters<typeof makeReport>[0]
type Field = keyof typeof fields

const bare = (report: Report): SymbolicatedReport => ({ report, resolutions: [], images: [], explanations: [] })
const read = (field: Field, parts: Parts, more: Partial<SymbolicatedReport> = {}) =>
  fields[field](factsOf({ ...bare(makeReport(parts)), ...more }))

const header = (parts: Partial<Report['header']>): Report['header'] => ({ arch: 'arm64', fields: [], ...parts })
const registers = (...pairs: readonly (readonly [string, bigint])[]) => ({
  thread: { registers: pairs.map(([name, value]) => ({ name, value })) },
})
const calls = (...names: readonly string[]): { rows: RowParts[] } => ({
  rows: names.map((name) => ({ symbol: { name } })),
})
const access = { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }
const at = (address: bigint): Parts => ({ exception: { ...access, address: runtimeAddress(address) } })

test.each<readonly [Field, string, Parts, unknown]>([
  ['by', 'nobody is named', {}, []],
  [
    'by',
    'the kernel’s handler',
    { termination: { byProcess: 'exc handler' }, header: header({ process: 'Till' }) },
    [],
  ],
  [
    'by',
    'the kernel’s handler with its number',
    { termination: { byProcess: 'exc handler [7]' }, header: header({ process: 'Till', pid: 7 }) },
    [],
  ],
  [
    'by',
    'its own number',
    { termination: { byProcess: 'Other [7]' }, header: header({ process: 'Till', pid: 7 }) },
    ['self'],
  ],
  [
    'by',
    'its own number without a name',
    { termination: { byProcess: 'Other[7]' }, header: header({ pid: 7 }) },
    ['self'],
  ],
  [
    'by',
    'another number',
    { termination: { byProcess: 'Guard [8]' }, header: header({ process: 'Till', pid: 7 }) },
    ['other'],
  ],
  ['by', 'its own name', { termination: { byProcess: 'Till' }, header: header({ process: 'Till', pid: 7 }) }, ['self']],
  [
    'by',
    'its own name, cut',
    { termination: { byProcess: 'TillOfTheMarket' }, header: header({ process: 'TillOfTheMarketHall' }) },
    ['self'],
  ],
  [
    'by',
    'the first letters of its name',
    { termination: { byProcess: 'TillOfTheMarke' }, header: header({ process: 'TillOfTheMarketHall' }) },
    ['other'],
  ],
  ['by', 'a process without a name', { termination: { byProcess: 'Guard [8]' }, header: header({ pid: 7 }) }, []],
  ['exception', 'three parts', { exception: { type: 'A', subtype: 'B', message: 'C' } }, ['A', 'B', 'C']],
  ['exception', 'one part', { exception: { subtype: 'B' } }, ['B']],
  ['exception', 'none', {}, []],
  ['vendor-type', 'words', { exception: { type: 'Till error', message: 'C' } }, ['Till error', 'C']],
  ['vendor-type', 'the system’s type', { exception: { type: 'EXC_CRASH', message: 'C' } }, []],
  ['type', 'none', {}, []],
  ['type', 'with words around it', { exception: { type: 'exc_crash (x)' } }, ['EXC_CRASH']],
  ['namespace', 'none', { termination: {} }, []],
  ['namespace', 'one', { termination: { namespace: 'SIGNAL' } }, ['SIGNAL']],
  ['namespace', 'an empty one', { termination: { namespace: '' } }, []],
  ['thrown', 'one', { exception: { name: 'TillError', reason: 'no till' } }, ['TillError: no till']],
  ['thrown', 'none', {}, []],
  [
    'thrown-state',
    'at an end',
    { exception: { name: 'TillError', reason: 'no till', signal: 'SIGABRT' } },
    ['uncaught'],
  ],
  ['thrown-state', 'in a log', { exception: { name: 'TillError', reason: 'no till' } }, ['reported']],
  ['thrown-state', 'none', {}, []],
  ['thrown-by', 'a runtime', { exception: { type: 'Java exception', name: 'TillError', reason: 'x' } }, ['runtime']],
  ['thrown-by', 'the system', { exception: { type: 'NSException', name: 'TillError', reason: 'x' } }, []],
  ['panic', 'a panic', { exception: { type: 'Panic', reason: 'no till' } }, ['no till']],
  ['panic', 'another', { exception: { type: 'panics', reason: 'no till' } }, []],
  [
    'note',
    'two notes',
    {
      header: header({
        fields: [
          ['Note', 'a'],
          ['Notes', 'b'],
          ['Note', 'c'],
        ],
      }),
    },
    ['a', 'c'],
  ],
  ['innermost', 'two frames', calls('open', 'main'), ['open']],
  ['innermost', 'none', {}, []],
  ['near', 'twelve at most', calls(...'abcdefghijklmno'), [...'abcdefghijkl']],
  ['terminated-by', 'a throw', calls('abort', 'std::terminate()', '__cxa_throw', 'total'), ['total']],
  ['terminated-by', 'nothing', calls('abort', 'std::terminate()'), []],
  ['terminated-by', 'no end', calls('abort', 'total'), []],
  ['innermost-image', 'of a table', { rows: [{ image: 0 }], images: [makeImage({ name: 'Till' })] }, ['Till']],
  ['innermost-image', 'without a table', { rows: [{ imageName: 'Till' }, { imageName: 'Shop' }] }, ['Till']],
  [
    'memory-error',
    'one',
    { memoryError: { detector: 'guard-allocator', errorType: 'use-after-free' } },
    ['use-after-free'],
  ],
  ['memory-confidence', 'one', { memoryError: { detector: 'guard-allocator', confidence: 'high' } }, ['high']],
  ['memory-error', 'none', {}, []],
  [
    'instruction',
    'one',
    {
      header: header({
        fields: [
          ['stopped_instruction', 'brk #1'],
          ['my_stopped_instruction', 'x'],
        ],
      }),
    },
    ['brk #1'],
  ],
  ['instruction', 'of another field', { header: header({ fields: [['stopped_instructions', 'brk #1']] }) }, []],
  ['deadlock', 'none', {}, []],
  ['samples', 'none', {}, []],
  ['address', 'of an access', at(0x1234n), 0x1234n],
  ['address', 'of another end', { exception: { type: 'EXC_CRASH', address: runtimeAddress(0x1234) } }, undefined],
  ['esr-class', 'its upper bits', registers(['esr', 0xf200_0001n]), 0x3cn],
  ['esr-class', 'no more than six bits', registers(['esr', 0x1_f200_0001n]), 0x3cn],
  ['esr-class', 'none', registers(['pc', 1n]), undefined],
  ['esr-class', 'of Intel', { ...registers(['esr', 0xf200_0001n]), header: header({ arch: 'x86_64' }) }, undefined],
  ['brk', 'its number', registers(['esr', 0xf200_c471n]), 0xc471n],
  ['brk', 'no more than 16 bits', registers(['esr', 0xf201_0001n]), 1n],
  ['brk', 'of another class', registers(['esr', 0x9200_0001n]), undefined],
  ['brk', 'none', {}, undefined],
  ['at-system-call', 'a call', registers(['esr', 0x5600_0080n]), 1n],
  ['at-system-call', 'no call', registers(['esr', 0x9200_0080n]), 0n],
  ['at-system-call', 'none', {}, undefined],
  ['pc', 'of Arm', registers(['pc', 16n], ['rip', 32n]), 16n],
  ['pc', 'of Intel', { ...registers(['pc', 16n], ['rip', 32n]), header: header({ arch: 'x86_64' }) }, 32n],
  ['pc', 'of old Intel', { ...registers(['eip', 48n]), header: header({ arch: 'i386' }) }, 48n],
  ['pc-at-fault', 'the same', { ...at(0x1234n), ...registers(['pc', 0x1234n]) }, 1n],
  ['pc-at-fault', 'another', { ...at(0x1234n), ...registers(['pc', 0x1238n]) }, 0n],
  ['pc-at-fault', 'both are 0', { ...at(0n), ...registers(['pc', 0n]) }, 0n],
  ['pc-at-fault', 'no counter', at(0x1234n), undefined],
  ['pc-at-fault', 'no address', registers(['pc', 0x1234n]), undefined],
  ['from-stack-pointer', 'below', { ...at(0x16d00_0000n - 16n), ...registers(['sp', 0x16d00_0000n]) }, 16n],
  ['from-stack-pointer', 'above', { ...at(0x16d00_0000n + 16n), ...registers(['sp', 0x16d00_0000n]) }, 16n],
  ['below-stack-pointer', 'below', { ...at(0x16d00_0000n - 16n), ...registers(['sp', 0x16d00_0000n]) }, 16n],
  ['below-stack-pointer', 'above', { ...at(0x16d00_0000n + 16n), ...registers(['sp', 0x16d00_0000n]) }, undefined],
  ['below-stack-pointer', 'no stack pointer', at(0x1234n), undefined],
  [
    'kernel-fault',
    'of Intel',
    { exception: { type: 'panic', reason: 'x' }, header: header({ fields: [['Fault CR2', '0x1f, Error']] }) },
    0x1fn,
  ],
  ['kernel-fault', 'of Arm', { exception: { type: 'panic', reason: 'x' }, ...registers(['far', 0x2fn]) }, 0x2fn],
  ['kernel-fault', 'no panic', registers(['far', 0x2fn]), undefined],
  [
    'kernel-fault',
    'no number',
    { exception: { type: 'panic', reason: 'x' }, header: header({ fields: [['Fault CR2', 'none']] }) },
    undefined,
  ],
  ['depth', 'two', calls('open', 'main'), 2n],
  ['depth', 'none', { threads: [] }, 0n],
  ['thrown-stack', 'one', { lastException: { frames: [] } }, 1n],
  ['thrown-stack', 'none', {}, 0n],
])('%s: %s', (field, _, parts, value) => {
  expect(read(field, parts)).toEqual(value)
})

test('a trap counts where it is certain', () => {
  const told = [
    { code: 'brk', params: {} },
    { code: 'guess', params: {}, grade: 'likely' as const },
  ]
  const fault = { thread: 0, arch: 'arm64', from: 'report' as const, instructions: [], told }
  expect(read('trap', {}, { fault })).toEqual(['brk'])
  expect(read('trap', {})).toEqual([])
})
