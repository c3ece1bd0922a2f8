/** The printer: one jump by kind to the function that prints it, within limits. */
import * as K from './kinds.ts'
import { flagsOf, HIDDEN_IN_SIMPLE, NONE, NO_NODES, type Node } from './nodes.ts'
import { printContext, printName } from './print-entities.ts'
import { printRequirement, printSignature } from './print-signatures.ts'
import * as S from './print-symbols.ts'
import * as T from './print-types.ts'
import { printAll, type Printer } from './printer.ts'

/** Deeper trees are cut with a note, as the compiler's own demangler does. */
const DEPTH_LIMIT = 768
/** A name is given up when it grows past this: substitutions can double it with every letter. */
const OUTPUT_LIMIT = 1 << 20
/** A name is also given up after so many nodes: substitutions share nodes, and each is printed at every place. */
const VISIT_LIMIT = 1 << 18

export class TreePrinter implements Printer {
  out = ''
  toldSpecialized = false
  readonly simple: boolean
  readonly nested: (name: string) => string
  private depth = 0
  private visits = 0

  constructor(simple: boolean, nested: (name: string) => string) {
    this.simple = simple
    this.nested = nested
  }

  /** The text of a whole symbol; undefined where there is none or where it is too large to be of use. */
  symbol(parts: readonly Node[]): string | undefined {
    printAll(this, parts, '')
    return this.isOver() || this.out === '' ? undefined : this.out
  }

  /**
   * The text of code that users of a type share, such as `get_type_metadata `. `start` is the part of the name before
   * its arguments, with the underscore and the blank around it. The arguments are `parts`: a type, or a generic
   * signature and a conformance. Undefined where the text is too large to be of use.
   */
  sharedCode(start: string, parts: readonly Node[]): string | undefined {
    const isAttribute = (part: Node): boolean => (flagsOf(part) & K.ATTRIBUTE) !== 0
    printAll(this, parts.filter(isAttribute), '')
    this.out += start.replace(/^_| $/g, '')
    for (const part of parts) {
      if (isAttribute(part)) continue
      if (part.kind !== K.Suffix) this.out += ' '
      if (part.kind === K.ConcreteConformance) this.printShortConformance(part)
      else this.print(part)
    }
    return this.isOver() ? undefined : this.out
  }

  /** `Type : Protocol`, without the words and the modules of a whole conformance. */
  private printShortConformance(conformance: Node): void {
    this.print(conformance.a)
    this.out += ' : '
    const reference = conformance.b
    this.print(reference.a)
  }

  isOver(): boolean {
    return this.visits > VISIT_LIMIT || this.out.length > OUTPUT_LIMIT
  }

  print(node: Node, asPrefix = false): Node {
    this.visits++
    if (this.isOver()) return NONE
    if (this.depth >= DEPTH_LIMIT) {
      this.out += '<<too complex>>'
      return NONE
    }
    this.depth++
    const rest = this.dispatch(node, asPrefix)
    this.depth--
    return rest
  }

  private dispatch(node: Node, asPrefix: boolean): Node {
    const flags = flagsOf(node)
    // A derivative is a context of closures, but prints as words about another function.
    if (flags & K.CONTEXT && node.kind !== K.AutoDiffFunction) return printContext(this, node, asPrefix)
    if (flags & K.NAME) printName(this, node)
    else if (flags & K.TYPE) this.printType(node)
    else this.printOther(node)
    return NONE
  }

  private printType(node: Node): void {
    switch (node.kind) {
      case K.BoundGeneric:
        return T.printBoundGeneric(this, node)
      case K.Builtin:
      case K.GenericParam:
      case K.Integer:
        this.out += node.text
        return
      case K.Tuple:
        this.out += '('
        printAll(this, node.list, ', ')
        this.out += ')'
        return
      case K.Pack:
      case K.SilPack:
        this.out += node.text + 'Pack{'
        printAll(this, node.list, ', ')
        this.out += '}'
        return
      case K.Metatype:
      case K.ExistentialMetatype:
        return T.printMetatype(this, node)
      case K.DependentMember:
      case K.AssociatedType:
        this.print(node.a)
        this.out += '.'
        this.print(node.b)
        return
      case K.DependentGenericType:
        this.print(node.a)
        if (T.needsSpace(node.b)) this.out += ' '
        this.print(node.b)
        return
      case K.FunctionType:
        return T.printFunctionType(this, node, NO_NODES)
      case K.ImplFunctionType:
        return T.printImplFunction(this, node)
      case K.Modified:
        this.out += node.text
        this.print(node.a)
        return
      case K.ProtocolList:
      case K.ProtocolListWithClass:
      case K.ProtocolListWithAnyObject:
        return T.printProtocols(this, node)
      case K.DynamicSelf:
        this.out += 'Self'
        return
      case K.ErrorType:
        this.out += '<ERROR TYPE>'
        return
      case K.OpaqueReturnType:
        this.out += 'some'
        return
      case K.OpaqueType:
        this.print(node.a)
        this.out += '.' + String(node.index)
        return
      case K.Sugared:
        return T.printSugared(this, node)
      default:
        this.printRareType(node)
    }
  }

  /** Types that few names have. */
  private printRareType(node: Node): void {
    switch (node.kind) {
      case K.BuiltinFixedArray:
        this.out += 'Builtin.FixedArray<'
        this.print(node.a)
        this.out += ', '
        this.print(node.b)
        this.out += '>'
        return
      case K.PackExpansion:
        this.out += 'repeat '
        this.print(node.a)
        return
      case K.PackElement:
        this.out += `/* level: ${String(node.index)} */ each `
        this.print(node.a)
        return
      case K.ConstrainedExistential:
        this.out += 'any '
        this.print(node.a)
        this.out += '<'
        printAll(this, node.list, ', ')
        this.out += '>'
        return
      case K.SilBox:
        this.out += '@box '
        this.print(node.a)
        return
      case K.SilBoxLayout:
        return T.printSilBox(this, node)
    }
  }

  private printOther(node: Node): void {
    switch (node.kind) {
      case K.Described:
        return S.printDescribed(this, node)
      case K.Attribute:
        if (!(this.simple && node.index === HIDDEN_IN_SIMPLE)) this.out += node.text
        return
      case K.PartialApply:
        return S.printPartialApply(this, node)
      case K.AsyncResume:
        if (!this.simple) this.out += `(${String(node.index)}) ${node.text}`
        return
      case K.Suffix:
        if (!this.simple) this.out += ` with unmangled suffix "${node.text}"`
        return
      case K.GenericSpecialization:
      case K.FunctionSpecialization:
        return S.printSpecialization(this, node)
      case K.ArgumentSpecialization:
        return S.printArgument(this, node)
      case K.ReabstractionThunk:
      case K.SelfReabstractionThunk:
        return S.printReabstraction(this, node)
      case K.GenericSignature:
        return printSignature(this, node)
      case K.TupleElement:
        return T.printTupleElement(this, node)
      case K.DependentName:
        if (node.a !== NONE) {
          this.print(node.a)
          this.out += '.'
        }
        this.print(node.b)
        return
      case K.AssociatedPath:
        return printAll(this, node.list, '.')
      case K.ProtocolConformance:
        return S.printConformance(this, node)
      case K.ValueWitness:
        return S.printValueWitness(this, node)
      case K.LabelledType:
        return S.printLabelled(this, node)
      case K.KeyPathThunk:
        return S.printKeyPathThunk(this, node)
      case K.OnceVariables:
        return S.printOnceVariables(this, node)
      case K.MacroPlace:
        // The fields are those of `readMacroPlace`.
        this.out += `module ${node.a.text} file ${node.b.text} line ${String(node.index)} column ${node.text}`
        return
      default:
        this.printRare(node)
    }
  }

  /** Kinds that few names have, and at last the groups of requirements and of conformances. */
  private printRare(node: Node): void {
    switch (node.kind) {
      case K.KeyPathIndexThunk:
        return S.printKeyPathIndexThunk(this, node)
      case K.CompletionHandler:
        return S.printCompletionHandler(this, node)
      case K.AutoDiffFunction:
      case K.AutoDiffReordering:
      case K.AutoDiffSubset:
      case K.DifferentiabilityWitness:
        return S.printAutoDiff(this, node)
      case K.ExistentialShape:
        return S.printExistentialShape(this, node)
      case K.GenericTypeParamDecl:
        printContext(this, node, false)
        return
      case K.EmptyList:
        this.out += ' empty-list '
        return
      case K.FirstElement:
        this.out += ' first-element-marker '
        return
      case K.Variadic:
        this.out += ' variadic-marker '
        return
      case K.Throws:
        this.out += ' throws'
        return
      case K.Async:
        this.out += ' async'
        return
      case K.Sendable:
        this.out += '@Sendable '
        return
      case K.TypeList:
        return printAll(this, node.list, '')
      default:
        if (flagsOf(node) & K.REQUIREMENT) printRequirement(this, node)
        // Of what is left, only conformances and references to them are expected here.
        else if (node.kind !== K.None) S.printRuntimeConformance(this, node)
    }
  }
}
