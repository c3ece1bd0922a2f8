/** Sentences of the core are only in `core/messages` alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { fieldWords } from './field-words.ts'
import { textOf } from '../../../src/core/messages/message.ts'
import { plural } from '../../../src/core/messages/numbers.ts'

const core = fileURLToPath(new URL('../../../src/core', import.meta.url))

/**
 * Files that print texts which look like sentences and are none: Apple's and other vendors' own words, or names of types.
 * Each was read.
 */
const formats: readonly string[] = [
  // Words of the Swift demangler's output, such as `protocol witness for`.
  'demangle/',
  // Bits of instructions, and their names.
  'instructions/',
  // The words of Apple's own layout, and the style sheet of an exported page.
  'export/apple-layout.ts',
  'export/html-style.ts',
  // What the system writes into reports: patterns of its lines, with an example of each.
  'explain/rules-',
  // What runtimes and shells write of an end: patterns of their lines.
  'model/ended-words.ts',
]

/** Entries of `fieldWords` that were met. */
const met = new Set<(typeof fieldWords)[number]>()

/** Three words or more in a row. */
const sentence = /\p{L}{2,}[,;:]? \p{L}+[,;:]? (?:\p{L}|\$)+/u

/** What a format of reports calls itself: its `label`, or what the function is given that makes `xFormat`. */
function isFormatLabel(path: string, { parent }: ts.Node): boolean {
  if (!path.startsWith('reports/')) return false
  const nameOf = (node: ts.Node): string =>
    ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) ? node.name.getText() : ''
  return nameOf(parent) === 'label' || (ts.isCallExpression(parent) && nameOf(parent.parent).endsWith('Format'))
}

/** The strings of a file that read like sentences, with their lines. */
function sentencesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(core, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    const text = ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => `$${literal.text}`)].join('')
      : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? node.text
        : ''
    const words = fieldWords.find(([file, begins]) => file === path && text.startsWith(begins))
    if (words) met.add(words)
    if (sentence.test(text) && !words && !isFormatLabel(path, node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${path}:${line + 1} ${text}`)
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return found
}

const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.startsWith('messages/') && !formats.some((place) => path.startsWith(place)),
)

test('no sentence is outside the catalogue', () => {
  expect(files.flatMap(sentencesIn), 'write these in src/core/messages').toEqual([])
  expect(
    fieldWords.filter((words) => !met.has(words)),
    'no file has these any more',
  ).toEqual([])
}, 120_000)

test('a code without words gives no sentence, whatever object methods it is named after', () => {
  expect(textOf({}, 'toString', {})).toBeUndefined()
  expect(textOf({ known: () => 'words' }, 'known', {})).toBe('words')
})

test('plurals follow the language', () => {
  expect([0, 1, 2].map((count) => plural(count, 'byte', 'bytes'))).toEqual(['0 bytes', '1 byte', '2 bytes'])
})
