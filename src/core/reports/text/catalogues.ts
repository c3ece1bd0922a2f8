/** Lists and tables that explain the codes of exceptions and signals one by one: they tell of no end. */

/** A row of a table or a list that begins with such a code; an address would be of a crash. */
const ENTRY =
  /^[ \t>]{0,20}(?:\||[-*+•][ \t]|\d{1,3}[.)）])[ \t*`"'|]{0,12}(EXC_[A-Z_]{3,30}|SIG[A-Z]{2,6})\b(?![^\n]*\b0x[0-9a-f]{5})/
const HEADING =
  /^[ \t]{0,3}#{1,6}[ \t]{1,4}(?:\d{1,3}[.)]?[ \t])?[*`]{0,3}(?:EXC_[A-Z_]{3,30}|SIG[A-Z]{2,6})\b(?![^\n]*\b0x[0-9a-f])/
/** Two codes one below the other are a choice of whoever explains them. */
const FEWEST = 2

/** The text with the entries of such lists blank; places in it stay the same. Linear. */
export function withoutCatalogues(text: string): string {
  if (!/^[ \t>]{0,20}(?:[|*+•-]|\d{1,3}[.)）])[^\n]{0,40}(?:EXC_|SIG)[A-Z]/m.test(text)) return text
  const lines = text.split('\n')
  const names = lines.map((line) => ENTRY.exec(line)?.[1])
  const isEntry = lines.map(() => false)
  let [start, seen] = [0, new Set<string>()]
  for (let at = 0; at <= lines.length; at++) {
    const name = names[at]
    if (name !== undefined) {
      if (seen.size === 0) start = at
      seen.add(name)
    } else if (seen.size > 0 && lines[at]?.trim() !== '') {
      if (seen.size >= FEWEST) isEntry.fill(true, start, at)
      seen = new Set()
    }
  }
  // The document explains codes, and so do its headings.
  if (isEntry.includes(true)) lines.forEach((line, at) => (isEntry[at] ||= HEADING.test(line)))
  return lines.map((line, at) => (isEntry[at] ? line.replace(/[^\r]/g, ' ') : line)).join('\n')
}
