import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { endOf } from '../../../src/core/reading/end.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'
import { fixtureBytes, parseFixture } from './fixture.ts'
import { thrownPlcrash } from '../../support/plcrash-builder.ts'

/** Frames of a stack in one line: kind, image, offset, name. */
function rows(report: Report, frames: Report['threads'][number]['frames']): string[] {
  return frames.map(({ kind, image, imageName, offset, symbol }) => {
    const name = image === undefined ? (imageName ?? '-') : (report.images[image]?.name ?? '-')
    return [kind, name, offset === undefined ? '-' : `0x${offset.toString(16)}`, symbol?.name ?? ''].join(' ').trim()
  })
}

function only(reports: readonly Report[]): Report {
  const [report] = reports
  if (!report || reports.length > 1) throw new Error(`${reports.length} reports`)
  return report
}

test('KSCrash: an exception has return addresses only, a suspended thread starts exact', () => {
  const report = only(parseFixture('kscrash/thrown-with-signed-registers.json'))
  expect(report.format).toBe('kscrash')
  expect(report.threads.map((thread) => rows(report, thread.frames))).toEqual([
    ['return libobjc.A.dylib 0x200 objc_exception_throw', 'return Kiosk 0x102c <redacted>'],
    ['exact Kiosk 0x1090', 'return Unlisted 0x10'],
  ])
  expect(report.threads[1]?.registers?.find(({ name }) => name === 'lr')).toEqual({
    name: 'lr',
    value: 14987979559889010712n,
    note: 'string coin',
  })
  expect(report.threads[1]?.stackMemory).toEqual({
    start: 6171948544n,
    bytes: Uint8Array.of(0, 17, 34, 51, 68, 85, 102, 119),
  })
  expect(report.images.map(({ name, arch, origin }) => [name, arch, origin])).toEqual([
    ['Kiosk', 'arm64', 'app'],
    ['libobjc.A.dylib', 'arm64e', 'system'],
    ['Unlisted', undefined, undefined],
  ])
  expect(report.exception).toMatchObject({ type: 'EXC_CRASH', signal: 'SIGABRT', name: 'NSRangeException' })
  expect(report.exception?.address).toBeUndefined()
  expect(report.applicationInfo).toEqual([
    'Application threw exception NSRangeException: index 9',
    'Kiosk/Till.swift:12: Fatal error: out of coins',
  ])
  expect(report.header).toMatchObject({
    process: 'Kiosk',
    pid: 411,
    version: '2.1 (77)',
    os: 'iOS 17.1 (21B74)',
    date: '2023-11-14T22:13:20.000Z',
  })
  expect(report.problems.map(({ code }) => code)).toEqual(['skipped-frames'])
})

test('KSCrash: the crash of the reporter comes after the crash it reports, with the same images', () => {
  const [first, second] = parseFixture('kscrash/crash-of-the-reporter.json')
  expect(first && rows(first, first.threads[0]?.frames ?? [])).toEqual(['exact Kiosk 0x41 main'])
  expect(second && rows(second, second.threads[0]?.frames ?? [])).toEqual(['exact Kiosk 0x80'])
  expect(second?.images[0]?.uuid).toBe('C0FFEE00-1111-3222-8333-44445555AAAA')
  expect(first?.exception?.address).toBe(4294967295n)
})

test('MetricKit: threads are stacks, unattributed calls are a tree', () => {
  const [crash, hang] = parseFixture('metrickit/payload-with-crash-and-hang.json')
  expect(crash?.label).toBe('MetricKit crash')
  expect(crash?.threads.map(({ crashed, frames }) => [crashed, rows(crash, frames)])).toEqual([
    [true, ['exact Kiosk 0x412c', 'return UIKitCore 0x200']],
    [false, ['exact Kiosk 0x4e20']],
  ])
  expect(crash?.images.map(({ loadAddress }) => loadAddress)).toEqual([4362076160n, 6442450944n])
  expect(crash?.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', reason: 'index 9 beyond bounds' })
  expect(crash?.termination).toMatchObject({ namespace: 'FRONTBOARD', code: 0x8badf00dn })
  const root = hang?.callTrees[0]?.roots[0]
  expect(hang?.label).toBe('MetricKit hang')
  expect([root?.frame.kind, root?.count, root?.frame.offset]).toEqual(['return', 9, 1000])
  expect(root?.children.map(({ frame, count }) => [frame.kind, count, frame.offset])).toEqual([
    ['exact', 6, 2000],
    ['exact', 3, 768],
  ])
})

test('MetricKit of iOS 14.0: the field holds load addresses', () => {
  const report = only(parseFixture('metrickit/load-addresses-for-offsets.json'))
  expect(report.threads[0]?.frames.map(({ kind, offset }) => [kind, offset])).toEqual([
    ['exact', 0x412c],
    ['return', 0x200],
    ['return', 0x4e20],
  ])
  expect(report.images.map(({ loadAddress }) => loadAddress)).toEqual([4362076160n, 6442450944n])
})

test('MetricKit: a piece from the middle gives the frames that are whole', () => {
  const report = only(parseFixture('metrickit/cut-from-the-middle.txt'))
  expect(report.threads[0]?.frames.map(({ offset, address }) => [offset, address])).toEqual([
    [507160, 6863142168n],
    [528064, 6863163072n],
  ])
  expect(report.problems.map(({ code }) => code)).toEqual(['damaged-json'])
})

test('Sentry: frames are turned round, the exception belongs to its thread', () => {
  const report = only(parseFixture('sentry-event/mach-exception.json'))
  expect(report.threads.map(({ crashed, frames }) => [crashed, rows(report, frames)])).toEqual([
    [true, ['exact Kiosk 0x412c Till.count()', 'return Kiosk 0x5000 <redacted>', 'return dyld 0x200 start']],
    [false, ['exact libsystem_kernel.dylib 0x10 mach_msg_trap']],
  ])
  expect(report.images[0]).toMatchObject({ textVmaddr: 0x1_0000_0000n, arch: 'arm64' })
  expect(report.images[1]).not.toHaveProperty('text')
  expect(report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: 16n })
  expect(report.threads[0]?.registers?.map(({ value }) => value)).toEqual([0x1_0400_412cn, 0xd000_0001_8000_0200n])
})

test('Bugsnag: the exception is shown once, images come from the frames', () => {
  const report = only(parseFixture('bugsnag-event/unhandled.json'))
  expect(report.threads.map(({ id, crashed, frames }) => [id, crashed, rows(report, frames)])).toEqual([
    [0, true, ['exact Kiosk 0x412c', 'return dyld 0x200']],
    [7, false, ['exact Kiosk 0x5000']],
  ])
  expect(report.lastException).toBeUndefined()
  expect(report.header).toMatchObject({ process: 'Kiosk', os: 'iOS 17.1 (21B74)', arch: 'arm64' })
})

test('Crashlytics records: hex text, missing load addresses, a cut line', () => {
  const report = only(parseFixture('crashlytics-record/joined.clsrecord'))
  expect(report.exception).toMatchObject({ name: 'NSRangeException', reason: 'index 9' })
  expect(report.threads.map(({ name, crashed, frames }) => [name, crashed, rows(report, frames)])).toEqual([
    ['main', true, ['exact Kiosk 0x1090', 'return Kiosk 0x102c']],
    [undefined, false, ['exact - -']],
  ])
  expect(report.lastException?.frames.map(({ kind }) => kind)).toEqual(['return', 'return'])
  expect(report.problems.map(({ code, line }) => [code, line])).toEqual([
    ['image-without-base', 5],
    ['damaged-json', 9],
  ])
})

test('Crashlytics: errors that the app recorded are stacks of return addresses, and no end', () => {
  const line = (name: string, code: number): string =>
    JSON.stringify({
      error: {
        domain: Buffer.from(name).toString('hex'),
        code,
        time: 1735789440,
        stacktrace: [0x104c08120, 0x104c04034],
      },
    })
  const outcome = parseReport(
    'errors_a.clsrecord',
    new TextEncoder().encode(`${line('Till.OpenError', 3)}\n${line('Till.WeighError', 4)}\n`),
  )
  const report = only(outcome.ok ? outcome.value : [])
  expect(report.format).toBe('crashlytics-record')
  expect(report.exception).toBeUndefined()
  expect(
    report.backtraces.map(({ title, frames }) => [title, frames.map(({ kind, address }) => [kind, address])]),
  ).toEqual(
    ['Till.OpenError 3', 'Till.WeighError 4'].map((name) => [
      `Recorded error ${name}`,
      [
        ['return', 0x104c08120n],
        ['return', 0x104c04034n],
      ],
    ]),
  )
  expect(endOf(unresolved(report))).toBe('unknown')
})

test('Meter logs: base64 text, images without ends', () => {
  const report = only(parseFixture('meter-exceptions/log.ndjson'))
  expect(report.exception).toMatchObject({ name: 'NSRangeException', reason: 'index 9' })
  expect(rows(report, report.lastException?.frames ?? [])).toEqual([
    'return libobjc.A.dylib 0x200',
    'return Kiosk 0x102c',
  ])
})

test('PLCrashReporter: the fixture is what the builder writes, and reads as it was written', () => {
  const file = fixtureBytes('plcrash/thrown.plcrash')
  expect(Uint8Array.from(file)).toEqual(thrownPlcrash())
  const report = only(parseFixture('plcrash/thrown.plcrash'))
  expect(report.threads.map(({ id, crashed, frames }) => [id, crashed, rows(report, frames)])).toEqual([
    [0, true, ['exact libsystem_c.dylib 0x10 abort', 'return Kiosk 0x412c']],
    [3, false, ['exact Kiosk 0x5000']],
  ])
  expect(rows(report, report.lastException?.frames ?? [])).toEqual([
    'return libsystem_c.dylib 0x200',
    'return Kiosk 0x4300',
  ])
  expect(report.images.map(({ name, arch, size }) => [name, arch, size])).toEqual([
    ['Kiosk', 'arm64', 65536],
    ['libsystem_c.dylib', 'arm64e', 65536],
  ])
  expect(report.threads[0]?.registers?.[1]).toEqual({ name: 'lr', value: 0xd000_0001_0400_412cn })
  expect(report.exception).toMatchObject({ type: 'EXC_CRASH', signal: 'SIGABRT', rawCodes: [0n, 5n] })
  expect(report.header).toMatchObject({ process: 'Kiosk', pid: 411, os: 'iPhone OS 17.1 (21B74)', version: '2.1 (77)' })
  expect(report.sections).toEqual([{ kind: 'text', title: 'Custom data', text: 'till=3' }])
})

test('PLCrashReporter: a file cut anywhere keeps what is whole and says so', () => {
  const bytes = thrownPlcrash()
  const outcome = parseReport('cut.plcrash', bytes.subarray(0, Math.floor(bytes.length * 0.6)))
  expect(outcome.ok && outcome.value[0]?.threads.length).toBe(2)
  expect(outcome.ok && outcome.value[0]?.problems.map(({ code }) => code)).toEqual(['truncated'])
})
