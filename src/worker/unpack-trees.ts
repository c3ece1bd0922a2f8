/** Makes call trees of bytes, in the page, each when it is looked at; `packed-trees.ts` has the form. */
import { imageOffset, runtimeAddress } from '../core/model/address.ts'
import type { CallTree, CallTreeNode, Frame, PrintedSymbol, TextSpan } from '../core/model/report.ts'
import { FLAG, KINDS, packedSources, type PackedTrees } from './packed-trees.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }
type Node = Writable<Omit<CallTreeNode, 'children'>> & { readonly children: Node[] }

/**
 * Restores the trees. Reading `roots` builds the calls of a tree, and builds them again after garbage collection.
 * `onRead` runs at the first read of each tree.
 */
export function unpackTrees(packed: PackedTrees, onRead?: () => void): CallTree[] {
  return packed.trees.map((tree, at) => {
    let made: WeakRef<readonly CallTreeNode[]> | undefined
    let wasRead = false
    const unpacked = {
      ...tree,
      get roots(): readonly CallTreeNode[] {
        if (!wasRead) onRead?.()
        wasRead = true
        const known = made?.deref()
        if (known) return known
        const roots = new TreeReader(packed, packed.starts[at] ?? 0).read()
        made = new WeakRef(roots)
        return roots
      },
    }
    packedSources.set(unpacked, packed)
    return unpacked
  })
}

/** Reads what `packTrees` wrote, and nothing else: no byte of it comes from outside. */
class TreeReader {
  readonly #packed: PackedTrees
  readonly #view: DataView
  #at: number

  constructor(packed: PackedTrees, start: number) {
    const { buffer, byteOffset, byteLength } = packed.bytes
    this.#packed = packed
    this.#view = new DataView(buffer, byteOffset, byteLength)
    this.#at = start
  }

  read(): readonly CallTreeNode[] {
    const roots: Node[] = []
    const open = [{ nodes: roots, left: this.#number() }]
    for (let top = open.at(-1); top; top = open.at(-1)) {
      if (top.left-- <= 0) {
        open.pop()
        continue
      }
      const node = this.#call()
      top.nodes.push(node)
      const left = this.#number()
      if (left > 0) open.push({ nodes: node.children, left })
    }
    return roots
  }

  #call(): Node {
    const flags = this.#number()
    if (flags & FLAG.odd) {
      const odd = this.#packed.odd[this.#number()]
      if (!odd) throw new RangeError('odd')
      return { ...odd, children: [] }
    }
    const id = this.#number()
    const index = this.#number()
    const frame: Writable<Frame> = { id, index, kind: KINDS[flags & 3] ?? 'exact' }
    const node: Node = { frame, count: this.#number(), children: [] }
    if (flags & FLAG.address) frame.address = runtimeAddress(this.#word())
    if (flags & FLAG.image) frame.image = this.#number()
    if (flags & FLAG.imageName) frame.imageName = this.#text()
    if (flags & FLAG.offset) frame.offset = imageOffset(this.#number())
    if (flags & FLAG.symbol) frame.symbol = this.#symbol(flags)
    if (flags & FLAG.symbolSpan) frame.symbolSpan = this.#span()
    if (flags & FLAG.span) frame.span = this.#span()
    if (flags & FLAG.note) node.note = this.#text()
    if (flags & FLAG.self) node.self = this.#number()
    return node
  }

  #symbol(flags: number): PrintedSymbol {
    const symbol: Writable<PrintedSymbol> = { name: this.#text() }
    if (flags & FLAG.symbolOffset) symbol.offset = this.#number()
    if (!(flags & FLAG.source)) return symbol
    const [file, line, column] = [this.#number(), this.#number(), this.#number()]
    if (file > 0) symbol.file = this.#packed.texts[file - 1] ?? ''
    if (line > 0) symbol.line = line - 1
    if (column > 0) symbol.column = column - 1
    return symbol
  }

  #span(): TextSpan {
    const start = this.#number()
    return { start, end: this.#number() }
  }

  #text(): string {
    return this.#packed.texts[this.#number()] ?? ''
  }

  #word(): bigint {
    const value = this.#view.getBigUint64(this.#at, true)
    this.#at += 8
    return value
  }

  /** ULEB128. */
  #number(): number {
    let value = 0
    let factor = 1
    // A number below 2^53 has eight bytes at most.
    for (let digit = 0; digit < 8; digit++) {
      const byte = this.#view.getUint8(this.#at++)
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
    throw new RangeError('number')
  }
}
