/** Makes call trees into bytes, in the worker; `packed-trees.ts` has the form. */
import { ByteWriter } from '../core/bytes/writer.ts'
import type { CallTree, CallTreeNode, PrintedSymbol, TextSpan } from '../core/model/report.ts'
import { FLAG, KINDS, type PackedTrees } from './packed-trees.ts'

const NODE_FIELDS: ReadonlySet<string> = new Set(['frame', 'count', 'self', 'note', 'children'])
const FRAME_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'index',
  'kind',
  'address',
  'image',
  'imageName',
  'offset',
  'symbol',
  'span',
  'symbolSpan',
])
const SYMBOL_FIELDS: ReadonlySet<string> = new Set(['name', 'offset', 'file', 'line', 'column'])

/** Packs trees: their order, and everything in them, stays. */
export function packTrees(trees: readonly CallTree[]): PackedTrees {
  const writer = new TreeWriter()
  const starts = trees.map(({ roots }) => writer.write(roots))
  return { trees: trees.map((tree) => without(tree, 'roots')), starts, ...writer.finish() }
}

class TreeWriter {
  readonly #bytes = new ByteWriter()
  readonly #texts = new Map<string, number>()
  readonly #odd: Omit<CallTreeNode, 'children'>[] = []

  /** Gives where the tree begins. */
  write(roots: readonly CallTreeNode[]): number {
    const start = this.#bytes.size
    this.#bytes.writeUleb(roots.length)
    const open = [...roots].reverse()
    for (let node = open.pop(); node; node = open.pop()) {
      this.#writeCall(node)
      this.#bytes.writeUleb(node.children.length)
      for (let at = node.children.length - 1; at >= 0; at--) {
        const child = node.children[at]
        if (child) open.push(child)
      }
    }
    return start
  }

  finish(): Pick<PackedTrees, 'bytes' | 'texts' | 'odd'> {
    return { bytes: this.#bytes.finish(), texts: [...this.#texts.keys()], odd: this.#odd }
  }

  #writeCall(node: CallTreeNode): void {
    const bytes = this.#bytes
    if (!isPlain(node)) {
      bytes.writeUleb(FLAG.odd)
      bytes.writeUleb(this.#odd.push(without(node, 'children')) - 1)
      return
    }
    const { frame, self, note } = node
    const { id, index, kind, address, image, imageName, offset, symbol, symbolSpan, span } = frame
    const hasSource = symbol !== undefined && (symbol.file ?? symbol.line ?? symbol.column) !== undefined
    bytes.writeUleb(
      KINDS.indexOf(kind) |
        (address === undefined ? 0 : FLAG.address) |
        (image === undefined ? 0 : FLAG.image) |
        (imageName === undefined ? 0 : FLAG.imageName) |
        (offset === undefined ? 0 : FLAG.offset) |
        (symbol === undefined ? 0 : FLAG.symbol) |
        (symbol?.offset === undefined ? 0 : FLAG.symbolOffset) |
        (hasSource ? FLAG.source : 0) |
        (symbolSpan === undefined ? 0 : FLAG.symbolSpan) |
        (span === undefined ? 0 : FLAG.span) |
        (note === undefined ? 0 : FLAG.note) |
        (self === undefined ? 0 : FLAG.self),
    )
    bytes.writeUleb(id)
    bytes.writeUleb(index)
    bytes.writeUleb(node.count)
    if (address !== undefined) bytes.writeU64(address)
    if (image !== undefined) bytes.writeUleb(image)
    if (imageName !== undefined) this.#writeText(imageName)
    if (offset !== undefined) bytes.writeUleb(offset)
    if (symbol !== undefined) this.#writeText(symbol.name)
    if (symbol?.offset !== undefined) bytes.writeUleb(symbol.offset)
    if (hasSource) this.#writeSource(symbol)
    if (symbolSpan !== undefined) this.#writeSpan(symbolSpan)
    if (span !== undefined) this.#writeSpan(span)
    if (note !== undefined) this.#writeText(note)
    if (self !== undefined) bytes.writeUleb(self)
  }

  #writeSource({ file, line, column }: PrintedSymbol): void {
    this.#bytes.writeUleb(file === undefined ? 0 : this.#place(file) + 1)
    this.#bytes.writeUleb(line === undefined ? 0 : line + 1)
    this.#bytes.writeUleb(column === undefined ? 0 : column + 1)
  }

  #writeSpan({ start, end }: TextSpan): void {
    this.#bytes.writeUleb(start)
    this.#bytes.writeUleb(end)
  }

  #writeText(text: string): void {
    this.#bytes.writeUleb(this.#place(text))
  }

  #place(text: string): number {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    this.#texts.set(text, this.#texts.size)
    return this.#texts.size - 1
  }
}

/** True if the packed form can hold every field of a call. */
function isPlain(node: CallTreeNode): boolean {
  const { frame } = node
  const { address, symbol, symbolSpan, span } = frame
  return (
    hasOnly(node, NODE_FIELDS) &&
    hasOnly(frame, FRAME_FIELDS) &&
    (symbol === undefined || hasOnly(symbol, SYMBOL_FIELDS)) &&
    (address === undefined || BigInt.asUintN(64, address) === address) &&
    isWhole(node.count) &&
    isWhole(node.self) &&
    isWhole(frame.id) &&
    isWhole(frame.index) &&
    isWhole(frame.image) &&
    isWhole(frame.offset) &&
    isWhole(symbol?.offset) &&
    isWhole(symbol?.line) &&
    isWhole(symbol?.column) &&
    isWhole(symbolSpan?.start) &&
    isWhole(symbolSpan?.end) &&
    isWhole(span?.start) &&
    isWhole(span?.end)
  )
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const rest: Partial<T> = { ...value }
  delete rest[key]
  return rest as Omit<T, K>
}

function hasOnly(value: object, fields: ReadonlySet<string>): boolean {
  for (const field in value) if (!fields.has(field)) return false
  return true
}

/** Absent, or a number that ULEB128 gives back as it was; one more than it must be exact, too. */
function isWhole(value: number | undefined): boolean {
  return (
    value === undefined ||
    (value >= 0 && value < Number.MAX_SAFE_INTEGER && Number.isInteger(value) && !Object.is(value, -0))
  )
}
