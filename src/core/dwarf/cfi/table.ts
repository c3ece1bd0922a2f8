/**
 * Call frame information of one section, `__eh_frame` or `__debug_frame`: the functions it describes. DWARF 5, section
 * 6.4.1. LSB 5.0, chapter 10.6, has the differences of `__eh_frame`: a backward distance refers to the common entry
 * (CIE), and the augmentation sets the encoding of addresses.
 */
import { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import { imageOffset, offsetOfLink, type ImageOffset, type LinkAddress, linkAddress } from '../../model/address.ts'
import { FormatError, type Problem } from '../../model/problem.ts'
import { lastAtMost } from '../../bytes/binary-search.ts'
import { readInitialLength } from '../initial-length.ts'
import { mostCommon, mostFunctions, mostProblems } from './limits.ts'
import { FORMAT, readEncodedPointer, type PointerBases } from './pointer.ts'
import type { CfiCommon, CfiFunction } from './row.ts'

/** A section of call frame information. */
export interface CfiSection {
  readonly kind: 'eh_frame' | 'debug_frame'
  readonly bytes: Uint8Array
  /** Address of the section. */
  readonly address: LinkAddress
  /** Address of the image's header. Functions are reported as offsets from it. */
  readonly textVmaddr: LinkAddress
  readonly addressBytes: 4 | 8
}

/** The functions of a section, found by offset. */
export interface CfiTable {
  readonly kind: CfiSection['kind']
  readonly addressBytes: 4 | 8
  /** Ascending by start. */
  readonly functions: readonly CfiFunction[]
  /** The function around an offset; the innermost where entries overlap. */
  at(offset: ImageOffset): CfiFunction | undefined
  /** The function whose entry lies at an offset in the section. */
  ofEntry(entryAt: number): CfiFunction | undefined
  readonly problems: readonly Problem[]
}

/** Functions that are looked back over where entries overlap. */
const mostOverlaps = 16

/** Reads all entries of a section. Reports damaged entries and leaves them out; never throws for damaged bytes. */
export function openCfiTable(section: CfiSection, file = ''): CfiTable {
  const functions: CfiFunction[] = []
  const problems: Problem[] = []
  const reader = new EntryReader(section, file)
  let at = 0
  while (at + 4 <= section.bytes.length) {
    if (functions.length >= mostFunctions || problems.length >= mostProblems) {
      problems.push(reader.cursor.damage('cfi-too-large', { section: section.kind }, at).problem)
      break
    }
    try {
      const frame = reader.header(at)
      if (!frame) break
      const found = frame.isCommon ? undefined : reader.function(frame)
      if (found) functions.push(found)
      at = frame.end
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      problems.push(thrown.problem)
      const next = reader.endAt(at)
      if (next === undefined) break
      at = next
    }
  }
  functions.sort((a, b) => a.start - b.start)
  const byEntry = new Map(functions.map((found) => [found.entryAt, found]))
  return {
    kind: section.kind,
    addressBytes: section.addressBytes,
    functions,
    problems,
    at(offset) {
      const last = lastAtMost(functions.length, (position) => functions[position]?.start ?? 0, offset)
      for (let back = 0; back < mostOverlaps && back <= last; back++) {
        const found = functions[last - back]
        if (found && offset < found.start + found.size) return found
      }
      return undefined
    },
    ofEntry: (entryAt) => byEntry.get(entryAt),
  }
}

interface EntryFrame {
  readonly at: number
  /** Where the entry ends; the next one begins there. */
  readonly end: number
  /** First byte after the header. */
  readonly body: number
  readonly isCommon: boolean
  /** Where the common entry lies; of a common entry, itself. */
  readonly commonAt: number
}

class EntryReader {
  readonly #section: CfiSection
  readonly cursor: ByteCursor
  readonly #common = new Map<number, CfiCommon | FormatError>()

  constructor(section: CfiSection, file: string) {
    this.#section = section
    this.cursor = new ByteCursor(section.bytes, { file })
  }

  /** Where the entry at `at` ends, as its length says; undefined where that is nowhere in the section. */
  endAt(at: number): number | undefined {
    try {
      this.cursor.at = at
      const end = this.#readEnd()
      return end > at + 4 ? end : undefined
    } catch {
      return undefined
    }
  }

  #readEnd(): number {
    const { cursor } = this
    const start = cursor.at
    const { length } = readInitialLength(cursor)
    if (length > cursor.remaining) {
      throw cursor.damage('truncated-cfi', { bytes: length }, start)
    }
    return cursor.at + length
  }

  /** The head of the entry at `at`; undefined where a zero length ends the section. */
  header(at: number): EntryFrame | undefined {
    const { cursor } = this
    cursor.at = at
    const end = this.#readEnd()
    if (end === cursor.at) {
      // `__eh_frame` ends with a zero length; linkers also leave such words between parts of it.
      return cursor.bytes.length - end >= 4 && this.#section.kind === 'eh_frame'
        ? { at, end, body: end, isCommon: true, commonAt: at }
        : undefined
    }
    const wide = cursor.at === at + 12
    const idAt = cursor.at
    if (this.#section.kind === 'eh_frame') {
      const back = cursor.readU32()
      return { at, end, body: cursor.at, isCommon: back === 0, commonAt: back === 0 ? at : idAt - back }
    }
    const id = wide ? cursor.readU64() : BigInt(cursor.readU32())
    const isCommon = id === (wide ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn)
    return { at, end, body: cursor.at, isCommon, commonAt: isCommon ? at : Number(id) }
  }

  /** The common entry at a place; read once. */
  #commonAt(at: number): CfiCommon {
    let common = this.#common.get(at)
    if (common === undefined) {
      try {
        common = this.#readCommon(at)
      } catch (thrown) {
        if (!(thrown instanceof FormatError)) throw thrown
        common = thrown
      }
      if (this.#common.size < mostCommon) this.#common.set(at, common)
    }
    if (common instanceof FormatError) throw common
    return common
  }

  #readCommon(at: number): CfiCommon {
    const frame = at >= 0 ? this.header(at) : undefined
    if (!frame?.isCommon || frame.body === frame.end) {
      throw this.cursor.damage('no-common-entry', {}, Math.max(0, at))
    }
    const cursor = this.#inside(frame)
    const version = cursor.readU8()
    if (![1, 3, 4].includes(version)) throw cursor.damage('cfi-version', { version })
    const augmentation = cursor.readCString()
    let { addressBytes } = this.#section
    let segmentBytes = 0
    if (version === 4 && this.#section.kind === 'debug_frame') {
      const size = cursor.readU8()
      if (size !== 4 && size !== 8) throw cursor.damage('cfi-address-size', { bytes: size })
      addressBytes = size
      segmentBytes = cursor.readU8()
    }
    if (augmentation.startsWith('eh')) cursor.skip(addressBytes)
    const codeAlignment = cursor.readUleb()
    const dataAlignment = cursor.readSleb()
    const returnRegister = version === 1 ? cursor.readU8() : cursor.readUleb()
    const told = this.#readAugmentation(cursor, augmentation, addressBytes)
    return {
      version,
      augmentation,
      codeAlignment,
      dataAlignment,
      returnRegister,
      program: cursor.bytes.subarray(cursor.at, frame.end),
      addressBytes,
      segmentBytes,
      ...told,
    }
  }

  #readAugmentation(
    cursor: ByteCursor,
    augmentation: string,
    addressBytes: 4 | 8,
  ): Pick<CfiCommon, 'isSignalFrame' | 'usesKeyB' | 'pointerEncoding'> {
    let pointerEncoding = D.EH_PE_ABSPTR
    let isSignalFrame = false
    let usesKeyB = false
    if (augmentation.startsWith('z')) {
      const size = cursor.readUleb()
      const end = cursor.at + size
      for (const letter of augmentation.slice(1)) {
        if (letter === 'S') isSignalFrame = true
        else if (letter === 'B') usesKeyB = true
        else if (letter === 'R') pointerEncoding = cursor.readU8()
        else if (letter === 'L') cursor.skip(1)
        else if (letter === 'P') readEncodedPointer(cursor, cursor.readU8(), this.#bases(addressBytes))
        else if (letter !== 'G') break // the size gives the end of the rest
      }
      if (end > cursor.bytes.length) throw cursor.damage('truncated-cfi.augmentation', {})
      cursor.at = end
    } else if (augmentation !== '' && !augmentation.startsWith('eh')) {
      throw cursor.damage('cfi-augmentation', { augmentation: augmentation.slice(0, 20) })
    }
    return { isSignalFrame, usesKeyB, pointerEncoding }
  }

  /** The function of an entry; undefined where it describes no code of this image. */
  function(frame: EntryFrame): CfiFunction | undefined {
    const common = this.#commonAt(frame.commonAt)
    const cursor = this.#inside(frame)
    const bases = this.#bases(common.addressBytes)
    const inEh = this.#section.kind === 'eh_frame'
    if (!inEh) cursor.skip(common.segmentBytes)
    const start = inEh
      ? readEncodedPointer(cursor, common.pointerEncoding, bases)
      : cursor.readPointer(common.addressBytes)
    const size = inEh
      ? readEncodedPointer(cursor, common.pointerEncoding & FORMAT, bases)
      : cursor.readPointer(common.addressBytes)
    if (common.augmentation.startsWith('z')) cursor.skip(cursor.readUleb())
    const offset = start === undefined ? undefined : offsetOfLink(linkAddress(start), this.#section.textVmaddr)
    if (offset === undefined || size === undefined || size > 0xffff_ffffn) return undefined
    return {
      start: imageOffset(offset),
      size: Number(size),
      entryAt: frame.at,
      common,
      program: cursor.bytes.subarray(cursor.at),
    }
  }

  /** A cursor that ends with the entry. */
  #inside(frame: EntryFrame): ByteCursor {
    return new ByteCursor(this.cursor.bytes.subarray(0, frame.end), { file: this.cursor.file, at: frame.body })
  }

  #bases(addressBytes: 4 | 8): PointerBases {
    return { section: this.#section.address, textVmaddr: this.#section.textVmaddr, addressBytes }
  }
}
