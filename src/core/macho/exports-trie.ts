/** The exports trie: names of exported symbols as a prefix tree. Apple's `mach-o/loader.h` (`dyld_info_command`). */
import { isOverBudget, type Budget } from '../bytes/budget.ts'
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import { MAX_EXPORT_NAME, MAX_EXPORTS, MAX_PROBLEMS } from './limits.ts'

/** An exported symbol that has an address in this image. */
export interface ExportedSymbol {
  /** With the underscore of the C ABI, as in the file. */
  readonly name: string
  /** Bytes from the Mach header. */
  readonly offset: number
}

const KIND_MASK = 3
const KIND_REGULAR = 0
const REEXPORT = 8

/**
 * All symbols of a trie, unsorted, without re-exports, absolute and thread-local symbols, which have no code here. A
 * damaged node is skipped with a problem. Each node is visited once, so a cyclic trie ends.
 */
export function parseExportsTrie(
  bytes: Uint8Array,
  options: { readonly file: string; readonly fileOffset?: number; readonly budget: Budget },
): { readonly symbols: readonly ExportedSymbol[]; readonly problems: readonly Problem[] } {
  const symbols: ExportedSymbol[] = []
  const problems: Problem[] = []
  const visited = new Uint8Array(bytes.length)
  // Names are put together where one ends: the nodes above it may have any number of others.
  const open: Node[] = bytes.length > 0 ? [{ at: 0, length: 0, edge: new Uint8Array(), above: undefined }] : []
  for (let node = open.pop(); node; node = open.pop()) {
    const cursor = new ByteCursor(bytes, { ...options, at: node.at })
    try {
      if (node.at >= bytes.length) throw cursor.damage('bad-trie', {})
      if (visited[node.at]) throw cursor.damage('bad-trie.loop', {})
      visited[node.at] = 1
      const symbol = readTerminal(cursor, node, options.budget)
      if (symbol) symbols.push(symbol)
      if (symbols.length >= MAX_EXPORTS) throw cursor.damage('too-many-exports', {})
      const children = cursor.readU8()
      for (let index = 0; index < children; index++) {
        const edge = readEdge(cursor)
        const length = node.length + edge.length
        if (length > MAX_EXPORT_NAME) throw cursor.damage('bad-trie.long-name', {})
        open.push({ at: cursor.readUleb(), length, edge, above: node })
      }
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      if (problems.length < MAX_PROBLEMS) problems.push(thrown.problem)
      if (thrown.problem.code === 'too-many-exports' || isOverBudget(thrown)) break
    }
  }
  return { symbols, problems }
}

/** A node to visit: the name up to it ends with `edge`. */
interface Node {
  readonly at: number
  readonly length: number
  readonly edge: Uint8Array
  readonly above: Node | undefined
}

function nameOf(node: Node, budget: Budget): string {
  budget.spend('text', node.length)
  const name = new Uint8Array(node.length)
  let end = node.length
  // eslint-disable-next-line unslide/bounded-loops -- the way up to the root; its names together were spent as text
  for (let part: Node | undefined = node; part; part = part.above) {
    end -= part.edge.length
    name.set(part.edge, end)
  }
  return decodeUtf8(name)
}

/** The symbol at this node, if there is one. Leaves the cursor at the child count. */
function readTerminal(cursor: ByteCursor, node: Node, budget: Budget): ExportedSymbol | undefined {
  const size = cursor.readUleb()
  const end = cursor.at + size
  if (end > cursor.bytes.length) throw cursor.damage('bad-trie.end', {})
  let symbol: ExportedSymbol | undefined
  if (size > 0) {
    const flags = cursor.readUleb()
    if ((flags & REEXPORT) === 0 && (flags & KIND_MASK) === KIND_REGULAR) {
      symbol = { name: nameOf(node, budget), offset: cursor.readUleb() } // of a resolver: its stub
    }
  }
  cursor.at = end
  return symbol
}

function readEdge(cursor: ByteCursor): Uint8Array {
  const start = cursor.at
  const nul = cursor.bytes.indexOf(0, start)
  if (nul < 0) throw cursor.damage('bad-trie.open-name', {})
  cursor.at = nul + 1
  return cursor.bytes.subarray(start, nul)
}
