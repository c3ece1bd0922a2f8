/** Evidence of the instruction at the fault. It agrees with registers and addresses, so it may prove or refute a statement. */
import { factsOf } from '../explain/crash-facts.ts'
import { explainFacts, type Explained } from '../explain/registry.ts'
import type { Message } from '../messages/message.ts'
import { joined } from '../messages/joins.ts'
import type { Fault, FaultFact } from '../model/fault.ts'
import type { Explanation, SymbolicatedReport } from '../model/report.ts'
import { factText } from '../reading/fault.ts'

/** Explanations of an access to memory; others speak of no such instruction. */
const ofAccess = new Set([
  'null-dereference',
  'null-call',
  'invalid-access',
  'stack-overflow',
  'stack-exceeded',
  'protection',
  'alignment',
  'pointer-authentication',
  'tag-check',
  'tag-canonical',
])
const isAccess = ({ code }: Message): boolean => code === 'access' || code === 'bad-call'
const isTrap = ({ code }: Message): boolean => /^(?:trap-|arrival-|overflow$|index-check$)/.test(code)

const trapEnd = /EXC_BREAKPOINT|EXC_BAD_INSTRUCTION|EXC_ARITHMETIC|SIGTRAP|SIGILL|SIGFPE/

/** The explanations of a report, with the evidence of the instruction at its fault. */
export function explainedWith(symbolicated: SymbolicatedReport, fault: Fault): Explained {
  const facts = factsOf({ ...symbolicated, fault })
  const end = `${facts.type} ${facts.signal}`
  const explained = explainFacts(facts)
  return { ...explained, explanations: explained.explanations.map((one) => withFault(one, fault.told, end)) }
}

function withFault(found: Explanation, told: readonly FaultFact[], end: string): Explanation {
  if (found.kind === 'possible') return found
  const isOfAccess = ofAccess.has(found.message?.code ?? found.id)
  const isOfTrap = !isOfAccess && trapEnd.test(end)
  const grounds = told.filter(isOfAccess ? isAccess : isOfTrap ? isTrap : () => false)
  if (grounds.length === 0) return found
  const texts = grounds.map(factText)
  return {
    ...found,
    evidence: joined.facts([found.evidence, ...texts].filter((text) => text !== '')),
    grounds: [...(found.grounds ?? []), ...grounds],
  }
}
