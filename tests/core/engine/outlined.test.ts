/** Code that the compiler outlined: no line of the function before it, with an object file, without it, and by the dSYM's truth. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Call } from '../../../src/core/model/image.ts'
import { linkAddress, offsetOfLink } from '../../../src/core/model/address.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'

const fixtures = new URL('../../fixtures/outlined/', import.meta.url)
const file = (path: string) => ({ path, blob: new Blob([new Uint8Array(readFileSync(new URL(path, fixtures)))]) })
const truth = readFileSync(new URL('truth.jsonl', fixtures), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { address: string; frames: readonly { function: string; line?: number }[] })

async function callsAt(paths: readonly string[]): Promise<readonly (Call | undefined)[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(paths.map(file))
  const image = (await engine.images()).find(({ kind }) => kind === 'dylib')
  if (!image) throw new Error('no image')
  const offsets = truth.flatMap(
    ({ address }) => offsetOfLink(linkAddress(BigInt(address)), linkAddress(image.textVmaddr)) ?? [],
  )
  const outcome = await engine.lookup({ key: image, offsets })
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value.map((calls) => calls.at(-1))
}

test('with the object file: lines as llvm-symbolizer has them from the dSYM, none for outlined code', async () => {
  const calls = await callsAt(['Outlined', 'build/outlined.c.o'])
  expect(truth.filter(({ frames }) => /^_?OUTLINED/.test(frames[0]?.function ?? '')).length).toBeGreaterThan(1)
  expect(truth.filter(({ frames }) => (frames[0]?.line ?? 0) > 0).length).toBeGreaterThan(10)
  const wanted = truth.map(({ frames }) => [frames[0]?.function, frames[0]?.line || undefined])
  expect(calls.map((call) => [call?.mangled, call?.line])).toEqual(wanted)
  expect(new Set(calls.map((call) => call?.source))).toEqual(new Set(['dwarf']))
})

test('without the object file: names and the source file come from symbols, not from DWARF', async () => {
  const calls = await callsAt(['Outlined'])
  expect(calls.map((call) => call?.mangled)).toEqual(truth.map(({ frames }) => frames[0]?.function))
  expect(new Set(calls.map((call) => call?.source))).toEqual(new Set(['symtab']))
  expect(new Set(calls.map((call) => call?.line))).toEqual(new Set([undefined]))
  expect(calls[0]?.file).toBe('/Users/dev/Outlined/outlined.c')
})
