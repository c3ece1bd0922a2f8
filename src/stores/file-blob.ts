/**
 * A file as a Blob. Node's own `openAsBlob` delivers small chunks and reads a gigabyte in 1.4 s; positioned reads take
 * 0.2 s. Few files are kept open, so readers need not close anything.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'
import type { FileBytes, FilePlace } from '../core/ports.ts'
import { sliceBounds } from './slice-bounds.ts'
import { reading } from './messages/storage.ts'

const MAX_OPEN = 8
/** Bytes read before yielding to other events. */
const TURN_BYTES = 4 << 20

/** Open files, the most recently used last. */
const openFiles = new Map<string, number>()
/** The most recent one, because most reads go to one file in a row. */
let last = { state: '', descriptor: -1 }

/** Windows has no such flag. */
const OWN_FILE = constants.O_RDONLY | ((constants as Partial<typeof constants>).O_NOFOLLOW ?? 0)

function descriptorOf(place: FilePlace): number {
  const { state } = place
  if (state === last.state) return last.descriptor
  const descriptor = openFiles.get(state) ?? openAgain(place)
  openFiles.delete(state)
  openFiles.set(state, descriptor)
  last = { state, descriptor }
  const oldest = openFiles.size > MAX_OPEN ? openFiles.entries().next().value : undefined
  if (oldest) {
    openFiles.delete(oldest[0])
    closeSync(oldest[1])
  }
  return descriptor
}

/** Throws where a link or another file has taken the place of one that must stay. */
function openAgain({ path, followsLinks, identity }: FilePlace): number {
  const descriptor = openSync(path, followsLinks === false ? OWN_FILE : 'r')
  if (identity === undefined || identityOf(fstatSync(descriptor)) === identity) return descriptor
  closeSync(descriptor)
  throw new Error(reading.replaced({ path }))
}

/** Distinguishes a file from every other one on the machine. Windows has two numbers for one device, so it has none here. */
export const identityOf = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string =>
  `${process.platform === 'win32' ? '' : dev} ${ino}`

/** A range of a file that another thread can open, too. */
export function openPlace(place: FilePlace): Blob & FileBytes {
  return new FileBlob(place)
}

class FileBlob extends Blob implements FileBytes {
  readonly place: FilePlace
  /** As a browser's file has it; NaN where only a range of the file is meant. */
  readonly lastModified: number

  constructor(place: FilePlace, type = '', lastModified = NaN) {
    super([], { type })
    this.place = place
    this.lastModified = lastModified
  }

  override get size(): number {
    return this.place.end - this.place.start
  }

  override slice(start = 0, end = this.size, type = ''): Blob {
    const [from, to] = sliceBounds(start, end, this.size)
    return new FileBlob({ ...this.place, start: this.place.start + from, end: this.place.start + to }, type)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.size)
    for (let at = 0; at < bytes.length; at += TURN_BYTES) {
      if (at > 0) await new Promise((resolve) => setImmediate(resolve))
      this.readInto(bytes.subarray(at, at + TURN_BYTES), at)
    }
    return bytes
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes())
  }

  override stream(): ReturnType<Blob['stream']> {
    let at = 0
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        const bytes = new Uint8Array(Math.min(this.size - at, 1 << 20))
        this.readInto(bytes, at)
        at += bytes.length
        if (bytes.length > 0) controller.enqueue(bytes)
        if (at >= this.size) controller.close()
      },
    })
  }

  readInto(target: Uint8Array, from: number, at = 0, length = target.length - at): void {
    if (length === 0) return
    if (from + length > this.size) throw new RangeError(reading.behindEnd)
    const descriptor = descriptorOf(this.place)
    let have = 0
    while (have < length) {
      const count = readSync(descriptor, target, at + have, length - have, this.place.start + from + have)
      if (count === 0) throw new Error(reading.shorter(this.place))
      have += count
    }
  }
}

export interface OpenOptions {
  /** False: a link is refused, also one that takes the place of the file later. */
  readonly followsLinks?: boolean
  /** Only the very file that is there now is read, not one that comes to its place, nor one behind a folder that is swapped for a link. */
  readonly mustStay?: boolean
}

/** A file as a Blob, read on demand. Reading throws where the options refuse what is there by then. */
export async function openFileBlob(
  path: string,
  { followsLinks = true, mustStay = !followsLinks }: OpenOptions = {},
): Promise<Blob & FileBytes> {
  const found = followsLinks ? statSync(path) : lstatSync(path)
  const { size, mtimeMs, ino } = found
  const state = `${path} ${size} ${mtimeMs} ${ino}${followsLinks ? '' : ' own'}${mustStay ? ' kept' : ''}`
  const place = {
    ...{ path, start: 0, end: size, state },
    ...(!followsLinks && { followsLinks }),
    ...(mustStay && { identity: identityOf(found) }),
  }
  return new FileBlob(place, '', mtimeMs)
}
