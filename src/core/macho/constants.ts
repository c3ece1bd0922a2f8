/** Numbers of the Mach-O format, from Apple's `mach-o/loader.h`, `mach-o/fat.h` and `mach-o/nlist.h`. */
import type { ImageKind } from '../model/image.ts'

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
export const S_NON_LAZY_SYMBOL_POINTERS = 0x6
export const S_LAZY_SYMBOL_POINTERS = 0x7
export const S_SYMBOL_STUBS = 0x8
export const S_GB_ZEROFILL = 0xc
export const S_THREAD_LOCAL_ZEROFILL = 0x12
export const S_ATTR_PURE_INSTRUCTIONS = 0x80000000
export const S_ATTR_SOME_INSTRUCTIONS = 0x400

export const N_STAB = 0xe0
export const N_TYPE = 0x0e
export const N_SECT = 0x0e
/** In the description of a symbol: Thumb code. */
export const N_ARM_THUMB_DEF = 0x0008

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
