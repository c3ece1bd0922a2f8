/** The few globals that a browser, a worker and Node share. The core may use these and nothing else of its host. */

declare class Blob {
  constructor(parts?: readonly (Blob | ArrayBuffer | ArrayBufferView | string)[], options?: { type?: string })
  readonly size: number
  readonly type: string
  slice(start?: number, end?: number, type?: string): Blob
  arrayBuffer(): Promise<ArrayBuffer>
  text(): Promise<string>
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
}

declare class ReadableStream<T> {
  constructor(source: { pull(out: { enqueue(chunk: T): void; close(): void }): void | Promise<void> })
  getReader(): {
    read(): Promise<{ done: false; value: T } | { done: true; value?: undefined }>
    cancel(reason?: unknown): Promise<void>
    releaseLock(): void
  }
  pipeThrough<U>(transform: { readable: ReadableStream<U>; writable: unknown }): ReadableStream<U>
  cancel(reason?: unknown): Promise<void>
}

declare class TransformStream<U> {
  constructor(transformer: {
    start?(out: { enqueue(chunk: U): void }): void
    flush?(out: { enqueue(chunk: U): void }): void
  })
  readonly readable: ReadableStream<U>
  readonly writable: unknown
}

declare class DecompressionStream {
  constructor(format: 'gzip' | 'deflate' | 'deflate-raw')
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly writable: unknown
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(input?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string
}

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>
}

declare interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(): void
}

declare const performance: { now(): number }

declare function setTimeout(work: () => void, milliseconds: number): unknown

declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]?: string
  }
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
  class RuntimeError extends Error {}
}
