/** Callers that a report leaves out, in texts: they have no row there, so that all rows keep their numbers. */
import { formatHex } from '../model/address.ts'
import { leftOutLine, markText } from '../model/grade-marks.ts'
import { imageNameOf } from '../model/frames.ts'
import { recoveredCallers } from '../messages/names.ts'
import { joined } from '../messages/joins.ts'
import type { RecoveredCaller, SymbolicatedReport } from '../model/report.ts'
import { recoveredBehind, recoveredCalls, recoveredFrame, recoveredLevel } from '../reading/recovered.ts'
import { callsInLine } from './original-rows.ts'

/** A line for each, in the order of threads and frames. */
export function recoveredRows(reports: readonly SymbolicatedReport[]): readonly string[] {
  return reports.flatMap((symbolicated) => {
    const behind = recoveredBehind(symbolicated)
    if (behind.size === 0) return []
    return symbolicated.report.threads.flatMap((thread) =>
      thread.frames.flatMap((frame) =>
        (behind.get(frame.id) ?? []).map((caller) => {
          const place = recoveredCallers.place({
            thread: thread.unnumbered ? undefined : thread.id,
            frame: frame.index,
          })
          return leftOutLine(joined.labelled(place, recoveredText(symbolicated, caller)))
        }),
      ),
    )
  })
}

/** `Shop 0x104001144 caller + 68 (File.c:7) [likely]: why it is believed`. */
export function recoveredText(symbolicated: SymbolicatedReport, caller: RecoveredCaller): string {
  const image = imageNameOf(symbolicated.report, recoveredFrame(symbolicated.report, caller))
  const calls = recoveredCalls(caller).filter((call) => call.function !== '')
  const level = recoveredLevel(symbolicated, caller)
  const parts = [image, formatHex(caller.address), callsInLine(calls)].filter((part) => part !== '')
  return joined.labelled(`${parts.join(' ')}${level === undefined ? '' : markText(level)}`, caller.reason)
}
