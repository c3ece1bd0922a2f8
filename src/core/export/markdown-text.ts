/** Text in Markdown that nothing in it can break: `prose` escapes every value put into it that it did not make itself. */
import { visibleText } from '../model/visible-text.ts'

/**
 * Text that stays text: what Markdown or HTML would take for markup is escaped, line breaks become spaces, and what nobody sees or what
 * turns the order of letters is written out. A sign before a name would call a person: as code it does not.
 */
function escapeText(text: string): string {
  return visibleText(text.replace(/\s+/g, ' '))
    .replace(/[\\`*_{}[\]#|~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@(?=\w)/g, '`@`')
}

/** A piece of Markdown; made here alone. */
class Markdown {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}
export type { Markdown }

/** Values for a template: nothing for `undefined` and `false`, a list one after the other. */
export type MarkdownValue = Markdown | string | number | undefined | false | readonly MarkdownValue[]

function textOf(value: MarkdownValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Markdown) return value.toString()
  if (typeof value === 'object') return value.map(textOf).join('')
  return escapeText(String(value))
}

/** Markdown with values in it, each escaped. */
export function prose(strings: TemplateStringsArray, ...values: readonly MarkdownValue[]): Markdown {
  return new Markdown(strings.reduce((text, string, at) => text + textOf(values[at - 1]) + string))
}

/** Pieces with our own separator between; what is empty is left out. */
export function joinPieces(
  pieces: readonly MarkdownValue[],
  separator: ' · ' | '\n' | '\n\n' | '\n\n---\n\n',
): Markdown {
  const shown = pieces.map(textOf).filter((text) => text !== '')
  return new Markdown(shown.join(separator))
}

/** Backticks that no run of them in the text can end. */
const ticksAround = (text: string, least: number): string =>
  '`'.repeat([...text.matchAll(/`+/g)].reduce((longest, run) => Math.max(longest, run[0].length + 1), least))

/** Code in a line, as it is but on one line. */
export function code(text: string): Markdown {
  const line = visibleText(text.replace(/\s+/g, ' '))
  const ticks = ticksAround(line, 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return new Markdown(`${ticks}${pad}${line}${pad}${ticks}`)
}

/** A block of code whose fence is longer than any in the text. */
export function fence(lines: readonly string[], language: '' | 'diff' = ''): Markdown {
  const text = visibleText(lines.join('\n'))
  const ticks = ticksAround(text, 3)
  return new Markdown(`${ticks}${language}\n${text}\n${ticks}`)
}

/** A table; nothing without rows. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): Markdown {
  if (rows.length === 0) return new Markdown('')
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeText).join(' | ')} |`
  return new Markdown([line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line)].join('\n'))
}
