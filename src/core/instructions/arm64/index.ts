/** Instructions of arm64 and arm64e. */
import type { Text } from '../spelled.ts'
import { baseRows } from './base.ts'
import { floatRows } from './float.ts'
import { matrixRows } from './matrix.ts'
import { memoryRows } from './memory.ts'
import { newerRows } from './newer.ts'
import { decoderOf } from './pattern.ts'
import { structureRows } from './structures.ts'
import { systemRows } from './system.ts'
import { vectorRows } from './vectors.ts'
import { indexedRows } from './vector-elements.ts'

let decode: ReturnType<typeof decoderOf> | undefined

/** The instruction of a word of A64 at an address; undefined if it is no instruction. The tables are read at first use. */
export function readArm64(word: number, pc: bigint): Text | undefined {
  decode ??= decoderOf([
    ...systemRows,
    ...baseRows,
    ...memoryRows,
    ...structureRows,
    ...floatRows,
    ...indexedRows,
    ...vectorRows,
    ...newerRows,
    ...matrixRows,
  ])
  return decode(word, pc)
}
