/** All targets. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../../src/core/engine.ts'
import { createIndexReader } from '../../../src/core/symindex/reader.ts'
import { createWasmBuilder } from '../../../src/core/symindex/wasm-builder.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { made, type Places } from '../seeds.ts'
import type { Target } from '../target.ts'
import { archiveTargets } from './archives.ts'
import { debugInfoTargets } from './debug-info.ts'
import { imageTargets } from './images.ts'
import { instructionTargets } from './instructions.ts'
import { nameTargets } from './names.ts'
import { registerTargets } from './registers.ts'
import { reportTargets } from './reports.ts'
import { scriptTargets } from './scripts.ts'
import { sourceTargets } from './sources.ts'
import { symbolFileTargets } from './symbol-files.ts'
import { wholeTargets } from './whole.ts'

/** `npm run build:wasm` must have run. */
export async function openTargets(places: Places): Promise<readonly Target[]> {
  const file = (path: string): Uint8Array<ArrayBuffer> => readFileSync(join(places.root, path))
  const module = await WebAssembly.compile(file('wasm/build/core.wasm'))
  const ports = { builder: createWasmBuilder(module), reader: createIndexReader(module) }
  const sample = file('public/sample/Trailmap.ips')
  const parsers = [
    ...(await imageTargets(places)),
    ...(await debugInfoTargets(places, ports)),
    ...(await symbolFileTargets(ports)),
    ...scriptTargets(),
    ...(await archiveTargets()),
    ...(await reportTargets(places, createEngine({ indexes: createMemoryStore(), ...ports }), sample)),
  ]
  const symbols = made('sample symbols', file('public/sample/Trailmap.dSYM.zip'))
  const inputs = [symbols, ...parsers.flatMap(({ seeds }) => seeds.slice(0, 3))]
  return [
    ...parsers,
    ...nameTargets(places),
    ...instructionTargets(),
    ...registerTargets(),
    ...sourceTargets(places),
    ...wholeTargets(ports, sample, inputs),
  ]
}
