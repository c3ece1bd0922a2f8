/** Header, exception, termination and free parts of an `.ips` crash report, each read alone. */
import { describe, expect, test } from 'vitest'
import { titles } from '../../../../src/core/messages/labels.ts'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import type { BinaryImage } from '../../../../src/core/model/image.ts'
import type { Writable } from '../../../../src/core/model/writable.ts'
import * as details from '../../../../src/core/reports/ips/ips-details.ts'
import type { JsonObject, JsonValue } from '../../../../src/core/reports/json/json.ts'

const image = (name: string, arch: string, path?: string): BinaryImage => ({
  index: 0,
  name,
  arch,
  loadAddress: runtimeAddress(0x1000n),
  ...(path === undefined ? {} : { path }),
})
const fieldsOf = (...members: readonly (readonly [string, JsonValue])[]) =>
  members.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)])

describe('the header', () => {
  test('has all that the body and the first line say; the body goes first', () => {
    const line: JsonObject = {
      app_version: '9.9',
      build_version: '99',
      app_name: 'Line',
      name: 'Name',
      os_version: 'iPhone OS 26.1 (23B85)',
      timestamp: 'line time',
      incident_id: 'line incident',
    }
    const body: JsonObject = {
      procName: 'Till',
      procPath: '/a/Till',
      pid: 41,
      cpuType: 'X86-64',
      parentProc: 'launchd',
      parentPid: 1,
      modelCode: 'Mac1,2',
      captureTime: 'body time',
      procLaunch: 'body launch',
      incident: 'body incident',
      bundleID: 'body.id',
      appVersion: '7',
      bundleInfo: { CFBundleShortVersionString: '1.2', CFBundleVersion: '3', CFBundleIdentifier: 'bundle.id' },
      osVersion: { train: 'macOS 26', build: '25A1' },
      os_fault: { process: 'Fault' },
    }
    expect(details.readHeader(line, body, [])).toStrictEqual({
      process: 'Till',
      pid: 41,
      path: '/a/Till',
      bundleId: 'bundle.id',
      version: '1.2 (3)',
      os: 'iPhone OS 26.1 (23B85)',
      device: 'Mac1,2',
      arch: 'x86_64',
      date: 'body time',
      launched: 'body launch',
      parent: 'launchd [1]',
      incident: 'body incident',
      fields: [
        ...fieldsOf(...(Object.entries(line) as [string, JsonValue][])),
        ...fieldsOf(...(Object.entries(body).slice(0, 12) as [string, JsonValue][])),
        ['bundleInfo.CFBundleShortVersionString', '1.2'],
        ['bundleInfo.CFBundleVersion', '3'],
        ['bundleInfo.CFBundleIdentifier', 'bundle.id'],
        ['osVersion.train', 'macOS 26'],
        ['osVersion.build', '25A1'],
        ['os_fault.process', 'Fault'],
      ],
    })
  })

  const header = (line: JsonObject, body: JsonObject, images: readonly BinaryImage[] = []) => {
    const facts: Writable<Partial<ReturnType<typeof details.readHeader>>> = {
      ...details.readHeader(line, body, images),
    }
    delete facts.fields
    return facts
  }
  test.each<[JsonObject, JsonObject, object]>([
    [{}, {}, {}],
    [{ app_version: '1' }, {}, { version: '1' }],
    [{ build_version: '5' }, {}, { version: '5' }],
    [{ app_version: '1', build_version: '5' }, { appVersion: '2' }, { version: '1 (5)' }],
    [{ build_version: '5' }, { appVersion: '2' }, { version: '2 (5)' }],
    [
      { app_version: '1', build_version: '5' },
      { bundleInfo: { CFBundleShortVersionString: '3', CFBundleVersion: '4' } },
      { version: '3 (4)' },
    ],
    [{ app_version: '', build_version: '5' }, {}, { version: '5' }],
    [{ app_name: 'A', name: 'B' }, { os_fault: { process: 'C' } }, { process: 'A' }],
    [{ name: 'B' }, { os_fault: { process: 'C' } }, { process: 'B' }],
    [{}, { os_fault: { process: 'C' } }, { process: 'C' }],
    [{ bundleID: 'a.b' }, { bundleID: 'c.d' }, { bundleId: 'a.b' }],
    [{}, { bundleID: 'c.d' }, { bundleId: 'c.d' }],
    [{}, { osVersion: 'macOS 9' }, { os: 'macOS 9' }],
    [{}, { osVersion: { train: 'macOS 9' } }, { os: 'macOS 9' }],
    [{}, { osVersion: { build: '9A1' } }, {}],
    [{}, { osVersion: { train: 'macOS 9', build: '9A1' } }, { os: 'macOS 9 (9A1)' }],
    [{ timestamp: 'now' }, {}, { date: 'now' }],
    [{ incident_id: 'X' }, {}, { incident: 'X' }],
    [{}, { parentProc: 'a' }, { parent: 'a' }],
    [{}, { parentPid: 3 }, {}],
    [{}, { parentProc: 'a', parentPid: 0 }, { parent: 'a [0]' }],
    [{}, { cpuType: 'ARM-64' }, { arch: 'arm64' }],
    [{}, { cpuType: 'ARM-64', translated: true }, { arch: 'x86_64' }],
    [{}, { cpuType: 'ARM-64', translated: 1 }, { arch: 'x86_64' }],
    [{}, { cpuType: 'ARM-64', translated: 0 }, { arch: 'arm64' }],
    [{}, { cpuType: 'ARM-64', translated: false }, { arch: 'arm64' }],
    [{}, { cpuType: 'X86-64', translated: true }, { arch: 'x86_64' }],
    [{}, { cpuType: 'PPC', translated: true }, { arch: 'ppc' }],
    [{}, { translated: true }, {}],
  ])('%j and %j', (line, body, expected) => {
    expect(header(line, body)).toStrictEqual(expected)
  })

  test('has the architecture of the program’s image, of the words, or of the first image', () => {
    const images = [image('First', 'arm64e'), image('Till', 'arm64', '/a/Till'), image('Other', 'i386', '/b/Till')]
    const arch = (body: JsonObject) => header({}, body, images).arch
    expect(arch({ procName: 'Till', cpuType: 'X86-64' })).toBe('arm64')
    expect(arch({ procName: 'Till', procPath: '/b/Till', cpuType: 'X86-64' })).toBe('i386')
    expect(arch({ procName: 'Nobody', cpuType: 'X86-64' })).toBe('x86_64')
    expect(arch({ procName: 'Nobody' })).toBe('arm64e')
  })

  test('leaves out what the model has a place for, and says a number of the crashed thread without threads', () => {
    const fields = (line: JsonObject, body: JsonObject) => details.readHeader(line, body, []).fields
    const modelled = [
      ...['threads', 'usedImages', 'binaryImages', 'lastExceptionBacktrace', 'asi', 'asiBacktraces', 'asiSignatures'],
      ...['vmSummary', 'vmRegionInfo', 'vmregioninfo', 'vmregion_info', 'ktriageinfo', 'extMods', 'trialInfo'],
      ...['reportNotes', 'instructionByteStream', 'exceptionReason', 'syslog'],
      ...['memoryErrorReport', 'probGuardReport', 'quarantineReport'],
    ]
    for (const key of modelled) expect([key, fields({}, { [key]: 'x' })]).toStrictEqual([key, []])
    expect(fields({ threads: 'x' }, {})).toStrictEqual([['threads', 'x']])
    const same: JsonObject = { a: 1, threads: 'x' }
    expect(fields(same, same)).toStrictEqual([['a', '1']])
    expect(fields({ a: 1 }, { a: 2, b: 3 })).toStrictEqual([
      ['a', '2'],
      ['b', '3'],
    ])
    const number = ['faultingThread', '7']
    expect(fields({}, { faultingThread: 7 })).toStrictEqual([number, ['Crashed Thread', '7']])
    expect(fields({}, { faultingThread: 7, threads: [] })).toStrictEqual([number, ['Crashed Thread', '7']])
    expect(fields({}, { faultingThread: 7, threads: [{}] })).toStrictEqual([number])
  })
})

describe('the exception', () => {
  test.each<[JsonObject, readonly string[], object | undefined]>([
    [{}, [], undefined],
    [{ exception: {} }, ['words'], undefined],
    [
      {
        exception: {
          type: 'EXC_BAD_ACCESS',
          signal: 'SIGSEGV',
          codes: '0x1, 0x2',
          rawCodes: [1, '0x2', 'no', null],
          subtype: 'KERN_INVALID_ADDRESS at 0x00aF',
          message: 'words',
        },
        exceptionReason: { name: 'NSRangeException', composed_message: 'composed', reason: 'plain' },
      },
      ["*** Terminating app due to uncaught exception 'Other', reason: 'more'"],
      {
        type: 'EXC_BAD_ACCESS',
        signal: 'SIGSEGV',
        codes: '0x1, 0x2',
        rawCodes: [1n, 2n],
        subtype: 'KERN_INVALID_ADDRESS at 0x00aF',
        message: 'words',
        address: 0xafn,
        name: 'NSRangeException',
        reason: 'composed',
      },
    ],
    [{ exceptionReason: { reason: 'plain' } }, [], { reason: 'plain' }],
    [
      { exceptionReason: { reason: 'plain' } },
      ["*** Terminating app due to uncaught exception 'Other', reason: 'more'"],
      { name: 'Other', reason: 'plain' },
    ],
    [{ exception: { codes: { a: 1 } } }, [], { codes: '{"a":1}' }],
    [{ exception: { codes: [1] } }, [], undefined],
    [{ exception: { rawCodes: ['no'] } }, [], undefined],
    ...['x at 0x1 y', 'at 0x1', 'x at 0x1.'].map((subtype): [JsonObject, string[], object] => [
      { exception: { subtype } },
      [],
      { subtype, address: 1n },
    ]),
    ...['xat 0x1', 'at 0x1g', 'at 0x', 'at  0x1', 'at 0x12345678123456781'].map(
      (subtype): [JsonObject, string[], object] => [{ exception: { subtype } }, [], { subtype }],
    ),
    [
      { exception: { subtype: 'at 0x1234567812345678' } },
      [],
      { subtype: 'at 0x1234567812345678', address: 0x1234567812345678n },
    ],
  ])('%j below %j', (body, info, expected) => {
    expect(details.readException(body, info)).toStrictEqual(expected)
  })
})

describe('the termination', () => {
  test.each<[JsonObject, object | undefined]>([
    [{}, undefined],
    [{ termination: {} }, undefined],
    [
      {
        termination: {
          ...{ namespace: 'DYLD', code: 1, indicator: 'Library missing', byProc: 'Till', byPid: 41 },
          ...{ reasons: ['a', { b: 1 }], details: ['c'], reason: 'd' },
        },
      },
      {
        namespace: 'DYLD',
        code: 1n,
        indicator: 'Library missing',
        reasons: ['a', '{"b":1}', 'c', 'd'],
        byProcess: 'Till [41]',
      },
    ],
    [{ termination: { byProc: 'Till' } }, { byProcess: 'Till' }],
    [{ termination: { byPid: 3 } }, undefined],
    [{ termination: { byProc: 'Till', byPid: 0 } }, { byProcess: 'Till [0]' }],
    [{ termination: { reasons: [] } }, undefined],
    [{ termination: { reasons: 'a', details: 'b', reason: ['c'] } }, { reasons: ['a', 'b', 'c'] }],
    [{ termination: { reasons: { a: 1 } } }, undefined],
  ])('%j', (body, expected) => {
    expect(details.readTermination(body)).toStrictEqual(expected)
  })
})

test('words of the program, and whose they are', () => {
  const asi = { 'libc.dylib': ['abort() called ', '', '  ', 'x\n'], Till: 'alone', Shop: null, Empty: [] }
  expect(details.readApplicationInfo({ asi })).toStrictEqual([
    { image: 'libc.dylib', text: 'abort() called' },
    { image: 'libc.dylib', text: 'x' },
    { image: 'Till', text: 'alone' },
  ])
  expect(details.readApplicationInfo({})).toStrictEqual([])
  expect(details.readApplicationInfo({ asi: [] })).toStrictEqual([])
})

describe('sections', () => {
  const text = (title: string, words: string) => ({ kind: 'text', title, text: words })
  const table = (title: string, columns: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    ...{ kind: 'table', title, columns, rows },
  })
  test('have the order of this list', () => {
    expect(
      details.readSections({
        ...{
          threads: [{ id: 9 }],
          instructionByteStream: { a: 1 },
          exceptionReason: { b: 2 },
          trialInfo: { c: { d: 3 } },
        },
        ...{ extMods: { e: 4 }, vmSummary: 'summary\n', syslog: ['log', 'more'], reportNotes: ['note'] },
        ...{ vmRegionInfo: ' region ', ktriageinfo: 'triage', asiSignatures: ['s', 't'], asi: { Till: ['x ', 'y'] } },
      }),
    ).toStrictEqual([
      table('Application Specific Information', ['Image', 'Text'], ['Till', 'x '], ['Till', 'y']),
      text('Application Specific Signatures', 's\nt'),
      text('Kernel Triage', 'triage'),
      text('VM Region Info', ' region'),
      text('Report notes', 'note'),
      text('Filtered syslog', 'log\nmore'),
      text('VM Region Summary', 'summary'),
      table('External Modification Summary', ['Key', 'Value'], ['e', '4']),
      table('Trial Info', ['Key', 'Value'], ['c.d', '3']),
      table(titles.exceptionReason, ['Key', 'Value'], ['b', '2']),
      table('Instruction stream', ['Key', 'Value'], ['a', '1']),
      table('Thread ids', ['Thread', 'Id'], ['0', '9']),
    ])
  })

  test.each<[JsonObject, readonly object[]]>([
    [{}, []],
    [
      { asi: {}, asiSignatures: [], ktriageinfo: '', syslog: ' \n', reportNotes: null, extMods: {}, trialInfo: 'x' },
      [],
    ],
    [
      { asi: { Till: 'alone', Shop: null, Bare: [] } },
      [table('Application Specific Information', ['Image', 'Text'], ['Till', 'alone'], ['Shop', ''])],
    ],
    [{ vmregioninfo: 'a', vmregion_info: 'b' }, [text('VM Region Info', 'a')]],
    [{ vmregion_info: 'b' }, [text('VM Region Info', 'b')]],
    [{ vmRegionInfo: 'c', vmregioninfo: 'a' }, [text('VM Region Info', 'c')]],
    [{ threads: [{ id: 0 }, {}, { id: 2 }] }, []],
    [
      { threads: [{ id: 0 }, {}, { id: 3 }] },
      [table('Thread ids', ['Thread', 'Id'], ['0', '0'], ['1', ''], ['2', '3'])],
    ],
  ])('%j', (body, expected) => {
    expect(details.readSections(body)).toStrictEqual(expected)
  })

  const stream = (bytes: JsonValue, offset?: JsonValue): JsonObject => ({
    threads: [{}, { instructionState: { instructionStream: { bytes, ...(offset === undefined ? {} : { offset }) } } }],
  })
  test('show the bytes around the instruction, sixteen in a row', () => {
    const shown = (...given: Parameters<typeof stream>) => details.readSections(stream(...given))
    const rows = (words: string) => [text('Thread 1 instruction stream', words)]
    expect(shown([])).toStrictEqual([])
    expect(shown(['x'])).toStrictEqual([])
    expect(shown([0, 255, 10, 'x'], 1)).toStrictEqual(rows(' 00[ff] 0a'))
    expect(shown([1, 2, 256 + 3])).toStrictEqual(rows(' 01 02 03'))
    const most = Array.from({ length: 16 }, (_, at) => at)
    const row = most.map((byte) => ` 0${byte.toString(16)}`)
    expect(shown(most)).toStrictEqual(rows(row.join('')))
    expect(shown([...most, 16], 16)).toStrictEqual(rows(`${row.join('')}\n[10]`))
    expect(shown([...most, ...most, 1], 0)).toStrictEqual(rows(`[00]${row.slice(1).join('')}\n${row.join('')}\n 01`))
  })
})
