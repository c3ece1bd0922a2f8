/** What the instruction at a fault tells, as far as the report's own registers and address agree. */
import type { CrashFacts } from '../explain/crash-facts.ts'
import { faultFacts, type Touch } from '../messages/en/fault.ts'
import { say, type Message } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import { archFamily, architectureOf } from '../model/architecture.ts'
import type { FaultFact } from '../model/fault.ts'
import { append } from '../model/lists.ts'
import { accessOf, addressOf, placeText } from './access.ts'
import type { Surroundings } from './arrivals.ts'
import { isArm, type Listed } from './notes.ts'
import { readEsr, readPageFault, type ProcessorStatus } from './processor-status.ts'
import { toldAtTrap } from './told-trap.ts'

/** The thread's registers under the names that debuggers print. */
function registersOf({ thread }: CrashFacts, arch: string): ReadonlyMap<string, bigint> {
  const aliases = architectureOf(archFamily(arch))?.registers.aliases ?? {}
  return new Map((thread?.registers ?? []).map(({ name, value }) => [aliases[name] ?? name, value]))
}

/** Instructions at a fault, and what a trap needs of the code beside them. */
export interface StoppedAt {
  readonly listed: readonly Listed[]
  readonly stopped: number
  readonly around: Surroundings
  /** The function called by the instruction before, by name. */
  readonly called?: string | undefined
}

export function toldAtFault(
  facts: CrashFacts,
  { listed, stopped, around, called }: StoppedAt,
  arch: string,
): readonly FaultFact[] {
  const registers = registersOf(facts, arch)
  const at = listed[stopped]
  if (at?.text === undefined) return []
  const pc = registers.get('pc') ?? registers.get('rip') ?? registers.get('eip')
  // Registers of another place tell nothing of this instruction.
  const isSame = pc !== undefined && (pc === at.address || bareCode(pc, arch) === at.address)
  const status = statusOf(registers, arch)
  const told: FaultFact[] = []
  if (facts.isBadAccess) {
    const access = isSame && at.text !== undefined && accessMessage(facts, at, at.text, registers, status, arch)
    if (access) told.push(access)
    if (status) told.push(status.told)
  } else if (isTrapEnd(facts)) {
    // A breakpoint of x86 is passed before it is told.
    const places = listed[stopped - 1]?.text === 'int3' ? [stopped, stopped - 1] : [stopped]
    const trap = { listed, around, called }
    for (const place of places) {
      if (told.length === 0) append(told, toldAtTrap(facts, { ...trap, at: place }, registers, isArm(arch)) ?? [])
    }
  } else if (/EXC_ARITHMETIC|SIGFPE/.test(`${facts.type} ${facts.signal}`) && /^i?div[bwlq] /.test(at.text)) {
    told.push(say(faultFacts, 'trap-divide', { instruction: at.text }).message)
  }
  return told
}

/** The report says that an instruction ended the program on purpose. */
export const isTrapEnd = ({ type, signal, isRaised }: CrashFacts): boolean =>
  !isRaised && /EXC_BREAKPOINT|EXC_BAD_INSTRUCTION|SIGTRAP|SIGILL/.test(`${type} ${signal}`)

function statusOf(registers: ReadonlyMap<string, bigint>, arch: string): ProcessorStatus | undefined {
  if (isArm(arch)) {
    const esr = registers.get('esr')
    return esr === undefined ? undefined : readEsr(esr)
  }
  const trap = registers.get('trap') ?? registers.get('trapno')
  const error = registers.get('err')
  return trap === undefined || error === undefined ? undefined : readPageFault(trap, error)
}

/** Said only where the registers add up to the reported address, and the processor does not say otherwise. */
function accessMessage(
  { address }: CrashFacts,
  at: Listed,
  text: string,
  registers: ReadonlyMap<string, bigint>,
  status: ProcessorStatus | undefined,
  arch: string,
): Message | undefined {
  const architecture = architectureOf(archFamily(arch))
  const access = architecture && accessOf(text, architecture.instructionSet, at.address + BigInt(at.bytes.length))
  const made = access && addressOf(access, registers, architecture.registers.bytes * 8)
  if (address === undefined || !made || !reaches(made.address, access.bytes ?? 1, address, arch)) return undefined
  const touch: Touch | undefined = status?.touch ?? (access.writes ? (access.reads ? undefined : 'write') : 'read')
  if (touch === undefined || touch === 'execute' || (touch === 'read' ? !access.reads : !access.writes))
    return undefined
  return say(faultFacts, 'access', {
    instruction: text,
    touch,
    bytes: access.bytes,
    place: placeText(access),
    registers: made.parts.map(([name, value]) => `${name} is ${value === 0n ? '0' : formatHex(value)}`),
    address: formatHex(address),
  }).message
}

/** Whether an access of so many bytes is the one that failed at an address; the uppermost byte of arm64 is no part of it. */
function reaches(start: bigint, bytes: number, address: bigint, arch: string): boolean {
  const bare = (value: bigint): bigint => (isArm(arch) ? BigInt.asUintN(56, value) : value)
  const distance = bare(address) - bare(start)
  return distance >= 0n && distance < BigInt(bytes)
}

/** An address that is called, without a signature or the bit that means Thumb. */
function bareCode(address: bigint, arch: string): bigint {
  const stray = architectureOf(archFamily(arch))?.strayBits.kind
  return stray === 'signature' ? BigInt.asUintN(39, address) : stray === 'lowest' ? address & ~1n : address
}

/** A call by a register that holds the address where the program then was; undefined where that is not so. */
export function toldAtCall(
  facts: CrashFacts,
  call: string | undefined,
  pc: bigint,
  arch: string,
): readonly Message[] | undefined {
  const name =
    call &&
    (isArm(arch) ? /^(?:blr(?:a[ab]z?)? (x\d+)|blx (r\d+|lr))/ : /^call[lq] \*%(\w+)$/)
      .exec(call)
      ?.slice(1)
      .find((part) => part !== undefined)
  const value = name ? registersOf(facts, arch).get(name) : undefined
  if (call === undefined || !name || value === undefined) return undefined
  const isSame = bareCode(value, arch) === bareCode(pc, arch)
  if (!isSame) return undefined
  return [say(faultFacts, 'bad-call', { instruction: call, register: name, address: formatHex(pc) }).message]
}
