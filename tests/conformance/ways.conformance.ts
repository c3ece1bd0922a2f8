/** Every image of every report of the corpus: what is said of where its symbols are fits its path, and how many get no way at all. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import type { BinaryImage } from '../../src/core/model/image.ts'
import type { Report } from '../../src/core/model/report.ts'
import { imageOrigin } from '../../src/core/resolve/origin.ts'
import { waysTo } from '../../src/core/resolve/ways.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

const root = `${corpus ?? ''}reports/`
const rows = corpus === undefined ? [] : readFileSync(`${root}INDEX.tsv`, 'utf8').split('\n').slice(1)
const paths = rows.flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
const MOST_BYTES = 4_000_000

/** The kind of an image by its path, decided independently of the program. */
function kindOf({ path = '' }: BinaryImage): string {
  if (path === '') return 'no path'
  if (/RuntimeRoot|simruntime/.test(path)) return 'simulator runtime'
  if (/Tweak|Substrate|var\/jb/.test(path)) return 'tweak'
  if (path.startsWith('/Developer/') || /\/Xcode[^/]*\.app\//.test(path)) return 'Xcode'
  if (path.includes('.kext/') || path.endsWith('/kernel')) return 'kernel'
  if (path.startsWith('/System/') || path.startsWith('/usr/') || path.startsWith('/sbin/')) return 'system'
  if (path.includes('.app/') || path.startsWith('/private/var/') || path.startsWith('/var/')) return 'app'
  return 'other'
}

const ofDsym = new Set(['spotlight', 'organizer', 'appStoreConnect', 'buildServer', 'derivedData', 'unknownBuild'])

test.runIf(corpus)('no image is sent to where its symbols cannot be', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const counts = new Map<string, { images: number; without: number }>()
  const codes = new Map<string, number>()
  const wrong: string[] = []
  const look = (name: string, report: Report, image: BinaryImage): void => {
    const isSystem = imageOrigin(image, report) === 'system'
    const said = (waysTo(image, report, isSystem).ways ?? []).map(({ code }) => code)
    const kind = kindOf(image)
    const tally = counts.get(kind) ?? { images: 0, without: 0 }
    counts.set(kind, tally)
    tally.images++
    if (said.length === 0) tally.without++
    for (const code of said) codes.set(code, (codes.get(code) ?? 0) + 1)
    const isToldDsym = said.some((code) => ofDsym.has(code))
    const isOfSystem =
      ['system', 'kernel', 'simulator runtime', 'Xcode'].includes(kind) && !/^\/usr\/local\//.test(image.path ?? '')
    const isAppWithoutDsym = kind === 'app' && !isSystem && !isToldDsym
    if ((isOfSystem && isToldDsym) || isAppWithoutDsym)
      wrong.push(`${name}: ${image.path ?? image.name}: ${said.join(' ')}`)
  }
  for (const path of paths) {
    const bytes = readFileSync(root + path)
    if (bytes.length > MOST_BYTES) continue
    const content = new Uint8Array(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes)
    const parsed = await engine.parse({ path, blob: new Blob([content]) })
    for (const report of parsed.ok ? parsed.value : []) for (const image of report.images) look(path, report, image)
  }
  console.log(
    [...counts].map(([kind, { images, without }]) => `${kind}: ${images} images, ${without} without a way`).join('\n'),
  )
  console.log([...codes].map(([code, count]) => `${code} ${count}`).join(', '))
  expect([...new Set(wrong)]).toEqual([])
})
