/** `disassemble` as a user runs it. `npm run build:cli` must have run. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, testFolder, unslide } from '../support/cli.ts'
import { faultBinary, faultReport, nullField } from '../support/fault-report.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { samplePath } from '../support/sample.ts'

interface Row {
  readonly address: string
  readonly bytes: string
  readonly text: string | null
}

const folder = testFolder()

function writeBinary(): string {
  const file = join(folder, 'Program')
  const bytes = Uint8Array.from(Buffer.from('fd7bbfa9fd0300911f2003d5c0035fd6', 'hex'))
  writeFileSync(file, buildMachO({ sections: [{ ...codeSection(16), bytes }] }))
  return file
}

test('bytes, together or apart', () => {
  const together = unslide(['disassemble', '--arch', 'arm64', '--address', '0x1000', 'fd7bbfa9fd030091'])
  expect(together).toMatchObject({ status: 0, err: '' })
  expect(together.out).toBe('0x1000  fd7bbfa9  stp x29, x30, [sp, #-0x10]!\n0x1004  fd030091  mov x29, sp\n')
  const apart = unslide(['disassemble', '--arch', 'arm64', '--address', '1000', 'fd', '7b', 'bf', 'a9', 'FD030091'])
  expect(apart.out).toBe(together.out)
  expect(unslide(['disassemble', '--arch', 'x86_64', 'e8', '00000000']).out).toBe('0x0  e800000000  callq 0x5\n')
})

test('32-bit Arm: Thumb unless A32 is asked for', () => {
  const bytes = ['--address', '0x4000', '0000a0e1']
  expect(unslide(['disassemble', '--arch', 'armv7', ...bytes]).out.split('\n')[0]).toBe('0x4000  0000  movs r0, r0')
  const words = unslide(['disassemble', '--arch', 'armv7', '--instruction-set', 'a32', ...bytes])
  expect(words.out).toBe('0x4000  0000a0e1  mov r0, r0\n')
})

test('JSON, one object a line, null where bytes are no instruction', () => {
  const { status, out } = unslide([
    'disassemble',
    '--arch=arm64',
    '--address=0x10',
    '--format=json',
    'ffffffff1f2003d51f',
  ])
  expect(status).toBe(0)
  expect(linesOf<Row>(out)).toEqual([
    { address: '0x10', bytes: 'ffffffff', text: null },
    { address: '0x14', bytes: '1f2003d5', text: 'nop' },
    { address: '0x18', bytes: '1f', text: null },
  ])
})

test('from a binary, from an address on', () => {
  const args = ['disassemble', '--symbols', writeBinary(), '--address', '0x100001004', '--format', 'json']
  const all = unslide(args)
  expect(all.status).toBe(0)
  expect(linesOf<Row>(all.out).map(({ address, text }) => [address, text])).toEqual([
    ['0x100001004', 'mov x29, sp'],
    ['0x100001008', 'nop'],
    ['0x10000100c', 'ret'],
  ])
  expect(linesOf<Row>(unslide([...args, '--count', '1']).out)).toHaveLength(1)
})

test('an address outside the code, and a dSYM, which has none: what to do is said', () => {
  const outside = unslide(['disassemble', '--symbols', writeBinary(), '--address', '0x100009000'])
  expect(outside).toMatchObject({ status: 1, out: '' })
  expect(outside.err).toContain('no code at 0x100009000')
  const before = unslide(['disassemble', '--symbols', writeBinary(), '--address', '0x1'])
  expect(before).toMatchObject({ status: 1, out: '' })
  expect(before.err).toContain('no code at 0x1 ')
  const dsym = unslide(['disassemble', '--symbols', samplePath('Trailmap.dSYM.zip'), '--address', '0x100004000'])
  expect(dsym).toMatchObject({ status: 1, out: '' })
  expect(dsym.err).toContain('a dSYM has none')
  expect(dsym.err).toContain('binary of the same build')
})

test.each([
  [['--arch', 'arm64'], 'needs bytes'],
  [['1f2003d5'], '--arch'],
  [['--arch', 'arm64', '1f2'], 'two digits each'],
  [['--arch', 'arm64', 'xx'], 'two digits each'],
  [['--arch', 'ppc', '1f20'], 'ppc are not read'],
  [['--arch', 'armv7', '--instruction-set', 'a64', '1f20'], 'Known: a32, thumb'],
  [['--symbols', 'x'], 'needs --address'],
  [['--report', 'x', '--address', '0'], '--report takes its addresses'],
  [['--symbols', 'x', '--frame', '1'], '--report FILE'],
  [['--symbols', 'x', '--address', '0', '1f2003d5'], 'not both'],
  [['--arch', 'arm64', '--count', '0', '1f2003d5'], '--count'],
])('wrong usage %j is told', (args, told) => {
  const { status, out, err } = unslide(['disassemble', ...args])
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(told)
})

test('each frame of a report: the call that it waits in, or why nothing is at hand', () => {
  const report = join(folder, 'Fault.ips')
  const binary = join(folder, 'Fault')
  writeFileSync(report, faultReport({ ...nullField, caller: 0x1_0400_1004n }))
  writeFileSync(binary, faultBinary())
  const args = ['disassemble', '--report', report, '--symbols', binary]
  const all = unslide(args)
  expect(all).toMatchObject({ status: 0, err: '' })
  expect(all.out).toContain('frame 0: 0x104001000 Fault\n')
  expect(all.out).toContain('=> 0x104001000  000d40f9  ldr x0, [x8, #0x18]  ; the thread was here\n')
  expect(all.out).toContain('=> 0x104001000  04000094  bl 0x104001010  ; → other · the call\n')
  const [one, ...others] = linesOf<{ readonly marks: string; readonly instructions: readonly Row[] }>(
    unslide([...args, '--frame', '1', '--format', 'json']).out,
  )
  expect(others).toEqual([])
  expect(one).toMatchObject({ thread: 0, frame: 1, from: 'binary', marks: 'call', image: 'Fault' })
  expect(one?.instructions[0]).toEqual({
    address: '0x104001000',
    bytes: '04000094',
    text: 'bl 0x104001010',
    marked: true,
    note: '→ other',
  })
  const bare = unslide(['disassemble', '--report', report, '--frame', '1'])
  expect(bare.status).toBe(1)
  expect(bare.out).toContain('No code of Fault was given for this build.')
  expect(bare.err).toContain('--symbols')
})
