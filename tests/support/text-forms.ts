/** Texts made of parts, of which each has several right forms and some wrong ones. */

export interface Part {
  /** The first is the usual one. */
  readonly right: readonly string[]
  readonly wrong?: readonly string[]
}

export interface Forms {
  /** The pieces of each right text: the usual one, and one for each other form of each part. */
  readonly right: readonly (readonly string[])[]
  /** Texts with one wrong part. */
  readonly wrong: readonly string[]
}

/** A string is a part with one form. */
export function formsOf(...parts: readonly (string | Part)[]): Forms {
  const all = parts.map((part): Part => (typeof part === 'string' ? { right: [part] } : part))
  const usual = all.map(({ right: [first = ''] }) => first)
  const others = (formsIn: (part: Part) => readonly string[]): string[][] =>
    all.flatMap((part, at) => formsIn(part).map((form) => usual.with(at, form)))
  return {
    right: [usual, ...others(({ right }) => right.slice(1))],
    wrong: others(({ wrong = [] }) => wrong).map((pieces) => pieces.join('')),
  }
}

/** Blanks that may be there, or not. */
export const maybeBlanks: Part = { right: ['', ' ', '\t \t'], wrong: ['x'] }
/** At least one blank. */
export const blanks: Part = { right: [' ', '\t', '  \t '], wrong: [''] }
