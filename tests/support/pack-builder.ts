/** Packs of made indexes, and their directory by the numbers of the format (`src/core/symindex/README.md`), not by the reader's code. */
import { crc32 } from 'node:zlib'
import { deflateSync } from 'node:zlib'
import { PackWriter } from '../../src/core/symindex/pack-writer.ts'
import { forgedIndex } from './forged-index.ts'

export interface PackedSpec {
  readonly uuid: string
  readonly path: string
  readonly names: readonly (readonly [offset: number, name: string])[]
}

/** A sound pack; `maps` by the names of their files. */
export async function buildPack(
  os: string,
  images: readonly PackedSpec[],
  maps: readonly (readonly [name: string, text: string])[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new PackWriter(os)
  const parts: BlobPart[] = [writer.placeholder]
  for (const { uuid, path, names } of images) {
    const index = await forgedIndex({
      uuid: uuid.replaceAll('-', ''),
      names,
      claims: 2,
      library: path.slice(path.lastIndexOf('/') + 1),
    })
    const added = await writer.add(index, { path })
    if (!added.ok) throw new Error(added.problems[0]?.message)
    parts.push(index)
  }
  for (const [name, text] of maps) {
    const whole = new TextEncoder().encode(text)
    const packed = new Uint8Array(deflateSync(whole))
    if (writer.addMap({ name, bytes: whole.length, packed }) === 'taken') parts.push(packed)
  }
  const { directory, header } = writer.finish()
  parts[0] = header
  return new Uint8Array(await new Blob([...parts, directory]).arrayBuffer())
}

const ROW = 68
/** By version. */
const DIRECTORY_HEADS: Readonly<Record<number, number>> = { 1: 12, 2: 16 }
const CACHE = 24

/** Where fields of a row lie. */
export const FIELDS = { uuid: 0, text: 16, offset: 24, size: 32, checksum: 40, kind: 56, cache: 58, arch: 60, path: 64 }

export class PackBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly view: DataView

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }

  get directory(): number {
    return Number(this.view.getBigUint64(16, true))
  }

  /** Where a field of an image lies. */
  at(image: number, field: keyof typeof FIELDS): number {
    const caches = this.view.getUint32(this.directory + 4, true)
    const head = DIRECTORY_HEADS[this.view.getUint32(8, true)] ?? 0
    return this.directory + head + caches * CACHE + image * ROW + FIELDS[field]
  }

  u64(image: number, field: 'text' | 'offset' | 'size'): bigint {
    return this.view.getBigUint64(this.at(image, field), true)
  }

  setU64(image: number, field: 'text' | 'offset' | 'size', value: bigint): void {
    this.view.setBigUint64(this.at(image, field), value, true)
  }

  /** Writes the checksum of the directory anew, as a forger would. */
  seal(): Blob {
    const end = this.directory + Number(this.view.getBigUint64(24, true))
    this.view.setUint32(12, crc32(this.bytes.subarray(this.directory, end)), true)
    return new Blob([this.bytes])
  }
}
