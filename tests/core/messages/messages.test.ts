/** Sentences of the core stand in `core/messages` alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { plural, textOf } from '../../../src/core/messages/message.ts'

const core = fileURLToPath(new URL('../../../src/core', import.meta.url))

/**
 * Files that print texts which look like sentences and are none: Apple's and other vendors' own words, or names of types.
 * Each was read.
 */
const formats: readonly string[] = [
  // Words of the Swift demangler's output, such as `protocol witness for`.
  'demangle/',
  // The words of Apple's own layout, and the style sheet of an exported page.
  'export/apple-layout.ts',
  'export/html-style.ts',
]

/**
 * Sentences that still stand outside the catalogue, by folder. A number may only fall: when you move sentences, lower it.
 */
const left: Readonly<Record<string, number>> = {
  compare: 39,
  containers: 17,
  engine: 6,
  export: 13,
  macho: 1,
  memory: 54,
  model: 39,
  reading: 10,
  reports: 121,
  resolve: 90,
  symbols: 2,
  symindex: 3,
}

/** Three words or more in a row. */
const sentence = /\p{L}{2,}[,;:]? \p{L}+[,;:]? (?:\p{L}|\$)+/u

/** The strings of a file that read like sentences, with their lines. */
function sentencesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(core, path), 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    const text = ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => `$${literal.text}`)].join('')
      : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? node.text
        : ''
    if (sentence.test(text)) {
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

test('sentences outside the catalogue grow fewer', () => {
  const found = files.flatMap(sentencesIn)
  const counts: Record<string, number> = {}
  for (const place of found) {
    const folder = place.split(/[/:]/, 1)[0] ?? ''
    counts[folder] = (counts[folder] ?? 0) + 1
  }
  const grown = Object.entries(counts).filter(([folder, count]) => count > (left[folder] ?? 0))
  const shown = found.filter((place) => grown.some(([folder]) => place.startsWith(folder)))
  expect(shown, 'write these in src/core/messages').toEqual([])
}, 120_000)

test('a code without words gives no sentence, whatever object methods it is named after', () => {
  expect(textOf({}, 'toString', {})).toBeUndefined()
  expect(textOf({ known: () => 'words' }, 'known', {})).toBe('words')
})

test('plurals follow the language', () => {
  expect([0, 1, 2].map((count) => plural(count, 'byte', 'bytes'))).toEqual(['0 bytes', '1 byte', '2 bytes'])
})
