import { expect, test } from 'vitest'
import { describe, parseFixture } from './fixture.ts'

test('a memory kill: who was killed, why, and who held what', () => {
  const [report] = parseFixture('ips-jetsam/event.ips')
  expect(report!.header).toMatchObject({ process: 'Harbor', pid: 410, device: 'iPhone15,2' })
  expect(report!.termination).toEqual({ namespace: 'JETSAM', reasons: ['per-process-limit'] })
  const [table] = report!.sections
  expect(table!.kind === 'table' && table!.rows.map((row) => row.slice(0, 6))).toEqual([
    ['Harbor', '410', '11111111-2222-3333-4444-555555555555', '2000.0', 'per-process-limit', 'frontmost'],
    ['helperd', '99', '99999999-2222-3333-4444-555555555555', '2.0', '', 'daemon, idle'],
  ])
})

test('a stackshot: kernel addresses stay exact', () => {
  const [report] = parseFixture('ips-stackshot/stacks.ips')
  expect(report!.exception).toEqual({ codes: '0xbe18d1ee', message: 'waited too long' })
  expect(report!.threads.map(({ id, name, crashed, queue, state }) => [id, name, crashed, queue, state])).toEqual([
    [7, 'kernel_task [0]', false, undefined, ['TH_WAIT', 'TH_UNINT']],
    [11, 'Harbor [410] worker', true, 'harbor.queue', ['TH_RUN']],
  ])
  expect(report!.threads[0]!.frames[0]!.address).toBe(18446744005169639936n + 4096n)
  expect(report!.threads[1]!.frames.map((frame) => describe(report!, frame))).toEqual([
    'exact dyld shared cache+0x8d2acaac',
    'return +0x14074',
    'return 0x1234',
  ])
})

test('a panic: registers, the panicked stack, other processors, kexts', () => {
  const [report] = parseFixture('panic/full.ips')
  expect(report!.exception!.reason).toMatch(/^panic\(cpu 1 caller .*Kernel data abort/)
  expect(report!.header).toMatchObject({ process: 'Harbor', pid: 410 })
  const [thread] = report!.threads
  expect(thread!.registers!.map(({ name }) => name)).toEqual(['x0', 'x1', 'pc', 'cpsr', 'esr', 'far'])
  expect(thread!.frames.map((frame) => describe(report!, frame))).toEqual([
    'return kernel+0x12ce4d0',
    'return org.example.driver.Dock+0x4',
  ])
  expect(report!.backtraces.map(({ title, frames }) => [title, frames.length])).toEqual([['Core 0', 2]])
})

test('a co-processor panic and an Intel backtrace', () => {
  const [report] = parseFixture('panic/coprocessor.panic')
  expect(report!.backtraces.map(({ title, frames }) => [title, frames.length])).toEqual([
    ['Faulting Int Call Stack', 2],
    ['0 background', 2],
  ])
  expect(report!.threads[0]!.frames.map((frame) => frame.address)).toEqual([0xffffff8004aba2c5n, 0xffffff8004c3f0a4n])
  expect(report!.threads[0]!.registers).toContainEqual({ name: 'r02', value: 0n })
})

test('any other bug type is shown with what it says', () => {
  const [report] = parseFixture('ips-other/metrics.ips')
  expect(report!.label).toBe('Diagnostic report (.ips, type 211)')
  expect(report!.sections.map(({ title }) => title)).toEqual(['1 Values', '1 values', '2 Values', '2 detail'])
})
