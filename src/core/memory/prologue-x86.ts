/**
 * Prologues and epilogues of x86: Intel SDM volume 2. Instructions have no fixed length, so only the unbroken run of
 * known ones at the start of a function is read, and the run before a return.
 */
import type { FrameShape } from './prologue.ts'

/** DWARF numbers by the numbers of the instruction set: rax rcx rdx rbx rsp rbp rsi rdi. */
const dwarf64 = [0, 2, 1, 3, 7, 6, 4, 5]
/** Registers that a call preserves, by DWARF number. */
const preserved = { 8: [3, 6, 12, 13, 14, 15], 4: [3, 5, 6, 7] } as const

interface State {
  stackBytes: number
  frameBytes: number | undefined
  readonly saved: Map<number, number>
}

/** What the frame looks like before the instruction at `at`. */
export function readX86Prologue(code: Uint8Array, at: number, word: 4 | 8): FrameShape | undefined {
  const state: State = { stackBytes: word, frameBytes: undefined, saved: new Map() }
  let place = 0
  while (place < at) {
    const size = readSetup(state, code, place, word)
    if (size === 0 || place + size > at) break
    place += size
  }
  return readEpilogue(code, at, word) ?? state
}

function registerAt(
  code: Uint8Array,
  at: number,
  first: number,
  word: 4 | 8,
): { size: number; register: number } | undefined {
  const extended = word === 8 && code[at] === 0x41
  const op = code[extended ? at + 1 : at] ?? 0
  if (op < first || op > first + 7) return undefined
  const number = op - first
  const register = word === 4 ? number : extended ? number + 8 : (dwarf64[number] ?? 0)
  return { size: extended ? 2 : 1, register }
}

const matches = (code: Uint8Array, at: number, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => code[at + index] === byte)

function littleEndian(code: Uint8Array, at: number): number {
  return (code[at] ?? 0) | ((code[at + 1] ?? 0) << 8) | ((code[at + 2] ?? 0) << 16) | ((code[at + 3] ?? 0) << 24)
}

/** Applies the instruction at `at` and gives its size; 0 where it builds no frame. */
function readSetup(state: State, code: Uint8Array, at: number, word: 4 | 8): number {
  if (matches(code, at, 0xf3, 0x0f, 0x1e, word === 8 ? 0xfa : 0xfb)) return 4 // endbr
  const pushed = registerAt(code, at, 0x50, word)
  if (pushed) {
    state.stackBytes += word
    const isKept = preserved[word].some((register) => register === pushed.register)
    if (isKept && !state.saved.has(pushed.register)) state.saved.set(pushed.register, -state.stackBytes)
    return pushed.size
  }
  const wide = word === 8 && code[at] === 0x48 ? 1 : 0
  if (word === 8 && wide === 0) return 0
  const op = at + wide
  if (matches(code, op, 0x89, 0xe5) || matches(code, op, 0x8b, 0xec)) {
    state.frameBytes = state.stackBytes // mov rbp, rsp
    return wide + 2
  }
  const change = stackChange(code, op, 0xec)
  if (!change) return 0
  state.stackBytes += change.bytes
  return wide + change.size
}

/** `sub rsp, n` (0xec) or `add rsp, n` (0xc4) with an 8-bit or 32-bit number. */
function stackChange(code: Uint8Array, op: number, form: number): { size: number; bytes: number } | undefined {
  if (matches(code, op, 0x83, form) && op + 3 <= code.length)
    return { size: 3, bytes: ((code[op + 2] ?? 0) << 24) >> 24 }
  if (matches(code, op, 0x81, form) && op + 6 <= code.length) return { size: 6, bytes: littleEndian(code, op + 2) }
  return undefined
}

/** The rest of the function from `at` on, where it is nothing but `add rsp`, `pop`s and a return or tail call. */
function readEpilogue(code: Uint8Array, at: number, word: 4 | 8): FrameShape | undefined {
  let place = at
  let stackBytes = 0
  const saved = new Map<number, number>()
  const wide = word === 8 && code[place] === 0x48 ? 1 : 0
  const added = word === 4 || wide === 1 ? stackChange(code, place + wide, 0xc4) : undefined
  if (added) {
    place += wide + added.size
    stackBytes += added.bytes
  }
  for (let popped = registerAt(code, place, 0x58, word); popped; popped = registerAt(code, place, 0x58, word)) {
    saved.set(popped.register, stackBytes)
    stackBytes += word
    place += popped.size
  }
  const op = code[place]
  const returns = op === 0xc3 || op === 0xc2
  const jumpsAway = (op === 0xe9 || op === 0xeb) && saved.size > 0
  if (!returns && !jumpsAway) return undefined
  stackBytes += word
  const kept = [...saved].filter(([register]) => preserved[word].some((other) => other === register))
  return {
    stackBytes,
    frameBytes: undefined,
    saved: new Map(kept.map(([register, offset]) => [register, offset - stackBytes])),
  }
}
