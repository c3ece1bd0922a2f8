/**
 * Numbers of DWARF 2 to 5 that Unslide looks at: unit types (DWARF 5, section 7.5.1), tags (7.5.3), attributes (7.5.4), entries of
 * range lists (7.25), line programs (7.22), languages (7.12, and the codes given out since). Compiles as TypeScript and as AssemblyScript.
 */

export const UT_TYPE = 2
export const UT_SKELETON = 4
export const UT_SPLIT_COMPILE = 5
export const UT_SPLIT_TYPE = 6

export const TAG_INLINED_SUBROUTINE = 0x1d
export const TAG_COMPILE_UNIT = 0x11
export const TAG_SUBPROGRAM = 0x2e
export const TAG_PARTIAL_UNIT = 0x3c
export const TAG_SKELETON_UNIT = 0x4a
export const TAG_ARRAY_TYPE = 0x01
export const TAG_CLASS_TYPE = 0x02
export const TAG_ENUMERATION_TYPE = 0x04
export const TAG_STRUCTURE_TYPE = 0x13
export const TAG_SUBROUTINE_TYPE = 0x15
export const TAG_UNION_TYPE = 0x17
export const TAG_CALL_SITE = 0x48
export const TAG_GNU_CALL_SITE = 0x4109

export const AT_SIBLING = 0x01
export const AT_NAME = 0x03
export const AT_STMT_LIST = 0x10
export const AT_LOW_PC = 0x11
export const AT_HIGH_PC = 0x12
export const AT_LANGUAGE = 0x13
export const AT_COMP_DIR = 0x1b
export const AT_INLINE = 0x20
export const AT_PRODUCER = 0x25
export const AT_ABSTRACT_ORIGIN = 0x31
export const AT_SPECIFICATION = 0x47
export const AT_ENTRY_PC = 0x52
export const AT_RANGES = 0x55
export const AT_CALL_COLUMN = 0x57
export const AT_CALL_FILE = 0x58
export const AT_CALL_LINE = 0x59
export const AT_LINKAGE_NAME = 0x6e
export const AT_STR_OFFSETS_BASE = 0x72
export const AT_ADDR_BASE = 0x73
export const AT_RNGLISTS_BASE = 0x74
export const AT_CALL_RETURN_PC = 0x7d
export const AT_CALL_TAIL_CALL = 0x82
export const AT_MIPS_LINKAGE_NAME = 0x2007
export const AT_GNU_TAIL_CALL = 0x2115
export const AT_GNU_RANGES_BASE = 0x2132
export const AT_GNU_ADDR_BASE = 0x2133

export const RLE_END_OF_LIST = 0
export const RLE_BASE_ADDRESSX = 1
export const RLE_STARTX_ENDX = 2
export const RLE_STARTX_LENGTH = 3
export const RLE_OFFSET_PAIR = 4
export const RLE_BASE_ADDRESS = 5
export const RLE_START_END = 6
export const RLE_START_LENGTH = 7

export const LNCT_PATH = 1
export const LNCT_DIRECTORY_INDEX = 2

export const LNS_COPY = 1
export const LNS_ADVANCE_PC = 2
export const LNS_ADVANCE_LINE = 3
export const LNS_SET_FILE = 4
export const LNS_CONST_ADD_PC = 8
export const LNS_FIXED_ADVANCE_PC = 9
export const LNS_SET_EPILOGUE_BEGIN = 11
export const LNS_SET_ISA = 12

export const LNE_END_SEQUENCE = 1
export const LNE_SET_ADDRESS = 2
export const LNE_DEFINE_FILE = 3

export const LANG_C89 = 0x01
export const LANG_C = 0x02
export const LANG_ADA83 = 0x03
export const LANG_C_PLUS_PLUS = 0x04
export const LANG_FORTRAN77 = 0x07
export const LANG_FORTRAN90 = 0x08
export const LANG_PASCAL83 = 0x09
export const LANG_JAVA = 0x0b
export const LANG_C99 = 0x0c
export const LANG_ADA95 = 0x0d
export const LANG_FORTRAN95 = 0x0e
export const LANG_OBJC = 0x10
export const LANG_OBJC_PLUS_PLUS = 0x11
export const LANG_D = 0x13
export const LANG_PYTHON = 0x14
export const LANG_OPENCL = 0x15
export const LANG_GO = 0x16
export const LANG_HASKELL = 0x18
export const LANG_C_PLUS_PLUS_03 = 0x19
export const LANG_C_PLUS_PLUS_11 = 0x1a
export const LANG_OCAML = 0x1b
export const LANG_RUST = 0x1c
export const LANG_C11 = 0x1d
export const LANG_SWIFT = 0x1e
export const LANG_JULIA = 0x1f
export const LANG_DYLAN = 0x20
export const LANG_C_PLUS_PLUS_14 = 0x21
export const LANG_FORTRAN03 = 0x22
export const LANG_FORTRAN08 = 0x23
export const LANG_KOTLIN = 0x26
export const LANG_ZIG = 0x27
export const LANG_CRYSTAL = 0x28
export const LANG_C_PLUS_PLUS_17 = 0x2a
export const LANG_C_PLUS_PLUS_20 = 0x2b
export const LANG_C17 = 0x2c
export const LANG_FORTRAN18 = 0x2d
export const LANG_ADA2005 = 0x2e
export const LANG_ADA2012 = 0x2f
export const LANG_MOJO = 0x33
export const LANG_ASSEMBLER = 0x8001
