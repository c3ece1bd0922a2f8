/** The order of origins, pair by pair: `docs/provenance.md`, look-ups and reports agree. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inOrder, type Answering, type CatalogEntry } from '../../../src/core/engine/catalog/catalog.ts'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import { isBefore as overrides, originOfCall, originRules, type Origin } from '../../../src/core/model/provenance.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const table = readFileSync(new URL('../../../docs/provenance.md', import.meta.url), 'utf8')
/** Columns of the table: origin, weaker origins, marked, for other reports. */
const rows = [...table.matchAll(/^\| `([a-z-]+)`[^|]*\|[^|]*\| ([^|]*)\| ([^|]*)\| ([^|]*)\|$/gm)]
const origins = Object.keys(originRules) as Origin[]
const pairs = origins.flatMap((one) => origins.filter((other) => other !== one).map((other) => [one, other] as const))

test('the table in the documentation has every origin', () => {
  expect(rows.map(([, origin]) => origin)).toEqual(origins)
})

test.each(pairs)('table: %s against %s', (one, other) => {
  const row = rows.find(([, origin]) => origin === one)
  const listed = [...(row?.[2] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, origin]) => origin)
  expect(listed.includes(other)).toBe(overrides(one, other))
  expect(row?.[3]?.trim()).toBe(originRules[one].isMarked ? 'yes' : 'no')
  expect(row?.[4]?.trim()).toBe(originRules[one].isShared ? 'yes' : 'no')
})

const stored = { key: { uuid: uuid('A'), arch: 'arm64' }, detail: 'dwarf', summary: {} }

/** An image whose only sources are these. */
function entryOf(...wanted: readonly Origin[]): CatalogEntry {
  const has = (origin: Origin): boolean => wanted.includes(origin)
  const brought: Answering = {
    provenance: { origin: 'report-archive', archive: 'a.tar', id: '1' },
    from: { path: 'a.tar!x' } as never,
  }
  return {
    key: stored.key,
    sources: has('local-file') ? [{ detail: 'dwarf', rank: 1 } as never] : [],
    packed: has('user-import') ? [{ os: 'iOS 17', index: new Blob() } as never] : [],
    ...(has('site') && { stored: { ...stored, summary: { imported: true, site: 'https://a.b' } } as never }),
    brought: has('report-archive') ? [brought] : [],
  }
}

const ofSymbols: readonly Origin[] = ['local-file', 'site', 'user-import', 'report-archive']

test.each(pairs.filter((pair) => pair.every((origin) => ofSymbols.includes(origin))))(
  'look-ups: %s against %s',
  (one, other) => {
    const asked = inOrder(entryOf(one, other), '1').map(({ provenance }) => provenance.origin)
    expect(asked).toEqual(overrides(one, other) ? [one, other] : [other, one])
    // Symbols of another archive are never used.
    expect(inOrder(entryOf(one, 'report-archive'), '2').map(({ provenance }) => provenance.origin)).toEqual(
      one === 'report-archive' ? [] : [one],
    )
  },
)

const loadAddress = runtimeAddress(0x1_0400_0000n)
const marks = {
  'local-file': undefined,
  site: { site: 'https://a.b' },
  'user-import': {},
  'report-archive': { archive: 'a' },
}

/** The origin of the name that a frame gets where exactly these origins name it. */
async function shownOrigin(one: Origin, other: Origin): Promise<Origin | undefined> {
  const has = (origin: Origin): boolean => one === origin || other === origin
  const image = makeImage({ name: 'App', uuid: uuid('A'), loadAddress, arch: 'arm64' })
  const symbol = has('this-report') ? { symbol: { name: 'printed', offset: 16 } } : {}
  const report = makeReport({ images: [image], rows: [{ image: 0, address: loadAddress + 0x1010n, ...symbol }] })
  const source = (['local-file', 'site', 'user-import', 'report-archive'] as const).find(has)
  const functions = source ? [{ start: 0x1000, end: 0x2000, name: 'real' }] : []
  const seenBy = ['1', '2'].map((id) => ({ id, report: `${id}.ips`, last: imageOffset(0x1fff) }))
  const harvested = has('other-report') ? [{ start: imageOffset(0x1000), name: 'carried', seenBy }] : []
  const symbols = makeSymbols(source ? [makeKnown({})] : [], functions, { harvested: async () => harvested })
  const marked: typeof symbols.lookup = async (key, offsets) => {
    const answer = await symbols.lookup(key, offsets)
    const imported = source && marks[source]
    if (!answer.ok || !imported) return answer
    return { ...answer, value: answer.value.map((chain) => chain.map((call) => ({ ...call, imported }))) }
  }
  const [resolution] = (await resolveReport(report, { ...symbols, lookup: marked })).resolutions
  const call = resolution && 'calls' in resolution ? resolution.calls.at(-1) : undefined
  return call && originOfCall(call)
}

test.each(pairs.filter((pair) => pair.some((origin) => !ofSymbols.includes(origin))))(
  'reports: %s against %s',
  async (one, other) => {
    expect(await shownOrigin(one, other)).toBe(overrides(one, other) ? one : other)
  },
)
