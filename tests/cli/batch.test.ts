/** `unslide batch`: many reports, a group for each crash. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'

const sample = fileURLToPath(new URL('../../public/sample/', import.meta.url))
const dsym = join(sample, 'Trailmap.dSYM.zip')
const text = readFileSync(join(sample, 'Trailmap.ips'), 'utf8')
const folder = testFolder()

interface Group {
  readonly title: string
  readonly function?: string
  readonly count: number
  readonly versions: readonly { readonly value: string; readonly count: number }[]
  readonly reports: readonly { readonly path: string }[]
}

const groupsOf = (out: string) => JSON.parse(out) as { readonly groups: readonly Group[]; readonly unreadable: number }

const reports = join(folder, 'reports')
mkdirSync(reports)
for (const at of [1, 2, 3]) copyFileSync(join(sample, 'Trailmap.ips'), join(reports, `${at}.ips`))
// The same crash of another version, and another crash of the same version.
const version = /"app_version":"([^"]+)"/.exec(text)?.[1] ?? ''
writeFileSync(join(reports, '4.ips'), text.replaceAll(version, '99.0'))
writeFileSync(
  join(reports, '5.ips'),
  text.replace('EXC_BAD_ACCESS', 'EXC_BAD_INSTRUCTION').replace('SIGSEGV', 'SIGILL'),
)

test('reports of one crash are one group, with its versions counted, whatever the number of threads', () => {
  const runs = ['1', '4'].map((jobs) =>
    unslide(['batch', reports, '--symbols', dsym, '--jobs', jobs, '--format', 'json']),
  )
  expect(runs[0]?.out).toBe(runs[1]?.out)
  const { groups, unreadable } = groupsOf(runs[0]?.out ?? '')
  expect(unreadable).toBe(0)
  expect(groups.map(({ count }) => count)).toEqual([4, 1])
  expect(groups[0]?.function).toBe('trackSamples')
  expect(groups[0]?.versions.map(({ count }) => count)).toEqual([3, 1])
  expect(groups[0]?.versions[1]?.value).toContain('99.0')
  expect(groups[0]?.reports.map(({ path }) => path.slice(-5))).toEqual(['1.ips', '2.ips', '3.ips', '4.ips'])
})

test('text tells each crash, its place and its reports', () => {
  const { out, status } = unslide(['batch', reports, '--symbols', dsym])
  expect(out).toContain('5 reports of 2 crashes')
  expect(out).toContain('trackSamples')
  expect(out).toContain('99.0')
  expect(status).toBe(0)
})

test('what cannot be read is told and the others are grouped; without symbols the exit code says so', () => {
  const bad = join(folder, 'bad.txt')
  writeFileSync(bad, 'no report')
  const { status, out, err } = unslide(['batch', join(reports, '1.ips'), bad, '--format', 'json'])
  expect(groupsOf(out).groups).toHaveLength(1)
  expect(groupsOf(out).unreadable).toBe(1)
  expect(err).toContain('bad.txt')
  expect(err).toContain('1 of 2 files')
  expect(status).toBe(2)
  expect(unslide(['batch', join(reports, '1.ips')]).status).toBe(1)
  expect(unslide(['batch']).status).toBe(2)
})

test('samples are no crashes; each group names its program', () => {
  const place = join(folder, 'samples')
  mkdirSync(place)
  const sampleText = [
    'Analysis of sampling Kiosk (pid 31) every 1 millisecond',
    'Process:         Kiosk [31]',
    'Load Address:    0x1000',
    '',
    'Call graph:',
    '    10 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)',
    '      10 main  (in Kiosk) + 20  [0x1020]',
    '        10 __psynch_mutexwait  (in libsystem_kernel.dylib) + 8  [0x7ff8001]',
    '',
    'Total number in stack (recursive counted multiple, when >=5):',
    '',
  ].join('\n')
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(place, name), sampleText)
  const { out } = unslide(['batch', place])
  expect(out).toMatch(/^2 reports in 1 group\n\n2 {2}Kiosk: The main thread waits/)
  const { groups } = JSON.parse(unslide(['batch', place, '--format', 'json']).out) as {
    groups: { process?: string; isCrash?: boolean }[]
  }
  expect(groups).toMatchObject([{ process: 'Kiosk', isCrash: false }])
  expect(unslide(['batch', reports, '--symbols', dsym]).out).toMatch(/^\d {2}Trailmap: /m)
})
