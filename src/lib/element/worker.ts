/** The reader in a worker of its own. The worker lives until nothing can request its reports any more. */
import { createReader, type ReadRequest } from './reader.ts'

/** A request; its answer has the same number. */
export type Asked = { readonly id: number; readonly read: ReadRequest } | { readonly id: number; readonly rest: number }

const reader = createReader()

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const answer = 'read' in data ? reader.read(data.read) : reader.rest(data.rest)
  answer.then(
    (value) => postMessage({ id: data.id, value }),
    () => postMessage({ id: data.id }),
  )
})

// The first word: this file was found, and may run here.
postMessage({ id: 0 })
