/** Counts of a text crash report by plain patterns, apart from the parser. */
export interface TextCounts {
  /** Numbers of threads that have a head or a state. */
  readonly threads: number
  /** Rows of all stacks, and addresses of bracketed lists. */
  readonly frames: number
  readonly images: number
}

export function countAppleText(text: string): TextCounts {
  const lines = text.split(/\r?\n/)
  const full = lines.findIndex((line) => line.trim() === 'Full Report')
  const own = full < 0 ? lines : lines.slice(0, full)
  const heads = own.filter((line) => /^\s*Thread \d+( Crashed| Attributed| Highlighted)?:/.test(line)).length
  const states = new Set(own.flatMap((line) => /^\s*Thread (\d+) crashed with/.exec(line)?.[1] ?? []))
  const named = new Set(
    own.flatMap((line) => /^\s*Thread (\d+)( Crashed| Attributed| Highlighted)?:/.exec(line)?.[1] ?? []),
  )
  const stateOnly = [...states].filter((id) => !named.has(id)).length
  // The last row of a text may be cut off behind its image.
  const last = own.findLast((line) => line.trim() !== '') ?? ''
  const cut = /^\s*\d{1,4}\s+\S+\s*$/.test(last) ? 1 : 0
  const rows = cut + own.filter((line) => /^\s*\d{1,4}\s+\S.*\s(0x[0-9a-f]+|0{18})(\s|$)/i.test(line)).length
  const tree = own.filter((line) => /^\s*\*?\d+ .*\[0x[0-9a-f]+\]$/.test(line) && !/^\s*\d+ .*\s0x/.test(line)).length
  const bracketed = own
    .filter((line) => /^\s*\(0x[0-9a-f]+ /.test(line))
    .reduce((sum, line) => sum + (line.match(/0x[0-9a-f]+/g)?.length ?? 0), 0)
  const images = own.filter((line) => /^\s*0x[0-9a-f]+ *- *0x[0-9a-f]+ /.test(line)).length
  // Of registers alone the counter is the stack.
  const counters = own.filter((line) => /(?:^|\s)(?:pc|rip|eip): *0x0*[1-9a-f]/.test(line)).length
  return { threads: heads + stateOnly, frames: rows + tree + bracketed || counters, images }
}
