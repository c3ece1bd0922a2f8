/** Makes the worker that writes files of reports, in the edition of many files. */
import workerUrl from './writer.worker.ts?worker&url'
import { startConfined } from './confined-worker.ts'

export function makeWriter(): Worker {
  return startConfined(workerUrl, import.meta.url, 'writer')
}
