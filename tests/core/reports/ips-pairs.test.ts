/** The first JSON reports, whose frames and images are lists, and frames in a form that nobody knows. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { describe } from './fixture.ts'

const line = { app_name: 'Harbor', bug_type: '309', os_version: 'macOS 11.1 (20C69)', name: 'Harbor' }
const body = {
  procName: 'Harbor',
  cpuType: 'X86-64',
  exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', subtype: 'KERN_INVALID_ADDRESS at 0x00000000' },
  threads: [
    { triggered: true, id: 7, frames: [[1, 0x940], [0, 0x1712]] as unknown[] },
    { id: 8, frames: [[1, 0x2458]] as unknown[] },
  ],
  threadState: { rip: 0x7fff20301940, rax: 0, trap: 14, trap_description: '(no mapping for user data read)', flavor: 'x86_THREAD_STATE' },
  usedImages: [
    ['aaaaaaaa-0000-1111-2222-333333333333', 0x10dd73000, 'P'],
    ['bbbbbbbb-0000-1111-2222-333333333333', 0x7fff20301000, 'P'],
  ],
  legacyInfo: {
    imageExtraInfo: [
      { size: 0x4000, arch: 'x86_64', path: '/Applications/Harbor.app/Contents/MacOS/Harbor', name: 'Harbor' },
      { size: 0x8000, arch: 'x86_64', path: '/usr/lib/system/libsystem_c.dylib', name: 'libsystem_c.dylib' },
    ],
    threadTriggered: { index: 0, queue: 'com.apple.main-thread' },
  },
} // prettier-ignore

function read(value: unknown): Report {
  const text = `${JSON.stringify(line)}\n${JSON.stringify(value, null, 1)}`
  const outcome = parseReport('Harbor.ips', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]
}

test('frames, images and registers as lists and bare numbers', () => {
  const report = read(body)
  expect(report.problems).toEqual([])
  expect(report.images.map(({ name, size, loadAddress }) => [name, size, loadAddress])).toEqual([
    ['Harbor', 0x4000, 0x10dd73000n],
    ['libsystem_c.dylib', 0x8000, 0x7fff20301000n],
  ])
  expect(report.threads.map(({ frames }) => frames.map((frame) => describe(report, frame)))).toEqual([
    ['exact libsystem_c.dylib+0x940', 'return Harbor+0x1712'],
    ['exact libsystem_c.dylib+0x2458'],
  ])
  expect(report.threads[0]).toMatchObject({ crashed: true, queue: 'com.apple.main-thread' })
  expect(report.threads[0]?.registers).toEqual([
    { name: 'rip', value: 0x7fff20301940n },
    { name: 'rax', value: 0n },
    { name: 'trap', value: 14n, note: '(no mapping for user data read)' },
  ])
  expect(report.threads[1]?.registers).toBeUndefined()
})

test('frames in another form are told by thread', () => {
  const threads = [
    { triggered: true, frames: [[1, 0x940], 'rows', [1]] },
    { frames: [{ imageIndex: 0, imageOffset: 16 }, null] },
  ]
  const report = read({ ...body, threads })
  expect(report.threads.map(({ frames }) => frames.length)).toEqual([1, 1])
  expect(report.problems.map(({ code, message }) => [code, message])).toEqual([
    ['unread-frames', '2 frames of thread 0 could not be read.'],
  ])
})
