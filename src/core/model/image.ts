/** Images (executables, frameworks, dylibs) and their identity. */
import { hexOf } from './hex.ts'
import type { ImageOffset, LinkAddress, RuntimeAddress } from './address.ts'
import type { OutsideMark } from './provenance.ts'
import type { UnitLanguage } from './script.ts'

declare const uuidBrand: unique symbol

/** Canonical form: upper case with hyphens, `AC58D77F-1D2E-3A4B-8C5D-6E7F80910213`. */
export type ImageUuid = string & { readonly [uuidBrand]: true }

/**
 * Architecture as Apple's tools print it: `arm64`, `arm64e`, `arm64_32`, `armv7`, `armv7s`, `armv7k`, `x86_64`,
 * `x86_64h`, `i386`, `ppc` … A plain string. Reports carry others (`arm`, `unknown`), which must survive.
 */
export type Arch = string

const CANONICAL = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/
const NO_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Reads any spelling of a UUID: any case, with or without hyphens, in `<>`, `()` or quotes, optionally followed by
 * Breakpad's age digit. Undefined for anything else and for the all-zero UUID, which means "unknown".
 */
export function parseUuid(text: string): ImageUuid | undefined {
  const plain = text.toUpperCase()
  // The spelling of almost all reports.
  if (CANONICAL.test(plain)) return plain === NO_UUID ? undefined : (plain as ImageUuid)
  const hex = plain.replace(/[-<>()"'\s]/g, '')
  if (!/^[0-9A-F]{32}[0-9A-F]?$/.test(hex) || /^0{32}/.test(hex)) return undefined
  return hyphenate(hex)
}

/** The UUID of 16 bytes in file order; undefined for other lengths and for all zeros. */
export function uuidFromBytes(bytes: Uint8Array): ImageUuid | undefined {
  if (bytes.length !== 16 || bytes.every((byte) => byte === 0)) return undefined
  return hyphenate(hexOf(bytes).toUpperCase())
}

const UUID_DIGITS = 32

/** The UUID of an ELF file's build id in hexadecimal: its first 16 bytes. Ids of 8 bytes have zeros behind them. */
export function uuidOfBuildId(hex: string): ImageUuid | undefined {
  return parseUuid(hex.slice(0, UUID_DIGITS).padEnd(UUID_DIGITS, '0'))
}

function hyphenate(hex: string): ImageUuid {
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)]
  return parts.join('-') as ImageUuid
}

/** An image that states no size reaches no further than this: arm64 branches span 128 MiB, large apps a few times that. */
export const reachOfUnsized = 0x4000_0000

/** An image as a report lists it. */
export interface BinaryImage {
  /** Position in `Report.images`. */
  readonly index: number
  /** File name, or bundle identifier where the report gives nothing else. May be empty. */
  readonly name: string
  readonly path?: string
  readonly uuid?: ImageUuid
  readonly arch?: Arch
  /** Where its Mach header was loaded; absent when the report does not say. */
  readonly loadAddress?: RuntimeAddress
  /** Bytes from `base` to the end of the image. */
  readonly size?: number
  readonly version?: string
  readonly bundleId?: string
  /** The preferred `__TEXT` vmaddr, where a report carries it. */
  readonly textVmaddr?: LinkAddress
  /** Load address minus `__TEXT` vmaddr, where a report states this and no load address. */
  readonly slide?: bigint
  /** Where `base` comes from when it is not simply the load address that the report lists. */
  readonly slideFrom?: SlideSource
  /** The load address that the report states, where the user stated another one, which is `loadAddress`. */
  readonly listedLoadAddress?: RuntimeAddress
  /** `app`: the user's own code and its bundled frameworks; `system`: shipped with the OS. Undefined: not known. */
  readonly origin?: 'app' | 'system'
}

/** How an image's load address came to be known. */
export type SlideSource = 'load-address' | 'named-frames' | 'call-sites' | 'given'

/** The kind of Mach-O file that symbols come from, or `elf`; decides which of two files with one UUID is tried first. */
export type ImageKind = 'dsym' | 'executable' | 'dylib' | 'bundle' | 'object' | 'kext' | 'core' | 'other' | 'elf'

/** Version and variant of a UUID that was made from a file's content. */
const FROM_CONTENT = /^.{14}8.{4}[89AB]/

/**
 * True for symbols with lines whose file does not say its build, in formats where that happens: ELF, Unity's `.usym`, GSYM. A report
 * that states a UUID may still be of that build, which only its name ties to it.
 */
export function hasUnknownBuild({ kind, detail, uuid }: Pick<KnownImage, 'kind' | 'detail' | 'uuid'>): boolean {
  return (kind === 'elf' || (kind === 'other' && detail === 'dwarf')) && FROM_CONTENT.test(uuid)
}

/** An image with available symbols: from a file given in this session, from the kept indexes, or both. */
export interface KnownImage {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  readonly kind: ImageKind
  /** Path of the file as it was given, if it was given in this session. */
  readonly path?: string
  /** `__TEXT` vmaddr. */
  readonly textVmaddr: LinkAddress
  /** `dwarf`: functions, inlined calls and lines; `symbols`: names only; `starts`: function starts only. */
  readonly detail: SymbolDetail
  /** The kept index, when there is one. */
  readonly index?: IndexSummary
  /** The system of the pack that its names come from, where no file of its own was given. */
  readonly pack?: string
  /** The dyld shared cache that holds the image. */
  readonly cache?: CachePlace
}

/** Place of an image in a dyld shared cache. */
export interface CachePlace {
  readonly uuid: ImageUuid
  /** Address of the cache's first mapping, where it is not slid. */
  readonly start: LinkAddress
  /** Bytes of the image's `__TEXT`; 0 where the cache does not record them. */
  readonly textBytes: number
}

/** Content of symbols: functions, inlined calls and lines; names alone; starts of functions alone; nothing. */
export type SymbolDetail = 'dwarf' | 'symbols' | 'starts' | 'none'

/** A kind of symbols with more content has a higher rank. */
export const detailRank: Readonly<Record<SymbolDetail, number>> = { none: 0, starts: 1, symbols: 2, dwarf: 3 }

/** Facts about a kept index that are available without reading it. */
export interface IndexSummary {
  readonly bytes: number
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  /** Milliseconds since 1970. */
  readonly indexedAt: number
  readonly pinned?: boolean
  readonly version?: string
  /** From a file that was given, not made here: a fallback for indexes made here. */
  readonly imported?: true
  /** The system of the pack that it was kept from. */
  readonly os?: string
  /** Where it lies, if not here: the address of the site that it is read from, part by part. */
  readonly site?: string
  /** The host could not keep it: it is there until the program ends. */
  readonly fleeting?: boolean
}

/** One named call: the function itself (the last of a chain), or a call inlined into it. */
export interface Call {
  /** The name as a person reads it; demangled. Empty where only the function's start is known. */
  readonly function: string
  /** The linkage name, as in the file. */
  readonly mangled: string
  readonly file?: string
  /** 1-based; absent when unknown or compiler-generated (DWARF line 0). */
  readonly line?: number
  readonly column?: number
  readonly inlined: boolean
  /** What debug information says of the language of its compile unit. */
  readonly language?: UnitLanguage
  /** Bytes from the start of the concrete function to the requested address. */
  readonly functionOffset?: number
  /** Image offset where the concrete function starts. */
  readonly functionStart?: ImageOffset
  /** Bytes of the concrete function where its end is known. */
  readonly functionSize?: number
  /** Where the name comes from. */
  readonly source: CallSource
  /** Other names at the start of the concrete function, as `function` is. */
  readonly aliases?: readonly string[]
  /**
   * The aliases that are known to be functions of their own, with equal code, which the linker folded into this one.
   */
  readonly folded?: readonly string[]
  /** Set where the name is of symbols from elsewhere. */
  readonly imported?: OutsideMark
  /** What another file of this build says of the address, where that is something else. */
  readonly contradicted?: Contradiction
  /** Where `file` and `line` are of the language that a compiler translated: the lines that it wrote. */
  readonly compiled?: { readonly file: string; readonly line: number }
  /** For a name that other reports of the build print: their files. */
  readonly fromReports?: readonly string[]
  /** For a name that was carried over: the build that has it, and the evidence that links the two functions. */
  readonly carried?: CarriedFrom
}

/** The name and the place that another file of this build gives. */
export interface Contradiction {
  /** The file, with the folder that it lies in. */
  readonly path: string
  readonly function: string
  /** Its source file, without folders; with `line`. */
  readonly file?: string
  readonly line?: number
}

export interface CarriedFrom {
  readonly uuid: ImageUuid
  /** `code`: the only functions of this code in both builds. `calls`: functions that are one call them at the same place. `order`: they lie between functions that are one. */
  readonly by: 'code' | 'calls' | 'order'
  readonly sameCode: boolean
}

/**
 * The source of a call's name. `carried`: a function of another build whose code is like this one's. `described`: in
 * place of a name, metadata's description of the function (`method 4 of App.Cart`). `starts`: only the start of the
 * function is known; it is unnamed. `source-map`: a map of a script has its place. `report`: the report prints it. `other-report`: other reports of the build print it.
 */
export type CallSource =
  | 'dwarf'
  | 'symtab'
  | 'exports'
  | 'metadata'
  | 'carried'
  | 'described'
  | 'starts'
  | 'source-map'
  | 'report'
  | 'other-report'

/** True if a call has a name, and not only a description of a function without one. */
export const hasName = ({ mangled, source }: Pick<Call, 'mangled' | 'source'>): boolean =>
  mangled !== '' && source !== 'described'

/** True for a name from this very build. */
export const isProvedName = (call: Pick<Call, 'mangled' | 'source'>): boolean =>
  hasName(call) && call.source !== 'carried'
