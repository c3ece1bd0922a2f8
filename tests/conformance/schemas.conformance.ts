/** Every report and every image of the corpus as JSON: it fits the schemas that ship, field by field. */
import { openAsBlob, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { formatReports } from '../../src/core/export/json.ts'
import { formatParsed } from '../../src/core/parsed.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { faultsBy } from '../support/schemas.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

/** Larger ones are fixtures of speed. */
const MOST_BYTES = 64_000_000

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => {
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats?.isFile() === true && stats.size <= MOST_BYTES
    })
}

const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Faults by what is wrong, whatever the place, each with the first file that has it. */
class Faults {
  readonly found = new Map<string, string>()
  add(faults: readonly string[], path: string): void {
    for (const fault of faults) {
      const kind = fault.replaceAll(/\/\d+/g, '/*')
      if (!this.found.has(kind)) this.found.set(kind, path)
    }
  }
}

test.runIf(corpus)('every report that can be read fits, with the names that the corpus has', async () => {
  const root = corpus ?? ''
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  for (const path of filesBelow(join(root, 'binaries'))) await engine.add([{ path, blob: await openAsBlob(path) }])
  const [named, parsed] = [faultsBy('symbolicate'), faultsBy('parse')]
  const faults = new Faults()
  let [files, reports, frames, names] = [0, 0, 0, 0]
  for (const path of filesBelow(root)) {
    const outcome = await engine.symbolicate({ path, blob: await openAsBlob(path) })
    if (!outcome.ok) continue
    files++
    for (const one of outcome.value) {
      reports++
      frames += one.report.frameCount
      names += one.resolutions.filter(({ kind }) => kind === 'resolved').length
      faults.add(named(written(formatReports([one]))), path)
      faults.add(parsed(written({ reports: formatParsed([one.report], outcome.problems) })), path)
    }
  }
  console.log(`${reports} reports of ${files} files, with ${frames} frames, ${names} of them named by symbols`)
  expect([...faults.found].slice(0, 40)).toEqual([])
  expect(reports).toBeGreaterThan(500)
  expect(names).toBeGreaterThan(100)
})

test.runIf(corpus)('what inspect finds in every file with images fits', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const inspected = faultsBy('inspect')
  const faults = new Faults()
  let [files, images] = [0, 0]
  for (const folder of ['binaries', 'debugmap', 'dyld-cache', 'stripped', 'variables', 'crossplatform', 'hostile'])
    for (const path of filesBelow(join(corpus ?? '', folder))) {
      const found = await engine.inspect([{ path, blob: await openAsBlob(path) }])
      files++
      images += found.images.length
      faults.add(inspected(written(found)), path)
    }
  console.log(`${images} images in ${files} files`)
  expect([...faults.found].slice(0, 40)).toEqual([])
  expect(images).toBeGreaterThan(100)
})
