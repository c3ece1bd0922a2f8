/** Sound files to break: the fixtures, and the corpus where one lies beside the project. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Seed } from './target.ts'

/** Larger files take so long that little of them is seen. */
const LARGEST = 200_000

export interface Places {
  /** The project's folder. */
  readonly root: string
  /** A folder of files that are not ours; undefined where only fixtures are wanted. */
  readonly corpus?: string
}

/** All files below a folder, in an order that does not depend on the disk. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && statSync(path).size > 0 && statSync(path).size <= LARGEST)
}

const seedOf = (path: string, ours: boolean): Seed => ({ name: path, bytes: readFileSync(path), ours })

/** Files below a folder of the fixtures, but for notes on where they are from. */
export function fixtures({ root }: Places, folder: string): readonly Seed[] {
  return filesBelow(join(root, 'tests/fixtures', folder))
    .filter((path) => !/\.(md|mjs|jsonl|tsv|s)$/.test(path))
    .map((path) => seedOf(path, true))
}

/** At most `most` files below a folder of the corpus that `wanted` accepts, from all over it. */
export function corpusFiles(
  { corpus }: Places,
  folder: string,
  wanted: (bytes: Uint8Array) => boolean,
  most: number,
): readonly Seed[] {
  if (corpus === undefined) return []
  const found = filesBelow(join(corpus, folder))
    .map((path) => seedOf(path, false))
    .filter(({ bytes }) => wanted(bytes))
  return found.filter((_, at) => at % Math.ceil(found.length / most) === 0)
}

export const made = (name: string, bytes: Uint8Array): Seed => ({ name, bytes, ours: true })

export const madeText = (name: string, text: string): Seed => made(name, new TextEncoder().encode(text))
