/**
 * DWARF 2 to 5 numbers that Unslide reads: unit types (DWARF 5, section 7.5.1), tags (7.5.3), attributes (7.5.4),
 * entries of range lists (7.25) and location lists (7.7.3), line programs (7.22), languages (7.12, and codes assigned
 * since), call frame instructions (7.24, and those of processors and of GNU) and pointer encodings of `.eh_frame` (LSB
 * 5.0, 10.5.1). Compiles as TypeScript and as AssemblyScript. Forms are in `forms.ts`, operations of expressions in
 * `expression/operations.ts`.
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
export const TAG_ATOMIC_TYPE = 0x47
export const TAG_BASE_TYPE = 0x24
export const TAG_CALL_SITE = 0x48
export const TAG_CATCH_BLOCK = 0x25
export const TAG_CONST_TYPE = 0x26
export const TAG_ENUMERATOR = 0x28
export const TAG_INHERITANCE = 0x1c
export const TAG_MEMBER = 0x0d
export const TAG_TEMPLATE_TYPE_PARAMETER = 0x2f
export const TAG_TYPEDEF = 0x16
export const TAG_UNSPECIFIED_TYPE = 0x3b
export const TAG_CALL_SITE_PARAMETER = 0x49
export const TAG_GNU_CALL_SITE_PARAMETER = 0x410a
export const TAG_FORMAL_PARAMETER = 0x05
export const TAG_LEXICAL_BLOCK = 0x0b
export const TAG_MODULE = 0x1e
export const TAG_NAMESPACE = 0x39
export const TAG_POINTER_TYPE = 0x0f
export const TAG_PTR_TO_MEMBER_TYPE = 0x1f
export const TAG_REFERENCE_TYPE = 0x10
export const TAG_RESTRICT_TYPE = 0x37
export const TAG_RVALUE_REFERENCE_TYPE = 0x42
export const TAG_SUBRANGE_TYPE = 0x21
export const TAG_TRY_BLOCK = 0x32
export const TAG_UNSPECIFIED_PARAMETERS = 0x18
export const TAG_VARIABLE = 0x34
export const TAG_VARIANT = 0x19
export const TAG_VARIANT_PART = 0x33
export const TAG_VOLATILE_TYPE = 0x35
export const TAG_GNU_CALL_SITE = 0x4109

export const AT_SIBLING = 0x01
export const AT_LOCATION = 0x02
export const AT_NAME = 0x03
export const AT_STMT_LIST = 0x10
export const AT_LOW_PC = 0x11
export const AT_HIGH_PC = 0x12
export const AT_LANGUAGE = 0x13
export const AT_COMP_DIR = 0x1b
export const AT_BYTE_SIZE = 0x0b
export const AT_BIT_OFFSET = 0x0c
export const AT_BIT_SIZE = 0x0d
export const AT_CONST_VALUE = 0x1c
export const AT_CONTAINING_TYPE = 0x1d
export const AT_INLINE = 0x20
export const AT_LOWER_BOUND = 0x22
export const AT_PRODUCER = 0x25
export const AT_UPPER_BOUND = 0x2f
export const AT_ABSTRACT_ORIGIN = 0x31
export const AT_ARTIFICIAL = 0x34
export const AT_COUNT = 0x37
export const AT_DATA_MEMBER_LOCATION = 0x38
export const AT_DECLARATION = 0x3c
export const AT_DISCR = 0x15
export const AT_DISCR_LIST = 0x3d
export const AT_DISCR_VALUE = 0x16
export const AT_ENCODING = 0x3e
export const AT_EXTERNAL = 0x3f
export const AT_FRAME_BASE = 0x40
export const AT_SPECIFICATION = 0x47
export const AT_TYPE = 0x49
export const AT_ENTRY_PC = 0x52
export const AT_RANGES = 0x55
export const AT_CALL_COLUMN = 0x57
export const AT_CALL_FILE = 0x58
export const AT_CALL_LINE = 0x59
export const AT_LINKAGE_NAME = 0x6e
export const AT_STR_OFFSETS_BASE = 0x72
export const AT_ADDR_BASE = 0x73
export const AT_RNGLISTS_BASE = 0x74
export const AT_LOCLISTS_BASE = 0x8c
export const AT_LANGUAGE_NAME = 0x90
export const AT_DATA_BIT_OFFSET = 0x6b
export const AT_CALL_RETURN_PC = 0x7d
export const AT_CALL_VALUE = 0x7e
export const AT_GNU_CALL_SITE_VALUE = 0x2111
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

// Location lists have one kind more: from there on, their numbers are one above those of range lists.
export const LLE_DEFAULT_LOCATION = 5

export const LNCT_PATH = 1
export const LNCT_DIRECTORY_INDEX = 2
export const LNCT_MD5 = 5
export const LNCT_LLVM_SOURCE = 0x2001

export const LNS_COPY = 1
export const LNS_ADVANCE_PC = 2
export const LNS_ADVANCE_LINE = 3
export const LNS_SET_FILE = 4
export const LNS_SET_COLUMN = 5
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
export const LANG_C_SHARP = 0x32
export const LANG_MOJO = 0x33
export const LANG_ASSEMBLER = 0x8001

// DW_AT_language_name (DWARF 6).
export const LNAME_C = 0x03
export const LNAME_C_PLUS_PLUS = 0x04
export const LNAME_GO = 0x0a
export const LNAME_KOTLIN = 0x0e
export const LNAME_OBJC = 0x11
export const LNAME_OBJC_PLUS_PLUS = 0x12
export const LNAME_RUST = 0x19
export const LNAME_SWIFT = 0x1a
export const LNAME_ZIG = 0x1c
export const LNAME_C_SHARP = 0x1e
/** The last one that is listed here as known. */
export const LNAME_HYLO = 0x28

export const ATE_BOOLEAN = 0x02
export const ATE_FLOAT = 0x04
export const ATE_SIGNED = 0x05
export const ATE_SIGNED_CHAR = 0x06
export const ATE_UNSIGNED = 0x07
export const ATE_UNSIGNED_CHAR = 0x08
export const ATE_UTF = 0x10

export const DSC_RANGE = 1

/** The highest two bits of these three say what they are; the others are an operand. */
export const CFA_ADVANCE_LOC = 0x40
export const CFA_OFFSET = 0x80
export const CFA_RESTORE = 0xc0
export const CFA_NOP = 0x00
export const CFA_SET_LOC = 0x01
export const CFA_ADVANCE_LOC1 = 0x02
export const CFA_ADVANCE_LOC2 = 0x03
export const CFA_ADVANCE_LOC4 = 0x04
export const CFA_OFFSET_EXTENDED = 0x05
export const CFA_RESTORE_EXTENDED = 0x06
export const CFA_UNDEFINED = 0x07
export const CFA_SAME_VALUE = 0x08
export const CFA_REGISTER = 0x09
export const CFA_REMEMBER_STATE = 0x0a
export const CFA_RESTORE_STATE = 0x0b
export const CFA_DEF_CFA = 0x0c
export const CFA_DEF_CFA_REGISTER = 0x0d
export const CFA_DEF_CFA_OFFSET = 0x0e
export const CFA_DEF_CFA_EXPRESSION = 0x0f
export const CFA_EXPRESSION = 0x10
export const CFA_OFFSET_EXTENDED_SF = 0x11
export const CFA_DEF_CFA_SF = 0x12
export const CFA_DEF_CFA_OFFSET_SF = 0x13
export const CFA_VAL_OFFSET = 0x14
export const CFA_VAL_OFFSET_SF = 0x15
export const CFA_VAL_EXPRESSION = 0x16
export const CFA_MIPS_ADVANCE_LOC8 = 0x1d
export const CFA_AARCH64_NEGATE_RA_STATE_WITH_PC = 0x2c
export const CFA_AARCH64_NEGATE_RA_STATE = 0x2d
export const CFA_GNU_ARGS_SIZE = 0x2e
export const CFA_GNU_NEGATIVE_OFFSET_EXTENDED = 0x2f

// The lower four bits of an encoding say how the number is written.
export const EH_PE_ABSPTR = 0x00
export const EH_PE_ULEB128 = 0x01
export const EH_PE_UDATA2 = 0x02
export const EH_PE_UDATA4 = 0x03
export const EH_PE_UDATA8 = 0x04
export const EH_PE_SIGNED = 0x08
export const EH_PE_SLEB128 = 0x09
export const EH_PE_SDATA2 = 0x0a
export const EH_PE_SDATA4 = 0x0b
export const EH_PE_SDATA8 = 0x0c
// The next three say what it counts from.
export const EH_PE_PCREL = 0x10
export const EH_PE_TEXTREL = 0x20
export const EH_PE_FUNCREL = 0x40
export const EH_PE_ALIGNED = 0x50
/** There is no number. */
export const EH_PE_OMIT = 0xff
