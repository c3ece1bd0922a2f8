/** Records of Crashlytics and Swift's backtraces as JSON: each value in its field, and none without it. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { understood, type Json } from '../../support/made-fields.ts'
import { without } from '../../support/without.ts'

const A = 'AAAAAAAA-0000-1111-2222-333333333333'
const app = '/var/containers/Bundle/Application/1/Till.app/Till'
type Members = Readonly<Record<string, unknown>>

function told(bytes: Uint8Array, name: string): { readonly report: Report; readonly one: Members } {
  const outcome = parseReport(name, Uint8Array.from(bytes))
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error(JSON.stringify(outcome.problems))
  return { report, one: understood(report) as Members }
}
const ofText = (text: string, name = 'made.json') => told(new TextEncoder().encode(text), name)

describe('Crashlytics records', () => {
  const hex = (text: string): string => [...text].map((one) => one.charCodeAt(0).toString(16)).join('')
  const records: readonly Readonly<Record<string, Json>>[] = [
    { load: { path: app, uuid: A, base: 0x1000, size: 4096, display_version: '4.2', bundle_id: 'com.shop.till' } },
    { identity: { session_id: 'session-1', started_at: 1767323000 } },
    { host: { platform: 'ios', os_display_version: '17.1', os_build_version: '21B74', model: 'iPhone15,2' } },
    { application: { bundle_id: 'com.shop.till', display_version: '4.2', build_version: '99' } },
    { executable: { architecture: 'arm64' } },
    { signal: { name: 'SIGABRT', code_name: 'ABORT', address: 0xdead, time: 1767323045 } },
    { mach_exception: { exception: 10, codes: [1, 2] } },
    {
      exception: {
        type: 'objc',
        name: hex('NSRangeException'),
        reason: hex('out of range'),
        frames: [{ pc: 0x1040, symbol: 'raise', file: 'a.m', line: 3, library: 'Till' }],
      },
    },
    {
      threads: [
        { crashed: true, registers: { pc: 0x1010, x0: 5 }, stacktrace: [0x1010, 0x1020] },
        { crashed: false, stacktrace: [0x1030] },
      ],
    },
    { thread_names: [hex('worker')] },
    { dispatch_queue_names: [hex('queue')] },
    { runtime: { crash_info_entries: [hex('said by an image')] } },
    { log: { msg: hex('tapped'), time: 1767323001 } },
    { log: { time: 1767323002 } },
    { error: { domain: hex('Domain'), code: 7, time: 1767323003 } },
  ]
  const text = (list: readonly Json[]): string => list.map((one) => JSON.stringify(one)).join('\n')

  test('every value in its field', () => {
    expect(ofText(text(records), 'a.clsrecord').one).toEqual({
      header: {
        bundleId: 'com.shop.till',
        version: '4.2 (99)',
        os: 'ios 17.1 (21B74)',
        device: 'iPhone15,2',
        arch: 'arm64',
        date: '2026-01-02T03:04:05.000Z',
        incident: 'session-1',
      },
      format: 'crashlytics-record',
      label: 'Crashlytics record (.clsrecord)',
      textKind: 'none',
      exception: {
        type: 'EXC_CRASH',
        signal: 'SIGABRT',
        codes: 'ABORT',
        rawCodes: ['0x1', '0x2'],
        name: 'NSRangeException',
        reason: 'out of range',
        address: '0xdead',
      },
      applicationInfo: ['out of range', 'said by an image'],
      threads: [
        {
          id: 0,
          name: 'worker',
          queue: 'queue',
          crashed: true,
          registers: [
            { name: 'pc', value: '0x1010' },
            { name: 'x0', value: '0x5' },
          ],
          frames: [
            { id: 0, index: 0, kind: 'exact', address: '0x1010', image: 0, offset: 16 },
            { id: 1, index: 1, kind: 'return', address: '0x1020', image: 0, offset: 32 },
          ],
        },
        {
          id: 1,
          crashed: false,
          frames: [{ id: 2, index: 0, kind: 'exact', address: '0x1030', image: 0, offset: 48 }],
        },
      ],
      lastException: {
        frames: [
          {
            id: 3,
            index: 0,
            kind: 'return',
            address: '0x1040',
            image: 0,
            imageName: 'Till',
            offset: 64,
            symbol: { name: 'raise', file: 'a.m', line: 3 },
          },
        ],
      },
      backtraces: [],
      callTrees: [],
      events: [
        { kind: 'state', text: 'Session started', time: '2026-01-02T03:03:20.000Z' },
        { kind: 'log', text: 'tapped', time: '2026-01-02T03:03:21.000Z' },
        { kind: 'log', text: 'an empty line', time: '2026-01-02T03:03:22.000Z' },
        { kind: 'error', text: 'Recorded error Domain 7', time: '2026-01-02T03:03:23.000Z' },
      ],
      images: [
        {
          index: 0,
          name: 'Till',
          path: app,
          uuid: A,
          loadAddress: '0x1000',
          size: 4096,
          version: '4.2',
          bundleId: 'com.shop.till',
          origin: 'app',
        },
      ],
    })
  })

  const replaced = (key: string, value: Json | undefined): Members =>
    ofText(
      text(records.flatMap((one) => (key in one ? (value === undefined ? [] : [{ [key]: value }]) : [one]))),
      'a.clsrecord',
    ).one
  test.each<[string, Json | undefined, Members]>([
    ['mach_exception', { name: 'EXC_NAMED', code_name: 'CODE' }, { exception: { type: 'EXC_NAMED', codes: 'ABORT' } }],
    ['mach_exception', undefined, { exception: { type: 'objc' } }],
    ['signal', { address: 1 }, { exception: { address: '0x1' }, header: { date: '2026-01-02T03:03:20.000Z' } }],
    ['exception', { name: '' }, { applicationInfo: ['said by an image'] }],
    ['application', { build_version: '99' }, { header: { version: '99' } }],
  ])('%s as %j', (key, value, expected) => {
    expect(replaced(key, value)).toMatchObject(expected)
  })

  test('an image without its base is told, and so is a line that is no record', () => {
    const { report } = ofText(`${text(records)}\n{"load":{"path":"/x/Kit"}}\n{"signal":{"na`, 'a.clsrecord')
    expect(report.problems.map(({ code, line }) => [code, line])).toEqual([
      ['image-without-base', 16],
      ['damaged-json', 17],
    ])
  })
})

describe('Swift’s backtrace as JSON', () => {
  const row = (more: Readonly<Record<string, Json>>): Json => ({ kind: 'returnAddress', address: '0x1020', ...more })
  const document = {
    timestamp: '2026-01-02T03:04:05Z',
    kind: 'crashReport',
    description: 'Bad pointer',
    faultAddress: '0xdead',
    platform: 'macOS 14.1',
    architecture: 'arm64',
    images: [
      { name: 'till', path: app, buildId: A, baseAddress: '0x1000', endOfText: '0x2000' },
      { path: '/usr/lib/kit', baseAddress: '0x9000', endOfText: '0x9000' },
    ],
    threads: [
      {
        name: 'worker',
        crashed: true,
        registers: { x0: '0x5', x1: 'none' },
        frames: [
          {
            kind: 'programCounter',
            address: '0x1010',
            inlined: true,
            symbol: '$s4till',
            description: 'count() + 8',
            offset: 8,
            image: 'till',
            sourceLocation: { file: 'Till.swift', line: 12, column: 5 },
          },
          row({ symbol: '$s4mangled', offset: 4, sourceLocation: { file: 'x', line: 0, column: 0 } }),
          { kind: 'omittedFrames', count: 12 },
          { kind: 'asyncResumePoint', address: '0x1031' },
          { kind: 'truncated' },
        ],
      },
      { crashed: false, frames: [] },
    ],
  } satisfies Json

  test('every value in its field', () => {
    const { report, one } = ofText(JSON.stringify(document))
    expect(one).toEqual({
      header: { process: 'till', os: 'macOS 14.1', arch: 'arm64', date: '2026-01-02T03:04:05Z' },
      format: 'swift-backtrace-json',
      label: 'Swift runtime backtrace (JSON)',
      textKind: 'json',
      exception: { reason: 'Bad pointer', address: '0xdead' },
      applicationInfo: [],
      threads: [
        {
          id: 0,
          name: 'worker',
          crashed: true,
          registers: [{ name: 'x0', value: '0x5' }],
          frames: [
            {
              id: 0,
              index: 0,
              kind: 'exact',
              address: '0x1010',
              image: 0,
              imageName: 'till',
              offset: 16,
              inlined: true,
              symbol: { name: 'count()', offset: 8, file: 'Till.swift', line: 12, column: 5 },
            },
            {
              id: 1,
              index: 1,
              kind: 'return',
              address: '0x1020',
              image: 0,
              offset: 32,
              symbol: { name: '$s4mangled', offset: 4, file: 'x' },
            },
            { id: 2, index: 2, kind: 'async', address: '0x1031', image: 0, offset: 49 },
          ],
        },
        { id: 1, crashed: false, frames: [] },
      ],
      backtraces: [],
      callTrees: [],
      images: [
        { index: 0, name: 'till', path: app, uuid: A, loadAddress: '0x1000', size: 4096, origin: 'app' },
        { index: 1, name: 'kit', path: '/usr/lib/kit', loadAddress: '0x9000', origin: 'system' },
      ],
    })
    expect(report.sections[0]).toMatchObject({
      kind: 'table',
      rows: [
        ['0', '1', 'omittedFrames: 12'],
        ['0', '2', 'truncated'],
      ],
    })
  })

  test('no exception without a word or an address; a line each is a report each', () => {
    const quiet = without(without(document, 'description'), 'faultAddress')
    expect(ofText(JSON.stringify(quiet)).one).not.toHaveProperty('exception')
    expect(ofText(JSON.stringify({ ...quiet, faultAddress: '0x0' })).one['exception']).toEqual({ address: '0x0' })
    const lines = `${JSON.stringify(document)}\n{"kind":"other"}\n${JSON.stringify(quiet)}\n`
    const outcome = parseReport('a.json', new TextEncoder().encode(lines))
    expect(outcome.ok && outcome.value.map(({ exception }) => exception?.reason)).toEqual(['Bad pointer', undefined])
  })
})
