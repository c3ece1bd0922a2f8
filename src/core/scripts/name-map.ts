/** Dart's obfuscation maps (`--save-obfuscation-map`): a list of names, each followed by the one that the build has in its place. */
import { mapProblem } from '../messages/map-problems.ts'
import { FormatError } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'

const MOST_BYTES = 256 << 20
const MOST_NAMES = 8_000_000

export interface NameMap {
  readonly path: string
  /** Pairs of names that differ. */
  readonly renamed: number
  /**
   * The name of the source behind one of the build: the same one where the build kept it. Undefined where the map does not have the name,
   * or has several for it.
   */
  readonly originalOf: (name: string) => string | undefined
}

/** Reads a map whole. Throws a FormatError. */
export async function openNameMap({ path, blob }: InputFile): Promise<NameMap> {
  if (blob.size > MOST_BYTES)
    throw new FormatError(mapProblem('bad-name-map.bytes', { bytes: blob.size }, { file: path }))
  const list = parse(await blob.text(), path)
  /** `null`: several names of the source became this one, so none is known. */
  const originals = new Map<string, string | null>()
  let renamed = 0
  for (let at = 0; at < list.length; at += 2) {
    const [original, name] = [list[at], list[at + 1]]
    if (typeof original !== 'string' || typeof name !== 'string')
      throw new FormatError(mapProblem('bad-name-map', {}, { file: path }))
    const known = originals.get(name)
    if (known === undefined && original !== name) renamed++
    originals.set(name, known === undefined || known === original ? original : null)
  }
  return { path, renamed, originalOf: (name) => originals.get(name) ?? undefined }
}

function parse(text: string, file: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (Array.isArray(value) && value.length % 2 === 0 && value.length <= 2 * MOST_NAMES)
      return value as readonly unknown[]
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
  }
  throw new FormatError(mapProblem('bad-name-map', {}, { file }))
}
