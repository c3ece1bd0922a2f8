/**
 * Markup that no report content can break: `markup` escapes every value put into it, except other `Html`. Only `markup`
 * and `trusted` make an `Html`.
 */
import { visibleText } from '../model/visible-text.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for an element or a quoted attribute. */
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** Pieces that are joined at once: strings that were added one by one hold each other, and cost twice the time. */
const MOST_PIECES = 4096

/** A piece of markup, whose values are kept apart from what is ours; made here alone. */
class Html {
  readonly strings: readonly string[]
  readonly values: readonly HtmlValue[]

  constructor(strings: readonly string[], values: readonly HtmlValue[]) {
    this.strings = strings
    this.values = values
  }

  toString(): string {
    const whole: string[] = []
    let pieces: string[] = []
    const add = (text: string): void => {
      if (pieces.push(text) < MOST_PIECES) return
      whole.push(pieces.join(''))
      pieces = []
    }
    const visitor: HtmlVisitor = {
      markup: add,
      text: (text) => add(escapeText(text)),
      later: (make) => eachPiece(make(), visitor),
    }
    eachPiece(this, visitor)
    return whole.join('') + pieces.join('')
  }
}
export type { Html }

/** Markup that is made when it is written: the content of a part that a reader may never open. */
export type LaterHtml = () => Html

/** Values of a template: nothing for `undefined` and `false`, a list one after the other. */
export type HtmlValue = Html | LaterHtml | string | number | undefined | false | readonly HtmlValue[]

/** Is given what markup consists of, in its order. */
export interface HtmlVisitor {
  /** Of our templates: tags and text between them; a tag may come in several pieces. */
  markup(text: string): void
  /** A value, not escaped; it is text wherever it stands. What no page may hold, nobody sees or turns the order of letters is written out. */
  text(text: string): void
  later(make: LaterHtml): void
}

/** Hands all that a value consists of to a visitor. */
export function eachPiece(value: HtmlValue, visitor: HtmlVisitor): void {
  if (value === undefined || value === false) return
  if (typeof value === 'function') visitor.later(value)
  else if (value instanceof Html) {
    // Counted: a page has millions of pieces, and pairs of an iterator cost more than they are.
    for (let at = 0; at < value.strings.length; at++) {
      const string = value.strings[at]
      if (string !== undefined && string !== '') visitor.markup(string)
      if (at < value.values.length) eachPiece(value.values[at], visitor)
    }
  } else if (typeof value === 'object') for (const one of value) eachPiece(one, visitor)
  else visitor.text(visibleText(String(value)))
}

/** Whether a value writes nothing. */
function isNothing(value: HtmlValue): boolean {
  if (value === undefined || value === false || value === '') return true
  if (value instanceof Html) return value.strings.every((string) => string === '') && value.values.every(isNothing)
  return typeof value === 'object' && value.every(isNothing)
}

/** Markup with values in it, each escaped. Attributes must be quoted. */
export function markup(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings, values)
}

/** Pieces with a line break between; what is empty is left out. */
export function joinLines(pieces: readonly HtmlValue[]): Html {
  const shown = pieces.filter((piece) => !isNothing(piece))
  return new Html(['', ...shown.map((_, at) => (at < shown.length - 1 ? '\n' : ''))], shown)
}

/** Our own text as markup, as it is: a style sheet, or JSON that was made for a script element. */
export const trusted = (text: string): Html => new Html([text], [])
