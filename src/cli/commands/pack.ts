/** `unslide pack`: the names of all images of a system, or the maps of an app, in one file. */
import { keyText } from '../../core/model/key.ts'
import type { FileHandle } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { mapsIn } from '../../core/engine/intake/given-maps.ts'
import type { Engine } from '../../core/engine-types.ts'
import type { KnownImage } from '../../core/model/image.ts'
import { append } from '../../core/model/lists.ts'
import type { Problem } from '../../core/model/problem.ts'
import { PackWriter, type DeflatedMap } from '../../core/symindex/pack-writer.ts'
import { appendBlob } from '../../stores/write-blob.ts'
import { tellProblems, UsageError, writeError, writeOut, type Command } from '../command.ts'
import type { PackedDocument } from '../documents/files.ts'
import { readOptions } from '../options/read.ts'
import { createHost } from '../start/host.ts'
import { addSymbols, holdMaps, openPaths } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { hideImage, showImage, wholeIndex } from '../pipeline/whole-index.ts'
import { writeWhole } from '../io/write-whole.ts'

const MOST_OS = 200

export const packCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'pack')
    const format = values.format ?? 'text'
    const os = values.os?.trim() ?? ''
    const path = values.output
    if (os === '') throw new UsageError(errors.needsOs)
    if (os.length > MOST_OS) throw new UsageError(errors.longOs)
    if (path === undefined) throw new UsageError(errors.needsOutput)
    if (positionals.length === 0) throw new UsageError(errors.needsPath({ command: 'pack' }))
    // With one thread an index depends on nothing but its input.
    const engine = createHost(1)
    const maps = holdMaps(await addSymbols(engine, positionals)) ? await deflatedMaps(positionals) : []
    const images = (await engine.images()).filter(({ kind }) => kind !== 'object').sort(inOrder)
    if (images.length === 0 && maps.length === 0) {
      writeError(errors.noImageToPack)
      return 2
    }
    const packed = await writeWhole(path, (file) => writePack(engine, { images, maps, os }, file))
    if (!packed) {
      writeError(errors.nothingPacked)
      return 2
    }
    const { failed, ...figures } = packed
    await writeOut(
      format === 'json'
        ? `${JSON.stringify({ path, os, ...figures } satisfies PackedDocument)}\n`
        : `${results.packed({ path, os, ...figures })}\n`,
    )
    return failed > 0 ? 1 : 0
  },
}

/** All maps at these paths, compressed, by their names, so that the order of the files given does not matter. */
async function deflatedMaps(paths: readonly string[]): Promise<readonly DeflatedMap[]> {
  const maps: DeflatedMap[] = []
  for await (const { name, file } of mapsIn(await openPaths(paths))) {
    const whole = new Uint8Array(await file.blob.arrayBuffer())
    maps.push({ name, bytes: whole.length, packed: deflateSync(whole) })
  }
  return maps.sort((a, b) => (a.name === b.name ? Buffer.compare(a.packed, b.packed) : a.name < b.name ? -1 : 1))
}

interface Packed {
  readonly images: number
  readonly maps?: number
  /** Images that have no name. */
  readonly nameless: number
  readonly failed: number
  readonly bytes: number
}

interface Content {
  readonly images: readonly KnownImage[]
  readonly maps: readonly DeflatedMap[]
  readonly os: string
}

/** One index is made, written and forgotten after the other, then the maps. Undefined if there is no map and no image has a name. */
async function writePack(engine: Engine, { images, maps, os }: Content, file: FileHandle): Promise<Packed | undefined> {
  const writer = new PackWriter(os)
  await file.writeFile(writer.placeholder)
  const problems: Problem[] = []
  let [taken, nameless] = [0, 0]
  for (const [done, image] of images.entries()) {
    showImage(image.name, done, images.length)
    const index = await wholeIndex(engine, image, problems)
    const added = index && (await writer.add(index, placeOf(image)))
    if (index && added?.ok && added.value === 'taken') {
      await appendBlob(file, index)
      taken++
    } else if (added?.ok) nameless++
    else append(problems, added?.problems ?? [])
    await engine.forget([image])
  }
  hideImage()
  tellProblems(problems)
  let packedMaps = 0
  for (const map of maps) {
    if (writer.addMap(map) === 'known') continue
    await file.writeFile(map.packed)
    packedMaps++
  }
  if (taken === 0 && packedMaps === 0) return undefined
  const { directory, header } = writer.finish()
  await file.writeFile(directory)
  await file.write(header, 0, header.length, 0)
  const { size } = await file.stat()
  return {
    images: taken,
    ...(packedMaps > 0 && { maps: packedMaps }),
    nameless,
    failed: images.length - taken - nameless,
    bytes: size,
  }
}

/** By path in the system, so that the order of the files given does not matter. */
function inOrder(a: KnownImage, b: KnownImage): number {
  const [first, second] = [a, b].map((image) => `${placeOf(image).path} ${keyText(image)}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** An image of a cache or pack, and one that Xcode took out of a cache, lies at a path of the system; of others the name tells enough. */
function placeOf({ path = '', name, cache, pack }: KnownImage): Parameters<PackWriter['add']>[1] {
  const inside = (cache || pack !== undefined) && path.includes('!') ? path.slice(path.lastIndexOf('!') + 1) : undefined
  return { path: inside ?? /\/Symbols(\/.+)$/.exec(path)?.[1] ?? name, ...(cache && { cache }) }
}
