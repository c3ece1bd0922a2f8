/** The exception and the signal in plain words, for reports that say nothing more. */
import { knownSignals } from '../messages/explain/signals.ts'
import type { CrashFacts } from './crash-facts.ts'
import { counts, equals, is, says } from './fact.ts'
import type { Family, Rule } from './rule.ts'
import { sign } from './statement.ts'
import { aroundAbort, aroundTrap } from './surroundings.ts'
import { formatHex } from '../model/address.ts'

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
  ...(name === 'SIGKILL' && { excludes: [is('survival', 'noted')] }),
  params: (facts) => ({
    name,
    ...(facts.end === 'trap' ? aroundTrap(facts) : facts.end === 'abort' ? aroundAbort(facts) : {}),
  }),
  adds: codes,
}))

const raised: Rule = {
  code: 'signal-sent',
  kind: 'shown',
  requires: [
    is('end', 'raised'),
    says('signal', /^SIG[A-Z]+$/, 'SIGSEGV', ({ input }) => ({ params: { name: input } })),
  ],
  params: ({ calls }) => ({
    isSender: /^_{0,2}(?:pthread_kill|kill|raise|abort)(?:\$VARIANT\$\w+)?$/.test(calls[0]?.call.function ?? ''),
  }),
  adds: codes,
}

/** Bits of a page fault's error code: the page is there, and the access was a write or a fetch of code. */
const PRESENT = 1n
const WRITE = 2n
const FETCH = 0x10n

const NO_ABORT = { touch: 'read', isPresent: false, address: undefined } as const

const trapEvidence = ({ processorTrap }: CrashFacts) => ({
  evidence: [
    processorTrap &&
      sign('processor-trap', {
        number: Number(processorTrap.number),
        error: processorTrap.error === undefined ? undefined : formatHex(processorTrap.error),
        address:
          processorTrap.number !== 14n || processorTrap.address === undefined
            ? undefined
            : formatHex(processorTrap.address),
      }),
  ],
})

/** Registers alone: the crashed thread was last stopped by this trap, which no kernel handles in silence. */
const trapped = (number: bigint, trap: 'opcode' | 'breakpoint' | 'protection'): Rule => ({
  code: 'processor-trap',
  kind: 'shown',
  requires: [equals('processor-trap', number)],
  params: () => ({ trap }),
  adds: trapEvidence,
})

const processorTraps: readonly Rule[] = [
  trapped(3n, 'breakpoint'),
  trapped(6n, 'opcode'),
  trapped(13n, 'protection'),
  {
    code: 'processor-page-fault',
    kind: 'shown',
    // A thread may be stopped for another reason after a page fault that was handled.
    grade: 'likely',
    requires: [equals('processor-trap', 14n)],
    params: ({ processorTrap: { error = 0n, address } = { number: 0n, error: 0n, address: undefined } }) => ({
      touch: (error & FETCH) !== 0n ? 'execute' : (error & WRITE) !== 0n ? 'write' : 'read',
      isPresent: (error & PRESENT) !== 0n,
      address: address === undefined ? undefined : formatHex(address),
    }),
    adds: trapEvidence,
  },
]

/** Registers alone, of a 64-bit Arm processor: the thread stands at a `brk`. */
const processorBreak: Rule = {
  code: 'processor-trap',
  id: 'processor-break',
  kind: 'shown',
  requires: [
    counts(
      'brk',
      () => true,
      [1n],
      (value) => ({ evidence: [sign('brk-number', { number: formatHex(value) })], registers: ['esr'] }),
    ),
  ],
  excludes: [says('type', /\S/, 'EXC_CRASH'), says('signal', /\S/, 'SIGTRAP')],
  params: () => ({ trap: 'breakpoint' }),
}

/** The same of an Arm processor. */
const processorAbort: Rule = {
  code: 'processor-page-fault',
  id: 'processor-abort',
  kind: 'shown',
  grade: 'likely',
  requires: [equals('processor-abort', 1n)],
  params: ({ processorAbort: { touch, isPresent, address } = NO_ABORT }) => ({
    touch,
    isPresent,
    address: address === undefined ? undefined : formatHex(address),
  }),
  adds: ({ esr = 0n, processorAbort }) => ({
    evidence: [
      sign('syndrome-of-access', {
        esr: formatHex(esr),
        address: processorAbort?.address === undefined ? undefined : formatHex(processorAbort.address),
      }),
    ],
    registers: ['esr', ...(processorAbort?.address === undefined ? [] : ['far'])],
  }),
}

const isCrash = ({ requires: [fact] }: Rule): boolean => fact?.example === 'EXC_CRASH'

export const signals: Family = {
  isLast: true,
  rules: [
    raised,
    ...processorTraps,
    processorBreak,
    processorAbort,
    ...byName.filter(({ requires: [fact] }) => fact?.on === 'type' && fact.example !== 'EXC_CRASH'),
    ...byName.filter(({ requires: [fact] }) => fact?.on === 'signal'),
    ...byName.filter(isCrash),
  ],
}
