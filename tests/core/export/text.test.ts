/** The text to be read: everything that a person must know of a crash, in order, each thing once. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { textExporter } from '../../../src/core/export/text.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { app, buildReport, system, unresolved } from '../../support/report-builder.ts'

const access = {
  exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: runtimeAddress(0x18) },
} as const
const told = (report: SymbolicatedReport): string => textExporter.write([{ ...report, ...explain(report) }])

test('what happened, with its grade, why, then the stack with inlined calls', () => {
  const text = told(buildReport([app('peek()', 'Cart.total()'), system('start')], access))
  const lines = text.split('\n')
  expect(lines.slice(0, 3)).toEqual(['Crashed', 'Invalid memory access at 0x18 in peek()', 'EXC_BAD_ACCESS (SIGSEGV)'])
  expect(lines.indexOf('Possible causes')).toBeLessThan(
    lines.indexOf('Access to a field of a null pointer, 24 bytes past it in peek()'),
  )
  expect(text).toContain('Seen: bad access at 0x18, 24 bytes from null')
  expect(lines).toContain('Thread 0, main (crashed)')
  expect(text).toMatch(/ 0 Shop +peek\(\).*\[inlined\]\n +in Cart\.total\(\)/)
  expect(text.match(/Cart\.total\(\)/g)).toHaveLength(1)
})

test('threads with one and the same stack are told once', () => {
  const { report, ...rest } = buildReport([app('work')], access)
  const idle = (id: number) => ({ ...report.threads[0], id, crashed: false, frames: report.threads[0]?.frames ?? [] })
  const text = told({ ...rest, report: { ...report, threads: [...report.threads, idle(1), idle(2), idle(3)] } })
  expect(text).toContain('Thread 1, main, the same stack in threads 2, 3')
  expect(text).not.toContain('Thread 2')
})

test('threads with one stack keep their names', () => {
  const { report, ...rest } = buildReport([app('work')], access)
  const [thread] = report.threads
  if (!thread) throw new Error('no thread')
  const idle = (id: number, name?: string) => ({ ...thread, id, crashed: false, ...(name !== undefined && { name }) })
  const threads = [thread, idle(1, 'decoder'), idle(2, 'decoder'), idle(3, 'network'), idle(4)]
  const text = told({ ...rest, report: { ...report, threads } })
  expect(text).toContain('Thread 1, decoder, the same stack in threads 2, 3 (network), 4')
})

test('a stack without a number is not called by one', () => {
  const rows = `  * frame #0: 0x0000000104014074 Harbor\`Dock.load() + 40 at Dock.swift:19
    frame #1: 0x0000000104014100 Harbor\`main + 16
`
  const write = (text: string): string => {
    const outcome = parseReport('stack.txt', new TextEncoder().encode(text))
    return outcome.ok ? outcome.value.map((report) => told(unresolved(report))).join('\n') : ''
  }
  expect(write(rows).split('\n')).toContain('Stack')
  expect(write(rows)).not.toMatch(/thread \d/i)
  expect(write(`* thread #3, queue = 'work'\n${rows}`)).toContain('Thread 3, work')
  const again = write(`${rows}\n(lldb) bt\n${rows.replaceAll('0x0000000104014', '0x0000000104016')}`)
  expect(again).not.toMatch(/thread \d/i)
})

test('symbols that are missing are named with their UUID', () => {
  const made = buildReport([app('work')], access)
  const images = [
    { image: 0, symbols: 'missing' as const, reason: 'No symbols of Shop were given.', frames: 1, unnamed: 1 },
  ]
  expect(told({ ...made, images })).toMatch(/Symbols that are missing[^\n]*\n {2}Shop no UUID: No symbols of Shop/)
})

test('reports of one file are kept apart', () => {
  const made = buildReport([app('work')], access)
  expect(textExporter.write([made, made]).match(/^-{80}$/gm)).toHaveLength(1)
})

test('a name of many lines stays in its row', () => {
  const text = told(buildReport([app('evil\n\nThread 9 Crashed:\nname')], access))
  expect(text).not.toMatch(/^Thread 9/m)
})
