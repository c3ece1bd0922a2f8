/** Ends without a code or a word, with a handler of signals on the stack. */
import { trustedCalls } from '../reading/lines.ts'
import type { CrashFacts } from './crash-facts.ts'
import { is, says, type Found } from './fact.ts'
import { reporterCalls } from './handler-calls.ts'
import { monoHandler, monoLog, monoOwnLog } from './rules-ends.ts'
import { frameIs, quoted } from './statement.ts'
import type { Family } from './rule.ts'

/** Finds among those calls. */
const seen = (name: string, facts: CrashFacts): Found => {
  const call = reporterCalls(facts).find((one) => one.call.function === name)
  return call ? { evidence: [frameIs(call)], frames: [call.frame] } : {}
}

/** True if the stack with the handler has frames below it and the system's trampoline. */
function hasBelow({ report, symbolicated }: CrashFacts, { frames: [frame] = [] }: Found): boolean {
  const stack = [...report.threads, ...report.backtraces].find(({ frames }) => frame && frames.includes(frame))
  const last = stack?.frames.at(-1)
  const isHandler = /^_?sigtramp$|_handler$|^mono_handle_native/
  return last !== undefined && !trustedCalls(symbolicated, last).some((call) => isHandler.test(call.function))
}

const OF_SIGNAL = /^_?(?:[a-z]{2,20}_)?(sig(?:segv|bus|ill|fpe|abrt|trap))(?:_signal)?_handler$/

/** The signal that the name of a handler says. Those of Mono call one function for all signals, whatever it is called. */
const signalOf = (facts: CrashFacts): string | undefined =>
  reporterCalls(facts).flatMap(({ call }) => OF_SIGNAL.exec(call.function)?.[1] ?? [])[0]

const handler = says(
  'handler',
  new RegExp(`${OF_SIGNAL.source}|^mono_handle_native_(?:sigsegv|crash)$`),
  'mono_sigsegv_signal_handler',
  ({ input, 1: own }, facts) => {
    const found = seen(input, facts)
    return {
      ...found,
      params: { handler: input, name: (own ?? signalOf(facts))?.toUpperCase(), hasBelow: hasBelow(facts, found) },
    }
  },
)

/** The dynamic linker's function for a symbol that code called and no library has. */
const missingSymbol = says(
  'handler',
  /^(?:dyld4::APIs::)?_dyld_missing_symbol_abort\b/,
  'dyld4::APIs::_dyld_missing_symbol_abort()',
  ({ input }, facts) => seen(input, facts),
)

const isKnown = is('end', 'access', 'raised', 'trap', 'arithmetic', 'abort', 'killed')

/** Mono called a debugger, and its stack of native code is not there. */
const monoHeads = says('debugger-called', /./, 'mono-gdb-commands', ({ input }) => ({
  evidence: [quoted(input)],
}))

export const handlers: Family = {
  isLast: true,
  rules: [
    {
      code: 'dyld-symbol-missing',
      kind: 'shown',
      requires: [missingSymbol],
      excludes: [is('end', 'access', 'raised', 'trap', 'arithmetic')],
      params: () => ({ stage: 'run' }),
    },
    {
      code: 'handled-signal',
      kind: 'shown',
      // One handler may be of several signals.
      grade: 'likely',
      requires: [handler],
      excludes: [isKnown, monoLog],
    },
    { code: 'handled-signal', kind: 'shown', grade: 'likely', requires: [monoHeads], excludes: [isKnown, monoLog] },
    {
      code: 'mono-own-error',
      kind: 'shown',
      grade: 'likely',
      requires: [monoHandler, monoOwnLog],
      excludes: [isKnown],
    },
  ],
}
