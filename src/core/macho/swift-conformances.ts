/** Swift's protocols and conformances: the witnesses of each requirement. */
import type { ImageOffset } from '../model/address.ts'
import { offsetBy } from './image-memory.ts'
import { MAX_SWIFT_ENTRIES } from './limits.ts'
import { CONTEXT_PROTOCOL, type SwiftReader, type SwiftRef, type SwiftTarget } from './swift-reader.ts'
import type { SwiftMethodKind, SwiftTypeReader } from './swift-types.ts'

interface Requirement {
  readonly at: ImageOffset
  readonly kind: SwiftMethodKind | undefined
  readonly isAsync: boolean
  readonly default: ImageOffset | undefined
}

/** By the kind of a requirement: 0 is a base protocol, from 7 on come associated types and conformances. */
const KINDS: readonly (SwiftMethodKind | undefined)[] = [
  undefined,
  'method',
  'init',
  'getter',
  'setter',
  'read',
  'modify',
]
const ASYNC = 0x20
const RETROACTIVE = 0x40
const RESILIENT = 0x1_0000
const GENERIC_TABLE = 0x2_0000

export class SwiftConformanceReader {
  readonly #reader: SwiftReader
  readonly #types: SwiftTypeReader
  readonly #protocols = new Map<ImageOffset, readonly Requirement[]>()
  /** Requirements of this image by their place. */
  readonly #places = new Map<
    ImageOffset,
    { readonly owner: SwiftRef; readonly index: number; readonly requirement: Requirement }
  >()

  constructor(reader: SwiftReader, types: SwiftTypeReader) {
    this.#reader = reader
    this.#types = types
  }

  /** A protocol of this image, with its default functions for types that have none of their own. */
  readProtocol(offset: ImageOffset): void {
    const owner = this.#reader.nameOf({ kind: 'offset', offset })
    for (const [index, { kind, isAsync, default: given }] of this.#requirements(offset).entries())
      if (kind)
        this.#reader.attempt(() =>
          this.#types.add(this.#types.codeOf(given, isAsync), {
            kind: 'default-witness',
            method: { index, kind, owner },
          }),
        )
  }

  #requirements(offset: ImageOffset): readonly Requirement[] {
    const reader = this.#reader
    const known = this.#protocols.get(offset)
    if (known) return known
    const found: Requirement[] = []
    this.#protocols.set(offset, found)
    if ((reader.u32(offset) & 0x1f) !== CONTEXT_PROTOCOL) throw reader.damaged()
    const owner = reader.nameOf({ kind: 'offset', offset })
    const inSignature = reader.u32(offsetBy(offset, 12))
    const count = reader.u32(offsetBy(offset, 16))
    if (inSignature > MAX_SWIFT_ENTRIES || count > MAX_SWIFT_ENTRIES) throw reader.damaged()
    for (let index = 0; index < count; index++) {
      reader.budget.spend('steps', 1)
      const at = offsetBy(offset, 24 + inSignature * 12 + index * 8)
      const flags = reader.u32(at)
      const requirement = {
        at,
        kind: KINDS[flags & 0xf],
        isAsync: (flags & ASYNC) !== 0,
        default: reader.relative(offsetBy(at, 4)),
      }
      found.push(requirement)
      this.#places.set(at, { owner, index, requirement })
    }
    return found
  }

  readConformance(offset: ImageOffset): void {
    const reader = this.#reader
    const target = reader.relativeOrIndirect(offset)
    const protocol = reader.nameOf(target)
    const flags = reader.u32(offsetBy(offset, 12))
    const type = this.#typeOf(offsetBy(offset, 4), (flags >>> 3) & 7)
    const table = reader.relative(offsetBy(offset, 8))
    if (target?.kind === 'offset' && table !== undefined)
      reader.attempt(() => this.#readTable(table, type, protocol, this.#requirements(target.offset)))
    let at = offsetBy(offset, 16)
    if ((flags & RETROACTIVE) !== 0) at = offsetBy(at, 4)
    at = offsetBy(at, ((flags >>> 8) & 0xff) * 12 + (flags >>> 24) * 8)
    if ((flags & RESILIENT) !== 0) at = this.#readResilient(at, type, protocol)
    if ((flags & GENERIC_TABLE) !== 0)
      this.#types.add(reader.relative(offsetBy(at, 4)), { kind: 'witness-instantiation', type, protocol })
  }

  /** Who conforms: a descriptor, directly or by a pointer, or a class of Objective-C by name or by a pointer. */
  #typeOf(at: ImageOffset, kind: number): SwiftRef {
    const reader = this.#reader
    const target = reader.relative(at)
    if (target === undefined) return { kind: 'name', name: '' }
    if (kind === 0) return reader.nameOf({ kind: 'offset', offset: target })
    if (kind === 1) return reader.nameOf(reader.pointer(target))
    if (kind === 2) return { kind: 'name', name: reader.memory.textAt(target) }
    const pointed = reader.pointer(target)
    return pointed?.kind === 'symbol' ? pointed : { kind: 'name', name: '' }
  }

  /** A word of the table for each requirement, after the pointer to the conformance. */
  #readTable(table: ImageOffset, type: SwiftRef, protocol: SwiftRef, requirements: readonly Requirement[]): void {
    const { pointerSize } = this.#reader.image
    for (const [index, requirement] of requirements.entries()) {
      if (!requirement.kind) continue
      this.#reader.budget.spend('steps', 1)
      const word = this.#reader.pointer(offsetBy(table, (index + 1) * pointerSize))
      if (word?.kind === 'offset') this.#addWitness(word.offset, type, protocol, requirement, index, protocol)
    }
  }

  #addWitness(
    code: ImageOffset,
    type: SwiftRef,
    protocol: SwiftRef,
    { kind, isAsync }: Requirement,
    index: number,
    owner: SwiftRef,
  ): void {
    if (!kind) return
    this.#types.add(this.#types.codeOf(code, isAsync), {
      kind: 'witness',
      type,
      protocol,
      method: { index, kind, owner },
    })
  }

  #readResilient(at: ImageOffset, type: SwiftRef, protocol: SwiftRef): ImageOffset {
    const reader = this.#reader
    const count = reader.u32(at)
    if (count > MAX_SWIFT_ENTRIES) throw reader.damaged()
    for (let index = 0; index < count; index++) {
      reader.budget.spend('steps', 1)
      const entry = offsetBy(at, 4 + index * 8)
      reader.attempt(() => this.#readResilientWitness(entry, type, protocol))
    }
    return offsetBy(at, 4 + count * 8)
  }

  #readResilientWitness(entry: ImageOffset, type: SwiftRef, protocol: SwiftRef): void {
    const reader = this.#reader
    const target: SwiftTarget | undefined = reader.relativeOrIndirect(entry)
    const code = reader.relative(offsetBy(entry, 4))
    if (!target || code === undefined) return
    if (target.kind === 'symbol') {
      // Only methods have a symbol of this kind. It does not show whether one is async, but the record of an async one
      // is data.
      if (!target.symbol.endsWith('Tq')) return
      const place = this.#types.codeOf(code, reader.memory.holds(code))
      this.#types.add(place, { kind: 'witness', type, protocol, symbol: target.symbol })
      return
    }
    const known = this.#places.get(target.offset)
    if (known) this.#addWitness(code, type, protocol, known.requirement, known.index, known.owner)
  }
}
