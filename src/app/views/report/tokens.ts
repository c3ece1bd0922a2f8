/** Pieces of a line of source text. */

export type TokenKind = 'keyword' | 'string' | 'comment' | 'number' | 'type' | 'meta'

export interface Token {
  readonly text: string
  readonly kind?: TokenKind
  /** The letter at the column of a call. */
  readonly isMarked?: boolean
}

/** The tokens of a line with the letter at `mark` as one of its own. */
export function markToken(tokens: readonly Token[], mark: number | undefined): readonly Token[] {
  if (mark === undefined) return tokens
  let at = 0
  return tokens.flatMap((token) => {
    const from = mark - at
    at += token.text.length
    if (from < 0 || from >= token.text.length) return [token]
    const letter = String.fromCodePoint(token.text.codePointAt(from) ?? 0)
    return [
      { ...token, text: token.text.slice(0, from) },
      { ...token, text: letter, isMarked: true },
      { ...token, text: token.text.slice(from + letter.length) },
    ].filter(({ text }) => text !== '')
  })
}
