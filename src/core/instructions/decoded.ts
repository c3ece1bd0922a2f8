/** The result of decoders. */
import type { Marks } from './parts.ts'
import type { Text } from './spelled.ts'

export interface Decoded {
  readonly size: number
  /** Undefined where the bytes are no instruction. */
  readonly spelled: Text | undefined
  readonly marks?: Marks
}

/** Decodes the instruction at `at`: always at least one byte, while there is one. */
export type Decoder = (code: Uint8Array, at: number, pc: bigint) => Decoded
