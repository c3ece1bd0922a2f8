/** Numbers of the Mach-O format, from Apple's `mach-o/loader.h`, `mach-o/fat.h`, `mach-o/nlist.h` and `mach/machine.h`. */
import type { Arch, ImageKind } from '../model/image.ts'

export const MH_MAGIC = 0xfeedface
export const MH_MAGIC_64 = 0xfeedfacf
export const FAT_MAGIC = 0xcafebabe
export const FAT_MAGIC_64 = 0xcafebabf

export const MH_OBJECT = 1
export const MH_CORE = 4
export const MH_DSYM = 10

export const LC_SEGMENT = 0x1
export const LC_SYMTAB = 0x2
export const LC_DYSYMTAB = 0xb
export const LC_ID_DYLIB = 0xd
export const LC_SEGMENT_64 = 0x19
export const LC_UUID = 0x1b
export const LC_ENCRYPTION_INFO = 0x21
export const LC_DYLD_INFO = 0x22
export const LC_DYLD_INFO_ONLY = 0x80000022
export const LC_VERSION_MIN_MACOSX = 0x24
export const LC_VERSION_MIN_IPHONEOS = 0x25
export const LC_FUNCTION_STARTS = 0x26
export const LC_ENCRYPTION_INFO_64 = 0x2c
export const LC_VERSION_MIN_TVOS = 0x2f
export const LC_VERSION_MIN_WATCHOS = 0x30
export const LC_BUILD_VERSION = 0x32
export const LC_DYLD_EXPORTS_TRIE = 0x80000033
export const LC_DYLD_CHAINED_FIXUPS = 0x80000034

export const SECTION_TYPE = 0xff
export const S_ZEROFILL = 0x1
export const S_SYMBOL_STUBS = 0x8
export const S_GB_ZEROFILL = 0xc
export const S_THREAD_LOCAL_ZEROFILL = 0x12
export const S_ATTR_PURE_INSTRUCTIONS = 0x80000000
export const S_ATTR_SOME_INSTRUCTIONS = 0x400

export const N_STAB = 0xe0
export const N_TYPE = 0x0e
export const N_SECT = 0x0e

const ABI64 = 0x01000000
const ABI64_32 = 0x02000000
export const CPU_X86 = 7
export const CPU_ARM = 12
export const CPU_PPC = 18
export const CPU_X86_64 = CPU_X86 | ABI64
export const CPU_ARM64 = CPU_ARM | ABI64
export const CPU_ARM64_32 = CPU_ARM | ABI64_32
export const CPU_PPC64 = CPU_PPC | ABI64

/** CPU type -> its name without a subtype, and the names of the subtypes that have one of their own. */
const architectures: ReadonlyMap<number, readonly [name: string, subtypes: Readonly<Record<number, string>>]> = new Map(
  [
    [1, ['vax', {}]],
    [6, ['m68k', {}]],
    [CPU_X86, ['i386', { 4: 'i486', 132: 'i486SX', 5: 'i586', 22: 'i686', 54: 'pentIIm3', 86: 'pentIIm5' }]],
    [CPU_X86_64, ['x86_64', { 8: 'x86_64h' }]],
    [11, ['hppa', {}]],
    [
      CPU_ARM,
      [
        'arm',
        {
          5: 'armv4t',
          6: 'armv6',
          7: 'armv5',
          8: 'xscale',
          9: 'armv7',
          10: 'armv7f',
          11: 'armv7s',
          12: 'armv7k',
          13: 'armv8',
          14: 'armv6m',
          15: 'armv7m',
          16: 'armv7em',
        },
      ],
    ],
    [CPU_ARM64, ['arm64', { 1: 'arm64v8', 2: 'arm64e' }]],
    [CPU_ARM64_32, ['arm64_32', {}]],
    [13, ['m88k', {}]],
    [14, ['sparc', {}]],
    [15, ['i860', {}]],
    [CPU_PPC, ['ppc', {}]],
    [CPU_PPC64, ['ppc64', {}]],
    [24, ['riscv32', {}]],
  ],
)

/** Architecture name as `lipo -info` prints it; `cputype N subtype M` where Apple has no name. */
export function archName(cpuType: number, cpuSubtype: number): Arch {
  const subtype = cpuSubtype & 0x00ffffff // the top byte carries capability bits
  const found = architectures.get(cpuType)
  return found ? (found[1][subtype] ?? found[0]) : `cputype ${cpuType} subtype ${subtype}`
}

const kinds: readonly ImageKind[] = [
  'other',
  'object',
  'executable',
  'other', // fixed VM shared library
  'core',
  'other', // preloaded executable
  'dylib',
  'other', // dynamic linker
  'bundle',
  'dylib', // stub of one
  'dsym',
  'kext',
]

/** Kind of image for a Mach-O file type. */
export function imageKind(fileType: number): ImageKind {
  return kinds[fileType] ?? 'other'
}

const platforms: readonly string[] = [
  '',
  'macOS',
  'iOS',
  'tvOS',
  'watchOS',
  'bridgeOS',
  'Mac Catalyst',
  'iOS Simulator',
  'tvOS Simulator',
  'watchOS Simulator',
  'DriverKit',
  'visionOS',
  'visionOS Simulator',
  'firmware',
  'sepOS',
]

/** Name of a platform number of LC_BUILD_VERSION. */
export function platformName(platform: number): string {
  return platforms[platform] || `platform ${platform}`
}
