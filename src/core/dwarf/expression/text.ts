/** Location expressions in LLVM's words, as `llvm-dwarfdump` prints them. */
import { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import { FormatError } from '../../model/problem.ts'
import type { DebugInfo } from '../reader/debug-info.ts'
import * as O from './operations.ts'
import { registerName } from '../register-names.ts'
import type { Unit } from '../reader/unit.ts'

const MOST_OPERATIONS = 2_000
/** `DW_OP_entry_value` in itself. */
const DEEPEST = 8

const hex = (value: bigint): string => `0x${BigInt.asUintN(64, value).toString(16)}`
const padded = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`
const signed = (value: bigint): string => (value < 0n ? `${value}` : `+${value}`)

/** The operations of an expression. */
export function expressionText(info: DebugInfo, unit: Unit, bytes: Uint8Array, depth = 0): string {
  if (bytes.length === 0) return '<empty>'
  const { file, littleEndian } = info.image
  const cursor = new ByteCursor(bytes, { file, littleEndian })
  const parts: string[] = []
  try {
    while (!cursor.done && parts.length < MOST_OPERATIONS) {
      const start = cursor.at
      const operation = readSafely(cursor, unit)
      if (!operation) {
        const rest = [...bytes.subarray(start)].map((byte) => ` ${byte.toString(16).padStart(2, '0')}`)
        parts.push(`<decoding error>${rest.join('')}`)
        break
      }
      parts.push(operationText(info, unit, operation, depth))
    }
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    parts.push('<decoding error>')
  }
  return parts.join(', ')
}

function readSafely(cursor: ByteCursor, unit: Unit): O.Operation | undefined {
  try {
    return O.readOperation(cursor, unit.header)
  } catch (thrown) {
    if (thrown instanceof FormatError) return undefined
    throw thrown
  }
}

function operationText(info: DebugInfo, unit: Unit, { code, name, operands }: O.Operation, depth: number): string {
  const [first, second] = operands
  if ((code === O.OP_ENTRY_VALUE || code === O.OP_GNU_ENTRY_VALUE) && first?.bytes) {
    return `${name}(${depth < DEEPEST ? expressionText(info, unit, first.bytes, depth + 1) : '…'})`
  }
  const isRegister = code >= O.OP_REG0 && code < O.OP_BREG0
  const isBase = code >= O.OP_BREG0 && code < O.OP_REGX
  const number = isRegister ? code - O.OP_REG0 : isBase ? code - O.OP_BREG0 : Number(first?.value ?? 0n)
  const named =
    isRegister || isBase || code === O.OP_REGX || code === O.OP_BREGX || code === O.OP_REGVAL_TYPE
      ? registerName(info.image.arch, number)
      : undefined
  if (named !== undefined) {
    if (isBase) return `${name} ${named}${signed(first?.value ?? 0n)}`
    if (code === O.OP_BREGX) return `${name} ${named}${signed(second?.value ?? 0n)}`
    return `${name} ${named}${code === O.OP_REGVAL_TYPE && second ? operandText(info, unit, code, second) : ''}`
  }
  return name + operands.map((operand) => operandText(info, unit, code, operand)).join('')
}

function operandText(info: DebugInfo, unit: Unit, code: number, { kind, value, bytes }: O.Operand): string {
  if (bytes) {
    const each = [...bytes].map((byte) => ` 0x${byte.toString(16).padStart(2, '0')}`).join('')
    return ` 0x${bytes.length.toString(16)}${each}`
  }
  if (kind === 't') return baseTypeText(info, unit, code, value)
  return ` ${kind === 'i' || kind.startsWith('s') ? signed(value) : hex(value)}`
}

function baseTypeText(info: DebugInfo, unit: Unit, code: number, value: bigint): string {
  if (code === O.OP_CONVERT && value === 0n) return ' 0x0'
  const offset = unit.start + Number(value)
  const type = unit.holds(offset) ? unit.die(offset) : undefined
  if (type?.tag !== D.TAG_BASE_TYPE) return ` <invalid base_type ref: ${hex(value)}>`
  const name = info.text(type, D.AT_NAME)
  return ` (${padded(offset)})${name === undefined ? '' : ` "${name}"`}`
}
