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
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { idOfLine } from './line-id.ts'
import { toAnswer } from './report-line.ts'
import { Room } from './room.ts'
import {
  startReportThreads,
  type GivenSymbols,
  type ReportAnswer,
  type ReportThreads,
  type Standing,
} from './report-threads.ts'

/**
 * Bytes of the line that is read, of those that are named, and of answers that wait for their turn. A longer line is one bad line. A
 * report of JSON takes forty times its bytes while it is named, so this bounds the memory of the whole program.
 */
const MAX_PENDING = 32 << 20
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
  const threads = await startReportThreads(given, options, jobs, true)
  const started = performance.now()
  const counts: Record<Standing, number> = { named: 0, lacking: 0, unreadable: 0 }
  const room = new Room(jobs * AHEAD, MAX_PENDING)
  let writing = Promise.resolve()
  try {
    const input = file === undefined || file === '-' ? process.stdin : createReadStream(file)
    for await (const line of splitLines(input, MAX_PENDING, room)) {
      const size = line.bytes?.length ?? 0
      await room.take({ lines: 1 })
      const answer = answerLine(threads, line).then((made) => {
        // The answer takes the place of the line.
        room.give({ bytes: size - made.json.length })
        return made
      })
      writing = writing.then(async () => {
        const { standing, json } = await answer
        counts[standing]++
        await writeLine(json)
        room.give({ lines: 1, bytes: json.length })
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

async function answerLine(threads: ReportThreads, { number, bytes, id }: Line): Promise<ReportAnswer> {
  const answer = bytes && (await threads.run({ kind: 'line', number, bytes }))
  if (answer) return answer
  const reason =
    bytes === undefined ? problem('long-report-line', { limit: MAX_PENDING >> 20 }) : problem('report-thread-ended', {})
  const idGiven = bytes ? idOfLine(bytes) : id
  return { standing: 'unreadable', json: toAnswer(number, idGiven, { problems: [reason] }) }
}
