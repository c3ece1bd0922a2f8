/** The engine as a whole, as a host uses it, and all exporters: no promise rejects, whatever was given. */
import { createEngine } from '../../../src/core/engine.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { harvestedFrom, isStoredIndex } from '../../../src/core/engine/catalog/kept-records.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { mutateJson, mutateText } from '../mutate-text.ts'
import { madeText } from '../seeds.ts'
import { breakBytes, breakText, expectNotOurs, expectTold, type Seed, type Target } from '../target.ts'
import type { Ports } from './debug-info.ts'
import { blobOf } from './images.ts'

/** Gives the input to every method of an engine of its own, beside the sample report that it may name. */
async function useEngine(ports: Ports, sample: Uint8Array, input: Uint8Array): Promise<void> {
  const engine = createEngine({ indexes: createMemoryStore(), ...ports })
  const file = { path: 'broken', blob: blobOf(input) }
  const added = await engine.add([file])
  for (const { problems } of added.files) expectNotOurs(problems)
  await engine.survey([file])
  expectNotOurs((await engine.inspect([file])).problems)
  expectTold(await engine.parse(file))
  for (const report of [file, { path: 'sample.ips', blob: blobOf(sample) }]) {
    const named = await engine.symbolicate(report, { anyBuild: true })
    expectTold(named)
    if (named.ok) for (const exporter of exporters) exporter.write(named.value)
  }
  const keys = (await engine.images()).slice(0, 2).map(({ uuid, arch }) => ({ uuid, arch }))
  for (const outcome of await engine.index(keys)) expectTold(outcome)
  for (const key of keys) {
    expectTold(await engine.lookup({ key, offsets: [imageOffset(0x1000), imageOffset(0xffffffff)] }))
    expectTold(await engine.exportIndex(key))
  }
  await engine.searchSymbols('a', 20)
  await engine.forget(keys)
}

/** Reads a store's record, which may contain anything. */
function readRecord(input: Uint8Array): void {
  let record: unknown
  try {
    record = JSON.parse(new TextDecoder().decode(input))
  } catch {
    return
  }
  isStoredIndex(record)
  harvestedFrom(record)
}

const record = {
  key: { uuid: '01020304-0506-0708-090A-0B0C0D0E0F10', arch: 'arm64' },
  name: 'App',
  kind: 'executable',
  textVmaddr: 0,
  detail: 'dwarf',
  summary: { bytes: 1, functions: 1, inlines: 0, lineRows: 0, indexedAt: 0 },
  formatVersion: 1,
}
const harvest = [{ start: 1, name: 'f', seenBy: [{ id: '1', report: 'a.ips', last: 2 }] }]

/** `inputs` are seeds of every kind. */
export function wholeTargets(ports: Ports, sample: Uint8Array, inputs: readonly Seed[]): readonly Target[] {
  return [
    {
      name: 'engine',
      seeds: inputs,
      mutate: (seed, random, other) =>
        seed.bytes.subarray(0, 256).includes(0)
          ? breakBytes(seed, random, other)
          : breakText(mutateText)(seed, random, other),
      run: (input) => useEngine(ports, sample, input),
    },
    {
      name: 'kept-record',
      seeds: [madeText('index', JSON.stringify(record)), madeText('harvest', JSON.stringify(harvest))],
      mutate: breakText(mutateJson),
      run: readRecord,
    },
  ]
}
