/** `unslide symbolicate --stream`: a line of JSON with a report in, a line of JSON with its names out, in the same order. */
import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { SymbolicateOptions } from '../../core/engine-types.ts'
import { problem } from '../../core/messages/problems.ts'
import {
  OutputError,
  readNumber,
  reasonOf,
  FileError,
  UsageError,
  writeNote,
  writeLine,
  type ExitCode,
} from '../command.ts'
import { splitLines, type Line } from './lines.ts'
import { errors } from '../messages/en/errors.ts'
import { results } from '../messages/en/results.ts'
import { idOfLine } from './line-id.ts'
import { toAnswer } from './report-line.ts'
import {
  startReportThreads,
  type GivenSymbols,
  type ReportAnswer,
  type ReportThreads,
  type Standing,
} from './report-threads.ts'

/** Bytes of all lines that are read and not answered. A longer line is one bad line. */
const MAX_PENDING = 256 << 20
/** Lines a thread that may be read ahead of the one that is written next. */
const AHEAD = 8

/** `--jobs`: as many threads as there are cores where it is not given. */
export function readJobs(given: string | undefined): number {
  const jobs = given === undefined ? availableParallelism() : Number(readNumber(given, '--jobs'))
  if (jobs < 1 || jobs > 64) throw new UsageError(errors.jobs)
  return jobs
}

/**
 * Reads standard input, or the file. Never more than a few lines a thread and `MAX_PENDING` bytes are held, however slow their reader is.
 * Ends with 2 only if no line could be read.
 */
export async function streamReports(
  file: string | undefined,
  given: GivenSymbols,
  options: SymbolicateOptions,
  jobs: number,
): Promise<ExitCode> {
  if ([...given.symbols, ...given.similar].includes('-')) throw new UsageError(errors.streamSymbols)
  const threads = await startReportThreads(given, options, jobs)
  const started = performance.now()
  const counts: Record<Standing, number> = { named: 0, lacking: 0, unreadable: 0 }
  const room = createRoom(jobs * AHEAD, MAX_PENDING)
  let writing = Promise.resolve()
  try {
    const input = file === undefined || file === '-' ? process.stdin : createReadStream(file)
    for await (const line of splitLines(input, MAX_PENDING)) {
      const size = line.bytes?.length ?? 0
      await room.take(size)
      const answer = answerLine(threads, line)
      writing = writing.then(async () => {
        const { standing, json } = await answer
        counts[standing]++
        await writeLine(json)
        room.give(size)
      })
    }
    await writing
  } catch (error) {
    if (error instanceof OutputError) throw error
    throw new FileError(errors.refused({ path: file ?? '-', reason: reasonOf(error) }))
  } finally {
    await threads.end()
  }
  writeNote(results.streamed({ ...counts, seconds: (performance.now() - started) / 1000 }))
  if (counts.unreadable > 0 && counts.named + counts.lacking === 0) return 2
  return counts.unreadable + counts.lacking > 0 ? 1 : 0
}

async function answerLine(threads: ReportThreads, { number, bytes, head }: Line): Promise<ReportAnswer> {
  const answer = bytes && (await threads.run({ kind: 'line', number, bytes }))
  if (answer) return answer
  const reason =
    bytes === undefined ? problem('long-report-line', { limit: MAX_PENDING >> 20 }) : problem('report-thread-ended', {})
  const text = new TextDecoder().decode(bytes ?? head)
  return { standing: 'unreadable', json: toAnswer(number, idOfLine(text), { problems: [reason] }) }
}

/** So many lines and bytes at once; who takes waits until there is room for both. A line waits alone at most, since lines are taken in turn. */
function createRoom(lines: number, bytes: number): { take(size: number): Promise<void>; give(size: number): void } {
  let [linesLeft, bytesLeft] = [lines, bytes]
  let wake: (() => void) | undefined
  return {
    take: async (size) => {
      while (linesLeft === 0 || bytesLeft < size) await new Promise<void>((resolve) => (wake = resolve))
      linesLeft--
      bytesLeft -= size
    },
    give: (size) => {
      linesLeft++
      bytesLeft += size
      wake?.()
    },
  }
}
