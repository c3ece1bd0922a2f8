/**
 * Meanings of addresses that code refers to: a text, an Objective-C selector or class, a constant string, a pointer to
 * a symbol. Layouts: `objc-runtime-new.h` of objc4 (class_t, class_ro_t), `CFString` constants as clang emits them,
 * indirect symbols of `mach-o/loader.h`.
 */
import { Budget } from '../bytes/budget.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError } from '../model/problem.ts'
import type { PointerTarget } from './chained-fixups.ts'
import { bytesOf, type MachOImage, type Section } from './image.ts'
import { offsetBy, openImageMemory, type ImageMemory } from './image-memory.ts'
import { MAX_OBJC_BYTES } from './limits.ts'
import { openIndirectNames } from './stubs.ts'

/** The meaning of an address in data. */
export interface DataReference {
  readonly kind: 'text' | 'constant' | 'selector' | 'class' | 'import'
  /** The text, or the name; texts are cut at `MOST_TEXT`. */
  readonly text: string
  /** The text is longer. */
  readonly isCut?: true
}

/** Most characters of a text that are shown. */
const MOST_TEXT = 80
const CLASS_SYMBOL = /^_?OBJC_(?:META)?CLASS_\$_/
const UTF16 = 0x10

const texts = new Set(['__cstring', '__objc_methname', '__objc_classname', '__objc_methtype', '__oslogstring'])
const readers: Readonly<Record<string, (view: References, offset: ImageOffset) => DataReference | undefined>> = {
  __cfstring: (view, offset) => view.constant(offset),
  __objc_selrefs: (view, offset) => view.selector(offset),
  __objc_classrefs: (view, offset) => view.class(offset),
  __objc_superrefs: (view, offset) => view.class(offset),
}
const pointers = /^__(?:auth_)?(?:got|ptr)$|^__(?:la|nl)_symbol_ptr$/

/** Sections that explain references. */
const isWanted = ({ name, segment, isCode }: Section): boolean =>
  !isCode &&
  (texts.has(name) ||
    name in readers ||
    pointers.test(name) ||
    name === '__ustring' ||
    name === '__objc_const' ||
    name === '__objc_data' ||
    (/^__(DATA|AUTH)/.test(segment) && /^__(auth_)?(data|const)$/.test(name)))

/** The data of one image; opened once for all its references. */
export class References {
  readonly #memory: ImageMemory
  readonly #imports: ReadonlyMap<ImageOffset, string>
  readonly #sections: readonly { readonly name: string; readonly start: ImageOffset; readonly end: number }[]

  private constructor(memory: ImageMemory, imports: ReadonlyMap<ImageOffset, string>) {
    this.#memory = memory
    this.#imports = imports
    this.#sections = memory.image.sections.flatMap((section) => {
      const start = offsetOfLink(section.address, memory.image.textVmaddr)
      return start === undefined || !isWanted(section) ? [] : [{ name: section.name, start, end: start + section.size }]
    })
  }

  /** Undefined for images without data of their own: dSYMs, encrypted ones, those of shared caches, and too large ones. */
  static async open(image: MachOImage): Promise<References | undefined> {
    const bytes = image.sections.filter(isWanted).reduce((sum, { file }) => sum + file.size, 0)
    if (bytes === 0 || bytes > MAX_OBJC_BYTES || image.encrypted || image.shared) return undefined
    const budget = new Budget(bytesOf(image))
    try {
      const tables = image.sections.flatMap((section) => (section.pointers ? [{ section, ...section.pointers }] : []))
      const names = await openIndirectNames(image, tables, budget)
      const memory = await openImageMemory(image, isWanted, budget)
      return new References(memory, new Map(names.map(({ offset, name }) => [offset, name])))
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      return undefined
    }
  }

  /** The data at an offset; undefined where it is of no known kind, or damaged. */
  at(offset: ImageOffset): DataReference | undefined {
    const section = this.#sections.find(({ start, end }) => offset >= start && offset < end)
    if (!section) return undefined
    try {
      if (texts.has(section.name)) return { kind: 'text', ...this.#text(offset) }
      return pointers.test(section.name) ? this.#import(offset) : readers[section.name]?.(this, offset)
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      return undefined
    }
  }

  selector(offset: ImageOffset): DataReference | undefined {
    const text = this.#memory.readOffset(this.#memory.cursorAt(offset))
    return text === undefined ? undefined : { kind: 'selector', ...this.#text(text) }
  }

  /** A pointer to a class: one of another image has its name in its symbol, one of this image in class_ro_t. */
  class(offset: ImageOffset): DataReference | undefined {
    const target = this.#target(offset)
    if (target?.kind === 'import') return this.#classOf(this.#memory.importName(target.ordinal))
    if (!target) return this.#classOf(this.#imports.get(offset))
    const { pointerSize } = this.#memory.image
    const data = this.#memory.readOffset(this.#memory.cursorAt(offsetBy(target.offset, 4 * pointerSize)))
    if (data === undefined) return undefined
    // The low bits of the pointer mark Swift classes; the name comes after flags, sizes and a layout.
    const fields = offsetBy(data, (pointerSize === 8 ? 24 : 16) - (data % 4))
    const name = this.#memory.readOffset(this.#memory.cursorAt(fields))
    return name === undefined ? undefined : { kind: 'class', ...this.#text(name) }
  }

  #classOf(symbol: string | undefined): DataReference | undefined {
    return symbol !== undefined && CLASS_SYMBOL.test(symbol)
      ? { kind: 'class', text: symbol.replace(CLASS_SYMBOL, '') }
      : undefined
  }

  /** A constant NSString: class, flags, characters, length. */
  constant(offset: ImageOffset): DataReference | undefined {
    const { pointerSize } = this.#memory.image
    const cursor = this.#memory.cursorAt(offset)
    cursor.skip(pointerSize)
    const flags = cursor.readU32()
    cursor.skip(pointerSize - 4)
    const characters = this.#memory.readOffset(cursor)
    if (characters === undefined) return undefined
    if ((flags & UTF16) === 0) return { kind: 'constant', ...this.#text(characters) }
    const length = Number(cursor.readPointer(pointerSize))
    const units = this.#memory.cursorAt(characters)
    const count = Math.min(length, MOST_TEXT, Math.floor(units.remaining / 2))
    const text = new TextDecoder('utf-16le').decode(units.bytes.subarray(units.at, units.at + count * 2))
    return { kind: 'constant', text, ...(length > count && { isCut: true }) }
  }

  #import(offset: ImageOffset): DataReference | undefined {
    const target = this.#target(offset)
    const bound = target?.kind === 'import' ? this.#memory.importName(target.ordinal) : undefined
    const name = bound ?? this.#imports.get(offset)
    return name === undefined ? undefined : { kind: 'import', text: name }
  }

  #target(offset: ImageOffset): PointerTarget | undefined {
    return this.#memory.readPointer(this.#memory.cursorAt(offset))
  }

  #text(offset: ImageOffset): Pick<DataReference, 'text' | 'isCut'> {
    const { bytes, at } = this.#memory.cursorAt(offset)
    const rest = bytes.subarray(at, at + MOST_TEXT + 1)
    const nul = rest.indexOf(0)
    return nul < 0
      ? { text: decodeUtf8(rest.subarray(0, MOST_TEXT)), isCut: true }
      : { text: decodeUtf8(rest.subarray(0, nul)) }
  }
}
