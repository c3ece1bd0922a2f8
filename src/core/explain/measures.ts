/** Numbers that rules compare, computed from registers, stacks and the instruction at the fault. */
import type { CrashFacts } from './crash-facts.ts'
import { findRecursion } from './recursion.ts'

/** No program maps its first pages; no field of a sane object lies farther from its start. */
export const NULL_PAGE = 0x1_0000n
/** The end of the smallest page. */
export const FIRST_PAGE = 0x1000n

/** The innermost row is there and has a place in code, so the program counter is no null. */
export function isInCode({ stack }: CrashFacts): boolean {
  const [first] = stack?.frames ?? []
  if (first?.index !== 0) return false
  return first.image !== undefined || (first.kind === 'exact' && (first.address ?? 0n) >= NULL_PAGE)
}

/** Where the main stack of a 32-bit Intel program on a Mac ends, and what the kernel keeps free below it. */
const OLD_STACK = 0xbf80_0000n
const OLD_GUARD = 0x380_0000n

/** Bytes from the access up to the end of the region that is marked, where that is of a stack and allows nothing. */
export function belowGuardEnd({ address, region, report, thread }: CrashFacts): bigint | undefined {
  if (address === undefined) return undefined
  const isMain = thread !== undefined && thread === report.threads[0]
  if (report.header.arch === 'i386' && isMain && address < OLD_STACK && address >= OLD_STACK - OLD_GUARD)
    return OLD_STACK - address
  const line = region.find((text) => /^\s*-{2,3}> +(?:STACK GUARD|Stack)\b/.test(text) && /\] ---\//.test(text))
  const [, start, end] = /\b([0-9a-f]{5,16})-([0-9a-f]{5,16})\b/i.exec(line ?? '') ?? []
  if (start === undefined || end === undefined) return undefined
  const isInside = address >= BigInt(`0x${start}`) && address < BigInt(`0x${end}`)
  return isInside ? BigInt(`0x${end}`) - address : undefined
}

/** Functions that do nothing for a null object. `objc_storeStrong` and its like take a place, which null does not suit. */
export const NULL_SAFE =
  /^_?(?:objc_(?:msgSend(?!Super)\w*|(?:retain|release|autorelease)\w*|opt_\w+)|swift_(?:retain|release)\w*)$/

/** Functions that take an object as their first argument and read it at once. */
export const RETAIN_OR_SEND =
  /^_?(?:objc_(?:msgSend\w*|retain\w*|release\w*|autorelease\w*|opt_\w+|loadWeak\w*|storeStrong|copyWeak|destroyWeak)|swift_(?:retain|release|bridgeObject\w+|unknownObject\w+|getObjectType|isUniquelyReferenced\w*)|_?CF(?:Retain|Release)|objc_object::\w+|lookUpImpOrForward|_objc_msgSend_uncached)/

/** A register of the thread, by its name. */
export function registerOf(
  { thread }: CrashFacts,
  ...names: readonly string[]
): { readonly value: bigint; readonly note?: string } | undefined {
  return thread?.registers?.find((register) => names.includes(register.name))
}

/** The receiver of a message or of a retain; undefined where the innermost frame is neither, or the report has no registers. */
export function receiverOf(facts: CrashFacts): bigint | undefined {
  const [innermost] = facts.calls
  if (!innermost || !RETAIN_OR_SEND.test(innermost.call.function)) return undefined
  return registerOf(facts, facts.isArm ? 'x0' : 'rdi')?.value
}

export const stackPointerOf = (facts: CrashFacts): bigint | undefined =>
  registerOf(facts, 'sp', 'rsp', 'esp', 'r13')?.value

/** Bytes from the stack pointer to the access, below or above it; undefined where the report lacks one of them. */
export function distanceToStackPointer(facts: CrashFacts): bigint | undefined {
  const sp = stackPointerOf(facts)
  if (sp === undefined || sp === 0n || facts.address === undefined) return undefined
  return facts.address < sp ? sp - facts.address : facts.address - sp
}

/** Bytes from the access up to the stack pointer, where a function that needs more stack writes; undefined for an access above it. */
export function belowStackPointer(facts: CrashFacts): bigint | undefined {
  const sp = stackPointerOf(facts)
  if (sp === undefined || facts.address === undefined || facts.address > sp) return undefined
  return sp - facts.address
}

export const recursionRounds = (facts: CrashFacts): bigint | undefined => {
  const found = findRecursion(facts)
  return found && BigInt(found.count)
}

/** The value of the only register in the address of the faulting instruction, where the instruction was checked. */
export function accessRegisters({ symbolicated }: CrashFacts): bigint | undefined {
  const access = symbolicated.fault?.told.find(({ code }) => code === 'access')
  const registers = access?.params['registers']
  if (!Array.isArray(registers) || registers.length !== 1) return undefined
  const value = / is (0x[0-9a-f]{1,16}|0)$/.exec(String(registers[0]))?.[1]
  return value === undefined ? undefined : BigInt(value)
}

const GENERAL = /^(?:x\d{1,2}|r\d{1,2}|fp|[er](?:[abcd]x|[sd]i|bp))$/
const FEW_REGISTERS = 6

/** How many general registers of the thread hold 0; undefined where the report has few of them. */
export function zeroRegisters({ thread }: CrashFacts): bigint | undefined {
  const general = (thread?.registers ?? []).filter(({ name }) => GENERAL.test(name))
  if (general.length < FEW_REGISTERS) return undefined
  return BigInt(general.filter(({ value }) => value === 0n).length)
}
