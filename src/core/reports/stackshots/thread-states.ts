/** States of threads as the kernel keeps them (xnu's `osfmk/kern/thread.h`). */

const STATES: readonly (readonly [bit: number, name: string])[] = [
  [0x1, 'TH_WAIT'],
  [0x2, 'TH_SUSP'],
  [0x4, 'TH_RUN'],
  [0x8, 'TH_UNINT'],
  [0x10, 'TH_TERMINATE'],
  [0x20, 'TH_TERMINATE2'],
  [0x80, 'TH_IDLE'],
]

/** The names of the bits of a state, and the thread's continuation if it has no stack in the kernel. */
export function threadStates(bits: number, continuation: bigint): string[] {
  const names = STATES.flatMap(([bit, name]) => ((bits & bit) === 0 ? [] : [name]))
  return continuation === 0n ? names : [...names, `continuation 0x${continuation.toString(16)}`]
}
