/** `unslide symbolicate --stream`: a line of JSON with a report in, a line of JSON with its names out, in the same order. */
import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { SymbolicateOptions } from '../core/engine-types.ts'
import { problem } from '../core/messages/problems.ts'
import { readNumber, reasonOf, UsageError, writeError, writeLine, type ExitCode } from './command.ts'
import { splitLines, type Line } from './lines.ts'
import { errors } from './messages/en/errors.ts'
import { results } from './messages/en/results.ts'
import { toLine } from './report-line.ts'
import {
  startReportThreads,
  type GivenSymbols,
  type ReportAnswer,
  type ReportThreads,
  type Standing,
} from './report-threads.ts'

/** A longer line is left out: it would have to be held as a whole. */
const MAX_LINE = 256 << 20
/** Lines a thread that may be read ahead of the one that is written next. */
const AHEAD = 8

/** `--jobs`: as many threads as there are cores where it is not given. */
export function readJobs(given: string | undefined): number {
  const jobs = given === undefined ? availableParallelism() : Number(readNumber(given, '--jobs'))
  if (jobs < 1 || jobs > 64) throw new UsageError(errors.jobs)
  return jobs
}

/** Reads standard input, or the file. Never more than a few lines a thread are held, however slow their reader is. */
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
  const room = createRoom(jobs * AHEAD)
  let writing = Promise.resolve()
  try {
    const input = file === undefined || file === '-' ? process.stdin : createReadStream(file)
    for await (const line of splitLines(input, MAX_LINE)) {
      await room.take()
      const answer = answerLine(threads, line)
      writing = writing.then(async () => {
        const { standing, json } = await answer
        counts[standing]++
        await writeLine(json)
        room.give()
      })
    }
    await writing
  } catch (error) {
    throw new UsageError(errors.refused({ path: file ?? '-', reason: reasonOf(error) }))
  } finally {
    await threads.end()
  }
  writeError(results.streamed({ ...counts, seconds: (performance.now() - started) / 1000 }))
  return counts.unreadable > 0 ? 2 : counts.lacking > 0 ? 1 : 0
}

async function answerLine(threads: ReportThreads, { number, bytes }: Line): Promise<ReportAnswer> {
  const answer = bytes && (await threads.run({ kind: 'line', number, bytes }))
  if (answer) return answer
  const reason =
    bytes === undefined ? problem('long-report-line', { limit: MAX_LINE >> 20 }) : problem('report-thread-ended', {})
  return { standing: 'unreadable', json: toLine({ line: number, problems: [reason] }) }
}

/** So many at once; who takes waits until one is given back. */
function createRoom(size: number): { take(): Promise<void>; give(): void } {
  let left = size
  const waiting: (() => void)[] = []
  return {
    take: async () => {
      if (left === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      else left--
    },
    give: () => {
      const next = waiting.shift()
      if (next) next()
      else left++
    },
  }
}
