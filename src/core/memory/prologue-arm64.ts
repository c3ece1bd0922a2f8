/** Prologues and epilogues of arm64: Arm ARM C6.2, the instructions STP, STR, LDP, LDR, SUB, ADD, RET, B. */
import type { FrameShape } from './prologue.ts'

/** Functions are read this far from their start; a prologue lies at the beginning. */
const longestScan = 0x10000
const frameRegister = 29
const stackRegister = 31

interface State {
  stackBytes: number | undefined
  frameBytes: number | undefined
  saved: Map<number, number>
}

const copyOf = (state: State): State => ({ ...state, saved: new Map(state.saved) })

/** A signed field of `bits` bits at `low`. */
const signedField = (op: number, low: number, bits: number): number => (op << (32 - bits - low)) >> (32 - bits)

/** The frame before the instruction at `at`. */
export function readArm64Prologue(code: Uint8Array, at: number): FrameShape | undefined {
  if (at % 4 !== 0) return undefined
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength)
  let state: State = { stackBytes: 0, frameBytes: undefined, saved: new Map() }
  let body = copyOf(state)
  // Where a branch goes forward to code that nothing falls into, the frame is as it was at the branch.
  const atTarget = new Map<number, State>()
  let isEntered = true
  const end = Math.min(at, longestScan)
  for (let place = 0; place <= end; place += 4) {
    if (!isEntered) state = copyOf(atTarget.get(place) ?? body)
    isEntered = true
    if (place === end) break
    const op = view.getUint32(place, true)
    const target = branchTarget(op, place)
    if (target !== undefined && target > place && !atTarget.has(target)) atTarget.set(target, copyOf(state))
    if (isLeaving(op)) isEntered = false
    else if (readSetup(state, op)) body = copyOf(state)
    else readTeardown(state, op)
  }
  return state
}

/** Where a branch goes: b, b.cond, cbz, cbnz, tbz, tbnz. */
function branchTarget(op: number, place: number): number | undefined {
  if (op >>> 26 === 5) return place + signedField(op, 0, 26) * 4
  if (op >>> 24 === 0x54 || (op & 0x7e000000) === 0x34000000) return place + signedField(op, 5, 19) * 4
  if ((op & 0x7e000000) === 0x36000000) return place + signedField(op, 5, 14) * 4
  return undefined
}

/** Behind these the code goes on from some other place of the function, where the frame stands. */
function isLeaving(op: number): boolean {
  const isRet = op === 0xd65f03c0 || op === 0xd65f0bff || op === 0xd65f0fff // ret, retaa, retab
  const isBr = (op & 0xfffffc1f) >>> 0 === 0xd61f0000 || (op & 0xfffff800) >>> 0 === 0xd71f0800
  return isRet || isBr || op >>> 26 === 5 // b
}

function move(state: State, bytes: number): void {
  if (state.stackBytes !== undefined) state.stackBytes += bytes
}

/** DWARF number of v0. */
const firstVector = 64

/** Remembers where a register was saved first: later stores are of values of the function's own. Calls preserve d8 to d15, too. */
function save(state: State, register: number, fromStack: number): void {
  const isKept = (register >= 19 && register <= 30) || (register >= firstVector + 8 && register < firstVector + 16)
  if (!isKept || state.stackBytes === undefined || state.saved.has(register)) return
  state.saved.set(register, fromStack - state.stackBytes)
}

/** Instructions that build the frame; false where it is none of them. */
function readSetup(state: State, op: number): boolean {
  const base = (op >>> 5) & 31
  const first = op & 31
  const second = (op >>> 10) & 31
  const pairOffset = signedField(op, 15, 7) * 8
  if (base === stackRegister) {
    const kind = (op & 0xffc00000) >>> 0
    const bank = bankOf(op)
    if (kind === 0xa9800000 || kind === 0x6d800000) {
      // stp …, [sp, #-n]!
      move(state, -pairOffset)
      ;[first, second].forEach((register, at) => save(state, bank + register, at * 8))
      return true
    }
    if (kind === 0xa9000000 || kind === 0x6d000000) {
      ;[first, second].forEach((register, at) => save(state, bank + register, pairOffset + at * 8)) // stp …, [sp, #n]
      return true
    }
    if ((op & 0xfbe00c00) >>> 0 === 0xf8000c00) {
      move(state, -signedField(op, 12, 9)) // str …, [sp, #-n]!
      save(state, bank + first, 0)
      return true
    }
    if (kind === 0xf9000000 || kind === 0xfd000000) {
      save(state, bank + first, ((op >>> 10) & 0xfff) * 8) // str …, [sp, #n]
      return true
    }
  }
  const masked = (op & 0xff8003ff) >>> 0
  if (masked === 0xd10003ff) {
    move(state, immediate(op)) // sub sp, sp, #n
    return true
  }
  if (masked === 0x910003fd) {
    state.frameBytes = state.stackBytes === undefined ? undefined : state.stackBytes - immediate(op) // add x29, sp, #n
    return true
  }
  const movesByRegister = (op & 0xffe003ff) >>> 0 === 0xcb2003ff // sub sp, sp, xn
  const aligns = (op & 0xff80001f) >>> 0 === 0x9200001f // and sp, xn, #mask
  if (movesByRegister || aligns) {
    state.stackBytes = undefined
    return true
  }
  return false
}

/** Of loads and stores, bit 26 says that they are of floating-point registers. */
const bankOf = (op: number): number => (((op >>> 26) & 1) === 1 ? firstVector : 0)

function immediate(op: number): number {
  const value = (op >>> 10) & 0xfff
  return ((op >>> 22) & 1) === 1 ? value * 4096 : value
}

/** Instructions that take the frame down. */
function readTeardown(state: State, op: number): void {
  const base = (op >>> 5) & 31
  const first = op & 31
  const second = (op >>> 10) & 31
  const masked = (op & 0xff8003ff) >>> 0
  if (masked === 0x910003ff) return move(state, -immediate(op)) // add sp, sp, #n
  if (masked === 0x910003bf || masked === 0xd10003bf) {
    // mov sp, x29; sub sp, x29, #n
    const below = masked === 0xd10003bf ? immediate(op) : -immediate(op)
    state.stackBytes = state.frameBytes === undefined ? undefined : state.frameBytes + below
    return
  }
  if (base !== stackRegister) return
  const kind = (op & 0xffc00000) >>> 0
  const bank = bankOf(op)
  if (kind === 0xa8c00000 || kind === 0xa9400000 || kind === 0x6cc00000 || kind === 0x6d400000) {
    restore(state, bank + first) // ldp …, [sp], #n and ldp …, [sp, #n]
    restore(state, bank + second)
  }
  if (kind === 0xa8c00000 || kind === 0x6cc00000) move(state, -signedField(op, 15, 7) * 8)
  if ((op & 0xfbe00c00) >>> 0 === 0xf8400400) {
    restore(state, bank + first) // ldr …, [sp], #n
    move(state, -signedField(op, 12, 9))
  }
  const at = ((op >>> 10) & 0xfff) * 8 - (state.stackBytes ?? NaN)
  if ((kind === 0xf9400000 || kind === 0xfd400000) && state.saved.get(bank + first) === at) {
    restore(state, bank + first) // ldr …, [sp, #n], of where it was saved
  }
}

function restore(state: State, register: number): void {
  state.saved.delete(register)
  if (register === frameRegister) state.frameBytes = undefined
}
