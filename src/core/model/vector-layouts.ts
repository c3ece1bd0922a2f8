/**
 * Places of vector registers in dumps, and the registers that a call preserves. Numbers are of the processor's DWARF
 * ABI: AADWARF64 4.1, AADWARF32 4.1, System V x86-64 ABI 3.36. Thread states: Apple's `mach/arm/_structs.h`,
 * `mach/i386/_structs.h` and the flavors of `thread_status.h`. Contexts of minidumps: Breakpad's
 * `minidump_cpu_arm64.h`, `_arm.h`, `_amd64.h`, `_x86.h`.
 */

/** Registers that follow each other. */
export interface VectorBank {
  /** DWARF number of the first, and how many there are. */
  readonly first: number
  readonly count: number
  /** Offset of the first in the structure; each next one lies `bytes` further. */
  readonly at: number
  readonly bytes: 4 | 8 | 16
  /** Offset of their upper halves, each of 16 bytes too (AVX). */
  readonly upperAt?: number
}

/** A structure of vector registers in LC_THREAD. */
interface VectorState {
  readonly flavors: readonly number[]
  readonly banks: readonly VectorBank[]
}

/** Vector registers of a minidump context; there where the context's flags, masked, are these. */
interface VectorContext {
  readonly flagsAt: number
  readonly mask: number
  readonly flags: number
  readonly banks: readonly VectorBank[]
}

export interface VectorLayout {
  /** The larger state of a flavor comes before the smaller one. */
  readonly states: readonly VectorState[]
  readonly contexts: readonly VectorContext[]
  /** A call leaves the lowest 64 bits of these as they were. */
  readonly preserved: readonly number[]
}

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at)

const neon = (at: number): VectorBank => ({ first: 64, count: 32, at, bytes: 16 })

/** `arm_neon_state64_t` begins with its registers. Breakpad's older context packs them after three words. */
export const arm64Vectors: VectorLayout = {
  states: [{ flavors: [17], banks: [neon(0)] }],
  contexts: [
    { flagsAt: 0, mask: 0x8040_0004, flags: 0x0040_0004, banks: [neon(272)] },
    { flagsAt: 0, mask: 0x8000_0004, flags: 0x8000_0004, banks: [neon(284)] },
  ],
  // d8 to d15: AAPCS64 6.1.2.
  preserved: range(72, 8),
}

const vfp = (at: number): readonly VectorBank[] => [
  { first: 64, count: 32, at, bytes: 4 },
  { first: 256, count: 32, at, bytes: 8 },
]

/** `arm_vfp_state_t`. Saved d8 to d15 are not traced, so none counts as unchanged. */
export const armVectors: VectorLayout = {
  states: [{ flavors: [2], banks: vfp(0) }],
  contexts: [{ flagsAt: 0, mask: 4, flags: 4, banks: vfp(80) }],
  preserved: [],
}

const xmm = (first: number, count: number, at: number, upperAt?: number): VectorBank => ({
  first,
  count,
  at,
  bytes: 16,
  ...(upperAt !== undefined && { upperAt }),
})

/** The states hold the FXSAVE area after two words, and the upper halves further on: `x86_avx_state64_t`. */
const x86States = (first: number, count: number, float: number, avx: readonly number[]): VectorLayout['states'] => [
  { flavors: avx, banks: [xmm(first, count, 168, 588)] },
  { flavors: [float], banks: [xmm(first, count, 168)] },
]

export const x86_64Vectors: VectorLayout = {
  states: x86States(17, 16, 5, [17, 20]),
  contexts: [{ flagsAt: 0x30, mask: 0x0010_0008, flags: 0x0010_0008, banks: [xmm(17, 16, 0x1a0)] }],
  preserved: [],
}

export const i386Vectors: VectorLayout = {
  states: x86States(21, 8, 2, [16, 19]),
  contexts: [{ flagsAt: 0, mask: 0x0001_0020, flags: 0x0001_0020, banks: [xmm(21, 8, 0x16c)] }],
  preserved: [],
}
