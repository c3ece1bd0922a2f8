import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { minidumpFormat, openMinidump } from '../../../src/core/reports/dumps/minidump.ts'
import { imageOffset, linkAddress } from '../../../src/core/model/address.ts'
import { openCfiTable } from '../../../src/core/memory/cfi/table.ts'
import { ByteWriter, recordStack, type CoreArch as AnyArch } from './core-builder.ts'

type CoreArch = Extract<AnyArch, 'x86_64' | 'i386' | 'arm64' | 'armv7'>

const processors: Record<CoreArch, number> = { x86_64: 9, i386: 0, arm64: 12, armv7: 5 }

function context(arch: CoreArch, pc: bigint, sp: bigint, fp: bigint): Uint8Array {
  if (arch === 'x86_64') {
    return new ByteWriter().pad(0x98).u64(sp, fp).pad(0xf8).u64(pc).pad(1232).bytes()
  }
  if (arch === 'i386') return new ByteWriter().pad(0xb4).word(4, fp, pc).pad(0xc4).word(4, sp).pad(716).bytes()
  if (arch === 'arm64') return new ByteWriter().pad(0xf0).u64(fp, 0, sp, pc).pad(912).bytes()
  return new ByteWriter()
    .pad(4 + 28)
    .word(4, fp)
    .pad(4 + 52)
    .word(4, sp, 0, pc)
    .pad(368)
    .bytes()
}

/** A dump of one thread and one module; the exception's context, not the thread's, is where it stopped. */
function minidump(
  arch: CoreArch,
  loadAddress: bigint,
  pc: bigint,
  sp: bigint,
  stack: { bytes: Uint8Array; fp: bigint },
) {
  const parts: { readonly type: number; readonly bytes: Uint8Array }[] = []
  const headerBytes = 32 + 5 * 12
  const out = new ByteWriter()
  const put = (bytes: Uint8Array): { at: number; size: number } => {
    const at = headerBytes + out.length
    out.raw(bytes)
    return { at, size: bytes.length }
  }
  const own = put(context(arch, 0xdeadn, sp, 0n))
  const thrown = put(context(arch, pc, sp, stack.fp))
  const memory = put(stack.bytes)
  const name = put(
    new ByteWriter()
      .u32(16)
      .raw(new Uint8Array(new Uint16Array([...'/bin/App'].map((c) => c.charCodeAt(0))).buffer))
      .bytes(),
  )
  const codeView = put(
    new ByteWriter()
      .text('RSDS', 4)
      .u32(0x01020304)
      .u16(0x0506)
      .u16(0x0708)
      .u8(9, 10, 11, 12, 13, 14, 15, 16)
      .u32(0)
      .bytes(),
  )
  parts.push({ type: 7, bytes: new ByteWriter().u16(processors[arch]).pad(8).u32(14, 2, 1, 0x8101, 0).pad(56).bytes() })
  parts.push({
    type: 3,
    bytes: new ByteWriter().u32(1, 77).pad(28).u64(sp).u32(memory.size, memory.at, own.size, own.at).bytes(),
  })
  parts.push({
    type: 4,
    bytes: new ByteWriter()
      .u32(1)
      .u64(loadAddress)
      .u32(0x4000, 0, 0, name.at)
      .pad(4 + 76)
      .u32(codeView.size, codeView.at)
      .pad(112)
      .bytes(),
  })
  parts.push({
    type: 6,
    bytes: new ByteWriter().u32(77, 0, 1, 2).u64(0, 0x18).pad(160).u32(thrown.size, thrown.at).bytes(),
  })
  parts.push({ type: 0x99, bytes: new Uint8Array(4) })
  const header = new ByteWriter().text('MDMP', 4).u32(0xa793, parts.length, 32, 0, 1_700_000_000, 0, 0)
  for (const { type, bytes } of parts) {
    const { at, size } = put(bytes)
    header.u32(type, size, at)
  }
  return header.raw(out.bytes()).bytes()
}

function parse(bytes: Uint8Array): Report {
  const outcome = minidumpFormat.parse({ path: 'a.dmp', bytes, text: '' })
  if (!outcome.ok) throw new Error(outcome.problems[0]!.message)
  return outcome.value[0]!
}

test.each<CoreArch>(['x86_64', 'i386', 'arm64', 'armv7'])('%s: the stack that the dump was built from', (arch) => {
  const loadAddress = arch === 'x86_64' || arch === 'arm64' ? 0x104000000n : 0x120000n
  const sp = arch === 'x86_64' || arch === 'arm64' ? 0x16f000000n : 0xbf000000n
  const stack = recordStack(arch, sp, [loadAddress + 0x1100n, loadAddress + 0x1200n])
  const bytes = minidump(arch, loadAddress, loadAddress + 0x1000n, sp, stack)
  expect(minidumpFormat.sniff({ path: '', bytes, text: '', whole: true })).toBe(true)
  const report = parse(bytes)
  expect(report.threads[0]).toMatchObject({ id: 77, crashed: true })
  expect(report.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1000, 0x1100, 0x1200])
  expect(report.images).toMatchObject([{ name: 'App', loadAddress, uuid: '01020304-0506-0708-090A-0B0C0D0E0F10' }])
  expect(report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', address: 0x18n })
  expect(report.header).toMatchObject({ process: 'App', os: 'macOS 14.2.1' })
})

test('the binary that is given finds callers without a frame pointer', async () => {
  const base = 0x104000000n
  const sp = 0x16f000000n
  const frameless = new ByteWriter()
    .u64(1, 2, base + 0x1100n)
    .pad(0x80)
    .bytes()
  const bytes = minidump('x86_64', base, base + 0x1010n, sp, { bytes: frameless, fp: 0n })
  const unwindInfo = new ByteWriter()
    .u32(1, 28, 0, 28, 0, 28, 2, 0x1000, 52, 0, 0x3000, 0, 0)
    .u32(2)
    .u16(8)
    .u16(1)
    .u32(0x1000, 0x02030000)
    .bytes()
  const code = {
    sections: [{ start: imageOffset(0x1000), bytes: new Uint8Array(0x200).fill(0x90) }],
    functionStarts: [],
    unwindInfo: { start: imageOffset(0x3000), bytes: unwindInfo },
  }
  const outcome = await openMinidump({ path: 'a.dmp', blob: new Blob([bytes]) }, async () => code)
  expect(outcome.ok && outcome.value.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1010, 0x1100])
})

test('damaged call frame information of a given file is told', async () => {
  const stack = recordStack('arm64', 0x16f000000n, [0x104001100n])
  const bytes = minidump('arm64', 0x104000000n, 0x104001000n, 0x16f000000n, stack)
  // A length near 2^32.
  const section = new ByteWriter().u32(0xfffffff0, 0, 0).bytes()
  const debugFrame = openCfiTable({
    kind: 'debug_frame',
    bytes: section,
    address: linkAddress(0),
    textVmaddr: linkAddress(0),
    addressBytes: 8,
  })
  const outcome = await openMinidump({ path: 'a.dmp', blob: new Blob([bytes]) }, async () => ({
    sections: [],
    functionStarts: [],
    debugFrame,
  }))
  if (!outcome.ok) throw new Error(outcome.problems[0]!.message)
  expect(outcome.value.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1000, 0x1100])
  expect(outcome.value.problems).toMatchObject([{ code: 'damaged-unwind-table', file: 'a.dmp' }])
  expect(outcome.value.problems[0]!.message).toMatch(/App \(__debug_frame\) is damaged: 1 entry is skipped/)
})

test('damaged minidumps end in problems, never in an exception', () => {
  const stack = recordStack('arm64', 0x16f000000n, [0x104001100n])
  const whole = minidump('arm64', 0x104000000n, 0x104001000n, 0x16f000000n, stack)
  fc.assert(
    fc.property(
      fc.nat(whole.length),
      fc.array(fc.tuple(fc.nat(whole.length), fc.nat(255)), { maxLength: 6 }),
      (cut, flips) => {
        const bytes = whole.slice(0, Math.max(cut, 40))
        for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value
        const outcome = minidumpFormat.parse({ path: 'a.dmp', bytes, text: '' })
        if (!outcome.ok) expect(outcome.problems.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 300, seed: 5 },
  )
})
