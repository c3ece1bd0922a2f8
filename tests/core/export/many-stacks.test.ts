/** Reports of thousands of stacks: an answer for the whole report is found once, not anew for each stack. */
import { expect, test } from 'vitest'
import { exporters } from '../../../src/core/export/registry.ts'
import type { RecoveredCaller, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { makeFrames, makeImage, makeReport, unresolved } from '../../support/report-builder.ts'
import { timesReference } from '../../support/reference.ts'

const STACKS = 3000

/** A thread that stopped as deep as there are stacks beside it, in code of the system alone. */
function manyStacks(): SymbolicatedReport {
  const row = (at: number) => ({ image: 0, address: 0x1_8000_0000 + at * 16, symbol: { name: `step_${at}` } })
  const stopped = makeFrames(Array.from({ length: STACKS }, (_, at) => row(at)))
  const others = Array.from({ length: STACKS }, (_, at) => ({
    id: at + 1,
    crashed: false,
    frames: makeFrames([row(at), row(at + 1)], STACKS + 2 * at),
  }))
  const report = makeReport({
    threads: [{ id: 0, crashed: true, frames: stopped }, ...others],
    images: [makeImage({ name: 'libsystem.dylib', path: '/usr/lib/libsystem.dylib', origin: 'system' })],
    frameCount: 3 * STACKS,
  })
  const recovered = Array.from({ length: STACKS }, (_, at): RecoveredCaller => ({
    after: at % 2,
    address: runtimeAddress(0x1_9000_0000 + at),
    reason: 'the link register says so',
    resolution: { kind: 'no-symbols', reason: 'none given' },
  }))
  return { ...unresolved(report), recovered }
}

test.each(exporters)('$id', (exporter) => {
  const report = manyStacks()
  let written = ''
  expect(timesReference(() => (written = exporter.write([report])))).toBeLessThan(20)
  expect(written).toContain(`step_${STACKS - 1}`)
})
