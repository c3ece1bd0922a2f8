/** Whole symbols as text: attributes, thunks, specializations. */
import * as K from './kinds.ts'
import { NONE, type Node } from './nodes.ts'
import { printLabelledType } from './print-entities.ts'
import { printAll, type Printer } from './printer.ts'
import * as S from './specializations.ts'

/** `text` a, joint, c. */
export function printDescribed(p: Printer, node: Node): void {
  p.out += node.text
  p.print(node.a)
  if (node.index === 0) return
  p.out += node.b.text
  p.print(node.c)
}

export function printPartialApply(p: Printer, node: Node): void {
  p.out += p.simple ? 'partial apply' : 'partial apply' + node.text
  if (node.list.length === 0) return
  p.out += ' for '
  printAll(p, node.list, '')
}

const PART_WORDS: Readonly<Record<number, string>> = {
  [S.FUNCTION]: 'Constant Propagated Function',
  [S.GLOBAL]: 'Constant Propagated Global',
  [S.INTEGER]: 'Constant Propagated Integer',
  [S.FLOAT]: 'Constant Propagated Float',
  [S.STRING]: 'Constant Propagated String',
  [S.CLOSURE]: 'Closure Propagated',
  [S.KEY_PATH]: 'Constant Propagated KeyPath',
  [S.STRUCT]: 'Constant Propagated Struct',
  [S.SAME_ARGUMENT]: 'Same As Argument',
}

function printPart(p: Printer, node: Node): void {
  const kind = node.index & ~S.DEMANGLED
  if (kind === S.NOTE) {
    p.out += node.text
    return
  }
  const text = node.index & S.DEMANGLED ? p.nested(node.text) : node.text
  p.out += `[${PART_WORDS[kind] ?? ''}${kind === S.SAME_ARGUMENT ? ' ' : ' : '}${text}`
  switch (kind) {
    case S.STRUCT:
      printAll(p, node.list, ', ')
      break
    case S.CLOSURE:
      p.out += ', Argument Types : ['
      printAll(p, node.list, ', ')
      break
    case S.KEY_PATH:
      p.out += '<'
      printAll(p, node.list, ',')
      p.out += '>'
  }
  p.out += ']'
}

/** `Arg[0] = Dead`. */
export function printArgument(p: Printer, node: Node): void {
  p.out += node.index < 0 ? 'Return = ' : `Arg[${String(node.index)}] = `
  for (const part of node.list) printPart(p, part)
}

/** `generic specialization <A, B> of `, or `specialized ` once. */
export function printSpecialization(p: Printer, node: Node): void {
  if (p.simple) {
    if (!p.toldSpecialized) p.out += 'specialized '
    p.toldSpecialized = true
    return
  }
  p.out += node.text + ' <'
  printAll(p, node.list, ', ')
  p.out += '> of '
}

export function printReabstraction(p: Printer, node: Node): void {
  if (p.simple && node.list.length === 0) {
    p.out += 'thunk for '
    p.print(node.a)
    return
  }
  p.out += node.text
  if (node.c !== NONE) {
    p.print(node.c)
    p.out += ' '
  }
  p.out += 'from '
  p.print(node.a)
  p.out += ' to '
  p.print(node.b)
  const self = node.list[0]
  if (self === undefined) return
  p.out += ' self '
  p.print(self)
}

export function printKeyPathThunk(p: Printer, node: Node): void {
  p.out += 'key path ' + node.text
  p.print(node.a)
  p.out += ' : '
  printAll(p, node.list, '')
  if (node.index === 1) p.out += ', serialized'
}

export function printKeyPathIndexThunk(p: Printer, node: Node): void {
  p.out += `key path index ${node.text} operator for `
  if (node.c !== NONE) p.print(node.c)
  p.out += '('
  printAll(p, node.list, ', ')
  p.out += ')'
}

const ERROR_FLAGS: readonly string[] = ['', ' nonzero on error', ' zero on error']

export function printCompletionHandler(p: Printer, node: Node): void {
  p.out += node.text + '@objc completion handler block implementation for '
  if (node.c !== NONE) p.print(node.c)
  p.print(node.a)
  p.out += ' with result type '
  p.print(node.b)
  p.out += ERROR_FLAGS[node.index] ?? ' <invalid error flag>'
}

export function printOnceVariables(p: Printer, node: Node): void {
  p.out += node.text
  const several = node.list.length !== 1
  if (several) p.out += '('
  printAll(p, node.list, ', ')
  if (several) p.out += ')'
}

export function printValueWitness(p: Printer, node: Node): void {
  p.out += node.text + (p.simple ? ' for ' : ' value witness for ')
  p.print(node.a)
}

/** Prints the kinds of automatic differentiation. */
export function printAutoDiff(p: Printer, node: Node): void {
  switch (node.kind) {
    case K.AutoDiffReordering:
      p.out += 'autodiff self-reordering reabstraction thunk for '
      if (p.simple) {
        p.print(node.a)
        return
      }
      p.out += node.text
      if (node.c !== NONE) {
        p.out += ' '
        p.print(node.c)
      }
      p.out += ' from '
      p.print(node.a)
      p.out += ' to '
      p.print(node.b)
      return
    case K.AutoDiffSubset:
      printSubset(p, node)
      return
    default:
      if (node.kind === K.DifferentiabilityWitness) p.out += node.text + ' differentiability witness for '
      else p.out += (node.index === 1 ? 'vtable thunk for ' : '') + node.text + ' of '
      printAll(p, node.list, '')
      if (p.simple && node.kind === K.AutoDiffFunction) return
      printIndices(p, node)
      if (node.c === NONE) return
      p.out += ' with '
      p.print(node.c)
  }
}

function printIndices(p: Printer, node: Node): void {
  p.out += ` with respect to parameters ${node.a.text} and results ${node.b.text}`
}

function printSubset(p: Printer, node: Node): void {
  p.out += `autodiff subset parameters thunk for ${node.text} from `
  const only = node.list.length === 1
  printAll(p, only ? node.list : node.list.slice(0, -1), '')
  if (p.simple) return
  printIndices(p, node)
  p.out += ` to parameters ${node.c.text}`
  if (only) return
  p.out += ' of type '
  p.print(node.list[node.list.length - 1] ?? NONE)
}

/** Conformances as the runtime names them. */
export function printRuntimeConformance(p: Printer, node: Node): void {
  switch (node.kind) {
    case K.PackConformance:
      p.out += 'pack protocol conformance '
      printConformanceList(p, node.list)
      return
    case K.RetroactiveConformance:
      p.out += `retroactive @ ${String(node.index)}`
      p.print(node.a)
      return
    case K.ConformanceRef:
      p.out += node.text
      p.print(node.a)
      if (node.b !== NONE) p.print(node.b)
      return
    case K.ConformancePrefix:
      p.out += 'dependent associated conformance '
      p.print(node.a)
      p.print(node.b)
      return
    default:
      printConformancePair(p, node)
  }
}

function printConformancePair(p: Printer, node: Node): void {
  const concrete = node.kind === K.ConcreteConformance
  p.out += concrete ? 'concrete protocol conformance ' : node.text
  if (!concrete && node.index >= 0) p.out += `#${String(node.index)} `
  p.print(node.a)
  p.out += node.index === -2 ? ' of ' : ' to '
  p.print(node.b)
  if (node.list.length === 0) return
  p.out += ' with conditional requirements: '
  printConformanceList(p, node.list)
}

function printConformanceList(p: Printer, list: readonly Node[]): void {
  if (list.length === 0) return
  p.out += '('
  printAll(p, list, ', ')
  p.out += ')'
}

export function printConformance(p: Printer, node: Node): void {
  const property = node.list[0]
  if (property !== undefined) {
    p.out += 'property behavior storage of '
    p.print(property)
    p.out += ' in '
    p.print(node.a)
    p.out += ' : '
    p.print(node.b)
    return
  }
  p.print(node.a)
  if (p.simple) return
  p.out += ' : '
  p.print(node.b)
  p.out += ' in '
  p.print(node.c)
}

/** A type on its own, with the labels that go with it, or with a word before it. */
export function printLabelled(p: Printer, node: Node): void {
  p.out += node.text
  printLabelledType(p, node.a, node.list)
}

/** The shape of an existential type that its metadata is shared by. */
export function printExistentialShape(p: Printer, node: Node): void {
  p.out += 'existential shape for '
  if (node.a !== NONE) {
    p.print(node.a)
    p.out += ' '
  }
  p.out += 'any '
  p.print(node.b)
}
