/** The JSON that commands print of symbol files and of what they make of them. */
import type { Count, Hex, Uuid, Whole } from '../../core/documents/values.ts'
import type { ImageKind, SymbolDetail } from '../../core/model/image.ts'
import type { Problem } from '../../core/messages/problems.ts'

/** Images and problems that `inspect` finds in files. */
export interface InspectedDocument {
  /** The images, in the order of the files. */
  readonly images: readonly InspectedImage[]
  /** Parts that could not be read, and facts worth knowing. */
  readonly problems: readonly Problem[]
}

/** An image in a file. */
export interface InspectedImage {
  /** Path of the file, with `!` between an archive and its entry. */
  readonly path: string
  /** Name of the image. */
  readonly name: string
  /** Its UUID. */
  readonly uuid?: Uuid
  /** Its architecture. */
  readonly arch: string
  /** Kind of the type. */
  readonly kind: ImageKind
  /** Versions of DWARF in it. */
  readonly dwarf: readonly Whole[]
  /** Bytes of each section, by its name. */
  readonly sections: Readonly<Record<string, Count>>
  /** How many functions the linker lists. */
  readonly functions: Count
  /** How many entries the symbol table has. */
  readonly symbols: Count
  /** How many compile units. */
  readonly units: Count
  /** Paths of the object files that have its debug information. */
  readonly objects: readonly string[]
  /** The platform that it was built for. */
  readonly platform?: string
  /** The oldest system that it runs on. */
  readonly minimumOs?: string
  /** Version of the SDK. */
  readonly sdk?: string
  /** Version of a library. */
  readonly version?: string
  /** Compilers, in their own words. */
  readonly producers: readonly string[]
  /** Languages. */
  readonly languages: readonly string[]
  /** True if its code is encrypted. */
  readonly encrypted: boolean
  /** Types that Swift's metadata lists. */
  readonly swiftTypes?: readonly SwiftTypeDocument[]
}

/** A type of Swift. */
export interface SwiftTypeDocument {
  /** Its name. */
  readonly name: string
  /** Kind of the type. */
  readonly kind: 'class' | 'struct' | 'enum'
  /** Names of its fields. */
  readonly fields: readonly string[]
}

/** A line of `index`: what the index of an image took. */
export interface IndexedLine {
  /** Path of the file. */
  readonly path: string
  /** UUID of the image. */
  readonly uuid: Uuid
  /** Architecture of the image. */
  readonly arch: string
  /** Bytes of the file. */
  readonly fileBytes: Count
  /** Bytes of its debug information. */
  readonly dwarfBytes: Count
  /** Bytes of the index. */
  readonly indexBytes: Count
  /** How many functions it has. */
  readonly functions: Count
  /** How many inlined calls. */
  readonly inlines: Count
  /** How many rows of line tables. */
  readonly lineRows: Count
  /** How long it took. */
  readonly milliseconds: Count
  /** Most bytes of memory that it took. */
  readonly peakBytes: Count
  /** How many threads built it. */
  readonly threads: Count
}

/** A line of `table`: a table that was written. */
export interface TableLine {
  /** Path of the file. */
  readonly path: string
  /** How many images it has. */
  readonly images: Count
  /** How many rows. */
  readonly rows: Count
  /** Its size. */
  readonly bytes: Count
}

/** The pack that `pack` wrote. */
export interface PackedDocument {
  /** Path of the file. */
  readonly path: string
  /** The system of the images, or the app of the maps. */
  readonly os: string
  /** How many images it has. */
  readonly images: Count
  /** How many maps of scripts, lines or names it has, if any. */
  readonly maps?: Count
  /** How many images were left out because nothing in them has a name. */
  readonly nameless: Count
  /** Its size. */
  readonly bytes: Count
}

/** A line of `publish`. */
export type PublishedLine =
  | PublishedImageLine
  | PublishedMapLine
  | RemovedImageLine
  | RemovedLine
  | CopiedAppLine
  | VerifiedFileLine
  | VerifiedLine

/** A file of a published folder, as `--verify` and `--repair` found it. */
export interface VerifiedFileLine {
  /** Its path below the folder. */
  readonly file: string
  /** The UUID of its image. */
  readonly uuid: Uuid
  /** The architecture of an index. */
  readonly arch?: string
  /** `truncated`: shorter than its manifest says. `left-over`: no manifest lists it. */
  readonly state: 'whole' | 'missing' | 'truncated' | 'damaged' | 'left-over'
  /** Bytes that lie there; 0 for a manifest. */
  readonly bytes: Count
  /** Blocks that were read. */
  readonly blocks?: Count
  /** Blocks with other digests than were published. */
  readonly damagedBlocks?: Count
  /** The first of them, at most 20; the first block of a file is 0. */
  readonly firstDamaged?: readonly Count[]
  /** The field of the manifest that the file contradicts. */
  readonly field?: string
  /** Why it could not be read. */
  readonly reason?: string
}

/** Counts of the files above. */
export interface VerifiedLine {
  /** Of all files that were looked at. */
  readonly verified: {
    /** Files, whole ones among them. */
    readonly files: Count
    /** Blocks that were read. */
    readonly blocks: Count
    /** Files that a manifest lists and that are not there. */
    readonly missing: Count
    /** Files that are shorter than their manifest says. */
    readonly truncated: Count
    /** Files with other bytes than were published, and manifests that cannot be read. */
    readonly damaged: Count
    /** Files that no manifest lists. */
    readonly leftOver: Count
  }
}

/** A map of scripts or lines that was published, or not. */
export interface PublishedMapLine {
  /** Name of its file. */
  readonly map: string
  /** Its debug id. */
  readonly uuid: Uuid
  /** `unchanged`: it was there. `failed`: standard error says why. */
  readonly status: 'published' | 'unchanged' | 'failed'
  /** Bytes that were written. */
  readonly bytes?: Count
}

/** An image that was published, or not. */
export interface PublishedImageLine {
  /** Path of its file. */
  readonly path?: string
  /** Its UUID. */
  readonly uuid: Uuid
  /** Its architecture. */
  readonly arch: string
  /** Its name. */
  readonly name: string
  /** `unchanged`: it was there. `failed`: standard error says why. */
  readonly status: 'published' | 'unchanged' | 'failed'
  /** Bytes of the index that was published. */
  readonly bytes?: Count
  /** How long it took. */
  readonly milliseconds?: Count
}

/** An image that was removed. */
export interface RemovedImageLine {
  /** Its UUID. */
  readonly uuid: Uuid
  readonly status: 'removed'
  /** Nothing was removed: this is what would be. */
  readonly dryRun: boolean
}

/** Totals of all that was removed. */
export interface RemovedLine {
  /** The sums. */
  readonly removed: {
    /** How many images. */
    readonly images: Count
    /** How many files that no manifest lists. */
    readonly files: Count
    /** Bytes of all that. */
    readonly bytes: Count
    /** Nothing was removed: this is what would be. */
    readonly dryRun: boolean
  }
}

/** The page was copied into the folder. */
export interface CopiedAppLine {
  /** The files of the page. */
  readonly app: {
    /** How many files the page has. */
    readonly files: Count
    /** How many of them were written. */
    readonly written: Count
  }
}

/** The file `manifest.json` of a published image. */
export interface ManifestDocument {
  /** Version of this form. */
  readonly schema: 2
  /** UUID of the image. */
  readonly uuid: Uuid
  /** Its indexes, one for each architecture and version of the index format. */
  readonly indexes: readonly ManifestIndex[]
}

/** An index of a published image. */
export interface ManifestIndex {
  /** Architecture of the image. */
  readonly arch: string
  /** Version of the index format. */
  readonly format: Count
  /** Name of the image. */
  readonly name: string
  /** The kind of file that it was made of. */
  readonly kind: ImageKind
  /** Contents: functions, inlined calls and lines; names alone; starts of functions alone. */
  readonly detail: SymbolDetail
  /** Preferred address of the image. */
  readonly textVmaddr: Hex
  /** How many functions it has. */
  readonly functions: Count
  /** How many inlined calls. */
  readonly inlines: Count
  /** How many rows of line tables. */
  readonly lineRows: Count
  /** When it was made: milliseconds since 1970. */
  readonly indexedAt: Count
  /** Bytes of the index. */
  readonly bytes: Count
  /** Bytes of its file. */
  readonly fileBytes: Count
  /** SHA-256 of its file, which is a part of the file's name. */
  readonly sha256: Sha256
  /** Bytes of the map at the beginning of the file. */
  readonly mapBytes: Count
  /** Bytes of the map when it is inflated. */
  readonly mapLength: Count
  /** SHA-256 of the map. */
  readonly mapSha256: Sha256
  /** Bytes of the file that a reader begins with. */
  readonly firstBytes: Count
}

/**
 * 64 hex digits.
 *
 * @pattern ^[0-9a-f]{64}$
 */
export type Sha256 = string
