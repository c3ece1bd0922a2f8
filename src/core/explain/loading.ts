/** The dynamic linker could not start the program. */
import type { Rule } from './rule.ts'
import { cut, explanation, quoted, sign, type CrashFacts } from './crash-facts.ts'

/** The linker's text may run over several lines. */
const allWords = (facts: CrashFacts): string => facts.words.join('\n')

function failureIn(reason: string | undefined): 'signature' | 'architecture' | 'missing' {
  if (reason === undefined) return 'missing'
  if (/code signature|Team IDs|mapping process/i.test(reason)) return 'signature'
  return /incompatible architecture|wrong architecture|mach-o, but/i.test(reason) ? 'architecture' : 'missing'
}

export const loading: Rule = (facts) => {
  const words = allWords(facts)
  const isDyld = facts.report.termination?.namespace === 'DYLD'
  const from = /Referenced from:\s*(?:<[^>]*>\s*)?([^\n]{1,300})/.exec(words)?.[1]?.trim()
  // The linker ends a program that it cannot start; a bad access tells that it ran.
  if (facts.isBadAccess && !isDyld) return undefined
  const library = /Library (?:not loaded|missing): ?([^\n]{1,300})/i.exec(words)?.[1]?.trim()
  if (library !== undefined && library !== '') {
    const reason = /Reason: ([^\n]{1,400})/.exec(words)?.[1]?.trim()
    const name = library.slice(library.lastIndexOf('/') + 1)
    const shown = reason === undefined ? undefined : cut(reason)
    return explanation(
      facts,
      'dyld-library-missing',
      { name, failure: failureIn(reason) },
      { grade: 'proved', evidence: [sign('library-not-loaded', { library, from, reason: shown })] },
    )
  }
  const symbol =
    /Symbol not found: ?([^\n]{1,300})/i.exec(words)?.[1]?.trim() ??
    /Symbol missing[:\s]+([^\n]{1,300})/i.exec(words)?.[1]
  if (symbol !== undefined) {
    const expected = /Expected in:\s*(?:<[^>]*>\s*)?([^\n]{1,300})/.exec(words)?.[1]?.trim()
    return explanation(
      facts,
      'dyld-symbol-missing',
      { symbol },
      { grade: 'proved', evidence: [sign('symbol-not-found', { symbol, from, expected })] },
    )
  }
  if (!isDyld && !/dyld\d?: .*(?:launch|initializer|cannot)/i.test(words)) return undefined
  const reason =
    facts.report.termination?.reasons?.[0] ?? facts.report.termination?.indicator ?? facts.report.applicationInfo[0]
  return explanation(
    facts,
    'dyld',
    { reason: reason?.split('\n')[0]?.slice(0, 140) },
    {
      grade: 'proved',
      evidence: [reason === undefined ? sign('namespace-is', { namespace: 'DYLD' }) : quoted(reason)],
    },
  )
}
