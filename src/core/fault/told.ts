/** What the instruction at a fault tells, as far as the report's own registers and address agree. */
import type { CrashFacts } from '../explain/crash-facts.ts'
import { faultFacts, type Touch } from '../messages/en/fault.ts'
import { say, type Message } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import { archFamily, architectureOf } from '../model/architecture.ts'
import { accessOf, addressOf, placeText } from './access.ts'
import { branchTarget, type Listed } from './notes.ts'
import { readEsr, readPageFault, type ProcessorStatus } from './processor-status.ts'
import { trapOf } from './traps.ts'

const isArm = (arch: string): boolean => archFamily(arch).startsWith('arm')

/** The thread's registers under the names that debuggers print. */
function registersOf({ thread }: CrashFacts, arch: string): ReadonlyMap<string, bigint> {
  const aliases = architectureOf(archFamily(arch))?.registers.aliases ?? {}
  return new Map((thread?.registers ?? []).map(({ name, value }) => [aliases[name] ?? name, value]))
}

export function toldAtFault(
  facts: CrashFacts,
  listed: readonly Listed[],
  stopped: number,
  arch: string,
): readonly Message[] {
  const registers = registersOf(facts, arch)
  const at = listed[stopped]
  if (at?.text === undefined) return []
  const pc = registers.get('pc') ?? registers.get('rip') ?? registers.get('eip')
  // Registers of another place tell nothing of this instruction.
  const isSame = pc !== undefined && (pc === at.address || (pc & 0x7f_ffff_ffffn) === at.address)
  const status = statusOf(registers, arch)
  const told: Message[] = []
  if (facts.isBadAccess) {
    const access = isSame && at.text !== undefined && accessMessage(facts, at, at.text, registers, status, arch)
    if (access) told.push(access)
    if (status) told.push(status.told)
  } else if (isTrapEnd(facts)) {
    const before = listed[stopped - 1]?.text
    // A breakpoint of x86 is passed before it is told.
    const trap = trapOf(at.text) ?? (before === 'int3' ? trapOf(before) : undefined)
    if (trap) told.push(trap)
    const overflow = trap && overflowMessage(listed, at.address, registers, arch)
    if (overflow) told.push(overflow)
  } else if (/EXC_ARITHMETIC|SIGFPE/.test(`${facts.type} ${facts.signal}`) && /^i?div[bwlq] /.test(at.text)) {
    told.push(say(faultFacts, 'trap-divide', { instruction: at.text }).message)
  }
  return told
}

const isTrapEnd = ({ type, signal, isRaised }: CrashFacts): boolean =>
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
  const access = accessOf(text, isArm(arch), at.address + BigInt(at.bytes.length))
  const made = access && addressOf(access, registers)
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

/** A branch nearby that comes to the trap when a sum overflows, while the flag says that one did. */
function overflowMessage(
  listed: readonly Listed[],
  trap: bigint,
  registers: ReadonlyMap<string, bigint>,
  arch: string,
): Message | undefined {
  const isSet = isArm(arch)
    ? ((registers.get('cpsr') ?? 0n) & (1n << 28n)) !== 0n
    : ((registers.get('rflags') ?? registers.get('rfl') ?? registers.get('eflags') ?? 0n) & (1n << 11n)) !== 0n
  const branch = listed.find(({ text = '' }) => /^(b\.vs|jo) /.test(text) && branchTarget(text, isArm(arch)) === trap)
  if (!isSet || branch?.text === undefined) return undefined
  return say(faultFacts, 'overflow', { branch: branch.text, at: formatHex(branch.address) }).message
}

/** A call by a register that holds the address where the program then was; undefined where that is not so. */
export function toldAtCall(
  facts: CrashFacts,
  call: string | undefined,
  pc: bigint,
  arch: string,
): readonly Message[] | undefined {
  const name = call && (isArm(arch) ? /^blr(?:a[ab]z?)? (x\d+)/ : /^call[lq] \*%(\w+)$/).exec(call)?.[1]
  const value = name ? registersOf(facts, arch).get(name) : undefined
  if (call === undefined || !name || value === undefined) return undefined
  const isSame = value === pc || (isArm(arch) && BigInt.asUintN(39, value) === BigInt.asUintN(39, pc))
  if (!isSame) return undefined
  return [say(faultFacts, 'bad-call', { instruction: call, register: name, address: formatHex(pc) }).message]
}
