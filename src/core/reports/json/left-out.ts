/** Marks in JSON that somebody shortened: dots, `[snip]`, or a comment on what was there. */
const MARK =
  /\/\*(?:[^*]|\*(?!\/)){0,400}\*\/|(?:\(?(?:\.{1,6}|[…⋮]{1,3})\)?|\[(?:\.{3}|…)\]|<snip>|\[snip\]|(?:\/\/|#)[^\n]{0,400})[ \t]*(?=[\n\r,"{}\]]|$)/iy

const HASH = 0x23
const BRACKET = 0x28
const POINT = 0x2e
const SLASH = 0x2f
const LESS = 0x3c
const ARRAY = 0x5b
const DOTS = 0x2026
const UPRIGHT_DOTS = 0x22ee

/** True for the first character of a mark: the hundred thousand values of a report begin with others. */
const mayBegin = (code: number): boolean =>
  code === POINT ||
  code === ARRAY ||
  code === SLASH ||
  code === HASH ||
  code === BRACKET ||
  code === LESS ||
  code === DOTS ||
  code === UPRIGHT_DOTS

/**
 * The mark at a place where a value or key may begin; undefined where there is none. Only dots replace a value: a comment may come
 * before one.
 */
export function leftOutAt(text: string, at: number): { readonly end: number; readonly isComment: boolean } | undefined {
  const first = text.charCodeAt(at)
  if (!mayBegin(first)) return undefined
  MARK.lastIndex = at
  const mark = MARK.exec(text)?.[0]
  return mark === undefined ? undefined : { end: at + mark.length, isComment: first === SLASH || first === HASH }
}
