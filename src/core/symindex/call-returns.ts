/** Return addresses of DW_TAG_call_site DIEs. Read from debug information on demand, not kept in an index. */
import { problem } from '../messages/problems.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import { FormatError } from '../model/problem.ts'
import type { ImageSections } from './sections.ts'
import { type ShardSetup } from './shard.ts'
import { shardOf, UnitReader } from './unit-reader.ts'
import type { BuildSizes } from './sizes.ts'
import { allUnits } from './unit-stream.ts'
import { joinBlobs, ShardDriver } from './shard-driver.ts'
import { WasmInstance } from './wasm-instance.ts'
import { WindowSource } from './window-source.ts'

/**
 * Limit for call sites, above those of the largest apps. Each takes some 20 bytes of memory until the result is
 * returned.
 */
const MAX_CALLS = 1 << 23

/**
 * Return addresses of all call sites of an image, as offsets, ascending, unique; and the run with its problems. Skips
 * unreadable units. Throws a FormatError if there are too many.
 */
export async function readCallReturns(
  module: WebAssembly.Module,
  setup: ShardSetup,
  sections: ImageSections,
  sizes: BuildSizes,
  file: string,
): Promise<{ readonly returns: readonly ImageOffset[]; readonly run: ShardDriver }> {
  const reader = new UnitReader(WasmInstance.create(module))
  const windows = new WindowSource(
    sections,
    () => sizes.window,
    () => true,
  )
  const run = new ShardDriver(shardOf(reader), sections, windows, joinBlobs)
  await run.shard.begin({ ...setup, callsOnly: true })
  const parts: Uint32Array[] = []
  let count = 0
  for await (const job of allUnits(sections, setup.littleEndian, sizes.job)) {
    await run.run(job)
    for (const part of reader.takeCallReturns()) {
      count += part.length
      parts.push(part)
    }
    if (count > MAX_CALLS) {
      throw new FormatError(problem('too-large.calls', {}, { file }))
    }
  }
  const all = new Uint32Array(count)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  all.sort()
  const returns: ImageOffset[] = []
  for (const offset of all) if (offset !== returns.at(-1)) returns.push(imageOffset(offset))
  return { returns, run }
}
