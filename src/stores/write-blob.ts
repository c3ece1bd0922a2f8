/** Writes a Blob to a file. */
import { promises as disk } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { partsOf } from './memory-blob.ts'

/** Bytes written at once. */
const WRITE_BYTES = 8 << 20
/** Limit for buffers in one write call. */
const WRITE_PARTS = 512

/** Writes a file, replacing an existing one. */
export async function writeBlob(path: string, bytes: Blob): Promise<void> {
  const file = await disk.open(path, 'w')
  try {
    await appendBlob(file, bytes)
  } finally {
    await file.close()
  }
}

/** Writes at the place that a file has come to; a large Blob is never in memory twice. */
export async function appendBlob(file: FileHandle, bytes: Blob): Promise<void> {
  const parts = partsOf(bytes)
  for (let at = 0; parts && at < parts.length; at += WRITE_PARTS)
    await writeParts(file, parts.slice(at, at + WRITE_PARTS))
  for (let at = 0; !parts && at < bytes.size; at += WRITE_BYTES)
    await file.writeFile(new Uint8Array(await bytes.slice(at, at + WRITE_BYTES).arrayBuffer()))
}

/** Writes buffers in order; the system may write only some of them at once. */
async function writeParts(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  const { bytesWritten } = await file.writev(parts)
  let before = 0
  for (const part of parts) {
    const left = part.subarray(Math.max(0, Math.min(part.length, bytesWritten - before)))
    if (left.length > 0) await file.writeFile(left)
    before += part.length
  }
}
