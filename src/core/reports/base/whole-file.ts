/** Files that are read whole: not larger than can be. */
import { problem } from '../../messages/problems.ts'
import { failure, success, type Outcome } from '../../model/problem.ts'
import type { InputFile } from '../../ports.ts'

/** Limit for a text file, from the length of JavaScript strings. */
const MOST_BYTES = 256 * 1024 * 1024

export async function readWholeFile({ path, blob }: InputFile): Promise<Outcome<Uint8Array>> {
  if (blob.size > MOST_BYTES) {
    const sizes = { megabytes: Math.round(blob.size / 2 ** 20), limit: MOST_BYTES / 2 ** 20 }
    return failure(problem('report-too-large', sizes, { file: path }))
  }
  return success(new Uint8Array(await blob.arrayBuffer()))
}
