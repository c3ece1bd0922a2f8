/** Colours of source text, by highlight.js: `lowlight` gives its tokens as a tree and never as markup. Loaded with the first lines. */
import { createLowlight } from 'lowlight'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import dart from 'highlight.js/lib/languages/dart'
import kotlin from 'highlight.js/lib/languages/kotlin'
import objectivec from 'highlight.js/lib/languages/objectivec'
import rust from 'highlight.js/lib/languages/rust'
import swift from 'highlight.js/lib/languages/swift'
import type { SourceExcerpt } from '../../../core/model/source.ts'
import type { Token, TokenKind } from './tokens.ts'

const lowlight = createLowlight({ c, cpp, csharp, dart, kotlin, objectivec, rust, swift })

/** Headers may be of any language of the family; Objective-C's knows most of them. */
const languages: Readonly<Record<string, string>> = {
  c: 'c',
  h: 'objectivec',
  m: 'objectivec',
  mm: 'objectivec',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  inl: 'cpp',
  ipp: 'cpp',
  tcc: 'cpp',
  metal: 'cpp',
  cs: 'csharp',
  dart: 'dart',
  kt: 'kotlin',
  rs: 'rust',
  swift: 'swift',
}

/** Names of highlight.js for what we have a colour for; a name may go on: `title.function`. */
const kinds: Readonly<Record<string, TokenKind>> = {
  keyword: 'keyword',
  literal: 'keyword',
  'variable.language': 'keyword',
  string: 'string',
  regexp: 'string',
  comment: 'comment',
  number: 'number',
  type: 'type',
  built_in: 'type',
  class: 'type',
  meta: 'meta',
}

type Tree = ReturnType<typeof lowlight.highlight>
type Node = Tree['children'][number]

/** The lines of an excerpt as tokens; undefined for a language that is not known. */
export function tokensOf({ path, lead, lines }: SourceExcerpt): readonly (readonly Token[])[] | undefined {
  const language = languages[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
  if (language === undefined) return undefined
  const tree = lowlight.highlight(language, `${lead}${lines.map(({ text }) => text).join('\n')}`)
  const rows: Token[][] = [[]]
  let skipped = 0
  for (const { text, kind } of leavesOf(tree)) {
    const shown = text.slice(Math.max(0, lead.length - skipped))
    skipped += text.length
    for (const [at, part] of shown.split('\n').entries()) {
      if (at > 0) rows.push([])
      if (part !== '') rows.at(-1)?.push({ text: part, ...(kind && { kind }) })
    }
  }
  return rows
}

/** The texts of a tree in their order; a stack of its own, because nested templates nest the tree. */
function leavesOf(tree: Tree): readonly Token[] {
  const leaves: Token[] = []
  const open: { readonly node: Node; readonly kind: TokenKind | undefined }[] = tree.children
    .map((node) => ({ node, kind: undefined }))
    .reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, kind } = next
    if (node.type === 'text') leaves.push({ text: node.value, ...(kind && { kind }) })
    else if (node.type === 'element') {
      const own = kindOf(node.properties['className']) ?? kind
      for (const child of node.children.toReversed()) open.push({ node: child, kind: own })
    }
  }
  return leaves
}

function kindOf(names: unknown): TokenKind | undefined {
  const [first, second] = Array.isArray(names) ? names.map((name) => String(name).replace(/^hljs-|_$/g, '')) : []
  return kinds[`${first}.${second}`] ?? kinds[first ?? '']
}
