/** Instructions of Thumb and Thumb-2, as armv7 has them: halves of 16 bits, one or two of them. */
import type { Decoder } from '../decoded.ts'
import { decoderOf } from '../arm64/pattern.ts'
import { coprocessorRows } from '../arm/coprocessor.ts'
import { floatRows } from '../arm/float.ts'
import { vectorMemoryRows } from '../arm/vector-memory.ts'
import { vectorRows } from '../arm/vectors.ts'
import { narrowRows } from './narrow.ts'
import { conditions } from '../arm/operands.ts'
import { wideRows } from './wide.ts'

let decode: ReturnType<typeof decoderOf> | undefined

/**
 * A reader of Thumb. IT makes up to four following instructions conditional, so its conditions are kept for the
 * instructions right after it. The tables are read at first use.
 */
export function thumbReader(): Decoder {
  decode ??= decoderOf([
    ...narrowRows,
    ...wideRows,
    ...floatRows,
    ...vectorRows,
    ...vectorMemoryRows,
    ...coprocessorRows,
  ])
  const read = decode
  let block: readonly string[] = []
  let next: bigint | undefined
  return (code, at, pc) => {
    const first = half(code, at)
    if (first === undefined) return { size: code.length - at, spelled: undefined }
    const isWide = first >= 0xe800
    const second = isWide ? half(code, at + 2) : 0
    if (second === undefined) return { size: code.length - at, spelled: undefined }
    const size = isWide ? 4 : 2
    const condition = pc === next ? block[0] : undefined
    const isBlock = first >> 8 === 0xbf && (first & 15) !== 0
    block = isBlock ? conditionsOf(first) : pc === next ? block.slice(1) : []
    next = pc + BigInt(size)
    // `^`: sets flags outside of such a block alone. `~`: the place of the condition.
    const marks = { flags: condition === undefined ? 's' : '', condition: condition ?? '' }
    return { size, spelled: read((first << 16) | second, pc), marks }
  }
}

function half(code: Uint8Array, at: number): number | undefined {
  const [low, high] = [code[at], code[at + 1]]
  return low === undefined || high === undefined ? undefined : low | (high << 8)
}

/** The conditions of the instructions after IT: the mask ends with a one, each bit before it says "then" or "else". */
function conditionsOf(it: number): readonly string[] {
  const first = (it >> 4) & 15
  const count = 4 - Math.log2(it & -it & 15)
  return Array.from({ length: count }, (_, at) => {
    const last = at === 0 ? first & 1 : (it >> (4 - at)) & 1
    return conditions[(first & 14) | last]?.text ?? ''
  })
}
