/** The exception or signal alone, for reports that say nothing more. */
import { isKnownSignal } from '../messages/en/explain/ends.ts'
import type { Rule } from './rule.ts'
import { explanation, sign, type CrashFacts } from './crash-facts.ts'

export const signals: Rule = (facts: CrashFacts) => {
  // EXC_CRASH only says that the process is gone; its signal says more.
  const names = facts.type === 'EXC_CRASH' ? [facts.signal, facts.type] : [facts.type, facts.signal]
  const name = names.find(isKnownSignal)
  if (name === undefined) return undefined
  const id = `signal-${name.toLowerCase().replaceAll('_', '-')}`
  if (facts.isRaised)
    return explanation(
      facts,
      'signal-sent',
      { name: facts.signal },
      { grade: 'proved', evidence: [sign('codes', { names: [facts.type, facts.signal].filter(Boolean) })] },
    )
  const stated = [facts.type, facts.signal].filter((text) => text !== '')
  return explanation(facts, 'signal', { name }, { id, grade: 'proved', evidence: [sign('codes', { names: stated })] })
}
