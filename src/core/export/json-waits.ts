/** Who waits for whom, as JSON: every wait of the report, and the deadlocks that they make. */
import type { Report } from '../model/report.ts'
import type { Wait } from '../model/wait.ts'
import { waitsOf } from '../reading/waits.ts'
import type {
  DeadlockDocument,
  WaitDocument,
  WaitLinkDocument,
  WaitsDocument,
  WaitTargetDocument,
} from '../documents/waits.ts'
import { only } from './json-values.ts'

export function formatWaits(report: Report): WaitsDocument {
  return {
    deadlocks: (waitsOf(report)?.deadlocks ?? []).map(({ grade, length, links }) =>
      only<DeadlockDocument>({
        grade,
        threads: length,
        links: links.map(({ title, text }) => only<WaitLinkDocument>({ title, waitsAt: text })),
      }),
    ),
    all: (report.waits ?? []).map(formatWait),
  }
}

function formatWait({ id, process, text, on, seen, isToldDeadlock }: Wait): WaitDocument {
  return only<WaitDocument>({
    thread: id,
    process,
    waitsAt: text,
    on: on && only<WaitTargetDocument>({ thread: on.id, process: on.process, hops: on.hops }),
    samples: seen?.map(({ first, last }) => [first, last] as const),
    isToldDeadlock,
  })
}
