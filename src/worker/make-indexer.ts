/** Makes a worker for a part of an index build, in the edition of many files. */
import workerUrl from './indexer.worker.ts?worker&url'
import { startConfined } from './confined-worker.ts'

export function makeIndexer(): Worker {
  return startConfined(workerUrl, import.meta.url, 'indexer')
}
