/** Instructions that end a program on purpose, and what compilers put where. */
import { faultFacts } from '../messages/en/fault.ts'
import { say, type Message } from '../messages/message.ts'

/** Failed authentications: clang's `-fptrauth-auth-traps`, by key. */
const keys: Readonly<Record<number, string>> = { 0xc470: 'IA', 0xc471: 'IB', 0xc472: 'DA', 0xc473: 'DB' }

/** What a trap is; undefined for an instruction that is none. */
export function trapOf(instruction: string): Message | undefined {
  const { told, number } = kindOf(instruction)
  if (told === undefined) return undefined
  const params = { instruction }
  switch (told) {
    case 'signature':
      return say(faultFacts, 'trap-signature', { ...params, key: keys[number] ?? '' }).message
    case 'sanitizer':
      return say(faultFacts, 'trap-sanitizer', { ...params, check: number & 0xff }).message
    case 'debugger':
      return say(faultFacts, 'trap-debugger', params).message
    case 'general':
      return say(faultFacts, 'trap-general', params).message
  }
}

interface Kind {
  readonly told?: 'signature' | 'sanitizer' | 'debugger' | 'general'
  readonly number: number
}

function kindOf(instruction: string): Kind {
  const brk = /^brk #(0x[\da-f]+)$/.exec(instruction)?.[1]
  if (brk !== undefined) {
    const number = Number(brk)
    if (keys[number]) return { told: 'signature', number }
    // __ubsantrap of clang: 'U' in the upper byte.
    if (number >> 8 === 0x55) return { told: 'sanitizer', number }
    return number === 0xf000 ? { told: 'debugger', number } : number === 1 ? { told: 'general', number } : { number }
  }
  // The same of x86: an undefined instruction whose displacement is the check.
  const check = /^ud1l (0x[\da-f]+)?\(%eax\), %eax$/.exec(instruction)
  if (check) return { told: 'sanitizer', number: Number(check[1] ?? 0) }
  if (instruction === 'ud2') return { told: 'general', number: 0 }
  return instruction === 'int3' ? { told: 'debugger', number: 0 } : { number: 0 }
}
