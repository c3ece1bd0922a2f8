/** What the core needs from its host: files to read, a place to keep indexes, and something that builds them. */
import type { ImageOffset, LinkAddress } from './model/address.ts'
import type { Arch, ImageKind, ImageUuid, IndexSummary, SymbolDetail } from './model/image.ts'
import type { Outcome, Problem } from './model/problem.ts'

/** The only input type. `path` is what the user knows; `!` parts an archive from its entry: `a.zip!App.dSYM/…`. */
export interface InputFile {
  readonly path: string
  /** A slice of it is lazy and free; reading costs about a millisecond a call, so read few, sorted and large pieces. */
  readonly blob: Blob
}

/** Where bytes of a file lie, as data that another thread can use. */
export interface FilePlace {
  readonly path: string
  readonly start: number
  readonly end: number
  /** Tells one state of one file from all others. */
  readonly state: string
}

/**
 * What a Blob has more where this thread can read it at once into memory of its own choice: files and bytes in memory, on
 * hosts that have such Blobs. Who reads much of it need not wait for it and need not copy it twice.
 */
export interface BytesNow {
  /** Fills `target`, or only its `length` bytes at `at`, with the bytes from `from` on; throws where there are fewer. */
  readInto(target: Uint8Array, from: number, at?: number, length?: number): void
  /** The bytes are in memory: a read costs what it copies, and no system call. */
  readonly inMemory?: true
}

/** The same for bytes of a file. */
export interface FileBytes extends BytesNow {
  readonly place: FilePlace
}

/** What a Blob has more whose bytes come from far away: each byte and each read costs, so that nothing is read in advance. */
export interface FarBytes {
  readonly isFar: true
}

/** How a host that has more than Blobs opens files and keeps bytes. */
export interface ByteHost {
  open(place: FilePlace): BytesNow
  /** The parts one behind the other; Blobs among them came from here. */
  join(parts: readonly (Uint8Array<ArrayBuffer> | Blob)[]): Blob
  /** Lets other events of this thread happen. */
  pause(): Promise<void>
}

/** Identity of an index: no two builds share a UUID, and one UUID has one index per architecture. */
export interface IndexKey {
  readonly uuid: ImageUuid
  readonly arch: Arch
}

/** A section of a Mach-O image, as a lazy range of its file. */
export interface SectionRange {
  /** Without leading underscores: `debug_info`, `debug_str_offs`, `text`. */
  readonly name: string
  readonly segment: string
  readonly address: LinkAddress
  /** Bytes in the file; empty where the file carries none (zero-fill, or a dSYM's `__text`). */
  readonly bytes: Blob
  /** Offset of the bytes in the file, for problems. */
  readonly fileOffset: number
  /** Size in memory. */
  readonly size: number
}

/** A named address from a symbol table, an exports trie, a link map or runtime metadata. */
export interface SymbolEntry {
  readonly offset: ImageOffset
  /** Of a symbol table as in the file; of the others without the underscore of the C ABI. */
  readonly name: string
  /** `described`: the name is none, but what is known of the function (`method 4 of App.Cart`). */
  readonly source: 'symtab' | 'exports' | 'metadata' | 'described'
}

/**
 * An object file whose debug sections are parts of those of its image (`BuildInput.dwarf`). What they say counts from the
 * beginning of its own parts, and their addresses are the object's.
 */
export interface LinkedObject {
  readonly file: string
  /** For each section, by its name: where the object's part begins, its size, and where it lies in `file`. */
  readonly parts: readonly {
    readonly section: string
    readonly start: number
    readonly size: number
    readonly fileOffset: number
  }[]
  /** Runs of code as the linker moved them: address in the object, size, image offset; ascending. */
  readonly moves: Uint32Array<ArrayBuffer>
}

/** Names that a bitcode build has hidden: `__hidden#N_` stands for the name of number N. */
export interface HiddenNames {
  /** Path of the map. */
  readonly file: string
  readonly count: number
  /** The start of each name and the end of the last, u32 each, then the texts. */
  readonly packed: Uint8Array<ArrayBuffer>
}

/**
 * Everything a builder needs of one image: a pure description, no bytes read yet. Symbols and function starts come as
 * ranges of the file too, because a large symbol table must not become a JavaScript array.
 */
export interface BuildInput {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  /** Path of the file, for problems. */
  readonly file: string
  readonly kind: ImageKind
  /** `__TEXT` vmaddr: offsets count from here. */
  readonly textVmaddr: LinkAddress
  readonly littleEndian: boolean
  /** Bytes of a pointer: 4 or 8 (arm64_32 has 4). */
  readonly pointerSize: 4 | 8
  /** Executable sections: where code may lie. Names outside are data and never answer an address. */
  readonly code: readonly { readonly start: ImageOffset; readonly end: ImageOffset }[]
  /** `__DWARF` sections by name (see `SectionRange.name`). */
  readonly dwarf: readonly SectionRange[]
  /** Set if the sections of `dwarf` are those of object files, in the order of their parts of `debug_info`. */
  readonly objects?: readonly LinkedObject[]
  /** False if some of them are not at hand: what is made of this is not all that could be known. */
  readonly isWhole?: boolean
  /** What stands for its hidden names, if it has any; `missing` if that is not at hand. */
  readonly hiddenNames?: HiddenNames | 'missing'
  /** LC_SYMTAB: nlist or nlist_64 entries and their string table. */
  readonly symtab?: { readonly entries: Blob; readonly count: number; readonly strings: Blob }
  /** LC_FUNCTION_STARTS payload (ULEB128 deltas from `__TEXT`). */
  readonly functionStarts?: Blob
  /** Names that are not in LC_SYMTAB: exports trie, metadata, link map. Sorted by offset. */
  readonly symbols: readonly SymbolEntry[]
  /** `sectionIsCode[n - 1]` for nlist's 1-based `n_sect`. */
  readonly sectionIsCode: readonly boolean[]
}

/** What a build made and what it took. */
export interface BuildResult {
  /** The whole index file; see `symindex/README.md`. */
  readonly bytes: Blob
  readonly detail: SymbolDetail
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  readonly dwarfBytes: number
  readonly peakBytes: number
  readonly threads: number
  readonly milliseconds: number
  readonly problems: readonly Problem[]
}

export interface BuildProgress {
  /** `reading`, `units`, `lines`, `names`, `merging` … in words for the user. */
  readonly phase: string
  readonly doneBytes: number
  readonly totalBytes: number
}

export interface BuildOptions {
  /** Only what covers these offsets: a partial index, made at once and never kept. */
  readonly only?: readonly ImageOffset[]
  readonly onProgress?: (progress: BuildProgress) => void
  /** Aborting ends the build with a problem of code `cancelled`. */
  readonly signal?: AbortSignal
  readonly threads?: number
  /** Ends when this build may go on; asked before each job. A build behind all other work waits for it. */
  readonly turn?: () => Promise<void>
}

/** Debug sections and symbols in, index out. */
export interface IndexBuilder {
  build(input: BuildInput, options?: BuildOptions): Promise<Outcome<BuildResult>>
  /** Return addresses of all call sites that the debug information lists, ascending; reads all of it, keeps nothing. */
  callReturns?(input: BuildInput): Promise<Outcome<readonly ImageOffset[]>>
  /** An image of so many bytes was given and may be built soon: what takes a while to start can be started. */
  expect?(bytes: number): void
}

/** What is kept beside an index. */
export interface StoredIndex {
  readonly key: IndexKey
  readonly name: string
  readonly kind: ImageKind
  readonly textVmaddr: LinkAddress
  readonly detail: SymbolDetail
  readonly summary: IndexSummary
  /** Version of the index format; another version is a miss. */
  readonly formatVersion: number
}

/** A function of an image as reports name it. */
export interface HarvestedFunction {
  readonly start: ImageOffset
  /** Greatest offset in the image that a report shows to lie in this function: nothing is known of what follows. */
  readonly last: ImageOffset
  /** As printed; empty where reports contradict each other, so that the start is known and no name. */
  readonly name: string
  /** File name of the report that named it first. */
  readonly report: string
}

/** Where finished indexes and harvested names are kept. Disposable: an index that is gone is built again. */
export interface IndexStore {
  list(): Promise<readonly StoredIndex[]>
  /** The bytes as a lazy Blob; undefined is a miss. */
  open(key: IndexKey): Promise<Blob | undefined>
  /** Metadata and bytes appear together or not at all. */
  put(entry: StoredIndex, bytes: Blob): Promise<void>
  update(key: IndexKey, change: { readonly pinned: boolean }): Promise<void>
  /** Deletes the index, and the names harvested for its image. */
  delete(key: IndexKey): Promise<void>
  /** What reports said about the image of this UUID, ascending by start; undefined is a miss. */
  harvested(uuid: ImageUuid): Promise<readonly HarvestedFunction[] | undefined>
  /** Keeps this in place of what was kept for the image. */
  harvest(uuid: ImageUuid, functions: readonly HarvestedFunction[]): Promise<void>
}

/** Indexes that lie elsewhere, such as on a web server; `find` is asked when a report or a look-up names an image. */
export interface IndexSite {
  /** Whether anything may be asked just now; absent: always. */
  mayAsk?(): boolean
  /** Looks for the indexes of these images. What is found is in the host's store from then on. Never rejects. */
  find(uuids: readonly ImageUuid[]): Promise<readonly Problem[]>
}
