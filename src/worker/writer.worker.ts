/** Writes a file of reports in a worker, because that of a large one takes seconds; it lives for one file and is terminated. */
import { expose } from 'comlink'
import type { SymbolicatedReport } from '../core/model/report.ts'
import { writeRequested, type WriteRequest, type WrittenFile } from '../core/export/write-request.ts'
import { ChunkJoiner, type Chunk } from './chunked-transfer.ts'

/** Milliseconds between two words on how far it is. */
const PACE_MS = 100

let read = 0
let all = 1
let told = 0
let tell: (share: number) => void = () => {}
/** True for the web page format: it reads all trees before it writes them and reports its own progress. */
let tellsItself = false

function say(share: number): void {
  const now = performance.now()
  if (now - told < PACE_MS) return
  told = now
  tell(share)
}

const joiner = new ChunkJoiner(() => {
  read++
  if (!tellsItself) say(read / all)
})

const api = {
  take: (chunk: Chunk): Promise<void> => joiner.take(chunk),
  /** `rest`: the reports without the chunks sent ahead. `onShare` gets the share of their call trees read so far. `language` is that of the texts. */
  async write(
    rest: readonly SymbolicatedReport[],
    request: WriteRequest,
    onShare: (share: number) => void,
    language: string,
  ): Promise<WrittenFile<Blob>> {
    if (language !== 'en') await (await import('../messages/worker.ts')).setLanguage(language)
    const reports = joiner.join(rest)
    all = Math.max(
      1,
      reports.reduce((sum, { report }) => sum + report.callTrees.length, 0),
    )
    tell = onShare
    tellsItself = request.id === 'html'
    const { text, mediaType, ...written } = await writeRequested(reports, request, say)
    return { ...written, mediaType, text: new Blob([text], { type: mediaType }) }
  },
}

export type WriterApi = typeof api

expose(api)
