/** Files that are read whole: not larger than can be. */
import { problem } from '../../messages/problems.ts'
import { failure, success, type Outcome } from '../../model/problem.ts'
import type { InputFile } from '../../ports.ts'

/** Limit for a text file, from the length of JavaScript strings. */
const MOST_BYTES = 256 * 1024 * 1024

/** The bytes of a file that begins with `head`, which may be all of it: a file in a packed archive is costly to read again. */
export async function readWholeFile({ path, blob }: InputFile, head?: Uint8Array): Promise<Outcome<Uint8Array>> {
  if (head?.length === blob.size) return success(head)
  if (blob.size > MOST_BYTES) {
    const sizes = { megabytes: Math.round(blob.size / 2 ** 20), limit: MOST_BYTES / 2 ** 20 }
    return failure(problem('report-too-large', sizes, { file: path }))
  }
  return success(new Uint8Array(await blob.arrayBuffer()))
}
