/** Sentences on the instruction at a fault, if it agrees with the report's own registers and address. */
import type { CrashFacts } from '../explain/crash-facts.ts'
import type { Instruction } from '../instructions/instruction.ts'
import { faultFacts, type Touch } from '../messages/fault.ts'
import { say, type Message } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import { archFamily, architectureOf, type Architecture } from '../model/architecture.ts'
import type { FaultFact } from '../model/fault.ts'
import { append } from '../model/lists.ts'
import { addressOf, placeText } from './access.ts'
import type { Surroundings } from './arrivals.ts'
import { readEsr, readPageFault, type ProcessorStatus } from './processor-status.ts'
import { toldAtTrap } from './told-trap.ts'

/** The thread's registers under the names that debuggers print. */
function registersOf({ thread }: CrashFacts, arch: string): ReadonlyMap<string, bigint> {
  const aliases = architectureOf(archFamily(arch))?.registers.aliases ?? {}
  return new Map((thread?.registers ?? []).map(({ name, value }) => [aliases[name] ?? name, value]))
}

/** Instructions at a fault, and what a trap needs of the code beside them. */
export interface StoppedAt {
  readonly listed: readonly Instruction[]
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
  const architecture = architectureOf(archFamily(arch))
  const at = listed[stopped]
  if (at?.text === undefined || !architecture) return []
  const pc = registers.get('pc') ?? registers.get('rip') ?? registers.get('eip')
  // Registers of another place prove nothing about this instruction.
  const isSame = pc !== undefined && (pc === at.address || bareCode(pc, arch) === at.address)
  const status = statusOf(registers, architecture)
  const told: FaultFact[] = []
  if (facts.isBadAccess) {
    const access = isSame && accessMessage(facts, at, registers, status, architecture)
    if (access) told.push(access)
    if (status) told.push(status.told)
  } else if (isTrapEnd(facts)) {
    // A breakpoint of x86 is passed before it is told.
    const isPassed = listed[stopped - 1]?.mnemonic === 'int3'
    const isBreakpoint = /EXC_BREAKPOINT|SIGTRAP/.test(`${facts.type} ${facts.signal}`)
    const places = !isPassed ? [stopped] : isBreakpoint ? [stopped - 1, stopped] : [stopped, stopped - 1]
    const trap = { listed, around, called }
    for (const place of places) {
      if (told.length === 0)
        append(told, toldAtTrap(facts, { ...trap, at: place }, registers, architecture.flags) ?? [])
    }
  } else if (/EXC_ARITHMETIC|SIGFPE/.test(`${facts.type} ${facts.signal}`) && at.arithmetic?.operation === 'division') {
    told.push(say(faultFacts, 'trap-divide', { instruction: at.text }).message)
  }
  return told
}

/** The report says that an instruction ended the program on purpose. */
export const isTrapEnd = ({ type, signal, isRaised }: CrashFacts): boolean =>
  !isRaised && /EXC_BREAKPOINT|EXC_BAD_INSTRUCTION|SIGTRAP|SIGILL/.test(`${type} ${signal}`)

function statusOf(registers: ReadonlyMap<string, bigint>, { faultStatus }: Architecture): ProcessorStatus | undefined {
  if (faultStatus === 'esr') {
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
  at: Instruction,
  registers: ReadonlyMap<string, bigint>,
  status: ProcessorStatus | undefined,
  { registers: { bytes: word }, accessBits }: Architecture,
): Message | undefined {
  const { access, text } = at
  const made = access && addressOf(access, registers, word * 8)
  if (text === undefined || address === undefined || !made) return undefined
  if (!reaches(made.address, access.bytes ?? 1, address, accessBits)) return undefined
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

/** Whether an access of so many bytes is the one that failed at an address; some processors leave its upper bits out. */
function reaches(start: bigint, bytes: number, address: bigint, bits: number): boolean {
  const bare = (value: bigint): bigint => BigInt.asUintN(bits, value)
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
  call: Instruction | undefined,
  pc: bigint,
  arch: string,
): readonly Message[] | undefined {
  const register = call?.calledRegister
  const value = register && registersOf(facts, arch).get(register.whole)
  if (call?.text === undefined || !register || value === undefined || bareCode(value, arch) !== bareCode(pc, arch))
    return undefined
  const params = { instruction: call.text, register: register.name, address: formatHex(pc) }
  return [say(faultFacts, 'bad-call', params).message]
}
