/** Instructions that end a program on purpose, and what compilers put where. */
import { faultFacts } from '../messages/en/fault.ts'
import { say } from '../messages/message.ts'
import type { FaultFact } from '../model/fault.ts'
import type { Listed } from './notes.ts'

/** Traps behind a pointer authentication that failed, by key: 0xc470 to 0xc473 in xnu's `kern/trap_telemetry.h` and LLVM. */
const keys: Readonly<Record<number, string>> = { 0xc470: 'IA', 0xc471: 'IB', 0xc472: 'DA', 0xc473: 'DB' }
/** WebKit's CRASH() has the same number (`WTF_FATAL_CRASH_CODE`). */
const WEBKIT_CRASH = 0xc471
/** The check of `-fbounds-safety` in clang's numbers (`CLANG_ARM_TRAP_BOUND_CHK` in xnu). */
const BOUNDS_SAFETY = 25

/** What the instruction at `at` is as a trap; undefined where it is none. */
export function trapAt(listed: readonly Listed[], at: number): FaultFact | undefined {
  const instruction = listed[at]?.text
  if (instruction === undefined) return undefined
  const params = { instruction }
  const { told, number } = kindOf(instruction)
  switch (told) {
    case undefined:
      return undefined
    case 'signature': {
      const { message } = say(faultFacts, 'trap-signature', { ...params, key: keys[number] ?? '' })
      if (checksSignature(listed, at)) return message
      if (number !== WEBKIT_CRASH) return { ...message, grade: 'likely' }
      return { ...say(faultFacts, 'trap-signature-or-webkit', params).message, grade: 'possible' }
    }
    case 'sanitizer':
      return number === BOUNDS_SAFETY
        ? say(faultFacts, 'trap-bounds-safety', params).message
        : say(faultFacts, 'trap-sanitizer', { ...params, check: number }).message
    case 'debugger':
    case 'general':
    case 'undefined':
    case 'other':
      return say(faultFacts, `trap-${told}`, params).message
  }
}

interface Kind {
  readonly told?: 'signature' | 'sanitizer' | 'debugger' | 'general' | 'undefined' | 'other'
  readonly number: number
}

function kindOf(instruction: string): Kind {
  const brk = /^brk #(0x[\da-f]+)$/.exec(instruction)?.[1]
  if (brk !== undefined) {
    const number = Number(brk)
    if (keys[number]) return { told: 'signature', number }
    // __ubsantrap of clang: 'U' in the upper byte.
    if (number >> 8 === 0x55) return { told: 'sanitizer', number: number & 0xff }
    return { told: number === 0xf000 ? 'debugger' : number === 1 ? 'general' : 'other', number }
  }
  // The same of x86: an undefined instruction whose displacement is the check.
  const check = /^ud1l (0x[\da-f]+)?\(%eax\), %eax$/.exec(instruction)
  if (check) return { told: 'sanitizer', number: Number(check[1] ?? 0) }
  // What compilers put for a trap of 32-bit Arm is undefined, and has a name of LLVM's.
  if (instruction === 'ud2' || instruction === 'trap') return { told: 'general', number: 0 }
  if (/^udf(\.w)? /.test(instruction)) return { told: 'undefined', number: 0 }
  return instruction === 'int3' || instruction === 'bkpt #0x0' ? { told: 'debugger', number: 0 } : { number: 0 }
}

/** Whether the check of a signature stands before a trap: stripped and compared, or its two upper bits compared with each other. */
function checksSignature(listed: readonly Listed[], at: number): boolean {
  const [first = '', second = '', third = ''] = [at - 3, at - 2, at - 1].map((place) => listed[place]?.text)
  return (
    (/^xpac/.test(first) && /^cmp x/.test(second) && /^b\.eq /.test(third)) ||
    (/^eor x\d+, x\d+, x\d+, lsl #1$/.test(second) && /^tbz x\d+, #0x3e, /.test(third))
  )
}
