/** Counts of the text formats with call trees, by plain patterns apart from the parsers. */
export interface TreeCounts {
  readonly threads: number
  readonly frames: number
  /** Different rows of images. */
  readonly images: number
  /** Sum of the counts of all rows. */
  readonly weight: number
}

const imageRows = (lines: readonly string[]): number =>
  new Set(
    lines
      .filter((line) => /^\s*\*?0x[0-9a-f]+ *- *(0x[0-9a-f]+|\?\?\?) /.test(line))
      .map((line) => line.trim().replace(/\s+/g, ' ')),
  ).size

const sum = (lines: readonly string[], pattern: RegExp): number =>
  lines.reduce((total, line) => total + Number(pattern.exec(line)?.[1] ?? 0), 0)

export function countSpindump(text: string): TreeCounts {
  const lines = text.split(/\r?\n/)
  const rows = lines.filter((line) => /^\s*\*?\d+\s+(.*\[0x[0-9a-f]+\]|<[a-zA-Z].*>$)/.test(line))
  return {
    threads: lines.filter((line) => /^\s*Thread 0x/.test(line)).length,
    frames: rows.length,
    images: imageRows(lines),
    weight: sum(rows, /(\d+)/),
  }
}

export function countSample(text: string): TreeCounts {
  const lines = text.split(/\r?\n/)
  const from = lines.indexOf('Call graph:')
  const to = lines.findIndex((line) => line.startsWith('Total number in stack'))
  const graph = lines.slice(from + 1, to < 0 ? undefined : to)
  const rows = graph.filter((line) => /^[ +!:|]+\d+ .*\(in /.test(line))
  return {
    threads: graph.filter((line) => /^ +\d+ Thread_/.test(line)).length,
    frames: rows.length,
    images: imageRows(lines),
    weight: sum(rows, /(\d+)/),
  }
}

export function countLeaks(text: string): TreeCounts {
  const lines = text.split(/\r?\n/)
  const rows = lines.filter((line) => /^\d+ +\S.* 0x[0-9a-f]+ /.test(line))
  return {
    threads: lines.filter((line) => line.startsWith('STACK OF ')).length,
    frames: rows.length,
    images: imageRows(lines),
    weight: 0,
  }
}

export function countInstruments(text: string): TreeCounts {
  const rows = text
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.includes('\t'))
  return { threads: 0, frames: rows.length, images: 0, weight: 0 }
}
