/** Allocators' diagnoses, memory kills and reports of other kinds in `.ips` files, each read alone. */
import { describe, expect, test } from 'vitest'
import { titles } from '../../../../src/core/messages/labels.ts'
import { sectionTitles } from '../../../../src/core/messages/section-titles.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import { readMemoryError } from '../../../../src/core/reports/ips/ips-memory-error.ts'
import { ipsOtherFormat } from '../../../../src/core/reports/ips/ips-other.ts'
import { memoryKill } from '../../../../src/core/reports/ips/memory-kill.ts'
import { asObject, parseJson, type JsonObject } from '../../../../src/core/reports/json/json.ts'

const builder = new ReportBuilder('a.ips')
const row = (imageOffset: number) => ({ imageOffset, imageIndex: 3 })
const read = (body: JsonObject) => {
  const document = parseJson(JSON.stringify(body))
  if (!document) throw new Error('no JSON')
  return readMemoryError(asObject(document.value), { builder, positions: [] }, document)
}
const rowsOf = (body: JsonObject) => {
  const { section, error, traces } = read(body) ?? { section: undefined, error: undefined, traces: [] }
  return { error, traces: traces.length, rows: section?.kind === 'table' ? section.rows : [] }
}

describe('an allocator’s diagnosis', () => {
  test('holds the error, the stacks and a table', () => {
    const found = read({
      memoryErrorReport: {
        errorType: 'use-after-free',
        confidence: 'low',
        error: 'words',
        faultAddress: '0x0300000010000010',
        blamedAllocation: {
          address: '0x0300000010000000',
          size: 48,
          isFreed: true,
          allocationTrace: { id: 77, frames: [row(1), row(2)] },
          deallocationTrace: { frames: [row(3)] },
        },
      },
    })
    const rows = found?.traces.map((trace) => trace.rows.map(({ offset }) => offset))
    expect(rows).toStrictEqual([[1, 2], [3]])
    expect(found?.traces.map(({ role, title }) => [role, title])).toStrictEqual([
      ['allocated', 'Allocated by thread 77'],
      ['freed', 'Freed by'],
    ])
    expect(found?.error).toStrictEqual({
      detector: 'memory-tags',
      errorType: 'use-after-free',
      confidence: 'low',
      failure: 'words',
      faultAddress: 0x0300000010000010n,
      objectAddress: 0x0300000010000000n,
      size: 48n,
      isFreed: true,
    })
    expect(found?.section).toStrictEqual({
      kind: 'table',
      title: sectionTitles.memoryError,
      columns: [titles.fact, titles.value],
      rows: [
        [titles.detector, titles.detectors['memory-tags']],
        [titles.errorType, 'use-after-free'],
        [titles.confidence, 'low'],
        [titles.notDiagnosed, 'words'],
        [titles.faultAddress, '0x10000010, tag 3'],
        [titles.allocationAddress, '0x10000000, tag 3'],
        [titles.allocationSize, '48'],
        [titles.accessPlace, 'at byte 16 of the allocation'],
        [titles.allocationState, 'freed'],
      ],
    })
  })

  test('is the first of three, by the detector’s key', () => {
    expect(read({})).toBeUndefined()
    expect(read({ memoryErrorReport: 'x', probGuardReport: [], quarantineReport: null })).toBeUndefined()
    const detector = (body: JsonObject) => read(body)?.error
    expect(detector({ quarantineReport: {} })).toStrictEqual({ detector: 'quarantine' })
    expect(detector({ quarantineReport: {}, probGuardReport: {} })).toStrictEqual({ detector: 'guard-allocator' })
    expect(detector({ probGuardReport: {}, memoryErrorReport: {} })).toStrictEqual({ detector: 'memory-tags' })
    expect(detector({ memoryErrorReport: 1, quarantineReport: {} })).toStrictEqual({ detector: 'quarantine' })
  })

  test.each<[JsonObject, object]>([
    [
      { nearestAllocation: 4096, allocationSize: 8 },
      { objectAddress: 4096n, size: 8n },
    ],
    [
      { address: 1, nearestAllocation: 4096, size: 2, allocationSize: 8 },
      { objectAddress: 1n, size: 2n },
    ],
    [{ address: 1, blamedAllocation: { size: 3 } }, { size: 3n }],
    [{ address: 1, blamedAllocation: 'x' }, { objectAddress: 1n }],
    [{ faultAddress: '0x1ffffffffffffffff' }, { faultAddress: 0xffffffffffffffffn }],
    [{ faultAddress: 'no', address: 'no', size: 'no' }, {}],
    [{ size: 0 }, { size: 0n }],
    [{ size: -1 }, {}],
    [{ size: 2 ** 47 - 1 }, { size: 2n ** 47n - 1n }],
    [{ size: 2 ** 47 }, {}],
    [{ isFreed: true, allocationState: 'allocated' }, { isFreed: true }],
    [{ isFreed: 1 }, { isFreed: true }],
    [{ isFreed: false, allocationState: 'freed' }, { isFreed: false }],
    [{ isFreed: 0, allocationState: 'freed' }, { isFreed: false }],
    [{ isFreed: 2, allocationState: 'freed' }, { isFreed: true }],
    [{ isFreed: 'yes', allocationState: 'allocated' }, { isFreed: false }],
    [{ isFreed: 'yes' }, {}],
    [{ allocationState: 'freed' }, { isFreed: true }],
    [{ allocationState: 'allocated' }, { isFreed: false }],
    [{ allocationState: 'unknown' }, {}],
    [{ allocationState: 'freed', blamedAllocation: { isFreed: 0 } }, { isFreed: false }],
    [{ isFreed: 1, blamedAllocation: {} }, {}],
  ])('%j', (entry, expected) => {
    expect(read({ quarantineReport: entry })?.error).toStrictEqual({ detector: 'quarantine', ...expected })
  })

  test.each<[number, string]>([
    [998, '2 bytes before the allocation'],
    [999, '1 byte before the allocation'],
    [1000, 'at byte 0 of the allocation'],
    [1007, 'at byte 7 of the allocation'],
    [1008, 'right behind the end of the allocation'],
    [1009, '1 byte past the end of the allocation'],
    [1010, '2 bytes past the end of the allocation'],
  ])('an access at %i', (faultAddress, words) => {
    const { rows } = rowsOf({ quarantineReport: { faultAddress, address: 1000, size: 8, isFreed: 0 } })
    expect(rows).toStrictEqual([
      [titles.detector, titles.detectors.quarantine],
      [titles.faultAddress, `0x${faultAddress.toString(16)}`],
      [titles.allocationAddress, '0x3e8'],
      [titles.allocationSize, '8'],
      [titles.accessPlace, words],
      [titles.allocationState, 'in use'],
    ])
  })

  test('says no place without both addresses and the size', () => {
    const labels = (entry: JsonObject) => rowsOf({ quarantineReport: entry }).rows.map(([label]) => label)
    const place = titles.accessPlace
    expect(labels({ faultAddress: 1, address: 1 })).not.toContain(place)
    expect(labels({ faultAddress: 1, size: 1 })).not.toContain(place)
    expect(labels({ address: 1, size: 1 })).not.toContain(place)
    expect(labels({ faultAddress: 1, address: 1, size: 1 })).toContain(place)
  })

  test('has a word where a stack is missing', () => {
    const head = [titles.detector, titles.detectors.quarantine]
    const shown = (allocationTrace: JsonObject[string], deallocationTrace: JsonObject[string]) =>
      rowsOf({ quarantineReport: { allocationTrace, deallocationTrace } })
    const error = { detector: 'quarantine' }
    expect(shown('<unavailable>', '<none>')).toStrictEqual({
      error,
      traces: 0,
      rows: [head, [titles.allocationStack, '<unavailable>'], [titles.freeStack, '<none>']],
    })
    expect(shown({ frames: [row(1)] }, '<none>')).toStrictEqual({
      error,
      traces: 1,
      rows: [head, [titles.freeStack, '<none>']],
    })
    expect(shown({ frames: [] }, null)).toStrictEqual({ error, traces: 0, rows: [head] })
  })
})

describe('a memory kill', () => {
  const place = { text: 'whole', file: 'a.ips' }
  const columns = ['name', 'pid', 'uuid', 'memory (MB)', 'reason', 'states', 'pages']
  const rest = {
    ...{ label: 'Memory kill (jetsam)', kind: 'memory-kill', file: 'a.ips', text: 'whole' },
    ...{ applicationInfo: [], threads: [], backtraces: [], callTrees: [], images: [], frameCount: 0, problems: [] },
  }
  const table = (more: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    ...{ kind: 'table', title: 'Processes', columns: [...columns, ...more], rows },
  })
  test('names the largest process that was killed', () => {
    const line = { os_version: 'OS', timestamp: 'then', incident_id: 'I' }
    const processes = [
      { name: 'Small', pid: 1, rpages: 16, reason: 'per-process-limit', uuid: 'U', states: ['daemon', 'idle'] },
      { name: 'Alive', pid: 2, rpages: 96, age: 5 },
      { name: 'Large', pid: 3, rpages: 64, reason: 'highwater' },
      { name: 'Unknown', reason: 'x' },
    ]
    const body = { memoryStatus: { pageSize: 16384 }, largestProcess: 'Alive', product: 'Phone1,2', processes }
    expect(memoryKill(line, body, ' around ', place)).toStrictEqual({
      ...rest,
      header: {
        ...{ process: 'Large', pid: 3, os: 'OS', device: 'Phone1,2', date: 'then', incident: 'I' },
        fields: [
          ...Object.entries(line),
          ...[
            ['memoryStatus.pageSize', '16384'],
            ['largestProcess', 'Alive'],
            ['product', 'Phone1,2'],
          ],
        ],
      },
      termination: { namespace: 'JETSAM', reasons: ['highwater'] },
      sections: [
        table(
          ['age'],
          ['Alive', '2', '', '1.5', '', '', '96', '5'],
          ['Large', '3', '', '1.0', 'highwater', '', '64', ''],
          ['Small', '1', 'U', '0.3', 'per-process-limit', 'daemon, idle', '16', ''],
          ['Unknown', '', '', '0.0', 'x', '', '', ''],
        ),
        { kind: 'text', title: sectionTitles.aroundReport, text: 'around' },
      ],
    })
  })

  test('without a process that was killed, and without a size of pages', () => {
    const body = { largestProcess: 'Alive', processes: [{ name: 'A', rpages: 256 }] }
    const expected = (memory: string) => ({
      ...rest,
      header: { process: 'Alive', fields: [['largestProcess', 'Alive']] },
      sections: [table([], ['A', '', '', memory, '', '', '256'])],
    })
    expect(memoryKill(body, body, '', place)).toStrictEqual(expected(''))
    expect(memoryKill({}, body, '', { ...place, page: 4096 })).toStrictEqual(expected('1.0'))
  })

  test('a record of one process is the body itself', () => {
    const body = { name: 'Till', rpages: 2, processes: [{ name: 'No' }] }
    expect(memoryKill({}, body, '', place).sections).toStrictEqual([
      table(['processes'], ['Till', '', '', '', '', '', '2', '[{"name":"No"}]']),
    ])
  })
})

describe('reports of other kinds', () => {
  const parse = (...parts: readonly JsonObject[]) => {
    const text = parts.map((part) => JSON.stringify(part)).join('\n')
    const outcome = ipsOtherFormat.parse({ path: 'a.ips', text, bytes: new Uint8Array() })
    if (!outcome.ok) throw new Error('no report')
    return outcome
  }
  const rest = {
    ...{ format: 'ips-other', file: 'a.ips', textKind: 'none', applicationInfo: [], threads: [], backtraces: [] },
    ...{ callTrees: [], images: [], frameCount: 0, problems: [] },
  }
  const line = {
    bug_type: '1',
    app_name: 'Till',
    name: 'N',
    bundleID: 'a.b',
    os_version: 'OS',
    timestamp: 't',
    incident_id: 'I',
  }
  const header = { process: 'Till', bundleId: 'a.b', os: 'OS', date: 't', incident: 'I', fields: Object.entries(line) }
  const values = (title: string, ...rows: readonly (readonly string[])[]) => ({
    ...{ kind: 'table', title, columns: ['Key', 'Value'], rows },
  })
  test('are shown as they are', () => {
    const body = { a: 1, list: ['x', 2], object: { b: 3 }, c: 'd', none: null }
    expect(parse(line, body)).toStrictEqual({
      ok: true,
      problems: [],
      value: [
        {
          ...rest,
          label: 'Diagnostic report (.ips, type 1)',
          text: `${JSON.stringify(line)}\n${JSON.stringify(body)}`,
          header,
          sections: [
            values('Values', ['a', '1'], ['c', 'd']),
            { kind: 'text', title: 'list', text: 'x\n2' },
            { kind: 'table', title: 'object', columns: ['Field', 'Value'], rows: [['b', '3']] },
          ],
        },
      ],
    })
  })

  test('may lack a type, a body, or plain values', () => {
    const one = (...parts: readonly JsonObject[]) => {
      const [{ label, header, sections } = {}] = parse(...parts).value
      return { label, header, sections }
    }
    expect(one({ bug_type: '7', name: 'N' })).toStrictEqual({
      label: 'Diagnostic report (.ips, type 7)',
      header: {
        process: 'N',
        fields: [
          ['bug_type', '7'],
          ['name', 'N'],
        ],
      },
      sections: [],
    })
    expect(one({ name: 'N' })).toStrictEqual({
      label: 'Diagnostic report (.ips, type ?)',
      header: { fields: [] },
      sections: [values('Values', ['name', 'N'])],
    })
    expect(one(line, { a: 1, list: [2] }, { b: 3 }).sections).toStrictEqual([
      values('1 Values', ['a', '1']),
      { kind: 'text', title: '1 list', text: '2' },
      values('2 Values', ['b', '3']),
    ])
    expect(one({ bug_type: '1' }, { list: [1] }).sections).toStrictEqual([{ kind: 'text', title: 'list', text: '1' }])
    expect(parse().value).toStrictEqual([
      { ...rest, label: 'Diagnostic report (.ips, type ?)', text: '', header: { fields: [] }, sections: [] },
    ])
  })

  test('tell of damage', () => {
    const outcome = ipsOtherFormat.parse({ path: 'a.ips', text: '{"a":{"b":1', bytes: new Uint8Array() })
    if (!outcome.ok) throw new Error('no report')
    expect(outcome.problems).toHaveLength(1)
    expect(outcome.value[0]?.problems).toStrictEqual(outcome.problems)
  })
})
