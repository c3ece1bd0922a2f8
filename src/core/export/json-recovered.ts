/** Callers that a report leaves out and that were found all the same, as JSON. */
import type { Call } from '../model/image.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { recoveredCalls } from '../reading/recovered.ts'
import type { CallDocument } from '../documents/call.ts'
import type { RecoveredCallerDocument } from '../documents/frame.ts'
import { hex, only } from './json-values.ts'

/** By the id of the frame before each. */
export function formatRecovered(
  { report, recovered = [] }: SymbolicatedReport,
  formatCall: (call: Call) => CallDocument,
): ReadonlyMap<number, RecoveredCallerDocument[]> {
  const byFrame = new Map<number, RecoveredCallerDocument[]>()
  for (const recoveredCaller of recovered) {
    const { after, address, image, resolution, reason } = recoveredCaller
    const calls = recoveredCalls(recoveredCaller)
    const lies = image === undefined ? undefined : report.images[image]
    const caller = only<RecoveredCallerDocument>({
      image: lies?.name,
      uuid: lies?.uuid,
      address: hex(address),
      status: resolution.kind,
      grade: 'grade' in resolution ? resolution.grade?.level : undefined,
      calls: calls.length > 0 ? calls.map((call) => formatCall(call)) : undefined,
      reason,
    })
    byFrame.set(after, [...(byFrame.get(after) ?? []), caller])
  }
  return byFrame
}
