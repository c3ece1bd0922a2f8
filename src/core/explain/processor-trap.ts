/** The trap of an Intel processor in a piece of a report that has registers and no exception. */
import type { Report, Thread } from '../model/report.ts'

export interface ProcessorTrap {
  readonly number: bigint
  /** The processor's error code; undefined where the piece has none. */
  readonly error: bigint | undefined
  /** `cr2`: the address of the last page fault. */
  readonly address: bigint | undefined
}

/** Reads the trap from the registers or from the fields below them; undefined where the report gives its end in another way. */
export function processorTrapOf(
  { exception, termination, header }: Report,
  thread: Thread | undefined,
): ProcessorTrap | undefined {
  if (exception || termination || thread?.crashed !== true) return undefined
  const register = (...names: readonly string[]): bigint | undefined =>
    thread.registers?.find(({ name }) => names.includes(name))?.value
  const field = (key: string): bigint | undefined => {
    const value = header.fields.find(([name]) => name === key)?.[1]
    const digits = /^(?:0x[0-9a-f]{1,16}|\d{1,9})\b/i.exec(value ?? '')?.[0]
    return digits === undefined ? undefined : BigInt(digits)
  }
  const number = register('trap', 'trapno') ?? field('Trap Number')
  if (number === undefined) return undefined
  return { number, error: register('err') ?? field('Error Code'), address: register('cr2') }
}
