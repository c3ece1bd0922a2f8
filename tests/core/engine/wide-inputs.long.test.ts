/** Lists far longer than a call takes arguments: files, frames, images, children, elements of JSON. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { append, largest } from '../../../src/core/model/lists.ts'
import { piecesOf } from '../../../src/core/reading/folds.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'

/** More than a call takes arguments; work by its square would take minutes. */
const MANY = 125_000
const UUID = '<11111111222233334444555555555555>'

const repeat = (text: (at: number) => string, between: string): string =>
  Array.from({ length: MANY }, (_, at) => text(at)).join(between)

const hex = (value: number): string => `0x${value.toString(16).padStart(16, '0')}`
const row = (at: number): string => `${at}   App   ${hex(0x104004000 + at * 4)} 0x104000000 + ${16384 + at * 4}`
const image = (at: number): string =>
  `${hex(0x104000000 + at * 0x4000)} - ${hex(0x104003fff + at * 0x4000)} Lib${at} arm64 ${UUID} /Lib${at}`
const crash = (rows: string, images: string): string =>
  `Process: App [1]\n\nThread 0 Crashed:\n${rows}\n\nBinary Images:\n${images}\n`

const node = `{"binaryUUID":"C0FFEE00-1111-3222-8333-444455556666","offsetIntoBinaryTextSegment":16684,"sampleCount":1,"binaryName":"Kiosk"}`
const tree = (children: string): string =>
  `{"timeStampBegin":"2024-03-01 08:00:00","hangDiagnostics":[{"version":"1.0.0","callStackTree":{"callStackPerThread":false,"callStacks":[{"callStackRootFrames":[${node.slice(0, -1)},"subFrames":[${children}]}]}]}}]}`

test.each([
  ['frames.crash', () => crash(repeat(row, '\n'), image(0))],
  ['images.crash', () => crash(row(0), repeat(image, '\n'))],
  [
    'names.crash',
    () =>
      crash(
        repeat((at) => `${at}   Lib${at}   ${hex(0x104004000 + at * 4)} main + 4`, '\n'),
        image(0),
      ),
  ],
  ['threads.crash', () => crash(`${repeat((at) => `${row(0)}\n\nThread ${at + 1}:`, '\n')}\n${row(0)}`, image(0))],
  ['children.json', () => tree(repeat(() => node, ','))],
  ['broken.json', () => `{"threads":[${repeat(() => '[0]', ',')}],\n"x":"cut\n`],
])('%s with 125,000 of them is read, named and written', async (name, text) => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path: name, blob: new Blob([text()]) })
  expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
  for (const named of outcome.ok ? outcome.value : []) {
    for (const stack of stacksOf(named.report)) expect(piecesOf(named, stack).length).toBeGreaterThan(0)
    for (const exporter of exporters) expect(exporter.write([named])).not.toBe('')
  }
})

test('125,000 files at once', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const blob = new Blob(['nothing'])
  const added = await engine.add(Array.from({ length: MANY }, (_, at) => ({ path: `${at}.plist`, blob })))
  expect(added.files).toHaveLength(MANY)
})

test('lists of any length are joined and compared', () => {
  const list = [1]
  append(list, new Uint8Array(1_000_000))
  expect(list).toHaveLength(1_000_001)
  expect(largest(-Infinity, list)).toBe(1)
  expect(largest(-Infinity, [])).toBe(-Infinity)
})
