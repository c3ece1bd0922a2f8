/** Ends without a code or a word, with a handler of signals on the stack. */
import { trustedCalls } from '../reading/lines.ts'
import type { CrashFacts } from './crash-facts.ts'
import { is, says, type Fact, type Found } from './fact.ts'
import { reporterCalls } from './handler-calls.ts'
import { monoHandler, monoLog } from './rules-ends.ts'
import { frameIs, quoted } from './statement.ts'
import type { Family } from './rule.ts'

/** Finds among those calls. */
const seen = (name: string, facts: CrashFacts): Found => {
  const call = reporterCalls(facts).find((one) => one.call.function === name)
  return call ? { evidence: [frameIs(call)], frames: [call.frame] } : {}
}

/** True if the stack with the handler goes on below it and the system's trampoline. */
function hasBelow({ report, symbolicated }: CrashFacts, { frames: [frame] = [] }: Found): boolean {
  const stack = [...report.threads, ...report.backtraces].find(({ frames }) => frame && frames.includes(frame))
  const last = stack?.frames.at(-1)
  const isHandler = /^_?sigtramp$|_handler$|^mono_handle_native/
  return last !== undefined && !trustedCalls(symbolicated, last).some((call) => isHandler.test(call.function))
}

const handled = (pattern: RegExp, example: string): Fact =>
  says('handler', pattern, example, ({ input, 1: name }, facts) => {
    const found = seen(input, facts)
    return { ...found, params: { handler: input, name: name?.toUpperCase(), hasBelow: hasBelow(facts, found) } }
  })

const handler = handled(
  /^_?(?:[a-z]{2,20}_)?(sig(?:segv|bus|ill|fpe|abrt|trap))(?:_signal)?_handler$/,
  'mono_sigsegv_signal_handler',
)

/** Mono calls `mono_handle_native_sigsegv` for any signal that native code gets, SIGABRT among them. */
const monoCrash = handled(/^mono_handle_native_(?:sigsegv|crash)$/, 'mono_handle_native_crash')

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
    {
      code: 'handled-signal',
      kind: 'shown',
      grade: 'likely',
      requires: [monoCrash],
      excludes: [isKnown, monoLog, handler],
    },
    { code: 'handled-signal', kind: 'shown', grade: 'likely', requires: [monoHeads], excludes: [isKnown, monoLog] },
    { code: 'mono-own-error', kind: 'shown', grade: 'likely', requires: [monoHandler, monoLog], excludes: [isKnown] },
  ],
}
