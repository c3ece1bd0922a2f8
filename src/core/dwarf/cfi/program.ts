/** Runs the instructions of call frame information: DWARF 5, section 6.4.2. */
import { ByteCursor } from '../../bytes/cursor.ts'
import { imageOffset, type ImageOffset } from '../../model/address.ts'
import { FormatError, type Problem } from '../../model/problem.ts'
import { mostInstructions, mostRemembered, mostRows, mostRules } from './limits.ts'
import { readEncodedPointer } from './pointer.ts'
import type { CfaRule, CfiFunction, CfiRow, RegisterRule } from './row.ts'
import type { CfiSection } from './table.ts'

/**
 * The data that turns an address operand (`DW_CFA_set_loc`) into an offset; absent where no such instruction is
 * expected.
 */
export type ProgramPlace = Pick<CfiSection, 'kind' | 'textVmaddr'>

/** All rows of a function, and the problems: rows before damage are kept. */
export interface CfiRows {
  readonly rows: readonly CfiRow[]
  readonly problem?: Problem
}

/**
 * Runs the whole program of a function. The product needs single rows; checks against other tools need them all.
 *
 * @public
 */
export function readCfiRows(described: CfiFunction, place?: ProgramPlace): CfiRows {
  const rows: CfiRow[] = []
  const problem = run(described, place, (row) => {
    rows.push(row)
    return rows.length < mostRows
  })
  return { rows, ...(problem && { problem }) }
}

/** The row that is valid at an offset. Damage further on in the program does not matter. */
export function cfiRowAt(described: CfiFunction, offset: ImageOffset, place?: ProgramPlace): CfiRow | undefined {
  let valid: CfiRow | undefined
  run(described, place, (row) => {
    if (row.start > offset) return false
    valid = row
    return true
  })
  return valid
}

interface State {
  cfa: CfaRule | undefined
  registers: Map<number, RegisterRule>
  signed: boolean | undefined
}

const copyOf = ({ cfa, registers, signed }: State): State => ({ cfa, registers: new Map(registers), signed })

/** Gives each row to `take`, which says whether to go on. */
function run(
  described: CfiFunction,
  place: ProgramPlace | undefined,
  take: (row: CfiRow) => boolean,
): Problem | undefined {
  const state: State = { cfa: undefined, registers: new Map(), signed: undefined }
  const machine = new Machine(described, place, state, take)
  try {
    machine.run(described.common.program, undefined)
    if (!machine.stopped) machine.run(described.program, copyOf(state))
    if (!machine.stopped) machine.finish()
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    machine.finish()
    return thrown.problem
  }
}

class Machine {
  stopped = false
  readonly #described: CfiFunction
  readonly #place: ProgramPlace | undefined
  readonly #state: State
  readonly #take: (row: CfiRow) => boolean
  readonly #remembered: State[] = []
  #at: number
  #steps = 0

  constructor(described: CfiFunction, place: ProgramPlace | undefined, state: State, take: (row: CfiRow) => boolean) {
    this.#described = described
    this.#place = place
    this.#state = state
    this.#take = take
    this.#at = described.start
  }

  /** Gives the last row, if the program set any rule. */
  finish(): void {
    if (this.stopped) return
    if (this.#state.cfa || this.#state.registers.size > 0) this.#giveRow()
    this.stopped = true
  }

  #giveRow(): void {
    const { cfa, registers, signed } = this.#state
    const going = this.#take({
      start: imageOffset(this.#at),
      registers: new Map(registers),
      ...(cfa && { cfa }),
      ...(signed !== undefined && { signedReturn: signed }),
    })
    if (!going) this.stopped = true
  }

  #moveTo(at: number, cursor: ByteCursor): void {
    if (at < this.#at) throw cursor.damage('cfi-backwards', {})
    if (at > Number.MAX_SAFE_INTEGER) throw cursor.damage('cfi-too-far', {})
    this.#giveRow()
    this.#at = at
  }

  /** `initial` is the state that `DW_CFA_restore` goes back to; absent in the common program. */
  run(program: Uint8Array, initial: State | undefined): void {
    const cursor = new ByteCursor(program, { file: '' })
    while (!cursor.done && !this.stopped) {
      if (++this.#steps > mostInstructions) throw cursor.damage('cfi-too-long', {})
      const op = cursor.readU8()
      const low = op & 0x3f
      if (op >= 0xc0) this.#restore(low, initial, cursor)
      else if (op >= 0x80) this.#saved(low, cursor.readUleb() * this.#data, cursor)
      else if (op >= 0x40) this.#moveTo(this.#at + low * this.#code, cursor)
      else this.#extended(op, cursor, initial)
    }
  }

  get #code(): number {
    return this.#described.common.codeAlignment
  }

  get #data(): number {
    return this.#described.common.dataAlignment
  }

  #set(register: number, rule: RegisterRule, cursor: ByteCursor): void {
    const { registers } = this.#state
    if (!registers.has(register) && registers.size >= mostRules) {
      throw cursor.damage('cfi-too-many-registers', {})
    }
    registers.set(register, rule)
  }

  #saved(register: number, offset: number, cursor: ByteCursor): void {
    this.#set(register, { kind: 'saved', offset }, cursor)
  }

  #restore(register: number, initial: State | undefined, cursor: ByteCursor): void {
    if (!initial) throw cursor.damage('cfi-restore', {})
    const rule = initial.registers.get(register)
    if (rule) this.#set(register, rule, cursor)
    else this.#state.registers.delete(register)
  }

  #adjustCfa(cursor: ByteCursor, change: (cfa: Extract<CfaRule, { kind: 'register' }>) => CfaRule): void {
    const { cfa } = this.#state
    if (cfa?.kind !== 'register') throw cursor.damage('cfi-no-register', {})
    this.#state.cfa = change(cfa)
  }

  #block(cursor: ByteCursor): Uint8Array {
    return cursor.readBytes(cursor.readUleb())
  }

  #extended(op: number, cursor: ByteCursor, initial: State | undefined): void {
    const state = this.#state
    switch (op) {
      case 0x00: // DW_CFA_nop
        return
      case 0x01: // DW_CFA_set_loc
        return this.#moveTo(this.#readLocation(cursor), cursor)
      case 0x02: // DW_CFA_advance_loc1
        return this.#moveTo(this.#at + cursor.readU8() * this.#code, cursor)
      case 0x03: // DW_CFA_advance_loc2
        return this.#moveTo(this.#at + cursor.readU16() * this.#code, cursor)
      case 0x04: // DW_CFA_advance_loc4
        return this.#moveTo(this.#at + cursor.readU32() * this.#code, cursor)
      case 0x1d: // DW_CFA_MIPS_advance_loc8
        return this.#moveTo(this.#at + Number(cursor.readU64()) * this.#code, cursor)
      case 0x05: // DW_CFA_offset_extended
        return this.#saved(cursor.readUleb(), cursor.readUleb() * this.#data, cursor)
      case 0x06: // DW_CFA_restore_extended
        return this.#restore(cursor.readUleb(), initial, cursor)
      case 0x07: // DW_CFA_undefined
        return this.#set(cursor.readUleb(), { kind: 'undefined' }, cursor)
      case 0x08: // DW_CFA_same_value
        return this.#set(cursor.readUleb(), { kind: 'same' }, cursor)
      case 0x09: // DW_CFA_register
        return this.#set(cursor.readUleb(), { kind: 'register', register: cursor.readUleb() }, cursor)
      case 0x0a: // DW_CFA_remember_state
        if (this.#remembered.length >= mostRemembered) throw cursor.damage('cfi-too-deep', {})
        this.#remembered.push(copyOf(state))
        return
      case 0x0b: {
        // DW_CFA_restore_state
        const before = this.#remembered.pop()
        if (!before) throw cursor.damage('cfi-nothing-remembered', {})
        Object.assign(state, before)
        return
      }
      case 0x0c: // DW_CFA_def_cfa
        state.cfa = { kind: 'register', register: cursor.readUleb(), offset: cursor.readUleb() }
        return
      case 0x12: // DW_CFA_def_cfa_sf
        state.cfa = { kind: 'register', register: cursor.readUleb(), offset: cursor.readSleb() * this.#data }
        return
      case 0x0d: {
        // DW_CFA_def_cfa_register
        const register = cursor.readUleb()
        const offset = state.cfa?.kind === 'register' ? state.cfa.offset : 0
        state.cfa = { kind: 'register', register, offset }
        return
      }
      case 0x0e: {
        // DW_CFA_def_cfa_offset
        const offset = cursor.readUleb()
        return this.#adjustCfa(cursor, (cfa) => ({ ...cfa, offset }))
      }
      case 0x13: {
        // DW_CFA_def_cfa_offset_sf
        const offset = cursor.readSleb() * this.#data
        return this.#adjustCfa(cursor, (cfa) => ({ ...cfa, offset }))
      }
      case 0x0f: // DW_CFA_def_cfa_expression
        state.cfa = { kind: 'expression', bytes: this.#block(cursor) }
        return
      case 0x10: // DW_CFA_expression
        return this.#set(cursor.readUleb(), { kind: 'saved-expression', bytes: this.#block(cursor) }, cursor)
      case 0x16: // DW_CFA_val_expression
        return this.#set(cursor.readUleb(), { kind: 'value-expression', bytes: this.#block(cursor) }, cursor)
      case 0x11: // DW_CFA_offset_extended_sf
        return this.#saved(cursor.readUleb(), cursor.readSleb() * this.#data, cursor)
      case 0x14: // DW_CFA_val_offset
        return this.#set(cursor.readUleb(), { kind: 'value', offset: cursor.readUleb() * this.#data }, cursor)
      case 0x15: // DW_CFA_val_offset_sf
        return this.#set(cursor.readUleb(), { kind: 'value', offset: cursor.readSleb() * this.#data }, cursor)
      case 0x2c: // DW_CFA_AARCH64_negate_ra_state_with_pc
      case 0x2d: // DW_CFA_AARCH64_negate_ra_state
        state.signed = state.signed !== true
        return
      case 0x2e: // DW_CFA_GNU_args_size: for callers that pop arguments while unwinding; the CFA does not change
        cursor.readUleb()
        return
      case 0x2f: // DW_CFA_GNU_negative_offset_extended
        return this.#saved(cursor.readUleb(), -cursor.readUleb() * this.#data, cursor)
      default:
        throw cursor.damage('cfi-unknown', { instruction: op })
    }
  }

  #readLocation(cursor: ByteCursor): number {
    const { common } = this.#described
    const place = this.#place
    if (!place) throw cursor.damage('cfi-set-loc', {})
    const encoding = place.kind === 'eh_frame' ? common.pointerEncoding : 0
    if ((encoding & 0x70) === 0x10) {
      throw cursor.damage('cfi-set-loc.relative', {})
    }
    const bases = { section: 0n, textVmaddr: place.textVmaddr, addressBytes: common.addressBytes }
    const address = readEncodedPointer(cursor, encoding, bases) ?? 0n
    const offset = Number(address - place.textVmaddr)
    if (!Number.isSafeInteger(offset) || offset < 0) throw cursor.damage('cfi-set-loc.outside', {})
    return offset
  }
}
