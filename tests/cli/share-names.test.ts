/** Names of one report in others of its build: only with the option, only where two agree, and marked. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'

const folder = testFolder()
let incidents = 0

/** A report of one frame in one system library. */
function report(name: string, symbol?: string): string {
  const head = { bug_type: '309', name: 'Harbor', incident_id: `0F0F0F0F-0000-1111-2222-00000000000${++incidents}` }
  const body = {
    pid: 1,
    procName: 'Harbor',
    cpuType: 'ARM-64',
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    faultingThread: 0,
    threads: [
      {
        triggered: true,
        frames: [{ imageOffset: 0x1008, imageIndex: 0, ...(symbol !== undefined && { symbol, symbolLocation: 8 }) }],
      },
    ],
    usedImages: [
      {
        base: 0x1_8500_0000,
        size: 0x100_0000,
        name: 'UIKitCore',
        path: '/usr/lib/UIKitCore',
        uuid: '99999999-9999-9999-9999-999999999999',
        arch: 'arm64e',
      },
    ],
  }
  const path = join(folder, name)
  writeFileSync(path, `${JSON.stringify(head)}\n${JSON.stringify(body)}`)
  return path
}

const bare = report('bare.ips')
const [one, other] = [report('one.ips', 'carried_name'), report('other.ips', 'carried_name')]

/** The output for the report without names, which comes last. */
function shown(...args: readonly string[]): string {
  const { out } = unslide(['symbolicate', '--format', 'json', ...args, bare])
  const { reports } = JSON.parse(out) as { reports: readonly { source: string; threads: unknown }[] }
  return JSON.stringify(reports.find(({ source }) => source.endsWith('bare.ips'))?.threads)
}

test('items of a batch name each other only on request, and only where two agree', () => {
  expect(shown(one, other)).not.toContain('carried_name')
  expect(shown('--share-names', one)).not.toContain('carried_name')
  const named = shown('--share-names', one, other)
  expect(named).toContain('carried_name')
  expect(named).toContain('"fromReports":["one.ips","other.ips"]')
  expect(named).toContain('"source":"other-report"')
})

test('text and HTML say whose name it is', () => {
  for (const format of ['text', 'html', 'markdown']) {
    const { out } = unslide(['symbolicate', '--share-names', '--format', format, one, other, bare])
    expect(out).toContain('named by other reports of the same build (one.ips, other.ips)')
    expect(out).toContain('likely')
  }
})

test('lines of a stream cannot ask for it', () => {
  const { status, err } = unslide(['symbolicate', '--stream', '--share-names'], '')
  expect(status).toBe(2)
  expect(err).toContain('--stream')
})
