/**
 * A headline's claim, in the words of `tests/claims.tsv`. Labels were written by people who read the reports; this file
 * alone knows the program's codes.
 */

/** The kinds that a headline's code claims, the narrowest first. */
const CLAIMS: Readonly<Record<string, string>> = {
  'null-call': 'null-access',
  'null-dereference': 'null-access',
  'swift-nil-implicit': 'swift-trap',
  protection: 'bad-access',
  'invalid-access': 'bad-access',
  'general-protection': 'bad-access',
  'garbage-pointer': 'bad-access',
  'page-in-error': 'bad-access',
  'tag-check': 'bad-access',
  'tag-canonical': 'bad-access',
  quarantine: 'freed-object',
  'stack-exceeded': 'stack-overflow',
  'stack-guard-of-other': 'bad-access',
  'pointer-authentication-possible': 'pac-failure',
  'bounds-safety': 'trap',
  'undefined-behavior': 'trap',
  division: 'arithmetic',
  'signal-by': 'signal-sent',
  zombie: 'freed-object',
  'stack-overflow': 'stack-overflow',
  'pointer-authentication': 'pac-failure',
  'code-signing': 'code-signing',
  alignment: 'misaligned',
  'heap-bad-free': 'heap-corruption',
  'heap-corruption': 'heap-corruption',
  'stack-smashed': 'heap-corruption',
  abort: 'abort',
  assertion: 'assertion',
  'pure-virtual': 'cpp-exception',
  'cpp-terminate': 'cpp-exception',
  'cpp-exception': 'cpp-exception',
  'rust-panic': 'language-exception',
  'kotlin-exception': 'language-exception',
  javascript: 'language-exception',
  nsexception: 'objc-exception',
  'reported-error': 'non-fatal-error',
  'managed-exception': 'language-exception',
  sanitizer: 'sanitizer',
  'dispatch-sync-deadlock': 'libdispatch-misuse',
  'wrong-queue': 'libdispatch-misuse',
  'library-misuse': 'libdispatch-misuse',
  hang: 'hang',
  'signal-sent': 'signal-sent',
  'file-lock-while-suspended': 'file-lock',
  'user-force-quit': 'user-quit',
  thermal: 'thermal',
  'privacy-usage-description': 'privacy',
  watchdog: 'watchdog',
  'watch-assertion': 'background-time',
  'watch-cpu': 'cpu-limit',
  'watch-time': 'watchdog',
  'resource-wakeups': 'wakeups-limit',
  'voip-resumed-too-often': 'wakeups-limit',
  'resource-memory': 'memory-limit',
  'resource-disk': 'disk-limit',
  'resource-cpu': 'cpu-limit',
  'dyld-library-missing': 'missing-library',
  'dyld-symbol-missing': 'missing-symbol',
  dyld: 'launch-failure',
  'forced-reset': 'forced-reset',
  'panic-watchdog': 'watchdog-panic',
  'panic-launchd': 'kernel-panic',
  panic: 'kernel-panic',
  'panic-reset': 'kernel-panic',
  jetsam: 'jetsam',
}

/** Codes of one family. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^swift-/, 'swift-trap'],
  [/^(?:objc|uikit)-/, 'objc-exception'],
  [/^guard/, 'guard'],
  [/^ended-by-system$/, 'termination'],
]

/** Kinds that an exception or signal alone proves, where the headline only repeats it. */
const CODES: Readonly<Record<string, string>> = {
  EXC_BAD_ACCESS: 'bad-access',
  SIGSEGV: 'bad-access',
  SIGBUS: 'bad-access',
  EXC_BAD_INSTRUCTION: 'illegal-instruction',
  SIGILL: 'illegal-instruction',
  EXC_BREAKPOINT: 'trap',
  SIGTRAP: 'trap',
  SIGABRT: 'abort',
  EXC_ARITHMETIC: 'arithmetic',
  SIGFPE: 'arithmetic',
  EXC_GUARD: 'guard',
  SIGSTOP: 'debugger-stop',
  SIGSYS: 'unknown-system-call',
  SIGTERM: 'signal-sent',
  SIGKILL: 'signal-sent',
}

/** A kind, and the wider ones that are true where it is. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  leak: ['profile'],
  'memory-limit': ['signal-sent', 'jetsam'],
  jetsam: ['signal-sent'],
  watchdog: ['signal-sent'],
  termination: ['abort', 'signal-sent'],
  'null-access': ['bad-access'],
  'freed-object': ['bad-access'],
  'stack-overflow': ['bad-access'],
  'pac-failure': ['bad-access', 'trap'],
  misaligned: ['bad-access'],
  'bus-error': ['bad-access'],
  'code-signing': ['bad-access'],
  'swift-trap': ['trap', 'illegal-instruction', 'abort', 'assertion'],
  'illegal-instruction': ['trap'],
  'libdispatch-misuse': ['trap', 'illegal-instruction', 'abort', 'assertion'],
  'objc-exception': ['abort', 'trap', 'non-fatal-error'],
  'cpp-exception': ['abort'],
  'language-exception': ['abort', 'trap', 'non-fatal-error', 'objc-exception'],
  assertion: ['abort', 'trap'],
  'heap-corruption': ['abort', 'trap'],
  sanitizer: ['abort', 'bad-access'],
  'missing-library': ['launch-failure'],
  'missing-symbol': ['launch-failure'],
  'watchdog-panic': ['kernel-panic'],
}

/**
 * The kind that a headline claims; undefined if it claims none and repeats the report. `exception` in the program's
 * spelling.
 */
export function kindOfHeadline(
  code: string,
  exception?: { readonly type?: string; readonly signal?: string },
): string | undefined {
  const repeated = /^signal-(?!sent$)(.*)/.exec(code)?.[1]?.toUpperCase().replaceAll('-', '_')
  const stated =
    repeated ??
    (code === 'exception-code' || code === 'exception-reason' ? (exception?.type ?? exception?.signal) : undefined)
  if (stated !== undefined) return CODES[stated]
  return CLAIMS[code] ?? FAMILIES.find(([family]) => family.test(code))?.[1]
}

/** True if a claimed kind is one of the labelled ones, or wider than one of them. */
export function isAllowed(kind: string, labels: readonly string[]): boolean {
  return labels.some((label) => label === kind || (WIDER[label] ?? []).includes(kind))
}
