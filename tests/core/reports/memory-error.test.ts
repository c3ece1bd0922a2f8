/** Stacks that allocated and freed the memory of a failed access, and the allocator's diagnosis, in `.ips` reports. */
import { distanceInto } from '../../../src/core/model/memory-error.ts'
import { describe, expect, test } from 'vitest'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { markdownExporter } from '../../../src/core/export/markdown.ts'
import { textExporter } from '../../../src/core/export/text.ts'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { allocationRows } from '../../../src/core/reading/allocation.ts'
import { endOf } from '../../../src/core/reading/end.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { signatureOf } from '../../../src/core/reading/signature.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'

const BASE = 0x1_0080_0000
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const images = [
  {
    uuid: '11111111-2222-3333-4444-555555555555',
    base: BASE,
    size: 0x10000,
    name: 'Shop',
    source: 'P',
    arch: 'arm64e',
    path: '/private/var/containers/Bundle/Application/A/Shop.app/Shop',
  },
]
const frame = (imageOffset: number, symbol?: string) => ({
  imageIndex: 0,
  imageOffset,
  ...(symbol && { symbol, symbolLocation: 4 }),
})
const trace = (...frames: object[]) => ({ id: 77, time: 5, frames })

/** A report of a failed access with these members of its body. */
function report(more: object): Report {
  const header = { app_name: 'Shop', bug_type: '309', os_version: 'iPhone OS 26.1 (23B85)', incident_id: 'A' }
  const body = {
    procName: 'Shop',
    cpuType: 'ARM-64',
    exception: {
      type: 'EXC_BAD_ACCESS',
      signal: 'SIGKILL',
      codes: '0x106, 0x0300000100',
      rawCodes: [262, '0x0300000010000010'],
      subtype: 'EXC_ARM_MTE_TAGCHECK_FAIL at 0x0300000010000010',
    },
    faultingThread: 0,
    threads: [{ triggered: true, id: 1, frames: [frame(0x1000)] }],
    usedImages: images,
    ...more,
  }
  const outcome = parseReport('a.ips', bytesOf(`${JSON.stringify(header)}\n${JSON.stringify(body)}`))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  const [one] = outcome.value
  if (!one) throw new Error('no report')
  return one
}

function told(one: Report): SymbolicatedReport {
  const resolutions = Array.from({ length: one.frameCount }, () => ({ kind: 'no-symbols', reason: '' }) as const)
  const bare = { report: one, resolutions, images: [], explanations: [] }
  return { ...bare, ...explain(bare) }
}

const freed = {
  errorType: 'use-after-free',
  faultAddress: '0x0300000010000010',
  blamedAllocation: {
    address: '0x0300000010000000',
    size: 48,
    isFreed: true,
    allocationTrace: trace(frame(0x2004), frame(0x3004)),
    deallocationTrace: trace(frame(0x4004)),
  },
}

describe('stacks of an allocation', () => {
  test('they have a role, and all of their frames are return addresses', () => {
    const { backtraces, memoryError } = report({ memoryErrorReport: freed })
    expect(backtraces.map(({ role, title, frames }) => [role, title, frames.length])).toEqual([
      ['allocated', 'Allocated by thread 77', 2],
      ['freed', 'Freed by thread 77', 1],
    ])
    const kinds = backtraces.flatMap(({ frames }) => frames.map(({ kind }) => kind))
    expect(kinds).toEqual(['return', 'return', 'return'])
    expect(memoryError).toMatchObject({ detector: 'memory-tags', size: 48n, isFreed: true })
  })

  test('words in place of a stack are shown, and no stack is made of them', () => {
    const one = report({
      probGuardReport: {
        errorType: 'out-of-bounds',
        confidence: 'low',
        nearestAllocation: 4096,
        faultAddress: 4200,
        allocationSize: 64,
        allocationState: 'allocated',
        allocationTrace: '<unavailable>',
        deallocationTrace: '<unknown>',
      },
    })
    expect(one.backtraces).toEqual([])
    const [table] = one.sections
    expect(table?.kind === 'table' && table.rows).toEqual([
      ['Found by', 'probabilistic guard allocator'],
      ['Error', 'out-of-bounds'],
      ['Confidence of the allocator', 'low'],
      ['Address of the access', '0x1068'],
      ['Allocation at', '0x1000'],
      ['Bytes allocated', '64'],
      ['Access', '40 bytes past the end of the allocation'],
      ['Allocation', 'in use'],
      ['Stack that allocated it', '<unavailable>'],
      ['Stack that freed it', '<unknown>'],
    ])
  })

  test.each([
    [
      'frames out of range',
      {
        ...freed,
        blamedAllocation: {
          ...freed.blamedAllocation,
          allocationTrace: trace(
            { imageIndex: 99, imageOffset: 1 },
            { imageIndex: -1, imageOffset: '0xffffffffffffffffff' },
          ),
        },
      },
    ],
    [
      'a size beyond all memory',
      { ...freed, blamedAllocation: { ...freed.blamedAllocation, size: '0xfffffffffffffffff' } },
    ],
    ['no allocation', { errorType: 'use-after-free', blamedAllocation: [] }],
    ['a word as the report', 'unavailable'],
    [
      'text everywhere',
      { errorType: { a: 1 }, faultAddress: 'x', blamedAllocation: { size: 'y', isFreed: 'z', allocationTrace: 5 } },
    ],
  ])('%s: the report is read, and every exporter writes it', (_, memoryErrorReport) => {
    const one = told(report({ memoryErrorReport }))
    expect(headlineOf(one).title).not.toMatch(/undefined|NaN|\[object/)
    expect(textExporter.write([one])).not.toMatch(/undefined|NaN|\[object/)
  })

  test.each(['18446744073709551615', '0x800000000000', '-48', '0xfffffffffffffffff'])(
    'a size of %s is none, and nothing counts bytes by it',
    (size) => {
      const memoryErrorReport = { ...freed, blamedAllocation: { ...freed.blamedAllocation, size } }
      const one = told(report({ memoryErrorReport }))
      expect(one.report.memoryError?.size).toBeUndefined()
      expect(headlineOf(one).title).toMatch(/^Use after free/)
      expect(headlineOf(one).title).not.toMatch(/bytes|\d{4}/)
      expect(textExporter.write([one])).not.toContain('Bytes allocated')
    },
  )

  test('an access further from the allocation than memory reaches has no distance', () => {
    expect(distanceInto({ detector: 'quarantine', faultAddress: 0x20n, objectAddress: 0x10n })).toBe(16n)
    const far = { detector: 'quarantine', faultAddress: 1n << 55n, objectAddress: 0x10n } as const
    expect(distanceInto(far)).toBeUndefined()
    expect(distanceInto({ ...far, faultAddress: 0x10n, objectAddress: 1n << 47n })).toBe(-(1n << 47n) + 0x10n)
  })
})

test.each([
  ['MTE_FAIL', 'crash'],
  ['CODESIGNING', 'killed'],
])('SIGKILL of namespace %s: %s', (namespace, end) => {
  expect(endOf(told(report({ termination: { namespace, code: 1, flags: 0 } })))).toBe(end)
})

describe('the headline says what the allocator says', () => {
  test('use after free', () => {
    const one = told(report({ memoryErrorReport: freed }))
    expect(headlineOf(one).title).toBe('Use after free: 48 bytes')
    expect(one.explanations[0]).toMatchObject({ kind: 'said', grade: 'proved' })
    expect(one.explanations[0]?.evidence).toContain('access at byte 16 of the allocation of 48 bytes')
  })

  test('with low confidence it is likely at most', () => {
    const probGuardReport = { errorType: 'out-of-bounds', confidence: 'low', allocationState: 'allocated' }
    const [first] = told(report({ probGuardReport })).explanations
    expect(first).toMatchObject({ id: 'memory-error-likely', grade: 'likely' })
    expect(first?.title).toBe('Access out of bounds')
  })

  test('without a diagnosis there is none', () => {
    const one = told(report({ memoryErrorReport: { error: 'could not symbolicate' } }))
    expect(one.explanations.map(({ id }) => id)).not.toContain('memory-error')
    expect(one.report.sections[0]).toMatchObject({ title: 'Memory error' })
  })

  test('a word of the allocator that is no known error is quoted', () => {
    const one = told(report({ memoryErrorReport: { errorType: 'constructor' } }))
    expect(headlineOf(one).title).toBe('Constructor')
  })
})

test('our JSON has roles and facts, and leads back to the same report', () => {
  const one = told(report({ memoryErrorReport: freed }))
  const json = jsonExporter.write([one])
  const back = parseReport('a.json', bytesOf(json))
  if (!back.ok) throw new Error(JSON.stringify(back.problems))
  expect(back.value[0]?.memoryError).toEqual(one.report.memoryError)
  expect(back.value[0]?.backtraces.map(({ role }) => role)).toEqual(['allocated', 'freed'])
})

test('reports of one access are one crash only where the same functions allocated and freed the memory', () => {
  const freedAt = (offset: number) =>
    signatureOf(
      told(
        report({
          memoryErrorReport: {
            errorType: 'use-after-free',
            faultAddress: 16,
            blamedAllocation: {
              address: 8,
              size: 48,
              isFreed: true,
              allocationTrace: trace(frame(0x3000, 'make')),
              deallocationTrace: trace(frame(offset)),
            },
          },
        }),
      ),
    )
  expect(freedAt(0x4000)).toBe(freedAt(0x4000))
  expect(freedAt(0x4000)).not.toBe(freedAt(0x5000))
  expect(freedAt(0x4000)?.split('\n').slice(3)).toEqual([
    'allocated Shop make',
    'freed 11111111-2222-3333-4444-555555555555 16384',
  ])
})

test('the facts and the two calls are rows of each export', () => {
  const { blamedAllocation } = freed
  const named = {
    ...freed,
    blamedAllocation: {
      ...blamedAllocation,
      address: '0x0500000010000000',
      allocationTrace: trace(frame(0x2004, 'makeShelf'), frame(0x3004)),
    },
  }
  const one = told(report({ memoryErrorReport: named }))
  const rows = allocationRows(one)
  expect(rows.map(({ label, text }) => [label, text])).toEqual([
    ['Allocated by thread 77', 'makeShelf'],
    ['Freed by thread 77', 'Shop + 16388'],
    ['Found by', 'memory tags (MTE)'],
    ['Error', 'use-after-free'],
    ['Address of the access', '0x10000010, tag 3'],
    ['Allocation at', '0x10000000, tag 5'],
    ['Bytes allocated', '48'],
    ['Access', 'at byte 16 of the allocation'],
    ['Allocation', 'freed'],
  ])
  expect(rows[0]?.frame).toBe(one.report.backtraces[0]?.frames[0]?.id)
  for (const exporter of [textExporter, markdownExporter, htmlExporter]) {
    const text = String(exporter.write([one]))
    for (const fact of ['Memory error', '0x10000010, tag 3', 'at byte 16 of the allocation', 'makeShelf'])
      expect(text).toContain(fact)
  }
})

test('no rows without a diagnosis', () => {
  expect(allocationRows(told(report({})))).toEqual([])
})
