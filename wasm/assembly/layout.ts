/**
 * Every integer that WebAssembly and TypeScript share: outputs, records, sections, the index file, error numbers. Both
 * compile this file, so it holds only `export const NAME = <integer>`. Names with BYTES or AT count bytes, all others
 * count 32-bit words.
 */

/** Version of the symbol index format; another version is a miss. */
export const INDEX_VERSION = 7
/** The oldest version that is read: it has no columns. */
export const OLDEST_INDEX_VERSION = 6

// Input sections, as slots of the module. Their order is that of the string id space.
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
/** Sections 0 to 3 hold strings and form one space of string ids. */
export const STRING_SECTIONS = 4

// String ids: 0 is none; then the string sections, concatenated; then interned strings; then cross-unit names, which
// are known only after all units were read.
export const POOL_BASE = 0xc0000000
export const CROSS_UNIT_BASE = 0xe0000000
/** Size of each of the two ranges above; divided equally among the shards of a build. */
export const ID_SPAN = 0x1fffffff

// Kinds of symbols in an index.
export const SYMBOL_SYMTAB = 0
export const SYMBOL_EXPORTS = 1
export const SYMBOL_METADATA = 2
/** What is said of a function that has no name. */
export const SYMBOL_DESCRIBED = 3
/** A function start without a name. */
export const SYMBOL_START = 4
/** Code ends here. */
export const SYMBOL_END = 5
/** Flag of a named symbol: DWARF uses the name of another symbol with this start (ICF). */
export const SYMBOL_FOLDED = 8

/** Limits of a block, the unit of reading for a look-up. */
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
/** Starts inside its range: another function covers the part before. */
export const ENTRY_CUT = 8
/** Alias of the previous entry: the same start. */
export const ENTRY_ALIAS = 16
/** No function, only line rows. */
export const ENTRY_ANONYMOUS = 32
/** A symbol starts at this function. */
export const ENTRY_LISTED = 64
/** In the file the flag is inverted: it marks entries without a symbol. */
export const ENTRY_UNLISTED = 64
/** A function that the symbols of a debug map name: its object file, and so its DWARF, was missing. */
export const ENTRY_SYMBOLS_ONLY = 128

/** Range of file numbers for each shard. */
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
/** No line is known from here on. */
export const ROW_GAP = 4
export const ROW_SPECIAL = 5
export const ROW_LINE_MIN = -4
export const ROW_LINE_RANGE = 14

// Codes of columns. Below COLUMN_WIDE: the column itself.
export const COLUMN_WIDE = 184
/** Above it, below COLUMN_STEP_WIDE: another column of the same row, code - COLUMN_STEP behind the one before. */
export const COLUMN_STEP = 184
export const COLUMN_STEP_WIDE = 255

// Error numbers; `src/core/symindex/errors.ts` has the messages.
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
/** The module trapped, for example by a read outside its memory: a bug that hostile data triggered. */
export const ERROR_TRAP = 16

// Outputs, the argument of `outputData`, `outputLength` and `clearOutput`.
export const OUTPUT_BLOCKS = 0
/** BLOCK_COLUMN_RECORD_BYTES each. */
export const OUTPUT_BLOCK_SIZES = 1
export const OUTPUT_FUNCTION_PAGES = 2
export const OUTPUT_FUNCTION_DIRECTORY = 3
export const OUTPUT_SYMBOL_PAGES = 4
export const OUTPUT_SYMBOL_DIRECTORY = 5
/** Clearing it means that the host drained the pages: offsets continue. */
export const OUTPUT_STRING_PAGES = 6
/** Clearing it starts a new run of pages. */
export const OUTPUT_STRING_DIRECTORY = 7
export const OUTPUT_FILES = 8
/** Entries of the function table, ENTRY_BYTES each. */
export const OUTPUT_ENTRIES = 9
/** DIEs whose names lie in other units: offsets in `.debug_info`, u32 each. */
export const OUTPUT_CROSS_UNIT_DIES = 10
/** Texts of interned strings, each with its NUL. */
export const OUTPUT_POOL = 11
/** Marks of strings in use, MARK_BYTES each. Clearing it frees their memory. */
export const OUTPUT_MARKS = 12
/** Offsets of the units that `.debug_aranges` lists, u32 each. */
export const OUTPUT_LISTED = 13
/** Return addresses of call sites, as image offsets, u32 each. */
export const OUTPUT_CALL_RETURNS = 14
/** Pieces of a string section that hold marked strings. */
export const OUTPUT_PIECES = 15
/** Hashes of names, HASH_BYTES each. */
export const OUTPUT_NAME_HASHES = 16
/** Ids of cross-unit names, u32 each. */
export const OUTPUT_CROSS_UNIT_NAMES = 17
/** Ids that `resolveNames` found, u32 each. */
export const OUTPUT_NAME_IDS = 18
/** Start and end of each listed unit that holds a wanted offset, u32 each. */
export const OUTPUT_LISTED_WANTED = 19
/** Ranges of the file that a look-up reads next. */
export const OUTPUT_READS = 20
export const OUTPUT_ANSWERS = 21
export const OUTPUT_CALLS = 22
export const OUTPUT_FILE_PATHS = 23
/** End of each text: u32 shifted left by 1, plus 1 for texts that are not ASCII. */
export const OUTPUT_TEXT_ENDS = 24
export const OUTPUT_ASCII_TEXTS = 25
export const OUTPUT_OTHER_TEXTS = 26
/** All names: their offsets, ends of their texts, texts of the batch. */
export const OUTPUT_NAME_ROWS = 27
export const OUTPUT_NAME_ENDS = 28
export const OUTPUT_NAME_TEXTS = 29
/** Offsets where answers may change, u32 each. */
export const OUTPUT_EDGES = 30
/** Columns of finished blocks, concatenated. */
export const OUTPUT_COLUMNS = 31
/** Ids of the texts of a look-up, ascending, u32 each. */
export const OUTPUT_TEXT_IDS = 32

// Arguments of `total`.
export const TOTAL_FUNCTIONS = 0
export const TOTAL_INLINES = 1
export const TOTAL_ROWS = 2
export const TOTAL_SYMBOLS = 3
export const TOTAL_UNITS = 4
export const TOTAL_UNKNOWN_NAMES = 5

// Records of outputs, and of inputs that the host writes.
/** Entry of the function table: start, size, name, block, slot u16 and range u16, unit, flags. */
export const ENTRY_BYTES = 28
/** A mark: u64, string id shifted left by 1, plus 1 for the name of a function. */
export const MARK_BYTES = 8
/** A name: hash u32, id u32. */
export const HASH_BYTES = 8
/** A symbol of a Mach-O symbol table, `nlist` and `nlist_64`. */
export const NLIST_BYTES = 12
export const NLIST_64_BYTES = 16
/** A file: ids of the compilation directory, the directory and the name. In answers these are positions of texts. */
export const FILE_BYTES = 12
export const FILE_WORDS = 3
/** A page in a directory: its first key, where it begins in its part, its checksum; u32 each. */
export const DIRECTORY_BYTES = 12
export const DIRECTORY_WORDS = 3
/** A block: its size and its checksum; u32 each. */
export const BLOCK_RECORD_BYTES = 8
/** The same with the columns of the block: their size and checksum follow. */
export const BLOCK_COLUMN_RECORD_BYTES = 16
/** A shard in the index: its first file number u32, position of its first cross-unit name u32. */
export const SHARD_BYTES = 8

// A piece of a string section: offset of its first marked string, offset after the first byte of its last one, position
// of its first mark, number of marks.
export const PIECE_WORDS = 4
export const PIECE_FROM = 0
export const PIECE_TO = 1
export const PIECE_FIRST_MARK = 2
export const PIECE_MARKS = 3

// An object file of a debug map: its first move and their number, then start and size of its part of each section.
export const OBJECT_WORDS = 26
export const OBJECT_PARTS = 2
// A run of code as the linker moved it: address in the object, size, image offset.
export const MOVE_WORDS = 3

// A range that a look-up reads: start in the file f64, length u32, destination address u32.
export const READ_WORDS = 4
export const READ_START = 0
export const READ_LENGTH = 2
export const READ_PLACE = 3

/** Added to a code of DW_AT_language_name, which tells it from one of DW_AT_language. */
export const LANGUAGE_NAMES = 0x10000

// Result for an offset: number of calls; for the function itself its start, source, and size + 1 or 0 if unknown.
export const ANSWER_WORDS = 4
export const ANSWER_CALLS = 0
export const ANSWER_START = 1
export const ANSWER_SOURCE = 2
export const ANSWER_SIZE = 3
/** Source of a function that DWARF names; smaller numbers are kinds of symbols. */
export const SOURCE_DWARF = 5
/** Flag of a source: the function has further names. */
export const SOURCE_SHARED = 8

// A call: position of its name in the texts, position of its file in the files, line, column; from 1, 0 is none. Then the language of its
// unit, 0 where that is not known.
export const CALL_WORDS = 5
export const CALL_NAME = 0
export const CALL_FILE = 1
export const CALL_LINE = 2
export const CALL_COLUMN = 3
export const CALL_LANGUAGE = 4

// The header of an index file; see `src/core/symindex/README.md`.
export const HEADER_AT_VERSION = 8
export const HEADER_AT_LENGTH = 12
export const HEADER_AT_UUID = 16
export const HEADER_AT_TEXT = 32
export const HEADER_AT_KIND = 40
export const HEADER_AT_DETAIL = 41
export const HEADER_AT_SHIFT = 42
export const HEADER_AT_PART_COUNT = 43
export const HEADER_AT_FUNCTIONS = 44
export const HEADER_AT_INLINES = 48
export const HEADER_AT_ROWS = 52
export const HEADER_AT_SYMBOLS = 56
/** Checksum of the header and the small parts, without these four bytes. */
export const HEADER_AT_CHECKSUM = 60
export const HEADER_AT_PARTS = 64
/** A part in the header: offset in the file u64, size u64. */
export const PART_BYTES = 16

// Parts of an index file, in this order.
export const PART_SHARDS = 0
export const PART_FUNCTION_DIRECTORY = 1
export const PART_SYMBOL_DIRECTORY = 2
export const PART_STRING_DIRECTORY = 3
export const PART_BLOCK_SIZES = 4
export const PART_FILES = 5
export const PART_CROSS_UNIT_NAMES = 6
export const PART_FUNCTION_PAGES = 7
export const PART_SYMBOL_PAGES = 8
export const PART_STRING_PAGES = 9
export const PART_BLOCKS = 10
/** The last part; an index without columns has no such part. */
export const PART_COLUMNS = 11
export const PART_COUNT = 12
