/** The page's side of `writer.worker.ts`: sends reports in pieces, and ends the worker with the file, or when it is not wanted. */
import { proxy, releaseProxy, transfer, wrap } from 'comlink'
import { makeWriter } from '#make-writer'
import type { WriteRequest, WrittenFile } from '../core/export/write-request.ts'
import type { SymbolicatedReport } from '../core/model/report.ts'
import { sendChunked } from './chunked-transfer.ts'
import { languageTag } from '../core/messages/message.ts'
import { worker as words } from './messages/worker.ts'
import type { WriterApi } from './writer.worker.ts'

export interface Writing {
  /** Undefined after a stop; rejects if the worker cannot start or dies. */
  readonly written: Promise<WrittenFile<Blob> | undefined>
  readonly stop: () => void
}

/** Starts to write; `onShare` gets the share of the reports read so far, from 0 to 1. */
export function startWriting(
  reports: readonly SymbolicatedReport[],
  request: WriteRequest,
  onShare: (share: number) => void,
): Writing {
  const worker = makeWriter()
  const remote = wrap<WriterApi>(worker)
  let stop = (): void => {}
  const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)))
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      reject(new Error(event.message || words.cannotLoad))
    })
    worker.addEventListener('messageerror', () => reject(new Error(words.unreadable)))
  })
  const write = async (): Promise<WrittenFile<Blob>> => {
    const rest = await sendChunked(reports, (chunk, moved) => remote.take(transfer(chunk, [...moved])))
    return remote.write(rest, request, proxy(onShare), languageTag())
  }
  const written = Promise.race([write(), stopped, failed]).finally(() => {
    worker.terminate()
    remote[releaseProxy]()
  })
  return { written, stop }
}
