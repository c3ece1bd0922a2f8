/**
 * Markup that nothing in a report can break: `markup` escapes every value put into it, and only what `markup` made itself stands
 * as it is. There is no other way to make an `Html`, save `trusted`.
 */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for an element or a quoted attribute. Characters that no page may hold become `\ufffd`. */
function escapeText(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd')
}

/** A piece of markup; made here alone. */
class Html {
  readonly #markup: string

  constructor(text: string) {
    this.#markup = text
  }

  toString(): string {
    return this.#markup
  }
}
export type { Html }

/** What may stand in a template: nothing for `undefined` and `false`, a list one after the other. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[]

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(markupOf).join('')
  return escapeText(String(value))
}

/** Markup with values in it, each escaped. Attributes must be quoted. */
export function markup(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((whole, string, at) => whole + markupOf(values[at - 1]) + string))
}

/** Pieces with a line break between; what is empty is left out. */
export function joinLines(pieces: readonly HtmlValue[]): Html {
  const shown = pieces.map(markupOf).filter((piece) => piece !== '')
  return new Html(shown.join('\n'))
}

/** Our own text as markup, as it is: a style sheet, or JSON that was made for a script element. */
export const trusted = (text: string): Html => new Html(text)
