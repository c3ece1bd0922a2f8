/** Needs of the core that its host fills: files to read, a place to keep indexes, and something that builds them. */
import type { ImageOffset, LinkAddress } from './model/address.ts'
import type { Arch, ImageKind, ImageUuid, IndexSummary, SymbolDetail } from './model/image.ts'
import type { Outcome, Problem } from './model/problem.ts'

/** The only input type. `path` is what the user sees; `!` separates an archive from its entry: `a.zip!App.dSYM/…`. */
export interface InputFile {
  readonly path: string
  /** Slices are lazy and free. Each read costs about a millisecond, so read few, sorted and large pieces. */
  readonly blob: Blob
  /** Identifies the archive that the file lies in, or is, among others of its name. Nobody but the engine gives it. */
  readonly archive?: string
  /** The host found the file itself at this path, in which `!` is a letter of a name. Without it, `!` in a path ends that of an archive. */
  readonly isOnDisk?: true
  /** Path of the outermost archive that the file lies in. Nobody but the engine gives it. */
  readonly inArchive?: string
}

/** A range of a file, as data that another thread can use. */
export interface FilePlace {
  readonly path: string
  readonly start: number
  readonly end: number
  /** Changes whenever the file does. */
  readonly state: string
  /** False: a link that took the place of the file since is not opened. */
  readonly followsLinks?: boolean
  /** Of the file that is meant: another one in its place is not read. */
  readonly identity?: string
}

/**
 * Some hosts have Blobs that can be read synchronously, straight into a given buffer: files, and bytes in memory. These methods save
 * a wait and a copy.
 */
export interface BytesNow {
  /** Fills `target`, or only its `length` bytes at `at`, with the bytes from `from` on; throws where there are fewer. */
  readInto(target: Uint8Array, from: number, at?: number, length?: number): void
  /** The bytes are in memory: a read costs what it copies, and no system call. */
  readonly inMemory?: true
}

/** Such a Blob over a file. */
export interface FileBytes extends BytesNow {
  readonly place: FilePlace
}

/** A Blob over a network. Each byte and each read costs, so read nothing in advance. */
export interface FarBytes {
  readonly isFar: true
}

/** File access of a host that has more than Blobs. */
export interface ByteHost {
  open(place: FilePlace): BytesNow
  /** Joins the parts. Blobs among them came from this host. */
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
  /** `described`: not a name but a description of the function (`method 4 of App.Cart`). */
  readonly source: 'symtab' | 'exports' | 'metadata' | 'described'
}

/**
 * An object file whose debug sections are parts of its image's (`BuildInput.dwarf`). Offsets in them count from the start of the
 * object's part; addresses are the object's.
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

/** Names that a bitcode build has hidden: `__hidden#N_` replaces name number N. */
export interface HiddenNames {
  /** Path of the map. */
  readonly file: string
  readonly count: number
  /** The start of each name and the end of the last, u32 each, then the texts. */
  readonly packed: Uint8Array<ArrayBuffer>
}

/**
 * Description of one image for a builder, without bytes. Symbols and function starts are ranges of the file, too, because
 * a large symbol table must not become a JavaScript array.
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
  /** Set if `dwarf` has sections of object files, in the order of their parts of `debug_info`. */
  readonly objects?: readonly LinkedObject[]
  /** False if object files are missing, so the index will be incomplete. */
  readonly isWhole?: boolean
  /** The map of its hidden names, if it has any; `missing` if nobody gave that map. */
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

/** The index, and figures of its build. */
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
  /** The builder waits for this before each job. It lets a build in the background give way to other work. */
  readonly turn?: () => Promise<void>
}

/** Debug sections and symbols in, index out. */
export interface IndexBuilder {
  build(input: BuildInput, options?: BuildOptions): Promise<Outcome<BuildResult>>
  /** Return addresses of all call sites that the debug information lists, ascending; reads all of it, keeps nothing. */
  callReturns?(input: BuildInput): Promise<Outcome<readonly ImageOffset[]>>
  /** An image of this many bytes may be built soon. The builder may start threads for it. */
  expect?(bytes: number): void
}

/** Facts kept beside an index. */
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
  /** As printed; empty if reports contradict each other, so only the start is known. */
  readonly name: string
  /** The reports that name it so, those that show the most of it first. */
  readonly seenBy: readonly Sighting[]
}

/** A report that names a function. */
export interface Sighting {
  /** The report's incident, or a digest of its text: one report given twice is one. */
  readonly id: string
  /** Its file name. */
  readonly report: string
  /** Greatest offset that it shows inside the function. Later code may belong to others. */
  readonly last: ImageOffset
}

/** Keeps indexes and harvested names. Disposable: a lost index is built again. */
export interface IndexStore {
  list(): Promise<readonly StoredIndex[]>
  /** How often the list has changed, where only this object changes it. Without it each report asks for the list. */
  readonly changes?: () => number
  /** The bytes as a lazy Blob; undefined is a miss. */
  open(key: IndexKey): Promise<Blob | undefined>
  /** Metadata and bytes appear together or not at all. */
  put(entry: StoredIndex, bytes: Blob): Promise<void>
  update(key: IndexKey, change: { readonly pinned: boolean }): Promise<void>
  /** Deletes the index, and the names harvested for its image. */
  delete(key: IndexKey): Promise<void>
  /** Functions that reports named in the image of this UUID, ascending by start; undefined is a miss. */
  harvested(uuid: ImageUuid): Promise<readonly HarvestedFunction[] | undefined>
  /** Replaces what is kept for the image. */
  harvest(uuid: ImageUuid, functions: readonly HarvestedFunction[]): Promise<void>
}

/** Facts on a kept map of a script, of translated lines or of names. */
export interface StoredMap {
  /** Of its debug id, else of its name and content: the same map kept again replaces itself. */
  readonly id: string
  readonly kind: 'script-map' | 'line-map' | 'name-map'
  /** The name of its file. */
  readonly name: string
  readonly debugId?: ImageUuid
  /** Names of the bundles that it may be of; only of a source map. */
  readonly bundles: readonly string[]
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly keptAt: number
}

/** Keeps maps between visits. Every method may reject; a map that is lost must be given again. */
export interface MapStore {
  list(): Promise<readonly StoredMap[]>
  /** The map's file; undefined is a miss. */
  open(id: string): Promise<Blob | undefined>
  /** Replaces the map with this id. */
  put(entry: StoredMap, bytes: Blob): Promise<void>
  delete(ids: readonly string[]): Promise<void>
}

/** Indexes elsewhere, such as on a web server. The engine calls `find` for images that a report or a look-up names. */
/** A map of scripts or lines that a site has for a debug id. */
export interface SiteMap {
  readonly uuid: ImageUuid
  /** The map, its bytes verified. Rejects with a FormatError. */
  readonly read: () => Promise<InputFile>
}

export interface IndexSite {
  /** False while the user permits no requests. Absent: requests are always permitted. */
  mayAsk?(): boolean
  /** Looks for indexes of these images and puts them into the host's store. Never rejects. */
  find(uuids: readonly ImageUuid[]): Promise<readonly Problem[]>
  /** Maps that `find` saw for this id. */
  mapsOf?(uuid: ImageUuid): readonly SiteMap[]
}
