/** Facts about an end that whole reports state in places of their own. */
import { expect, test } from 'vitest'
import { appWords } from '../../../src/core/reading/statements.ts'
import { makeReport, unresolved } from '../../support/report-builder.ts'
import { toldOf } from '../../support/text-told.ts'

const metrickit = (members: object): string =>
  JSON.stringify({
    timeStampBegin: '2026-01-01 00:00:00 +0000',
    timeStampEnd: '2026-01-02 00:00:00 +0000',
    crashDiagnostics: [
      {
        version: '1.0.0',
        callStackTree: {
          callStackPerThread: true,
          callStacks: [
            {
              threadAttributed: true,
              callStackRootFrames: [
                {
                  binaryUUID: 'AAAAAAAA-0000-1111-2222-333333333333',
                  offsetIntoBinaryTextSegment: 4112,
                  sampleCount: 1,
                  binaryName: 'Till',
                  address: 4294971408,
                },
              ],
            },
          ],
        },
        diagnosticMetaData: { osVersion: 'iPhone OS 17.1 (21B74)', platformArchitecture: 'arm64', ...members },
      },
    ],
  })

test.each([
  ['0 is not in any region.  Bytes before following region: 4303978496', 1, 0x0n],
  ['0x18 is not in any region.  Bytes before following region: 4303978472', 1, 0x18n],
  ['0x102a44000 is in 0x102a44000-0x102a48000;  bytes after start: 0', 2, 0x102a44000n],
  // Intel's general protection fault has no address.
  ['0 is not in any region.  Bytes before following region: 4303978496', 13, undefined],
  ['', 1, undefined],
] as const)('MetricKit has the address in its words on the region: %s, code %i', (words, exceptionCode, address) => {
  const [told] = toldOf(metrickit({ exceptionType: 1, exceptionCode, signal: 11, virtualMemoryRegionInfo: words }))
  expect(told?.report.exception?.address).toBe(address)
  expect(told?.words.includes('does not say at which address')).toBe(address === undefined)
})

test('the region of a trap is where the code lies, not what was accessed', () => {
  const members = { exceptionType: 6, exceptionCode: 1, signal: 5, virtualMemoryRegionInfo: '0 is not in any region.' }
  expect(toldOf(metrickit(members))[0]?.report.exception?.address).toBeUndefined()
})

const kscrash = (error: object, more: object = {}): string =>
  JSON.stringify({
    report: { version: '3.1.0', id: 'AAAAAAAA-0000-1111-2222-333333333333', process_name: 'Till', type: 'standard' },
    binary_images: [{ image_addr: 4294967296, image_size: 65536, name: '/Till.app/Till', cpu_type: 16777228 }],
    system: { system_name: 'iOS', system_version: '17.1', process_name: 'Till' },
    crash: {
      error,
      threads: [
        {
          index: 0,
          crashed: true,
          backtrace: {
            contents: [
              {
                object_name: 'libsystem_kernel.dylib',
                symbol_name: 'semaphore_wait_trap',
                instruction_addr: 6442450948,
              },
              { object_name: 'Till', symbol_name: 'till_wait', instruction_addr: 4294971408, object_addr: 4294967296 },
            ],
          },
        },
      ],
      ...more,
    },
    process: { last_dealloced_nsexception: { name: 'TillException', reason: 'the drawer was open' } },
  })

test('KSCrash: the exception that was deallocated last is quoted, and is not called the end', () => {
  const error = { type: 'mach', mach: { exception: 1, exception_name: 'EXC_BAD_ACCESS', code: 1 }, address: 16 }
  const [told] = toldOf(kscrash(error))
  expect(told?.words).toContain('Last deallocated exception: TillException: the drawer was open')
  expect(told?.headline.title).not.toContain('TillException')
})

test('SIGTERM asks a program to quit: it did not crash', () => {
  const [told] = toldOf(kscrash({ type: 'signal', signal: { signal: 15, name: 'SIGTERM' } }))
  expect(told?.end).toBe('killed')
})

test('a deadlock that the report names is told once', () => {
  const [told] = toldOf(kscrash({ type: 'deadlock' }, { diagnosis: 'Main thread deadlocked in till_wait' }))
  expect(told?.end).toBe('hang')
  const titles = told?.stated.filter((text) => text === told.headline.title || /did not respond/.test(text)) ?? []
  expect(titles).toHaveLength(1)
})

test('what stands above the stackshot of a machine that did not wake is quoted', () => {
  const [told] = toldOf(`Sleep Wake failure in EFI

Failure code:: 0xffffffff 0x0000001f

Please IGNORE the below stackshot

================================================================
Date/Time:        2026-10-23 07:22:27 +0100
OS Version:       ??? ??? (Build ???)
Architecture:     x86_64
Report Version:   29

Data Source:      Stackshots
Event:            Sleep Wake Failure
Duration:         0.00s
Steps:            1

Process:          swd [373]
Architecture:     x86_64
Num samples:      1 (1)

  Thread 0x9bd    1 sample (1)    priority 4 (base 4)
  1  start + 1 (libdyld.dylib + 109769) [0x7fff68d69cc9] 1
    1  ??? [0x100c4e454] 1
`)
  expect(told?.words).toContain('Note: Sleep Wake failure in EFI')
  expect(told?.words).toMatch(/Failure code: 0xffffffff 0x0000001f/i)
  expect(told?.words).toContain('Please IGNORE the below stackshot')
})

test('a row whose offset is its own address is whole', () => {
  const [told] = toldOf(`Command: Till
Path:    /Till
PID:     47
Thread:  0

Exception:  EXC_BAD_ACCESS (0x0001)
Codes:      KERN_PROTECTION_FAILURE (0x0002) at 0x00000000

Thread 0 Crashed:
0   libtill.dylib            	0x02af4a20 till_open + 0x48
1   <<00000000>> 	0x95f4a8d0 0 + 0x95f4a8d0
2   <<00000000>> 	0x95fa9df0 0 + 0x95fa9df0
3   libtill.dylib            	0x02af4b20 till_main + 0x148
`)
  expect(told?.report.threads[0]?.frames.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  expect(told?.report.problems).toEqual([])
})

test('words behind the long stack of an exception are kept, and its last rows are not', () => {
  const rows = Array.from({ length: 60 }, (_, at) => `\t${at}   Till    0x0000000104ccc${100 + at} till_${at} + 12`)
  const text = ['*** First throw call stack:', '(', ...rows, ')', 'abort() called'].join('\n')
  const words = appWords(unresolved(makeReport({ applicationInfo: [text] })))
  expect(words).toHaveLength(40)
  expect(words.slice(-2)).toEqual([')', 'abort() called'])
  expect(words[2]).toContain('till_0 ')
})
