/** Accesses just beyond the stack of the thread. */
import type { MessageParameters } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import { headerField, type CrashFacts } from './crash-facts.ts'
import { counts, says, type Fact } from './fact.ts'
import { fields } from './fields.ts'
import { stackPointerOf } from './measures.ts'
import { findRecursion } from './recursion.ts'
import type { Rule } from './rule.ts'
import { isAccess } from './rules-allocator.ts'
import { quoted, sign } from './statement.ts'

const MEGABYTE = 0x10_0000n
const BEYOND = 0x1_0000n

/** Objects that hold one another are freed one inside the other. */
const FREES = /deinit\b|\bdealloc\b|\.cxx_destruct\b|::~/

/** Parameters of the function that repeats. */
export const recursionOf = (name: string | undefined): MessageParameters => ({
  function: name,
  isOfFree: name !== undefined && FREES.test(name),
})

/** The evidence of an access near the stack pointer. */
const atStackPointer = (_: bigint, facts: CrashFacts) => ({
  evidence: [
    sign('at-stack-pointer', {
      address: formatHex(facts.address ?? 0n),
      sp: formatHex(stackPointerOf(facts) ?? 0n),
    }),
  ],
  registers: [facts.isArm ? 'sp' : 'rsp'],
})

export const nearStackPointer = counts(
  'from-stack-pointer',
  (value) => value < MEGABYTE,
  [0x20n, 0x1000_0000n],
  atStackPointer,
)

/** Older systems name the part below a stack that nobody may write `Stack`, too. */
export const inGuard = says(
  'region',
  /STACK GUARD|Stack Guard|^\s*-{1,4}>\s+Stack\s[^\n]*\s(?:r-|--)-\//,
  '---> STACK GUARD 16c000000-16c004000 [16K]',
  () => ({ evidence: [sign('stack-guard', {})] }),
)

export const repeats = (fewest: bigint): Fact =>
  counts(
    'rounds',
    (value) => value >= fewest,
    [fewest, 2n],
    (_, facts) => {
      const found = findRecursion(facts)
      return {
        params: recursionOf(found?.names[0]),
        evidence: [found && sign('recursion', { functions: found.names, count: found.count })],
        frames: found?.frames ?? [],
      }
    },
  )

/** The end of a stack's region that nobody may touch: the kernel keeps it below the stack. */
const belowGuard = counts(
  'below-guard-end',
  (value) => value <= BEYOND,
  [0x4n, 0x100_0000n],
  () => ({ evidence: [sign('stack-guard', {})] }),
)

/** Crash reporters list no more frames than about 512. */
export const isDeep = counts(
  'depth',
  (value) => value >= 500n,
  [500n, 40n],
  (value) => ({ evidence: [sign('stack-is-deep', { frames: Number(value) })] }),
)

/** Guard pages are of 16 KB; one frame may be larger than that. */
const justBeyondStack = counts('below-stack-pointer', (value) => value < BEYOND, [0x60n, 0x1000_0000n], atStackPointer)

/** A stack that grows touches what is near its pointer; `chkstk` looks farther before the pointer moves. */
const farFromStackPointer: Fact = {
  on: 'from-stack-pointer',
  example: 0x1000_0000n,
  other: 0x20n,
  find: (facts) => {
    const distance = fields['from-stack-pointer'](facts)
    const isProbe = fields.innermost(facts).some((name) => /chkstk/.test(name))
    return distance !== undefined && distance >= MEGABYTE && !isProbe ? {} : undefined
  },
}

export const guardOfOther = says('exception', /stack guard region for thread|possible stray/i, 'possible stray access?')

/** The region is named as the guard below the stack of a thread that did not crash. */
export const guardBelowOther: Fact = {
  on: 'region',
  example: '---> STACK GUARD 16c000000-16c004000 [16K] ---/rwx SM=NUL  ...for thread 99',
  other: 'elsewhere',
  find: ({ region, thread, report }) => {
    const owner = region.flatMap((line) => /STACK GUARD[^\n]*\bfor thread (\d{1,6})/i.exec(line)?.[1] ?? [])[0]
    // The thread itself may be cut off.
    const said = /^\d{1,6}\b/.exec(headerField(report, /^(?:Crashed Thread|Triggered by Thread)$/i) ?? '')?.[0]
    const crashed = thread?.id ?? said
    return owner !== undefined && crashed !== undefined && Number(owner) !== Number(crashed) ? {} : undefined
  },
}

/** Rust's own words, also those before 1.0. */
export const rustStack = says(
  'info',
  /^(?:thread|task) '[^'\n]{0,100}' (?:\(\d{1,20}\) )?has overflowed its stack/,
  "thread 'main' has overflowed its stack",
  ({ input, 0: text }) => ({ params: { text }, evidence: [quoted(input)] }),
)

/** R's own words, which it says when it looked in time, and when its handler of faults did. */
const rStack = says(
  'info',
  /^(?:C stack usage {1,4}\d{1,12} is too close to the limit|segfault from C stack overflow)/,
  'segfault from C stack overflow',
  ({ 0: text }) => ({ params: { text: text.replace(/ +/g, ' ') }, evidence: [quoted(text)] }),
)

export const stackRules: readonly Rule[] = [
  { code: 'r-stack', kind: 'said', requires: [rStack] },
  {
    code: 'stack-overflow',
    kind: 'shown',
    requires: [isAccess, nearStackPointer, inGuard],
    excludes: [guardOfOther, guardBelowOther],
  },
  {
    code: 'stack-overflow',
    kind: 'shown',
    grade: 'likely',
    requires: [isAccess, nearStackPointer, repeats(10n)],
    excludes: [guardOfOther],
  },
  {
    code: 'stack-overflow',
    kind: 'shown',
    grade: 'likely',
    requires: [isAccess, justBeyondStack, isDeep],
    excludes: [guardOfOther],
  },
  {
    code: 'stack-overflow',
    kind: 'shown',
    // A stray pointer may hit it, too.
    grade: 'likely',
    requires: [isAccess, belowGuard],
    excludes: [guardOfOther, guardBelowOther, farFromStackPointer],
  },
]
