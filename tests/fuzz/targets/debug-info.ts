/** DWARF and the index made of it, by the symbol engine. */
import { lineFilesOfImage } from '../../../src/core/engine/frames/line-files.ts'
import { variablesOfImage } from '../../../src/core/engine/frames/variables.ts'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import type { IndexBuilder } from '../../../src/core/ports.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import type { IndexReader } from '../../../src/core/symindex/reader.ts'
import { sealIndex } from '../../support/seal-index.ts'
import { corpusFiles, fixtures, type Places } from '../seeds.ts'
import { breakBytes, expectNotOurs, expectTold, type Seed, type Target } from '../target.ts'
import { frameValueTarget } from './frame-values.ts'
import { blobOf } from './images.ts'
import { packTargets } from './packs.ts'

export interface Ports {
  readonly builder: IndexBuilder
  readonly reader: IndexReader
}

const OFFSETS = Array.from({ length: 24 }, (_, at) => (0x800 + at * 0x200) as ImageOffset)

/** Makes all kinds of look-ups in an index. */
export async function askIndex(reader: IndexReader, blob: Blob, isSound: boolean): Promise<void> {
  const index = await reader.open(blob, 'broken')
  expectTold(index)
  if (!index.ok) {
    if (isSound) throw new Error(`the index that was built cannot be opened: ${index.problems[0]?.message}`)
    return
  }
  try {
    const calls = await index.value.lookup(OFFSETS, { columns: true })
    const { starts, offsets } = await index.value.names()
    await index.value.aliases(OFFSETS)
    if (calls.length !== OFFSETS.length || starts.length !== offsets.length + 1) throw new Error('too few answers')
  } catch (thrown) {
    if (isSound || !(thrown instanceof FormatError)) throw thrown
    expectNotOurs([thrown.problem])
  }
}

/** Builds a whole index and one of a few offsets of every image of a file, and looks up addresses in both. */
async function buildIndexes({ builder, reader }: Ports, input: Uint8Array): Promise<void> {
  const opened = await machoSource.open({ path: 'broken', blob: blobOf(input) })
  for (const image of opened.ok ? opened.value.slice(0, 2) : []) {
    const prepared = await image.prepare()
    if (!prepared.ok) continue
    for (const options of [{}, { only: OFFSETS.slice(0, 5) }]) {
      const built = await builder.build(prepared.value, options)
      expectTold(built)
      if (built.ok) await askIndex(reader, built.value.bytes, true)
    }
  }
}

/** Reads the variables at addresses spread over the first kilobytes of code. */
async function askVariables(input: Uint8Array): Promise<void> {
  const opened = await machoSource.open({ path: 'broken', blob: blobOf(input) })
  for (const image of opened.ok ? opened.value.slice(0, 2) : []) expectTold(await variablesOfImage([image], OFFSETS))
}

/** Looks up files in line tables; the names are those of our own fixtures. */
async function askLineFiles(input: Uint8Array): Promise<void> {
  const opened = await machoSource.open({ path: 'broken', blob: blobOf(input) })
  const paths = ['main.c', 'shelf.h', 'search.c'].map((name) => `/Users/dev/Shelf/${name}`)
  const places = OFFSETS.map((offset) => ({ offset, paths }))
  for (const image of opened.ok ? opened.value.slice(0, 2) : []) expectTold(await lineFilesOfImage([image], { places }))
}

/** Where the sections of DWARF lie, so that damage goes there and not into the headers. */
async function debugRanges(seed: Seed): Promise<Seed | undefined> {
  const opened = await machoSource.open({ path: seed.name, blob: blobOf(seed.bytes) })
  const ranges: (readonly [number, number])[] = []
  for (const { macho } of opened.ok ? opened.value : []) {
    const image = await macho?.()
    for (const { segment, file } of image?.sections ?? []) {
      const start = (image?.fileOffset ?? 0) + file.offset
      if (segment === '__DWARF' && file.size > 0) ranges.push([start, start + file.size])
    }
  }
  return ranges.length > 0 ? { ...seed, ranges } : undefined
}

async function builtIndex({ builder }: Ports, seed: Seed): Promise<Seed | undefined> {
  const opened = await machoSource.open({ path: seed.name, blob: blobOf(seed.bytes) })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  const built = prepared?.ok ? await builder.build(prepared.value) : undefined
  return built?.ok ? { ...seed, bytes: new Uint8Array(await built.value.bytes.arrayBuffer()) } : undefined
}

const all = async <T>(list: readonly Promise<T | undefined>[]): Promise<readonly T[]> =>
  (await Promise.all(list)).filter((each) => each !== undefined)

export async function debugInfoTargets(places: Places, ports: Ports): Promise<readonly Target[]> {
  const files = [
    ...fixtures(places, 'macho'),
    ...corpusFiles(places, 'binaries', (bytes) => machoSource.sniff(bytes), 60),
  ].filter(({ bytes }) => machoSource.sniff(bytes))
  const withDebug = await all(files.map(debugRanges))
  const indexes: Seed[] = []
  for (const seed of withDebug.slice(0, 12)) {
    const built = await builtIndex(ports, seed)
    if (built) indexes.push(built)
  }
  return [
    { name: 'dwarf', seeds: withDebug, mutate: breakBytes, run: (input) => buildIndexes(ports, input) },
    { name: 'variables', seeds: withDebug, mutate: breakBytes, run: askVariables },
    await frameValueTarget(debugRanges, withDebug),
    { name: 'line-files', seeds: withDebug, mutate: breakBytes, run: askLineFiles },
    {
      name: 'index',
      seeds: indexes,
      mutate: breakBytes,
      run: (input) => askIndex(ports.reader, blobOf(input), false),
    },
    {
      name: 'forged-index',
      seeds: indexes,
      // Checksums that fit: what they would have caught must do no harm either.
      mutate: (seed, random, other) => {
        const bytes = breakBytes(seed, random, other)
        if (bytes.length > 512) sealIndex(bytes)
        return bytes
      },
      run: (input) => askIndex(ports.reader, blobOf(input), false),
    },
    ...(await packTargets(ports, indexes)),
  ]
}
