/**
 * Metadata of Swift as its runtime reads it: relative pointers, contexts and their names. Layouts: `swift/ABI/Metadata.h` and
 * `MetadataValues.h` of the Swift compiler.
 */
import { isOverBudget, type Budget } from '../bytes/budget.ts'
import { problem } from '../messages/problems.ts'
import { offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { MachOImage, Section } from './image.ts'
import { offsetBy, type ImageMemory } from './image-memory.ts'
import { MAX_PROBLEMS, MAX_SWIFT_NESTING } from './limits.ts'

export const CONTEXT_EXTENSION = 1
export const CONTEXT_ANONYMOUS = 2
export const CONTEXT_PROTOCOL = 3
export const CONTEXT_CLASS = 16
export const CONTEXT_ENUM = 18

/** The name of a descriptor, a protocol or a requirement: its own, or the symbol that is imported for it. */
export type SwiftRef =
  { readonly kind: 'name'; readonly name: string } | { readonly kind: 'symbol'; readonly symbol: string }

/** Where a pointer leads: into the image, or to an imported symbol. */
export type SwiftTarget =
  { readonly kind: 'offset'; readonly offset: ImageOffset } | { readonly kind: 'symbol'; readonly symbol: string }

/** An entry that cannot be read takes as long as so many that can. */
const STEPS_OF_DAMAGE = 100

export class SwiftReader {
  readonly problems: Problem[] = []
  readonly memory: ImageMemory
  readonly image: MachOImage
  readonly budget: Budget
  readonly #names = new Map<ImageOffset, SwiftRef>()

  constructor(image: MachOImage, memory: ImageMemory, budget: Budget) {
    this.image = image
    this.memory = memory
    this.budget = budget
  }

  /** Runs one step; damage there becomes a problem, and the rest is read. */
  attempt(read: () => void): void {
    try {
      read()
    } catch (thrown) {
      if (!(thrown instanceof FormatError) || isOverBudget(thrown)) throw thrown
      if (this.problems.length < MAX_PROBLEMS) this.problems.push(thrown.problem)
      // In a shared cache the page may only be missing so far.
      if (!this.image.shared) this.budget.spend('steps', STEPS_OF_DAMAGE)
    }
  }

  /** Visits the target of each relative pointer of a section of them. */
  readList(section: Section | undefined, visit: (offset: ImageOffset) => void): void {
    const start = section && offsetOfLink(section.address, this.image.textVmaddr)
    if (!section?.file.size || start === undefined) return
    for (let at = 0; at + 4 <= section.file.size; at += 4) {
      this.budget.spend('steps', 1)
      this.attempt(() => {
        const target = this.relativeOrIndirect(offsetBy(start, at))
        if (target?.kind === 'offset') visit(target.offset)
      })
    }
  }

  u32(at: ImageOffset): number {
    return this.memory.cursorAt(at).readU32()
  }

  /** A distance of 32 bits from its own place; undefined for null. */
  relative(at: ImageOffset): ImageOffset | undefined {
    const distance = this.memory.cursorAt(at).readI32()
    return distance === 0 ? undefined : offsetBy(at, distance)
  }

  /** The same where the lowest bit says that a pointer lies there. */
  relativeOrIndirect(at: ImageOffset): SwiftTarget | undefined {
    const target = this.relative(at)
    if (target === undefined) return undefined
    const distance = target - at
    if (Math.abs(distance) % 2 === 0) return { kind: 'offset', offset: target }
    return this.pointer(offsetBy(target, -1))
  }

  /** A pointer in data. */
  pointer(at: ImageOffset): SwiftTarget | undefined {
    const target = this.memory.readPointer(this.memory.cursorAt(at))
    if (target?.kind !== 'import') return target
    const symbol = this.memory.importName(target.ordinal)
    return symbol === undefined ? undefined : { kind: 'symbol', symbol }
  }

  /** The full name of a context: `App.Cart.Item`. */
  nameOf(target: SwiftTarget | undefined, depth = 0): SwiftRef {
    if (!target) return { kind: 'name', name: '' }
    if (target.kind === 'symbol') return target
    const known = this.#names.get(target.offset)
    if (known) return known
    const made = this.#readName(target.offset, depth)
    if (made.kind === 'name') this.budget.spend('text', made.name.length)
    this.#names.set(target.offset, made)
    return made
  }

  #readName(offset: ImageOffset, depth: number): SwiftRef {
    if (depth > MAX_SWIFT_NESTING) throw this.damaged()
    const kind = this.u32(offset) & 0x1f
    const parent = (): SwiftRef => this.nameOf(this.relativeOrIndirect(offsetBy(offset, 4)), depth + 1)
    if (kind === CONTEXT_ANONYMOUS) return parent()
    if (kind === CONTEXT_EXTENSION) return this.#extended(offsetBy(offset, 8), depth)
    const text = this.#ownName(offset)
    const outer = parent()
    if (outer.kind === 'symbol') return { kind: 'name', name: text }
    return { kind: 'name', name: outer.name === '' ? text : `${outer.name}.${text}` }
  }

  /** The name at +8. An imported type has its C name after it, marked by `N`. */
  #ownName(offset: ImageOffset): string {
    const at = this.relative(offsetBy(offset, 8))
    if (at === undefined) throw this.damaged()
    const text = this.memory.textAt(at)
    const isImported = ((this.u32(offset) >>> 18) & 1) === 1 && (this.u32(offset) & 0x1f) >= CONTEXT_CLASS
    if (!isImported) return text
    let next = offsetBy(at, byteLength(text) + 1)
    for (let part = 0; part < MAX_SWIFT_NESTING; part++) {
      const more = this.memory.textAt(next)
      if (more === '') break
      if (more.startsWith('N')) return more.slice(1)
      next = offsetBy(next, byteLength(more) + 1)
    }
    return text
  }

  /** An extension is a context of the type that it extends; the mangled name gives that type. */
  #extended(at: ImageOffset, depth: number): SwiftRef {
    const name = this.relative(at)
    if (name === undefined) throw this.damaged()
    return this.typeName(name, depth + 1)
  }

  /** The type of a mangled name, which begins with a symbolic reference or is text. */
  typeName(at: ImageOffset, depth = 0): SwiftRef {
    const first = this.memory.cursorAt(at).readU8()
    if (first === 1) {
      const target = this.relative(offsetBy(at, 1))
      return this.nameOf(target && { kind: 'offset', offset: target }, depth)
    }
    if (first === 2) {
      const slot = this.relative(offsetBy(at, 1))
      return this.nameOf(slot === undefined ? undefined : this.pointer(slot), depth)
    }
    if (first < 0x20) return { kind: 'name', name: '' }
    return { kind: 'symbol', symbol: `_$s${this.memory.textAt(at)}D` }
  }

  damaged(): FormatError {
    return new FormatError(problem('bad-swift-metadata', {}, { file: this.image.path, offset: this.image.fileOffset }))
  }
}

const encoder = new TextEncoder()

const byteLength = (text: string): number => encoder.encode(text).length
