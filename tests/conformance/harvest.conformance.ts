/** Names from other reports against the names that each report prints: its own names are held back and looked up in the others. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { harvestNames, mergeNames } from '../../src/core/engine/catalog/harvest.ts'
import { readReports } from '../../src/core/engine/intake/intake.ts'
import type { ImageUuid } from '../../src/core/model/image.ts'
import { originOfPath } from '../../src/core/model/origin.ts'
import type { Report } from '../../src/core/model/report.ts'
import type { HarvestedFunction } from '../../src/core/ports.ts'
import { demangle } from '../../src/core/demangle/registry.ts'
import { isRealName } from '../../src/core/model/printed-names.ts'
import { placeFrames } from '../../src/core/resolve/frames.ts'
import { resolveHarvested } from '../../src/core/resolve/harvested-name.ts'
import { planImages, pointOf } from '../../src/core/resolve/image-plan.ts'
import { uuidOf } from '../../src/core/resolve/match.ts'
import { namesOf } from '../../src/core/resolve/slide.ts'
import { corpus } from './corpus.ts'

/** Reports above this are whole systems; they take long and name few functions. */
const LARGEST = 20 * 2 ** 20

interface Source {
  readonly report: Report
  readonly names: ReadonlyMap<ImageUuid, readonly HarvestedFunction[]>
}

async function readSources(folder: string): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = statSync(folder + path)
    if (!stats.isFile() || stats.size > LARGEST) continue
    const outcome = await readReports({ path, blob: new Blob([readFileSync(folder + path)]) })
    if (outcome.ok) sources.push(...outcome.value.map((report) => ({ report, names: harvestNames(report) })))
  }
  return sources
}

/** Facts about an image from the reports of other crashes. */
function saidByOthers(sources: readonly Source[], { report }: Source, uuid: ImageUuid): readonly HarvestedFunction[] {
  return sources
    .filter((other) => other.report !== report && !isSameCrash(other.report, report))
    .reduce<readonly HarvestedFunction[]>((known, { names }) => mergeNames(known, names.get(uuid) ?? []), [])
}

function isSameCrash(a: Report, b: Report): boolean {
  return a.header.incident !== undefined && a.header.incident === b.header.incident
}

test.runIf(corpus)('names from other reports are the names that the report prints', async () => {
  const sources = await readSources(`${corpus}reports/`)
  const counts = { reports: sources.length, compared: 0, differ: 0, named: 0, unnamed: 0 }
  const differing: string[] = []
  for (const source of sources) {
    const { report } = source
    for (const plan of planImages(report, placeFrames(report), [], {}, new Map())) {
      const uuid = uuidOf(plan.image)
      const known = uuid && plan.frames.length > 0 ? saidByOthers(sources, source, uuid) : []
      if (known.length === 0) continue
      const isSystem = (plan.image.origin ?? originOfPath(plan.image.path)) === 'system'
      for (const placed of plan.frames) {
        const { symbol, imageName = '', inlined } = placed.frame
        const point = pointOf(plan, placed)
        if (!point || inlined) continue
        const found = resolveHarvested(known, { point, slideConfidence: 1, isSystem })
        const name = found?.kind === 'resolved' && found.grade.level === 'likely' ? found.calls[0]?.function : undefined
        if (!isRealName(symbol, [...namesOf(plan.image), imageName])) {
          counts[name === undefined ? 'unnamed' : 'named']++
        } else if (name !== undefined) {
          counts.compared++
          if (name === demangle(symbol.name, 'simplified')) continue
          counts.differ++
          differing.push(`${report.file}: ${symbol.name} + ${symbol.offset}, others: ${name}`)
        }
      }
    }
  }
  console.log(counts, differing)
  expect(counts.compared).toBeGreaterThan(1000)
  expect(counts.differ / counts.compared).toBeLessThan(0.005)
})
