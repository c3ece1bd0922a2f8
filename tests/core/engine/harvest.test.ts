import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine, ReportHandle, ReportNames } from '../../../src/core/engine-types.ts'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import type { KnownImage } from '../../../src/core/model/image.ts'
import type { Frame, Resolution } from '../../../src/core/model/report.ts'
import type { HarvestedFunction, IndexStore, InputFile } from '../../../src/core/ports.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { shownLevel } from '../../../src/core/reading/shown-grade.ts'
import { buildTar } from '../../support/tar-builder.ts'
import { testPorts } from '../../support/test-builder.ts'
import { makeKnown, makeSymbols, type TestFunction } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

/** Offset in the image, with a name and the bytes from its start where the report has them. */
type Row = readonly [imageOffset: number, symbol?: string, symbolLocation?: number]

/** An .ips of one thread in one system library. */
/** Incidents given out so far: every report made here is another crash. */
let incidents = 0

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
  const head = {
    bug_type: '309',
    name: 'Harbor',
    incident_id: `0F0F0F0F-0000-1111-2222-${String(++incidents).padStart(12, '0')}`,
  }
  return { path, blob: new Blob([`${JSON.stringify(head)}\n${JSON.stringify(body, undefined, 1)}`]) }
}

const appOf = (path: string, rows: readonly Row[]): InputFile => ips(path, rows, '9', '/Applications/A.app/A')

async function engineOver(indexes: IndexStore = createMemoryStore()): Promise<Engine> {
  return createEngine({ indexes, ...(await testPorts()) })
}

async function openShared(engine: Engine, file: InputFile, sharesNames = true): Promise<ReportHandle> {
  const opened = await engine.open(file, { sharesNames })
  if (!opened.ok) throw new Error(opened.problems.map(({ message }) => message).join(' '))
  return opened.value.handle
}

async function namesOf(engine: Engine, file: InputFile, sharesNames = true): Promise<ReportNames | undefined> {
  const handle = await openShared(engine, file, sharesNames)
  const outcome = await engine.resolve(handle)
  await engine.close(handle)
  return outcome.ok ? outcome.value[0] : undefined
}

/** Of a report that the user chose. */
async function resolutionsOf(engine: Engine, file: InputFile): Promise<readonly Resolution[]> {
  return (await namesOf(engine, file))?.resolutions ?? []
}

/** `name + offset`, or why there is none. */
function shown(resolution: Resolution): string {
  if (!('calls' in resolution)) return resolution.kind
  const [call] = resolution.calls
  return `${call?.function} + ${call?.functionOffset}`
}

const rows: readonly Row[] = [
  [0x1008, 'abort_now', 8],
  [0x2040, '-[UIView a:b:]', 0x40],
  [0x3020, '_$s4Dock4openyyF', 0x20],
]
const named = ips('folder/named.ips', rows)
const agreeing = ips('folder/agreeing.ips', rows)
const bare = ips('bare.ips', [[0x1004], [0x2040], [0x3010], [0x2044], [0x4000]])

function tarOf(path: string, content: string): InputFile {
  return { path, blob: new Blob([buildTar([{ path: 'crash.ips', content }])]) }
}

/** A message with the report as an attachment. */
function mailOf(path: string, report: string): InputFile {
  const lines = [
    'From: someone@example.org',
    'Subject: crash',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'See the attachment.',
    '--part',
    'Content-Type: application/octet-stream; name="crash.ips"',
    'Content-Disposition: attachment; filename="crash.ips"',
    '',
    report,
    '--part--',
  ]
  return { path, blob: new Blob([lines.join('\r\n')]) }
}

async function engineWithNames(store = createMemoryStore()): Promise<Engine> {
  const engine = await engineOver(store)
  for (const file of [named, agreeing]) await resolutionsOf(engine, file)
  return engine
}

test('a report for which they were cleared gets none, though others leave and get them', async () => {
  const engine = await engineWithNames()
  const handle = await openShared(engine, bare)
  const without = await engine.resolve(handle, { withoutOthersNames: true })
  const sources = (outcome: typeof without): readonly unknown[] =>
    outcome.ok ? (outcome.value[0]?.resolutions ?? []).flatMap((one) => ('calls' in one ? one.calls : [])) : []
  expect(without.ok && sources(without)).toEqual([])
  // Without the option the same open report gets them, so they were not deleted.
  expect(sources(await engine.resolve(handle)).length).toBeGreaterThan(0)
  await engine.close(handle)
})

describe('two reports that agree name another of the same build', () => {
  test('as far into a function as both have shown, and no further', async () => {
    const engine = await engineOver()
    const none = Array<string>(5).fill('no-symbols')
    expect((await resolutionsOf(engine, bare)).map(shown)).toEqual(none)
    await resolutionsOf(engine, named)
    expect((await resolutionsOf(engine, bare)).map(shown)).toEqual(none)
    // The same report again is no second one.
    await resolutionsOf(engine, { path: 'copy.ips', blob: named.blob })
    expect((await resolutionsOf(engine, bare)).map(shown)).toEqual(none)
    await resolutionsOf(engine, agreeing)
    const found = await resolutionsOf(engine, bare)
    expect(found.map(shown)).toEqual([
      'abort_now + 4',
      '-[UIView a:b:] + 64',
      'open() + 16',
      'no-symbols', // four bytes behind the last place that was shown
      'no-symbols',
    ])
    expect(found[1]).toMatchObject({
      calls: [
        {
          source: 'other-report',
          fromReports: ['named.ips', 'agreeing.ips'],
          functionStart: 0x2000,
          inlined: false,
        },
      ],
      grade: {
        level: 'likely',
        evidence: [
          'named by other reports of the same build (named.ips, agreeing.ips)',
          'inside the part of this function that at least two reports show',
        ],
      },
    })
  })

  test('every export marks the name and says whose it is', async () => {
    const engine = await engineWithNames()
    const handle = await openShared(engine, bare)
    const [opened, outcome] = [await engine.parse(bare), await engine.resolve(handle)]
    const [report, names] = [opened.ok && opened.value[0], outcome.ok && outcome.value[0]]
    if (!report || !names) throw new Error('it is a report')
    const symbolicated = { report, ...names }
    for (const exporter of exporters) {
      const { id } = exporter
      const text = exporter.write([symbolicated])
      expect(text, id).toContain('abort_now')
      expect(text, id).toContain('named.ips')
      expect(text, id).toContain('agreeing.ips')
      expect(text, id).toContain('likely')
    }
    expect(shownLevel(symbolicated, report.threads[0]?.frames[0] as Frame)).toBe('likely')
  })

  test('a stranger’s report names nothing, neither alone nor beside genuine ones', async () => {
    const evil = ips('evil.ips', [
      [0x1004, 'EVIL_START', 0],
      [0x2040, 'EVIL_NEARER', 0x20],
      [0x3010, 'EVIL_ALONE', 8],
      [0x4000, 'EVIL_FREE', 0],
      // Behind the end of a genuine function, under its name.
      [0x2044, '-[UIView a:b:]', 0x44],
    ])
    const alone = await engineOver()
    await resolutionsOf(alone, evil)
    expect((await resolutionsOf(alone, bare)).map(shown)).toEqual(Array(5).fill('no-symbols'))
    for (const order of [
      [evil, named, agreeing],
      [named, agreeing, evil],
    ]) {
      const engine = await engineOver()
      for (const file of order) await resolutionsOf(engine, file)
      expect((await resolutionsOf(engine, bare)).map(shown)).toEqual([
        'abort_now + 4',
        '-[UIView a:b:] + 64',
        'open() + 16',
        'no-symbols',
        'no-symbols',
      ])
    }
  })

  test('two pairs that contradict each other name nothing where they overlap', async () => {
    const engine = await engineWithNames()
    for (const path of ['x.ips', 'y.ips']) await resolutionsOf(engine, ips(path, [[0x2040, 'nearer', 0x20]]))
    expect((await resolutionsOf(engine, bare)).map(shown).slice(0, 2)).toEqual(['abort_now + 4', 'no-symbols'])
  })

  test('an app’s function is doubtful: its name may be the nearest export', async () => {
    const engine = await engineOver()
    for (const path of ['a.ips', 'c.ips']) await resolutionsOf(engine, appOf(path, [[0x1008, 'start_up', 8]]))
    const [resolution] = await resolutionsOf(engine, appOf('b.ips', [[0x1004]]))
    expect(resolution).toMatchObject({ calls: [{ function: 'start_up' }], grade: { level: 'doubtful' } })
  })

  test('but none of another build', async () => {
    const engine = await engineWithNames()
    expect((await resolutionsOf(engine, ips('other.ips', [[0x1004]], '8'))).map(shown)).toEqual(['no-symbols'])
  })

  test('the image says that its frames are named by others', async () => {
    const engine = await engineWithNames()
    const status = (await namesOf(engine, ips('b.ips', [[0x1004]])))?.images[0]
    expect(status).toMatchObject({ symbols: 'system', unnamed: 0 })
    expect(status?.reason).toContain('Other reports of this build name its frames.')
  })

  test('a session before this one counts', async () => {
    const store = createMemoryStore()
    await engineWithNames(store)
    expect((await resolutionsOf(await engineOver(store), bare)).map(shown)[0]).toBe('abort_now + 4')
  })

  test('two files of one writer are needed: reports of one file are one', async () => {
    const engine = await engineOver()
    const texts = await Promise.all([named, agreeing].map(({ blob }) => blob.text()))
    await resolutionsOf(engine, { path: 'two.ips', blob: new Blob([texts.join('\n')]) })
    expect((await resolutionsOf(engine, bare)).map(shown)[0]).toBe('no-symbols')
  })

  test('names that contradict each other are given up for good', async () => {
    const engine = await engineWithNames()
    await resolutionsOf(engine, ips('liar.ips', [[0x1008, 'something_else', 8]]))
    for (const file of [named, agreeing]) await resolutionsOf(engine, file)
    expect((await resolutionsOf(engine, bare)).map(shown).slice(0, 2)).toEqual(['no-symbols', '-[UIView a:b:] + 64'])
  })

  test('a store that fails costs nothing but the next session', async () => {
    const fail = async (): Promise<never> => {
      throw new Error('no storage')
    }
    const engine = await engineWithNames({ ...createMemoryStore(), harvested: fail, harvest: fail })
    expect((await resolutionsOf(engine, bare)).map(shown)[0]).toBe('abort_now + 4')
  })

  test('forgetting the image forgets its names', async () => {
    const engine = await engineWithNames()
    await engine.forget([{ uuid: uuid('9'), arch: 'arm64e' }])
    expect((await resolutionsOf(engine, bare)).map(shown)[0]).toBe('no-symbols')
  })

  test('they can be cleared for a report, here and in the store', async () => {
    const store = createMemoryStore()
    const engine = await engineWithNames(store)
    const handle = await openShared(engine, bare)
    await engine.clearNames(handle)
    const outcome = await engine.resolve(handle)
    expect(outcome.ok && outcome.value[0]?.resolutions.map(shown)[0]).toBe('no-symbols')
    expect(await store.harvested(uuid('9'))).toEqual([])
  })
})

describe('reports that take no part', () => {
  test('one whose host does not ask for it neither leaves names nor gets any', async () => {
    const engine = await engineOver()
    for (const file of [named, agreeing]) await engine.symbolicate(file)
    expect((await resolutionsOf(engine, bare)).map(shown)[0]).toBe('no-symbols')
    const other = await engineWithNames()
    expect((await namesOf(other, bare, false))?.resolutions.map(shown)[0]).toBe('no-symbols')
  })

  test.each<[string, (file: InputFile) => Promise<InputFile>]>([
    ['an archive', async ({ blob }) => tarOf('crash.tar', await blob.text())],
    ['a report out of an archive', async ({ blob }) => ({ path: 'crash.tar!a.ips', blob })],
    ['a mail', async ({ blob }) => mailOf('crash.eml', await blob.text())],
  ])('%s', async (_, wrap) => {
    const engine = await engineOver()
    for (const file of [named, agreeing]) await resolutionsOf(engine, await wrap(file))
    expect((await resolutionsOf(engine, bare)).map(shown)[0]).toBe('no-symbols')
    expect((await resolutionsOf(await engineWithNames(), await wrap(bare))).map(shown)[0]).toBe('no-symbols')
  })
})

const loadAddress = runtimeAddress(0x1_0400_0000n)

describe('below everything better', () => {
  const harvested: readonly HarvestedFunction[] = [
    {
      start: imageOffset(0x1000),
      name: 'harvested',
      seenBy: ['1', '2'].map((id) => ({ id, report: `${id}.ips`, last: imageOffset(0x1fff) })),
    },
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
