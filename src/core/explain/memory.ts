/** Accesses to memory that is not there or not allowed. */
import { formatHex } from '../model/address.ts'
import type { Explanation } from '../model/report.ts'
import { findRecursion } from './recursion.ts'
import type { Rule } from './rule.ts'
import { explanation, findCall, findWords, frameIs, inCulprit, registerOf, type Seen } from './seen.ts'

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
  const evidence = [
    recursion && `${recursion.names.join(' → ')} repeats ${recursion.count} times`,
    near &&
      address !== undefined &&
      `the faulting address ${formatHex(address)} lies at the stack pointer ${formatHex(sp)}`,
    guard && 'the address is in a stack’s guard region',
    says && `the report says “${says[0]}”`,
  ].filter((text) => typeof text === 'string')
  const who = recursion?.names[0]
  return explanation(seen, {
    id: 'stack-overflow',
    title: who === undefined ? `The stack overflowed${inCulprit(seen)}` : `Endless recursion through ${who}`,
    evidence: evidence.join('; '),
    meaning:
      'Functions called each other until the thread’s stack was full. The main thread has 8 MB on a Mac and 1 MB on a phone, other threads 512 KB.',
    checks: [
      'Which condition should have ended the recursion?',
      'A property’s setter or `didSet` that sets itself, or `layoutSubviews` that asks for layout, are common.',
    ],
    ...(recursion && { frames: recursion.frames }),
    ...(near && { registers: ['sp'] }),
  })
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
    return explanation(seen, {
      id: 'zombie',
      title: `A freed ${named[1] ?? 'object'} got the message ${named[2] ?? ''}${inCulprit(seen)}`,
      evidence: `the zombie at ${named[3] ?? ''} says so itself`,
      meaning: 'The object was freed while something still referred to it.',
      checks: [
        'Who should have kept it alive? Look for `unowned`, `assign`, `unsafe_unretained` and observers that were not removed.',
      ],
    })
  }
  const call = seen.calls[0] && findCall(seen, RETAIN_OR_SEND, 2)
  if (!call || seen.address === undefined || seen.address < NULL_PAGE) return undefined
  const selector = selectorOf(seen)
  const isSend = /msgSend|opt_|lookUpImp/.test(call.call.function)
  return explanation(seen, {
    id: 'freed-object',
    title: isSend
      ? `${selector === undefined ? 'A message' : `The message “${selector}”`} was sent to an object that no longer exists${inCulprit(seen)}`
      : `An object that no longer exists was retained or released${inCulprit(seen)}`,
    evidence: `${frameIs(call)}, faulting at ${formatHex(seen.address)}${selector === undefined ? '' : `; selector ${selector}`}`,
    meaning: 'The memory of the object was given back, or overwritten, while a reference to it was still used.',
    checks: [
      ...(selector === undefined ? [] : [`Which objects get “${selector}” from this code?`]),
      'Look for `unowned`, `assign` and `unsafe_unretained` references, delegates that are not weak, and values shared between threads.',
      'Run with Zombie Objects or Address Sanitizer: both name the object.',
    ],
    frames: [call.frame],
    ...(selector !== undefined && { registers: [seen.isArm ? 'x1' : 'rsi'] }),
  })
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
  const launch = findWords(seen, /Launch Constraint Violation/i)
  return explanation(seen, {
    id: 'code-signing',
    title: launch
      ? 'The system refused to launch the program: a launch constraint'
      : 'The system ended the program because its code signature is not valid',
    evidence: words ? `the report says “${words[0]}”` : 'the termination’s namespace is CODESIGNING',
    meaning: launch
      ? 'The program, or a helper of it, was started in a way that its signature does not allow.'
      : 'A page of code that was about to run does not fit the signature: the file was changed after signing, replaced while it ran, or code was made without the entitlement for it.',
    checks: [
      'Run `codesign --verify --deep --strict --verbose=2` on the bundle.',
      'Was an update installed over the running program?',
      'Code made at run time needs MAP_JIT and the allow-jit entitlement.',
    ],
  })
}

/** Addresses outside every address space of the architecture: signed pointers that failed, or garbage. */
const pointerAuthentication: Rule = (seen) => {
  const words = findWords(seen, /possible pointer authentication failure/i)
  const esr = registerOf(seen, 'esr')
  const trap = esr !== undefined && ((esr.value >> 26n) & 0x3fn) === 0x1cn
  if (!words && !trap) return undefined
  return explanation(seen, {
    id: 'pointer-authentication',
    title: `A signed pointer did not pass its check${inCulprit(seen)}`,
    evidence: [
      words && `the report says “${words[0]}”`,
      trap && `esr ${formatHex(esr.value)} is a pointer authentication fault`,
      seen.address !== undefined && `the address is ${formatHex(seen.address)}`,
    ]
      .filter((text) => typeof text === 'string')
      .join('; '),
    meaning:
      'On arm64e the upper bits of pointers to code and some data hold a signature. It did not fit: the pointer was overwritten, belongs to a freed object, or was cast to another type of function.',
    checks: [
      'Look for a call through a freed object or a function pointer cast to another type.',
      'Address Sanitizer finds most overwritten pointers.',
    ],
    ...(trap && { registers: ['esr'] }),
  })
}

const nullPointer: Rule = (seen) => {
  const { address } = seen
  const pc = registerOf(seen, seen.isArm ? 'pc' : 'rip')?.value
  const first = seen.stack?.frames[0]?.address
  if (isBadAccess(seen) && (pc === 0n || (pc === undefined && first === 0n))) {
    return explanation(seen, {
      id: 'null-call',
      title: `A function pointer that is null was called${inCulprit(seen)}`,
      evidence: pc === 0n ? 'the program counter is 0' : 'frame 0 is at address 0',
      meaning: 'A block, callback or weakly linked function was called that is not there.',
      checks: [
        'Check the block or pointer for nil before the call.',
        'Does the system have this function at this version?',
      ],
      registers: pc === 0n ? [seen.isArm ? 'pc' : 'rip'] : [],
    })
  }
  if (address === undefined || address >= NULL_PAGE) return undefined
  const offset = formatHex(address)
  const holder = seen.isArm ? registersThatExplain(seen, address) : []
  return explanation(seen, {
    id: 'null-dereference',
    title:
      address === 0n
        ? `A null pointer was dereferenced${inCulprit(seen)}`
        : `A field of a null pointer was accessed${inCulprit(seen)}`,
    evidence: `bad access at ${offset}${address === 0n ? '' : `, ${bytes(address)} from null`}${holder.length === 0 ? '' : `; ${holder.join(' and ')} ${holder.length === 1 ? 'is' : 'are'} 0`}`,
    meaning:
      address === 0n
        ? 'The program read or wrote through a pointer that is null.'
        : `The program read or wrote ${bytes(address)} behind a pointer that is null: a field of an object that is not there, or an element of an array that is not there.`,
    checks: [
      'Which pointer on this line can be null, and why is it not checked?',
      ...(address === 0n ? [] : [`The field at offset ${offset} of its type tells which one.`]),
    ],
    ...(holder.length > 0 && { registers: holder }),
  })
}

const bytes = (count: bigint): string => `${count} ${count === 1n ? 'byte' : 'bytes'}`

/** Argument registers that are 0, where few are: one of them is the pointer. */
function registersThatExplain(seen: Seen, address: bigint): string[] {
  if (address === 0n) return []
  const zero = ['x0', 'x8', 'x19', 'x20'].filter((name) => registerOf(seen, name)?.value === 0n)
  return zero.length <= 2 ? zero : []
}

const patterns: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/^(?:0x)?(?:55){5,8}\w{0,3}$/, 'freed memory as MallocScribble leaves it (0x55)'],
  [/^(?:0x)?(?:aa){5,8}\w{0,3}$/i, 'new memory as MallocScribble leaves it (0xaa), never written'],
  [/deadbeef|deadbeaf|baadf00d|feedface|cafebabe/i, 'a value that debugging code writes into dead memory'],
]

const wildPointer: Rule = (seen) => {
  const { address } = seen
  if (!isBadAccess(seen) || address === undefined) {
    const isGeneral = findWords(seen, /EXC_I386_GPFLT|general protection/i)
    if (!isGeneral || !isBadAccess(seen)) return undefined
    return wild(
      seen,
      'general protection fault: the address is none that the processor can reach',
      'The pointer was overwritten or belongs to a freed object.',
    )
  }
  const hex = formatHex(address)
  const known = patterns.find(([pattern]) => pattern.test(hex))
  if (known)
    return wild(
      seen,
      `the address ${hex} is ${known[1]}`,
      'A pointer was read from memory that was freed or never filled in.',
    )
  const text = asText(address)
  if (text !== undefined) {
    return wild(
      seen,
      `the address ${hex} reads “${text}” as text`,
      'Text was written over a pointer: a string ran over the end of its buffer, or memory was used for something else after it was freed.',
    )
  }
  if (findWords(seen, /KERN_PROTECTION_FAILURE/)) {
    return explanation(seen, {
      id: 'protection',
      title: `Memory was used in a way that is not allowed there${inCulprit(seen)}`,
      evidence: `KERN_PROTECTION_FAILURE at ${hex}`,
      meaning: 'The address is mapped, but not for this: constants and code cannot be written, data cannot be run.',
      checks: ['Was a string literal or other constant written to?', 'Was a pointer to data called as a function?'],
    })
  }
  if (findWords(seen, /EXC_ARM_DA_ALIGN|alignment fault/i)) {
    return explanation(seen, {
      id: 'alignment',
      title: `Memory was accessed at an address that is not aligned for it${inCulprit(seen)}`,
      evidence: `alignment fault at ${hex}`,
      meaning: 'Some instructions need addresses that are a multiple of their size.',
      checks: ['Look for a cast of a byte pointer to a larger type; use memcpy or `loadUnaligned`.'],
    })
  }
  return wild(
    seen,
    `nothing is mapped at ${hex}`,
    'The pointer is not null and not valid: most often the object was freed, or its memory was overwritten.',
  )
}

function wild(seen: Seen, evidence: string, meaning: string): Explanation {
  return explanation(seen, {
    id: 'wild-pointer',
    title: `A pointer to no valid memory was used${inCulprit(seen)}`,
    evidence,
    meaning,
    checks: [
      'Run with Address Sanitizer: it stops at the first wrong access and shows who freed the memory.',
      'Look for data that several threads use without a lock.',
    ],
  })
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

export const memoryAccess: Rule = (seen) => {
  for (const rule of rules) {
    const isMemory = rule !== signing && rule !== stackOverflow && rule !== zombie
    if (isMemory && !isBadAccess(seen)) continue
    const found = rule(seen)
    if (found) return found
  }
  return undefined
}
