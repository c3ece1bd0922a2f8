/** Vector registers of thread states and minidump contexts, at the places that the systems' headers give them. */
import { describe, expect, test } from 'vitest'
import { ByteCursor } from '../../../src/core/bytes/cursor.ts'
import { parseMinidumpContext } from '../../../src/core/memory/minidump-context.ts'
import { parseThreadState, type ThreadState } from '../../../src/core/memory/thread-state.ts'
import { readNow } from '../../../src/core/memory/memory-read.ts'
import { walkStack, type UnwoundFrame } from '../../../src/core/memory/stack-walk.ts'
import { makeWalkTables } from '../../../src/core/memory/walk-image.ts'
import { linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import { openCfiTable } from '../../../src/core/dwarf/cfi/table.ts'
import type { ArchFamily } from '../../../src/core/model/architecture.ts'
import { ByteWriter } from '../../support/byte-writer.ts'

const general = {
  arm64: new ByteWriter().u32(6, 68).padTo(8 + 272),
  arm: new ByteWriter().u32(1, 17).padTo(8 + 68),
  x86_64: new ByteWriter().u32(4, 42).padTo(8 + 168),
  i386: new ByteWriter().u32(1, 16).padTo(8 + 64),
}

/** Bytes that show their own position: 1, 2, 3 and so on. */
const counted = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at % 255) + 1)

/** The number that `counted` has at an offset. */
const numberAt = (at: number, size: number): bigint =>
  counted(at + size)
    .subarray(at)
    .reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)

function stateOf(family: keyof typeof general, flavor: number, body: Uint8Array): ThreadState | undefined {
  const out = new ByteWriter()
    .bytes(general[family].done())
    .u32(flavor, body.length / 4)
    .bytes(body)
  return parseThreadState(new ByteCursor(out.done(), { file: 'core' }), family)
}

describe('LC_THREAD', () => {
  // Flavors of thread_status.h; offsets counted in _structs.h.
  test.each<[string, keyof typeof general, number, number, number, bigint, number]>([
    ['v0 of ARM_NEON_STATE64', 'arm64', 17, 528, 64, numberAt(0, 16), 128],
    ['v31', 'arm64', 17, 528, 95, numberAt(496, 16), 128],
    ['s1 of ARM_VFP_STATE', 'arm', 2, 260, 65, numberAt(4, 4), 32],
    ['d31', 'arm', 2, 260, 287, numberAt(248, 8), 64],
    ['xmm0 of x86_FLOAT_STATE64', 'x86_64', 5, 524, 17, numberAt(168, 16), 128],
    ['xmm15', 'x86_64', 5, 524, 32, numberAt(168 + 240, 16), 128],
    ['ymm1 of x86_AVX_STATE64', 'x86_64', 17, 844, 18, numberAt(184, 16) | (numberAt(604, 16) << 128n), 256],
    ['xmm7 of x86_FLOAT_STATE32', 'i386', 2, 524, 28, numberAt(168 + 112, 16), 128],
  ])('%s', (_name, family, flavor, size, number, bits, width) => {
    expect(stateOf(family, flavor, counted(size))?.vectors?.get(number)).toEqual({ bits, size: width })
  })

  test('a wrapped state says in its first words which it is', () => {
    const wrapped = new ByteWriter().u32(5, 131).bytes(counted(524)).done()
    expect(stateOf('x86_64', 8, wrapped)?.vectors?.get(17)).toEqual({ bits: numberAt(168, 16), size: 128 })
  })

  test('a state that is cut short has none, and a float state is no exception state', () => {
    expect(stateOf('arm64', 17, counted(508))?.vectors).toBeUndefined()
    expect(stateOf('x86_64', 8, counted(4))?.vectors).toBeUndefined()
    expect(stateOf('x86_64', 5, counted(524))?.fault).toBeUndefined()
    expect(stateOf('i386', 2, counted(524))?.fault).toBeUndefined()
  })

  test('x86 exceptions have flavors of their own, wrapped or not', () => {
    const body = new ByteWriter().u32(14, 6).u64(0xdead0000n).done()
    const wrapped = new ByteWriter().u32(6, 4).bytes(body).done()
    const fault = { code: 14, address: 0xdead0000n }
    expect(stateOf('x86_64', 6, body)?.fault).toEqual(fault)
    expect(stateOf('x86_64', 9, wrapped)?.fault).toEqual(fault)
    expect(stateOf('i386', 3, new ByteWriter().u32(14, 6, 0xdead).done())?.fault).toEqual({
      code: 14,
      address: 0xdeadn,
    })
  })
})

describe('minidump contexts', () => {
  // Sizes and offsets counted in Breakpad's minidump_cpu_*.h; the flags say what is there.
  test.each<[string, string, number, number, number, number, number, bigint]>([
    ['arm64', 'arm64', 912, 0, 0x0040_0007, 0x0040_0003, 65, numberAt(288, 16)],
    ['arm64, older', 'arm64', 796, 0, 0x8000_0006, 0x8000_0002, 65, numberAt(300, 16)],
    ['amd64', 'x86_64', 1232, 0x30, 0x0010_000b, 0x0010_0003, 18, numberAt(0x1b0, 16)],
    ['x86', 'i386', 716, 0, 0x0001_003f, 0x0001_0007, 22, numberAt(0xcc + 176, 16)],
    ['arm', 'armv7', 368, 0, 0x4000_0006, 0x4000_0002, 257, numberAt(88, 8)],
  ])('%s', (_name, arch, size, flagsAt, withFloats, without, number, bits) => {
    const context = counted(size)
    const flag = (flags: number): void => new DataView(context.buffer).setUint32(flagsAt, flags, true)
    flag(withFloats)
    expect(parseMinidumpContext(context, arch, 'dump')?.vectors?.get(number)?.bits).toBe(bits)
    flag(without)
    expect(typeof parseMinidumpContext(context, arch, 'dump')?.pc).toBe('bigint')
    expect(parseMinidumpContext(context, arch, 'dump')?.vectors).toBeUndefined()
  })
})

/** A caller of a function whose call frame information says this of d8 (DWARF number 72). */
function callerOf(program: readonly number[]): UnwoundFrame | undefined {
  const base = 0x1_0400_0000n
  const cie = new ByteWriter().u32(0xffffffff).u8(1, 0, 1, 0x78, 30, 0x0c, 31, 0).done()
  const entry = new ByteWriter()
    .u32(0)
    .u64(0x1000, 0x100)
    .u8(...program)
    .done()
  const bytes = new ByteWriter().u32(cie.length).bytes(cie).u32(entry.length).bytes(entry).done()
  const debugFrame = openCfiTable({
    kind: 'debug_frame',
    bytes,
    address: linkAddress(0),
    textVmaddr: linkAddress(0),
    addressBytes: 8,
  })
  const vectors = new Map([
    [72, { bits: (1n << 64n) | 8n, size: 128 }],
    [80, { bits: 80n, size: 128 }],
  ])
  const sp = runtimeAddress(0x1_6f00_0000n)
  const stack = new ByteWriter().u64(0xd8n, base + 0x1150n).done()
  const walking = walkStack({
    family: 'arm64' satisfies ArchFamily,
    state: { pc: runtimeAddress(base + 0x1010n), sp, fp: runtimeAddress(0), registers: [], vectors },
    stack: { start: sp, end: runtimeAddress(sp + 16n) },
    imageAt: () => ({ loadAddress: runtimeAddress(base), size: 0x10000, debugFrame }),
    tables: makeWalkTables(),
  })
  return readNow(walking, [{ start: sp, bytes: stack }])[1]
}

test('a caller has the lower half of d8: as it was saved, else as it is; and nothing of v16', () => {
  // CFA = sp + 16; the link register at CFA - 8; then d8 at CFA - 16.
  const saved = callerOf([0x0e, 16, 0x9e, 1, 0x05, 72, 2])?.registers
  const unchanged = callerOf([0x0e, 16, 0x9e, 1])
  expect([saved?.get(72), unchanged?.registers.get(72)]).toEqual([0xd8n, 8n])
  expect([unchanged?.registers.get(80), unchanged?.vectors]).toEqual([undefined, undefined])
})
