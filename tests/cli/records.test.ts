/** The records of one Crashlytics crash, named one by one, are one report; and a report without any name says so. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportsOf, testFolder, unslide, type JsonReport } from '../support/cli.ts'

const folder = testFolder()

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function symbolicate(...args: readonly string[]): {
  status: number | null
  reports: readonly JsonReport[]
  err: string
} {
  const { status, out, err } = unslide(['symbolicate', ...args, '--format', 'json'])
  return { status, reports: out === '' ? [] : reportsOf(out), err }
}

const images = write(
  'binary_images.clsrecord',
  '{"load":{"path":"/private/var/containers/Bundle/Application/X/Shop.app/Shop","base":4374429696,"size":32768,"uuid":"11111111222233334444555555555555"}}\n',
)
const signal = write(
  'signal.clsrecord',
  '{"signal":{"number":6,"name":"SIGABRT","code":0,"code_name":"","address":0,"time":1700000000}}\n{"threads":[{"crashed":true,"registers":{},"stacktrace":[4374446196,4374450176]}]}\n',
)
const other = write('other.txt', 'Backtrace of Thread 259:\n0   Shop   0x0000000104ccc074 Shop + 16500\n')

test('records named together are one report, in the place of the first; other reports stay', () => {
  const { reports, err } = symbolicate(images, other, signal)
  expect(reports).toHaveLength(2)
  expect(reports[0]).toMatchObject({ images: [{ name: 'Shop' }], exception: { signal: 'SIGABRT' } })
  expect(reports[1]?.exception).toBeUndefined()
  expect(err).toContain('11111111-2222-3333-4444-555555555555')
})

test('records that may be of two crashes stay apart', () => {
  expect(symbolicate(images, signal, write('signal-2.clsrecord', '{"signal":{"number":11}}\n')).reports).toHaveLength(3)
})

test('frames of the system alone: no name, the reason and exit code 1', () => {
  const uuid = '11111111-2222-3333-4444-555555555555'
  const path = write(
    'system.txt',
    `Backtrace of Thread 259:\n0   libfoo.dylib   0x0000000180004074 0x180000000 + 16500\n\nBinary Images:\n0x180000000 - 0x18000ffff libfoo.dylib arm64 <${uuid}> /usr/lib/libfoo.dylib\n`,
  )
  const { status, err } = symbolicate(path)
  expect(err).toContain('DeviceSupport')
  expect(status).toBe(1)
})
