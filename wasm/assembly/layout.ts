/** Integers that WebAssembly and TypeScript share: index layout, section ids, error numbers. Compiles in both. */

/** Version of the symbol index format; another version is a miss. */
export const INDEX_VERSION = 2

// Input sections, as slots of the module. The order is that of the string space below.
export const SECTION_STR = 0
export const SECTION_LINE_STR = 1
export const SECTION_STRTAB = 2
export const SECTION_EXTRA_STRINGS = 3
export const SECTION_INFO = 4
export const SECTION_ABBREV = 5
export const SECTION_LINE = 6
export const SECTION_STR_OFFSETS = 7
export const SECTION_ADDR = 8
export const SECTION_RANGES = 9
export const SECTION_RNGLISTS = 10
export const SECTION_ARANGES = 11
export const SECTION_COUNT = 12
/** Sections 0 to 3 hold strings; together they are one space of string ids. */
export const STRING_SECTIONS = 4

// String ids: 0 is none, then the string sections one behind the other, then what workers interned, then names that
// another unit's entry gives (known only when all units were read).
export const POOL_BASE = 0xc0000000
export const DEFERRED_BASE = 0xe0000000
/** Each of these two ranges is shared out equally among the modules of a build. */
export const ID_SPAN = 0x1fffffff

// Kinds of entries in the symbol table of an index.
export const SYMBOL_SYMTAB = 0
export const SYMBOL_EXPORTS = 1
export const SYMBOL_METADATA = 2
/** A function starts here; its name is not known. */
export const SYMBOL_START = 3
/** Code ends here. */
export const SYMBOL_END = 4

/** Functions of one block: what a look-up reads at once. */
export const BLOCK_FUNCTIONS = 64
export const BLOCK_BYTES = 6144
/** Entries of one page of the function and symbol tables. */
export const PAGE_ENTRIES = 64
/** Bytes of text after which a page of strings ends. */
export const STRING_PAGE_BYTES = 4096

// Flags of an entry of the function table.
export const ENTRY_NEXT_BLOCK = 1
export const ENTRY_EXPLICIT = 2
/** Not the first range of its function. */
export const ENTRY_RANGE = 4
/** Begins inside its range, because another function covers what lies before. */
export const ENTRY_CUT = 8
/** Another name of the entry before, which has the same start. */
export const ENTRY_ALIAS = 16
/** No function: only line rows are known here. */
export const ENTRY_ANONYMOUS = 32
/** A symbol of the symbol table starts where this function does. */
export const ENTRY_LISTED = 64
/** In the file only entries without such a symbol are marked. */
export const ENTRY_UNLISTED = 64

/** Numbers of files: this many for each module that took part in a build. */
export const FILE_SPAN = 4194304

// Flags of a function in a block.
export const FUNCTION_ROWS = 1
export const FUNCTION_INLINES = 2
export const FUNCTION_RANGES = 4

// Line row codes.
export const ROW_END = 0
export const ROW_FILE = 1
export const ROW_ADVANCE = 2
export const ROW_LINE = 3
/** From here on no line is known. */
export const ROW_GAP = 4
export const ROW_SPECIAL = 5
export const ROW_LINE_MIN = -4
export const ROW_LINE_RANGE = 14

// Error numbers; `src/core/symindex/errors.ts` has the words.
export const ERROR_NONE = 0
export const ERROR_TRUNCATED = 1
export const ERROR_UNIT_HEADER = 2
export const ERROR_VERSION = 3
export const ERROR_ABBREV_MISSING = 4
export const ERROR_ABBREV_TABLE = 5
export const ERROR_FORM = 6
export const ERROR_DEPTH = 7
export const ERROR_REFERENCE = 8
export const ERROR_LINE_HEADER = 9
export const ERROR_LINE_PROGRAM = 10
export const ERROR_RANGES = 11
export const ERROR_TOO_LARGE = 12
export const ERROR_MEMORY = 13
export const ERROR_WINDOW = 14
export const ERROR_CYCLE = 15
/** The engine read outside its memory: a fault of ours that hostile data found. */
export const ERROR_TRAP = 16
