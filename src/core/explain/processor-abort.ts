/** The failed access of a 64-bit Arm processor in a piece of a report that has registers and no exception. */
import type { Report, Thread } from '../model/report.ts'

export interface ProcessorAbort {
  readonly touch: 'read' | 'write' | 'execute'
  /** The address is mapped, but not for this kind of access. */
  readonly isPresent: boolean
  /** `far`, where the processor says that it holds the address. */
  readonly address: bigint | undefined
}

/** Classes of syndromes, of a lower exception level and of the same (Arm ARM D24.2.40). */
const CODE = new Set([0x20n, 0x21n])
const DATA = new Set([0x24n, 0x25n])
/** Bits of the syndrome: `far` is not valid, and the access was a write. */
const NO_ADDRESS = 0x400n
const WRITE = 0x40n
/** Upper bits of the status. */
const TRANSLATION = 1n
const PERMISSION = 3n

/** Reads the access from `esr` and `far`; undefined where the report gives its end in another way, or the syndrome is of something else. */
export function processorAbortOf(
  { exception, termination }: Report,
  thread: Thread | undefined,
  esr: bigint | undefined,
): ProcessorAbort | undefined {
  if (exception || termination || thread?.crashed !== true || thread.attributed || esr === undefined) return undefined
  const kind = (esr >> 26n) & 0x3fn
  const status = (esr & 0x3fn) >> 2n
  if (!(CODE.has(kind) || DATA.has(kind)) || (status !== TRANSLATION && status !== PERMISSION)) return undefined
  const far = thread.registers?.find(({ name }) => name === 'far')?.value
  return {
    touch: CODE.has(kind) ? 'execute' : (esr & WRITE) === 0n ? 'read' : 'write',
    isPresent: status === PERMISSION,
    address: (esr & NO_ADDRESS) === 0n ? far : undefined,
  }
}
