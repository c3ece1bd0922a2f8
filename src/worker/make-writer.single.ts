/** Makes the worker that writes files of reports, in the edition of one file: its code is inside the page. */
import WriterWorker from './engine-or-writer.worker.ts?worker&inline'

export function makeWriter(): Worker {
  return new WriterWorker({ name: 'writer' })
}
