/** Packs: their directory, sealed as a forger would and as it comes, and the indexes in them. */
import { crc32 } from '../../../src/core/bytes/crc32.ts'
import { openPacked } from '../../../src/core/engine/catalog/packed-indexes.ts'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { openPack } from '../../../src/core/symindex/pack-file.ts'
import { PackWriter } from '../../../src/core/symindex/pack-writer.ts'
import { breakBytes, expectNotOurs, type Seed, type Target } from '../target.ts'
import type { Ports } from './debug-info.ts'
import { blobOf } from './images.ts'

const OFFSETS = [0x1000, 0x2000, 0x3f00] as ImageOffset[]
const HEADER_BYTES = 32

/** A pack of some indexes; what is broken is the header or the directory, or else any byte. */
async function packOf(indexes: readonly Seed[]): Promise<Seed> {
  const writer = new PackWriter('iPhone OS 17.5.1 (21F90)')
  const parts: Uint8Array[] = [writer.placeholder]
  for (const { name, bytes } of indexes) {
    const added = await writer.add(blobOf(bytes), { path: `/usr/lib/${name}` })
    if (added.ok && added.value === 'taken') parts.push(bytes)
  }
  const { header, directory } = writer.finish()
  parts[0] = header
  const body = Buffer.concat([...parts, directory])
  const start = body.length - directory.length
  const ranges = [
    [0, HEADER_BYTES],
    [start, body.length],
  ] as const
  return { name: 'pack', bytes: new Uint8Array(body), ours: indexes.every(({ ours }) => ours), ranges }
}

async function throwsOnlyFormatErrors(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    expectNotOurs([thrown.problem])
  }
}

/** Opens a pack and looks up addresses in each of its images. */
async function askPack({ reader }: Ports, input: Uint8Array): Promise<void> {
  await throwsOnlyFormatErrors(async () => {
    const { images, problems } = await openPack({ path: 'broken', blob: blobOf(input) })
    expectNotOurs(problems)
    const ends = images.reduce((sum, { index }) => sum + index.size, 0)
    if (ends > input.length) throw new Error('images share bytes')
    for (const image of images.slice(0, 6))
      await throwsOnlyFormatErrors(async () => (await openPacked(reader, image)).lookup(OFFSETS))
  })
}

/** The checksum of the directory made to fit: what it would have caught must do no harm either. */
function seal(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEADER_BYTES) return bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [start, size] = [view.getBigUint64(16, true), view.getBigUint64(24, true)]
  if (start + size <= BigInt(bytes.length))
    view.setUint32(12, crc32(bytes.subarray(Number(start), Number(start + size))), true)
  return bytes
}

export async function packTargets(ports: Ports, indexes: readonly Seed[]): Promise<readonly Target[]> {
  const small = indexes.filter(({ bytes }) => bytes.length < 100_000)
  const seeds = small.length === 0 ? [] : [await packOf(small.slice(0, 4)), await packOf(small.slice(0, 1))]
  const run: Target['run'] = (input) => askPack(ports, input)
  return [
    { name: 'pack', seeds: seeds.map(({ name, bytes, ours }) => ({ name, bytes, ours })), mutate: breakBytes, run },
    { name: 'forged-pack', seeds, mutate: (...damage) => seal(breakBytes(...damage)), run },
  ]
}
