/** The name of a report that stays the same whenever, and under whatever path, its file is opened. */
import type { InputFile } from '../../core/ports.ts'

/** Bytes that are read of a file: reports of one size that are alike in all of these are the same report. */
const HEAD = 2 ** 20
const TAIL = 2 ** 16

const keys = new WeakMap<InputFile, Promise<string>>()

/** Key of the report at a position of a file; made of its bytes. Rejects where the file cannot be read any more. */
export async function reportKey(file: InputFile, position: number): Promise<string> {
  let key = keys.get(file)
  if (!key) keys.set(file, (key = keyOf(file.blob)))
  return `${await key} ${position}`
}

async function keyOf(blob: Blob): Promise<string> {
  const parts = [blob.slice(0, HEAD), blob.slice(Math.max(HEAD, blob.size - TAIL))]
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return `${blob.size.toString(16)}-${hash(bytes, 0x811c9dc5)}${hash(bytes, 0x9e3779b1)}`
}

/**
 * FNV-1a of 32 bits. It distinguishes reports. It does not resist forgery, from which nobody would gain. The digests of the browser
 * are not there for pages that are served without https.
 */
function hash(bytes: Uint8Array, seed: number): string {
  let value = seed
  // A megabyte is read: an iterator would take the page several times as long.
  for (let at = 0; at < bytes.length; at++) value = Math.imul(value ^ (bytes[at] ?? 0), 0x01000193)
  // FNV's last bytes reach the high bits only by a few more turns.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return ((value ^ (value >>> 13)) >>> 0).toString(16).padStart(8, '0')
}
