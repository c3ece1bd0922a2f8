/** The exception and the signal in plain words, for reports that say nothing more. */
import { knownSignals } from '../messages/en/explain/signals.ts'
import type { CrashFacts } from './crash-facts.ts'
import { is, says } from './fact.ts'
import type { Family, Rule } from './rule.ts'
import { ownFrame, sign } from './statement.ts'

const codes = ({ type, signal }: CrashFacts) => ({
  evidence: [sign('codes', { names: [type, signal].filter((text) => text !== '') })],
})

const idOf = (name: string): string => `signal-${name.toLowerCase().replaceAll('_', '-')}`

/** EXC_CRASH only says that the process is gone: its signal says more, so it is checked first. */
const byName = knownSignals.map((name): Rule => ({
  code: 'signal',
  id: idOf(name),
  kind: 'none',
  requires: [is(name.startsWith('EXC_') ? 'type' : 'signal', name)],
  params: (facts) => ({ name, ...ownFrame(facts) }),
  adds: codes,
}))

const raised: Rule = {
  code: 'signal-sent',
  kind: 'shown',
  requires: [
    is('end', 'raised'),
    says('signal', /^SIG[A-Z]+$/, 'SIGSEGV', ({ input }) => ({ params: { name: input } })),
  ],
  adds: codes,
}

const isCrash = ({ requires: [fact] }: Rule): boolean => fact?.example === 'EXC_CRASH'

export const signals: Family = {
  isLast: true,
  rules: [
    raised,
    ...byName.filter(({ requires: [fact] }) => fact?.on === 'type' && fact.example !== 'EXC_CRASH'),
    ...byName.filter(({ requires: [fact] }) => fact?.on === 'signal'),
    ...byName.filter(isCrash),
  ],
}
