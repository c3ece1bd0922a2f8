import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { harvestNames, mergeNames } from '../../../src/core/engine/catalog/harvest.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage, KnownImage } from '../../../src/core/model/image.ts'
import type { Frame, Resolution } from '../../../src/core/model/report.ts'
import type { HarvestedFunction, IndexStore, InputFile } from '../../../src/core/ports.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { makeKnown, makeSymbols, type TestFunction } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

/** Offset in the image, with a name and the bytes from its start where the report has them. */
type Row = readonly [imageOffset: number, symbol?: string, symbolLocation?: number]

/** An .ips of one thread in one system library. */
function ips(path: string, rows: readonly Row[], build = '9', image = '/usr/lib/UIKitCore'): InputFile {
  const body = {
    pid: 1,
    procName: 'Harbor',
    cpuType: 'ARM-64',
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    faultingThread: 0,
    threads: [
      {
        triggered: true,
        frames: rows.map(([offset, symbol, symbolLocation]) => ({
          imageOffset: offset,
          imageIndex: 0,
          ...(symbol !== undefined && { symbol, symbolLocation }),
        })),
      },
    ],
    usedImages: [
      {
        base: 0x1_8500_0000,
        size: 0x100_0000,
        name: 'UIKitCore',
        path: image,
        uuid: uuid(build),
        arch: 'arm64e',
      },
    ],
  }
  const head = { bug_type: '309', name: 'Harbor', incident_id: '0F0F0F0F-0000-1111-2222-333333333333' }
  return { path, blob: new Blob([`${JSON.stringify(head)}\n${JSON.stringify(body, undefined, 1)}`]) }
}

const appOf = (path: string, rows: readonly Row[]): InputFile => ips(path, rows, '9', '/Applications/A.app/A')

async function engineOver(indexes: IndexStore = createMemoryStore()): Promise<Engine> {
  return createEngine({ indexes, ...(await testPorts()) })
}

async function resolutionsOf(engine: Engine, file: InputFile): Promise<readonly Resolution[]> {
  const outcome = await engine.symbolicate(file)
  if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join(' '))
  return outcome.value[0]?.resolutions ?? []
}

/** `name + offset`, or why there is none. */
function shown(resolution: Resolution): string {
  if (!('calls' in resolution)) return resolution.kind
  const [call] = resolution.calls
  return `${call?.function} + ${call?.functionOffset}`
}

const named = ips('folder/named.ips', [
  [0x1008, 'abort_now', 8],
  [0x2040, '-[UIView a:b:]', 0x40],
  [0x3020, '_$s4Dock4openyyF', 0x20],
])
const bare = ips('bare.ips', [[0x1004], [0x2040], [0x3010], [0x2044], [0x4000]])

describe('one report names another of the same build', () => {
  test('as far into a function as it has shown, and no further', async () => {
    const engine = await engineOver()
    expect((await resolutionsOf(engine, bare)).map(shown)).toEqual(Array(5).fill('no-symbols'))
    await resolutionsOf(engine, named)
    const found = await resolutionsOf(engine, bare)
    expect(found.map(shown)).toEqual([
      'abort_now + 4',
      '-[UIView a:b:] + 64',
      'open() + 16',
      'no-symbols', // four bytes behind the last place that was shown
      'no-symbols',
    ])
    expect(found[1]).toMatchObject({
      calls: [{ source: 'report', functionStart: 0x2000, inlined: false }],
      grade: {
        level: 'likely',
        evidence: [
          'named by a report of the same build (named.ips)',
          'inside the part of this function that reports show',
        ],
      },
    })
  })

  test('an app’s function is doubtful: its name may be the nearest export', async () => {
    const engine = await engineOver()
    await resolutionsOf(engine, appOf('a.ips', [[0x1008, 'start_up', 8]]))
    const [resolution] = await resolutionsOf(engine, appOf('b.ips', [[0x1004]]))
    expect(resolution).toMatchObject({ calls: [{ function: 'start_up' }], grade: { level: 'doubtful' } })
  })

  test('but none of another build', async () => {
    const engine = await engineOver()
    await resolutionsOf(engine, named)
    expect((await resolutionsOf(engine, ips('other.ips', [[0x1004]], '8'))).map(shown)).toEqual(['no-symbols'])
  })

  test('the image says that its frames are named by others', async () => {
    const engine = await engineOver()
    await resolutionsOf(engine, named)
    const outcome = await engine.symbolicate(ips('b.ips', [[0x1004]]))
    const status = outcome.ok ? outcome.value[0]?.images[0] : undefined
    expect(status).toMatchObject({ symbols: 'system', unnamed: 0 })
    expect(status?.reason).toContain('Other reports of this build name its frames.')
  })

  test('a report that was only parsed counts, and so does a session before this one', async () => {
    const store = createMemoryStore()
    await (await engineOver(store)).parse(named)
    expect((await resolutionsOf(await engineOver(store), bare)).map(shown)[0]).toBe('abort_now + 4')
  })

  test('what one report shows, the next extends', async () => {
    const engine = await engineOver()
    await resolutionsOf(engine, named)
    await resolutionsOf(engine, ips('more.ips', [[0x1100, 'abort_now', 0x100]]))
    const [resolution] = await resolutionsOf(engine, ips('b.ips', [[0x10f0]]))
    expect(resolution).toMatchObject({ calls: [{ function: 'abort_now' }] })
    expect(JSON.stringify(resolution)).toContain('named.ips')
  })

  test('names that contradict each other are given up for good', async () => {
    const engine = await engineOver()
    await resolutionsOf(engine, named)
    await resolutionsOf(engine, ips('liar.ips', [[0x1008, 'something_else', 8]]))
    await resolutionsOf(engine, named)
    expect((await resolutionsOf(engine, bare)).map(shown).slice(0, 2)).toEqual(['no-symbols', '-[UIView a:b:] + 64'])
  })

  test('a store that fails costs nothing but the next session', async () => {
    const fail = async (): Promise<never> => {
      throw new Error('no storage')
    }
    const engine = await engineOver({ ...createMemoryStore(), harvested: fail, harvest: fail })
    await resolutionsOf(engine, named)
    expect((await resolutionsOf(engine, bare)).map(shown)[0]).toBe('abort_now + 4')
  })

  test('forgetting the image forgets its names', async () => {
    const engine = await engineOver()
    await resolutionsOf(engine, named)
    await engine.forget([{ uuid: uuid('9'), arch: 'arm64e' }])
    expect((await resolutionsOf(engine, bare)).map(shown)[0]).toBe('no-symbols')
  })
})

const loadAddress = runtimeAddress(0x1_0400_0000n)

describe('below everything better', () => {
  const harvested: readonly HarvestedFunction[] = [
    { start: imageOffset(0x1000), last: imageOffset(0x1fff), name: 'harvested', report: 'a.ips' },
  ]
  const image = makeImage({ name: 'App', uuid: uuid('A'), loadAddress, arch: 'arm64' })

  async function resolved(
    row: Partial<Omit<Frame, 'address' | 'offset'>>,
    known: readonly KnownImage[],
    functions: readonly TestFunction[] = [],
  ): Promise<Resolution | undefined> {
    const report = makeReport({ images: [image], rows: [{ image: 0, address: loadAddress + 0x1010n, ...row }] })
    const symbols = makeSymbols(known, functions, { harvested: async () => harvested })
    return (await resolveReport(report, symbols)).resolutions[0]
  }

  const starts = makeKnown({ detail: 'starts' })
  test.each<[string, Parameters<typeof resolved>, string]>([
    ['symbols name it', [{}, [makeKnown({})], [{ start: 0x1000, end: 0x2000, name: 'real' }]], 'real + 16'],
    ['the report names it', [{ symbol: { name: 'printed', offset: 16 } }, []], 'printed + 16'],
    ['nothing is at hand', [{}, []], 'harvested + 16'],
    ['the report prints no name', [{ symbol: { name: '<redacted>', offset: 16 } }, []], 'harvested + 16'],
    ['the symbols do not cover it', [{}, [makeKnown({})]], 'harvested + 16'],
    ['another build is at hand', [{}, [makeKnown({ uuid: uuid('B') })]], 'harvested + 16'],
    ['the row is an inlined call', [{ inlined: true }, []], 'no-symbols'],
    [
      'its start is known',
      [{}, [starts], [{ start: 0x1000, end: 0x2000, name: '', source: 'starts' }]],
      'harvested + 16',
    ],
    ['another start is known', [{}, [starts], [{ start: 0x1008, end: 0x2000, name: '', source: 'starts' }]], ' + 8'],
  ])('%s', async (_name, given, expected) => {
    const resolution = await resolved(...given)
    expect(resolution && shown(resolution)).toBe(expected)
  })
})

describe('what is taken from a report', () => {
  const systemLibrary: BinaryImage = makeImage({ name: 'libx.dylib', uuid: uuid('9'), loadAddress, arch: 'arm64' })
  const take = (
    rows: Parameters<typeof makeReport>[0]['rows'],
    image: Partial<BinaryImage> = {},
  ): readonly HarvestedFunction[] =>
    [
      ...harvestNames(
        makeReport({
          images: [{ ...systemLibrary, ...image }],
          rows: (rows ?? []).map((row) => ({ image: 0, ...row })),
        }),
      ).values(),
    ].flat()
  const row = (at: bigint, name: string, offset?: number, more: Partial<Omit<Frame, 'address' | 'offset'>> = {}) => ({
    address: loadAddress + at,
    symbol: { name, ...(offset !== undefined && { offset }) },
    ...more,
  })

  test('of a return address the byte before it', () => {
    expect(take([row(0x1008n, 'f', 8), row(0x2008n, 'g', 8)])).toEqual([
      { start: 0x1000, last: 0x1008, name: 'f', report: 'made.crash' },
      { start: 0x2000, last: 0x2007, name: 'g', report: 'made.crash' },
    ])
  })

  test('without load addresses, from the offsets that rows print', () => {
    const placeless = makeImage({ name: 'libx.dylib', uuid: uuid('9'), arch: 'arm64' })
    const rows = [{ offset: 0x1008, image: 0, symbol: { name: 'f', offset: 8 } }]
    const found = harvestNames(makeReport({ images: [placeless], rows }))
    expect(found.get(uuid('9'))).toMatchObject([{ start: 0x1000, last: 0x1008 }])
  })

  test.each<[string, ReturnType<typeof row>, Partial<BinaryImage>?]>([
    ['an address for a name', row(0x1008n, '0x104000000', 8)],
    ['the image for a name', row(0x1008n, 'libx.dylib', 8)],
    ['the name that the row has for the image', row(0x1008n, 'libx', 8, { imageName: 'libx' })],
    ['the header', row(0x1008n, '_mh_execute_header', 8)],
    ['a hidden name', row(0x1008n, '<redacted>', 8)],
    ['folded functions', row(0x1008n, '<deduplicated_symbol>', 8)],
    ['a debugger’s made-up name', row(0x1008n, '___lldb_unnamed_symbol12', 8)],
    ['a name without an offset', row(0x1008n, 'f')],
    ['an offset that is the image’s', row(0x1008n, 'f', 0x1008)],
    ['a start before the image', row(0x1008n, 'f', 0x1009)],
    ['a start behind the address', row(0x1008n, 'f', -8)],
    ['half a byte', row(0x1008n, 'f', 0.5)],
    ['a far name', row(0x20008n, 'f', 0x10001)],
    ['an inlined call', row(0x1008n, 'f', 8, { inlined: true })],
    ['a line in place of the offset', { address: loadAddress + 8n, symbol: { name: 'f', offset: 0, line: 3 } }],
    ['a continuation of the caller’s neighbour', row(0x1000n, 'f', 0, { kind: 'return' })],
    ['a name longer than anyone reads', row(0x1008n, 'f'.repeat(5000), 8)],
    ['an image without UUID', row(0x1008n, 'f', 8), { uuid: undefined as never }],
  ])('not %s', (_name, frame, image) => {
    expect(take([frame], image)).toEqual([])
  })

  test('two names for one start are none; a linkage name and its readable form are one', () => {
    expect(take([row(0x1008n, 'f', 8), row(0x1008n, 'g', 8)]).map(({ name }) => name)).toEqual([''])
    const swift = [row(0x1008n, '$s4Dock4openyyF', 8), row(0x1008n, 'open()', 8)]
    expect(take(swift).map(({ name }) => name)).toEqual(['$s4Dock4openyyF'])
  })
})

test('nothing new is the same list, and a list does not grow without end', () => {
  const many = (count: number, from: number): HarvestedFunction[] =>
    Array.from({ length: count }, (_, at) => {
      const start = imageOffset(from + at * 16)
      return { start, last: start, name: `f${at}`, report: 'a.ips' }
    })
  const few = many(10, 16)
  expect(mergeNames(few, many(5, 16))).toBe(few)
  const full = mergeNames([], many(200_001, 16))
  expect(full).toHaveLength(200_000)
  expect(mergeNames(full, many(10, 8))).toBe(full)
})
