/** Exceptions that nobody caught: Objective-C, C++, JavaScript, Kotlin, Rust. */
import type { reasons } from '../messages/en/explain/thrown.ts'
import type { Rule } from './rule.ts'
import { explainSaid, type SaidKind } from './said.ts'
import { cut, explanation, findCall, findWords, frameIs, quoted, sign, type Seen } from './seen.ts'

interface Thrown {
  readonly name: string
  readonly reason: string
  /** The report says that it reached the top; services also log exceptions that were handled. */
  readonly isUncaught: boolean
}

function thrownObject(seen: Seen): Thrown | undefined {
  const text = seen.words.join('\n')
  const match = /uncaught exception '([^']{1,300})',\s*reason: '([\s\S]*?)(?:'\s*(?:$|\n|\*\*\*|terminating)|$)/.exec(
    text,
  )
  if (match?.[1] !== undefined) return { name: match[1], reason: (match[2] ?? '').trim(), isUncaught: true }
  const { exception } = seen.report
  if (exception?.name !== undefined && !exception.name.startsWith('EXC_') && exception.reason !== undefined) {
    const isUncaught = seen.type !== '' || seen.signal !== '' || /uncaught/i.test(text)
    return { name: exception.name, reason: exception.reason, isUncaught }
  }
  if (seen.report.lastException === undefined && !findWords(seen, /exception of type NSException/)) return undefined
  return { name: exception?.name ?? 'NSException', reason: exception?.reason ?? '', isUncaught: true }
}

/** Most specific first. */
const kinds: readonly SaidKind<keyof typeof reasons>[] = [
  {
    pattern: /([-+]\[[^\]]{1,200}\]): unrecognized selector sent to (instance|class)(?: (0x[0-9a-f]+))?/,
    id: 'objc-unrecognized-selector',
  },
  { pattern: /(index|range) .{0,60}beyond bounds|out of bounds/i, id: 'objc-bounds' },
  {
    pattern: /(object|key|value) cannot be nil|nil (?:argument|object|string parameter)|attempt to insert nil/i,
    id: 'objc-nil',
  },
  { pattern: /was mutated while being enumerated/, id: 'objc-mutation' },
  { pattern: /not key value coding-compliant for the key\s+"?([\w.]+)/, id: 'objc-kvc' },
  {
    pattern:
      /[Ii]nvalid (?:update|number of (?:rows|sections|items))|attempt to (?:delete|insert) (?:row|item|section)/,
    id: 'uikit-batch-update',
  },
  { pattern: /[Mm]ain [Tt]hread|background thread|Modifications to the layout engine/, id: 'main-thread' },
  { pattern: /(?:bounds|position|frame|rect|geometry).{0,40}NaN|CALayerInvalidGeometry/i, id: 'uikit-nan' },
  { pattern: /Invalid type in JSON write/, id: 'objc-json' },
  { pattern: /Unhandled JS Exception: (.{1,160})/, id: 'javascript' },
]

/** An NSException that reached the top. */
export const objectiveCExceptions: Rule = (seen) => {
  const thrown = thrownObject(seen)
  if (!thrown) return undefined
  const { name, reason, isUncaught } = thrown
  const evidence = sign('thrown', { name, reason: cut(reason), isUncaught })
  const known = explainSaid(seen, kinds, `${name}: ${reason}`, evidence)
  if (known) return known
  const short = reason.split('\n')[0]?.slice(0, 140) ?? ''
  return explanation(seen, 'nsexception', { name, reason: short, isUncaught }, { evidence: [evidence] })
}

/** Exceptions and panics of other languages. */
export const otherExceptions: Rule = (seen) => {
  const kotlin = findWords(seen, /Uncaught Kotlin exception: (.{1,200})/)
  if (kotlin) {
    const evidence = [quoted(kotlin[0])]
    return explanation(seen, 'kotlin-exception', { text: kotlin[1] ?? '' }, { grade: 'proved', evidence })
  }
  const cpp = findWords(
    seen,
    /(?:terminating (?:due to|with) uncaught exception|terminate called after throwing).*?(?:of type|instance of) ([^\n]{1,300})/,
  )
  if (cpp && !/NSException/.test(cpp[1] ?? '')) {
    const evidence = [quoted(cpp[0])]
    return explanation(seen, 'cpp-exception', { type: (cpp[1] ?? '').trim() }, { grade: 'proved', evidence })
  }
  const rust = findWords(seen, /panicked at (.{1,200})/)
  const panic = findCall(seen, /^(?:rust_panic|rust_begin_unwind|core::panicking::\w+)/)
  if (rust || panic) {
    const evidence = [rust ? quoted(rust[0]) : panic && frameIs(panic)]
    return explanation(seen, 'rust-panic', {}, { evidence, ...(panic && { frames: [panic.frame] }) })
  }
  const terminate = findCall(
    seen,
    /^(?:std::(?:__1::)?(?:__)?terminate|_objc_terminate|__cxa_throw|demangling_terminate_handler|demangling_unexpected_handler)/,
  )
  const pure = findWords(seen, /[Pp]ure virtual (?:function|method) called/) ?? findCall(seen, /^__cxa_pure_virtual/)
  if (pure) return explanation(seen, 'pure-virtual', {}, { evidence: [sign('pure-virtual', {})] })
  if (!terminate) return undefined
  return explanation(seen, 'cpp-terminate', {}, { evidence: [frameIs(terminate)], frames: [terminate.frame] })
}
