/** Messages of PLCrashReporter: a whole report, and each part of one with its neighbours missing. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../../src/core/model/report.ts'
import { plcrashFormat } from '../../../../src/core/reports/sdks/plcrash.ts'
import { plcrashFile, plcrashMessage as message, thrownPlcrash, type Fields } from '../../../support/plcrash-builder.ts'

function parse(bytes: Uint8Array): Report {
  const outcome = plcrashFormat.parse({ path: 'a', bytes, text: '' })
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error(JSON.stringify(outcome.problems))
  return report
}
const read = (...fields: Fields): Report => parse(plcrashFile(message(fields)))
const fields = (...parts: Fields): Readonly<Record<string, string>> => Object.fromEntries(read(...parts).header.fields)
const processor = (encoding: bigint, type: bigint, subtype: bigint): Uint8Array =>
  message([[1, encoding], [2, type], [3, subtype]]) // prettier-ignore
const [arm64, intel] = [0x100000cn, 7n]

test.each<[string, boolean]>([
  ['plcrash', true],
  ['plcrash\u0001x', true],
  ['plcras', false],
  ['plcrasH', false],
  ['xlcrash', false],
  [' plcrash', false],
  ['', false],
])('%j is one: %s', (text, isOne) => {
  expect(plcrashFormat.sniff({ path: '', bytes: new TextEncoder().encode(text), text, whole: true })).toBe(isOne)
})

test('a whole report', () => {
  const report = parse(thrownPlcrash())
  const path = '/private/var/containers/Bundle/Application/X/Kiosk.app/Kiosk'
  const id = 'A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF'
  expect(report).toMatchObject({
    ...{ format: 'plcrash', label: 'PLCrashReporter report', file: 'a', text: '', textKind: 'none' },
    exception: {
      ...{ type: 'EXC_CRASH', signal: 'SIGABRT', codes: '#0', rawCodes: [0n, 5n], address: 0x1_8000_0010n },
      ...{ name: 'NSRangeException', reason: 'index 9' },
    },
    ...{ applicationInfo: [], backtraces: [], callTrees: [], problems: [] },
    sections: [{ kind: 'text', title: 'Custom data', text: 'till=3' }],
  })
  expect(report.header).toEqual({
    ...{ incident: id, device: 'iPhone15,2', process: 'Kiosk', path, bundleId: 'example.kiosk', version: '2.1 (77)' },
    ...{ parent: 'launchd [1]', date: '2023-11-14T22:13:20.000Z', launched: '2023-11-14T22:13:10.000Z' },
    ...{ os: 'iPhone OS 17.1 (21B74)', arch: 'arm64', pid: 411 },
    fields: [
      ['Incident Identifier', id],
      ['Hardware Model', 'iPhone15,2'],
      ['Process', 'Kiosk [411]'],
      ['Path', path],
      ['Identifier', 'example.kiosk'],
      ['Version', '2.1 (77)'],
      ['Code Type', 'arm64'],
      ['Parent Process', 'launchd [1]'],
      ['Date/Time', '2023-11-14T22:13:20.000Z'],
      ['Launch Time', '2023-11-14T22:13:10.000Z'],
      ['OS Version', 'iPhone OS 17.1 (21B74)'],
      ['Processors', '6 (6 logical)'],
    ],
  })
  expect(report.threads.map(({ id: number, crashed, registers }) => [number, crashed, registers])).toEqual([
    [0, true, [{ name: 'pc', value: 0x1_8000_0010n }, { name: 'lr', value: 0xd000_0001_0400_412cn }]],
    [3, false, undefined],
  ]) // prettier-ignore
  const rows = report.threads.flatMap(({ frames }) =>
    frames.map(({ address, kind, symbol }) => [address, kind, symbol]),
  )
  expect(rows).toEqual([
    [0x1_8000_0010n, 'exact', { name: 'abort', offset: 0x10 }],
    [0x1_0400_412cn, 'return', undefined],
    [0x1_0400_5000n, 'exact', undefined],
  ])
  expect(report.lastException?.frames.map(({ address, kind }) => [address, kind])).toEqual([
    [0x1_8000_0200n, 'return'],
    [0x1_0400_4300n, 'return'],
  ])
  expect(report.images).toMatchObject([
    { name: 'Kiosk', path, uuid: id, arch: 'arm64', loadAddress: 0x1_0400_0000n, size: 0x10000, origin: 'app' },
    { name: 'libsystem_c.dylib', arch: 'arm64e', loadAddress: 0x1_8000_0000n, size: 0x10000, origin: 'system' },
  ])
})

test('the least: an empty message has no exception, threads or images', () => {
  const report = read([99, 1n])
  expect(report).toEqual({
    ...{ format: 'plcrash', label: 'PLCrashReporter report', file: 'a', text: '', textKind: 'none', exception: {} },
    header: { os: 'Unknown', fields: [['Process', '??? [?]'], ['Code Type', '???'], ['OS Version', 'Unknown']] },
    ...{ applicationInfo: [], threads: [], backtraces: [], callTrees: [], sections: [], images: [], problems: [] },
    frameCount: 0,
  })
  expect(report.images).toEqual([])
}) // prettier-ignore

describe('the header', () => {
  test.each<[Fields, string]>([
    [[[1, 0n]], 'Mac OS X'],
    [[[1, 1n]], 'iPhone OS'],
    [[[1, 2n]], 'iPhone Simulator'],
    [[[1, 3n]], 'Unknown'],
    [[[1, 4n]], 'Apple tvOS'],
    [[[1, 5n]], 'Unknown'],
    [[[2, '17.1']], 'Unknown 17.1'],
    [[[1, 1n], [5, '21B74']], 'iPhone OS (21B74)'],
    [[[1, 1n], [2, '17.1'], [5, '21B74']], 'iPhone OS 17.1 (21B74)'],
  ])('the system of %o', (system, os) => {
    expect([read([1, message(system)]).header.os, fields([1, message(system)])['OS Version']]).toEqual([os, os])
  })
  test.each<[Fields, string | undefined]>([
    [[], undefined],
    [[[2, '99']], '99'],
    [[[3, '4.2']], '4.2'],
    [[[2, '99'], [3, '4.2']], '4.2 (99)'],
    [[[2, '99'], [3, '']], '99'],
  ])('the version of %o', (app, version) => {
    expect([read([2, message(app)]).header.version, fields([2, message(app)])['Version']]).toEqual([version, version])
  })
  test.each<[Fields, string | undefined, string]>([
    [[], undefined, '??? [?]'],
    [[[1, 'Till']], 'Till', 'Till [?]'],
    [[[1, 'Till'], [3, '/x/Other']], 'Till', 'Till [?]'],
    [[[3, '/x/Other']], 'Other', 'Other [?]'],
    [[[2, 0n], [3, '/x/Other']], 'Other', 'Other [0]'],
  ])('the process of %o', (own, name, field) => {
    expect([read([7, message(own)]).header.process, fields([7, message(own)])['Process']]).toEqual([name, field])
  })
  test.each<[bigint | undefined, string]>([[0n, '??? (Translated)'], [1n, '???'], [undefined, '???']])('native: %s', (is, type) => {
    expect(fields([7, message(is === undefined ? [] : [[6, is]])])['Code Type']).toBe(type)
  })
  test.each<[Fields, string]>([
    [[], '? (? logical)'],
    [[[3, 2n]], '2 (? logical)'],
    [[[4, 4n]], '? (4 logical)'],
    [[[3, 2n], [4, 4n]], '2 (4 logical)'],
  ])('processors of %o', (machine, text) => {
    expect(fields([8, message(machine)])['Processors']).toBe(text)
  })
  test('a report that the user asked for', () => {
    const names = (value: bigint): unknown => read([9, message([[1, value]])]).header.fields.filter(([, text]) => text === 'yes').length
    expect([names(1n), names(0n)]).toEqual([1, 0])
  })
}) // prettier-ignore

describe('the architecture', () => {
  const old = (at: bigint): Fields[number] => [1, message([[3, at]])]
  const machine = (one: Uint8Array): Fields[number] => [8, message([[2, one]])]
  const image = (one?: Uint8Array): Fields[number] => [4, message([[1, 0x1000n], ...(one ? [[5, one] as const] : [])])]
  const register = (name: string): Fields[number] => [3, message([[4, message([[1, name], [2, 1n]])]])]
  test.each<[string, Fields, string | undefined]>([
    ...['i386', 'x86_64', 'armv6', 'ppc', 'ppc64', 'armv7', 'arm64', undefined].map(
      (arch, at): [string, Fields, string | undefined] => [`the old number ${at}`, [old(BigInt(at))], arch],
    ),
    ['the machine', [machine(processor(1n, arm64, 0n)), old(0n)], 'arm64'],
    ['the machine and its subtype', [machine(processor(1n, arm64, 2n))], 'arm64e'],
    ['a machine of another encoding', [machine(processor(0n, arm64, 0n)), old(0n)], 'i386'],
    ['a machine of no number', [machine(message([[1, 1n]])), old(0n)], 'i386'],
    ['the first image', [image(processor(1n, arm64, 2n)), image(processor(1n, intel, 3n)), machine(processor(1n, arm64, 0n))], 'arm64e'],
    ['an image that says nothing', [image(), machine(processor(1n, arm64, 0n))], 'arm64'],
    ['registers', [image(), register('rip'), machine(processor(1n, intel, 3n))], 'x86_64'],
    ['old registers', [register('ebx'), register('eip')], 'i386'],
    ['other registers', [register('pc'), old(6n)], 'arm64'],
    ['registers beside an image', [image(processor(1n, intel, 3n)), register('rip')], 'i386'],
  ])('of %s', (_, parts, arch) => {
    expect([read(...parts).header.arch, fields(...parts)['Code Type']]).toEqual([arch, arch ?? '???'])
  })
  test('of an image that says nothing is that of the program', () => {
    const { images } = read(image(processor(1n, arm64, 2n)), image(), image(processor(1n, intel, 3n)))
    expect(images.map(({ arch }) => arch)).toEqual(['arm64e', 'arm64e', 'i386'])
  })
}) // prettier-ignore

describe('parts', () => {
  test.each<[Fields, object]>([
    [[], { name: '', size: 0 }],
    [[[1, 0x1000n], [2, 16n], [3, '/x/Till']], { name: 'Till', path: '/x/Till', loadAddress: 0x1000n, size: 16 }],
    [[[4, Uint8Array.of(1, 2)]], { name: '', size: 0 }],
  ])('an image of %o', (image, expected) => {
    const [one] = read([4, message(image)]).images
    expect({ ...one, id: undefined, index: undefined, origin: undefined }).toMatchObject(expected)
    expect([one?.uuid, one?.path, one?.loadAddress]).toEqual([undefined, 'path' in expected ? expected.path : undefined, 'loadAddress' in expected ? expected.loadAddress : undefined])
  })
  test.each<[Fields, object | undefined]>([
    [[], undefined],
    [[[1, 'f']], { name: 'f' }],
    [[[1, 'f'], [2, 0x1000n]], { name: 'f', offset: 0x10 }],
    [[[2, 0x1000n]], undefined],
  ])('a symbol of %o', (symbol, expected) => {
    const [frame] = read([3, message([[2, message([[3, 0x1010n], [6, message(symbol)]])]])]).threads[0]?.frames ?? []
    expect([frame?.address, frame?.symbol]).toEqual([0x1010n, expected])
  })
  test.each<[Fields, object]>([
    [[[1, 'SIGSEGV']], { signal: 'SIGSEGV' }],
    [[[2, 'SEGV_MAPERR']], { codes: 'SEGV_MAPERR' }],
    [[[3, 0n]], { address: 0n }],
    [[[4, message([])]], {}],
    [[[4, message([[1, 99n]])]], { type: 'EXC_99' }],
    [[[4, message([[2, 5n]])]], { rawCodes: [5n] }],
    [[[4, message([[1, 1n], [2, Uint8Array.of(1, 0x90, 1)]])]], { type: 'EXC_BAD_ACCESS', rawCodes: [1n, 144n] }],
  ])('a signal of %o', (signal, exception) => {
    expect(read([6, message(signal)]).exception).toEqual(exception)
  })
  test('threads without numbers and flags, and registers without names and values', () => {
    const { threads } = read([3, message([[1, 7n]])], [3, message([[3, 2n]])], [3, message([[3, 1n], [4, message([])]])])
    expect(threads).toEqual([
      { id: 7, crashed: false, frames: [] },
      { id: 1, crashed: false, frames: [] },
      { id: 2, crashed: true, frames: [], registers: [{ name: '', value: 0n }] },
    ])
  })
  test('what was thrown without rows has no stack', () => {
    const report = read([5, message([[1, 'E'], [2, 'why']])])
    expect([report.exception, report.lastException]).toEqual([{ name: 'E', reason: 'why' }, undefined])
  })
}) // prettier-ignore

describe('files that are cut or newer', () => {
  const whole = plcrashFile(message([[9, message([[1, 1n]])], [10, 'till']])) // prettier-ignore
  test.each([0, 7, 8])('%i bytes are no report', (size) => {
    const outcome = plcrashFormat.parse({ path: 'a', bytes: whole.subarray(0, size), text: '' })
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'empty-report', file: 'a', params: { kind: 'PLCrashReporter' } }] }) // prettier-ignore
  })
  test('nine bytes are one', () => {
    expect(parse(whole.subarray(0, 9)).problems).toMatchObject([{ code: 'truncated', offset: 8 }])
  })
  test('the place of the cut', () => {
    const { problems, sections } = parse(whole.subarray(0, whole.length - 1))
    expect(problems).toMatchObject([{ code: 'truncated', offset: 12 }])
    expect(sections).toMatchObject([{ text: 'til' }])
    expect(parse(whole).problems).toEqual([])
  })
  test.each([0, 2, 255])('the version %i', (version) => {
    const other = Uint8Array.from(whole)
    other[7] = version
    expect(parse(other).problems).toMatchObject([
      { code: 'unknown-version', params: { kind: 'PLCrashReporter', version, known: 1 }, offset: 7 },
    ])
  })
})
