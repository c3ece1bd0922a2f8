/** Possible causes of an access that failed. None of it is proved: each comes with a way to check it. */
import type { FillPattern } from '../messages/evidence.ts'
import type { WildKind } from '../messages/explain/memory.ts'
import { formatHex } from '../model/address.ts'
import { I386_GENERAL_PROTECTION, KERN, QUARANTINE } from './access-codes.ts'
import type { CrashFacts } from './crash-facts.ts'
import { counts, equals, says, type Fact, type Found } from './fact.ts'
import { NULL_PAGE, registerOf, RETAIN_OR_SEND } from './measures.ts'
import type { Family, Rule } from './rule.ts'
import { isAccess } from './rules-allocator.ts'
import { causes } from './rules-memory.ts'
import { foundCall, sign } from './statement.ts'
import { rustStack } from './rules-stack.ts'
import { aroundAccess } from './surroundings.ts'

/** The report's words on the selector that was passed to objc_msgSend. */
function selectorOf(facts: CrashFacts): string | undefined {
  for (const line of facts.info) {
    const said = /^(?:Selector name found in current argument registers|objc_msgSend\(\) selector name): (\S+)/.exec(
      line,
    )
    if (said?.[1] !== undefined) return said[1]
  }
  const note = registerOf(facts, facts.isArm ? 'x1' : 'rsi')?.note
  return /(?:selector|string)[^:]*: *"?([\w:$]+)"?$/i.exec(note ?? '')?.[1]
}

const retains = says('innermost', RETAIN_OR_SEND, 'objc_msgSend', ({ input }, facts): Found => {
  const selector = selectorOf(facts)
  const seen = foundCall(facts, input)
  return {
    ...seen,
    params: { isMessage: /msgSend|opt_|lookUpImp/.test(input), selector },
    evidence: [...(seen.evidence ?? []), selector !== undefined && sign('selector', { selector })],
    ...(selector !== undefined && { registers: [facts.isArm ? 'x1' : 'rsi'] }),
  }
})

const hex = (value: bigint): string => formatHex(value)

const patterns: readonly (readonly [form: RegExp, meaning: FillPattern])[] = [
  [/^0x(?:55){4,8}\w{0,3}$/, 'freed'],
  [/^0x(?:aa){4,8}\w{0,3}$/, 'fresh'],
  // All ones but the last digits are a small negative number.
  [/^0x(?!f+[0-9a-f]{0,3}$)([0-9a-f]{2})\1{3,7}[0-9a-f]{0,3}$/, 'repeated'],
  [/deadbeef|deadbeaf|baadf00d|feedface|cafebabe/, 'debug'],
]

const patternOf = (address: bigint): FillPattern | undefined => patterns.find(([form]) => form.test(hex(address)))?.[1]

/** Eight bytes of printable ASCII; undefined for anything else. */
function asText(address: bigint): string | undefined {
  let text = ''
  for (let shift = 0n; shift < 64n; shift += 8n) {
    const code = Number((address >> shift) & 0xffn)
    if (code === 0 && shift >= 48n) break
    if (code < 0x20 || code > 0x7e) return undefined
    text += String.fromCharCode(code)
  }
  return text
}

/** A small negative number of 32 or 64 bits. */
const isNegative = (value: bigint): boolean =>
  (value >= 0xffff_f000n && value <= 0xffff_ffffn) || value >= 0xffff_ffff_ffff_f000n

const faultingAt = (value: bigint): Found => ({ evidence: [sign('faulting-at', { address: hex(value) })] })

const isFar = counts('address', (value) => value >= NULL_PAGE && !isNegative(value), [0x1_2345_6780n, 8n], faultingAt)

const isPattern = counts(
  'address',
  (value) => patternOf(value) !== undefined,
  [0x5555_5555_5555_5558n, 0x1_2345_6780n],
  (value) => ({ evidence: [sign('fill-pattern', { address: hex(value), pattern: patternOf(value) ?? 'repeated' })] }),
)

const isText = counts(
  'address',
  (value) => asText(value) !== undefined,
  [0x6f_6c_6c_65_68n | (0x20_7a_79n << 40n), 0x1_2345_6780n],
  (value) => ({ evidence: [sign('text-as-address', { address: hex(value), text: asText(value) ?? '' })] }),
)

/** The system's own diagnosis of the memory excludes guesses. */
const hasOwnCode = counts(
  'access-code',
  (value) => value === QUARANTINE || (value >= 0x101n && value <= 0x107n) || value === 10n || value === 50n,
  [0x106n, 1n],
)
/** No register that an instruction could take the address from is a null pointer. */
const noneIsNull = counts('zero-registers', (value) => value === 0n, [0n, 1n])
/** The system or the allocator says what was wrong. */
const diagnosed: readonly Fact[] = [hasOwnCode, says('memory-error', /./, 'use-after-free')]
const isOverflow = says('exception', /^Thread stack size exceeded/, 'Thread stack size exceeded')

const wild = (kind: WildKind, requires: readonly Fact[]): Rule => ({
  code: 'wild-pointer',
  kind: 'possible',
  requires: [isAccess, ...requires],
  excludes: [...diagnosed, isOverflow, rustStack],
  params: (facts) => ({ kind, ...aroundAccess(facts) }),
})

const rules: readonly Rule[] = [
  wild('pattern', [isPattern]),
  wild('text', [isText]),
  {
    code: 'freed-object',
    kind: 'possible',
    isOfCaller: true,
    requires: [isAccess, retains, isFar],
    excludes: [...diagnosed, isOverflow, rustStack, causes.nearStackPointer],
  },
  {
    code: 'freed-object',
    kind: 'possible',
    isOfCaller: true,
    // Intel processors give no address for a pointer that is none.
    requires: [isAccess, retains, equals('access-code', I386_GENERAL_PROTECTION)],
    excludes: [...diagnosed, isOverflow, rustStack],
    adds: () => ({ evidence: [sign('general-protection', {})] }),
  },
  {
    code: 'freed-object',
    kind: 'possible',
    isOfCaller: true,
    // The object is there, and its class is a null pointer.
    requires: [isAccess, causes.hasReceiver, causes.isNearNull(0x10n)],
    excludes: [...diagnosed, isOverflow, rustStack],
    adds: (facts) => retains.find(facts) ?? {},
  },
  {
    code: 'stack-overflow',
    kind: 'possible',
    requires: [isAccess, causes.repeats(50n)],
    excludes: [
      ...diagnosed,
      isOverflow,
      rustStack,
      counts('address', (value) => value < NULL_PAGE, [8n, 0x1_2345_6780n]),
    ],
  },
  {
    code: 'stack-overflow',
    kind: 'possible',
    requires: [isAccess, causes.isDeep, equals('access-code', KERN.protection)],
    excludes: [...diagnosed, isOverflow, rustStack, causes.nearStackPointer],
  },
  {
    code: 'null-dereference',
    kind: 'possible',
    // Fields are aligned: an odd small number is rarely one.
    requires: [isAccess, causes.isNearNull(0x18n, (value) => value % 4n === 0n)],
    excludes: [causes.baseIsNull, noneIsNull, ...causes.fieldOfNull, ...diagnosed],
    params: aroundAccess,
  },
  wild('negative', [counts('address', isNegative, [0xffff_ffff_ffff_fff8n, 0x1_2345_6780n], faultingAt)]),
  wild('small', [causes.isNearNull(0x45n, (value) => value % 4n !== 0n)]),
  wild('small', [causes.isNearNull(0x18n, (value) => value % 4n === 0n), noneIsNull]),
  wild('unreachable', [equals('access-code', I386_GENERAL_PROTECTION)]),
  {
    code: 'wild-pointer',
    kind: 'possible',
    requires: [isAccess, isFar],
    excludes: [
      ...diagnosed,
      isOverflow,
      rustStack,
      causes.nearStackPointer,
      counts('access-code', (v) => v === 2n, [2n, 1n]),
    ],
    params: (facts) => ({ kind: 'unmapped', ...aroundAccess(facts) }),
  },
]

export const memoryCauses: readonly Family[] = [{ rules }]
