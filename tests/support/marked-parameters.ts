/** Parameters for functions of catalogues, made from their types: texts are marks that can be found again in what is said. */
import ts from 'typescript'

/** Arguments of a call. */
export type Given = readonly unknown[]

/** Most calls of one function. */
const MOST_CALLS = 400
const MOST_DEPTH = 4

/** Marks for texts and numbers, each another one: no word, and no number that plural forms or separators change. */
class Marks {
  #count = 0
  readonly #quantity: number | undefined

  /** Every quantity is this number; else each is another one. */
  constructor(quantity?: number) {
    this.#quantity = quantity
  }

  text(): string {
    return `zq${String.fromCharCode(97 + (this.#count++ % 26))}${this.#count}qz`
  }

  number(): number {
    return 401 + this.#count++
  }

  quantity(): number {
    return this.#quantity ?? this.number()
  }
}

/** The marks of such parameters in a text. */
export const marksIn = (text: string): readonly string[] => [
  ...new Set((text.match(/zq[a-z]\d+qz|(?<![\d.])4[0-9]{2}(?![\d.])/gi) ?? []).map((mark) => mark.toLowerCase())),
]

/** Types of the English catalogues, read by the compiler. */
export class CatalogueTypes {
  readonly program: ts.Program
  readonly #checker: ts.TypeChecker

  constructor(paths: readonly string[], root: string) {
    const { options } = ts.parseJsonConfigFileContent({ extends: './tsconfig.json', files: [] }, ts.sys, root)
    this.program = ts.createProgram([...paths], { ...options, incremental: false, noEmit: true, types: [] })
    this.#checker = this.program.getTypeChecker()
  }

  /** The type of an exported name of a file, and then of the keys below it. */
  typeOf(path: string, keys: readonly string[]): ts.Type | undefined {
    const file = this.program.getSourceFile(path)
    const module = file && this.#checker.getSymbolAtLocation(file)
    const [name = '', ...rest] = keys
    const exported = module && this.#checker.getExportsOfModule(module).find((one) => one.name === name)
    if (!exported || !file) return undefined
    const symbol = exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported
    return rest.reduce<ts.Type | undefined>(
      (type, key) => type && this.#memberOf(type, key),
      this.#checker.getTypeOfSymbolAtLocation(symbol, file),
    )
  }

  #memberOf(type: ts.Type, key: string): ts.Type | undefined {
    const member = this.#checker.getPropertyOfType(type, key)
    if (member) return this.#checker.getTypeOfSymbol(member)
    return this.#checker.getIndexTypeOfType(type, ts.IndexKind.String)
  }

  /**
   * Calls that take every choice of a function's parameters at least once; undefined for what is no function. Quantities are
   * `quantity` where that is given, and 1 and 0; the same call of two quantities has the same place in both lists.
   */
  callsOf(type: ts.Type, quantity?: number): readonly Given[] | undefined {
    const [signature] = type.getCallSignatures()
    if (!signature) return undefined
    const types = signature.getParameters().map((one) => this.#checker.getTypeOfSymbol(one))
    return choices(
      types.map((one) => this.#valuesOf(one, 0)),
      (values) => values,
    )
      .slice(0, MOST_CALLS)
      .map((made) => made(new Marks(quantity)) as Given)
  }

  /** Ways to make a value of a type, the fullest first. */
  #valuesOf(type: ts.Type, depth: number): readonly Maker[] {
    const checker = this.#checker
    if (type.isUnion()) {
      const parts = [...type.types].sort((a, b) => Number(isNothing(a)) - Number(isNothing(b)))
      return parts.flatMap((part) => this.#valuesOf(part, depth))
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) return [() => type.value]
    if (type.flags & ts.TypeFlags.BooleanLiteral) return [() => checker.typeToString(type) === 'true']
    if (isNothing(type)) return [() => undefined]
    if (type.flags & ts.TypeFlags.StringLike) return [(marks) => marks.text()]
    if (type.flags & ts.TypeFlags.NumberLike) return [(marks) => marks.quantity(), () => 1, () => 0]
    if (type.flags & ts.TypeFlags.BigIntLike) return [(marks) => BigInt(marks.number())]
    if (type.flags & ts.TypeFlags.TypeParameter)
      return this.#valuesOf(checker.getBaseConstraintOfType(type) ?? checker.getStringType(), depth)
    if (type.isIntersection() && type.types.some((part) => part.flags & ts.TypeFlags.StringLike))
      return [(marks) => marks.text()]
    // `Digits`: a number that names something.
    if (type.isIntersection() && type.types.some((part) => part.flags & ts.TypeFlags.NumberLike))
      return [(marks) => marks.number()]
    if (type.getCallSignatures().length > 0) return [(marks) => () => marks.text()]
    if (depth >= MOST_DEPTH) return [() => ({})]
    if (checker.isTupleType(type))
      return choices(
        checker.getTypeArguments(type as ts.TypeReference).map((one) => this.#valuesOf(one, depth + 1)),
        (values) => values,
      )
    const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined
    if (item) {
      const items = this.#valuesOf(item, depth + 1)
      const [first = () => undefined] = items
      const all: Maker = (marks) => (items.length > 1 ? items : [first, first]).map((make) => make(marks))
      return [all, (marks) => [first(marks)], () => []]
    }
    const members = checker.getPropertiesOfType(type)
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    if (members.length === 0 && index) {
      const [first = () => undefined] = this.#valuesOf(index, depth + 1)
      return [(marks) => ({ [marks.text()]: first(marks) })]
    }
    return choices(
      members.map((one) => this.#valuesOf(checker.getTypeOfSymbol(one), depth + 1)),
      (values) => Object.fromEntries(members.map(({ name }, at) => [name, values[at]])),
    )
  }
}

type Maker = (marks: Marks) => unknown

const isNothing = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0

/** All combinations where they are few; else each choice beside the first ones of the others. */
function choices(
  makers: readonly (readonly Maker[])[],
  build: (values: readonly unknown[]) => unknown,
): readonly Maker[] {
  const total = makers.reduce((product, { length }) => product * length, 1)
  const firsts = makers.map(() => 0)
  const picks =
    total <= 64
      ? makers.reduce<readonly (readonly number[])[]>(
          (rows, list) => rows.flatMap((row) => list.map((_, at) => [...row, at])),
          [[]],
        )
      : [firsts, ...makers.flatMap((list, place) => list.slice(1).map((_, at) => firsts.with(place, at + 1)))]
  return picks.map((pick) => (marks: Marks) => build(makers.map((list, place) => list[pick[place] ?? 0]?.(marks))))
}
