/** Numbers that texts of catalogues write digit by digit, without the chosen language's way of writing them. */
import ts from 'typescript'

/** Places where a number that is no `Digits` becomes text as it is: `path:line expression`. */
export function rawNumbers(program: ts.Program, paths: readonly string[], root: string): readonly string[] {
  const checker = program.getTypeChecker()
  const isQuantity = (type: ts.Type): boolean => {
    if (type.isUnion()) return type.types.some(isQuantity)
    const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    return item ? isQuantity(item) : (type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) !== 0
  }
  return paths.flatMap((path) => {
    const file = program.getSourceFile(path)
    if (!file) throw new Error(`${path} is not in the program`)
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      for (const written of writtenBy(node))
        if (isQuantity(checker.getTypeAtLocation(written))) {
          const { line } = file.getLineAndCharacterOfPosition(written.getStart())
          found.push(`${path.slice(root.length)}:${line + 1} ${written.getText()}`)
        }
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  })
}

/** The expressions that a node turns into text. */
function writtenBy(node: ts.Node): readonly ts.Expression[] {
  if (ts.isTemplateSpan(node)) return [node.expression]
  if (!ts.isCallExpression(node)) return []
  const { expression, arguments: given } = node
  if (ts.isIdentifier(expression)) return expression.text === 'String' ? given : []
  if (!ts.isPropertyAccessExpression(expression)) return []
  const isText = expression.name.text === 'join' || (expression.name.text === 'toString' && given.length === 0)
  return isText ? [expression.expression] : []
}
