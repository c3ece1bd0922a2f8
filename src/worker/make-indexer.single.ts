/** Makes a worker for a part of an index build, from inside the page. */
import IndexerWorker from './indexer.worker.ts?worker&inline'

export function makeIndexer(): Worker {
  return new IndexerWorker({ name: 'indexer' })
}
