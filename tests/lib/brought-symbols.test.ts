/** Symbols in the file of a report, in `<unslide-report>`: whoever made the file chose them. `npm run build:cli` must have run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputFile } from '../../src/core/ports.ts'
import { createReader, type ReadRequest } from '../../src/lib/element/reader.ts'
import { testFolder, unslide } from '../support/cli.ts'
import { forgedIndex } from '../support/forged-index.ts'
import { samplePath, sampleReport, sampleSymbols } from '../support/sample.ts'
import { serveSite, type SiteServer } from '../support/site-server.ts'
import { buildTar } from '../support/tar-builder.ts'

const folder = testFolder()
let site: SiteServer
/** The report with an index of its build that names every function `evil`. */
let archive: InputFile

beforeAll(async () => {
  const [{ images = [] } = {}] = (
    JSON.parse(unslide(['parse', samplePath('Trailmap.ips')]).out) as {
      reports: readonly { images?: readonly { name: string; uuid: string }[] }[]
    }
  ).reports
  const uuid = images.find(({ name }) => name === 'Trailmap')?.uuid ?? ''
  const names = Array.from({ length: 0x1000 }, (_, at): readonly [number, string] => [0x1000 + at * 8, 'evil'])
  const index = await forgedIndex({ uuid: uuid.replaceAll('-', ''), names, claims: 3 })
  const bytes = buildTar([
    { path: 'Trailmap.ips', content: readFileSync(samplePath('Trailmap.ips'), 'utf8') },
    { path: 'Trailmap.unslide-index', content: new Uint8Array(await index.arrayBuffer()) },
  ])
  archive = { path: 'crash.tar', blob: new Blob([bytes]) }
  const published = join(folder, 'published')
  expect(unslide(['publish', samplePath('Trailmap.dSYM.zip'), '--to', published]).status).toBe(0)
  site = await serveSite(published)
})

afterAll(() => site.close())

/** All that is shown, and the problems. */
async function shown(request: ReadRequest): Promise<string> {
  const outcome = await createReader().read(request)
  expect(outcome.ok).toBe(true)
  return JSON.stringify(outcome)
}

test.each(['published symbols', 'files with symbols'])('%s of the page go first', async (what) => {
  const own = what === 'files with symbols' ? { symbols: [await sampleSymbols()] } : { symbols: [], site: site.url }
  const text = await shown({ file: archive, ...own })
  expect(text).toContain('trackSamples')
  expect(text).not.toContain('evil')
  expect(text).toContain('Symbols came in the file of the report (crash.tar!Trailmap.unslide-index)')
  // The index changes nothing. Without it there is nothing to say.
  const without = await shown({ file: await sampleReport(), ...own })
  expect(without).toContain('trackSamples')
  expect(without).not.toContain('came in the file')
})

test('symbols of the file give names where the page has none, and that is told', async () => {
  const text = await shown({ file: archive, symbols: [] })
  expect(text).toContain('evil')
  expect(text).toContain('Symbols came in the file of the report (crash.tar!Trailmap.unslide-index)')
  expect(text).toContain('from symbols that came with the report in crash.tar: whoever made that archive chose them')
})
