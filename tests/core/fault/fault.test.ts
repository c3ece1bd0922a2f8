/** Reports with instruction bytes: the facts about the fault, and no fact where the values contradict it. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { faultReading } from '../../../src/core/reading/fault.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { faultBinary, faultReport, nullField, type FaultSpec } from '../../support/fault-report.ts'

async function symbolicate(spec: FaultSpec, binary?: Uint8Array<ArrayBuffer>): Promise<SymbolicatedReport> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  if (binary) await engine.add([{ path: 'Fault', blob: new Blob([binary]) }])
  const outcome = await engine.symbolicate({ path: 'Fault.ips', blob: new Blob([faultReport(spec)]) })
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  return report
}

const codesOf = ({ fault }: SymbolicatedReport): readonly string[] => (fault?.told ?? []).map(({ code }) => code)

test('a field of null: the access adds up, and is proved evidence', async () => {
  const report = await symbolicate(nullField)
  const reading = faultReading(report)
  expect(reading?.rows.map(({ address, text, mark }) => [address, text, mark])).toEqual([
    ['0x104000ffc', 'mov x29, sp', undefined],
    ['0x104001000', 'ldr x0, [x8, #0x18]', 'the program stopped here'],
    ['0x104001004', 'blraa x0, x1', undefined],
    ['0x104001008', 'ret', undefined],
  ])
  expect(reading?.told).toEqual([
    'ldr x0, [x8, #0x18] read 8 bytes at x8 + 0x18: x8 is 0, so 0x18.',
    'esr 0x92000006: a read of memory failed; nothing is mapped there.',
  ])
  expect(reading?.rows[2]?.protection).toContain('PAC')
  const [first] = report.explanations
  expect(first).toMatchObject({ id: 'null-dereference', grade: 'proved' })
  expect(first?.evidence).toContain('x8 is 0, so 0x18')
})

test.each<[string, Partial<FaultSpec>]>([
  ['the registers give another address', { registers: { ...nullField.registers, x8: 0x10n } }],
  ['the register is not in the report', { registers: { x0: 1n, esr: 0x9200_0006n } }],
  ['the processor says that it was a write', { registers: { ...nullField.registers, esr: 0x9200_0046n } }],
  ['the instruction touches no memory', { at: '1f2003d5' }],
  ['the bytes are no instruction', { at: 'ffffffff' }],
  ['the report gives no address', { subtype: 'KERN_INVALID_ADDRESS' }],
])('nothing is said of the access where %s', async (_, changed) => {
  const { subtype, ...rest } = { ...nullField, ...changed }
  const report = await symbolicate({ ...rest, ...(subtype !== undefined && { subtype }) })
  expect(codesOf(report)).not.toContain('access')
  expect(report.explanations.map(({ evidence }) => evidence).join()).not.toContain(' so 0x')
})

test('a page fault of x86_64, its error code and its registers agree', async () => {
  const report = await symbolicate({
    cpu: 'X86-64',
    arch: 'x86_64',
    pc: 0x1_0400_1000n,
    at: '48894818c3',
    registers: { rax: 0x20n, rcx: 5n, trap: 14n, err: 6n },
    subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000038',
  })
  expect(faultReading(report)?.told).toEqual([
    'movq %rcx, 0x18(%rax) wrote 8 bytes at rax + 0x18: rax is 0x20, so 0x38.',
    'Error code 0x6: a page fault, on a write, where nothing is mapped.',
  ])
})

test.each([
  // The T bit of cpsr says which of the two sets the bytes are.
  ['Thumb', 0x20n, '4868704700bf', 'ldr r0, [r1, #0x4]', 'bx lr'],
  ['A32', 0n, '040091e51eff2fe1', 'ldr r0, [r1, #0x4]', 'bx lr'],
])('an access of 32-bit Arm, %s, is proved by its registers', async (_, cpsr, at, text, next) => {
  const spec: FaultSpec = {
    cpu: 'ARM',
    arch: 'armv7',
    pc: 0x1_0400_1000n,
    at,
    registers: { r1: 0n, r7: 0x2000n, cpsr },
    subtype: 'KERN_INVALID_ADDRESS at 0x00000004',
  }
  const report = await symbolicate(spec)
  expect(report.fault?.instructions.slice(0, 2).map((one) => one.text)).toEqual([text, next])
  expect(faultReading(report)?.told).toEqual([`${text} read 4 bytes at r1 + 0x4: r1 is 0, so 0x4.`])
  expect(report.explanations[0]).toMatchObject({ id: 'null-dereference', grade: 'proved' })
  expect(codesOf(await symbolicate({ ...spec, registers: { ...spec.registers, r1: 8n } }))).toEqual([])
})

test('a trap is told by what it is, an overflow by the branch that came here and the flag', async () => {
  // adds x0, x0, x1; b.vs +8; ret; brk #1
  const trap: FaultSpec = {
    pc: 0x1_0400_1000n,
    before: '000001ab46000054c0035fd6',
    at: '200020d4',
    registers: { cpsr: 0x1000_0000n },
    type: 'EXC_BREAKPOINT',
    signal: 'SIGTRAP',
  }
  const report = await symbolicate(trap)
  expect(codesOf(report)).toEqual(['trap-general', 'overflow'])
  // Without the binary there may be other ways to the trap.
  expect(faultReading(report)?.told[1]).toBe(
    'b.vs 0x104001000 at 0x104000ff8 came here, and the flags agree: an integer overflow in an addition (likely).',
  )
  expect(codesOf(await symbolicate({ ...trap, registers: { cpsr: 0n } }))).toEqual(['trap-general'])
  // The same instruction is no trap that was hit where the end was another.
  expect(codesOf(await symbolicate({ ...trap, type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }))).toEqual([])
})

test('x86: of int3 and the ud2 behind it, the exception says which one ran', async () => {
  const trap: FaultSpec = {
    cpu: 'X86-64',
    arch: 'x86_64',
    pc: 0x1_0400_1000n,
    before: '4889c7cc',
    at: '0f0b',
    registers: { rax: 1n },
    type: 'EXC_BREAKPOINT',
    signal: 'SIGTRAP',
  }
  expect(codesOf(await symbolicate(trap))).toEqual(['trap-debugger'])
  expect(codesOf(await symbolicate({ ...trap, type: 'EXC_BAD_INSTRUCTION', signal: 'SIGILL' }))).toEqual([
    'trap-general',
  ])
})

test.each([
  ['no base64', '*'],
  ['nothing', ''],
])('a stream that is %s leaves the report as it was', async (_, at) => {
  const text = faultReport(nullField).replace(/"atPC": "[^"]*"/, `"atPC": "${at}"`)
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path: 'Fault.ips', blob: new Blob([text]) })
  expect(outcome.ok && outcome.value[0]?.fault).toBeUndefined()
  expect(outcome.ok && outcome.value[0]?.explanations[0]?.id).toBe('invalid-access')
})

test('a cut stream is shown as far as it goes', async () => {
  const report = await symbolicate({ ...nullField, at: '000d40f90108' })
  expect(report.fault?.instructions.map(({ text }) => text)).toEqual(['mov x29, sp', 'ldr x0, [x8, #0x18]'])
})

test('from the binary of the build: targets of calls and texts are named', async () => {
  const report = await symbolicate({ ...nullField, at: '' }, faultBinary())
  expect(report.fault?.from).toBe('binary')
  const rows = faultReading(report)?.rows ?? []
  expect(rows.map(({ text, note }) => [text, note])).toEqual([
    ['bl 0x104001010', '→ other'],
    ['adrp x8, 0x104005000', undefined],
    ['add x8, x8, #0x0', '“a text”'],
    ['blr x8', undefined],
    ['ret', undefined],
  ])
})

test('a call to an address that is no code: the call is shown, if its register held that address', async () => {
  const call: FaultSpec = {
    pc: 0x40n,
    at: '',
    caller: 0x1_0400_1010n,
    registers: { x8: 0x40n, lr: 0x1_0400_1010n },
    subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000040',
  }
  const report = await symbolicate(call, faultBinary())
  expect(report.fault?.isCaller).toBe(true)
  expect(faultReading(report)?.told).toEqual(['blr x8 called the address in x8, which is 0x40: no code is there.'])
  expect(report.fault?.instructions.find(({ stopped }) => stopped)?.text).toBe('blr x8')
  const other = await symbolicate({ ...call, registers: { x8: 0x44n } }, faultBinary())
  expect(other.fault).toBeUndefined()
})
