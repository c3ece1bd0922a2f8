/** A deadlock is the headline, with its circle as evidence. A chain of waits is no deadlock. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { Wait } from '../../../src/core/model/wait.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { makeReport, unresolved } from '../../support/report-builder.ts'
import { deadlockedSpindump } from '../../support/spindump.ts'

const told = (waits: readonly Wait[]) => explain(unresolved(makeReport({ waits, threads: [] }))).explanations

test('a circle of waits in a spindump is proved, and goes before the hang that it made', () => {
  const outcome = parseReport('a.txt', new TextEncoder().encode(deadlockedSpindump()))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('the spindump is not read')
  expect(report.waits).toHaveLength(4)
  const [first, second] = explain(unresolved(report)).explanations
  expect(first).toMatchObject({ id: 'deadlock', grade: 'proved' })
  expect(first?.evidence).toContain(
    'paymentd [77] · Thread 0x201 · ledger (turnstile with priority 46 waiting for Shop',
  )
  expect(second?.id).toBe('hang')
})

test('one thread, and a circle of more threads than are told', () => {
  const circle = (length: number): Wait[] =>
    Array.from({ length }, (_, id) => ({ id, text: 'lock', on: { id: (id + 1) % length } }))
  expect(told(circle(1))[0]?.title).toBe('Deadlock: a thread waits for itself')
  expect(told(circle(9))[0]?.title).toBe('Deadlock: 9 threads wait for each other')
  expect(told(circle(9))[0]?.evidence).toContain('and so on over 3 threads more')
  expect(told([...circle(2), { id: 7, text: 'x', on: { id: 7 } }])[0]?.title).toContain('one of 2 deadlocks')
})

test('a chain, and waits for nobody, are no deadlock', () => {
  expect(told([{ id: 1, text: 'x', on: { id: 2 } }])).toEqual([])
  expect(told([{ id: 1, text: 'x' }])).toEqual([])
  const never: Wait[] = [
    { id: 1, text: 'x', on: { id: 2 }, seen: [{ first: 1, last: 1 }] },
    { id: 2, text: 'x', on: { id: 1 }, seen: [{ first: 2, last: 2 }] },
  ]
  expect(told(never)).toEqual([])
})
