/** Identifiers planted in reports of every format are in no export and no link; frames, images and names stay. */
import { beforeAll, expect, test, vi } from 'vitest'
import { makeLink, openShared } from '../../../src/app/views/report/share-link.ts'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { redact } from '../../../src/core/redact/redact.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { parseEmbedded } from '../../../src/core/model/embedded-report.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { framesOf } from '../../conformance/report-checks.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { coreFile, imageMemory, testUuid } from '../../support/core-builder.ts'
import { minidump } from '../../support/minidump-builder.ts'
import { leaksOf, planted, plantedLines, plantedLog, plantedMembers } from '../../support/planted.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from '../reports/fixture.ts'

let engine: Engine

beforeAll(async () => {
  engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  vi.stubGlobal('location', { href: 'https://unslide.example/' })
})

async function read(path: string, content: BlobPart): Promise<readonly SymbolicatedReport[]> {
  const outcome = await engine.symbolicate({ path, blob: new Blob([content]) })
  return outcome.ok ? outcome.value : []
}

/** Redaction must not change address, build and name of any frame. */
const skeleton = (reports: readonly SymbolicatedReport[]): unknown =>
  reports.map(({ report }) => ({
    format: report.format,
    frames: framesOf(report).map(({ address, offset, image, symbol, kind, index }) => [
      index,
      kind,
      address,
      offset,
      image === undefined ? undefined : report.images[image]?.name,
      symbol?.name,
      symbol?.offset,
    ]),
    images: report.images.map(({ uuid, arch, loadAddress, size, name }) => [uuid, arch, loadAddress, size, name]),
    registers: report.threads.map(({ registers }) => registers?.map(({ name, value }) => [name, value])),
  }))

/** Texts with the identifiers at places where such a report may have them: in an object of its JSON, or as lines of its text. */
function* plantings(text: string): Generator<string> {
  const braces = [...text.matchAll(/(?:^|\n)\s*\{(?=\s*")/g)].map((match) => match.index + match[0].length)
  // The report's own document is the last of an .ips file and the first of most others.
  for (const at of new Set([braces[1], braces[0]])) {
    if (at !== undefined) yield `${text.slice(0, at)}${plantedMembers()},${text.slice(at)}`
  }
  yield text.replace(/\{(?=\s*")/, () => `{${plantedMembers()},`)
  // A report in a string of JSON.
  const inString = JSON.stringify(`\n${plantedLines}\n`).slice(1, -1)
  yield text.replace(/\\n/, () => inString)
  const lines = text.split('\n')
  yield [lines[0], plantedLines, ...lines.slice(1)].join('\n')
  yield `${text}\n\n${plantedLines}\n`
  yield `${plantedLines}\n\n${text}`
  // Lines that are no header of Apple's, for texts of others.
  yield `${text}\n\n${plantedLog}\n`
  yield [lines[0], plantedLog, ...lines.slice(1)].join('\n')
  yield text.replace(/\\n/, () => JSON.stringify(`\n${plantedLog}\n`).slice(1, -1))
  // A log of JSON lines.
  yield `{${plantedMembers()}}\n${text}`
}

async function plant(path: string): Promise<readonly SymbolicatedReport[]> {
  const text = new TextDecoder().decode(fixtureBytes(path))
  const before = skeleton(await read(path, text))
  for (const candidate of plantings(text)) {
    const reports = await read(`Crash_2024-05-02-101112_${planted.host}.crash`, candidate)
    const isWhole = JSON.stringify(skeleton(reports), plain) === JSON.stringify(before, plain)
    if (isWhole && toldIn(reports).length === Object.keys(planted).length) return reports
  }
  throw new Error(`${path} takes no identifiers`)
}

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)

/** Every way out, and what stands in it; a page also holds its report as data. */
function* ways(reports: readonly SymbolicatedReport[]): Generator<readonly [string, string]> {
  for (const exporter of exporters) {
    const text = exporter.write(reports)
    yield [exporter.id, text]
    if (exporter.id !== 'html') continue
    const embedded = parseEmbedded(text, 'page')
    expect(embedded.ok).toBe(true)
    yield ['data of the page', JSON.stringify(embedded, plain)]
  }
}

const toldIn = (reports: readonly SymbolicatedReport[]): string[] => [
  ...new Set([...ways(reports)].flatMap(([, text]) => leaksOf(text))),
]

/** Binary ones have no place for more; they are below. Of a table in XML no text is kept. */
const textFixtures = listFixtures().filter(
  (path) => !fixtureBytes(path).includes(0) && !/\.(?:plcrash|xml)$/.test(path),
)

test('fixtures of at least 30 formats take the identifiers', () => {
  expect(new Set(textFixtures.map((path) => path.split('/')[0])).size).toBeGreaterThanOrEqual(30)
})

test.each(textFixtures)('%s: nothing planted is left', async (path) => {
  const reports = await plant(path)
  // Every one of them would be told without redaction.
  expect(toldIn(reports).sort()).toEqual(Object.values(planted).sort())
  const { reports: safe, replacements } = redact(reports)
  for (const [way, text] of ways(safe)) expect([way, leaksOf(text)]).toEqual([way, []])
  for (const secret of [planted.email, planted.vendor, planted.device, planted.session])
    expect(replacements.some(({ original }) => original.toLowerCase() === secret.toLowerCase())).toBe(true)

  const written = exporters.find(({ id }) => id === 'original')?.write(safe) ?? ''
  const link = await makeLink(written)
  if (link !== undefined) {
    const opened = await openShared(link.split('#/shared/')[1] ?? '')
    expect(leaksOf(await opened.blob.text())).toEqual([])
  }
  // What is left is the same report.
  expect(skeleton(safe)).toEqual(skeleton(reports))
  expect(skeleton(await read(path, written))).toEqual(
    skeleton(await read(path, exporters.find(({ id }) => id === 'original')?.write(reports) ?? '')),
  )
  // And it holds nothing more to hide.
  expect(redact(safe).replacements).toEqual([])
})

/** Puts another path of the same length into a binary file. */
function replaceBytes(bytes: Uint8Array, from: string, to: string): Uint8Array<ArrayBuffer> {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  expect(text).toContain(from)
  return Uint8Array.from(text.replaceAll(from, to.padEnd(from.length, '_').slice(0, from.length)), (char) =>
    char.charCodeAt(0),
  )
}

const kiosk = '/private/var/containers/Bundle/Application/X/Kiosk.app/Kiosk'
const atHome = `/Users/${planted.user}/${planted.project}/Build/X___/Kiosk.app/Kiosk`

test.each(['plcrash/thrown.plcrash', 'kcdata/corpse.kcdata'])('%s: no path tells its user', async (path) => {
  expect(atHome.length).toBe(kiosk.length)
  const reports = await read(path, replaceBytes(fixtureBytes(path), kiosk, atHome))
  expect(toldIn(reports)).toContain(planted.user)
  const { reports: safe } = redact(reports)
  for (const [way, text] of ways(safe)) expect([way, leaksOf(text)]).toEqual([way, []])
  expect(skeleton(safe)).toEqual(skeleton(reports))
})

/** A dump in which each of these is told somewhere, and nothing of it once it is redacted. */
async function expectNoLeak(bytes: Uint8Array<ArrayBuffer>, ...secrets: readonly string[]): Promise<void> {
  const reports = await read(`Crash_2024-05-02-101112_${planted.host}.core`, bytes)
  expect(toldIn(reports)).toEqual(expect.arrayContaining([...secrets, planted.host]))
  const { reports: safe } = redact(reports)
  for (const [way, text] of ways(safe)) expect([way, leaksOf(text)]).toEqual([way, []])
  expect(skeleton(safe)).toEqual(skeleton(reports))
  expect(redact(safe).replacements).toEqual([])
}

const memory = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text.padEnd(256, '\0'))

test('a minidump: no path, no name of a thread, and no memory goes with it', async () => {
  const stack = { bytes: memory(`${planted.email} ${planted.token}`), fp: 0n }
  const name = `sync ${planted.email} session_id=${planted.session}`
  const bytes = minidump('arm64', 0x1_0000_0000n, 0x1_0000_1000n, 0x7000n, stack, atHome, name)
  await expectNoLeak(bytes, planted.user, planted.project, planted.email, planted.session)
})

test('a core file: no path of its notes or images, and no memory goes with it', async () => {
  const base = 0x104000000n
  const image = (address: bigint, seed: number) => ({
    address,
    bytes: imageMemory('arm64', { loadAddress: address, uuid: testUuid(seed), size: 0x800 }),
    executable: true,
  })
  /** `load binary`: version, UUID, load address, slide, path. */
  const loaded = (address: bigint, seed: number, path: string) => ({
    owner: 'load binary',
    data: () =>
      new ByteWriter()
        .u32(1)
        .bytes(Uint8Array.from(Buffer.from(testUuid(seed).replaceAll('-', ''), 'hex')))
        .u64(address, 0)
        .text(path, path.length + 1)
        .done(),
  })
  const contained = `/private/var/containers/Bundle/Application/${planted.container}/Kiosk.app/Frameworks/Map`
  const words = { owner: 'kern ver str', data: () => memory(`${planted.host} ${planted.email} ${planted.serial}`) }
  const bytes = coreFile(
    'arm64',
    [image(base, 1), image(base + 0x10000n, 2), { address: 0x16f000000n, bytes: memory(planted.email) }],
    [{ pc: base + 0x310n, sp: 0x16f000000n, fp: 0n }],
    [loaded(base, 1, atHome), loaded(base + 0x10000n, 2, contained), words],
  )
  await expectNoLeak(bytes, planted.user, planted.project, planted.container)
})

test('a redacted report is symbolicated as the report itself is', async () => {
  const file = await sampleReport()
  const bare = redact(await read('Trailmap.ips', file.blob)).reports
  const written = exporters.find(({ id }) => id === 'original')?.write(bare) ?? ''
  const named = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await named.add([await sampleSymbols()])
  const [of, ofRedacted] = await Promise.all([
    named.symbolicate(file),
    named.symbolicate({ path: 'Trailmap.ips', blob: new Blob([written]) }),
  ])
  if (!of.ok || !ofRedacted.ok) throw new Error('both are reports')
  expect(ofRedacted.value.map(({ resolutions }) => resolutions)).toEqual(of.value.map(({ resolutions }) => resolutions))
  expect(of.value[0]?.resolutions.some(({ kind }) => kind === 'resolved')).toBe(true)
})
