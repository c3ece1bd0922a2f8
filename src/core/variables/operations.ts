/** Operations of DWARF expressions: their names and operands. DWARF 5, section 7.7.1, and GNU's and LLVM's own. */
import type { ByteCursor } from '../bytes/cursor.ts'
import { readWideSleb, readWideUleb } from '../memory/cfi/pointer.ts'
import { readNumber, type Unit } from './unit.ts'

export const OP_ADDR = 0x03
export const OP_DEREF = 0x06
export const OP_PLUS_UCONST = 0x23
export const OP_REG0 = 0x50
export const OP_BREG0 = 0x70
export const OP_REGX = 0x90
export const OP_FBREG = 0x91
export const OP_BREGX = 0x92
export const OP_PIECE = 0x93
export const OP_DEREF_SIZE = 0x94
export const OP_NOP = 0x96
const OP_PUSH_OBJECT_ADDRESS = 0x97
export const OP_FORM_TLS_ADDRESS = 0x9b
export const OP_CALL_FRAME_CFA = 0x9c
export const OP_BIT_PIECE = 0x9d
export const OP_IMPLICIT_VALUE = 0x9e
export const OP_STACK_VALUE = 0x9f
export const OP_IMPLICIT_POINTER = 0xa0
export const OP_ADDRX = 0xa1
export const OP_CONSTX = 0xa2
export const OP_ENTRY_VALUE = 0xa3
export const OP_CONST_TYPE = 0xa4
export const OP_REGVAL_TYPE = 0xa5
export const OP_DEREF_TYPE = 0xa6
export const OP_CONVERT = 0xa8
export const OP_REINTERPRET = 0xa9
export const OP_GNU_PUSH_TLS_ADDRESS = 0xe0
export const OP_GNU_IMPLICIT_POINTER = 0xf2
export const OP_GNU_ENTRY_VALUE = 0xf3
export const OP_GNU_CONVERT = 0xf7

/**
 * Operands: `a` an address, a digit an unsigned number of so many bytes, `s` and a digit a signed one, `u` a ULEB128, `i` an SLEB128, `r`
 * an offset of `.debug_info`, `t` a ULEB128 that refers to a base type in the unit, `b` a block with a ULEB128 in front, `c` with a byte in front.
 */
const named: Readonly<Record<number, readonly [name: string, operands: string]>> = {
  [OP_ADDR]: ['addr', 'a'],
  [OP_DEREF]: ['deref', ''],
  0x08: ['const1u', '1'],
  0x09: ['const1s', 's1'],
  0x0a: ['const2u', '2'],
  0x0b: ['const2s', 's2'],
  0x0c: ['const4u', '4'],
  0x0d: ['const4s', 's4'],
  0x0e: ['const8u', '8'],
  0x0f: ['const8s', 's8'],
  0x10: ['constu', 'u'],
  0x11: ['consts', 'i'],
  0x12: ['dup', ''],
  0x13: ['drop', ''],
  0x14: ['over', ''],
  0x15: ['pick', '1'],
  0x16: ['swap', ''],
  0x17: ['rot', ''],
  0x18: ['xderef', ''],
  0x19: ['abs', ''],
  0x1a: ['and', ''],
  0x1b: ['div', ''],
  0x1c: ['minus', ''],
  0x1d: ['mod', ''],
  0x1e: ['mul', ''],
  0x1f: ['neg', ''],
  0x20: ['not', ''],
  0x21: ['or', ''],
  0x22: ['plus', ''],
  [OP_PLUS_UCONST]: ['plus_uconst', 'u'],
  0x24: ['shl', ''],
  0x25: ['shr', ''],
  0x26: ['shra', ''],
  0x27: ['xor', ''],
  0x28: ['bra', 's2'],
  0x29: ['eq', ''],
  0x2a: ['ge', ''],
  0x2b: ['gt', ''],
  0x2c: ['le', ''],
  0x2d: ['lt', ''],
  0x2e: ['ne', ''],
  0x2f: ['skip', 's2'],
  [OP_REGX]: ['regx', 'u'],
  [OP_FBREG]: ['fbreg', 'i'],
  [OP_BREGX]: ['bregx', 'ui'],
  [OP_PIECE]: ['piece', 'u'],
  [OP_DEREF_SIZE]: ['deref_size', '1'],
  0x95: ['xderef_size', '1'],
  [OP_NOP]: ['nop', ''],
  [OP_PUSH_OBJECT_ADDRESS]: ['push_object_address', ''],
  0x98: ['call2', '2'],
  0x99: ['call4', '4'],
  0x9a: ['call_ref', 'r'],
  [OP_FORM_TLS_ADDRESS]: ['form_tls_address', ''],
  [OP_CALL_FRAME_CFA]: ['call_frame_cfa', ''],
  [OP_BIT_PIECE]: ['bit_piece', 'uu'],
  [OP_IMPLICIT_VALUE]: ['implicit_value', 'b'],
  [OP_STACK_VALUE]: ['stack_value', ''],
  [OP_IMPLICIT_POINTER]: ['implicit_pointer', 'ri'],
  [OP_ADDRX]: ['addrx', 'u'],
  [OP_CONSTX]: ['constx', 'u'],
  [OP_ENTRY_VALUE]: ['entry_value', 'e'],
  [OP_CONST_TYPE]: ['const_type', 'tc'],
  [OP_REGVAL_TYPE]: ['regval_type', 'ut'],
  [OP_DEREF_TYPE]: ['deref_type', '1t'],
  [OP_CONVERT]: ['convert', 't'],
  [OP_REINTERPRET]: ['reinterpret', 't'],
  [OP_GNU_PUSH_TLS_ADDRESS]: ['GNU_push_tls_address', ''],
  [OP_GNU_IMPLICIT_POINTER]: ['GNU_implicit_pointer', 'ri'],
  [OP_GNU_ENTRY_VALUE]: ['GNU_entry_value', 'e'],
  [OP_GNU_CONVERT]: ['GNU_convert', 't'],
  0xfb: ['GNU_addr_index', 'u'],
  0xfc: ['GNU_const_index', 'u'],
}

export interface Operand {
  readonly kind: string
  readonly value: bigint
  readonly bytes?: Uint8Array
}

export interface Operation {
  readonly code: number
  /** As the standard has it, `DW_OP_…`. */
  readonly name: string
  readonly operands: readonly Operand[]
}

function nameOf(code: number): readonly [name: string, operands: string] | undefined {
  if (code >= 0x30 && code < OP_REG0) return [`lit${code - 0x30}`, '']
  if (code >= OP_REG0 && code < OP_BREG0) return [`reg${code - OP_REG0}`, '']
  if (code >= OP_BREG0 && code < OP_REGX) return [`breg${code - OP_BREG0}`, 'i']
  return named[code]
}

/** The operation at the cursor; undefined for one that is not known, whose code is read. */
export function readOperation(cursor: ByteCursor, { header }: Unit): Operation | undefined {
  const code = cursor.readU8()
  const found = nameOf(code)
  if (!found) return undefined
  const [name, kinds] = found
  const operands: Operand[] = []
  for (const kind of kinds.match(/s?./g) ?? []) {
    switch (kind) {
      case 'a':
        operands.push({ kind, value: readNumber(cursor, header.addressSize) })
        break
      case 'r':
        operands.push({ kind, value: readNumber(cursor, header.version < 3 ? header.addressSize : header.offsetSize) })
        break
      case 'u':
      case 't':
        operands.push({ kind, value: readWideUleb(cursor) })
        break
      case 'i':
        operands.push({ kind, value: readWideSleb(cursor) })
        break
      case 'b':
      case 'e':
        operands.push({ kind, value: 0n, bytes: cursor.readBytes(cursor.readUleb()) })
        break
      case 'c':
        operands.push({ kind, value: 0n, bytes: cursor.readBytes(cursor.readU8()) })
        break
      default: {
        const size = Number(kind.slice(-1))
        const value = readNumber(cursor, size)
        operands.push({ kind, value: kind.startsWith('s') ? BigInt.asIntN(size * 8, value) : value })
      }
    }
  }
  return { code, name: `DW_OP_${name}`, operands }
}
