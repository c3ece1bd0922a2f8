/** Rows of stacks in texts, counted by one regular expression a layout. */

const layouts: Readonly<Record<string, RegExp>> = {
  bsbacktrace: /0x[0-9a-f]{9,12} [-+_\w$]/g,
  'console-exception': /(?<=[( \n\t])0x[0-9a-f]+(?=[ \n)])/g,
  lldb: /frame #\d+: 0x/g,
  sanitizer: /#\d+ (?:0x[0-9a-f]+|\S+ \S+:\d+)/g,
  'vendor-stack-text': /^[ \t]*\d+[ \t]+\S.*?[ \t]0x[0-9a-f]+/gm,
}

/** Rows that a text of this folder has; undefined for a folder without a layout of its own. */
export function countRows(folder: string, text: string): number | undefined {
  const layout = layouts[folder]
  if (!layout) return undefined
  const rows = [...text.matchAll(layout)].map(({ index }) => text.slice(index).split('\n', 1)[0] ?? '')
  // The last row of a text that ends in its digits, where all others go on behind theirs, is cut off.
  const isBare = (row: string): boolean => /^[^x]*0x[0-9a-f]+$/.test(row)
  const isCut = rows.length > 1 && text.endsWith(rows.at(-1) ?? '\n') && rows.findIndex(isBare) === rows.length - 1
  return rows.length - (isCut ? 1 : 0)
}

/** Addresses behind `First throw call stack:`, rows or bare; the last of an unclosed list only if it is as long as the others. */
export function countThrown(text: string): number {
  return text
    .split('First throw call stack:')
    .slice(1)
    .reduce((sum, part) => {
      const open = part.indexOf('(')
      const close = part.indexOf('\n)') >= 0 && /^\s*\(\s*\n\s*\d/.test(part) ? part.indexOf('\n)') : part.indexOf(')')
      const body = close >= 0 ? part.slice(open + 1, close) : part.slice(open + 1)
      if (/^\s*\d+\s/.test(body)) return sum + [...body.matchAll(/^\s*\d+\s+\S.*?\s0x/gm)].length
      const words = /^[\s0-9a-fx]*/.exec(body)?.[0].match(/0x[0-9a-f]+/g) ?? []
      const last = words.at(-1)?.length ?? 0
      const longest = Math.max(...words.slice(0, -1).map((word) => word.length), 0)
      return sum + words.length - (close < 0 && last < longest ? 1 : 0)
    }, 0)
}
