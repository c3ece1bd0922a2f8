/** Runs the instructions of call frame information: DWARF 5, section 6.4.2. */
import { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import { imageOffset, type ImageOffset } from '../../model/address.ts'
import { FormatError, type Problem } from '../../model/problem.ts'
import { mostInstructions, mostRemembered, mostRows, mostRules } from './limits.ts'
import { APPLICATION, readEncodedPointer } from './pointer.ts'
import type { CfaRule, CfiFunction, CfiRow, RegisterRule } from './row.ts'
import type { CfiSection } from './table.ts'

/** The bits of an instruction that are an operand, in those that have one there. */
const LOW_BITS = 0x3f

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
      const low = op & LOW_BITS
      if (op >= D.CFA_RESTORE) this.#restore(low, initial, cursor)
      else if (op >= D.CFA_OFFSET) this.#saved(low, cursor.readUleb() * this.#data, cursor)
      else if (op >= D.CFA_ADVANCE_LOC) this.#moveTo(this.#at + low * this.#code, cursor)
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
      case D.CFA_NOP:
        return
      case D.CFA_SET_LOC:
        return this.#moveTo(this.#readLocation(cursor), cursor)
      case D.CFA_ADVANCE_LOC1:
        return this.#moveTo(this.#at + cursor.readU8() * this.#code, cursor)
      case D.CFA_ADVANCE_LOC2:
        return this.#moveTo(this.#at + cursor.readU16() * this.#code, cursor)
      case D.CFA_ADVANCE_LOC4:
        return this.#moveTo(this.#at + cursor.readU32() * this.#code, cursor)
      case D.CFA_MIPS_ADVANCE_LOC8:
        return this.#moveTo(this.#at + Number(cursor.readU64()) * this.#code, cursor)
      case D.CFA_OFFSET_EXTENDED:
        return this.#saved(cursor.readUleb(), cursor.readUleb() * this.#data, cursor)
      case D.CFA_RESTORE_EXTENDED:
        return this.#restore(cursor.readUleb(), initial, cursor)
      case D.CFA_UNDEFINED:
        return this.#set(cursor.readUleb(), { kind: 'undefined' }, cursor)
      case D.CFA_SAME_VALUE:
        return this.#set(cursor.readUleb(), { kind: 'same' }, cursor)
      case D.CFA_REGISTER:
        return this.#set(cursor.readUleb(), { kind: 'register', register: cursor.readUleb() }, cursor)
      case D.CFA_REMEMBER_STATE:
        if (this.#remembered.length >= mostRemembered) throw cursor.damage('cfi-too-deep', {})
        this.#remembered.push(copyOf(state))
        return
      case D.CFA_RESTORE_STATE: {
        const before = this.#remembered.pop()
        if (!before) throw cursor.damage('cfi-nothing-remembered', {})
        Object.assign(state, before)
        return
      }
      case D.CFA_DEF_CFA:
        state.cfa = { kind: 'register', register: cursor.readUleb(), offset: cursor.readUleb() }
        return
      case D.CFA_DEF_CFA_SF:
        state.cfa = { kind: 'register', register: cursor.readUleb(), offset: cursor.readSleb() * this.#data }
        return
      case D.CFA_DEF_CFA_REGISTER: {
        const register = cursor.readUleb()
        const offset = state.cfa?.kind === 'register' ? state.cfa.offset : 0
        state.cfa = { kind: 'register', register, offset }
        return
      }
      case D.CFA_DEF_CFA_OFFSET: {
        const offset = cursor.readUleb()
        return this.#adjustCfa(cursor, (cfa) => ({ ...cfa, offset }))
      }
      case D.CFA_DEF_CFA_OFFSET_SF: {
        const offset = cursor.readSleb() * this.#data
        return this.#adjustCfa(cursor, (cfa) => ({ ...cfa, offset }))
      }
      case D.CFA_DEF_CFA_EXPRESSION:
        state.cfa = { kind: 'expression', bytes: this.#block(cursor) }
        return
      case D.CFA_EXPRESSION:
        return this.#set(cursor.readUleb(), { kind: 'saved-expression', bytes: this.#block(cursor) }, cursor)
      case D.CFA_VAL_EXPRESSION:
        return this.#set(cursor.readUleb(), { kind: 'value-expression', bytes: this.#block(cursor) }, cursor)
      case D.CFA_OFFSET_EXTENDED_SF:
        return this.#saved(cursor.readUleb(), cursor.readSleb() * this.#data, cursor)
      case D.CFA_VAL_OFFSET:
        return this.#set(cursor.readUleb(), { kind: 'value', offset: cursor.readUleb() * this.#data }, cursor)
      case D.CFA_VAL_OFFSET_SF:
        return this.#set(cursor.readUleb(), { kind: 'value', offset: cursor.readSleb() * this.#data }, cursor)
      case D.CFA_AARCH64_NEGATE_RA_STATE_WITH_PC:
      case D.CFA_AARCH64_NEGATE_RA_STATE:
        state.signed = state.signed !== true
        return
      case D.CFA_GNU_ARGS_SIZE: // for callers that pop arguments while unwinding; the CFA does not change
        cursor.readUleb()
        return
      case D.CFA_GNU_NEGATIVE_OFFSET_EXTENDED:
        return this.#saved(cursor.readUleb(), -cursor.readUleb() * this.#data, cursor)
      default:
        throw cursor.damage('cfi-unknown', { instruction: op })
    }
  }

  #readLocation(cursor: ByteCursor): number {
    const { common } = this.#described
    const place = this.#place
    if (!place) throw cursor.damage('cfi-set-loc', {})
    const encoding = place.kind === 'eh_frame' ? common.pointerEncoding : D.EH_PE_ABSPTR
    if ((encoding & APPLICATION) === D.EH_PE_PCREL) {
      throw cursor.damage('cfi-set-loc.relative', {})
    }
    const bases = { section: 0n, textVmaddr: place.textVmaddr, addressBytes: common.addressBytes }
    const address = readEncodedPointer(cursor, encoding, bases) ?? 0n
    const offset = Number(address - place.textVmaddr)
    if (!Number.isSafeInteger(offset) || offset < 0) throw cursor.damage('cfi-set-loc.outside', {})
    return offset
  }
}
