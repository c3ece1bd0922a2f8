/** Part of the build: the manual page, made of what `--help` says, so that they agree. */
import { help } from '../messages/en/help.ts'
import { manual } from '../messages/en/manual.ts'
import { overview, summaries } from '../messages/en/overview.ts'

/** A page in the macros of man(7). */
export function formatManPage(version: string): string {
  const [, ...after] = overview({ commands: '' }).split('\n\n').filter(Boolean)
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [manual.name, [['unslide', '\\-', escape(manual.summary)].join(' ')]],
    [manual.synopsis, [request('.B', 'unslide'), escape(manual.usage)]],
    [manual.description, [escape(manual.about)]],
    ...Object.entries(help).map(([name, text]): readonly [string, readonly string[]] => [
      name.toUpperCase(),
      [`${escape(['unslide', name, summaries[name as keyof typeof summaries]].join(' '))}.`, ...formatHelp(text)],
    ]),
    [manual.exit, after.slice(-1).flatMap((text) => text.trimEnd().split('\n').map(escape))],
  ]
  const head = request('.TH', 'UNSLIDE', '1', '""', `"${manual.source({ version })}"`)
  return `${[head, ...sections.flatMap(([title, lines]) => [request('.SH', title), ...lines])].join('\n')}\n`
}

const request = (...words: readonly string[]): string => words.join(' ')

/** An option or argument, two blanks, and its purpose. */
const EXPLAINED = /^ {2}(\S(?:.*?\S)?) {2,}(\S.*)$/
/** Paragraphs that keep their lines. */
const AS_IT_STANDS = /^(?:Usage|Example): /

/** Paragraphs of a help text: usage and examples with their lines, options as terms, the rest as running text. */
function formatHelp(text: string): readonly string[] {
  return text
    .trimEnd()
    .split(/\n{2,}/)
    .flatMap((paragraph) => {
      const lines = paragraph.split('\n')
      if (AS_IT_STANDS.test(paragraph)) return ['.PP', '.nf', ...lines.map(escape), '.fi']
      const isList = lines.some((line) => EXPLAINED.test(line))
      return [...(isList ? [] : ['.PP']), ...lines.flatMap(formatLine)]
    })
}

function formatLine(line: string): readonly string[] {
  const [, term, text] = EXPLAINED.exec(line) ?? []
  if (term === undefined || text === undefined || line.startsWith('   ')) return [escape(line.trim())]
  return ['.TP', request('.B', escape(term)), escape(text)]
}

/** Characters that mean something to roff, and those that begin its requests. */
const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(\s*)(?=['.])/, '$1\\&')
