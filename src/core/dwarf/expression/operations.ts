/** Operations of DWARF expressions: their names and operands. DWARF 5, section 7.7.1, and GNU's and LLVM's own. */
import type { ByteCursor } from '../../bytes/cursor.ts'
import type { UnitShape } from '../reader/unit-header.ts'

export const OP_ADDR = 0x03
export const OP_DEREF = 0x06
export const OP_CONST1U = 0x08
export const OP_CONSTS = 0x11
export const OP_DUP = 0x12
export const OP_DROP = 0x13
export const OP_OVER = 0x14
export const OP_PICK = 0x15
export const OP_SWAP = 0x16
export const OP_ROT = 0x17
export const OP_ABS = 0x19
export const OP_AND = 0x1a
export const OP_DIV = 0x1b
export const OP_MINUS = 0x1c
export const OP_MOD = 0x1d
export const OP_MUL = 0x1e
export const OP_NEG = 0x1f
export const OP_NOT = 0x20
export const OP_OR = 0x21
export const OP_PLUS = 0x22
export const OP_PLUS_UCONST = 0x23
export const OP_SHL = 0x24
export const OP_SHR = 0x25
export const OP_SHRA = 0x26
export const OP_XOR = 0x27
export const OP_BRA = 0x28
export const OP_EQ = 0x29
export const OP_GE = 0x2a
export const OP_GT = 0x2b
export const OP_LE = 0x2c
export const OP_LT = 0x2d
export const OP_NE = 0x2e
export const OP_SKIP = 0x2f
export const OP_LIT0 = 0x30
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
 * Operand letters. `a`: an address. A digit: an unsigned number of so many bytes; `s` and a digit: a signed one. `u`: a
 * ULEB128; `i`: an SLEB128. `r`: an offset in `.debug_info`. `t`: a ULEB128 that refers to a base type in the unit.
 * `b`: a block after its ULEB128 length; `c`: a block after a length of one byte.
 */
const named: Readonly<Record<number, readonly [name: string, operands: string]>> = {
  [OP_ADDR]: ['addr', 'a'],
  [OP_DEREF]: ['deref', ''],
  [OP_CONST1U]: ['const1u', '1'],
  0x09: ['const1s', 's1'],
  0x0a: ['const2u', '2'],
  0x0b: ['const2s', 's2'],
  0x0c: ['const4u', '4'],
  0x0d: ['const4s', 's4'],
  0x0e: ['const8u', '8'],
  0x0f: ['const8s', 's8'],
  0x10: ['constu', 'u'],
  [OP_CONSTS]: ['consts', 'i'],
  [OP_DUP]: ['dup', ''],
  [OP_DROP]: ['drop', ''],
  [OP_OVER]: ['over', ''],
  [OP_PICK]: ['pick', '1'],
  [OP_SWAP]: ['swap', ''],
  [OP_ROT]: ['rot', ''],
  0x18: ['xderef', ''],
  [OP_ABS]: ['abs', ''],
  [OP_AND]: ['and', ''],
  [OP_DIV]: ['div', ''],
  [OP_MINUS]: ['minus', ''],
  [OP_MOD]: ['mod', ''],
  [OP_MUL]: ['mul', ''],
  [OP_NEG]: ['neg', ''],
  [OP_NOT]: ['not', ''],
  [OP_OR]: ['or', ''],
  [OP_PLUS]: ['plus', ''],
  [OP_PLUS_UCONST]: ['plus_uconst', 'u'],
  [OP_SHL]: ['shl', ''],
  [OP_SHR]: ['shr', ''],
  [OP_SHRA]: ['shra', ''],
  [OP_XOR]: ['xor', ''],
  [OP_BRA]: ['bra', 's2'],
  [OP_EQ]: ['eq', ''],
  [OP_GE]: ['ge', ''],
  [OP_GT]: ['gt', ''],
  [OP_LE]: ['le', ''],
  [OP_LT]: ['lt', ''],
  [OP_NE]: ['ne', ''],
  [OP_SKIP]: ['skip', 's2'],
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
  if (code >= OP_LIT0 && code < OP_REG0) return [`lit${code - OP_LIT0}`, '']
  if (code >= OP_REG0 && code < OP_BREG0) return [`reg${code - OP_REG0}`, '']
  if (code >= OP_BREG0 && code < OP_REGX) return [`breg${code - OP_BREG0}`, 'i']
  return named[code]
}

/** The operation at the cursor; undefined for one that is not known, whose code is read. */
export function readOperation(cursor: ByteCursor, shape: UnitShape): Operation | undefined {
  const code = cursor.readU8()
  const found = nameOf(code)
  if (!found) return undefined
  const [name, kinds] = found
  const operands: Operand[] = []
  for (const kind of kinds.match(/s?./g) ?? []) {
    switch (kind) {
      case 'a':
        operands.push({ kind, value: cursor.readUnsigned(shape.addressSize) })
        break
      case 'r':
        operands.push({ kind, value: cursor.readUnsigned(shape.version < 3 ? shape.addressSize : shape.offsetSize) })
        break
      case 'u':
      case 't':
        operands.push({ kind, value: cursor.readUleb64() })
        break
      case 'i':
        operands.push({ kind, value: cursor.readSleb64() })
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
        const value = cursor.readUnsigned(size)
        operands.push({ kind, value: kind.startsWith('s') ? BigInt.asIntN(size * 8, value) : value })
      }
    }
  }
  return { code, name: `DW_OP_${name}`, operands }
}
