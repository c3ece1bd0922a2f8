/**
 * Names of Objective-C methods from the metadata of the runtime, which survives stripping: lists of classes and
 * categories, their method lists. Layout: `objc-runtime-new.h` of Apple's objc4.
 */
import { isOverBudget, type Budget } from '../bytes/budget.ts'
import type { ByteCursor } from '../bytes/cursor.ts'
import type { symbolProblems } from '../messages/problems/symbols.ts'
import type { ParametersOf } from '../messages/message.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import { findSection, type MachOImage, type Section } from './image.ts'
import { PTR_PLAIN } from './chained-fixups.ts'
import { ImageMemory, NO_BINDS, offsetBy, openImageMemory } from './image-memory.ts'
import { MAX_OBJC_BYTES, MAX_OBJC_METHODS, MAX_OBJC_PASSES, MAX_PROBLEMS } from './limits.ts'

/** A method's code and its name as `-[Class(Category) selector:]`. */
export interface ObjcMethod {
  readonly name: string
  readonly offset: ImageOffset
}

export interface ObjcMethods {
  readonly methods: readonly ObjcMethod[]
  readonly problems: readonly Problem[]
}

const META = 1 // RO_META in class_ro_t.flags
const RELATIVE = 0x80000000
const DIRECT_SELECTORS = 0x40000000
const ENTRY_SIZE = 0xfffc
const CLASS_PREFIX = /^_?OBJC_CLASS_\$_/

/** All methods that the image implements; none for images without metadata, or without its bytes, as dSYMs. */
export async function openObjcMethods(image: MachOImage, budget: Budget): Promise<ObjcMethods> {
  const found = await readMethods(image, isMetadata, budget)
  // Compilers merge strings, so a name may lie in another section. Those are loaded only if a pointer leads there.
  const isIncomplete = !image.shared && found?.problems.some(({ code }) => code === 'bad-pointer')
  const again = isIncomplete ? await readMethods(image, isData, budget) : undefined
  return again ?? found ?? { methods: [], problems: [] }
}

/** The methods, from the sections that `wanted` selects; undefined without metadata or with too much of it. */
async function readMethods(
  image: MachOImage,
  wanted: (section: Section) => boolean,
  budget: Budget,
): Promise<ObjcMethods | undefined> {
  const classes = findSection(image, '__objc_classlist')
  const categories = findSection(image, '__objc_catlist')
  const readable = (section: Section): boolean => wanted(section) && !isEncrypted(image, section)
  const bytes = image.sections.filter(readable).reduce((sum, section) => sum + section.file.size, 0)
  if ((!classes?.file.size && !categories?.file.size) || bytes > MAX_OBJC_BYTES) return undefined
  let reader = new MetadataReader(image, budget)
  try {
    const memory = await openImageMemory(image, readable, budget)
    // In a shared cache names lie in other images: missing pages of one pass are loaded for the next.
    for (let passes = MAX_OBJC_PASSES; passes > 0; passes--) {
      reader = new MetadataReader(image, budget)
      reader.memory = memory
      reader.readPointers(classes, (offset) => reader.readClass(offset))
      // A class with `+load` may be in that list alone.
      reader.readPointers(findSection(image, '__objc_nlclslist'), (offset) => reader.readClass(offset))
      reader.readPointers(categories, (offset) => reader.readCategory(offset))
      reader.readInherited()
      if (!image.shared || !(await memory.loadMissed())) break
    }
  } catch (thrown) {
    reader.note(thrown)
  }
  return reader
}

/** Sections with metadata and its strings. */
export function isMetadata({ name, segment, isCode }: Section): boolean {
  if (isCode || name === '__objc_methtype') return false
  // lld merges the names of classes into __cstring.
  return (
    name.startsWith('__objc_') ||
    name === '__cstring' ||
    (/^__(DATA|AUTH)/.test(segment) && /^__(auth_)?(data|const)$/.test(name))
  )
}

/** All sections that pointers of metadata can target. */
function isData({ segment, isCode }: Section): boolean {
  return !isCode && /^__(TEXT|DATA|AUTH)/.test(segment)
}

function isEncrypted({ encrypted }: MachOImage, { file }: Section): boolean {
  return (
    encrypted !== undefined &&
    file.offset < encrypted.offset + encrypted.size &&
    file.offset + file.size > encrypted.offset
  )
}

class MetadataReader implements ObjcMethods {
  readonly methods: ObjcMethod[] = []
  readonly problems: Problem[] = []
  memory: ImageMemory
  readonly #image: MachOImage
  readonly #budget: Budget
  readonly #inherited: (() => void)[] = []

  constructor(image: MachOImage, budget: Budget) {
    this.#image = image
    this.#budget = budget
    this.memory = new ImageMemory(image, [], PTR_PLAIN, NO_BINDS, budget)
  }

  note(thrown: unknown): void {
    if (!(thrown instanceof FormatError)) throw thrown
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(thrown.problem)
  }

  /** Visits the target of each pointer of a section; skips damaged ones. */
  readPointers(section: Section | undefined, visit: (offset: ImageOffset) => void): void {
    const start = section && offsetOfLink(section.address, this.#image.textVmaddr)
    if (!section?.file.size || start === undefined) return
    const cursor = this.memory.cursorAt(start)
    while (cursor.remaining >= this.#image.pointerSize) {
      const target = this.memory.readOffset(cursor)
      if (target !== undefined) this.#attempt(() => visit(target))
    }
  }

  /** class_t: isa, superclass, cache, vtable, data; the class methods are those of its metaclass. */
  readClass(offset: ImageOffset): void {
    const cursor = this.memory.cursorAt(offset)
    const metaclass = this.memory.readOffset(cursor)
    const className = this.#readMethodsOf(offset)
    if (metaclass !== undefined && metaclass !== offset) this.#readMethodsOf(metaclass, className)
  }

  /** Reads the methods of class_ro_t and returns the class name. */
  #readMethodsOf(offset: ImageOffset, knownName?: string): string {
    const { flags, text, methods } = this.#classFields(offset)
    const className = knownName ?? text
    if (methods !== undefined) this.#readMethods(methods, (flags & META) !== 0 ? '+' : '-', className)
    return className
  }

  #classFields(offset: ImageOffset): { flags: number; text: string; methods: ImageOffset | undefined } {
    const { pointerSize } = this.#image
    const data = this.memory.readOffset(this.memory.cursorAt(offsetBy(offset, 4 * pointerSize)))
    if (data === undefined) throw this.#damaged('class', {})
    const fields = this.memory.cursorAt(imageOffset(Math.floor(data / 4) * 4)) // low bits mark Swift classes
    const flags = fields.readU32()
    fields.skip(pointerSize === 8 ? 12 : 8) // where instances start, their size, and for 64 bits a reserved word
    this.memory.readPointer(fields) // ivar layout
    const name = this.memory.readOffset(fields)
    const methods = this.memory.readOffset(fields)
    return { flags, text: this.#nameAt(name) ?? '?', methods }
  }

  /** category_t: name, class, instance methods, class methods. */
  readCategory(offset: ImageOffset): void {
    const cursor = this.memory.cursorAt(offset)
    const name = this.memory.readOffset(cursor)
    const owner = this.memory.readPointer(cursor)
    const instanceMethods = this.memory.readOffset(cursor)
    const classMethods = this.memory.readOffset(cursor)
    const className =
      owner?.kind === 'offset'
        ? this.#classFields(owner.offset).text
        : owner && this.memory.importName(owner.ordinal)?.replace(CLASS_PREFIX, '')
    const full = `${className ?? '?'}(${this.#nameAt(name) ?? ''})`
    if (instanceMethods !== undefined) this.#readMethods(instanceMethods, '-', full)
    if (classMethods !== undefined) this.#readMethods(classMethods, '+', full)
  }

  /** A name that is part of other names; if it is unreadable the rest still counts. */
  #nameAt(offset: ImageOffset | undefined): string | undefined {
    try {
      return offset === undefined ? undefined : this.memory.textAt(offset)
    } catch (thrown) {
      if (isOverBudget(thrown)) throw thrown
      this.note(thrown)
      return undefined
    }
  }

  /**
   * relative_list_list_t of shared caches, marked by the lowest bit: the class's own list and those of its categories, which
   * their images list, too, with the category's name. So they come last, where a name that is known counts.
   */
  #readLists(offset: ImageOffset, sign: '-' | '+', owner: string): void {
    const cursor = this.memory.cursorAt(offset)
    const size = cursor.readU32()
    if (size !== 8) throw this.#damaged('entry', { size })
    const count = cursor.readU32()
    for (let index = 0; index < count; index++) {
      this.#budget.spend('steps', 1)
      const at = offsetBy(offset, 8 + index * 8)
      const distance = Number(BigInt.asIntN(64, cursor.readU64()) >> 16n)
      const list = offsetBy(at, distance)
      if (list % 2 === 0) this.#inherited.push(() => this.#readMethods(list, sign, owner))
    }
  }

  /** Reads the lists that were put off. */
  readInherited(): void {
    for (const read of this.#inherited) this.#attempt(read)
  }

  #attempt(read: () => void): void {
    try {
      read()
    } catch (thrown) {
      if (isOverBudget(thrown)) throw thrown
      this.note(thrown)
    }
  }

  /** method_list_t: entries of three pointers, or of three distances of 32 bits. */
  #readMethods(offset: ImageOffset, sign: '-' | '+', owner: string): void {
    if (this.#image.shared && offset % 2 !== 0) {
      this.#readLists(offsetBy(offset, -1), sign, owner)
      return
    }
    const cursor = this.memory.cursorAt(offset)
    const header = cursor.readU32()
    const count = cursor.readU32()
    const relative = (header & RELATIVE) !== 0
    const size = header & ENTRY_SIZE
    const expected = relative ? 12 : 3 * this.#image.pointerSize
    if (size !== expected) throw this.#damaged('entry', { size })
    let at = offsetBy(offset, 8)
    for (let index = 0; index < count; index++, at = offsetBy(at, size)) {
      if (this.methods.length >= MAX_OBJC_METHODS) throw this.#damaged('methods', {})
      const method = relative
        ? this.#readRelative(cursor, at, (header & DIRECT_SELECTORS) !== 0)
        : this.#readAbsolute(cursor)
      // Lists may overlap, and each name includes the name of its class.
      this.#budget.spend('steps', 1)
      this.#budget.spend('text', owner.length)
      if (!method) continue
      const selector = this.#selectorAt(method.name)
      if (selector !== undefined) this.methods.push({ name: `${sign}[${owner} ${selector}]`, offset: method.code })
    }
  }

  /**
   * A selector of a shared cache may lie in a page that is not loaded yet. So may the selectors of the methods after
   * it.
   */
  #selectorAt(name: ImageOffset): string | undefined {
    return this.#image.shared ? this.#nameAt(name) : this.memory.textAt(name)
  }

  #readAbsolute(cursor: ByteCursor): { name: ImageOffset; code: ImageOffset } | undefined {
    const name = this.memory.readOffset(cursor)
    this.memory.readPointer(cursor) // types
    const code = this.memory.readOffset(cursor)
    return name === undefined || code === undefined ? undefined : { name, code }
  }

  /** The name offset targets a selector reference; in the shared cache, the selector itself. */
  #readRelative(
    cursor: ByteCursor,
    at: ImageOffset,
    direct: boolean,
  ): { name: ImageOffset; code: ImageOffset } | undefined {
    const toName = cursor.readI32()
    cursor.skip(4)
    const toCode = cursor.readI32()
    if (toCode === 0) return undefined
    const reference = offsetBy(at, toName)
    const name = direct
      ? this.#directSelector(reference, toName)
      : this.memory.readOffset(this.memory.cursorAt(reference))
    return name === undefined ? undefined : { name, code: offsetBy(at, 8 + toCode) }
  }

  #directSelector(reference: ImageOffset, distance: number): ImageOffset | undefined {
    const { shared } = this.#image
    if (!shared || shared.selectors === 'entry') return reference
    return shared.selectors === undefined ? undefined : imageOffset(shared.selectors - shared.start + distance)
  }

  #damaged<What extends 'class' | 'entry' | 'methods'>(
    what: What,
    params: ParametersOf<typeof symbolProblems, `bad-objc-metadata.${What}`>,
  ): FormatError {
    const place = { file: this.#image.path, offset: this.#image.fileOffset }
    return new FormatError(problem(`bad-objc-metadata.${what}`, params, place))
  }
}
