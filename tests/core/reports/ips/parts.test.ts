/** Parts of an `.ips` crash report, each read alone: images, frames, registers, code, rows left out. */
import { describe, expect, test } from 'vitest'
import { fieldTexts } from '../../../../src/core/messages/labels.ts'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import { codeOf } from '../../../../src/core/reports/ips/ips-code.ts'
import * as frames from '../../../../src/core/reports/ips/ips-frames.ts'
import * as pairs from '../../../../src/core/reports/ips/ips-pairs.ts'
import { elidedProblems, elidedSections, readElided } from '../../../../src/core/reports/ips/ips-recursion.ts'
import { parseJson, type JsonObject, type JsonValue } from '../../../../src/core/reports/json/json.ts'

const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const builder = new ReportBuilder('a.ips')
builder.addImage({ name: 'Till', loadAddress: runtimeAddress(0x1000), size: 0x1000 })
builder.addImage({ name: 'Shop' })
const used: frames.UsedImages = { builder, positions: [0, undefined, 1] }
const documentOf = (text: string) => {
  const document = parseJson(text)
  if (!document) throw new Error('no JSON')
  return document
}
const EMPTY = documentOf('[]')

describe('an image', () => {
  test.each<[JsonObject, object]>([
    [{}, { name: '' }],
    [
      { name: 'Till', path: '/a/Shop' },
      { name: 'Till', path: '/a/Shop' },
    ],
    [{ path: '/a/Shop' }, { name: 'Shop', path: '/a/Shop' }],
    [{ path: '???' }, { name: '???' }],
    [
      { name: 'T', uuid: UUID.toLowerCase() },
      { name: 'T', uuid: UUID },
    ],
    [{ name: 'T', uuid: 'x' }, { name: 'T' }],
    [
      { name: 'T', arch: 'arm64e', size: 0, base: 4096 },
      { name: 'T', arch: 'arm64e', loadAddress: 4096n, size: 0 },
    ],
    [
      { name: 'T', base: 0 },
      { name: 'T', catchAll: true, loadAddress: 0n },
    ],
    [
      { name: 'T', base: 0, uuid: UUID },
      { name: 'T', uuid: UUID, loadAddress: 0n },
    ],
    [
      { name: 'T', base: 1 },
      { name: 'T', loadAddress: 1n },
    ],
    [
      { name: 'T', base: 1, source: 'A' },
      { name: 'T', catchAll: true, loadAddress: 1n },
    ],
    [
      { name: 'T', base: 1, source: 'P' },
      { name: 'T', loadAddress: 1n },
    ],
    [
      { name: 'T', CFBundleShortVersionString: '2.1', CFBundleVersion: '42' },
      { name: 'T', version: '2.1 (42)' },
    ],
    [
      { name: 'T', CFBundleShortVersionString: '2.1' },
      { name: 'T', version: '2.1' },
    ],
    [
      { name: 'T', CFBundleVersion: '42' },
      { name: 'T', version: '42' },
    ],
    [
      { name: 'T', CFBundleIdentifier: 'com.t' },
      { name: 'T', bundleId: 'com.t' },
    ],
    [{ path: '/usr/lib/dyld' }, { name: 'dyld', path: '/usr/lib/dyld', origin: 'system' }],
  ])('%j', (entry, expected) => {
    expect(frames.readUsedImage(entry)).toStrictEqual(expected)
  })
  test.each<[JsonValue, JsonObject, object]>([
    [{ name: 'T' }, { legacyInfo: { imageExtraInfo: [{ size: 1 }, { size: 2 }] } }, { name: 'T' }],
    [
      ['u', 5, 'P'],
      { legacyInfo: { imageExtraInfo: [{ size: 1 }, { size: 2, name: 'T' }] } },
      { size: 2, name: 'T', uuid: 'u', base: 5, source: 'P' },
    ],
    [['u'], {}, { uuid: 'u', base: null, source: null }],
    [[], { legacyInfo: { imageExtraInfo: [] } }, { uuid: null, base: null, source: null }],
    ['x', {}, {}],
    [null, {}, {}],
  ])('entry %j', (entry, body, expected) => {
    expect(pairs.imageEntry(entry, 1, body)).toEqual(expected)
  })
  test.each<[JsonObject, object | undefined]>([
    [
      { base: 4096, size: 1, uuid: UUID },
      { uuid: UUID, loadAddress: 4096n, size: 1 },
    ],
    [
      { base: 1, size: 1 },
      { loadAddress: 1n, size: 1 },
    ],
    [{ base: 0, size: 1 }, undefined],
    [{ base: 1, size: 0 }, undefined],
    [{ base: 1, size: -1 }, undefined],
    [{ base: 1 }, undefined],
    [{ size: 1 }, undefined],
  ])('the shared cache %j', (entry, expected) => {
    expect(frames.readSharedCache(entry)).toStrictEqual(expected)
  })
})

describe('a frame', () => {
  const MOST = Number.MAX_SAFE_INTEGER
  const none = { address: undefined, image: undefined, imageName: undefined, offset: undefined, inlined: false }
  const read = (entry: JsonValue) => frames.readFrames([entry], used, EMPTY)
  test.each<[JsonObject, object]>([
    [{}, none],
    [
      { imageIndex: 0, imageOffset: 16 },
      { ...none, address: 0x1010n, image: 0, imageName: 'Till', offset: 16 },
    ],
    [
      { imageIndex: 0, imageOffset: 0 },
      { ...none, address: 0x1000n, image: 0, imageName: 'Till', offset: 0 },
    ],
    [{ imageIndex: 0 }, { ...none, image: 0, imageName: 'Till' }],
    [
      { imageIndex: 1, imageOffset: 16 },
      { ...none, address: 16n },
    ],
    [
      { imageIndex: 1, imageOffset: 16, address: 5 },
      { ...none, address: 16n },
    ],
    [
      { imageIndex: 2, imageOffset: 16 },
      { ...none, image: 1, imageName: 'Shop', offset: 16 },
    ],
    [
      { imageIndex: 2, imageOffset: 16, address: 5 },
      { ...none, address: 5n, image: 1, imageName: 'Shop', offset: 16 },
    ],
    [
      { imageIndex: 9, imageOffset: 16, imageName: 'X' },
      { ...none, imageName: 'X', offset: 16 },
    ],
    [{ imageOffset: 16 }, { ...none, offset: 16 }],
    [
      { imageIndex: 0, imageOffset: 16, address: 5, imageName: 'X' },
      { ...none, address: 5n, image: 0, imageName: 'Till', offset: 16 },
    ],
    [{ imageOffset: BigInt(MOST) }, { ...none, offset: MOST }],
    [{ imageOffset: MOST - 1 }, { ...none, offset: MOST - 1 }],
    [{ imageOffset: BigInt(MOST) + 1n }, none],
    [{ imageOffset: (1n << 64n) - 1n }, none],
    [
      { imageIndex: 0, imageOffset: BigInt(MOST) + 1n },
      { ...none, address: BigInt(MOST) + 0x1001n, image: 0, imageName: 'Till' },
    ],
    [{ inline: true }, { ...none, inlined: true }],
    [{ inline: 1 }, { ...none, inlined: true }],
    [{ inline: 0 }, none],
    [{ inline: 'true' }, none],
    [{ symbol: 'pay' }, { ...none, symbol: { name: 'pay' } }],
    [
      { symbol: 'pay', symbolLocation: 0, sourceFile: 'a.m', sourceLine: 7, sourceColumn: 3 },
      { ...none, symbol: { name: 'pay', offset: 0, file: 'a.m', line: 7, column: 3 } },
    ],
    [
      { symbol: 'pay', sourceLine: 0, sourceColumn: 0 },
      { ...none, symbol: { name: 'pay' } },
    ],
    [
      { symbol: 'pay', sourceLine: 1, sourceColumn: 1 },
      { ...none, symbol: { name: 'pay', line: 1, column: 1 } },
    ],
    [
      { symbol: 'pay', sourceLine: -1, sourceColumn: -1 },
      { ...none, symbol: { name: 'pay' } },
    ],
    [{ sourceFile: 'a.m', sourceLine: 7 }, none],
  ])('%o', (entry, expected) => {
    expect(read(entry)).toStrictEqual([expected])
  })
  test('of a list of two numbers', () => {
    expect(read([0, 16])).toStrictEqual([{ ...none, address: 0x1010n, image: 0, imageName: 'Till', offset: 16 }])
    for (const entry of [null, 1, 'x', [], [0], ['a', 1], [0, 'b'], true])
      expect([entry, read(entry)]).toStrictEqual([entry, []])
    expect(frames.readFrames(undefined, used, EMPTY)).toStrictEqual([])
    expect(pairs.frameEntry([1, 2, 3])).toStrictEqual({ imageIndex: 1, imageOffset: 2 })
  })
  test('with its place, and cut off before it', () => {
    const whole = '[{"imageIndex":0,"imageOffset":1},{"imageOffset":2}]'
    const both = (text: string) => {
      const document = documentOf(text)
      return frames.readFrames(document.value, used, document).map(({ offset, span }) => [offset, span])
    }
    expect(both(whole)).toStrictEqual([
      [1, { start: 1, end: 33 }],
      [2, { start: 34, end: 51 }],
    ])
    expect(both('[{"imageIndex":0,"imageOffset":1},{"imageOffset":2,')).toHaveLength(1)
    expect(both('[{"imageIndex":0,"imageOffset":1},{"imageIndex":2,')).toHaveLength(1)
    expect(both('[{"imageIndex":0,"imageOffset":1},{"imageIndex":0,"imageOffset":3,"symbol":')).toHaveLength(2)
  })
  test('that cannot be read is counted', () => {
    expect(pairs.countUnread([{}, [0, 1], null, 1, 'x', [0]])).toBe(3)
    expect([pairs.countUnread([]), pairs.countUnread(undefined), pairs.countUnread([null])]).toStrictEqual([0, 0, 0])
  })
})

describe('registers', () => {
  test.each<[JsonValue | undefined, readonly object[]]>([
    [undefined, []],
    [
      { x: [{ value: 1 }, { value: 2, symbol: 'pay' }, {}, { value: 3 }] },
      [
        { name: 'x0', value: 1n },
        { name: 'x1', value: 2n, note: 'pay' },
        { name: 'x3', value: 3n },
      ],
    ],
    [{ pc: { value: 5, matchesCrashFrame: 1 } }, [{ name: 'pc', value: 5n, note: fieldTexts.matchesCrashFrame }]],
    [{ pc: { value: 5, matchesCrashFrame: 0 } }, [{ name: 'pc', value: 5n }]],
    [
      { pc: 7, lr: 8n, flavor: 'ARM', sp: null },
      [
        { name: 'pc', value: 7n },
        { name: 'lr', value: 8n },
      ],
    ],
    [{ pc: { value: -1 } }, [{ name: 'pc', value: 0xffff_ffff_ffff_ffffn }]],
    [{ pc: { value: 5, symbol: 'pay', symbolLocation: 4 } }, [{ name: 'pc', value: 5n, note: 'pay + 4' }]],
    [{ pc: { value: 5, symbol: 'pay', symbolLocation: 0 } }, [{ name: 'pc', value: 5n, note: 'pay' }]],
    [{ pc: { value: 5, symbolLocation: 4 } }, [{ name: 'pc', value: 5n }]],
    [{ pc: { value: 5, sourceFile: 'a.m', sourceLine: 7 } }, [{ name: 'pc', value: 5n, note: 'a.m:7' }]],
    [{ pc: { value: 5, sourceFile: 'a.m' } }, [{ name: 'pc', value: 5n, note: 'a.m' }]],
    [{ pc: { value: 5, sourceLine: 7 } }, [{ name: 'pc', value: 5n }]],
    [
      { pc: { value: 5, description: 'd', symbol: 's', 'objc-selector': 'o', sourceFile: 'f', matchesCrashFrame: 1 } },
      [{ name: 'pc', value: 5n, note: `d; s; o; f; ${fieldTexts.matchesCrashFrame}` }],
    ],
  ])('%o', (state, expected) => {
    expect(frames.readThreadState(state)).toStrictEqual(expected)
  })
  test.each<[JsonObject, boolean, JsonObject, JsonValue | undefined]>([
    [{ threadState: { pc: 1 } }, true, { threadState: { pc: 2 } }, { pc: 1 }],
    [{}, true, { threadState: { pc: 2 } }, { pc: 2 }],
    [{}, false, { threadState: { pc: 2 } }, undefined],
    [{}, true, { threadState: 5 }, undefined],
    [{}, true, {}, undefined],
    [{}, true, { threadState: { trap: 3, trap_description: 'd' } }, { trap: { value: 3, description: 'd' } }],
    [{}, true, { threadState: { trap: 3 } }, { trap: 3 }],
    [{}, true, { threadState: { pc: 1, trap_description: 'd' } }, { pc: 1 }],
    [{}, true, { threadState: { trap: { value: 3 }, trap_description: 'd' } }, { trap: { value: 3 } }],
  ])('of a thread %j, crashed %j, beside %j', (entry, isCrashed, body, expected) => {
    expect(pairs.stateOf(entry, isCrashed, body)).toStrictEqual(expected)
  })
})

describe('code around the counter', () => {
  const state = (name: string) => ({ threadState: { [name]: { value: 0x1000 } } })
  const code = (start: bigint, ...bytes: number[]) => ({
    code: { start, bytes: Uint8Array.from(bytes), from: 'report' },
  })
  const stream = (beforePC?: string, atPC?: string): JsonObject => ({
    instructionByteStream: { ...(beforePC !== undefined && { beforePC }), ...(atPC !== undefined && { atPC }) },
  })
  const own = (offset: JsonValue, bytes: JsonValue = [1, 2, 3]) => ({
    instructionState: { instructionStream: { bytes, offset } },
  })
  const base64 = (count: number): string => Buffer.alloc(count, 7).toString('base64')
  test.each<[string, JsonObject, boolean, JsonObject, object]>([
    ...['pc', 'rip', 'eip'].map((name): [string, JsonObject, boolean, JsonObject, object] => [
      name,
      state(name),
      true,
      stream('AQI=', 'AwQ='),
      code(0xffen, 1, 2, 3, 4),
    ]),
    ['another register', state('lr'), true, stream('AQI=', 'AwQ='), {}],
    ['only behind', state('pc'), true, stream(undefined, 'AwQ='), code(0x1000n, 3, 4)],
    ['only before', state('pc'), true, stream('AQI='), {}],
    ['none', state('pc'), true, stream('AQI=', ''), {}],
    ['of another thread', state('pc'), false, stream('AQI=', 'AwQ='), {}],
    ['its own', { ...state('pc'), ...own(1) }, false, stream('AQI=', 'AwQ='), code(0xfffn, 1, 2, 3)],
    ['its own, crashed', { ...state('pc'), ...own(1) }, true, {}, code(0xfffn, 1, 2, 3)],
    ['at its first byte', { ...state('pc'), ...own(0) }, false, {}, code(0x1000n, 1, 2, 3)],
    ['at its last byte', { ...state('pc'), ...own(2) }, false, {}, code(0xffen, 1, 2, 3)],
    ['behind its last byte', { ...state('pc'), ...own(3) }, false, {}, {}],
    ['before its first', { ...state('pc'), ...own(-1) }, false, {}, {}],
    ['between two', { ...state('pc'), ...own(0.5) }, false, {}, {}],
    ['at no place', { ...state('pc'), ...own(null) }, false, {}, {}],
    ['with holes', { ...state('pc'), ...own(0, [1, null, 2]) }, false, {}, code(0x1000n, 1, 2)],
  ])('%s', (_, entry, crashed, body, expected) => {
    expect(codeOf(entry, crashed, body)).toStrictEqual(expected)
  })
  test('no more than 4096 bytes', () => {
    expect(codeOf(state('pc'), true, stream(base64(96), base64(4000))).code?.bytes).toHaveLength(4096)
    expect(codeOf(state('pc'), true, stream(base64(97), base64(4000)))).toStrictEqual({})
    expect(codeOf({ ...state('pc'), ...own(4095, new Array(5000).fill(1)) }, true, {}).code?.bytes).toHaveLength(4096)
    expect(codeOf({ ...state('pc'), ...own(4096, new Array(5000).fill(1)) }, true, {})).toStrictEqual({})
  })
})

describe('rows left out of a recursion', () => {
  const read = (entry: JsonObject) => readElided(entry, used, EMPTY)
  const cut = (more: JsonObject = {}): JsonObject => ({
    recursionInfoArray: [{ hottestElided: 5, coldestElided: 9, depth: 3, ...more }],
  })
  test.each<[JsonObject, object | undefined]>([
    [{}, undefined],
    [{ originalLength: 20, recursionInfoArray: [1, null, []] }, undefined],
    [cut(), { cuts: [{ first: 5, last: 9, depth: 3 }] }],
    [
      { originalLength: 20, ...cut() },
      { originalLength: 20, cuts: [{ first: 5, last: 9, depth: 3 }] },
    ],
    [
      { originalLength: -1, ...cut({ depth: 0.5, hottestElided: 0, coldestElided: 2 ** 53 }) },
      { cuts: [{ first: 0 }] },
    ],
    [
      cut({ keyFrame: { imageIndex: 0, imageOffset: 16, symbol: 'walk' } }),
      { cuts: [{ first: 5, last: 9, depth: 3, imageName: 'Till', offset: 16, symbol: 'walk' }] },
    ],
    [cut({ keyFrame: { symbol: 'walk' } }), { cuts: [{ first: 5, last: 9, depth: 3, symbol: 'walk' }] }],
  ])('%j', (entry, expected) => {
    expect(read(entry)).toStrictEqual(expected)
  })
  const threads = [
    {
      id: 4,
      elided: {
        originalLength: 20,
        cuts: [
          { first: 5, last: 9, depth: 3, imageName: 'Till', offset: 16, symbol: 'walk' },
          { first: 12, last: 12 },
        ],
      },
    },
    { id: 5 },
    { id: 6, elided: { cuts: [{ symbol: 'a' }] } },
    { id: 7, elided: { cuts: [{ first: 1, last: 2, imageName: 'Till' }] } },
  ]
  test('are told', () => {
    expect(
      elidedProblems(threads, 'a.ips').map(({ code, severity, file, params }) => [code, severity, file, params]),
    ).toStrictEqual([
      ['skipped-frames', 'note', 'a.ips', { frames: 6, thread: '4' }],
      ['skipped-frames', 'note', 'a.ips', { frames: 2, thread: '7' }],
    ])
    expect(elidedSections([{ id: 5 }])).toStrictEqual([])
    const halves = [{ id: 1, elided: { cuts: [{ first: 1 }, { last: 2 }] } }]
    expect(elidedProblems(halves, 'a.ips')).toStrictEqual([])
    const [half] = elidedSections(halves)
    expect(half?.kind === 'table' && [half.columns.length, half.rows]).toStrictEqual([
      6,
      [
        ['1', '', '', '', '', ''],
        ['1', '', '', '', '', ''],
      ],
    ])
    expect(elidedSections(threads).map((section) => (section.kind === 'table' ? section.rows : []))).toStrictEqual([
      [
        ['4', '20', '5', '5\u20139', '3', 'walk, Till + 16'],
        ['4', '20', '1', '12\u201312', '', ''],
        ['6', '', '', '', '', 'a'],
        ['7', '', '2', '1\u20132', '', 'Till'],
      ],
    ])
  })
})
