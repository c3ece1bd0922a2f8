/** The interface that the printing functions share: the text and its form. */
import type { Node } from './nodes.ts'

export interface Printer {
  /** The text so far. */
  out: string
  /** No modules, no types of entities, no constraints: the form of Xcode and atos. */
  readonly simple: boolean
  /** A simplified symbol says once that it is specialized. */
  toldSpecialized: boolean
  /**
   * Prints a node. Some entities cannot be a prefix of another name (`context.name`). Such an entity is returned, to be
   * printed later as `name in context`; NONE where nothing is left to print.
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
