/** Exceptions that nobody caught: Objective-C, C++, JavaScript, Kotlin, Rust. */
import type { reasons } from '../messages/en/explain/exceptions.ts'
import type { Rule } from './rule.ts'
import { explainMessage, type MessagePattern } from './message-patterns.ts'
import { cut, explanation, findCall, findWords, frameIs, quoted, sign, type CrashFacts } from './crash-facts.ts'

interface Thrown {
  readonly name: string
  readonly reason: string
  /** The report says that it reached the top; services also log exceptions that were handled. */
  readonly isUncaught: boolean
  /** False where only a stack tells of the exception. */
  readonly isProved?: boolean
}

function thrownObject(facts: CrashFacts): Thrown | undefined {
  const text = facts.words.join('\n')
  const match = /uncaught exception '([^']{1,300})',\s*reason: '([\s\S]*?)(?:'\s*(?:$|\n|\*\*\*|terminating)|$)/.exec(
    text,
  )
  if (match?.[1] !== undefined) return { name: match[1], reason: (match[2] ?? '').trim(), isUncaught: true }
  const { exception } = facts.report
  if (exception?.name !== undefined && !/^(?:EXC_|SIG[A-Z])/.test(exception.name) && exception.reason !== undefined) {
    const isUncaught = facts.type !== '' || facts.signal !== '' || /uncaught/i.test(text)
    return { name: exception.name, reason: exception.reason, isUncaught }
  }
  const selector = findWords(facts, /[-+]\[[^\]]{1,200}\]: unrecognized selector sent to (?:instance|class).*/)
  if (selector) {
    const isUncaught = facts.type !== '' || facts.signal !== ''
    return { name: exception?.name ?? 'NSInvalidArgumentException', reason: selector[0], isUncaught }
  }
  // A section of that name does not make an exception of a fault.
  if (facts.isBadAccess || facts.isRaised) return undefined
  const stated = findWords(facts, /exception of type NSException/)
  if (facts.report.lastException === undefined && !stated) return undefined
  // A list of the throw's frames alone may be of an exception that was caught and logged.
  const isProved = stated !== undefined
  return { name: exception?.name ?? 'NSException', reason: exception?.reason ?? '', isUncaught: true, isProved }
}

/** Most specific first. */
const patterns: readonly MessagePattern<keyof typeof reasons>[] = [
  {
    pattern: /([-+]\[[^\]]{1,200}\]): unrecognized selector sent to (instance|class)(?: (0x[0-9a-f]+))?/,
    id: 'objc-unrecognized-selector',
    grade: 'proved',
  },
  { pattern: /(index|range) .{0,60}beyond bounds|out of bounds/i, id: 'objc-bounds', grade: 'proved' },
  {
    pattern: /(object|key|value) cannot be nil|nil (?:argument|object|string parameter)|attempt to insert nil/i,
    id: 'objc-nil',
    grade: 'proved',
  },
  { pattern: /was mutated while being enumerated/, id: 'objc-mutation', grade: 'proved' },
  { pattern: /not key value coding-compliant for the key\s+"?([\w.]+)/, id: 'objc-kvc', grade: 'proved' },
  {
    pattern:
      /[Ii]nvalid (?:update|number of (?:rows|sections|items))|attempt to (?:delete|insert) (?:row|item|section)/,
    id: 'uikit-batch-update',
    grade: 'proved',
  },
  {
    pattern: /[Mm]ain [Tt]hread|background thread|Modifications to the layout engine/,
    id: 'main-thread',
    grade: 'likely',
  },
  {
    pattern: /(?:bounds|position|frame|rect|geometry).{0,40}NaN|CALayerInvalidGeometry/i,
    id: 'uikit-nan',
    grade: 'likely',
  },
  { pattern: /Invalid type in JSON write/, id: 'objc-json', grade: 'proved' },
  { pattern: /Unhandled JS Exception: (.{1,160})/, id: 'javascript', grade: 'proved' },
]

/** An access to an exception that was gone: its words speak of an exception, and it is none. */
const zombieException: Rule = (facts) => {
  const said = findWords(facts, /This exception has been deallocated[^\n]{0,200}/)
  if (!said) return undefined
  const name = findWords(facts, /uncaught exception '([^']{1,300})'/)?.[1]
  // Its writer concluded it.
  return explanation(facts, 'zombie-exception', { name }, { grade: 'likely', evidence: [quoted(said[0])] })
}

/** An NSException that reached the top, or one that was gone. */
export const objectiveCExceptions: Rule = (facts) => {
  const zombie = zombieException(facts)
  if (zombie) return zombie
  const thrown = thrownObject(facts)
  if (!thrown) return undefined
  const { name, reason, isUncaught, isProved = true } = thrown
  const evidence = sign('thrown', { name, reason: cut(reason), isUncaught })
  const known = explainMessage(facts, patterns, `${name}: ${reason}`.replace(/\s+/g, ' '), evidence)
  if (known) return known
  const short = reason === name ? '' : (reason.split('\n')[0]?.slice(0, 140) ?? '')
  return explanation(
    facts,
    'nsexception',
    { name, reason: short, isUncaught },
    { id: isUncaught ? 'nsexception' : 'reported-error', grade: isProved ? 'proved' : 'likely', evidence: [evidence] },
  )
}

/** Where Mono and .NET end a program for an exception that nobody caught. */
const MANAGED =
  /^(?:mono_invoke_unhandled_exception_hook|mono_unhandled_exception\w*|xamarin_unhandled_exception_handler)\b/

/** Exceptions and panics of other languages. */
export const otherExceptions: Rule = (facts) => {
  const kotlin = findWords(facts, /Uncaught Kotlin exception: (.{1,200})/)
  if (kotlin) {
    const evidence = [quoted(kotlin[0])]
    return explanation(facts, 'kotlin-exception', { text: kotlin[1] ?? '' }, { grade: 'proved', evidence })
  }
  const cpp = findWords(
    facts,
    /(?:terminating (?:due to|with) uncaught exception|terminate called after throwing).*?(?:of type|instance of) ([^\n]{1,300})/,
  )
  if (cpp && !/NSException/.test(cpp[1] ?? '')) {
    const evidence = [quoted(cpp[0])]
    return explanation(facts, 'cpp-exception', { type: (cpp[1] ?? '').trim() }, { grade: 'proved', evidence })
  }
  const managed = findCall(facts, MANAGED)
  if (managed) {
    const evidence = [frameIs(managed)]
    return explanation(facts, 'managed-exception', {}, { grade: 'proved', evidence, frames: [managed.frame] })
  }
  const rust = findWords(facts, /panicked at (.{1,200})/)
  const panic = findCall(facts, /^(?:rust_panic|rust_begin_unwind|core::panicking::\w+)/)
  if (rust || panic) {
    const evidence = [rust ? quoted(rust[0]) : panic && frameIs(panic)]
    return explanation(facts, 'rust-panic', {}, { grade: 'proved', evidence, ...(panic && { frames: [panic.frame] }) })
  }
  // A fault below these calls is another one: of a handler that ran while the first was reported.
  if (facts.isBadAccess) return undefined
  const terminate = findCall(
    facts,
    /^(?:std::(?:__1::)?(?:__)?terminate|_objc_terminate|__cxa_throw|demangling_terminate_handler|demangling_unexpected_handler)/,
  )
  const pure = findWords(facts, /[Pp]ure virtual (?:function|method) called/) ?? findCall(facts, /^__cxa_pure_virtual/)
  if (pure) return explanation(facts, 'pure-virtual', {}, { grade: 'proved', evidence: [sign('pure-virtual', {})] })
  if (!terminate) return undefined
  return explanation(
    facts,
    'cpp-terminate',
    {},
    { grade: 'proved', evidence: [frameIs(terminate)], frames: [terminate.frame] },
  )
}
