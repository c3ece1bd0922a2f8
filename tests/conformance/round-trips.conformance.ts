/**
 * Every report of the corpus, written and opened again: a page, its own form (and so a link), Apple's layout; bare and with names,
 * as it is and redacted. Frames, names, grades, headline and explanations are the same.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { redact } from '../../src/core/redact/redact.ts'
import type { SymbolicatedReport } from '../../src/core/model/report.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'
import { differences, layout, toldBy, ways, withMadeNames, type Way } from './round-trips.ts'

const root = `${corpus ?? ''}reports/`
const paths =
  corpus === undefined
    ? []
    : readFileSync(`${root}INDEX.tsv`, 'utf8')
        .split('\n')
        .slice(1)
        .flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
const MOST_BYTES = 4_000_000

/** A fresh engine each time: names that one report prints are kept for others of its build. */
async function read(path: string, content: BlobPart): Promise<readonly SymbolicatedReport[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path, blob: new Blob([content]) })
  return outcome.ok ? outcome.value : []
}

function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(root + path)
  return new Uint8Array(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes)
}

const tallies = new Map<string, { trips: number; frames: number; differ: number }>()
const differ: string[] = []

async function trip(name: string, way: Way, reports: readonly SymbolicatedReport[], as: string): Promise<void> {
  const tally = tallies.get(`${way.id}, ${as}`) ?? { trips: 0, frames: 0, differ: 0 }
  tallies.set(`${way.id}, ${as}`, tally)
  const again = await read(way.id === 'own form' ? name : way.file, way.write(reports))
  for (const [at, report] of reports.entries()) {
    tally.trips++
    tally.frames += report.report.frameCount
    const reopened = again[at]
    const wrong = differences(toldBy(report), reopened && toldBy(reopened))
    if (wrong.length === 0) continue
    tally.differ++
    differ.push(...wrong.map((one) => `${name} (${report.report.format}), ${way.id}, ${as}: ${one}`))
  }
}

test.runIf(corpus)('every report is the same after a round trip', async () => {
  for (const path of paths) {
    if (process.env['TRIP'] && !path.includes(process.env['TRIP'])) continue
    const bytes = bytesOf(path)
    if (bytes.length > MOST_BYTES) continue
    const bare = await read(path, bytes)
    if (bare.length === 0) continue
    const named = bare.map(withMadeNames)
    for (const [as, reports] of [
      ['bare', bare],
      ['named', named],
      ['bare, redacted', redact(bare).reports],
      ['named, redacted', redact(named).reports],
    ] as const) {
      for (const way of ways) await trip(path, way, reports, as)
      if (bare.some(({ report }) => report.text === '')) await trip(path, layout, reports, as)
    }
  }
  for (const [way, { trips, frames, differ: wrong }] of tallies)
    console.log(`${way}: ${trips} reports, ${frames} frames, ${wrong} differ`)
  if (process.env['TRIPS']) console.log(differ.join('\n'))
  expect(differ.slice(0, 40)).toEqual([])
})
