import { expect, test } from 'vitest'
import { describe, fixtureBytes, parseFixture } from './fixture.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const [report] = parseFixture('ips-crash/ios-segv.ips')

test('header, exception and termination', () => {
  expect(report!.header).toMatchObject({
    process: 'Harbor',
    pid: 410,
    bundleId: 'org.example.harbor',
    version: '2.1 (210)',
    os: 'iPhone OS 17.4.1 (21E236)',
    device: 'iPhone15,2',
    arch: 'arm64',
    parent: 'launchd [1]',
    incident: '0F0F0F0F-0000-1111-2222-333333333333',
  })
  expect(Object.fromEntries(report!.header.fields)).toMatchObject({
    procRole: 'Foreground',
    'sharedCache.base': '6442450944',
    app_name: 'Harbor "{x}"',
  })
  expect(report!.exception).toEqual({
    type: 'EXC_BAD_ACCESS',
    signal: 'SIGSEGV',
    codes: '0x0000000000000001, 0x0000000000000010',
    rawCodes: [1n, 16n],
    subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000010',
    address: 16n,
    name: 'NSRangeException',
    reason: 'index 4 beyond bounds [0 .. 3]',
  })
  expect(report!.termination).toEqual({
    namespace: 'SIGNAL',
    code: 11n,
    indicator: 'Segmentation fault: 11',
    byProcess: 'exc handler [410]',
  })
  expect(report!.applicationInfo).toHaveLength(2)
})

test('threads, registers and frames', () => {
  const [crashed, worker] = report!.threads
  expect(crashed).toMatchObject({ id: 0, crashed: true, queue: 'com.apple.main-thread' })
  expect(worker).toMatchObject({ id: 1, crashed: false, name: 'worker', frames: [] })
  expect(crashed!.frames.map((frame) => describe(report!, frame))).toEqual([
    'exact inlined Harbor+0x14074 Dock.subscript.getter+0 Dock.swift:7',
    'exact Harbor+0x14074',
    'return UIKitCore+0x1000 -[UIView a:b:]+44',
    'return 0x225bf',
  ])
  expect(crashed!.registers).toContainEqual({ name: 'x1', value: 14987979559889010712n, note: 'vtable for Dock + 16' })
  expect(crashed!.registers).toContainEqual({
    name: 'esr',
    value: 2449473606n,
    note: '(Data Abort) byte read Translation fault',
  })
  expect(report!.lastException!.frames.map((frame) => describe(report!, frame))).toEqual([
    'return UIKitCore+0x200 __exceptionPreprocess+164',
    'return Harbor+0x14050',
  ])
  expect(report!.backtraces.map(({ title, frames }) => [title, frames.length])).toEqual([
    ['Application Specific Backtrace 1', 2],
  ])
  expect(report!.frameCount).toBe(8)
})

test('images and their origin', () => {
  expect(report!.images.map(({ name, origin, uuid }) => [name, origin, uuid])).toEqual([
    ['Harbor', 'app', '11111111-2222-3333-4444-555555555555'],
    ['UIKitCore', 'system', '99999999-2222-3333-4444-555555555555'],
    ['', undefined, undefined],
  ])
})

test('frames stand where the text has them', () => {
  const frame = report!.threads[0]!.frames[2]!
  expect(report!.text.slice(frame.span!.start, frame.span!.end)).toBe(
    '{"imageOffset":4096,"symbol":"-[UIView a:b:]","symbolLocation":44,"imageIndex":1}',
  )
})

test('a truncated body keeps its whole threads and says so', () => {
  const text = new TextDecoder().decode(fixtureBytes('ips-crash/ios-segv.ips'))
  const cut = text.slice(0, text.indexOf('"name":"worker"'))
  const outcome = parseReport('cut.ips', new TextEncoder().encode(cut))
  expect(outcome.ok && outcome.value[0]!.threads[0]!.frames).toHaveLength(4)
  expect(outcome.problems.map((problem) => problem.code)).toContain('damaged-json')
})

test('words before a pasted report are kept, and the report is read', () => {
  const text = new TextDecoder().decode(fixtureBytes('ips-crash/ios-segv.ips'))
  const outcome = parseReport('issue.txt', new TextEncoder().encode(`Since the update it dies:\n\n${text}\nThanks!`))
  const [pasted] = outcome.ok ? outcome.value : []
  expect(pasted!.format).toBe('ips-crash')
  expect(pasted!.threads[0]!.frames).toHaveLength(4)
  const frame = pasted!.threads[0]!.frames[3]!
  expect(pasted!.text.slice(frame.span!.start, frame.span!.end)).toBe('{"imageOffset":140735,"imageIndex":2}')
  expect(pasted!.sections.at(-1)).toMatchObject({ text: 'Since the update it dies:\nThanks!' })
})

test('several JSON reports in one file', () => {
  const text = new TextDecoder().decode(fixtureBytes('ips-crash/ios-segv.ips'))
  const outcome = parseReport('two.ips', new TextEncoder().encode(text + text))
  expect(outcome.ok && outcome.value.map(({ threads, frameCount }) => [threads.length, frameCount])).toEqual([
    [2, 8],
    [2, 8],
  ])
})
