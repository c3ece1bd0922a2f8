/** The overview of a report, of whichever kind it is. */
import type { SymbolicatedReport } from '../../model/report.ts'
import { leaksParts } from './leaks.ts'
import { limitParts } from './limits.ts'
import { memoryKillParts } from './memory-kill.ts'
import { metricParts } from './metrics.ts'
import { overviewKind, type Overview, type OverviewKind, type OverviewPart } from './overview.ts'
import { panicParts } from './panic.ts'
import { stackshotParts } from './stackshot.ts'

const readers: Readonly<Record<OverviewKind, (symbolicated: SymbolicatedReport) => readonly OverviewPart[]>> = {
  panic: panicParts,
  'memory-kill': ({ report }) => memoryKillParts(report),
  stackshot: ({ report }) => stackshotParts(report),
  metrics: ({ report }) => metricParts(report),
  leaks: ({ report }) => leaksParts(report),
  limits: ({ report }) => limitParts(report),
}

/** Undefined where the report's stacks say it all, or nothing of the kind is in it. Never throws. */
export function overviewOf(symbolicated: SymbolicatedReport): Overview | undefined {
  const kind = overviewKind(symbolicated.report)
  if (!kind) return undefined
  const parts = readers[kind](symbolicated)
  return parts.length > 0 ? { kind, parts } : undefined
}
