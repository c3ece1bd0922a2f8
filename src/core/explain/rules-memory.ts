/** Accesses to memory that failed: what the system says of them, and what numbers prove. */
import { formatHex } from '../model/address.ts'
import { accessWordOf, ARM, I386_GENERAL_PROTECTION, KERN, nameOfAccessCode, QUARANTINE } from './access-codes.ts'
import type { CrashFacts } from './crash-facts.ts'
import { counts, equals, is, says, type Fact } from './fact.ts'
import { allocatorRules, isAccess } from './rules-allocator.ts'
import { elidedCall, elidedEvidence, findRecursion } from './recursion.ts'
import { FIRST_PAGE, isInCode, NULL_PAGE } from './measures.ts'
import type { Family, Rule } from './rule.ts'
import {
  accessOf,
  endedByAccess,
  isNotAuthenticated,
  message,
  NULL_EXAMPLE,
  NULL_SAID,
  pointerRules,
  signsNothing,
} from './rules-pointers.ts'
import { guardOfOther, inGuard, isDeep, nearStackPointer, recursionOf, repeats, stackRules } from './rules-stack.ts'
import { quoted, sign } from './statement.ts'
import { aroundAccess } from './surroundings.ts'

const withCode = (...codes: readonly [bigint, ...bigint[]]): Fact =>
  counts(
    'access-code',
    (value) => codes.includes(value),
    [codes[0], 0x7fffn],
    (value, { address, report }) => ({
      params: { address: address === undefined ? undefined : formatHex(address) },
      evidence: [
        sign('access-code', {
          code: accessWordOf(report) ?? nameOfAccessCode(value) ?? formatHex(value),
          address: address === undefined ? undefined : formatHex(address),
        }),
      ],
    }),
  )

const said: readonly Rule[] = [
  ...allocatorRules,
  {
    code: 'stack-exceeded',
    kind: 'said',
    requires: [
      isAccess,
      message(
        /^Thread stack size exceeded(?: due to excessive recursion)?/,
        'Thread stack size exceeded due to excessive recursion',
      ),
    ],
    params: (facts) => recursionOf(findRecursion(facts)?.names[0] ?? elidedCall(facts)),
    adds: (facts) => ({ evidence: elidedEvidence(facts) }),
  },
  {
    code: 'stack-guard-of-other',
    kind: 'said',
    requires: [
      isAccess,
      message(
        /^Bad access in stack guard region for thread \d+[^\n]{0,200}/,
        'Bad access in stack guard region for thread 1 but crash was associated with thread 0',
      ),
    ],
  },
  {
    code: 'page-in-error',
    kind: 'said',
    requires: [isAccess, message(/FS page-?in error: ?\d+ ?([^\n]{0,80})/, ' FS pagein error: 5 Input/output error')],
  },
  { code: 'page-unreadable', kind: 'said', requires: [isAccess, withCode(KERN.memoryError)] },
  { code: 'tag-check', kind: 'said', requires: [isAccess, withCode(ARM.tagCheck)] },
  { code: 'tag-canonical', kind: 'said', requires: [isAccess, withCode(ARM.canonicalTag)] },
  { code: 'quarantine', kind: 'said', requires: [isAccess, withCode(QUARANTINE)] },
  {
    code: 'pointer-authentication',
    id: 'pointer-authentication-possible',
    kind: 'said',
    requires: [
      isAccess,
      message(
        /\(possible pointer authentication failure\)/i,
        'KERN_INVALID_ADDRESS at 0x41fc821e000001b0 (possible pointer authentication failure)',
      ),
    ],
    params: (facts) => ({
      isPossible: true,
      isData: accessOf(facts) !== undefined,
      ...(signsNothing(facts) && { isUnsigned: true }),
    }),
  },
  ...pointerRules,
]

const isNull = counts(
  'address',
  (value) => value === 0n,
  [0n, 0x1_2345_6789n],
  (_, facts) => {
    const access = accessOf(facts)
    const mayBeJump = facts.pc === undefined && access === undefined && !isInCode(facts)
    return {
      params: { offset: 0, access, mayBeJump },
      evidence: [sign('bad-access', { address: '0x0', offset: 0, access })],
    }
  },
)

/** The smallest page of any processor. */
const isInFirstPage = counts('address', (value) => value > 0n && value < FIRST_PAGE, [0x20n, FIRST_PAGE])

const isNearNull = (example: bigint, fits: (value: bigint) => boolean = () => true): Fact =>
  counts(
    'address',
    (value) => value > 0n && value < NULL_PAGE && fits(value),
    [example, 0x1_2345_6789n],
    (value, facts) => {
      const [offset, access] = [Number(value), accessOf(facts)]
      return {
        params: { offset, access },
        evidence: [sign('bad-access', { address: formatHex(value), offset, access })],
      }
    },
  )

/** Codes other than those of a page that is not there, or not to be touched. */
const isOtherCode = counts('access-code', (value) => value !== KERN.invalidAddress && value !== KERN.protection, [
  I386_GENERAL_PROTECTION,
  1n,
])
const hasReceiver = counts('receiver', (value) => value >= NULL_PAGE, [0x1_0000_4000n, 0n])
const isCallOfNull = counts('pc', (value) => value === 0n, [0n, 0x1_04cc_8000n])
const baseIsNull = equals('base', 0n)
const baseIsSet = counts('base', (value) => value !== 0n, [0x60n, 0n])
const isGarbage = says('exception', /dereference garbage pointer/i, 'Attempted to dereference garbage pointer 0x42.')

const isAtFault = counts(
  'pc-at-fault',
  (value) => value === 1n,
  [1n, 0n],
  (_, { address = 0n, isArm }) => ({
    evidence: [sign('pc-at-fault', { address: formatHex(address) })],
    registers: [isArm ? 'pc' : 'rip'],
  }),
)

/** Facts from the syndrome register. */
const ofSyndrome =
  (shows: 'authentication-fault' | 'syndrome-of-call') =>
  (_: bigint, { esr = 0n }: CrashFacts) => ({
    evidence: [sign(shows, { esr: formatHex(esr) })],
    registers: ['esr'],
  })

/** The processor says that data was read or written, so it did not fail to fetch an instruction. */
const isOfData = counts('esr-class', (value) => value === 0x24n || value === 0x25n, [0x24n, 0x20n])

const isFieldOfNull: readonly Fact[] = [isOtherCode, hasReceiver, isCallOfNull, baseIsSet, isGarbage]

const shown: readonly Rule[] = [
  endedByAccess,
  {
    code: 'pointer-authentication',
    kind: 'shown',
    requires: [
      isAccess,
      counts('esr-class', (value) => value === 0x1cn, [0x1cn, 0x24n], ofSyndrome('authentication-fault')),
    ],
  },
  { code: 'pointer-authentication', kind: 'shown', requires: [isAccess, withCode(ARM.pointerAuthentication)] },
  {
    code: 'access-in-call',
    kind: 'shown',
    // The syndrome alone may be of an earlier entry into the kernel.
    requires: [
      isAccess,
      is('innermost-image', 'libsystem_kernel.dylib'),
      counts('at-system-call', (value) => value === 1n, [1n, 0n], ofSyndrome('syndrome-of-call')),
    ],
  },
  ...stackRules,
  {
    code: 'null-call',
    kind: 'shown',
    isOfCaller: true,
    requires: [
      isAccess,
      counts(
        'pc',
        (value) => value === 0n,
        [0n, 0x1_04cc_8000n],
        (_, { isArm }) => ({ evidence: [sign('pc-is-null', {})], registers: [isArm ? 'pc' : 'rip'] }),
      ),
      isNull,
    ],
    excludes: [isOtherCode],
  },
  {
    code: 'code-not-runnable',
    kind: 'shown',
    requires: [
      isAccess,
      isAtFault,
      withCode(KERN.protection),
      says(
        'region',
        /^\s{0,8}-{1,4}>\s{1,20}__TEXT\b/,
        '--->  __TEXT  101024000-101058000 [  208K] r--/r-- SM=COW  Shop',
      ),
    ],
    excludes: [isNotAuthenticated, isOfData],
  },
  {
    code: 'jump-nowhere',
    kind: 'shown',
    isOfCaller: true,
    requires: [isAccess, isAtFault, withCode(KERN.invalidAddress, KERN.protection)],
    excludes: [isNotAuthenticated, isOfData],
    params: ({ accessCode }) => ({ isMapped: accessCode === KERN.protection }),
  },
  {
    code: 'jump-nowhere',
    kind: 'shown',
    isOfCaller: true,
    // No code lies at an address that is not aligned.
    requires: [isAccess, isAtFault, withCode(ARM.alignment)],
  },
  {
    code: 'jump-nowhere',
    kind: 'shown',
    isOfCaller: true,
    // The word of a signal alone does not say whether memory is mapped there.
    requires: [isAccess, isAtFault, is('signal-code', 'SEGV_ACCERR')],
    excludes: [isOtherCode, isNotAuthenticated],
    params: ({ address = 0n }) => ({ address: formatHex(address) }),
  },
  {
    code: 'null-dereference',
    kind: 'shown',
    requires: [isAccess, isNull],
    excludes: [...isFieldOfNull, isNotAuthenticated],
    params: aroundAccess,
  },
  {
    code: 'null-dereference',
    kind: 'shown',
    requires: [isAccess, isNearNull(0x18n), baseIsNull],
    excludes: [isOtherCode, hasReceiver, isCallOfNull, isGarbage, isNotAuthenticated],
    params: aroundAccess,
  },
  {
    code: 'alignment',
    kind: 'shown',
    requires: [isAccess, withCode(ARM.alignment, ARM.stackAlignment)],
    params: aroundAccess,
  },
  {
    code: 'null-page',
    kind: 'shown',
    requires: [isAccess, withCode(KERN.protection), isInFirstPage],
    params: aroundAccess,
  },
  {
    code: 'protection',
    kind: 'shown',
    requires: [isAccess, withCode(KERN.protection)],
    // A null pointer is in no mapped memory: nobody may use the first page.
    excludes: [inGuard, guardOfOther, says('info', NULL_SAID, NULL_EXAMPLE)],
  },
]

/** The exception and its codes in words, where nothing more is known. */
const named: readonly Rule[] = [
  {
    code: 'general-protection',
    kind: 'none',
    requires: [isAccess, equals('access-code', I386_GENERAL_PROTECTION)],
    params: aroundAccess,
    adds: () => ({ evidence: [sign('general-protection', {})] }),
  },
  {
    code: 'invalid-access',
    kind: 'none',
    requires: [
      isAccess,
      counts(
        'address',
        () => true,
        [0x1_2345_6789n],
        (value, facts) => ({
          params: { address: formatHex(value), access: accessOf(facts) },
          evidence: [
            facts.accessCode === undefined
              ? sign('faulting-at', { address: formatHex(value) })
              : sign('access-code', {
                  code: accessWordOf(facts.report) ?? nameOfAccessCode(facts.accessCode) ?? formatHex(facts.accessCode),
                  address: formatHex(value),
                }),
          ],
        }),
      ),
    ],
  },
]

/** Bare facts of an access for rules on its causes. */
export const causes = {
  isNearNull,
  fieldOfNull: isFieldOfNull,
  baseIsNull,
  isGarbage,
  isNotAuthenticated,
  hasReceiver,
  isOtherCode,
  repeats,
  nearStackPointer,
  isDeep,
} as const

/** Numbers of `brk` that compilers reserve: xnu's `kern/trap_telemetry.h`. 0xc471 is WebKit's, too, and proves nothing. */
const trapNumber = (...numbers: readonly [bigint, ...bigint[]]): Fact =>
  counts(
    'brk',
    (value) => numbers.includes(value),
    [numbers[0], 1n],
    (value) => ({ evidence: [sign('brk-number', { number: formatHex(value) })], registers: ['esr'] }),
  )

/** The code of the exception names the operation. */
const refused = (operation: 'division' | 'floating'): Fact =>
  says('arithmetic', new RegExp(`^${operation}$`), operation, (_, { report: { exception } }) => ({
    evidence: [
      sign('report-says', {
        text: [exception?.type, exception?.subtype ?? exception?.codes].filter(Boolean).join(' '),
      }),
    ],
  }))

/** Traps that the instruction itself names. */
const traps: readonly Rule[] = [
  {
    code: 'pointer-authentication',
    kind: 'said',
    requires: [is('namespace', 'PAC_EXCEPTION')],
    adds: () => ({ evidence: [sign('namespace-is', { namespace: 'PAC_EXCEPTION' })] }),
  },
  { code: 'pointer-authentication', kind: 'shown', requires: [is('end', 'trap'), is('trap', 'trap-signature')] },
  {
    code: 'pointer-authentication',
    kind: 'shown',
    requires: [is('end', 'trap'), trapNumber(0xc470n)],
  },
  {
    code: 'pointer-authentication',
    kind: 'shown',
    requires: [is('end', 'trap'), trapNumber(0xc472n, 0xc473n)],
    params: () => ({ isData: true }),
  },
  { code: 'bounds-safety', kind: 'shown', requires: [is('end', 'trap'), is('trap', 'trap-bounds-safety')] },
  { code: 'bounds-safety', kind: 'shown', requires: [is('end', 'trap'), trapNumber(0x5519n)] },
  { code: 'undefined-behavior', kind: 'shown', requires: [is('end', 'trap'), is('trap', 'trap-sanitizer')] },
  {
    code: 'undefined-behavior',
    kind: 'shown',
    requires: [
      is('end', 'trap'),
      counts(
        'brk',
        (value) => value >> 8n === 0x55n && value !== 0x5519n,
        [0x5501n, 0x5519n],
        (value) => ({ evidence: [sign('brk-number', { number: formatHex(value) })], registers: ['esr'] }),
      ),
    ],
  },
  { code: 'division', kind: 'shown', requires: [is('end', 'arithmetic'), is('trap', 'trap-divide')] },
  { code: 'division', kind: 'shown', requires: [is('end', 'arithmetic'), refused('division')] },
  { code: 'floating-point', kind: 'shown', requires: [is('end', 'arithmetic'), refused('floating')] },
  {
    code: 'refused-instruction',
    kind: 'shown',
    // Not one that compilers place where code must never run.
    requires: [
      is('type', 'EXC_BAD_INSTRUCTION'),
      says(
        'instruction',
        /^(?!ud[12]\b|udf\b|brk\b|trap\b|int3?\b|hlt\b|\.|<|\(|0x|unknown\b|invalid\b)([a-z][\w.]{1,20})(?=\s|$)/,
        'popcntq %rdi, %rax',
        ({ input, 1: mnemonic = '' }) => ({ params: { mnemonic }, evidence: [quoted(input)] }),
        'ud2',
      ),
    ],
  },
]

export const namedTraps: Family = { rules: traps }
export const saidOfMemory: Family = { rules: said }
export const memoryAccess: Family = { rules: shown }
export const namedAccess: Family = { rules: named, isLast: true }
