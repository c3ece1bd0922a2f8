/** Named imports and exports of modules, read from their text: Svelte's scripts, too. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const src = fileURLToPath(new URL('../../src', import.meta.url))

/** A name of a module, by the module's path below `src`; `*` for all of it, as `import()` takes it. */
export interface NameOfModule {
  readonly module: string
  readonly name: string
}

/** A name that a module takes of another. */
export interface Taken extends NameOfModule {
  /** Path below `src` of the module that takes it. */
  readonly by: string
}

/** Modules of a folder below `src`. */
export const modulesIn = (folder: string): readonly string[] =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|svelte)$/.test(path) && !path.endsWith('.config.ts'))
    .map((path) => join(folder, path).replaceAll('\\', '/'))

function parse(path: string): ts.SourceFile {
  const text = readFileSync(join(src, path), 'utf8')
  const script = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, inner = '']) => inner).join('\n')
    : text
  return ts.createSourceFile(path, script, ts.ScriptTarget.Latest, true)
}

const target = (path: string, specifier: string): string =>
  relative(src, normalize(join(src, dirname(path), specifier))).replaceAll('\\', '/')

function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): readonly string[] {
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  if (!clause) return ts.isExportDeclaration(node) ? ['*'] : []
  if (ts.isNamespaceImport(clause) || ts.isNamespaceExport(clause)) return ['*']
  return clause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
}

/** Every name that a module takes of modules below `src`, types included. */
export function takenBy(path: string): readonly Taken[] {
  const taken: Taken[] = []
  const take = (specifier: ts.Expression | undefined, names: readonly string[]): void => {
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return
    const module = target(path, specifier.text)
    for (const name of names) taken.push({ by: path, module, name })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) take(node.moduleSpecifier, namesOf(node))
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0], ['*'])
    ts.forEachChild(node, visit)
  }
  visit(parse(path))
  return taken
}

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

/** Names that a statement declares. */
function declared(node: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  return isNamed && node.name ? [node.name.text] : []
}

/** Every name that a module exports, its own and others', as it calls them. */
export function exportedNames(path: string): readonly string[] {
  return parse(path).statements.flatMap((node) => {
    if (isExported(node)) return declared(node)
    const clause = ts.isExportDeclaration(node) ? node.exportClause : undefined
    return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : []
  })
}

/** True if the declaration of a function, class or constant has a comment; undefined where this module has no such name. */
export function isDocumented(path: string, name: string): boolean | undefined {
  const node = parse(path).statements.find((statement) => declared(statement).includes(name))
  const isValue = node && !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)
  return isValue ? ts.getJSDocCommentsAndTags(node).length > 0 : undefined
}
