import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { minidumpFormat } from '../../../src/core/reports/dumps/minidump.ts'
import { imageOffset, linkAddress } from '../../../src/core/model/address.ts'
import { openCfiTable } from '../../../src/core/dwarf/cfi/table.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { recordStack } from '../../support/core-builder.ts'
import { minidump, type DumpArch } from '../../support/minidump-builder.ts'

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Report> {
  const outcome = await minidumpFormat.open({ path: 'a.dmp', blob: new Blob([bytes]) })
  if (!outcome.ok) throw new Error(outcome.problems[0]!.message)
  return outcome.value
}

test.each<DumpArch>(['x86_64', 'i386', 'arm64', 'armv7'])(
  '%s: the stack that the dump was built from',
  async (arch) => {
    const loadAddress = arch === 'x86_64' || arch === 'arm64' ? 0x104000000n : 0x120000n
    const sp = arch === 'x86_64' || arch === 'arm64' ? 0x16f000000n : 0xbf000000n
    const stack = recordStack(arch, sp, [loadAddress + 0x1100n, loadAddress + 0x1200n])
    const bytes = minidump(arch, loadAddress, loadAddress + 0x1000n, sp, stack)
    expect(minidumpFormat.sniff({ path: '', bytes, text: '', whole: true })).toBe(true)
    const report = await open(bytes)
    expect(report.threads[0]).toMatchObject({ id: 77, crashed: true })
    expect(report.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1000, 0x1100, 0x1200])
    expect(report.images).toMatchObject([{ name: 'App', loadAddress, uuid: '01020304-0506-0708-090A-0B0C0D0E0F10' }])
    expect(report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', address: 0x18n })
    expect(report.header).toMatchObject({ process: 'App', os: 'macOS 14.2.1' })
  },
)

test('the binary that is given finds callers without a frame pointer', async () => {
  const base = 0x104000000n
  const sp = 0x16f000000n
  const frameless = new ByteWriter()
    .u64(1, 2, base + 0x1100n)
    .padTo(0x80)
    .done()
  const bytes = minidump('x86_64', base, base + 0x1010n, sp, { bytes: frameless, fp: 0n })
  const unwindInfo = new ByteWriter()
    .u32(1, 28, 0, 28, 0, 28, 2, 0x1000, 52, 0, 0x3000, 0, 0)
    .u32(2)
    .u16(8)
    .u16(1)
    .u32(0x1000, 0x02030000)
    .done()
  const code = {
    sections: [{ start: imageOffset(0x1000), bytes: new Uint8Array(0x200).fill(0x90) }],
    functionStarts: [],
    unwindInfo: { start: imageOffset(0x3000), bytes: unwindInfo },
  }
  const outcome = await minidumpFormat.open({ path: 'a.dmp', blob: new Blob([bytes]) }, async () => code)
  expect(outcome.ok && outcome.value.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1010, 0x1100])
})

test('damaged call frame information of a given file is told', async () => {
  const stack = recordStack('arm64', 0x16f000000n, [0x104001100n])
  const bytes = minidump('arm64', 0x104000000n, 0x104001000n, 0x16f000000n, stack)
  // A length near 2^32.
  const section = new ByteWriter().u32(0xfffffff0, 0, 0).done()
  const debugFrame = openCfiTable({
    kind: 'debug_frame',
    bytes: section,
    address: linkAddress(0),
    textVmaddr: linkAddress(0),
    addressBytes: 8,
  })
  const outcome = await minidumpFormat.open({ path: 'a.dmp', blob: new Blob([bytes]) }, async () => ({
    sections: [],
    functionStarts: [],
    debugFrame,
  }))
  if (!outcome.ok) throw new Error(outcome.problems[0]!.message)
  expect(outcome.value.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1000, 0x1100])
  expect(outcome.value.problems).toMatchObject([{ code: 'damaged-unwind-table', file: 'a.dmp' }])
  expect(outcome.value.problems[0]!.message).toMatch(/App \(__debug_frame\) is damaged: 1 entry is skipped/)
})

test('damaged minidumps end in problems, never in an exception', async () => {
  const stack = recordStack('arm64', 0x16f000000n, [0x104001100n])
  const whole = minidump('arm64', 0x104000000n, 0x104001000n, 0x16f000000n, stack)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.array(fc.tuple(fc.nat(whole.length), fc.nat(255)), { maxLength: 6 }),
      async (cut, flips) => {
        const bytes = whole.slice(0, Math.max(cut, 40))
        for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value
        const outcome = await minidumpFormat.open({ path: 'a.dmp', blob: new Blob([bytes]) })
        if (!outcome.ok) expect(outcome.problems.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 300, seed: 5 },
  )
})
