/**
 * Shared caches through the built command line: every image and every symbol of code. The truth of real caches comes
 * from an independent reader, that of made caches from the libraries before. `npm run build:cli` must have run.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Inspection } from '../../src/core/engine-types.ts'
import { codeRanges, isInCode } from '../../src/core/macho/code.ts'
import { openMachO } from '../../src/core/macho/open.ts'
import { openFileBlob } from '../../src/stores/file-blob.ts'
import { linesOf, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const folder = `${corpus ?? ''}dyld-cache/`
const real = `${corpus ?? ''}binaries/dyld-shared-cache/`

interface Truth {
  readonly image?: string
  readonly of?: string
  readonly addr?: string
  readonly uuid?: string
  readonly a?: string
  readonly n?: string
}

interface Row {
  readonly uuid: string
  readonly name: string
  readonly address: bigint
  /** Names by address. */
  readonly names: Map<string, Set<string>>
}

function rowsOf(path: string): readonly Row[] {
  const lines = linesOf<Truth>(gunzipSync(readFileSync(path)).toString())
  const rows = new Map<string, Row>()
  for (const { image, of, addr = '0', uuid = '', a = '', n = '' } of lines) {
    if (image !== undefined) rows.set(image, { uuid, name: image, address: BigInt(addr), names: new Map() })
    const names = rows.get(of ?? '')?.names
    names?.set(a, (names.get(a) ?? new Set()).add(n.replace(/^_/, '')))
  }
  return [...rows.values()]
}

/** True if an address lies in an executable mapping of the oracle's list. */
function executableRange(path: string): (address: bigint) => boolean {
  type Mapping = readonly [address: string, size: number, offset: number, protection: number]
  const [line = ''] = gunzipSync(readFileSync(path)).toString().split('\n')
  const { mappings } = JSON.parse(line) as { mappings: readonly (readonly [string, ...Mapping[]])[] }
  const code = mappings.flatMap(([, ...own]) => own).filter(([, , , protection]) => (protection & 4) !== 0)
  return (address) => code.some(([start, size]) => address >= BigInt(start) && address < BigInt(start) + BigInt(size))
}

/** Where the library of this name has code, counted from its Mach header: from the file that the cache was made of. */
async function codeOf(name: string, files: readonly string[]): Promise<(offset: number) => boolean> {
  const file = files.find((one) => one.endsWith(`/${name.slice(name.lastIndexOf('/') + 1)}`))!
  const { images } = await openMachO({ path: file, blob: await openFileBlob(`${corpus ?? ''}../${file}`) })
  const ranges = codeRanges(images.find(({ arch }) => arch === 'arm64')!)
  return (offset) => isInCode(ranges, offset)
}

/** Counts right answers; `isCode` selects the symbols that must have one. */
function ask(symbols: string, row: Row, isCode: (offset: number, names: ReadonlySet<string>) => boolean) {
  const wrong: string[] = []
  let right = 0
  const { out, err, status } = unslide(
    ['lookup', '--symbols', symbols, '--uuid', row.uuid, '--mangled', '--format', 'json'],
    [...row.names.keys()].join('\n'),
  )
  if (status === 2) throw new Error(err)
  for (const { address = '', calls = [] } of linesOf<JsonFrame>(out)) {
    const names = row.names.get(address) ?? new Set()
    const call = calls.at(-1)
    const told = call?.mangled ?? call?.function
    if (told !== undefined && names.has(told)) right++
    else if (told !== undefined || isCode(Number(BigInt(address) - row.address), names))
      wrong.push(`${row.name} ${address}: ${told ?? 'nothing'} instead of ${[...names].join(', ')}`)
  }
  return { right, wrong }
}

const made = corpus ? readdirSync(folder).filter((name) => name.startsWith('synthetic-')) : []

test.runIf(corpus).each(made)('%s: every image and every symbol of code', async (name) => {
  const work = join(testFolder(), name)
  mkdirSync(work)
  for (const file of readdirSync(folder + name))
    if (!file.includes('truth'))
      writeFileSync(join(work, file.replace(/\.gz$/, '')), gunzipSync(readFileSync(join(folder, name, file))))
  const rows = rowsOf(join(folder, name, 'dyld_shared_cache_arm64.truth.jsonl.gz'))
  const files = [...readFileSync(`${folder}INDEX.tsv`, 'utf8').matchAll(/corpus\/binaries\/[^\s,)]+/g)].map(
    ([path]) => path,
  )
  const results = []
  for (const row of rows) {
    const isCode = await codeOf(row.name, files)
    results.push(ask(work, row, (offset) => isCode(offset)))
  }
  const right = results.reduce((sum, one) => sum + one.right, 0)
  console.log(`${name}: ${rows.length} images, ${right} names`)
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(right).toBeGreaterThan(3700)
})

test.runIf(corpus).each(['dyld_shared_cache_arm64-macOS', 'dyld_shared_cache_arm64-macOS-objc'])(
  '%s: every image and every symbol of code',
  (name) => {
    const rows = rowsOf(`${folder}${name}.oracle.jsonl.gz`)
    const { images } = JSON.parse(unslide(['inspect', real + name, '--format', 'json']).out) as Inspection
    const listed = new Set<string | undefined>(images.map(({ uuid }) => uuid))
    expect(listed).toEqual(new Set(rows.map(({ uuid }) => uuid)))
    // Constants lie among the code: what a library says of itself.
    const isConstant = (one: string): boolean =>
      /Version(String|Number)$|^_?objc_(debug_|opt_|empty_cache|class_abi_version|has_weak)/.test(one)
    const inCode = executableRange(`${folder}${name}.oracle.jsonl.gz`)
    const results = rows.map((row) =>
      ask(real + name, row, (at, names) => inCode(row.address + BigInt(at)) && ![...names].every(isConstant)),
    )
    console.log(`${name}: ${rows.length} images, ${results.reduce((sum, { right }) => sum + right, 0)} names`)
    expect(results.flatMap(({ wrong }) => wrong)).toEqual([])
  },
)
