/** Accesses to memory that is not there or not allowed. */
import type { FillPattern } from '../messages/en/evidence.ts'
import type { Access, WildKind } from '../messages/en/explain/memory.ts'
import { formatHex } from '../model/address.ts'
import type { Message } from '../messages/message.ts'
import type { Explanation } from '../model/report.ts'
import { findRecursion } from './recursion.ts'
import type { Rule } from './rule.ts'
import {
  explanation,
  findCall,
  findSystemWords,
  findWords,
  frameIs,
  registerOf,
  sign,
  type CrashFacts,
} from './crash-facts.ts'

/** The first page is never mapped; no field of a sane object lies farther from its start. */
const NULL_PAGE = 0x1_0000n
/** Fields of fewer bytes exist, and are rarely the first that is read. */
const FIELD_ALIGNMENT = 4
const MEGABYTE = 0x10_0000n

/** Frames that repeat without end, or a stack pointer at the end of its stack. */
export const stackOverflow: Rule = (facts) => {
  const recursion = findRecursion(facts)
  const sp = registerOf(facts, 'sp')?.value ?? registerOf(facts, 'rsp')?.value ?? registerOf(facts, 'esp')?.value
  const { address } = facts
  const near = sp !== undefined && address !== undefined && address < sp + 0x1_0000n && address + MEGABYTE > sp
  const guard = findWords(facts, /stack guard/i) ?? guardRegion(facts)
  const says = findSystemWords(facts, /stack overflow|Stack overflow/)
  if (!says && !(recursion && ranFull(facts, recursion.count, sp, near)) && !(facts.isBadAccess && near && guard))
    return undefined
  return explanation(
    facts,
    'stack-overflow',
    { function: recursion?.names[0] },
    {
      grade: says ? 'proved' : 'likely',
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

/** How many rounds prove a full stack, where nothing tells how far the access was from the stack pointer. */
const MANY_ROUNDS = 50

/** Whether a recursion ended because the stack was full: deep calls may fail for any other reason, such as a null pointer. */
function ranFull(facts: CrashFacts, rounds: number, sp: bigint | undefined, near: boolean): boolean {
  if (!facts.isBadAccess) return false
  if (facts.address === undefined) return rounds >= 2 * MANY_ROUNDS
  return sp === undefined || sp === 0n ? facts.address >= NULL_PAGE && rounds >= MANY_ROUNDS : near
}

function guardRegion(facts: CrashFacts): boolean {
  return facts.report.sections.some(
    (section) =>
      section.kind === 'text' && /VM Region Info/i.test(section.title) && /--->\s*STACK GUARD/i.test(section.text),
  )
}

const RETAIN_OR_SEND =
  /^_?(?:objc_(?:msgSend\w*|retain\w*|release\w*|autorelease\w*|opt_\w+|loadWeak\w*|storeStrong|copyWeak|destroyWeak)|swift_(?:retain|release|bridgeObject\w+|unknownObject\w+|getObjectType|isUniquelyReferenced\w*)|_?CF(?:Retain|Release)|objc_object::\w+|lookUpImpOrForward|_objc_msgSend_uncached)/

const zombie: Rule = (facts) => {
  const named = findWords(facts, /\*\*\* -\[(\S+) (\S+)\]: message sent to deallocated instance (0x[0-9a-f]+)/)
  if (named) {
    const [, name = '', selector = '', address = ''] = named
    return explanation(
      facts,
      'zombie',
      { class: name, selector },
      { grade: 'proved', evidence: [sign('zombie-says', { address })] },
    )
  }
  const call = facts.calls[0] && findCall(facts, RETAIN_OR_SEND, 2)
  if (!call || !facts.isBadAccess || facts.address === undefined || facts.address < NULL_PAGE) return undefined
  const selector = selectorOf(facts)
  return explanation(
    facts,
    'freed-object',
    { isMessage: /msgSend|opt_|lookUpImp/.test(call.call.function), selector },
    {
      grade: 'likely',
      evidence: [
        frameIs(call),
        sign('faulting-at', { address: formatHex(facts.address) }),
        selector === undefined ? undefined : sign('selector', { selector }),
      ],
      frames: [call.frame],
      ...(selector !== undefined && { registers: [facts.isArm ? 'x1' : 'rsi'] }),
    },
  )
}

/** What the report says about the selector that objc_msgSend was called with. */
function selectorOf(facts: CrashFacts): string | undefined {
  const said = findWords(facts, /(?:selector name|objc_msgSend\(\) selector name):?\s*(\S+)/)
  if (said?.[1]) return said[1]
  const note = registerOf(facts, facts.isArm ? 'x1' : 'rsi')?.note
  return /(?:selector|string)[^:]*: *"?([\w:$]+)"?$/i.exec(note ?? '')?.[1]
}

const signing: Rule = (facts) => {
  const words = findSystemWords(
    facts,
    /Code Signature Invalid|CODESIGNING|code signature (?:invalid|in .{1,120} not valid)|Invalid Page/i,
  )
  if (!words && facts.report.termination?.namespace !== 'CODESIGNING') return undefined
  const isLaunch = findWords(facts, /Launch Constraint Violation/i) !== undefined
  const evidence = [
    words ? sign('report-says', { text: words[0] }) : sign('namespace-is', { namespace: 'CODESIGNING' }),
  ]
  return explanation(facts, 'code-signing', { isLaunch }, { grade: 'proved', evidence })
}

/** Addresses outside every address space of the architecture: signed pointers that failed, or garbage. */
const pointerAuthentication: Rule = (facts) => {
  const words = findWords(facts, /possible pointer authentication failure/i)
  const esr = registerOf(facts, 'esr')
  const trap = esr !== undefined && ((esr.value >> 26n) & 0x3fn) === 0x1cn
  if (!words && !trap) return undefined
  return explanation(
    facts,
    'pointer-authentication',
    {},
    {
      grade: trap ? 'proved' : 'likely',
      evidence: [
        words && sign('report-says', { text: words[0] }),
        trap && sign('authentication-fault', { esr: formatHex(esr.value) }),
        facts.address === undefined ? undefined : sign('address-is', { address: formatHex(facts.address) }),
      ],
      ...(trap && { registers: ['esr'] }),
    },
  )
}

/** What a writer that looked at the instruction says, whatever the address of the fault is. */
const GARBAGE = /dereference garbage pointer(?: 0x[0-9a-f]+)?/i

const nullPointer: Rule = (facts) => {
  const { address } = facts
  const call = nullCall(facts)
  if (call) return call
  const said = findWords(facts, /dereference null pointer/i)
  if (said && (address === undefined || address === 0n)) {
    const evidence = [sign('report-says', { text: said[0] })]
    return explanation(facts, 'null-dereference', { offset: 0, access: accessOf(facts) }, { grade: 'proved', evidence })
  }
  if (address === undefined || address >= NULL_PAGE || findWords(facts, GARBAGE)) return undefined
  const offset = Number(address)
  // Fields are aligned: an odd small number is no field of a null pointer.
  if (offset % FIELD_ALIGNMENT !== 0) return undefined
  const access = accessOf(facts)
  return explanation(
    facts,
    'null-dereference',
    { offset, access },
    // A small address may be a small number that was taken for a pointer; 0 is a null pointer.
    {
      grade: offset === 0 ? 'proved' : 'likely',
      evidence: [sign('bad-access', { address: formatHex(address), offset, access })],
    },
  )
}

/** A program counter of 0, where nothing else of the report says otherwise. */
function nullCall(facts: CrashFacts): Explanation | undefined {
  const { address } = facts
  const name = facts.isArm ? 'pc' : 'rip'
  const pc = registerOf(facts, name)?.value
  const first = facts.stack?.frames[0]?.address
  const sp = registerOf(facts, facts.isArm ? 'sp' : 'rsp')?.value
  if (address !== undefined && address !== 0n) return undefined
  // A state of zeros was not read at all.
  if (pc === undefined ? first !== 0n : pc !== 0n || sp === 0n) return undefined
  if (address === undefined && first !== undefined && first !== 0n) return undefined
  const isPc = pc === 0n
  const evidence = [isPc ? sign('pc-is-null', {}) : sign('frame-is-null', {})]
  return explanation(facts, 'null-call', {}, { grade: 'proved', evidence, registers: isPc ? [name] : [] })
}

/** Whether the access was a read or a write, where the processor's own register says it. */
function accessOf(facts: CrashFacts): Access | undefined {
  const esr = registerOf(facts, 'esr')?.value
  if (esr === undefined) return undefined
  const kind = (esr >> 26n) & 0x3fn
  // A data abort, of the same or of a lower exception level.
  if (kind !== 0x24n && kind !== 0x25n) return undefined
  return (esr & 0x40n) === 0n ? 'read' : 'write'
}

const patterns: readonly (readonly [pattern: RegExp, meaning: FillPattern])[] = [
  [/^(?:0x)?(?:55){5,8}\w{0,3}$/, 'freed'],
  [/^(?:0x)?(?:aa){5,8}\w{0,3}$/i, 'fresh'],
  [/deadbeef|deadbeaf|baadf00d|feedface|cafebabe/i, 'debug'],
]

const wildPointer: Rule = (facts) => {
  const garbage = findWords(facts, GARBAGE)
  if (garbage) return wild(facts, 'unmapped', sign('report-says', { text: garbage[0] }))
  if (facts.address === undefined) {
    return facts.isUnreachable ? wild(facts, 'unreachable', sign('general-protection', {})) : undefined
  }
  const address = formatHex(facts.address)
  if (facts.address < NULL_PAGE) return wild(facts, 'small', sign('small-number', { address }))
  const pattern = patterns.find(([form]) => form.test(address))?.[1]
  if (pattern) return wild(facts, 'pattern', sign('fill-pattern', { address, pattern }))
  const text = asText(facts.address)
  if (text !== undefined) return wild(facts, 'text', sign('text-as-address', { address, text }))
  if (findWords(facts, /KERN_PROTECTION_FAILURE/)) {
    return explanation(
      facts,
      'protection',
      {},
      { grade: 'proved', evidence: [sign('protection-failure', { address })] },
    )
  }
  if (findWords(facts, /EXC_ARM_DA_ALIGN|alignment fault/i)) {
    return explanation(facts, 'alignment', {}, { grade: 'proved', evidence: [sign('alignment-fault', { address })] })
  }
  return wild(facts, 'unmapped', sign('unmapped', { address }))
}

function wild(facts: CrashFacts, kind: WildKind, evidence: Message): Explanation {
  // That the access failed is stated; what the pointer held before is not. Words of another end speak against it.
  const isStated = kind !== 'pattern' && kind !== 'text' && !findWords(facts, /abort\(\) called|BUG IN CLIENT/)
  return explanation(facts, 'wild-pointer', { kind }, { grade: isStated ? 'proved' : 'likely', evidence: [evidence] })
}

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

export const memoryAccess: Rule = (facts) => {
  for (const rule of rules) {
    const isMemory = rule !== signing && rule !== stackOverflow && rule !== zombie
    if (isMemory && !facts.isBadAccess) continue
    const found = rule(facts)
    if (found) return found
  }
  return undefined
}
