/** Sentences on a trap: its kind, the evidence of names, and how the program reached it. */
import type { CrashFacts } from '../explain/crash-facts.ts'
import type { Instruction } from '../instructions/instruction.ts'
import { faultFacts } from '../messages/fault.ts'
import { say } from '../messages/message.ts'
import type { FlagsLayout } from '../model/architecture-layouts.ts'
import type { FaultFact } from '../model/fault.ts'
import { levelOf, trustedCalls } from '../reading/lines.ts'
import { toldOfArrival, type Surroundings } from './arrivals.ts'
import { endingOf, toldByNames } from './trap-names.ts'
import { trapAt } from './traps.ts'

/** A trap, and what is known of it beside its own instruction. */
export interface TrapPlace {
  readonly listed: readonly Instruction[]
  readonly at: number
  readonly around: Surroundings
  /** The function that is called right before it, by name. */
  readonly called?: string | undefined
}

/** Undefined where the instruction is no trap. */
export function toldAtTrap(
  { symbolicated, thread }: CrashFacts,
  { listed, at, around, called }: TrapPlace,
  registers: ReadonlyMap<string, bigint>,
  flags: FlagsLayout,
): readonly FaultFact[] | undefined {
  const trap = trapAt(listed, at)
  const own = listed[at]
  if (!trap || own?.text === undefined) return undefined
  const frame = thread?.frames[0]
  const level = frame && levelOf(symbolicated, frame)
  const named = frame && toldByNames(own.text, trustedCalls(symbolicated, frame), level)
  const arrival = toldOfArrival(around, own.address, registers, flags)
  const told = [...(named && trap.code === 'trap-general' ? [] : [trap]), ...(named ? [named] : []), ...arrival]
  const ending = named || arrival.length > 0 || called === undefined ? undefined : endingOf(called)
  if (called === undefined || ending === undefined) return told
  const behind = say(faultFacts, 'trap-behind-call', { instruction: own.text, name: called, ending }).message
  return [...told, { ...behind, grade: 'likely' }]
}
