/** The exception or signal alone, for reports that say nothing more. */
import { isKnownSignal } from '../messages/en/explain/ends.ts'
import type { Rule } from './rule.ts'
import { explanation, sign, type Seen } from './seen.ts'

export const signals: Rule = (seen: Seen) => {
  // EXC_CRASH only says that the process is gone; its signal says more.
  const names = seen.type === 'EXC_CRASH' ? [seen.signal, seen.type] : [seen.type, seen.signal]
  const name = names.find(isKnownSignal)
  if (name === undefined) return undefined
  const id = `signal-${name.toLowerCase().replaceAll('_', '-')}`
  const stated = [seen.type, seen.signal].filter((text) => text !== '')
  return explanation(seen, 'signal', { name }, { id, grade: 'proved', evidence: [sign('codes', { names: stated })] })
}
