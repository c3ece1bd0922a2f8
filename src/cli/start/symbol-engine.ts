/** The symbol engine on Node: WebAssembly from the file beside this program, threads that build, a reader of what was built. */
import type { IndexBuilder } from '../../core/ports.ts'
import { createIndexReader, type IndexReader } from '../../core/symindex/reader.ts'
import { createThreadBuilder } from '../../lib/node/thread-builder.ts'
import { readWasm, spareThread } from './early-thread.ts'
import { beginWork } from './work.ts'

export function createSymbolEngine(module = readWasm()): {
  readonly builder: IndexBuilder
  readonly reader: IndexReader
} {
  beginWork()
  return { builder: createThreadBuilder(module, spareThread(module)), reader: createIndexReader(module) }
}
