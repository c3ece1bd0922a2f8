/** Every report format, each by its own fixtures; memory dumps; exported pages; shared links. */
import { deflateRawSync } from 'node:zlib'
import { openShared } from '../../../src/app/views/report/share-link.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { EMBEDDED_ID } from '../../../src/core/model/embedded-report.ts'
import { coreFileFormat } from '../../../src/core/reports/dumps/core-file.ts'
import { minidumpFormat } from '../../../src/core/reports/dumps/minidump.ts'
import { findReportFormat, openReports } from '../../../src/core/reports/read-report.ts'
import { buildSample, SAMPLE_SIZE } from '../../../src/core/reports/report-text.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { coreFile, imageMemory, recordStack, testUuid } from '../../support/core-builder.ts'
import { minidump } from '../../support/minidump-builder.ts'
import type { Random } from '../../support/random.ts'
import { mutateJson, mutateText } from '../mutate-text.ts'
import { corpusFiles, fixtures, made, madeText, type Places } from '../seeds.ts'
import { breakBytes, breakText, expectTold, type Mutate, type Seed, type Target } from '../target.ts'
import { blobOf } from './images.ts'
import { pieceTarget } from './pieces.ts'
import { reportSeeds } from './report-seeds.ts'

function readReport(name: string): Target['run'] {
  return async (input) => {
    const outcome = await openReports({ path: name, blob: blobOf(input) }, input.subarray(0, SAMPLE_SIZE))
    if (input.length > 0) expectTold(outcome)
    if (outcome.ok && outcome.value.length === 0) throw new Error('neither a report nor a problem')
  }
}

/** The mutator that fits a seed: JSON, text or bytes. */
const breakReport: Mutate = (seed, random, other) => {
  if (seed.bytes.subarray(0, 256).includes(0)) return breakBytes(seed, random, other)
  const isJson = seed.bytes[0] === 0x7b || seed.bytes[0] === 0x5b
  return breakText(isJson ? mutateJson : mutateText)(seed, random, other)
}

/** All available reports by the format that claims them. */
function reportsByFormat(places: Places): ReadonlyMap<string, readonly Seed[]> {
  const formats = new Map<string, Seed[]>()
  const theirs = corpusFiles(places, 'reports', () => true, 400)
  for (const seed of [...reportSeeds, ...fixtures(places, 'reports'), ...fixtures(places, 'dumps'), ...theirs]) {
    const format = findReportFormat(buildSample(seed.name, seed.bytes, true))?.id
    if (format === undefined) continue
    const seeds = formats.get(format) ?? []
    // A dozen of each is enough to represent a format.
    if (seeds.length < 12) seeds.push(seed)
    formats.set(format, seeds)
  }
  return formats
}

const BASE = 0x104000000n
const STACK = 0x16f000000n

function cores(): readonly Seed[] {
  return (['arm64', 'x86_64', 'armv7', 'i386'] as const).map((arch) => {
    const [base, top] = arch === 'arm64' || arch === 'x86_64' ? [BASE, STACK] : [0x4000n, 0x2f000000n]
    const stack = recordStack(arch, top, [base + 0x1100n, base + 0x1200n])
    const image = imageMemory(arch, { loadAddress: base, uuid: testUuid(1), size: 0x4000 })
    const segments = [
      { address: base, bytes: image, executable: true },
      { address: top, bytes: stack.bytes },
    ]
    return made(arch, coreFile(arch, segments, [{ pc: base + 0x1000n, sp: top, fp: stack.fp }]))
  })
}

function minidumps(): readonly Seed[] {
  return (['arm64', 'x86_64', 'armv7', 'i386'] as const).map((arch) => {
    const [base, top] = arch === 'arm64' || arch === 'x86_64' ? [BASE, STACK] : [0x4000n, 0x2f000000n]
    const stack = recordStack(arch, top, [base + 0x1100n, base + 0x1200n])
    return made(arch, minidump(arch, base, base + 0x1000n, top, stack))
  })
}

/** The sample as an exporter writes it. */
async function exported(id: 'html' | 'json', engine: Engine, sample: Uint8Array): Promise<readonly Seed[]> {
  const named = await engine.symbolicate({ path: 'sample.ips', blob: blobOf(sample) })
  const exporter = exporters.find((one) => one.id === id)
  return named.ok && exporter ? [madeText(id, exporter.write(named.value))] : []
}

/** Damage to the report that a page carries, far more often than to the page around it. */
function breakPage(text: string, random: Random, other: string): string {
  const from = text.indexOf('>', text.lastIndexOf(`id="${EMBEDDED_ID}"`)) + 1
  const to = text.indexOf('<', from)
  if (random.once(10) || to < 0) return mutateText(text, random, other)
  const inside = mutateJson(text.slice(from, to), random, other).replaceAll('<', '\\u003c')
  return text.slice(0, from) + inside + text.slice(to)
}

/** What an exporter wrote and reads must be writable again, by every exporter. */
async function readExported(engine: Engine, input: Uint8Array): Promise<void> {
  const named = await engine.symbolicate({ path: 'page.html', blob: blobOf(input) })
  if (input.length > 0) expectTold(named)
  if (named.ok) for (const exporter of exporters) exporter.write(named.value)
}

async function openLink(input: Uint8Array): Promise<void> {
  const payload = new TextDecoder('latin1').decode(input)
  // A link may be refused; what it holds must be text of bearable size.
  const file = await openShared(payload).catch(() => undefined)
  if (file && file.blob.size > 20 * 2 ** 20) throw new Error('a link unpacked to more than it may')
}

/** What minidump_stackwalk prints for programs: no fixture has it. */
const WALK = `OS|Mac OS X|10.15.7 19H15
Crash|EXC_BAD_ACCESS / KERN_INVALID_ADDRESS|0x123450010|3
Module|Till|||3C1D5D2B2E7B3B439B071C1B9E0F77A10|0x10d1a0000|0x10d1affff|1
3|0|Till|till::Table::reload()|table.cc|88|0x4
3|1|libdyld.dylib||||0x1acc9
`

export async function reportTargets(places: Places, engine: Engine, sample: Uint8Array): Promise<readonly Target[]> {
  const formats = [...reportsByFormat(places)].map(([format, seeds]): Target => ({
    name: `report/${format}`,
    seeds,
    mutate: breakReport,
    run: readReport(`broken.${format}`),
  }))
  const link = deflateRawSync('Thread 0:\n0 App 0x0000000104004000 0x104000000 + 16384\n').toString('base64url')
  return [
    ...formats,
    {
      name: 'report/minidump-walk',
      seeds: [{ name: 'walk.txt', bytes: new TextEncoder().encode(WALK), ours: true }],
      mutate: breakReport,
      run: readReport('broken.minidump-walk'),
    },
    pieceTarget(places),
    {
      name: 'core-file',
      seeds: cores(),
      mutate: breakBytes,
      run: async (input) => expectTold(await coreFileFormat.open({ path: 'broken.core', blob: blobOf(input) })),
    },
    {
      name: 'minidump',
      seeds: minidumps(),
      mutate: breakBytes,
      run: async (input) =>
        expectTold(await minidumpFormat.open({ path: 'broken.dmp', blob: blobOf(input) }, async () => undefined)),
    },
    {
      name: 'exported-page',
      seeds: await exported('html', engine, sample),
      mutate: breakText(breakPage),
      run: (input) => readExported(engine, input),
    },
    {
      name: 'exported-json',
      seeds: await exported('json', engine, sample),
      mutate: breakText(mutateJson),
      run: (input) => readExported(engine, input),
    },
    { name: 'link', seeds: [madeText('link', link)], mutate: breakBytes, run: openLink },
  ]
}
