/** Instructions of A32, the set of armv4 to armv7 whose words are all of 32 bits. */
import { coprocessorRows } from '../arm/coprocessor.ts'
import { floatRows } from '../arm/float.ts'
import type { Marks } from '../parts.ts'
import type { Text } from '../spelled.ts'
import { conditions } from '../arm/operands.ts'
import { vectorMemoryRows } from '../arm/vector-memory.ts'
import { vectorRows } from '../arm/vectors.ts'
import { decoderOf, type Row } from '../arm64/pattern.ts'
import { dataRows } from './data.ts'
import { memoryRows, unconditionalRows } from './memory.ts'

type Decode = ReturnType<typeof decoderOf>

interface Tables {
  readonly conditional: Decode
  readonly unconditional: Decode
  /** Floating point, vectors and coprocessors, in the bits that T32 has for them. */
  readonly shared: Decode
}

let tables: Tables | undefined

const readTables = (): Tables => {
  const shared: readonly Row[] = [...floatRows, ...vectorRows, ...vectorMemoryRows, ...coprocessorRows]
  return {
    conditional: decoderOf([...memoryRows, ...dataRows]),
    unconditional: decoderOf(unconditionalRows),
    shared: decoderOf(shared),
  }
}

/** The instruction of a word of A32 at an address; undefined if it is none. The tables are read at first use. */
export function readA32(word: number, pc: bigint): Text | undefined {
  tables ??= readTables()
  const condition = word >>> 28
  if (condition === 15) return tables.unconditional(word, pc) ?? tables.shared(vectorWord(word), pc)
  const isShared = ((word >>> 24) & 15) >= 12 && ((word >>> 24) & 15) < 15
  return isShared ? tables.shared((word & 0x0fff_ffff) | (14 << 28), pc) : tables.conditional(word, pc)
}

/** The condition of a word, in the place of `~`; nothing here stands for flags. */
export const a32Marks = (word: number): Marks => ({ flags: '^', condition: conditions[word >>> 28]?.text ?? '' })

/** The word that means the same in T32: vectors have the bit of their sign elsewhere. */
function vectorWord(word: number): number {
  const space = (word >>> 24) & 15
  if (space === 2 || space === 3) return (word & 0x00ff_ffff) | 0xef00_0000 | ((space & 1) << 28)
  if (space === 4) return (word & 0x00ff_ffff) | 0xf900_0000
  return space >= 12 && space < 15 ? word : 0
}
