/**
 * The interface of a source of symbols: a Mach-O file of any kind, a Breakpad file, a link map. One file and one
 * registry line each.
 */
import type { Arch, CachePlace, ImageKind, ImageUuid, SymbolDetail } from '../model/image.ts'
import type { MachOImage } from '../macho/image.ts'
import type { ImageOffset, LinkAddress } from '../model/address.ts'
import type { Outcome } from '../model/problem.ts'
import type { LineMap } from '../scripts/line-map.ts'
import type { NameMap } from '../scripts/name-map.ts'
import type { ScriptMap } from '../scripts/source-map.ts'
import type { BuildInput, HiddenNames, InputFile } from '../ports.ts'

/** Added object files that may be the one of this path in a debug map, best first. */
export type FindObjects = (path: string) => Promise<readonly MachOImage[]>

/** One slice of one file, known from its headers. */
export interface DebugImage {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  readonly path: string
  readonly kind: ImageKind
  readonly detail: SymbolDetail
  /** Rank among the sources of one image: higher first (DWARF, then symbols, then starts). */
  readonly rank: number
  readonly textVmaddr: LinkAddress
  /** Opens the Mach-O image, for readers of its code. Rejects where it cannot be read. */
  readonly macho?: () => Promise<MachOImage>
  /** Of a linked image that may have its debug information in object files. */
  readonly objects?: {
    /** Their paths, as the linker wrote them; none if there is no debug map. */
    readonly paths: () => Promise<readonly string[]>
    /** The image with the objects that were found, `bytes` in all. */
    readonly join: (find: FindObjects, bytes: number) => DebugImage
  }
  /** Of an image without a UUID: how its build is known from a binary that has one. */
  readonly build?: {
    /** True if the binary is of the same build. */
    readonly isOf: (macho: MachOImage) => Promise<boolean>
    /** The image with the UUID of that binary. */
    readonly as: (macho: Pick<DebugImage, 'uuid' | 'arch' | 'textVmaddr'>) => DebugImage
  }
  /** The dyld shared cache that holds it. */
  readonly cache?: CachePlace
  /** Bytes of the slice. */
  readonly bytes: number
  /**
   * Reads small parts (exports trie, metadata) and describes the rest by ranges. With `only`, parts that do not concern
   * these offsets may be left out.
   */
  prepare(only?: readonly ImageOffset[]): Promise<Outcome<BuildInput>>
}

/** The outcome for one of several files that were opened together. */
export interface OpenedFile {
  readonly path: string
  readonly outcome: Outcome<readonly DebugImage[]>
  /** Path of the file whose images need this one, too. */
  readonly partOf?: string
}

/** A map of a script, of translated lines or of names, with the file that it was read from. */
export type GivenMapAid =
  | { readonly kind: 'script-map'; readonly map: ScriptMap; readonly file: InputFile }
  | { readonly kind: 'line-map'; readonly map: LineMap; readonly file: InputFile }
  | { readonly kind: 'name-map'; readonly map: NameMap; readonly file: InputFile }

/**
 * A file without addresses that helps to name frames. It has the names that a build has hidden, the UUID from the time
 * when they were hidden, or places of a script in its sources.
 */
export type SymbolAid =
  | GivenMapAid
  | {
      readonly kind: 'map'
      readonly uuid: ImageUuid
      readonly file: InputFile
      readonly names: () => Promise<HiddenNames>
    }
  | { readonly kind: 'original'; readonly uuid: ImageUuid; readonly original: ImageUuid }

export interface SymbolSource {
  readonly id: string
  readonly label: string
  /** True if the first bytes (up to 64 KiB) are of this format. */
  sniff(head: Uint8Array): boolean
  /** Reads headers only. Images without a UUID are left out with a problem that says so. */
  open(file: InputFile): Promise<Outcome<readonly DebugImage[]>>
  /** For formats that have no images. `open` then gives none. */
  openAid?(file: InputFile): Promise<Outcome<SymbolAid>>
  /** For formats whose images are spread over files: opens all that were given, in their order. */
  openTogether?(files: readonly InputFile[]): Promise<readonly OpenedFile[]>
}
