/** Pointers that the writer of a report says are none, and what the processor says of an access. */
import { signsNoPointers } from '../model/architecture.ts'
import type { Access } from '../messages/explain/memory.ts'
import type { CrashFacts } from './crash-facts.ts'
import { counts, says, type Fact } from './fact.ts'
import type { Rule } from './rule.ts'
import { isAccess } from './rules-allocator.ts'
import { cut, foundCall, quoted, sign } from './statement.ts'
import { aroundAccess } from './surroundings.ts'

/** Read or write, where the processor's own register gives it. */
export function accessOf({ esr }: CrashFacts): Access | undefined {
  if (esr === undefined) return undefined
  const kind = (esr >> 26n) & 0x3fn
  // A data abort, of the same or of a lower exception level.
  if (kind !== 0x24n && kind !== 0x25n) return undefined
  return (esr & 0x40n) === 0n ? 'read' : 'write'
}

/** Words of the exception. */
export const message = (pattern: RegExp, example: string): Fact =>
  says('exception', pattern, example, (match) => ({
    params: { text: cut(match[0], 200) },
    evidence: [sign('report-says', { text: cut(match.input) })],
  }))

export const NULL_SAID = /^Attempted to dereference null pointer\b/
export const NULL_EXAMPLE = 'Attempted to dereference null pointer.'

export const pointerRules: readonly Rule[] = [
  {
    code: 'garbage-pointer',
    kind: 'said',
    requires: [
      isAccess,
      message(/dereference garbage pointer(?: 0x[0-9a-f]+)?/i, 'Attempted to dereference garbage pointer 0x42.'),
    ],
    params: aroundAccess,
  },
  {
    code: 'garbage-pointer',
    kind: 'said',
    requires: [
      isAccess,
      says(
        'info',
        /^Attempted to (dereference garbage pointer 0x[0-9a-f]{1,16})\b/,
        'Attempted to dereference garbage pointer 0x42.',
        ({ input, 1: text = '' }) => ({ params: { text }, evidence: [quoted(input)] }),
      ),
    ],
    params: aroundAccess,
  },
  ...[
    message(NULL_SAID, NULL_EXAMPLE),
    says('info', NULL_SAID, NULL_EXAMPLE, ({ input }) => ({ evidence: [quoted(input)] })),
  ].map((fact): Rule => ({
    code: 'null-dereference',
    kind: 'said',
    // The reporter concludes it from the address, which may be of a link register that was overwritten.
    grade: 'likely',
    requires: [isAccess, fact],
    // With an address it says how far behind the pointer the access was.
    excludes: [counts('address', () => true, [0x18n])],
    params: (facts) => ({ offset: 0, access: accessOf(facts), ...aroundAccess(facts) }),
  })),
]

/** The system holds the pointer’s signature for wrong. */
export const isNotAuthenticated = says(
  'exception',
  /possible pointer authentication failure/i,
  'KERN_INVALID_ADDRESS (possible pointer authentication failure)',
)

/** Functions of JavaScript engines and browsers that end a program by an access that no program may make. */
const ENDERS =
  /^(?:WTFCrash(?:WithInfo\w{0,8}|WithSecurityImplication)?|(?:facebook::hermes::detail::)?hermesFatalErrorHandler|hermes_fatal|MOZ_Crash(?:Sequence|Printf)?|mozalloc_(?:abort|handle_oom)|js::AutoEnterOOMUnsafeRegion::crash(?:_impl)?)(?=$|[(<])/

export const endedByAccess: Rule = {
  code: 'ended-by-access',
  kind: 'shown',
  // The name alone says it.
  grade: 'likely',
  requires: [
    isAccess,
    says('innermost', ENDERS, 'WTFCrash', ({ 0: name, input }, facts) => ({
      ...foundCall(facts, input),
      params: { ender: name },
    })),
  ],
  excludes: [isNotAuthenticated],
}

/** True if the program’s own code is for processors that sign no pointers. */
export const signsNothing = ({ report: { images, header } }: CrashFacts): boolean => {
  const own = images.filter(({ name }) => name === header.process)
  return own.length > 0 && own.every(({ arch }) => signsNoPointers(arch))
}
