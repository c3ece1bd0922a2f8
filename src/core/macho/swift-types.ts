/** Swift's nominal types: functions of their descriptors, vtables, override tables, fields. */
import type { ImageOffset } from '../model/address.ts'
import { offsetBy } from './image-memory.ts'
import { MAX_SWIFT_ENTRIES } from './limits.ts'
import { CONTEXT_CLASS, CONTEXT_ENUM, type SwiftReader, type SwiftRef, type SwiftTarget } from './swift-reader.ts'

export type SwiftMethodKind = 'method' | 'init' | 'getter' | 'setter' | 'modify' | 'read'

/** A slot of a vtable, of a protocol or of the table of overrides. */
export interface SwiftMethod {
  /** From 0. */
  readonly index: number
  readonly kind: SwiftMethodKind
  readonly owner: SwiftRef
}

/** The role of a function in metadata. */
export type SwiftFunction =
  | {
      readonly kind: 'accessor' | 'completion' | 'instantiation' | 'deallocator' | 'ivar-destroyer'
      readonly type: SwiftRef
    }
  | { readonly kind: 'method'; readonly method: SwiftMethod }
  /** `method` undefined where the class that declares it lies in another image, which `symbol` may name. */
  | {
      readonly kind: 'override'
      readonly type: SwiftRef
      readonly base: SwiftRef
      readonly method?: SwiftMethod
      readonly symbol?: string
    }
  | {
      readonly kind: 'witness'
      readonly type: SwiftRef
      readonly protocol: SwiftRef
      readonly method?: SwiftMethod
      readonly symbol?: string
    }
  | { readonly kind: 'default-witness'; readonly method: SwiftMethod }
  | { readonly kind: 'witness-instantiation'; readonly type: SwiftRef; readonly protocol: SwiftRef }

export interface FoundFunction {
  readonly offset: ImageOffset
  readonly what: SwiftFunction
}

export interface SwiftType {
  readonly name: SwiftRef
  readonly kind: 'class' | 'struct' | 'enum'
  readonly fields: readonly string[]
}

const KINDS = ['method', 'init', 'getter', 'setter', 'modify', 'read'] as const
const METHOD_ASYNC = 0x40
/** Of the flags of a type, from bit 16 on. */
const INITIALIZATION = 3
const SINGLETON = 1
const FOREIGN = 2
const RESILIENT_SUPERCLASS = 0x2000
const OVERRIDES = 0x4000
const VTABLE = 0x8000
const GENERIC = 0x80
/** Of a generic context: conditional requirements of inverted protocols follow, whose size is not read. */
const INVERTED = 2
const PACKS = 1
const VALUES = 4

/** Reads descriptors of types, each once. */
export class SwiftTypeReader {
  readonly types: SwiftType[] = []
  readonly functions: FoundFunction[] = []
  /** Descriptors of methods by their place. */
  readonly #methods = new Map<ImageOffset, SwiftMethod>()
  readonly #overrides: (() => void)[] = []
  readonly #seen = new Set<ImageOffset>()
  readonly #reader: SwiftReader

  constructor(reader: SwiftReader) {
    this.#reader = reader
  }

  readType(offset: ImageOffset): void {
    const reader = this.#reader
    const flags = reader.u32(offset)
    const kind = flags & 0x1f
    if (this.#seen.has(offset) || kind < CONTEXT_CLASS || kind > CONTEXT_ENUM) return
    this.#seen.add(offset)
    const type = reader.nameOf({ kind: 'offset', offset })
    const word = (['class', 'struct', 'enum'] as const)[kind - CONTEXT_CLASS] ?? 'class'
    this.add(reader.relative(offsetBy(offset, 12)), { kind: 'accessor', type })
    const fields: string[] = []
    reader.attempt(() => this.#readFields(reader.relative(offsetBy(offset, 16)), fields))
    this.types.push({ name: type, kind: word, fields })
    reader.attempt(() => this.#readTail(offset, flags, type))
  }

  add(offset: ImageOffset | undefined, what: SwiftFunction): void {
    if (offset !== undefined) this.functions.push({ offset, what })
  }

  /** Overrides name descriptors of methods, which all are known only at the end. */
  readOverrides(): void {
    for (const read of this.#overrides) this.#reader.attempt(read)
  }

  #readFields(at: ImageOffset | undefined, fields: string[]): void {
    if (at === undefined) return
    const cursor = this.#reader.memory.cursorAt(offsetBy(at, 10))
    const size = cursor.readU16()
    const count = cursor.readU32()
    if (size < 12 || count > MAX_SWIFT_ENTRIES) throw this.#reader.damaged()
    for (let index = 0; index < count; index++) {
      this.#reader.budget.spend('steps', 1)
      const name = this.#reader.relative(offsetBy(at, 16 + index * size + 8))
      fields.push(name === undefined ? '' : this.#reader.memory.textAt(name))
    }
  }

  /** The fields after the fixed part, in the order of the ABI. */
  #readTail(offset: ImageOffset, flags: number, type: SwiftRef): void {
    const reader = this.#reader
    const isClass = (flags & 0x1f) === CONTEXT_CLASS
    const own = flags >>> 16
    let at = offsetBy(offset, isClass ? 44 : 28)
    if ((flags & GENERIC) !== 0) {
      const next = this.#readGenerics(at, type)
      if (next === undefined) return
      at = next
    }
    if (isClass && (own & RESILIENT_SUPERCLASS) !== 0) at = offsetBy(at, 4)
    if ((own & INITIALIZATION) === SINGLETON) {
      this.add(reader.relative(offsetBy(at, 8)), { kind: 'completion', type })
      at = offsetBy(at, 12)
    } else if ((own & INITIALIZATION) === FOREIGN) {
      this.add(reader.relative(at), { kind: 'completion', type })
      at = offsetBy(at, 4)
    }
    if (!isClass) return
    if ((own & VTABLE) !== 0) at = this.#readVtable(at, type)
    if ((own & OVERRIDES) !== 0) this.#overrides.push(() => this.#readOverrideTable(at, type))
  }

  /** The header of a generic type and its pattern; undefined where its end is not known. */
  #readGenerics(at: ImageOffset, type: SwiftRef): ImageOffset | undefined {
    const reader = this.#reader
    const pattern = reader.relative(offsetBy(at, 4))
    if (pattern !== undefined)
      reader.attempt(() => {
        this.add(reader.relative(pattern), { kind: 'instantiation', type })
        this.add(reader.relative(offsetBy(pattern, 4)), { kind: 'completion', type })
      })
    const cursor = reader.memory.cursorAt(offsetBy(at, 8))
    const parameters = cursor.readU16()
    const requirements = cursor.readU16()
    cursor.readU16() // key arguments
    const flags = cursor.readU16()
    let next = offsetBy(at, 16 + Math.ceil(parameters / 4) * 4 + requirements * 12)
    if ((flags & PACKS) !== 0) next = offsetBy(next, 4 + reader.memory.cursorAt(next).readU16() * 8)
    if ((flags & INVERTED) !== 0) return undefined
    if ((flags & VALUES) !== 0) next = offsetBy(next, 4 + Math.min(reader.u32(next), MAX_SWIFT_ENTRIES) * 4)
    return next
  }

  #readVtable(at: ImageOffset, owner: SwiftRef): ImageOffset {
    const reader = this.#reader
    const count = this.#count(offsetBy(at, 4))
    for (let index = 0; index < count; index++) {
      reader.budget.spend('steps', 1)
      const entry = offsetBy(at, 8 + index * 8)
      const flags = reader.u32(entry)
      const kind = KINDS[flags & 0xf]
      if (!kind) continue
      const method = { index, kind, owner }
      this.#methods.set(entry, method)
      this.add(this.codeOf(reader.relative(offsetBy(entry, 4)), (flags & METHOD_ASYNC) !== 0), {
        kind: 'method',
        method,
      })
    }
    return offsetBy(at, 8 + count * 8)
  }

  #readOverrideTable(at: ImageOffset, type: SwiftRef): void {
    const reader = this.#reader
    const count = this.#count(at)
    for (let index = 0; index < count; index++) {
      reader.budget.spend('steps', 1)
      const entry = offsetBy(at, 4 + index * 12)
      // A row outside the image ends the table; one whose pointers lead nowhere does not.
      reader.u32(offsetBy(entry, 8))
      reader.attempt(() => {
        const base = reader.nameOf(reader.relativeOrIndirect(entry))
        const target = reader.relativeOrIndirect(offsetBy(entry, 4))
        const method = this.methodAt(target)
        const isAsync = target?.kind === 'offset' && (reader.u32(target.offset) & METHOD_ASYNC) !== 0
        this.add(this.codeOf(reader.relative(offsetBy(entry, 8)), isAsync), {
          kind: 'override',
          type,
          base,
          ...(method && { method }),
          ...(target?.kind === 'symbol' && { symbol: target.symbol }),
        })
      })
    }
  }

  methodAt(target: SwiftTarget | undefined): SwiftMethod | undefined {
    return target?.kind === 'offset' ? this.#methods.get(target.offset) : undefined
  }

  /** Where the code begins: an async function is known by a record that leads to it. */
  codeOf(target: ImageOffset | undefined, isAsync: boolean): ImageOffset | undefined {
    return target === undefined || !isAsync ? target : this.#reader.relative(target)
  }

  #count(at: ImageOffset): number {
    const count = this.#reader.u32(at)
    if (count > MAX_SWIFT_ENTRIES) throw this.#reader.damaged()
    return count
  }
}
