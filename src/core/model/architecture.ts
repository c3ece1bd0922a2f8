/**
 * Facts about each processor architecture, once: its names and numbers, its pages and pointers, its registers and how
 * they lie in dumps. Formats of reports and dumps, Mach-O, unwinding and the search for load addresses use it. See
 * `memory/instruction-set.ts` for reading instructions.
 */
import type { FlagsLayout, MinidumpLayout, RegisterSet, ThreadStateLayout } from './architecture-layouts.ts'
import type { Arch } from './image.ts'
import { arm64Vectors, armVectors, i386Vectors, x86_64Vectors, type VectorLayout } from './vector-layouts.ts'

/** Architectures that differ in nothing but their instructions are one: arm64e is `arm64`, armv7s is `arm`. */
export type ArchFamily = 'arm64' | 'arm64_32' | 'arm' | 'x86_64' | 'i386' | 'other'
export type KnownFamily = Exclude<ArchFamily, 'other'>

/** Families whose instructions are read alike. */
export type InstructionSet = 'arm64' | 'arm' | 'x86'

const armFlags: FlagsLayout = {
  registers: ['cpsr'],
  negative: 31,
  zero: 30,
  carry: 29,
  overflow: 28,
  borrow: 'clears',
}
const x86Flags: FlagsLayout = {
  registers: ['rflags', 'rfl', 'eflags'],
  negative: 7,
  zero: 6,
  carry: 0,
  overflow: 11,
  borrow: 'sets',
}

/**
 * The two sets of 32-bit Arm. Bytes do not show which: the T bit of `cpsr`, a flag of the symbol or an address does.
 */
export type ArmMode = 'a32' | 'thumb'

export interface Architecture {
  readonly family: KnownFamily
  /** How names of it begin, in small letters. */
  readonly spelling: RegExp
  /** Spellings that mean the plain name. */
  readonly aliases: readonly string[]
  readonly instructionSet: InstructionSet
  /** CPU type of `mach/machine.h`, and the names of the subtypes that have one of their own. */
  readonly cpu: { readonly type: number; readonly name: Arch; readonly subtypes: Readonly<Record<number, Arch>> }
  /** Bytes by which the loader moves images: of a page, or of the alignment that the linker gives segments. */
  readonly pageSize: number
  /** Bytes of a pointer in memory. */
  readonly pointerSize: 4 | 8
  /** Instructions begin at multiples of this. */
  readonly instructionStep: 1 | 2 | 4
  /** Bits of an address that are no part of it. */
  readonly strayBits:
    | { readonly kind: 'none' }
    /** Signatures and tags (PAC) above one of these widths, likeliest first. */
    | { readonly kind: 'signature'; readonly widths: readonly [wide: bigint, narrow: bigint] }
    /** The lowest bit says which instructions follow. */
    | { readonly kind: 'lowest' }
  /** Where the system maps its shared cache of libraries. */
  readonly sharedCache: { readonly start: bigint; readonly end: bigint }
  /** `…_RELOC_SUBTRACTOR` of `mach-o/reloc.h`; undefined where such relocations do not occur. */
  readonly subtractor: number | undefined
  readonly registers: RegisterSet
  /** Where the flags of comparisons are kept. */
  readonly flags: FlagsLayout
  /** Bits of an address that an access to memory looks at. */
  readonly accessBits: 32 | 56 | 64
  /** Where the processor says what kind of access failed: `esr`, or a number of the trap and an error code. */
  readonly faultStatus: 'esr' | 'trap-error'
  readonly threadState: ThreadStateLayout
  readonly vectors: VectorLayout
  /** Undefined where no writer of minidumps runs. */
  readonly minidump: MinidumpLayout | undefined
}

const numbered = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`)
const inOrder = (names: readonly string[], start: number, word: number): (readonly [string, number])[] =>
  names.map((name, index) => [name, start + index * word])

const arm64Names = [...numbered('x', 29), 'fp', 'lr', 'sp', 'pc']
const armNames = [...numbered('r', 13), 'sp', 'lr', 'pc']
/** x86_FLOAT_STATE, x86_EXCEPTION_STATE, x86_AVX_STATE, x86_AVX512_STATE. */
const X86_WRAPPERS = [8, 9, 18, 21]
const x86_64Numbered = numbered('r', 16).slice(8)

/** DWARF for the Arm 64-bit Architecture (AADWARF64), 4.1; `arm_thread_state64_t`; Breakpad's `minidump_cpu_arm64.h`. */
const arm64: Architecture = {
  family: 'arm64',
  spelling: /^(arm-?64|aarch64)/,
  aliases: ['arm-64', 'aarch64'],
  instructionSet: 'arm64',
  cpu: { type: 0x0100000c, name: 'arm64', subtypes: { 2: 'arm64e' } },
  pageSize: 0x4000,
  pointerSize: 8,
  instructionStep: 4,
  // 47-bit addresses on macOS, 39-bit ones on iOS.
  strayBits: { kind: 'signature', widths: [47n, 39n] },
  // XNU: SHARED_REGION_BASE_ARM64, 4 GiB and more.
  sharedCache: { start: 0x1_8000_0000n, end: 0x3_0000_0000n },
  subtractor: 1,
  registers: {
    names: arm64Names,
    aliases: { x29: 'fp', x30: 'lr' },
    pc: 32,
    sp: 31,
    fp: 29,
    lr: 30,
    preserved: [19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
    bytes: 8,
  },
  flags: armFlags,
  accessBits: 56,
  faultStatus: 'esr',
  threadState: {
    general: [6, 1],
    exception: 7,
    wrappers: [],
    names: arm64Names,
    bytes: 8,
    narrow: ['cpsr'],
    fault: { size: 12, address: { at: 0, bytes: 8 }, code: { at: 8, bytes: 4 } },
  },
  vectors: arm64Vectors,
  // 0x8003: Breakpad before Microsoft gave arm64 a number.
  minidump: { processors: [12, 0x8003], registers: inOrder(arm64Names, 8, 8) },
}

/** arm64 with pointers of 32 bits (Apple Watch). Its stack frames and thread states are those of arm64. */
const arm64_32: Architecture = {
  ...arm64,
  family: 'arm64_32',
  spelling: /^arm64[_-]32/,
  aliases: ['arm64-32'],
  cpu: { type: 0x0200000c, name: 'arm64_32', subtypes: {} },
  pointerSize: 4,
  strayBits: { kind: 'none' },
  sharedCache: { start: 0x1a00_0000n, end: 0x4000_0000n },
  minidump: undefined,
}

/** DWARF for the Arm Architecture (AADWARF32); `arm_thread_state_t`. 32-bit devices kept segments aligned to 4 KiB. */
const arm: Architecture = {
  family: 'arm',
  spelling: /^(arm|thumb)/,
  aliases: [],
  instructionSet: 'arm',
  cpu: {
    type: 12,
    name: 'arm',
    subtypes: { 6: 'armv6', 9: 'armv7', 11: 'armv7s', 12: 'armv7k', 14: 'armv6m', 15: 'armv7m', 16: 'armv7em' },
  },
  pageSize: 0x1000,
  pointerSize: 4,
  instructionStep: 2,
  strayBits: { kind: 'lowest' }, // Thumb
  sharedCache: { start: 0x1a00_0000n, end: 0x4000_0000n },
  subtractor: undefined,
  registers: {
    names: armNames,
    aliases: { r13: 'sp', r14: 'lr', r15: 'pc' },
    pc: 15,
    sp: 13,
    // Apple's 32-bit ARM ABI keeps the frame pointer in r7, for Thumb's sake.
    fp: 7,
    lr: 14,
    preserved: [4, 5, 6, 7, 8, 10, 11],
    bytes: 4,
    savesUnread: true,
  },
  flags: armFlags,
  accessBits: 32,
  faultStatus: 'esr',
  threadState: {
    general: [1, 9],
    exception: 3,
    wrappers: [],
    names: [...armNames, 'cpsr'],
    bytes: 4,
    narrow: [],
    fault: { size: 12, address: { at: 8, bytes: 4 }, code: { at: 4, bytes: 4 } },
  },
  vectors: armVectors,
  minidump: { processors: [5], registers: inOrder([...armNames, 'cpsr'], 4, 4) },
}

/** System V x86-64 ABI, figure 3.36; `x86_thread_state64_t`; Breakpad's `minidump_cpu_amd64.h`. */
const x86_64: Architecture = {
  family: 'x86_64',
  spelling: /^(x86[_-]64|amd64)/,
  aliases: ['x86-64', 'amd64'],
  instructionSet: 'x86',
  cpu: { type: 0x01000007, name: 'x86_64', subtypes: { 8: 'x86_64h' } },
  pageSize: 0x1000,
  pointerSize: 8,
  instructionStep: 1,
  strayBits: { kind: 'none' },
  // XNU: SHARED_REGION_BASE_X86_64, since macOS 10.15 from 0x7ff800000000.
  sharedCache: { start: 0x7ff8_0000_0000n, end: 0x8000_0000_0000n },
  subtractor: 5,
  registers: {
    names: [...'rax rdx rcx rbx rsi rdi rbp rsp'.split(' '), ...x86_64Numbered, 'rip'],
    aliases: {},
    pc: 16,
    sp: 7,
    fp: 6,
    preserved: [3, 6, 12, 13, 14, 15],
    bytes: 8,
  },
  flags: x86Flags,
  accessBits: 64,
  faultStatus: 'trap-error',
  threadState: {
    general: [4, 7],
    exception: 6,
    wrappers: X86_WRAPPERS,
    names: [...'rax rbx rcx rdx rdi rsi rbp rsp'.split(' '), ...x86_64Numbered, ...'rip rflags cs fs gs'.split(' ')],
    bytes: 8,
    narrow: [],
    fault: { size: 16, address: { at: 8, bytes: 8 }, code: { at: 0, bytes: 4, mask: 0xffff } },
  },
  vectors: x86_64Vectors,
  minidump: {
    processors: [9],
    registers: inOrder([...'rax rcx rdx rbx rsp rbp rsi rdi'.split(' '), ...x86_64Numbered, 'rip'], 0x78, 8),
  },
}

/** System V i386 ABI; `i386_thread_state_t`; Breakpad's `minidump_cpu_x86.h`. */
const i386: Architecture = {
  family: 'i386',
  spelling: /^(i[3-6]86|x86)/,
  aliases: [],
  instructionSet: 'x86',
  cpu: { type: 7, name: 'i386', subtypes: {} },
  pageSize: 0x1000,
  pointerSize: 4,
  instructionStep: 1,
  strayBits: { kind: 'none' },
  sharedCache: { start: 0x9000_0000n, end: 0xb000_0000n },
  subtractor: undefined,
  registers: {
    names: 'eax ecx edx ebx esp ebp esi edi eip'.split(' '),
    aliases: {},
    pc: 8,
    sp: 4,
    fp: 5,
    preserved: [3, 5, 6, 7],
    bytes: 4,
    ehFrameSwapsFrame: true,
  },
  flags: x86Flags,
  accessBits: 32,
  faultStatus: 'trap-error',
  threadState: {
    general: [1, 7],
    exception: 3,
    wrappers: X86_WRAPPERS,
    names: 'eax ebx ecx edx edi esi ebp esp ss eflags eip cs ds es fs gs'.split(' '),
    bytes: 4,
    narrow: [],
    fault: { size: 12, address: { at: 8, bytes: 4 }, code: { at: 0, bytes: 4, mask: 0xffff } },
  },
  vectors: i386Vectors,
  minidump: {
    processors: [0],
    registers: [
      ...inOrder('edi esi ebx edx ecx eax ebp eip'.split(' '), 0x9c, 4),
      ...inOrder(['eflags', 'esp'], 0xc0, 4),
    ],
  },
}

/** The more specific spelling first. */
export const architectures: readonly Architecture[] = [arm64_32, arm64, arm, x86_64, i386]

const byFamily: ReadonlyMap<ArchFamily, Architecture> = new Map(architectures.map((one) => [one.family, one]))

/** Undefined for processors that are known by name only. */
export function architectureOf(family: ArchFamily): Architecture | undefined {
  return byFamily.get(family)
}

const plainWord = (arch: Arch): string =>
  arch
    .toLowerCase()
    .replace(/\(.*$/, '')
    .trim()
    .replace(/-unknown$/, '')

/** Of symbols whose file does not say it. */
export const UNKNOWN_ARCH = 'unknown'

/** Reads the spellings that reports have: `ARM-64`, `X86-64 (Native)`, `arm64-unknown`, `arm64e`. */
export function archFamily(arch: Arch | undefined): ArchFamily {
  const word = plainWord(arch ?? '')
  return architectures.find(({ spelling }) => spelling.test(word))?.family ?? 'other'
}

/** The name as Mach-O tools print it, for comparing: `arm64-unknown` is `arm64`, `ARM-64` too. */
export function plainArch(arch: Arch): Arch {
  const word = plainWord(arch)
  return architectures.find(({ aliases }) => aliases.includes(word))?.cpu.name ?? word
}

/** True for programs whose processor can check signatures of pointers, and that have none: arm64, other than arm64e. */
export function signsNoPointers(arch: Arch | undefined): boolean {
  if (arch === undefined) return false
  const known = architectureOf(archFamily(arch))
  return known?.strayBits.kind === 'signature' && plainArch(arch) === known.cpu.name
}

/** Bytes by which the loader moves images. */
export function pageSize(family: ArchFamily): number {
  return byFamily.get(family)?.pageSize ?? 0x1000
}

/** Bytes of a pointer in memory. */
export function pointerSize(family: ArchFamily): 4 | 8 {
  return byFamily.get(family)?.pointerSize ?? 8
}

/** Instructions begin at multiples of this. */
export function instructionStep(family: ArchFamily): 1 | 2 | 4 {
  return byFamily.get(family)?.instructionStep ?? 1
}

type CpuNames = Omit<Architecture['cpu'], 'type'>

/** Processors that Apple shipped and that are known here by name only. */
const named: readonly Architecture['cpu'][] = [
  { type: 18, name: 'ppc', subtypes: { 100: 'ppc970' } },
  { type: 0x01000012, name: 'ppc64', subtypes: {} },
]

const byCpu: ReadonlyMap<number, CpuNames> = new Map(
  [...architectures.map(({ cpu }) => cpu), ...named].map((cpu) => [cpu.type, cpu]),
)

/** Names that `lipo` has besides, of processors that Apple never shipped and of subtypes that no report means. */
const onlyInLipo: Readonly<Record<number, { readonly name?: Arch; readonly subtypes?: CpuNames['subtypes'] }>> = {
  1: { name: 'vax' },
  6: { name: 'm68k' },
  [i386.cpu.type]: { subtypes: { 4: 'i486', 132: 'i486SX', 5: 'i586', 22: 'i686', 54: 'pentIIm3', 86: 'pentIIm5' } },
  11: { name: 'hppa' },
  [arm.cpu.type]: { subtypes: { 5: 'armv4t', 7: 'armv5', 8: 'xscale', 10: 'armv7f', 13: 'armv8' } },
  [arm64.cpu.type]: { subtypes: { 1: 'arm64v8' } },
  13: { name: 'm88k' },
  14: { name: 'sparc' },
  15: { name: 'i860' },
  24: { name: 'riscv32' },
}

/** The top byte of a subtype holds features, such as the version of the pointer-authentication ABI. */
const SUBTYPE_MASK = 0x00ffffff

/** `arm64` for 16777228 and 0; undefined for a CPU that Apple never shipped. */
export function archOfCpu(type: number | undefined, subtype: number | undefined): Arch | undefined {
  const cpu = type === undefined ? undefined : byCpu.get(type)
  return cpu && (cpu.subtypes[(subtype ?? 0) & SUBTYPE_MASK] ?? cpu.name)
}

/** Architecture name as `lipo -info` prints it; `cputype N subtype M` where Apple has no name. */
export function archName(cpuType: number, cpuSubtype: number): Arch {
  const subtype = cpuSubtype & SUBTYPE_MASK
  const rare = onlyInLipo[cpuType]
  return (
    rare?.subtypes?.[subtype] ?? archOfCpu(cpuType, subtype) ?? rare?.name ?? `cputype ${cpuType} subtype ${subtype}`
  )
}

/** The architecture of a processor number in a minidump. */
export function archOfMinidump(processor: number): Arch | undefined {
  return architectures.find(({ minidump }) => minidump?.processors.includes(processor))?.cpu.name
}
