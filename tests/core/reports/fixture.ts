/** Fixtures of reports: folder = format, and what a parsed report looks like in few words. */
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Frame, Report } from '../../../src/core/model/report.ts'
import type { Outcome } from '../../../src/core/model/problem.ts'
import { openReports, parseReport } from '../../../src/core/reports/read-report.ts'
import { SAMPLE_SIZE } from '../../../src/core/reports/report-text.ts'

const root = fileURLToPath(new URL('../../fixtures/reports/', import.meta.url))

export function fixtureBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(root + path))
}

/** Every fixture as `format/name`. */
export function listFixtures(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(root + name).map((file) => `${name}/${file}`))
    .filter((path) => !path.endsWith('.md'))
}

/** Reads a file of these bytes, whatever its format. */
export function openBytes(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome<readonly Report[]>> {
  return openReports({ path, blob: new Blob([bytes]) }, bytes.subarray(0, SAMPLE_SIZE))
}

export async function openFixture(path: string): Promise<readonly Report[]> {
  const outcome = await openBytes(path, fixtureBytes(path))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value
}

/** As `openFixture`, for formats that are no dumps. */
export function parseFixture(path: string): readonly Report[] {
  const outcome = parseReport(path, fixtureBytes(path))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value
}

/** The first report in a text that somebody pasted, if there is any. */
export function findPasted(text: string): Report | undefined {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  return outcome.ok ? outcome.value[0] : undefined
}

export function readPasted(text: string): Report {
  const report = findPasted(text)
  if (!report) throw new Error('no report')
  return report
}

/** `exact Harbor+0x14074 Dock.load()+40 Dock.swift:19`, with `inlined` where it is one. */
export function describe(report: Report, frame: Frame): string {
  const image = frame.image === undefined ? '?' : (report.images[frame.image]?.name ?? '')
  const place =
    frame.offset === undefined ? `0x${(frame.address ?? 0n).toString(16)}` : `${image}+0x${frame.offset.toString(16)}`
  const { symbol } = frame
  const name = symbol ? symbol.name + (symbol.offset === undefined ? '' : `+${symbol.offset}`) : undefined
  const source =
    symbol?.file === undefined ? undefined : `${symbol.file}${symbol.line === undefined ? '' : `:${symbol.line}`}`
  return [frame.kind, frame.inlined ? 'inlined' : undefined, place, name, source]
    .filter((word) => word !== undefined)
    .join(' ')
}
