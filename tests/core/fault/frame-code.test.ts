/** The instructions of single frames: the call before a return address, where the bytes come from, and why there are none. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Outcome } from '../../../src/core/model/problem.ts'
import type { FrameCode } from '../../../src/core/model/fault.ts'
import { frameCodeReading } from '../../../src/core/reading/fault.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { coreFile, imageMemory, recordStack, testUuid } from '../../support/core-builder.ts'
import { faultBinary, faultReport, nullField } from '../../support/fault-report.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

type Bytes = Uint8Array<ArrayBuffer>

async function codeOf(report: string | Bytes, frame: number, binary?: Bytes): Promise<Outcome<FrameCode>> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  if (binary) await engine.add([{ path: 'Fault', blob: new Blob([binary]) }])
  const opened = await engine.open({ path: 'Fault', blob: new Blob([report]) })
  if (!opened.ok) throw new Error('no report')
  const { handle, reports } = opened.value
  await engine.resolve(handle)
  const found = reports[0]?.threads[0]?.frames[frame]
  if (!found) throw new Error('no frame')
  return engine.frameCode({ handle, report: 0, frame: found })
}

const rowsOf = (outcome: Outcome<FrameCode>) =>
  outcome.ok
    ? frameCodeReading(outcome.value).rows.map(({ address, text, note, mark }) => [address, text, note, mark])
    : []
const reasonOf = (outcome: Outcome<FrameCode>): string => (outcome.ok ? '' : (outcome.problems[0]?.message ?? ''))

test('at a return address the call before it is marked, and says whom it calls', async () => {
  const outcome = await codeOf(faultReport({ ...nullField, caller: 0x1_0400_1004n }), 1, faultBinary())
  expect(outcome.ok && outcome.value).toMatchObject({ from: 'binary', marks: 'call', arch: 'arm64' })
  expect(rowsOf(outcome)).toEqual([
    ['0x104001000', 'bl 0x104001010', '→ other', 'the call'],
    ['0x104001004', 'adrp x8, 0x104005000', undefined, undefined],
    ['0x104001008', 'add x8, x8, #0x0', '“a text”', undefined],
    ['0x10400100c', 'blr x8', undefined, undefined],
    ['0x104001010', 'ret', undefined, undefined],
  ])
})

test('where no call ends at the address, none is invented', async () => {
  const outcome = await codeOf(faultReport({ ...nullField, caller: 0x1_0400_1008n }), 1, faultBinary())
  expect(outcome.ok && outcome.value.marks).toBe('return')
  expect(rowsOf(outcome).find(([, , , mark]) => mark !== undefined)).toEqual([
    '0x104001008',
    'add x8, x8, #0x0',
    '“a text”',
    'the frame’s address; no call comes before it',
  ])
})

test('the first frame: where the thread was, out of the report’s own bytes', async () => {
  const outcome = await codeOf(faultReport(nullField), 0)
  expect(outcome.ok && outcome.value).toMatchObject({ from: 'report', marks: 'here' })
  expect(rowsOf(outcome)[1]).toEqual(['0x104001000', 'ldr x0, [x8, #0x18]', undefined, 'the thread was here'])
})

test('without bytes the reason is told, and what to give', async () => {
  const report = faultReport({ ...nullField, caller: 0x1_0400_1004n })
  expect(reasonOf(await codeOf(report, 1))).toMatch(/^No code of Fault was given for this build/)
  const uuid = '11111111222233334444555555555555'
  const dsym = buildMachO({
    uuid,
    fileType: 10,
    sections: [{ ...codeSection(16), bytes: new Uint8Array(0) }],
    symbols: [{ name: '_f', address: 0x1_0000_1000n }],
  })
  expect(reasonOf(await codeOf(report, 1, dsym))).toMatch(/^No file given for this image holds code/)
  const outside = faultReport({ ...nullField, caller: 0x1_0400_7004n })
  expect(reasonOf(await codeOf(outside, 1, faultBinary()))).toMatch(/^There is no code at 0x100007004/)
  expect(reasonOf(await codeOf(faultReport({ ...nullField, caller: 0x40n }), 1))).toMatch(/^The address is in no image/)
})

test('memory of a core file, and a frame of a report that is closed', async () => {
  const load = 0x1_0400_0000n
  // bl +8; nop; ret
  const code = { at: 0x1000, bytes: Uint8Array.from(Buffer.from('020000941f2003d5c0035fd6', 'hex')) }
  const image = { loadAddress: load, uuid: testUuid(1), size: 0x4000, code }
  const stack = recordStack('arm64', 0x1_7000_0000n, [load + 0x1004n])
  const core = coreFile(
    'arm64',
    [
      { address: load, bytes: imageMemory('arm64', image), executable: true },
      { address: 0x1_7000_0000n, bytes: stack.bytes },
    ],
    [{ pc: load + 0x1008n, sp: 0x1_7000_0000n, fp: stack.fp }],
  )
  const outcome = await codeOf(core, 1)
  expect(outcome.ok && outcome.value).toMatchObject({ from: 'memory', marks: 'call' })
  expect(rowsOf(outcome).find(([, , , mark]) => mark === 'the call')?.[1]).toBe('bl 0x104001008')

  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const opened = await engine.open({ path: 'Core', blob: new Blob([core]) })
  const [frame] = (opened.ok && opened.value.reports[0]?.threads[0]?.frames) || []
  if (!opened.ok || !frame) throw new Error('no core')
  await engine.close(opened.value.handle)
  expect(reasonOf(await engine.frameCode({ handle: opened.value.handle, report: 0, frame }))).toMatch(/no longer open/)
})
