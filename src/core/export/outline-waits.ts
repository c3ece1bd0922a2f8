/** Who waits for whom, as titled lists of lines: for the exports that are read. */
import { waitWords } from '../messages/waits.ts'
import type { Report } from '../model/report.ts'
import { waitsOf, type WaitChain } from '../reading/waits.ts'

export interface WaitList {
  readonly title: string
  readonly rows: readonly string[]
}

/** Chains that are written; the page shows all. */
const MOST_CHAINS = 20

/** Deadlocks, then the longest chains, then the other wait targets; nothing if the report has no waits. */
export function outlineWaits(report: Report): readonly WaitList[] {
  const waits = waitsOf(report)
  if (!waits) return []
  const { deadlocks, chains, others } = waits
  const left = chains.length - MOST_CHAINS
  return [
    ...deadlocks.slice(0, MOST_CHAINS).map((circle): WaitList => ({
      title: waitWords.deadlock({ threads: circle.length }),
      rows: [...rowsOf(circle), waitWords.closes({ first: circle.links[0]?.title ?? '' })],
    })),
    ...chains
      .slice(0, MOST_CHAINS)
      .map((chain): WaitList => ({ title: waitWords.chain({ waits: chain.length - 1 }), rows: rowsOf(chain) })),
    ...(left > 0 ? [{ title: waitWords.moreChains({ chains: left }), rows: [] }] : []),
    ...(others.length > 0 ? [{ title: waitWords.others, rows: others.map((other) => waitWords.other(other)) }] : []),
  ]
}

function rowsOf({ links, length }: WaitChain): readonly string[] {
  const rows = links.map(({ title, text }) =>
    text === undefined ? title : `${title} ${waitWords.waitsAt({ what: text })}`,
  )
  return length > links.length ? [...rows, waitWords.further({ links: length - links.length })] : rows
}
