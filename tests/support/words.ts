/** Finds words in source files that a user may read: string literals that read like sentences or labels, and text in markup. */
import { parse } from 'svelte/compiler'
import ts from 'typescript'

export interface Found {
  readonly line: number
  readonly text: string
}

/** Two words or more in a row, or one that begins as a label does. */
const words = /\p{L}{2,}[,;:.]? (?:\p{L}|\$)+|^\p{Lu}\p{Ll}{2,}[.…]?$/u
const anyWord = /\p{L}{2,}/u

/** Attributes that hold no words: what styles, links, types and names of the platform say. */
const silent =
  /^(?:class|href|id|d|viewBox|type|for|rel|role|style|scope|tabindex|autocomplete|spellcheck|aria-(?!(?:label|description)$)\w+|data-\w+|bind:\w+|on\w+|[cr]?[xy]?|kind|value|tone|mode|align)$/

/** String literals of TypeScript that look like words. `line` is that of its first line in the file. */
export function wordsInTypeScript(text: string, firstLine = 1): readonly Found[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest)
  const found: Found[] = []
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    const said = ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => `$${literal.text}`)].join('')
      : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? node.text
        : ''
    if (words.test(said)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({ line: firstLine + line, text: said })
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return found
}

type Node = { readonly type?: unknown; readonly start?: number; readonly end?: number } & Readonly<
  Record<string, unknown>
>

/** Text, attributes and string literals of a component that look like words. */
export function wordsInComponent(text: string): readonly Found[] {
  const root = parse(text, { modern: true })
  const found: Found[] = []
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const scripts = [root.instance, root.module].flatMap((script) => script ?? [])
  for (const { content } of scripts) {
    const { start, end } = content as unknown as { readonly start: number; readonly end: number }
    found.push(...wordsInTypeScript(text.slice(start, end), lineAt(start)))
  }
  const tell = (said: string, { start = 0 }: Node): void => {
    found.push({ line: lineAt(start), text: said.trim() })
  }
  const look = (node: Node, isShown: boolean): void => {
    const data = String(node['data'])
    if (node.type === 'Text' && isShown && anyWord.test(data) && !data.startsWith('#/')) tell(data, node)
    if (node.type === 'Literal' && typeof node['value'] === 'string' && words.test(node['value']))
      tell(node['value'], node)
    if (node.type === 'TemplateLiteral') {
      const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
      const said = quasis.map(({ value }) => value.cooked).join('$')
      if (words.test(said)) tell(said, node)
    }
    if (node.type === 'StyleDirective') return
    if (node.type === 'Attribute') {
      if (silent.test(String(node['name']))) return
      isShown = true
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
        if (typeof child === 'object' && child !== null) look(child as Node, isShown)
      }
    }
  }
  look(root.fragment as unknown as Node, true)
  return found
}
