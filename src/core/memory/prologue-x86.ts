/**
 * Prologues and epilogues of x86: Intel SDM volume 2. The function is walked from its start; where the walk does not meet
 * the place, since data lies among the code, the run before a return is read alone.
 */
import type { FrameShape } from './prologue.ts'
import { x86InstructionAt, type X86Instruction } from './x86-instruction.ts'

/** DWARF numbers by the numbers of the instruction set: rax rcx rdx rbx rsp rbp rsi rdi. */
const dwarf64 = [0, 2, 1, 3, 7, 6, 4, 5]
/** Registers that a call preserves, by DWARF number. */
const preserved = { 8: [3, 6, 12, 13, 14, 15], 4: [3, 5, 6, 7] } as const
/** The frame pointer's and the stack pointer's numbers in the instruction set. */
const frameRegister = 5
const stackRegister = 4

interface State {
  stackBytes: number | undefined
  frameBytes: number | undefined
  saved: Map<number, number>
}

const copyOf = (state: State): State => ({ ...state, saved: new Map(state.saved) })

/** The frame before the instruction at `at`. */
export function readX86Prologue(code: Uint8Array, at: number, word: 4 | 8): FrameShape | undefined {
  let state: State = { stackBytes: word, frameBytes: undefined, saved: new Map() }
  let body = copyOf(state)
  // Where a jump goes forward to code that nothing falls into, the frame is as it was at the jump.
  const atTarget = new Map<number, State>()
  let isEntered = true
  let place = 0
  while (place <= at) {
    if (!isEntered) state = copyOf(atTarget.get(place) ?? body)
    isEntered = true
    if (place === at) return state
    const instruction = x86InstructionAt(code, place, word)
    if (!instruction) break
    place += instruction.size
    const target = isDirectJump(instruction) ? place + instruction.immediate : undefined
    if (target !== undefined && target >= place && !atTarget.has(target)) atTarget.set(target, copyOf(state))
    if (isLeaving(instruction)) isEntered = false
    else if (readSetup(state, instruction, word)) body = copyOf(state)
    else readTeardown(state, instruction, word)
  }
  // No instruction begins at the place.
  return readEpilogue(code, at, word) ?? body
}

/** jcc, jmp. */
function isDirectJump({ map, opcode }: X86Instruction): boolean {
  if (map === 1) return opcode >= 0x80 && opcode < 0x90
  return map === 0 && ((opcode >= 0x70 && opcode < 0x80) || opcode === 0xe9 || opcode === 0xeb)
}

/** Behind these the code goes on from some other place: ret, jmp, ud2, int3, hlt. */
function isLeaving({ map, opcode, modRm = 0 }: X86Instruction): boolean {
  if (map === 1) return opcode === 0x0b
  if (map !== 0) return false
  const isIndirect = opcode === 0xff && ((modRm >> 3) & 6) === 4
  return isIndirect || [0xc3, 0xc2, 0xe9, 0xeb, 0xcc, 0xf4].includes(opcode)
}

/** The DWARF number of the register in the low bits of an opcode; `extended` with REX.B. */
function registerOf(opcode: number, extended: boolean, word: 4 | 8): number {
  const number = opcode & 7
  return word === 4 ? number : extended ? number + 8 : (dwarf64[number] ?? 0)
}

function move(state: State, bytes: number): void {
  if (state.stackBytes !== undefined) state.stackBytes += bytes
}

/** `reg, r/m` of a ModRM byte that names two registers. */
const registers = ({ modRm = 0 }: X86Instruction): readonly [reg: number, rm: number] | undefined =>
  modRm >> 6 === 3 ? [(modRm >> 3) & 7, modRm & 7] : undefined

/** Instructions that build the frame; false where it is none of them. */
function readSetup(state: State, instruction: X86Instruction, word: 4 | 8): boolean {
  const { map, opcode, modRm = 0, immediate } = instruction
  if (map !== 0) return false
  if (opcode >= 0x50 && opcode < 0x58) {
    move(state, word)
    const register = registerOf(opcode, isExtended(instruction, word), word)
    const isKept = preserved[word].some((kept) => kept === register)
    if (isKept && state.stackBytes !== undefined && !state.saved.has(register)) {
      state.saved.set(register, -state.stackBytes)
    }
    return true
  }
  if (opcode === 0x68 || opcode === 0x6a || (opcode === 0xff && ((modRm >> 3) & 7) === 6)) {
    move(state, word) // push of a number or of memory
    return true
  }
  const pair = registers(instruction)
  const movesToFrame =
    (opcode === 0x89 && pair?.[0] === stackRegister && pair[1] === frameRegister) ||
    (opcode === 0x8b && pair?.[0] === frameRegister && pair[1] === stackRegister)
  if (movesToFrame) {
    state.frameBytes = state.stackBytes // mov rbp, rsp
    return true
  }
  if (opcode !== 0x83 && opcode !== 0x81) {
    if (opcode !== 0x29 || pair?.[1] !== stackRegister) return false
    state.stackBytes = undefined // sub rsp, register
    return true
  }
  if (modRm === 0xec) {
    move(state, immediate) // sub rsp, n
    return true
  }
  if (modRm !== 0xe4) return false
  state.stackBytes = undefined // and rsp, mask
  return true
}

const isExtended = ({ size, prefixes }: X86Instruction, word: 4 | 8): boolean =>
  word === 8 && prefixes > 0 && size === prefixes + 1

/** Instructions that take the frame down. */
function readTeardown(state: State, instruction: X86Instruction, word: 4 | 8): void {
  const { map, opcode, modRm = 0, immediate } = instruction
  if (map !== 0) return
  if (opcode >= 0x58 && opcode < 0x60) {
    move(state, -word)
    restore(state, registerOf(opcode, isExtended(instruction, word), word), word)
  } else if ((opcode === 0x83 || opcode === 0x81) && modRm === 0xc4) {
    move(state, -immediate) // add rsp, n
  } else if (opcode === 0xc9) {
    state.stackBytes = state.frameBytes === undefined ? undefined : state.frameBytes - word // leave
    restore(state, word === 8 ? 6 : frameRegister, word)
  } else if (opcode === 0x89 && modRm === 0xec) {
    state.stackBytes = state.frameBytes // mov rsp, rbp
  } else if (opcode === 0x8d && (modRm === 0x65 || modRm === 0xa5)) {
    state.stackBytes = undefined // lea rsp, [rbp - n]: the frame pointer leads to the caller
  }
}

function restore(state: State, register: number, word: 4 | 8): void {
  state.saved.delete(register)
  if (register === (word === 8 ? 6 : frameRegister)) state.frameBytes = undefined
}

/** The rest of the function from `at` on, where it is nothing but `add rsp`, `pop`s and a return or tail call. */
function readEpilogue(code: Uint8Array, at: number, word: 4 | 8): FrameShape | undefined {
  let place = at
  let stackBytes = 0
  const popped = new Map<number, number>()
  for (;;) {
    const instruction = x86InstructionAt(code, place, word)
    if (instruction?.map !== 0) return undefined
    const { opcode, modRm, immediate, size } = instruction
    if (opcode === 0xc3 || opcode === 0xc2) break
    if ((opcode === 0xe9 || opcode === 0xeb) && popped.size > 0) break
    if ((opcode === 0x83 || opcode === 0x81) && modRm === 0xc4 && popped.size === 0) stackBytes += immediate
    else if (opcode >= 0x58 && opcode < 0x60) {
      popped.set(registerOf(opcode, isExtended(instruction, word), word), stackBytes)
      stackBytes += word
    } else return undefined
    place += size
  }
  stackBytes += word
  const kept = [...popped].filter(([register]) => preserved[word].some((other) => other === register))
  return {
    stackBytes,
    frameBytes: undefined,
    saved: new Map(kept.map(([register, offset]) => [register, offset - stackBytes])),
  }
}
