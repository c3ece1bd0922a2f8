/** Brackets at the end of a row. */

const OPENS = 40
const CLOSES = 41

/** Where the bracket opens that the last one closes, -1 where none does; names and versions may hold brackets themselves. */
export function openingBracket(text: string): number {
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at)
    if (code === CLOSES) depth++
    if (code === OPENS && --depth === 0) return at
  }
  return -1
}
