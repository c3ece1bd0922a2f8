/** Files made of reports. Those of large reports are written in a worker, with how much and how fast, and can be cancelled. */
import { writeRequested, type WriteRequest, type WrittenFile } from '../../core/export/write-request.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import { startWriting } from '../../worker/writer-client.ts'
import { words } from '../messages/work.ts'
import type { Work } from './work.svelte.ts'

/** Text that was written in a worker is a Blob: the page need not hold it. */
export type Written = WrittenFile<string | Blob>

/** The written file; undefined once it was cancelled. Rejects where it cannot be written. */
export type WriteReports = (
  reports: readonly SymbolicatedReport[],
  request: WriteRequest,
  signal?: AbortSignal,
) => Promise<Written | undefined>

const LARGE_TEXT = 1 << 20
const LARGE_FRAMES = 10_000

/** True for reports that a worker writes. Smaller ones are written at once: to start a worker takes longer. */
export const isLarge = ({ report, resolutions }: SymbolicatedReport): boolean =>
  report.text.length > LARGE_TEXT || resolutions.length > LARGE_FRAMES

let jobs = 0

/** Writes here or in a worker, which `work` shows then. */
export async function writeReports(
  work: Work,
  reports: readonly SymbolicatedReport[],
  request: WriteRequest,
  signal?: AbortSignal,
): Promise<Written | undefined> {
  if (!reports.some(isLarge)) return writeRequested(reports, request)
  const totalBytes = reports.reduce((sum, { report }) => sum + report.text.length, 0)
  const job = {
    id: `write-${++jobs}`,
    title: words.writing,
    detail: reports[0]?.report.file ?? '',
    isApart: true as const,
  }
  const { written, stop } = startWriting(reports, request, (share) =>
    work.advance({ ...job, doneBytes: Math.round(share * totalBytes), totalBytes, stop }),
  )
  signal?.addEventListener('abort', stop)
  work.set({ ...job, doneBytes: 0, totalBytes, stop })
  try {
    return await written
  } finally {
    work.end(job.id)
  }
}
