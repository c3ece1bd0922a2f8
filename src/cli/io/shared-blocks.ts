/** Shares blocks of sites among the threads of a program, in the memory of the main thread. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { KeptBytes } from '../../core/model/kept-bytes.ts'
import type { BlockCache } from '../../stores/site/blocks.ts'

/** Past this, the least recently used blocks are dropped. */
const MOST_BYTES = 64 << 20

type Call =
  | { readonly kind: 'get'; readonly number: number; readonly key: string }
  | { readonly kind: 'put'; readonly key: string; readonly bytes: Uint8Array<ArrayBuffer> }

interface Answer {
  readonly number: number
  readonly bytes: Uint8Array<ArrayBuffer> | undefined
}

/** The main thread's side. */
export class SharedBlocks {
  readonly #kept: KeptBytes<string>

  constructor(most = MOST_BYTES) {
    this.#kept = new KeptBytes(most)
  }

  /** A thread's port for `sharedBlocks`; it does not keep the program alive. */
  connect(): MessagePort {
    const { port1: own, port2: given } = new MessageChannel()
    own.on('message', (call: Call) => {
      if (call.kind === 'put') this.#kept.put(call.key, call.bytes)
      else own.postMessage({ number: call.number, bytes: this.#get(call.key) } satisfies Answer)
    })
    own.unref()
    return given
  }

  #get(key: string): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#kept.get(key)
    if (bytes) this.#kept.put(key, bytes)
    return bytes
  }
}

/** The caches of sites in a thread that was given this port. */
export function sharedBlocks(port: MessagePort): (site: URL) => BlockCache {
  const waiting = new Map<number, (bytes: Answer['bytes']) => void>()
  let asked = 0
  port.on('message', ({ number, bytes }: Answer) => {
    waiting.get(number)?.(bytes)
    waiting.delete(number)
  })
  port.unref()
  const tell = (call: Call): void => port.postMessage(call)
  return (site) => {
    const keyOf = (key: string): string => `${site.href}\n${key}`
    return {
      get: (key) =>
        new Promise((resolve) => {
          waiting.set(++asked, resolve)
          tell({ kind: 'get', number: asked, key: keyOf(key) })
        }),
      put: async (key, bytes) => tell({ kind: 'put', key: keyOf(key), bytes }),
    }
  }
}
