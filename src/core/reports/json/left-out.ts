/** Marks in JSON that somebody shortened: dots, `[snip]`, or a comment on what was there. */
const MARK =
  /\/\*(?:[^*]|\*(?!\/)){0,400}\*\/|(?:\(?(?:\.{1,6}|[…⋮]{1,3})\)?|\[(?:\.{3}|…)\]|<snip>|\[snip\]|(?:\/\/|#)[^\n]{0,400})[ \t]*(?=[\n\r,"{}\]]|$)/iy

/** First characters of the marks. */
const BEGINS: ReadonlySet<number> = new Set(Array.from('.…⋮(<[/#', (first) => first.charCodeAt(0)))
const SLASH = 0x2f
const HASH = 0x23

/**
 * The mark at a place where a value or key may begin; undefined where there is none. Only dots replace a value: a comment may come
 * before one.
 */
export function leftOutAt(text: string, at: number): { readonly end: number; readonly isComment: boolean } | undefined {
  const first = text.charCodeAt(at)
  if (!BEGINS.has(first)) return undefined
  MARK.lastIndex = at
  const mark = MARK.exec(text)?.[0]
  return mark === undefined ? undefined : { end: at + mark.length, isComment: first === SLASH || first === HASH }
}
