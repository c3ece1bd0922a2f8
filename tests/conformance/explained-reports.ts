/** Explained reports of the corpus: without symbols, and with those that the corpus has. */
import { openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/core/engine.ts'
import { explain } from '../../src/core/explain/registry.ts'
import type { Report, SymbolicatedReport } from '../../src/core/model/report.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { unresolved } from '../support/report-builder.ts'

function* filesBelow(root: string, mostBytes: number): Generator<string> {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const stats = statSync(join(root, name))
    if (stats.isFile() && stats.size <= mostBytes && !/expected|oracle|INDEX|FORMATS/.test(name)) yield name
  }
}

/** Every report below a folder, in files of at most so many bytes. */
export function explainedReports(root: string, mostBytes: number): SymbolicatedReport[] {
  return [...filesBelow(root, mostBytes)].flatMap((name) => {
    const outcome = parseReport(name, readFileSync(join(root, name)))
    if (!outcome.ok) return []
    return outcome.value.map((report) => {
      const symbolicated = unresolved(report)
      return { ...symbolicated, ...explain(symbolicated) }
    })
  })
}

/** Images of the corpus are at most so large; larger ones are fixtures of speed. */
const MOST_IMAGE_BYTES = 64_000_000

/** Every report of the corpus that has a frame named from symbols of the corpus, with these names. */
export async function namedReports(corpus: string, mostBytes: number): Promise<readonly SymbolicatedReport[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const binaries = join(corpus, 'binaries')
  for (const name of filesBelow(binaries, MOST_IMAGE_BYTES))
    await engine.add([{ path: name, blob: await openAsBlob(join(binaries, name)) }])
  const uuids = new Set((await engine.images()).map(({ uuid }) => uuid))
  const named: SymbolicatedReport[] = []
  for (const folder of ['reports', 'binaries']) {
    for (const name of filesBelow(join(corpus, folder), mostBytes)) {
      const path = join(corpus, folder, name)
      const parsed = parseReport(name, readFileSync(path))
      const isKnown = ({ images }: Report): boolean => images.some(({ uuid }) => uuid !== undefined && uuids.has(uuid))
      if (!parsed.ok || !parsed.value.some(isKnown)) continue
      const outcome = await engine.symbolicate({ path: name, blob: await openAsBlob(path) })
      if (outcome.ok)
        named.push(...outcome.value.filter(({ resolutions }) => resolutions.some(({ kind }) => kind === 'resolved')))
    }
  }
  return named
}
