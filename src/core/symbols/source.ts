/** What a source of symbols is: a Mach-O file of any kind, a Breakpad file, a link map. One file and one registry line each. */
import type { Arch, ImageKind, ImageUuid, SymbolDetail } from '../model/image.ts'
import type { MachOImage } from '../macho/image.ts'
import type { LinkAddress } from '../model/address.ts'
import type { Outcome } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'

/** One slice of one file, known from its headers. */
export interface DebugImage {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  readonly path: string
  readonly kind: ImageKind
  readonly detail: SymbolDetail
  /** Which of two sources of one image is asked: higher first (DWARF over symbols over starts). */
  readonly rank: number
  readonly text: LinkAddress
  /** The Mach-O image itself, for those who read its code. */
  readonly macho?: MachOImage
  /** Bytes of the slice. */
  readonly bytes: number
  /** Reads what is small (exports trie, metadata) and describes the rest by ranges. */
  prepare(): Promise<Outcome<BuildInput>>
}

export interface SymbolSource {
  readonly id: string
  readonly label: string
  /** Looks at the first bytes (up to 64 KiB) only. */
  sniff(head: Uint8Array): boolean
  /** Reads headers only. Images without a UUID are left out with a problem that says so. */
  open(file: InputFile): Promise<Outcome<readonly DebugImage[]>>
}
