/** Who waits for whom, as JSON: every wait of the report, and the deadlocks that they make. */
import type { Report } from '../model/report.ts'
import type { Wait } from '../model/wait.ts'
import { waitsOf } from '../reading/waits.ts'
import { only, type JsonObject } from './json-values.ts'

export function formatWaits(report: Report): JsonObject {
  return {
    deadlocks: (waitsOf(report)?.deadlocks ?? []).map(({ grade, length, links }) =>
      only({ grade, threads: length, links: links.map(({ title, text }) => only({ title, waitsAt: text })) }),
    ),
    all: (report.waits ?? []).map(formatWait),
  }
}

function formatWait({ id, process, text, on, seen, isToldDeadlock }: Wait): JsonObject {
  return only({
    thread: id,
    process,
    waitsAt: text,
    on: on && only({ thread: on.id, process: on.process, hops: on.hops }),
    samples: seen?.map(({ first, last }) => [first, last]),
    isToldDeadlock,
  })
}
