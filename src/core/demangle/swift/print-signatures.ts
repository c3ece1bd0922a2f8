/** Generic signatures and requirements as text. */
import * as K from './kinds.ts'
import { genericParamName, NONE, type Node } from './nodes.ts'
import { printAll, type Printer } from './printer.ts'

/** A broken name may claim thousands of millions. */
const SHOWN_PARAMS = 128

function markerOf(markers: readonly Node[], kind: number, name: string): Node {
  for (const marker of markers) if (marker.kind === kind && marker.a.text === name) return marker
  return NONE
}

function printParams(p: Printer, depth: number, count: number, markers: readonly Node[]): void {
  for (let index = 0; index < count; index++) {
    if (index > 0) p.out += ', '
    if (index >= SHOWN_PARAMS) {
      p.out += '...'
      return
    }
    const name = genericParamName(depth, index)
    if (markers.length === 0) {
      p.out += name
      continue
    }
    const value = markerOf(markers, K.ValueMarker, name)
    if (markerOf(markers, K.PackMarker, name) !== NONE) p.out += 'each '
    p.out += value === NONE ? name : `let ${name}: `
    if (value !== NONE) p.print(value.b)
  }
}

/** `<A, B where A: P>`; without its constraints in the simplified form. */
export function printSignature(p: Printer, node: Node): void {
  const counts = node.index
  let first = counts
  while (first < node.list.length && isMarker(node.list[first])) first++
  const markers = first === counts ? [] : node.list.slice(counts, first)
  p.out += '<'
  for (let depth = 0; depth < counts && !p.isOver(); depth++) {
    if (depth > 0) p.out += '><'
    printParams(p, depth, node.list[depth]?.index ?? 0, markers)
  }
  if (first < node.list.length && !p.simple) {
    p.out += ' where '
    printAll(p, node.list.slice(first), ', ')
  }
  p.out += '>'
}

const isMarker = (node: Node | undefined): boolean => node?.kind === K.PackMarker || node?.kind === K.ValueMarker

/** Protocols that a type conforms to unless it says otherwise, by bit. */
const INVERTIBLE: readonly string[] = ['Swift.Copyable', 'Swift.Escapable']

export function printRequirement(p: Printer, node: Node): void {
  p.print(node.a)
  switch (node.kind) {
    case K.Conformance:
      p.out += ': '
      p.print(node.b)
      return
    case K.SameType:
      p.out += ' == '
      p.print(node.b)
      return
    case K.SameShape:
      p.out += '.shape == '
      p.print(node.b)
      p.out += '.shape'
      return
    case K.Layout:
      p.out += `: ${node.text}`
      return
    case K.Inverse:
      p.out += `: ~${INVERTIBLE[node.index] ?? `Swift.<bit ${String(node.index)}>`}`
  }
}
