/** Evidence for and against load addresses and names, as rows of plain text: each term with its weight. */
import { evidenceWords } from '../messages/export.ts'
import { formatNumber } from '../messages/numbers.ts'
import { formatHex } from '../model/address.ts'
import { append } from '../model/lists.ts'
import type { Frame, ImageStatus, PlacementEvidence, SymbolicatedReport } from '../model/report.ts'
import { callsOf, gradeOf } from '../reading/lines.ts'
import { stacksOf } from '../reading/stacks.ts'

/** Frames whose terms are written. */
const MOST_FRAMES = 500

/** The evidence for load addresses that were inferred and names that no UUID ties; none where nothing was weighed. */
export function evidenceRows(symbolicated: SymbolicatedReport): readonly string[] {
  const rows = symbolicated.images.flatMap((status) => imageRows(symbolicated, status))
  let written = 0
  let left = 0
  for (const { title, frames: own } of stacksOf(symbolicated.report)) {
    const weighed = own.filter((frame) => gradeOf(symbolicated, frame)?.odds !== undefined)
    const shown = weighed.slice(0, MOST_FRAMES - written)
    written += shown.length
    left += weighed.length - shown.length
    if (shown.length > 0) rows.push(title)
    for (const frame of shown) append(rows, frameRows(symbolicated, frame))
  }
  if (left > 0) rows.push(evidenceWords.left({ frames: left }))
  return rows
}

function imageRows({ report }: SymbolicatedReport, status: ImageStatus): readonly string[] {
  const name = report.images[status.image]?.name ?? ''
  return (status.hypotheses ?? []).flatMap(({ loadAddress, uuid, confidence, evidence }) => [
    evidenceWords.image({ image: name, uuid, loadAddress: formatHex(loadAddress), percent: percent(confidence) }),
    ...evidence.map(termRow),
  ])
}

function frameRows(symbolicated: SymbolicatedReport, frame: Frame): readonly string[] {
  const { odds } = gradeOf(symbolicated, frame) ?? {}
  if (!odds) return []
  const name = callsOf(symbolicated, frame).at(-1)?.function ?? ''
  return [`  ${frame.index}  ${name}  ${percent(odds.confidence)}`, ...odds.terms.map((term) => `    ${termRow(term)}`)]
}

function termRow({ fact, nats }: PlacementEvidence): string {
  return `  ${nats < 0 ? '−' : '+'}${formatNumber(Math.abs(nats), 2, 2).padStart(5)}  ${fact}`
}

/** Never more certain than it is: 99.99 % is not 100 %. */
function percent(share: number): string {
  return evidenceWords.percent({ percent: Math.min(99.9, Math.round(share * 1000) / 10) })
}
