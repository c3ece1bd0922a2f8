/** Events of services in which every value differs, and what a reader must make of each. */
import type { Json } from './made-fields.ts'

export interface Made {
  readonly document: Json
  readonly report: Json
  /** Values that also stand for another one. */
  readonly kept?: readonly string[]
}

export const A = 'AAAAAAAA-0000-1111-2222-333333333333'
export const B = 'BBBBBBBB-0000-1111-2222-333333333333'
export const app = '/var/containers/Bundle/Application/1/Till.app/Till'

export const raygun: Made = {
  document: {
    occurredOn: '2026-01-02T03:04:05Z',
    details: {
      version: '4.2',
      machineName: 'Machine',
      binaryImages: [
        {
          name: app,
          uuid: A,
          baseAddress: 0x1000,
          size: 4090,
          processor: { type: 0x100000c, subType: 0 },
        },
        { name: 'Bare', uuid: B, baseAddress: 0x9000, size: 16 },
      ],
      error: { className: 'NSRangeException', message: 'out of range', signalName: 'SIGABRT', signalCode: '#6' },
      threads: [
        {
          threadNumber: 7,
          name: 'worker',
          crashed: true,
          stackFrames: [
            { programCounter: 0x1010, symbol: { name: 'count', startAddress: 0x1008 } },
            { programCounter: 0x1020, symbol: { name: '<redacted>', startAddress: 0x1018 } },
          ],
        },
        { stackFrames: [{ programCounter: 0x9004, symbol: { name: 'late', startAddress: 0x9008 } }] },
      ],
      breadcrumbs: [{ message: 'tapped', timestamp: 1767323000 }],
      environment: { oSVersion: '17.1', model: 'iPhone15,2', cpu: 'arm64e' },
      client: { name: 'raygun' },
    },
  },
  report: {
    header: { version: '4.2', os: '17.1', device: 'iPhone15,2', arch: 'arm64e', date: '2026-01-02T03:04:05Z' },
    format: 'raygun-event',
    label: 'Raygun report (JSON)',
    textKind: 'json',
    exception: { name: 'NSRangeException', signal: 'SIGABRT', codes: '#6', reason: 'out of range' },
    applicationInfo: ['out of range'],
    threads: [
      {
        id: 7,
        name: 'worker',
        crashed: true,
        frames: [
          {
            id: 0,
            index: 0,
            kind: 'exact',
            address: '0x1010',
            image: 0,
            offset: 16,
            symbol: { name: 'count', offset: 8 },
          },
          { id: 1, index: 1, kind: 'return', address: '0x1020', image: 0, offset: 32 },
        ],
      },
      {
        id: 1,
        crashed: false,
        frames: [{ id: 2, index: 0, kind: 'exact', address: '0x9004', image: 1, offset: 4, symbol: { name: 'late' } }],
      },
    ],
    backtraces: [],
    callTrees: [],
    events: [{ time: '2026-01-02T03:03:20.000Z', kind: 'other', text: 'tapped' }],
    images: [
      { index: 0, name: 'Till', path: app, uuid: A, arch: 'arm64', loadAddress: '0x1000', size: 4090, origin: 'app' },
      { index: 1, name: 'Bare', uuid: B, loadAddress: '0x9000', size: 16 },
    ],
  },
}

export const datadog: Made = {
  document: {
    date: 1767323045000,
    service: 'com.shop.till',
    version: '4.2',
    build_version: '99',
    os: { name: 'iOS', version: '17.1', build: '21B74' },
    device: { model: 'iPhone15,2', name: 'Phone', architecture: 'arm64' },
    error: {
      is_crash: true,
      message: "Terminating app due to uncaught exception 'NSRangeException', reason: 'out of range'.",
      type: 'SIGABRT (#0)',
      stack: '0   Till   0x0000000000001010 0x1000 + 16\n',
      binary_images: [
        { name: 'Till', uuid: A, arch: 'arm64', load_address: '0x1000', max_address: '0x1fff', is_system: false },
        { name: 'Kit', uuid: B, load_address: '0x9000', max_address: '0x9fff', is_system: true },
      ],
      threads: [
        {
          name: 'Thread 3 Crashed',
          crashed: true,
          stack: '0   Till   0x0000000000001020 0x1000 + 32\n',
          state: 'x0: 0x00000000000000aa\n',
        },
        { name: 'worker', crashed: false, stack: '0   Kit   0x0000000000009004 0x9000 + 4\n' },
      ],
      causes: [{ type: 'Cause', message: 'because', stack: '0   Kit   0x0000000000009008 0x9000 + 8\n' }],
      meta: {
        exception_type: 'SIGSEGV',
        exception_codes: '0x2',
        process: 'Till [77]',
        path: app,
        parent_process: 'launchd [1]',
        incident_identifier: 'incident-1',
      },
    },
    _dd: { x: 1 },
    source_type: 'ios',
  },
  report: {
    header: {
      process: 'Till',
      pid: 77,
      path: app,
      bundleId: 'com.shop.till',
      version: '4.2 (99)',
      os: 'iOS 17.1 (21B74)',
      device: 'iPhone15,2',
      arch: 'arm64',
      date: '2026-01-02T03:04:05.000Z',
      parent: 'launchd [1]',
      incident: 'incident-1',
    },
    format: 'datadog-event',
    label: 'Datadog event (JSON)',
    textKind: 'json',
    exception: {
      type: 'SIGSEGV',
      signal: 'SIGSEGV',
      codes: '0x2',
      name: 'NSRangeException',
      reason: 'out of range',
    },
    applicationInfo: ["Terminating app due to uncaught exception 'NSRangeException', reason: 'out of range'."],
    threads: [
      {
        id: 3,
        crashed: true,
        registers: [{ name: 'x0', value: '0xaa' }],
        frames: [{ id: 0, index: 0, kind: 'exact', address: '0x1020', imageName: 'Till', image: 0, offset: 32 }],
      },
      {
        id: 1,
        name: 'worker',
        crashed: false,
        frames: [{ id: 1, index: 0, kind: 'exact', address: '0x9004', imageName: 'Kit', image: 1, offset: 4 }],
      },
    ],
    lastException: {
      title: 'SIGABRT (#0)',
      frames: [{ id: 2, index: 0, kind: 'return', address: '0x1010', imageName: 'Till', image: 0, offset: 16 }],
    },
    backtraces: [
      {
        title: 'Cause: because',
        frames: [{ id: 3, index: 0, kind: 'return', address: '0x9008', imageName: 'Kit', image: 1, offset: 8 }],
      },
    ],
    callTrees: [],
    images: [
      { index: 0, name: 'Till', uuid: A, arch: 'arm64', loadAddress: '0x1000', size: 4096, origin: 'app' },
      { index: 1, name: 'Kit', uuid: B, loadAddress: '0x9000', size: 4096, origin: 'system' },
    ],
  },
  kept: ['Till', '0x1000', '0x9000'],
}

export const appCenter: Made = {
  document: {
    id: 'log-1',
    timestamp: '2026-01-02T03:04:05Z',
    appLaunchTimestamp: '2026-01-02T03:00:00Z',
    processId: 77,
    processName: 'Till',
    parentProcessName: 'launchd',
    errorThreadId: 9,
    applicationPath: app,
    primaryArchitectureId: 0x100000c,
    architectureVariantId: 0,
    osExceptionType: 'SIGABRT',
    osExceptionCode: '#0',
    osExceptionAddress: '0xdead',
    exceptionType: 'NSRangeException',
    exceptionReason: 'out of range',
    registers: { pc: '0x1010', x0: '0xffffffffffffffff' },
    device: {
      appVersion: '4.2',
      appBuild: '99',
      appNamespace: 'com.shop.till',
      osName: 'iOS',
      osVersion: '17.1',
      osBuild: '21B74',
      model: 'iPhone15,2',
    },
    binaries: [
      { id: A, startAddress: '0x1000', endAddress: '0x1fff', name: 'Till', path: app, architecture: 'arm64e' },
      { id: B, startAddress: '0x9000', endAddress: '0x9fff', name: 'Kit', primaryArchitectureId: 0x100000c },
    ],
    threads: [
      {
        id: 9,
        name: 'worker',
        frames: [
          { address: '0x1010', className: 'Till', methodName: 'count', fileName: 'Till.m', lineNumber: 12 },
          { address: '0x1020', methodName: 'sum' },
          { address: '0x1030', code: '-[Till pay]' },
        ],
      },
      { frames: [{ address: '0x9004', code: '' }] },
    ],
    exception: { type: 'Other', message: 'other', frames: [{ address: '0x9008', code: 'raise' }] },
  },
  report: {
    header: {
      process: 'Till',
      pid: 77,
      path: app,
      bundleId: 'com.shop.till',
      version: '4.2 (99)',
      os: 'iOS 17.1 (21B74)',
      device: 'iPhone15,2',
      arch: 'arm64',
      date: '2026-01-02T03:04:05Z',
      launched: '2026-01-02T03:00:00Z',
      parent: 'launchd',
      incident: 'log-1',
    },
    format: 'appcenter-log',
    label: 'App Center (JSON)',
    textKind: 'json',
    exception: {
      type: 'SIGABRT',
      signal: 'SIGABRT',
      codes: '#0',
      name: 'NSRangeException',
      reason: 'out of range',
      address: '0xdead',
    },
    applicationInfo: ['out of range'],
    threads: [
      {
        id: 9,
        name: 'worker',
        crashed: true,
        registers: [
          { name: 'pc', value: '0x1010' },
          { name: 'x0', value: '0xffffffffffffffff' },
        ],
        frames: [
          {
            id: 0,
            index: 0,
            kind: 'exact',
            address: '0x1010',
            image: 0,
            offset: 16,
            symbol: { name: 'Till.count', file: 'Till.m', line: 12 },
          },
          { id: 1, index: 1, kind: 'return', address: '0x1020', image: 0, offset: 32, symbol: { name: 'sum' } },
          { id: 2, index: 2, kind: 'return', address: '0x1030', image: 0, offset: 48, symbol: { name: '-[Till pay]' } },
        ],
      },
      {
        id: 1,
        crashed: false,
        frames: [{ id: 3, index: 0, kind: 'exact', address: '0x9004', image: 1, offset: 4 }],
      },
    ],
    lastException: {
      frames: [{ id: 4, index: 0, kind: 'return', address: '0x9008', image: 1, offset: 8, symbol: { name: 'raise' } }],
    },
    backtraces: [],
    callTrees: [],
    images: [
      { index: 0, name: 'Till', path: app, uuid: A, arch: 'arm64e', loadAddress: '0x1000', size: 4096, origin: 'app' },
      { index: 1, name: 'Kit', uuid: B, arch: 'arm64', loadAddress: '0x9000', size: 4096 },
    ],
  },
}
