/** Finds texts that a module reads when it is loaded: they stay in the language of that moment. */
import { readFileSync } from 'node:fs'
import { join, normalize, dirname } from 'node:path'
import ts from 'typescript'

/** Modules beside the accessors that hand out no texts. */
const withoutTexts = /messages\/(?:message|problems|map-problems|rich|quantities|order|translate)\.ts$/

/** Uses of texts outside of functions, below `src`, as `file:line use`. Components run when they are shown: only their modules count. */
export function captures(src: string, files: readonly string[]): readonly string[] {
  return files
    .filter((path) => !/^\w+\/messages\//.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(src, path), 'utf8')
      const script = path.endsWith('.ts') ? text : (/<script module[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '')
      return capturesIn(path, script)
    })
}

/** The same for one file: its path is needed to know what it imports. */
export function capturesIn(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const names = new Set<string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const to = normalize(join(dirname(path), statement.moduleSpecifier.text))
    if (!/^\w+\/messages\//.test(to) || withoutTexts.test(to)) continue
    const bound = statement.importClause?.namedBindings
    if (bound && ts.isNamedImports(bound)) for (const { name } of bound.elements) names.add(name.text)
  }
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node) || isField(node)) return
    if (ts.isIdentifier(node) && names.has(node.text) && readsText(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${path}:${line + 1} ${node.parent.getText(source).slice(0, 80)}`)
    }
    ts.forEachChild(node, look)
  }
  if (names.size > 0) look(source)
  return found
}

/** Fields of instances are made when the class is used. */
const isField = (node: ts.Node): boolean =>
  ts.isPropertyDeclaration(node) && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)

/** True for `words.key`, `words[key]`, `...words` and `Object.entries(words)`; the object itself may be kept, for it is the same in all languages. */
function readsText(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) return parent.expression === node
  if (ts.isCallExpression(parent) && parent.arguments.some((argument) => argument === node))
    return !/^Object\.keys$/.test(parent.expression.getText())
  return ts.isSpreadAssignment(parent) || (ts.isCallExpression(parent) && parent.expression === node)
}
