/** Records of Crashlytics, line by line: each record alone and whole, lines that are wrong, and names in hexadecimal digits. */
import { describe, expect, test } from 'vitest'
import { clsrecordFormat } from '../../../../src/core/reports/sdks/clsrecord.ts'
import type { Members } from '../../../support/made-fields.ts'
import { told } from '../../../support/format-told.ts'

const hex = (text: string): string => [...text].map((sign) => sign.charCodeAt(0).toString(16)).join('')
const read = (...records: readonly (object | string)[]): Members =>
  told(clsrecordFormat, records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'))[0]!
const bare = {
  ...{ format: 'crashlytics-record', label: 'Crashlytics record (.clsrecord)', textKind: 'none' },
  ...{ header: { fields: [] }, applicationInfo: [], threads: [], backtraces: [], callTrees: [], sections: [] },
  ...{ images: [], frameCount: 0, problems: [] },
}
const section = (title: string, ...rows: readonly object[]) => ({
  sections: [{ kind: 'text', title, text: rows.map((row) => JSON.stringify(row)).join('\n') }],
})
const A = 'AAAAAAAA-0000-1111-2222-333333333333'
const app = '/var/containers/Bundle/Application/1/Till.app/Till'
const time = '2026-01-02T03:04:05.000Z'

test('nothing', () => {
  for (const lines of [[''], [' ', '', '\t\r'], ['{}', '{}']]) expect(read(...lines)).toEqual(bare)
})

const frame = (id: number, address: string, kind = 'return') => ({ id, index: id, kind, address })
test.each<[string, readonly object[], Members]>([
  [
    'an image',
    [{ load: { path: app, uuid: A, base: 0x1000, size: 16, display_version: '1', bundle_id: 'c' } }],
    { images: [{ index: 0, name: 'Till', path: app, uuid: A, loadAddress: '0x1000', size: 16, version: '1', bundleId: 'c', origin: 'app' }] },
  ],
  [
    'images, one without its place',
    [{ load: { path: '/usr/lib/libKit.dylib', base: 0x1000 } }, { load: { path: '/x/Late' } }],
    {
      images: [{ index: 0, name: 'libKit.dylib', path: '/usr/lib/libKit.dylib', loadAddress: '0x1000', origin: 'system' }, { index: 1, name: 'Late', path: '/x/Late' }],
      problems: [expect.objectContaining({ code: 'image-without-base', line: 2, params: { image: 'Late' } })],
    },
  ],
  ['the signal', [{ signal: { name: 'SIGSEGV', code_name: 'MAPERR', address: 16 } }], { exception: { signal: 'SIGSEGV', codes: 'MAPERR', address: '0x10' }, ...section('signal', { name: 'SIGSEGV', code_name: 'MAPERR', address: 16 }) }],
  ['a null pointer', [{ signal: { address: 0 } }], { exception: { address: '0x0' }, ...section('signal', { address: 0 }) }],
  ['the first signal', [{ signal: { name: 'A' } }, { signal: { name: 'B' } }], { exception: { signal: 'A' }, ...section('signal', { name: 'A' }, { name: 'B' }) }],
  ['a Mach exception', [{ mach_exception: { exception: 1, codes: [2, 'x', '0x3'], code_name: 'M' } }], { exception: { type: 'EXC_BAD_ACCESS', rawCodes: ['0x2', '0x3'], codes: 'M' }, ...section('mach_exception', { exception: 1, codes: [2, 'x', '0x3'], code_name: 'M' }) }],
  ['its name', [{ mach_exception: { name: 'EXC_X', exception: 1, codes: [] } }], { exception: { type: 'EXC_X' }, ...section('mach_exception', { name: 'EXC_X', exception: 1, codes: [] }) }],
  ['a thrown exception', [{ exception: { type: 'objc', name: hex('N'), reason: hex('because') } }], { exception: { type: 'objc', name: 'N', reason: 'because' }, applicationInfo: ['because'] }],
  [
    'its frames',
    [{ exception: { frames: [{ pc: 16, symbol: 'f', file: 'a.m', line: 3, library: 'Till' }, null, { pc: 17, symbol: 'g', line: 0 }, { library: 'Kit' }] } }],
    { lastException: { frames: [{ ...frame(0, '0x10'), imageName: 'Till', symbol: { name: 'f', file: 'a.m', line: 3 } }, { ...frame(1, '0x11'), symbol: { name: 'g' } }, { id: 2, index: 2, kind: 'return', imageName: 'Kit' }] }, frameCount: 3 },
  ],
  ['no frames', [{ exception: { frames: [] } }], {}],
  [
    'threads with their names',
    [{ threads: [{ crashed: true, registers: { pc: 16, x0: -1, x1: 'x' }, stacktrace: [16, 'x', '0x20'] }, null, { crashed: 1, registers: {} }] }, { thread_names: [hex('main'), ''] }, { dispatch_queue_names: ['', hex('q')] }],
    {
      threads: [
        { id: 0, name: 'main', crashed: true, registers: [{ name: 'pc', value: '0x10' }, { name: 'x0', value: '0xffffffffffffffff' }], frames: [frame(0, '0x10', 'exact'), frame(1, '0x20')] },
        { id: 1, queue: 'q', crashed: false, frames: [] },
      ],
      ...section('dispatch_queue_names', ['', hex('q')]),
      frameCount: 2,
    },
  ],
  ['threads in two lines', [{ threads: [{}] }, { threads: [{}] }], { threads: [{ id: 0, crashed: false, frames: [] }, { id: 1, crashed: false, frames: [] }] }],
  ['words of images', [{ runtime: { crash_info_entries: [hex('one'), '', 7, hex('two')] } }], { applicationInfo: ['one', 'two'], ...section('runtime', { crash_info_entries: [hex('one'), '', 7, hex('two')] }) }],
  [
    'lines of a log',
    [{ log: { msg: hex('tapped'), time: 1767323045 } }, { log: 7 }, { log: { time: 1767323045000 } }],
    { events: [{ kind: 'log', text: 'tapped', time }, { kind: 'log', text: expect.stringMatching(/./) as string, time }] },
  ],
  [
    'errors',
    [{ error: { domain: hex('D'), code: 7, time: 1767323045, stacktrace: [16, 'x', 32] } }, { error: null }, { error: { stacktrace: [] } }],
    {
      backtraces: [{ title: expect.stringContaining('D') as string, frames: [frame(0, '0x10'), frame(1, '0x20')] }],
      events: [{ kind: 'error', text: expect.stringContaining('D') as string, time }, { kind: 'error', text: expect.any(String) as string }],
      sections: [{ kind: 'text', title: 'error', text: `{"domain":"${hex('D')}","code":7,"time":1767323045,"stacktrace":[16,"x",32]}\n\n{"stacktrace":[]}` }],
      frameCount: 2,
    },
  ],
  ['another record', [{ storage: { free: 1 } }, { storage: [2] }], section('storage', { free: 1 }, [2])],
])('%s', (_, records, expected) => {
  expect(read(...records)).toEqual({ ...bare, ...expected })
}) // prettier-ignore

describe('the head', () => {
  const session = { kind: 'state', text: expect.any(String) as string, time }
  test.each<[string, readonly object[], Members, readonly (readonly string[])[]]>([
    ['identity', [{ identity: { session_id: 'S', other: null } }], { incident: 'S' }, [['session_id', 'S']]],
    ['start', [{ identity: { started_at: 1767323045 } }], { date: time }, [['started_at', '1767323045']]],
    ['time of the signal', [{ identity: { started_at: 1 } }, { signal: { time: 1767323045 } }, { exception: { time: 2 } }], { date: time }, [['started_at', '1']]],
    ['time of the exception', [{ identity: { started_at: 1 } }, { exception: { time: 1767323045 } }], { date: time }, [['started_at', '1']]],
    ['host', [{ host: { model: 'M', platform: 'ios', os_display_version: '17', os_build_version: '21A' } }], { device: 'M', os: 'ios 17 (21A)' }, [['model', 'M'], ['platform', 'ios'], ['os_display_version', '17'], ['os_build_version', '21A']]],
    ['app', [{ application: { bundle_id: 'c', display_version: '1', build_version: '2' } }], { bundleId: 'c', version: '1 (2)' }, [['bundle_id', 'c'], ['display_version', '1'], ['build_version', '2']]],
    ['program', [{ executable: { architecture: 'arm64', list: [1] } }], { arch: 'arm64' }, [['architecture', 'arm64'], ['list', '[1]']]],
  ])('%s', (_, records, values, fields) => {
    expect(read(...records)['header']).toEqual({ ...values, fields })
  }) // prettier-ignore
  test('the start is an event', () => {
    expect(read({ identity: { started_at: 1767323045 } })['events']).toEqual([session])
    expect(read({ identity: {} })['events']).toBeUndefined()
  })
})

test.each<[string, number]>([
  ['x', 0],
  ['[1]', 0],
  ['7', 0],
  ['{"storage":{"a":1', 1],
  ['{"storage":1]', 1],
])('the line %s is told, and what it holds is kept', (line, count) => {
  const one = read({ host: {} }, line, { runtime: {} })
  expect(one['problems']).toEqual([expect.objectContaining({ code: 'damaged-json', line: 2 })])
  expect((one['sections'] as Members[]).length).toBe(count + 1)
})
