/** What sites gave to one thread of a program, for its other threads: in the memory of the main thread, and gone with it. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { BlockCache } from '../stores/site/blocks.ts'

/** What was not used for longest goes first. */
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
  /** The oldest first. */
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly #most: number
  #bytes = 0

  constructor(most = MOST_BYTES) {
    this.#most = most
  }

  /** What a thread is given, for `sharedBlocks`; it keeps no program from ending. */
  connect(): MessagePort {
    const { port1: own, port2: given } = new MessageChannel()
    own.on('message', (call: Call) => {
      if (call.kind === 'put') this.#put(call.key, call.bytes)
      else own.postMessage({ number: call.number, bytes: this.#get(call.key) } satisfies Answer)
    })
    own.unref()
    return given
  }

  #get(key: string): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#kept.get(key)
    if (bytes) this.#put(key, bytes)
    return bytes
  }

  #put(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes += bytes.length - (this.#kept.get(key)?.length ?? 0)
    this.#kept.delete(key)
    this.#kept.set(key, bytes)
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#most) break
      this.#kept.delete(oldest)
      this.#bytes -= length
    }
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
