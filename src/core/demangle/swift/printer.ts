/** What the printing functions share: where the text goes and in which form. */
import type { Node } from './nodes.ts'

export interface Printer {
  /** The text so far. */
  out: string
  /** No modules, no types of entities, no constraints: what Xcode and atos show. */
  readonly simple: boolean
  /** A simplified symbol says once that it is specialized. */
  toldSpecialized: boolean
  /**
   * Prints a node. As a prefix of another name, `context.name`, some entities have no place: they are given back, to be
   * printed behind it as `name in context`; NONE where there is nothing left to print.
   */
  print(node: Node, asPrefix?: boolean): Node
  /** The text is too large to be of use: nothing more needs printing. */
  isOver(): boolean
  /** A mangled name inside this one, readable; the name itself where it is none. */
  nested(name: string): string
}

export function printAll(p: Printer, nodes: readonly Node[], separator: string): void {
  let first = true
  for (const node of nodes) {
    if (!first) p.out += separator
    first = false
    p.print(node)
  }
}
