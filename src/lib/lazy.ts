/** Ports whose makers need compiled WebAssembly. They are made at the first use, because compilation takes a moment. */
import type { IndexBuilder } from '../core/ports.ts'
import type { IndexReader } from '../core/symindex/reader.ts'
import { failure } from '../core/model/problem.ts'

/** Makes the value once; a failed maker runs again at the next call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    made.catch(() => (made = undefined))
    return made
  }
}

export function lazyBuilder(make: () => Promise<IndexBuilder>): IndexBuilder {
  const builder = once(make)
  return {
    build: async (input, options) => (await builder()).build(input, options),
    // A failure without problems is what a builder without such a list means.
    callReturns: async (input) => (await builder()).callReturns?.(input) ?? failure(),
    expect: (bytes) => {
      builder().then(
        (made) => made.expect?.(bytes),
        // The build itself says so.
        () => undefined,
      )
    },
  }
}

export function lazyReader(make: () => Promise<IndexReader>): IndexReader {
  const reader = once(make)
  return { open: async (blob, file) => (await reader()).open(blob, file) }
}
