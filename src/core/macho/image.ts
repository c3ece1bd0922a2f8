/** The header and load commands of one Mach-O image. */
import type { LinkAddress } from '../model/address.ts'
import type { Arch, ImageKind, ImageUuid } from '../model/image.ts'
import type { Problem } from '../model/problem.ts'
import { pathName } from '../model/path-name.ts'

/** A range of the image's bytes (of the slice, not of the whole fat file). */
export interface FileRange {
  readonly offset: number
  readonly size: number
}

export interface Segment {
  readonly name: string
  readonly address: LinkAddress
  /** Bytes in memory. */
  readonly size: number
  readonly file: FileRange
  /** `VM_PROT_EXECUTE` of its initial protection. */
  readonly executable: boolean
}

export interface Section {
  /** As in the file: `__debug_info`, at most 16 characters. */
  readonly name: string
  readonly segment: string
  readonly address: LinkAddress
  /** Bytes in memory. */
  readonly size: number
  /** Bytes in the file, clipped to it; size 0 where the file carries none. */
  readonly file: FileRange
  readonly flags: number
  /** Relocation entries of an object file. */
  readonly relocations: { readonly offset: number; readonly count: number }
  readonly isCode: boolean
  /** Stub sections: the first indirect symbol, and the size of a stub. */
  readonly stubs?: { readonly first: number; readonly bytes: number }
  /** The same of sections of pointers to symbols: `__got`, `__la_symbol_ptr`. */
  readonly pointers?: { readonly first: number; readonly bytes: number }
}

/** The parts of a shared cache that its image needs. */
export interface SharedMemory {
  /** Offset in the image's `blob`, which is the whole cache, of its Mach header. */
  readonly start: number
  /** The offset in `blob` to which a word at an offset points; undefined for null. */
  readonly pointerTarget: (value: bigint, at: number) => number | undefined
  /**
   * Where the distances to selectors in relative method lists count from: an offset in `blob`, or each entry itself;
   * undefined where that is not known.
   */
  readonly selectors: number | 'entry' | undefined
}

export interface MachOImage {
  /** Path of the file; of a library's member, `lib.a!member.o`. */
  readonly path: string
  /** The image's bytes. */
  readonly blob: Blob
  /** Offset of `blob` in the file, for problems. */
  readonly fileOffset: number
  /** Bytes of the image, where `blob` holds more than it. */
  readonly ownBytes?: number
  /** In a shared cache. */
  readonly shared?: SharedMemory
  readonly arch: Arch
  readonly cpuType: number
  readonly fileType: number
  readonly kind: ImageKind
  readonly littleEndian: boolean
  readonly pointerSize: 4 | 8
  /** Bytes of the Mach header and its load commands. */
  readonly headerBytes: number
  readonly uuid?: ImageUuid
  /** Link address of the Mach header: vmaddr of `__TEXT`; 0 for object files. */
  readonly textVmaddr: LinkAddress
  readonly segments: readonly Segment[]
  readonly sections: readonly Section[]
  readonly symtab?: { readonly offset: number; readonly count: number; readonly strings: FileRange }
  /** LC_DYSYMTAB: for each stub and pointer to an import the number of its symbol, u32 each. */
  readonly indirectSymbols?: FileRange
  readonly exportsTrie?: FileRange
  readonly functionStarts?: FileRange
  readonly chainedFixups?: FileRange
  /** Bind opcodes of images without chained fixups. */
  readonly binds?: FileRange
  readonly platform?: string
  readonly minimumOs?: string
  readonly sdk?: string
  /** LC_ID_DYLIB. */
  readonly dylib?: { readonly name: string; readonly version: string }
  /** Range encrypted by FairPlay; absent if there is none. */
  readonly encrypted?: FileRange
  /** When the file, or the member of a library, was last changed, in seconds since 1970, where that is known. */
  readonly modified?: number
  readonly problems: readonly Problem[]
}

/** The size that sets the image's budget. */
export function bytesOf(image: MachOImage): number {
  return image.ownBytes ?? image.blob.size
}

/** File name of the image; of a library's member, the member's. */
export function imageName(image: MachOImage): string {
  return pathName(image.path)
}

/** The section of this name in the file, in whatever segment it lies. */
export function findSection(image: MachOImage, ...names: readonly string[]): Section | undefined {
  return image.sections.find((section) => names.includes(section.name))
}
