/** The engine on Node: indexes in memory. */
import { createEngine } from '../core/engine.ts'
import type { Engine } from '../core/engine-types.ts'
import { createMemoryStore } from '../stores/memory.ts'
import { createSymbolEngine } from './symbol-engine.ts'

/** `threads`: how many a whole build may use; the builder's own choice when absent. */
export function createHost(threads?: number): Engine {
  return createEngine({
    indexes: createMemoryStore(),
    ...createSymbolEngine(),
    ...(threads === undefined ? {} : { threads }),
  })
}
