/** Limits on hostile Mach-O files: larger values are problems, not allocations. */

/** Slices of a fat file. Above 44 the "count" is the version field of a Java class file, which has the same magic. */
export const MAX_FAT_SLICES = 42
/** Bytes of load commands. The largest seen (Apple's kernel collections) have under 256 KiB. */
export const MAX_COMMAND_BYTES = 16 << 20
/** Sections of one image; an nlist can number 255, an image with more is not usable but may be described. */
export const MAX_SECTIONS = 65_536
/** Bytes of an exports trie. */
export const MAX_TRIE_BYTES = 256 << 20
/** Names taken from one exports trie. */
export const MAX_EXPORTS = 4_000_000
/** Bytes of one exported name. */
export const MAX_EXPORT_NAME = 65_536
/** Limit for the problems of one image; further ones repeat them. */
export const MAX_PROBLEMS = 50
/** Stubs of one image, and bytes of the symbol table read for their names. */
export const MAX_STUBS = 1_000_000
export const MAX_STUB_TABLE_BYTES = 64 << 20
/** Members of one static library. */
export const MAX_ARCHIVE_MEMBERS = 100_000
/** Imported symbols of one image. */
export const MAX_IMPORTS = 1_000_000
/** Bytes of Objective-C metadata read from one image. */
export const MAX_OBJC_BYTES = 256 << 20
/** Methods taken from one image. */
export const MAX_OBJC_METHODS = 1_000_000
/** Passes over the metadata of an image in a shared cache: each loads what the one before missed. */
export const MAX_OBJC_PASSES = 8
/** Bytes of a string table that are read for a debug map. */
export const MAX_STAB_STRINGS = 512 << 20
/** Bytes of Swift's metadata, and of the data around it, read from one image. */
export const MAX_SWIFT_BYTES = 256 << 20
/** Entries of one table of a type: methods, requirements, fields. */
export const MAX_SWIFT_ENTRIES = 65_536
/** Contexts in contexts. */
export const MAX_SWIFT_NESTING = 64
/** Bytes of constant data that are searched for vtables of C++. */
export const MAX_CXX_BYTES = 64 << 20
/** Bases of one class, and classes over classes. */
export const MAX_CXX_BASES = 1024
export const MAX_CXX_NESTING = 64
