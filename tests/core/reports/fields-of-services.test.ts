/**
 * Events of services whose every value differs: each comes back in its field, and without it the field is gone.
 */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { leavesOf, toldValues, understood, withoutLeaf, type Json } from '../../support/made-fields.ts'
import { A, app, appCenter, datadog, raygun, type Made } from '../../support/made-services.ts'

const bugsnag: Made = {
  document: {
    exceptions: [
      {
        errorClass: 'NSRangeException',
        message: 'out of range',
        type: 'cocoa',
        stacktrace: [
          {
            frameAddress: '0x1010',
            symbolAddress: '0x1008',
            machoFile: app,
            machoUUID: A,
            machoLoadAddress: '0x1000',
            machoVMAddress: '0x100000000',
            method: 'count',
            isPC: true,
            file: 'Till.m',
            lineNumber: 12,
            columnNumber: 5,
          },
          {
            frameAddress: '0x1020',
            machoFile: app,
            machoUUID: A,
            machoLoadAddress: '0x1000',
            isLR: true,
            inlined: true,
          },
        ],
      },
      { errorClass: 'Second', stacktrace: [{ frameAddress: '0x1040' }] },
      {
        errorClass: 'Third',
        stacktrace: [{ method: 'render', file: 'main.js', lineNumber: 3, columnNumber: 4, type: 'browserjs' }],
      },
    ],
    threads: [
      { id: 8, name: 'other', errorReportingThread: false, state: 'WAITING', stacktrace: [{ frameAddress: '0x1030' }] },
      { errorReportingThread: true, stacktrace: [{ frameAddress: '0x1050' }] },
    ],
    app: {
      id: 'com.shop.till',
      name: 'Till',
      version: '4.2',
      bundleVersion: '99',
      binaryArch: 'arm64',
      duration: 2500,
      durationInForeground: 1500,
    },
    device: {
      model: 'iPhone15,2',
      osName: 'iOS',
      osVersion: '17.1',
      time: '2026-01-02T03:04:05Z',
      runtimeVersions: { osBuild: '21B74' },
    },
    session: { startedAt: '2026-01-02T03:00:00Z' },
    breadcrumbs: [{ name: 'tapped', type: 'user', timestamp: '2026-01-02T03:01:00Z' }],
    metaData: {
      error: {
        type: 'mach',
        address: '0xdead',
        mach: { exception_name: 'EXC_BAD_ACCESS', code_name: 'KERN_INVALID_ADDRESS' },
        signal: { name: 'SIGSEGV', code_name: 'SEGV_MAPERR' },
      },
    },
  },
  report: {
    header: {
      process: 'Till',
      bundleId: 'com.shop.till',
      version: '4.2 (99)',
      os: 'iOS 17.1 (21B74)',
      device: 'iPhone15,2',
      arch: 'arm64',
      date: '2026-01-02T03:04:05Z',
    },
    format: 'bugsnag-event',
    label: 'Bugsnag event (JSON)',
    textKind: 'json',
    exception: {
      type: 'EXC_BAD_ACCESS',
      signal: 'SIGSEGV',
      codes: 'KERN_INVALID_ADDRESS',
      subtype: 'mach',
      name: 'NSRangeException',
      reason: 'out of range',
      address: '0xdead',
    },
    applicationInfo: ['out of range'],
    threads: [
      {
        id: 8,
        name: 'other',
        crashed: false,
        state: ['WAITING'],
        frames: [{ id: 0, index: 0, kind: 'exact', address: '0x1030', image: 0, offset: 48 }],
      },
      { id: 1, crashed: true, frames: [{ id: 1, index: 0, kind: 'exact', address: '0x1050', image: 0, offset: 80 }] },
    ],
    lastException: {
      title: 'NSRangeException',
      frames: [
        {
          id: 2,
          index: 0,
          kind: 'exact',
          address: '0x1010',
          image: 0,
          imageName: 'Till',
          offset: 16,
          symbol: { name: 'count', offset: 8, file: 'Till.m', line: 12, column: 5 },
        },
        { id: 3, index: 1, kind: 'return', address: '0x1020', image: 0, imageName: 'Till', offset: 32, inlined: true },
      ],
    },
    backtraces: [
      { title: 'Second', frames: [{ id: 4, index: 0, kind: 'return', address: '0x1040', image: 0, offset: 64 }] },
      {
        title: 'Third',
        frames: [
          {
            id: 5,
            index: 0,
            kind: 'return',
            symbol: { name: 'render', file: 'main.js', line: 3, column: 4 },
            script: { file: 'main.js', line: 3, column: 3 },
            language: 'javascript',
          },
        ],
      },
    ],
    callTrees: [],
    events: [
      { kind: 'state', text: 'Session started', time: '2026-01-02T03:00:00Z' },
      { time: '2026-01-02T03:01:00Z', kind: 'user', text: 'tapped' },
      { kind: 'measure', text: 'The app had run', lasted: 2.5 },
      { kind: 'measure', text: 'The app was in the foreground', lasted: 1.5 },
    ],
    images: [
      {
        index: 0,
        name: 'Till',
        path: app,
        uuid: A,
        loadAddress: '0x1000',
        textVmaddr: '0x100000000',
        origin: 'app',
      },
    ],
  },
  kept: ['Till'],
}

const made: Readonly<Record<string, Made>> = { raygun, datadog, 'app center': appCenter, bugsnag }

function read(document: Json): unknown {
  const outcome = parseReport('made.json', new TextEncoder().encode(JSON.stringify(document)))
  const [report] = outcome.ok ? outcome.value : []
  return report && understood(report)
}

test.each(Object.entries(made))(
  '%s: every value comes back in its field, and no field without a value',
  (_, { document, report }) => {
    expect(read(document)).toEqual(report)
  },
)

/** Values that stand once in the document, and in a field of the report. */
const removed = Object.entries(made).flatMap(([name, { document, kept = [] }]) => {
  const leaves = leavesOf(document).map(({ path, value }) => ({
    path,
    value: JSON.stringify(value).replaceAll('"', ''),
  }))
  const told = toldValues(read(document))
  return leaves
    .filter(({ value }) => value.length > 3 && told.has(value) && !kept.includes(value))
    .filter(({ value }) => leaves.filter((other) => other.value === value).length === 1)
    .map(({ path, value }) => [name, path.join('.'), value, withoutLeaf(document, path)] as const)
})

test('most values of the documents stand once', () => {
  expect(removed.length).toBeGreaterThan(70)
})

test.each(removed)('%s without %s has nothing of %s', (_, __, value, document) => {
  expect(toldValues(read(document)).has(value)).toBe(false)
})
