/** Events of Datadog: which stack is the crash's, what is said again, and each value of threads and of the head. */
import { describe, expect, test } from 'vitest'
import { datadogFormat } from '../../../../src/core/reports/sdks/datadog-event.ts'
import type { Members } from '../../../support/made-fields.ts'
import { pick, told, toldJson } from '../../../support/format-told.ts'

const read = (error: object, event: object = {}): Members => toldJson(datadogFormat, { ...event, error })
const bare = {
  ...{ format: 'datadog-event', label: 'Datadog event (JSON)', textKind: 'json', header: { fields: [] } },
  ...{ exception: {}, applicationInfo: [], threads: [], backtraces: [], callTrees: [], sections: [], images: [] },
  ...{ frameCount: 0, problems: [] },
}

test('the least of an event', () => {
  for (const error of [{ stack: '' }, { threads: [] }, { binary_images: [] }]) expect(read(error)).toEqual(bare)
  expect(told(datadogFormat, '{"error":{"other":1}}')[0]).toHaveProperty('failed')
  expect(told(datadogFormat, '{"data":[{"error":{"stack":""}},7,{"a":{"error":{"stack":""}}}]}').length).toBe(2)
})

const stack = (...addresses: readonly number[]): string =>
  addresses
    .map((address, at) => `${at}   Till   0x${address.toString(16).padStart(16, '0')} 0x0 + ${address}`)
    .join('\n')
const G = 0x1_0000_0000

describe('stacks', () => {
  const stacks = (error: object): unknown => {
    const addresses = (list: unknown) =>
      (list as { title?: string; crashed?: boolean; frames: Members[] }[]).map(({ title, crashed, frames }) => [
        ...[title ?? crashed, ...frames.map(({ address, kind }) => `${String(address)} ${String(kind)}`)],
      ])
    const { threads, lastException, backtraces } = read(error)
    return { threads: addresses(threads), last: addresses(lastException ? [lastException] : []), others: addresses(backtraces) }
  }
  const at = (address: number, kind = 'exact') => `0x${(G + address).toString(16)} ${kind}`
  const one = stack(G + 16, G + 32)
  const thrown = "Terminating due to uncaught exception 'N', reason: 'r'"
  const thread = (crashed: boolean, text = one) => ({ name: 'Thread 0', crashed, stack: text })
  const rows = [at(16), at(32, 'return')]
  const returns = [at(16, 'return'), at(32, 'return')]
  test.each<[string, object, Partial<Record<'threads' | 'last' | 'others', unknown>>]>([
    ['alone', { stack: one, type: 'T' }, { others: [['T', ...rows]] }],
    ['without a type', { stack: one }, { others: [['error.stack', ...rows]] }],
    ['of a crash', { stack: one, is_crash: true }, { threads: [[true, ...rows]] }],
    ['of what is not quite a crash', { stack: one, is_crash: 1 }, { others: [['error.stack', ...rows]] }],
    ['that a thread has', { stack: one, threads: [thread(true)] }, { threads: [[true, ...rows]] }],
    ['that one of two threads has', { stack: one, threads: [thread(false, stack(G + 16)), thread(true)] }, { threads: [[false, at(16)], [true, ...rows]] }],
    ['that a thread has which went on', { stack: one, threads: [thread(false)] }, { threads: [[false, ...rows]], others: [['error.stack', ...rows]] }],
    ['that is longer', { stack: one, threads: [thread(true, stack(G + 16))] }, { threads: [[true, at(16)]], others: [['error.stack', ...rows]] }],
    ['that is shorter', { stack: stack(G + 16), threads: [thread(true)] }, { threads: [[true, ...rows]], others: [['error.stack', at(16)]] }],
    ['that differs', { stack: one, threads: [thread(true, stack(G + 16, G + 48))] }, { threads: [[true, at(16), at(48, 'return')]], others: [['error.stack', ...rows]] }],
    ['of a crash beside threads', { stack: one, is_crash: true, threads: [thread(false)] }, { threads: [[false, ...rows]], others: [['error.stack', ...rows]] }],
    ['of what was thrown', { stack: one, message: thrown, is_crash: true }, { last: [['error.stack', ...returns]] }],
    ['of what was thrown, without rows', { stack: 'x', message: thrown, is_crash: true }, {}],
    ['of a crash, without rows', { stack: 'x', is_crash: true }, {}],
    ['of causes', { stack: '', causes: [{ type: 'A', message: 'b', stack: one }, 7, { type: 'A' }, { message: 'b' }, {}] }, { others: [['A: b', ...returns], ['A'], ['b'], ['Cause']] }],
  ])('%s', (_, error, expected) => {
    expect(stacks(error)).toEqual({ threads: [], last: [], others: [], ...expected })
  }) // prettier-ignore
  test('a stack whose rows cannot be read is shown', () => {
    expect(read({ stack: 'at a (b)' })['sections']).toEqual([{ kind: 'text', title: 'error.stack', text: 'at a (b)' }])
    expect(read({ stack: one })['sections']).toEqual([])
  })
}) // prettier-ignore

describe('what was thrown', () => {
  test.each<[object, Members, string?]>([
    [{ message: "uncaught exception 'N', reason: 'a\nb'c'" }, { name: 'N', reason: "a\nb'c" }],
    [{ message: "x uncaught exception 'N' y" }, { name: 'N', reason: "x uncaught exception 'N' y" }],
    [{ message: 'words', type: 'SIGABRT' }, { type: 'SIGABRT', signal: 'SIGABRT', reason: 'words' }],
    [{ type: 'SIGBUS (#1)', meta: { exception_codes: '1' } }, { type: 'SIGBUS (#1)', signal: 'SIGBUS', codes: '1' }],
    [{ type: 'A', meta: { exception_type: 'SIGILL' } }, { type: 'SIGILL', signal: 'SIGILL' }],
    [{ type: 'xSIGBUS' }, { type: 'xSIGBUS' }],
    [{ type: 'SIG1' }, { type: 'SIG1' }],
  ])('%j', (error, exception) => {
    const info = 'message' in error ? [error.message] : []
    expect(pick(read({ stack: '', ...error }), 'exception', 'applicationInfo')).toEqual({ exception, applicationInfo: info })
  })
}) // prettier-ignore

test('threads: their numbers, names and registers', () => {
  const threads = [
    ...[{ name: 'Thread 3' }, { name: 'Thread 12 Crashed', crashed: true }, 7, { name: 'My Thread 3' }, {}],
    ...[{ name: 'Thread 3 x' }, { name: 'Thread 8 Crashed!' }, { state: 'x0: 0x0000000000000001', crashed: 1 }],
  ]
  const thread = (id: number, more: object = {}) => ({ id, crashed: false, frames: [], ...more })
  expect(read({ threads })['threads']).toEqual([
    ...[thread(3), thread(12, { crashed: true }), thread(2, { name: 'My Thread 3' }), thread(3)],
    ...[thread(4, { name: 'Thread 3 x' }), thread(5, { name: 'Thread 8 Crashed!' })],
    thread(6, { registers: [{ name: 'x0', value: '0x1' }] }),
  ])
})

test('images: their range, and whose they are', () => {
  const binary_images = [
    { name: 'Till', uuid: 'AAAAAAAA-0000-1111-2222-333333333333', arch: 'arm64', load_address: '0x1000', max_address: '0x1fff', is_system: false },
    7,
    { name: 'Kit', load_address: '0x2000', max_address: '0x2000', is_system: true },
    { name: 'Odd', load_address: '0x3000', max_address: '0x2fff', is_system: 1 },
    { name: 'Bare', max_address: '0x2fff' },
    { load_address: '0x4000', uuid: 'x' },
  ]
  expect(read({ binary_images })['images']).toEqual([
    { index: 0, name: 'Till', uuid: 'AAAAAAAA-0000-1111-2222-333333333333', arch: 'arm64', loadAddress: '0x1000', size: 4096, origin: 'app' },
    { index: 1, name: 'Kit', loadAddress: '0x2000', size: 1, origin: 'system' },
    { index: 2, name: 'Odd', loadAddress: '0x3000' },
    { index: 3, name: 'Bare' },
    { index: 4, name: '', loadAddress: '0x4000' },
  ])
}) // prettier-ignore

describe('the head', () => {
  const head = (event: object, meta: object = {}): unknown => read({ stack: 's', meta }, event)['header']
  test.each<[object, object, Members, readonly (readonly string[])[]]>([
    [{}, { process: 'Till [77]' }, { process: 'Till', pid: 77 }, [['process', 'Till [77]']]],
    [{}, { process: 'Till [7] x' }, { process: 'Till [7] x' }, [['process', 'Till [7] x']]],
    [{}, { process: 'Till [x]' }, { process: 'Till [x]' }, [['process', 'Till [x]']]],
    [{}, { process: 'x [5] [6]' }, { process: 'x [5]', pid: 6 }, [['process', 'x [5] [6]']]],
    [{}, { path: '/T', parent_process: 'P', incident_identifier: 'I' }, { path: '/T', parent: 'P', incident: 'I' }, [['path', '/T'], ['parent_process', 'P'], ['incident_identifier', 'I']]],
    [{ service: 'c', version: '1', build_version: '2', date: 1767323045000 }, {}, { bundleId: 'c', version: '1 (2)', date: '2026-01-02T03:04:05.000Z' }, [['service', 'c'], ['version', '1'], ['build_version', '2'], ['date', '1767323045000']]],
    [{ os: { name: 'iOS', version: '17', build: '21A' } }, {}, { os: 'iOS 17 (21A)' }, [['name', 'iOS'], ['version', '17'], ['build', '21A']]],
    [{ device: { model: 'M', name: 'N', architecture: 'arm64' }, application: { id: 'x' } }, {}, { device: 'M', arch: 'arm64' }, [['model', 'M'], ['name', 'N'], ['architecture', 'arm64'], ['id', 'x']]],
    [{ device: { name: 'N' } }, {}, { device: 'N' }, [['name', 'N']]],
  ])('of %j and %j', (event, meta, values, fields) => {
    expect(head(event, meta)).toEqual({ ...values, fields })
  }) // prettier-ignore
})
