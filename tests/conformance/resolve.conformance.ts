/**
 * Trust over real binaries: every address of the oracles is resolved as a frame of a report, and its grade is held against
 * what the oracle says. A grade that warns of right names is worth nothing.
 */
import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { openMachO } from '../../src/core/macho/open.ts'
import { openImageCode } from '../../src/core/memory/image-code.ts'
import { linkAddress, offsetOfLink, runtimeAddress, runtimeOf } from '../../src/core/model/address.ts'
import type { Call } from '../../src/core/model/image.ts'
import { resolveReport } from '../../src/core/resolve/resolve.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { makeImage, makeReport } from '../support/report-builder.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

/** Addresses taken of one binary, spread over all of its oracle. */
const ROWS = 400
/** Whole indexes of larger files take longer than this is worth. */
const BYTES = 12_000_000

interface OracleRow {
  readonly addr: string
  readonly frames: readonly { readonly function?: string; readonly linkage?: string }[]
  readonly sym?: { readonly names?: readonly string[]; readonly fstart?: boolean }
}

/** True if the oracle names the concrete function as we do. */
function confirms(row: OracleRow, call: Call | undefined): boolean {
  if (!call) return false
  const outer = row.frames.at(-1)
  const names = [outer?.function, outer?.linkage, ...(row.sym?.names ?? [])].filter((name) => name !== undefined)
  return !row.sym?.fstart && names.some((name) => [call.mangled, `_${call.mangled}`, call.function].includes(name))
}

const sources = corpus
  ? readFileSync(`${corpus}binaries/ORACLES.tsv`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .filter(([, file, , , mode]) => /^(dwarf|symtab)$/.test(mode ?? '') && existsSync(`${corpus}binaries/${file}`))
      .map(([oracle = '', file = '', arch = '']) => ({ oracle, file, arch }))
  : []

test.runIf(corpus)('names that the oracle confirms are not called doubtful', async () => {
  const levels: Record<string, { confirmed: number; other: number }> = {}
  const evidence = new Map<string, number>()
  let images = 0
  for (const { oracle, file, arch } of sources) {
    const path = `${corpus}binaries/${file}`
    const blob = await openAsBlob(path)
    if (blob.size > BYTES) continue
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    await engine.add([{ path: file, blob }])
    const known = (await engine.images()).find((image) => image.arch === arch)
    if (!known) continue
    const all = gunzipSync(readFileSync(`${corpus}binaries/${oracle}`))
      .toString()
      .trim()
      .split('\n')
    const step = Math.max(1, Math.floor(all.length / ROWS))
    const rows = all.filter((_, index) => index % step === 0).map((line) => JSON.parse(line) as OracleRow)
    const loadAddress = runtimeAddress(0x2_0000_0000n)
    const inside = rows.flatMap((row) => {
      const offset = offsetOfLink(linkAddress(BigInt(row.addr)), known.textVmaddr)
      return offset === undefined ? [] : [{ row, address: runtimeOf(loadAddress, offset) }]
    })
    const report = makeReport({
      header: { arch, fields: [] },
      images: [makeImage({ name: known.name, uuid: known.uuid, loadAddress })],
      rows: inside.map(({ address }) => ({ kind: 'exact', image: 0, address })),
    })
    const macho = (await openMachO({ path, blob })).images.find((image) => image.uuid === known.uuid)
    const { resolutions } = await resolveReport(report, {
      images: [known],
      lookup: (key, offsets) => engine.lookup({ key, offsets }),
      code: async () => macho && openImageCode(macho),
    })
    images++
    inside.forEach(({ row }, index) => {
      const resolution = resolutions[index]
      if (resolution?.kind !== 'resolved') return
      const right = confirms(row, resolution.calls.at(-1))
      const level = (levels[resolution.grade.level] ??= { confirmed: 0, other: 0 })
      if (right) level.confirmed++
      else level.other++
      if (!right || resolution.grade.level !== 'doubtful') return
      for (const fact of resolution.grade.evidence) {
        const words = fact.replace(/\d+/g, 'n')
        evidence.set(words, (evidence.get(words) ?? 0) + 1)
      }
    })
  }
  console.log(`grades over ${images} images`)
  console.table(levels)
  if (evidence.size > 0) console.log('doubtful and yet confirmed:', [...evidence])
  const confirmed = Object.values(levels).reduce((sum, level) => sum + level.confirmed, 0)
  expect(confirmed).toBeGreaterThan(10_000)
  expect((levels['doubtful']?.confirmed ?? 0) / confirmed).toBeLessThan(0.01)
})
