/** What the instruction at the fault adds to an explanation: it was checked against registers and addresses, so it is proved. */
import { byGrade } from '../explain/registry.ts'
import { factsOf } from '../explain/crash-facts.ts'
import type { Message } from '../messages/message.ts'
import type { Fault, FaultFact } from '../model/fault.ts'
import type { Explanation, SymbolicatedReport } from '../model/report.ts'
import { factText } from '../reading/fault.ts'

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
const isTrap = ({ code }: Message): boolean => /^(?:trap-|arrival-|overflow$|index-check$)/.test(code)

const trapEnd = /EXC_BREAKPOINT|EXC_BAD_INSTRUCTION|EXC_ARITHMETIC|SIGTRAP|SIGILL|SIGFPE/

/** The explanations of a report with what the instruction at its fault tells among their evidence. */
export function explainedWith(symbolicated: SymbolicatedReport, fault: Fault): readonly Explanation[] {
  const { type, signal } = factsOf(symbolicated)
  const end = `${type} ${signal}`
  return symbolicated.explanations.map((one) => withFault(one, fault.told, end)).sort(byGrade)
}

function withFault(found: Explanation, told: readonly FaultFact[], end: string): Explanation {
  const isOfAccess = ofAccess.has(found.message?.code ?? found.id)
  const isOfTrap = !isOfAccess && trapEnd.test(end)
  const grounds = told.filter(isOfAccess ? isAccess : isOfTrap ? isTrap : () => false)
  if (grounds.length === 0) return found
  const texts = grounds.map(factText)
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
