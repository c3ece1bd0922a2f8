/** Instructions that end a program on purpose, and what compilers put where. */
import { faultFacts } from '../messages/fault.ts'
import { say } from '../messages/message.ts'
import type { Trap } from '../instructions/meaning.ts'
import type { FaultFact } from '../model/fault.ts'
import type { Instruction } from '../instructions/instruction.ts'

/** Traps behind a pointer authentication that failed, by key: 0xc470 to 0xc473 in xnu's `kern/trap_telemetry.h` and LLVM. */
const keys: Readonly<Record<number, string>> = { 0xc470: 'IA', 0xc471: 'IB', 0xc472: 'DA', 0xc473: 'DB' }
/** WebKit's CRASH() has the same number (`WTF_FATAL_CRASH_CODE`). */
const WEBKIT_CRASH = 0xc471
/** The check of `-fbounds-safety` in clang's numbers (`CLANG_ARM_TRAP_BOUND_CHK` in xnu). */
const BOUNDS_SAFETY = 25

/** What the instruction at `at` is as a trap; undefined for any other instruction. */
export function trapAt(listed: readonly Instruction[], at: number): FaultFact | undefined {
  const own = listed[at]
  if (own?.text === undefined) return undefined
  const params = { instruction: own.text }
  const { told, number } = kindOf(own.trap)
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

function kindOf(trap: Trap | undefined): Kind {
  if (trap?.kind === 'check') return { told: 'sanitizer', number: trap.number }
  if (trap?.kind !== 'number') return trap ? { told: trap.kind, number: 0 } : { number: 0 }
  const { number } = trap
  if (keys[number]) return { told: 'signature', number }
  // __ubsantrap of clang: 'U' in the upper byte.
  if (number >> 8 === 0x55) return { told: 'sanitizer', number: number & 0xff }
  return { told: number === 0xf000 ? 'debugger' : number === 1 ? 'general' : 'other', number }
}

/** The bit below the sign, which a signature that failed changes. */
const CHANGED_BIT = 0x3e

/** Whether the check of a signature stands before a trap: stripped and compared, or its two upper bits compared with each other. */
function checksSignature(listed: readonly Instruction[], at: number): boolean {
  const [first, second, third] = [listed[at - 3], listed[at - 2], listed[at - 1]]
  const asked = third?.branchCondition
  if (!second || !asked) return false
  if (asked.kind === 'set') return asked.bit === CHANGED_BIT && asked.not && comparesUpperBits(second)
  const isSame = asked.kind === 'flags' && asked.flags === 'eq' && !asked.not
  const [compared] = second.arithmetic?.isComparison ? second.operands : []
  return isSame && first?.protection === 'strip' && compared?.kind === 'register' && compared.bytes === 8
}

/** EOR of a register with itself, moved by one bit. */
const comparesUpperBits = ({ mnemonic, operands }: Instruction): boolean =>
  mnemonic === 'eor' && operands.length === 4 && operands[3]?.text === 'lsl #1'
