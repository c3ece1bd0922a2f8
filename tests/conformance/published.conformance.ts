/**
 * Every published image of the corpus names addresses over HTTP as its file does: both by the built command line. The
 * server is nginx where it is installed, else one of the tests.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INDEX_VERSION } from '../../src/core/symindex/index-file.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import { openSite, type Site } from '../../src/stores/site/site.ts'
import { linesOf, testFolder, unslide, unslideBeside, type JsonCall } from '../support/cli.ts'
import { hasNginx, startNginx } from '../support/nginx.mjs'
import { serveSite } from '../support/site-server.ts'
import { openIndex } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

/** Addresses of an image. */
const SAMPLES = 100
const MOST_AT_ONCE = 2

const folder = testFolder()
const binaries = join(corpus ?? '', 'binaries')

interface Row {
  readonly path: string
  readonly uuid: string
  readonly arch: string
  readonly status: string
}

interface Line {
  readonly address: string
  readonly calls: readonly JsonCall[]
}

async function serve(root: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  if (hasNginx) return startNginx(root)
  const server = await serveSite(root)
  return { url: server.url, stop: () => server.close() }
}

/** Addresses in functions of a published index, spread over all of it. */
async function sampleOf(site: Site, { uuid, arch }: Row): Promise<readonly string[]> {
  const found = await site.find(parseUuid(uuid)!)
  const index = found.ok ? found.value.find(({ entry }) => entry.key.arch === arch)?.open() : undefined
  const opened = await openIndex(new Blob([(await index?.arrayBuffer()) ?? '']), uuid)
  if (!opened.ok) throw new Error(uuid)
  const { offsets } = await opened.value.names()
  const step = Math.max(1, Math.floor(offsets.length / SAMPLES))
  return [...new Set(offsets)]
    .filter((_, at) => at % step === 0)
    .map((offset) => `0x${(opened.value.textVmaddr + BigInt(offset)).toString(16)}`)
}

const answers = (out: string) =>
  linesOf<Line>(out).map(({ address, calls }) => [
    address,
    calls.map(({ mangled, file, line, inlined }) => [mangled, file, line, inlined]),
  ])

test.runIf(corpus)(
  'each image of the corpus names its addresses from where it is published as from its file',
  async () => {
    const root = join(folder, 'published')
    const run = await unslideBeside(['publish', binaries, '--to', root, '--format', 'json'])
    const rows = linesOf<Row>(run.out).filter(({ status, path }) => status === 'published' && !path.includes('!'))
    const server = await serve(root)
    const site = openSite(new URL(server.url), { formatVersions: [INDEX_VERSION] })
    const differing: string[] = []
    let [images, addresses] = [0, 0]
    const compare = async (row: Row): Promise<void> => {
      const asked = await sampleOf(site, row)
      if (asked.length === 0) return
      const choice = ['--uuid', row.uuid, '--arch', row.arch, '--format', 'json', ...asked]
      const there = await unslideBeside(['lookup', '--symbols', server.url, ...choice])
      images++
      addresses += asked.length
      // Some need object files or a map of names, which lay beside them when they were published.
      const [set = ''] = row.path.slice(binaries.length + 1).split('/')
      for (const path of [row.path, join(binaries, set)]) {
        const here = await unslideBeside(['lookup', '--symbols', path, ...choice])
        if (JSON.stringify(answers(here.out)) === JSON.stringify(answers(there.out))) return
      }
      differing.push(`${row.path} ${row.arch}: ${there.err.slice(0, 200)}`)
    }
    const left = [...rows]
    await Promise.all(
      Array.from({ length: MOST_AT_ONCE }, async () => {
        for (let row = left.pop(); row; row = left.pop()) await compare(row)
      }),
    )
    await server.stop()
    console.log(`${images} images, ${addresses} addresses`)
    expect(differing).toEqual([])
    expect(images).toBeGreaterThan(100)
    expect(unslide(['publish', '--to', root, '--remove-older', '0']).status).toBe(0)
    expect(readdirSync(join(root, 'symbols'))).toEqual([])
  },
)
