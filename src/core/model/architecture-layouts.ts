/** Forms of the facts about an architecture: its registers, its flags, and their places in dumps. */

/** The registers that unwinding speaks of. */
export interface RegisterSet {
  /** Names by DWARF number, as debuggers print them. */
  readonly names: readonly string[]
  /** Other names of the same registers. */
  readonly aliases: Readonly<Record<string, string>>
  readonly pc: number
  readonly sp: number
  /** The frame pointer by Apple's convention. The caller's is saved where it points, the return address in the next word. */
  readonly fp: number
  /** Holds the return address after a call; absent where calls push it. */
  readonly lr?: number
  /** A call leaves these as they were. */
  readonly preserved: readonly number[]
  /** Bytes of a register where it is saved on the stack. */
  readonly bytes: 4 | 8
  /**
   * Only the frame record of a function is read, none of its other saved registers: a caller's other registers are
   * unknown.
   */
  readonly savesUnread?: true
  /** Apple's `__eh_frame` has the stack and the frame pointer the other way round (`DWARFFlavour::X86_32_DarwinEH` in LLVM). */
  readonly ehFrameSwapsFrame?: true
}

/** The flags in a register: the position of each bit. */
export interface FlagsLayout {
  /** Names of the register, as reports have it. */
  readonly registers: readonly string[]
  readonly negative: number
  readonly zero: number
  readonly carry: number
  readonly overflow: number
  /** The carry after a difference below zero. */
  readonly borrow: 'clears' | 'sets'
}

/** A number in a structure. */
export interface FieldPlace {
  readonly at: number
  readonly bytes: 4 | 8
  readonly mask?: number
}

/** States of a thread in LC_THREAD, as the kernel writes them. */
export interface ThreadStateLayout {
  /** Flavors of the general registers; the first may wrap another state. */
  readonly general: readonly number[]
  /** Flavor of the exception state. */
  readonly exception: number
  /** Flavors that wrap another state, which a flavor and a count of its own go before. */
  readonly wrappers: readonly number[]
  /** Registers in the order of the structure, each of `bytes`, then those of 32 bits. */
  readonly names: readonly string[]
  readonly bytes: 4 | 8
  readonly narrow: readonly string[]
  /** The exception state: the faulting address, and the processor's fault code. */
  readonly fault: { readonly size: number; readonly address: FieldPlace; readonly code: FieldPlace }
}

/** Thread contexts of minidumps. */
export interface MinidumpLayout {
  /** Processor numbers of the system info stream. */
  readonly processors: readonly number[]
  readonly registers: readonly (readonly [name: string, offset: number])[]
}
