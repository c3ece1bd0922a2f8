/** Characters as HTML and XML write them. */

const WORDS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }

/** The text with characters in place of entities such as `&lt;`, `&#60;` and `&#x3c;`. */
export function unescapeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|nbsp|amp));/gi,
    (whole, decimal?: string, hex?: string, word?: string) => {
      if (word !== undefined) return WORDS[word.toLowerCase()] ?? whole
      const code = decimal !== undefined ? Number(decimal) : parseInt(hex ?? '', 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
