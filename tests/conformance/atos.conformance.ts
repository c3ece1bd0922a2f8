/**
 * Our answers against Apple's own atos: frames that atos named on a Mac, kept beside the binaries of the corpus. atos
 * got the printed address without inlined calls, so the concrete function at that very address is compared.
 */
import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { offsetInImage, runtimeAddress } from '../../src/core/model/address.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

interface AtosRow {
  readonly report: string
  readonly frame: number
  readonly image: string
  readonly uuid: string
  readonly load: string
  readonly addr: string
  /** `name (in Image) (File.m:12)` */
  readonly expected: string
  readonly dsym: string
}

/** One row of 2018 prints the line table's own row for a function with inlined calls; later atos versions do not. */
const ALLOWED = 1

const folders = corpus
  ? readdirSync(`${corpus}binaries`)
      .map((name) => `${corpus}binaries/${name}`)
      .filter((folder) => existsSync(`${folder}/atos-truth.jsonl`))
  : []

test.runIf(corpus)('atos agrees', async () => {
  const differing: string[] = []
  let total = 0
  for (const folder of folders) {
    const rows = readFileSync(`${folder}/atos-truth.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AtosRow)
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    for (const dsym of new Set(rows.map((row) => row.dsym))) {
      await engine.add([{ path: dsym, blob: await openAsBlob(`${folder}/${dsym}`) }])
    }
    const images = await engine.images()
    for (const row of rows) {
      total++
      const image = images.find(({ uuid }) => uuid === parseUuid(row.uuid))
      const offset = offsetInImage(runtimeAddress(BigInt(row.addr)), runtimeAddress(BigInt(row.load)))
      const answer = image && offset !== undefined && (await engine.lookup({ key: image, offsets: [offset] }))
      const outer = answer && answer.ok ? answer.value[0]?.at(-1) : undefined
      const file = outer?.file?.split('/').at(-1)
      const ours = `${outer?.function} (in ${image?.name}) (${file}:${outer?.line ?? 0})`
      if (ours !== row.expected)
        differing.push(`${row.report} frame ${row.frame}: atos says ${row.expected}, we say ${ours}`)
    }
  }
  console.log([`${total} frames named by atos, ${total - differing.length} agree`, ...differing].join('\n  '))
  expect(total).toBeGreaterThan(0)
  expect(differing.length).toBeLessThanOrEqual(ALLOWED)
})
