/** Events of Datadog, Raygun, New Relic, Measure, App Center and Rollbar: images, threads, the thrown stack, registers, and no text twice. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { describe, fixtureBytes, parseFixture } from './fixture.ts'

function only(path: string): Report {
  const reports = parseFixture(path)
  const [report] = reports
  if (!report || reports.length !== 1) throw new Error(`${reports.length} reports`)
  expect(report.problems).toEqual([])
  return report
}

const threads = (report: Report): unknown[] =>
  report.threads.map(({ id, name, crashed, frames }) => [id, name, crashed, ...frames.map((f) => describe(report, f))])

/** A fixture with a part replaced, read. */
function changed(path: string, from: string, to: string): Report {
  const text = new TextDecoder().decode(fixtureBytes(path))
  expect(text).toContain(from)
  const outcome = parseReport(path, new TextEncoder().encode(text.replace(from, to)))
  if (!outcome.ok || !outcome.value[0]) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]
}

test('Datadog: threads, the thrown stack and registers out of texts', () => {
  const report = only('datadog-event/crash.json')
  expect(report.header).toMatchObject({
    process: 'Harbor',
    pid: 4711,
    bundleId: 'net.maker.harbor',
    version: '1.2.0 (34)',
    os: 'iOS 17.4.1 (21E236)',
    date: '2025-01-02T03:44:05.123Z',
    parent: 'launchd [1]',
  })
  expect(report.exception).toMatchObject({
    signal: 'SIGABRT',
    name: 'NSRangeException',
    reason: 'index 5 beyond bounds',
  })
  expect(report.images[0]).toMatchObject({ name: 'Harbor', loadAddress: 0x104c00000n, size: 0xc000, origin: 'app' })
  expect(threads(report)).toEqual([
    [0, undefined, true, 'exact libsystem_kernel.dylib+0xa034', 'return Harbor+0x8120'],
    [1, undefined, false, 'exact libsystem_kernel.dylib+0xa038'],
  ])
  expect(report.threads[0]?.registers?.map(({ name, value }) => [name, value])).toEqual([
    ['x0', 0n],
    ['lr', 0x104c08120n],
    ['pc', 0x18f45a034n],
  ])
  expect(report.lastException?.frames.map((frame) => describe(report, frame))).toEqual([
    'return CoreFoundation+0xd10e0',
    'return Harbor+0x8120',
    'return Harbor+0x4034',
  ])
})

test('Datadog: an event around which the site has put its own, and a stack of another language', () => {
  const text = new TextDecoder().decode(fixtureBytes('datadog-event/crash.json'))
  const outcome = parseReport('list.json', new TextEncoder().encode(`{"data":[{"attributes":{"attributes":${text}}}]}`))
  expect(outcome.ok && outcome.value.map(({ format, threads: all }) => [format, all.length])).toEqual([
    ['datadog-event', 2],
  ])
  const script = changed('datadog-event/crash.json', '0   CoreFoundation  ', 'load@main.jsbundle:1:2 ')
  expect(script.lastException?.frames).toHaveLength(2)
})

test('Raygun: numbers in decimal, redacted names are none', () => {
  const report = only('raygun-event/crash.json')
  expect(report.exception).toMatchObject({ name: 'NSRangeException', signal: 'SIGABRT' })
  expect(report.images.map(({ name, arch }) => [name, arch])).toEqual([
    ['Harbor', 'arm64'],
    ['libsystem_kernel.dylib', 'arm64e'],
  ])
  expect(threads(report)).toEqual([
    [
      0,
      'com.apple.main-thread',
      true,
      'exact libsystem_kernel.dylib+0xb434 abort+52',
      'return Harbor+0x8120',
      'return Harbor+0x4034',
    ],
    [1, undefined, false, 'exact libsystem_kernel.dylib+0xb438'],
  ])
  expect(report.events?.map(({ text }) => text)).toEqual(['tapped load'])
})

test('New Relic: with an exception, the rows of the crashed thread are those of the throw', () => {
  const report = only('newrelic-event/crash.json')
  expect(report.header).toMatchObject({
    process: 'Harbor',
    pid: 4711,
    path: '/var/containers/Bundle/Application/X/Harbor.app/Harbor',
    bundleId: 'net.maker.harbor',
    version: '1.2.0 (34)',
    os: 'iOS 17.4.1 (21E236)',
    device: 'iPhone15,2',
    date: '2025-01-02T03:44:05.000Z',
    parent: 'launchd [1]',
    incident: '0E5D0B3C-1111-4000-8000-0000000000AA',
  })
  expect(report.exception).toMatchObject({
    name: 'NSRangeException',
    reason: 'index 5 beyond bounds',
    signal: 'SIGABRT',
    codes: '#0',
  })
  expect(threads(report)).toEqual([
    [
      0,
      undefined,
      true,
      'return libsystem_kernel.dylib+0xb434 objc_exception_throw+52',
      'return Harbor+0x8120',
      'return Harbor+0x4034',
    ],
    [1, undefined, false, 'exact libsystem_kernel.dylib+0xb438'],
  ])
  expect(report.threads[0]?.registers?.map(({ name, value }) => [name, value])).toEqual([
    ['pc', 0x18f55b434n],
    ['lr', 0x104c08120n],
    ['x0', 0n],
  ])
  expect(report.threads[1]?.registers).toBeUndefined()
})

test('New Relic: without an exception, the first row is where the thread was', () => {
  const report = changed(
    'newrelic-event/crash.json',
    '"name": "NSRangeException", "cause": "index 5 beyond bounds", "signalInfo": { "signalName": "SIGABRT"',
    '"name": null, "cause": null, "signalInfo": { "signalName": "SIGSEGV"',
  )
  expect(report.exception).toEqual({ signal: 'SIGSEGV', codes: '#0', address: 0x18f55b434n })
  expect(report.applicationInfo).toEqual([])
  expect(report.threads[0]?.frames.map(({ kind }) => kind)).toEqual(['exact', 'return', 'return'])
})

test('Measure: the stack of the exception is that of the crashed thread; numbers are hex digits without 0x', () => {
  const report = only('measure-event/crash.json')
  expect(report.header).toMatchObject({
    bundleId: 'net.maker.harbor',
    version: '1.2.0 (34)',
    os: 'iOS 17.4.1 (21E236)',
    device: 'iPhone15,2',
  })
  expect(report.exception).toMatchObject({
    name: 'NSRangeException',
    signal: 'SIGABRT',
    reason: 'index 5 beyond bounds',
  })
  expect(report.images.map(({ name, size, origin }) => [name, size, origin])).toEqual([
    ['Harbor', 0xc000, 'app'],
    ['libsystem_kernel.dylib', 0x39000, 'system'],
  ])
  expect(threads(report)).toEqual([
    [
      1,
      undefined,
      true,
      'exact libsystem_kernel.dylib+0xa034',
      'return Harbor+0x8120',
      'return Harbor+0x4034 Dock.load Dock.swift:19',
    ],
    [0, undefined, false, 'exact libsystem_kernel.dylib+0xa038'],
    [2, 'com.maker.upload', false, 'exact libsystem_kernel.dylib+0xa03c'],
  ])
})

test('Measure: an error that was handled ended nothing, a signal is no name, and the body may stand alone', () => {
  const handled = changed('measure-event/crash.json', '"handled": false', '"handled": true')
  expect(handled.threads.some(({ crashed }) => crashed)).toBe(false)
  const signal = changed('measure-event/crash.json', '"type": "NSRangeException"', '"type": "SIGSEGV"')
  expect(signal.exception).toMatchObject({ type: 'SIGSEGV' })
  expect(signal.exception?.name).toBeUndefined()
  const { exception } = JSON.parse(new TextDecoder().decode(fixtureBytes('measure-event/crash.json'))) as Record<
    string,
    unknown
  >
  const bare = parseReport('bare.json', new TextEncoder().encode(JSON.stringify(exception)))
  expect(bare.ok && bare.value.map(({ format, threads: all }) => [format, all.length])).toEqual([['measure-event', 3]])
})

test('App Center: the crashed thread is named, or stands where the registers say', () => {
  const report = only('appcenter-log/crash.json')
  expect(threads(report)).toEqual([
    [
      0,
      undefined,
      true,
      'exact libsystem_kernel.dylib+0xa034',
      'return Harbor+0x8120',
      'return Harbor+0x4034 Dock.load Dock.m:19',
    ],
    [1, 'worker', false, 'exact libsystem_kernel.dylib+0xa038'],
  ])
  expect(report.threads[0]?.registers).toHaveLength(2)
  expect(report.lastException?.frames).toHaveLength(2)
  const named = changed('appcenter-log/crash.json', '"fatal": true', '"fatal": true, "errorThreadId": 1')
  expect(named.threads.map(({ crashed }) => crashed)).toEqual([false, true])
  const unknown = changed('appcenter-log/crash.json', '"pc": "0x000000018f45a034"', '"pc": "0x1"')
  expect(unknown.threads.some(({ crashed }) => crashed)).toBe(false)
})

test('Rollbar: the report that is one string of an item', () => {
  const outcome = parseReport('item.json', fixtureBytes('apple-crash-text/rollbar-item.json'))
  expect(outcome.problems.map(({ code }) => code)).toEqual(['repaired-document'])
  const [report] = outcome.ok ? outcome.value : []
  expect(report && threads(report)).toEqual([
    [0, undefined, true, 'exact libsystem_kernel.dylib+0xa034', 'return Harbor+0x8120'],
  ])
})

test('two reports in one document are not cut down to one', () => {
  const text = new TextDecoder().decode(fixtureBytes('apple-crash-text/rollbar-item.json'))
  const outcome = parseReport('items.json', new TextEncoder().encode(`[${text},${text}]`))
  const [report] = parseFixture('apple-crash-text/rollbar-item.json')
  const whole = report && threads(report)
  expect(outcome.ok ? outcome.value.map(threads) : []).toEqual([whole, whole])
})

test('an event without stacks says so', () => {
  const outcome = parseReport('event.json', new TextEncoder().encode('{"stackFrames":1,"programCounter":2}'))
  expect([outcome.ok, outcome.problems.map(({ code }) => code)]).toEqual([false, ['no-event']])
})
