/** What the instruction at the fault adds to an explanation: it was checked against registers and addresses, so it is proved. */
import { evidence } from '../messages/en/evidence.ts'
import { textOf, type Message } from '../messages/message.ts'
import type { Explanation } from '../model/report.ts'
import type { CrashFacts } from './crash-facts.ts'

/** Explanations of an access to memory, and of a trap; others speak of no instruction. */
const ofAccess = new Set([
  'null-dereference',
  'null-call',
  'wild-pointer',
  'freed-object',
  'stack-overflow',
  'protection',
  'alignment',
  'pointer-authentication',
])
const isAccess = ({ code }: Message): boolean => code === 'access' || code === 'bad-call'
const isTrap = ({ code }: Message): boolean => code.startsWith('trap-') || code === 'overflow'

const trapEnd = /EXC_BREAKPOINT|EXC_BAD_INSTRUCTION|EXC_ARITHMETIC|SIGTRAP|SIGILL|SIGFPE/

/** The explanation with what the instruction tells among its evidence. */
export function withFault(found: Explanation, { symbolicated, type, signal }: CrashFacts): Explanation {
  const told = symbolicated.fault?.told ?? []
  const isOfAccess = ofAccess.has(found.message?.code ?? found.id)
  const isOfTrap = !isOfAccess && trapEnd.test(`${type} ${signal}`)
  const grounds = told.filter(isOfAccess ? isAccess : isOfTrap ? isTrap : () => false)
  if (grounds.length === 0) return found
  const texts = grounds.map(({ code, params }) => textOf(evidence, code, params) ?? code)
  return {
    ...found,
    evidence: [found.evidence, ...texts].filter((text) => text !== '').join('; '),
    grounds: [...(found.grounds ?? []), ...grounds],
    ...(found.grade === 'likely' && isNullBase(found, grounds) && { grade: 'proved' }),
  }
}

/** A field of a null pointer: the address is a constant behind a register that held 0. */
function isNullBase({ id }: Explanation, grounds: readonly Message[]): boolean {
  const registers = grounds.find(({ code }) => code === 'access')?.params['registers']
  return (
    id === 'null-dereference' &&
    Array.isArray(registers) &&
    registers.length === 1 &&
    / is 0$/.test(String(registers[0]))
  )
}
