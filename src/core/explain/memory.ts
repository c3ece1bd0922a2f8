/** Accesses to memory that is not there or not allowed. */
import type { FillPattern } from '../messages/en/evidence.ts'
import type { WildKind } from '../messages/en/explain/memory.ts'
import { formatHex } from '../model/address.ts'
import type { Message } from '../model/message.ts'
import type { Explanation } from '../model/report.ts'
import { findRecursion } from './recursion.ts'
import type { Rule } from './rule.ts'
import { explanation, findCall, findWords, frameIs, registerOf, sign, type Seen } from './seen.ts'

/** The first page is never mapped; no field of a sane object lies farther from its start. */
const NULL_PAGE = 0x1_0000n
const MEGABYTE = 0x10_0000n

const isBadAccess = (seen: Seen): boolean =>
  seen.type === 'EXC_BAD_ACCESS' || seen.signal === 'SIGSEGV' || seen.signal === 'SIGBUS'

/** Frames that repeat without end, or a stack pointer at the end of its stack. */
export const stackOverflow: Rule = (seen) => {
  const recursion = findRecursion(seen)
  const sp = registerOf(seen, 'sp')?.value ?? registerOf(seen, 'rsp')?.value ?? registerOf(seen, 'esp')?.value
  const { address } = seen
  const near = sp !== undefined && address !== undefined && address < sp + 0x1_0000n && address + MEGABYTE > sp
  const guard = findWords(seen, /stack guard/i) ?? guardRegion(seen)
  const says = findWords(seen, /stack overflow|Stack overflow/)
  if (!says && !(recursion && (isBadAccess(seen) || recursion.count >= 100)) && !(isBadAccess(seen) && near && guard)) {
    return undefined
  }
  return explanation(
    seen,
    'stack-overflow',
    { function: recursion?.names[0] },
    {
      evidence: [
        recursion && sign('recursion', { functions: recursion.names, count: recursion.count }),
        near && address !== undefined && sign('at-stack-pointer', { address: formatHex(address), sp: formatHex(sp) }),
        guard && sign('stack-guard', {}),
        says && sign('report-says', { text: says[0] }),
      ],
      ...(recursion && { frames: recursion.frames }),
      ...(near && { registers: ['sp'] }),
    },
  )
}

function guardRegion(seen: Seen): boolean {
  return seen.report.sections.some(
    (section) =>
      section.kind === 'text' && /VM Region Info/i.test(section.title) && /--->\s*STACK GUARD/i.test(section.text),
  )
}

const RETAIN_OR_SEND =
  /^_?(?:objc_(?:msgSend\w*|retain\w*|release\w*|autorelease\w*|opt_\w+|loadWeak\w*|storeStrong|copyWeak|destroyWeak)|swift_(?:retain|release|bridgeObject\w+|unknownObject\w+|getObjectType|isUniquelyReferenced\w*)|_?CF(?:Retain|Release)|objc_object::\w+|lookUpImpOrForward|_objc_msgSend_uncached)/

const zombie: Rule = (seen) => {
  const named = findWords(seen, /\*\*\* -\[(\S+) (\S+)\]: message sent to deallocated instance (0x[0-9a-f]+)/)
  if (named) {
    const [, name = '', selector = '', address = ''] = named
    return explanation(seen, 'zombie', { class: name, selector }, { evidence: [sign('zombie-says', { address })] })
  }
  const call = seen.calls[0] && findCall(seen, RETAIN_OR_SEND, 2)
  if (!call || seen.address === undefined || seen.address < NULL_PAGE) return undefined
  const selector = selectorOf(seen)
  return explanation(
    seen,
    'freed-object',
    { isMessage: /msgSend|opt_|lookUpImp/.test(call.call.function), selector },
    {
      evidence: [
        frameIs(call),
        sign('faulting-at', { address: formatHex(seen.address) }),
        selector === undefined ? undefined : sign('selector', { selector }),
      ],
      frames: [call.frame],
      ...(selector !== undefined && { registers: [seen.isArm ? 'x1' : 'rsi'] }),
    },
  )
}

/** What the report says about the selector that objc_msgSend was called with. */
function selectorOf(seen: Seen): string | undefined {
  const said = findWords(seen, /(?:selector name|objc_msgSend\(\) selector name):?\s*(\S+)/)
  if (said?.[1]) return said[1]
  const note = registerOf(seen, seen.isArm ? 'x1' : 'rsi')?.note
  return /(?:selector|string)[^:]*: *"?([\w:$]+)"?$/i.exec(note ?? '')?.[1]
}

const signing: Rule = (seen) => {
  const words = findWords(
    seen,
    /Code Signature Invalid|CODESIGNING|code signature (?:invalid|in .{1,120} not valid)|Invalid Page/i,
  )
  if (!words && seen.report.termination?.namespace !== 'CODESIGNING') return undefined
  const isLaunch = findWords(seen, /Launch Constraint Violation/i) !== undefined
  const evidence = [
    words ? sign('report-says', { text: words[0] }) : sign('namespace-is', { namespace: 'CODESIGNING' }),
  ]
  return explanation(seen, 'code-signing', { isLaunch }, { evidence })
}

/** Addresses outside every address space of the architecture: signed pointers that failed, or garbage. */
const pointerAuthentication: Rule = (seen) => {
  const words = findWords(seen, /possible pointer authentication failure/i)
  const esr = registerOf(seen, 'esr')
  const trap = esr !== undefined && ((esr.value >> 26n) & 0x3fn) === 0x1cn
  if (!words && !trap) return undefined
  return explanation(
    seen,
    'pointer-authentication',
    {},
    {
      evidence: [
        words && sign('report-says', { text: words[0] }),
        trap && sign('authentication-fault', { esr: formatHex(esr.value) }),
        seen.address === undefined ? undefined : sign('address-is', { address: formatHex(seen.address) }),
      ],
      ...(trap && { registers: ['esr'] }),
    },
  )
}

const nullPointer: Rule = (seen) => {
  const { address } = seen
  const pc = registerOf(seen, seen.isArm ? 'pc' : 'rip')?.value
  const first = seen.stack?.frames[0]?.address
  if (isBadAccess(seen) && (pc === 0n || (pc === undefined && first === 0n))) {
    const isPc = pc === 0n
    return explanation(
      seen,
      'null-call',
      {},
      {
        evidence: [isPc ? sign('pc-is-null', {}) : sign('frame-is-null', {})],
        registers: isPc ? [seen.isArm ? 'pc' : 'rip'] : [],
      },
    )
  }
  if (address === undefined || address >= NULL_PAGE) return undefined
  const offset = Number(address)
  const registers = seen.isArm ? registersThatExplain(seen, address) : []
  return explanation(
    seen,
    'null-dereference',
    { offset },
    {
      evidence: [sign('bad-access', { address: formatHex(address), offset, registers })],
      ...(registers.length > 0 && { registers }),
    },
  )
}

/** Argument registers that are 0, where few are: one of them is the pointer. */
function registersThatExplain(seen: Seen, address: bigint): string[] {
  if (address === 0n) return []
  const zero = ['x0', 'x8', 'x19', 'x20'].filter((name) => registerOf(seen, name)?.value === 0n)
  return zero.length <= 2 ? zero : []
}

const patterns: readonly (readonly [pattern: RegExp, meaning: FillPattern])[] = [
  [/^(?:0x)?(?:55){5,8}\w{0,3}$/, 'freed'],
  [/^(?:0x)?(?:aa){5,8}\w{0,3}$/i, 'fresh'],
  [/deadbeef|deadbeaf|baadf00d|feedface|cafebabe/i, 'debug'],
]

const wildPointer: Rule = (seen) => {
  if (!isBadAccess(seen)) return undefined
  if (seen.address === undefined) {
    const isGeneral = findWords(seen, /EXC_I386_GPFLT|general protection/i)
    return isGeneral && wild(seen, 'unreachable', sign('general-protection', {}))
  }
  const address = formatHex(seen.address)
  const pattern = patterns.find(([form]) => form.test(address))?.[1]
  if (pattern) return wild(seen, 'pattern', sign('fill-pattern', { address, pattern }))
  const text = asText(seen.address)
  if (text !== undefined) return wild(seen, 'text', sign('text-as-address', { address, text }))
  if (findWords(seen, /KERN_PROTECTION_FAILURE/)) {
    return explanation(seen, 'protection', {}, { evidence: [sign('protection-failure', { address })] })
  }
  if (findWords(seen, /EXC_ARM_DA_ALIGN|alignment fault/i)) {
    return explanation(seen, 'alignment', {}, { evidence: [sign('alignment-fault', { address })] })
  }
  return wild(seen, 'unmapped', sign('unmapped', { address }))
}

const wild = (seen: Seen, kind: WildKind, evidence: Message): Explanation =>
  explanation(seen, 'wild-pointer', { kind }, { evidence: [evidence] })

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

const rules: readonly Rule[] = [signing, pointerAuthentication, stackOverflow, zombie, nullPointer, wildPointer]

export const memoryAccess: Rule = (seen) => {
  for (const rule of rules) {
    const isMemory = rule !== signing && rule !== stackOverflow && rule !== zombie
    if (isMemory && !isBadAccess(seen)) continue
    const found = rule(seen)
    if (found) return found
  }
  return undefined
}
