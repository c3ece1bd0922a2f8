/** Walks over small processes: each method finds the caller that the memory was made with, and says how. */
import { expect, test } from 'vitest'
import { callEndingAt } from '../../../src/core/memory/instruction-set.ts'
import type { ArchFamily } from '../../../src/core/model/architecture.ts'
import { openCfiTable } from '../../../src/core/dwarf/cfi/table.ts'
import { readNow, type MemoryRange } from '../../../src/core/memory/memory-read.ts'
import { walkStack, type UnwoundFrame } from '../../../src/core/memory/stack-walk.ts'
import { makeWalkTables, type WalkImage } from '../../../src/core/memory/walk-image.ts'
import { imageOffset, linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import { ByteWriter } from '../../support/byte-writer.ts'

const base = 0x1_0400_0000n
const sp = 0x1_6f00_0000n

interface Process {
  readonly family: ArchFamily
  readonly pc: number
  readonly fp?: bigint
  readonly lr?: bigint
  /** Values of other registers by name. */
  readonly registers?: Readonly<Record<string, bigint>>
  /** Words of the stack from the stack pointer on. */
  readonly stack: readonly bigint[]
  readonly image?: Partial<WalkImage>
  /** Parts of the image that can be read, by offset. */
  readonly parts?: readonly (readonly [at: number, bytes: Uint8Array])[]
}

function walk(process: Process): readonly UnwoundFrame[] {
  const { family, pc, fp = 0n, lr, stack, parts = [] } = process
  const image: WalkImage = { loadAddress: runtimeAddress(base), size: 0x10000, ...process.image }
  const bytes = new ByteWriter().u64(...stack).done()
  const ranges: MemoryRange[] = [
    { start: runtimeAddress(sp), bytes },
    ...parts.map(([at, part]) => ({ start: runtimeAddress(base + BigInt(at)), bytes: part })),
  ]
  const walking = walkStack({
    family,
    state: {
      pc: runtimeAddress(base + BigInt(pc)),
      sp: runtimeAddress(sp),
      fp: runtimeAddress(fp),
      ...(lr !== undefined && { lr: runtimeAddress(lr) }),
      registers: Object.entries(process.registers ?? {}).map(([name, value]) => ({ name, value })),
    },
    stack: { start: runtimeAddress(sp), end: runtimeAddress(sp + BigInt(bytes.length)) },
    imageAt: (address) => (address >= base && address < base + 0x10000n ? image : undefined),
    tables: makeWalkTables(),
  })
  return readNow(walking, ranges)
}

const shown = (frames: readonly UnwoundFrame[]): readonly (readonly [number, string])[] =>
  frames.map(({ address, foundBy }) => [Number(address - base), foundBy])

const at = (offset: number): bigint => base + BigInt(offset)

/** `__eh_frame` at 0x8000 of the image: one CIE of x86_64 and functions with their programs. */
function ehFrame(
  augmentation: string,
  functions: readonly (readonly [start: number, size: number, program: readonly number[]])[],
) {
  const cie = new ByteWriter().u32(0).u8(1).text(augmentation).u8(1, 0x78, 16, 1, 0x10, 0x0c, 7, 8, 0x90, 1).done()
  const out = new ByteWriter().u32(cie.length).bytes(cie)
  for (const [start, size, program] of functions) {
    const place = out.size + 8
    const body = new ByteWriter()
      .u32(place - 4)
      .u64(BigInt(start - 0x8000 - place), size)
      .u8(0, ...program)
      .done()
    out.u32(body.length).bytes(body)
  }
  return out.u32(0).done()
}

const ehImage = (bytes: Uint8Array): Partial<WalkImage> => ({
  ehFrame: { address: runtimeAddress(base + 0x8000n), size: bytes.length },
})

test('__eh_frame: a function without frame pointer, its saved registers, and the frame below', () => {
  // CFA=rsp+24 from its second byte on; rbx at CFA-16. Then CFA=rsp+16.
  const table = ehFrame('zR', [
    [0x1000, 0x100, [0x41, 0x0e, 24, 0x83, 2]],
    [0x1100, 0x100, [0x0e, 16]],
  ])
  const frames = walk({
    family: 'x86_64',
    pc: 0x1010,
    registers: { rbx: 1n, r12: 12n, rax: 99n },
    stack: [7n, 0xbbn, at(0x1150), 8n, at(0x1250), 0n],
    image: ehImage(table),
    parts: [[0x8000, table]],
  })
  expect(shown(frames)).toEqual([
    [0x1010, 'registers'],
    [0x1150, 'eh-frame'],
    [0x1250, 'eh-frame'],
  ])
  // rbx was saved, r12 preserved; rax a call may have changed.
  const caller = frames[1]?.registers
  expect([3, 12, 0].map((register) => caller?.get(register))).toEqual([0xbbn, 12n, undefined])
  expect(frames.map(({ cfa }) => cfa && cfa - sp)).toEqual([24n, 40n, undefined])
})

test('a signal frame: the interrupted function is looked up where it stopped, not at a call', () => {
  const table = ehFrame('zRS', [
    [0x1000, 0x100, [0x0e, 16]],
    // The interrupted function stands at its first byte.
    [0x1100, 0x100, [0x0e, 8]],
  ])
  const frames = walk({
    family: 'x86_64',
    pc: 0x1010,
    stack: [7n, at(0x1100), at(0x1250), 0n],
    image: ehImage(table),
    parts: [[0x8000, table]],
  })
  expect(shown(frames)).toEqual([
    [0x1010, 'registers'],
    [0x1100, 'eh-frame'],
    [0x1250, 'eh-frame'],
  ])
  expect(frames[1]?.kind).toBe('exact')
})

test('a return address that is undefined ends the stack', () => {
  const table = ehFrame('zR', [[0x1000, 0x100, [0x07, 16]]])
  const frames = walk({
    family: 'x86_64',
    pc: 0x1010,
    stack: [at(0x1150)],
    image: ehImage(table),
    parts: [[0x8000, table]],
  })
  expect(shown(frames)).toEqual([[0x1010, 'registers']])
})

test('__debug_frame of a dSYM gives the caller of a frameless function', () => {
  const cie = new ByteWriter().u32(0xffffffff).u8(3, 0, 4, 0x78, 30, 0x0c, 31, 0).done()
  // CFA=sp+32, x30 at CFA-8, x19 at CFA-16.
  const fde = new ByteWriter().u32(0).u64(0x100001000n, 0x100).u8(0x0e, 32, 0x9e, 1, 0x93, 2).done()
  const bytes = new ByteWriter().u32(cie.length).bytes(cie).u32(fde.length).bytes(fde).done()
  const textVmaddr = linkAddress(0x1_0000_0000n)
  const debugFrame = openCfiTable({ kind: 'debug_frame', bytes, address: linkAddress(0), textVmaddr, addressBytes: 8 })
  const frames = walk({
    family: 'arm64',
    pc: 0x1010,
    lr: at(0x1008),
    registers: { x19: 1n },
    stack: [1n, 2n, 0x19n, at(0x2000), 0n, 0n],
    image: { debugFrame },
  })
  expect(shown(frames)).toEqual([
    [0x1010, 'registers'],
    [0x2000, 'debug-frame'],
  ])
  expect(frames[1]?.registers.get(19)).toBe(0x19n)
})

test('a dSYM’s functions bound a leaf: its link register is the caller only where it points out of it', () => {
  const functionStarts = [0x1000, 0x1100, 0x1200].map(imageOffset)
  const record = sp + 0x10n
  const stack = [0n, 0n, 0n, at(0x1244)]
  const walked = (lr: number): readonly (readonly [number, string])[] =>
    shown(walk({ family: 'arm64', pc: 0x1010, fp: record, lr: at(lr), stack, image: { functionStarts } }))
  expect(walked(0x1144)).toEqual([
    [0x1010, 'registers'],
    [0x1144, 'link-register'],
    [0x1244, 'frame-pointer'],
  ])
  // A call of its own left its own address; a function that called nobody yet has the address of its record.
  for (const stale of [0x1008, 0x1244]) {
    expect(walked(stale)).toEqual([
      [0x1010, 'registers'],
      [0x1244, 'frame-pointer'],
    ])
  }
})

test('a frame pointer alone does not tell what was saved: preserved registers are lost with it', () => {
  const stack = [0n, 0n, sp + 0x20n, at(0x1244), 0n, at(0x1344), 0n]
  const registers = { x19: 19n, x0: 1n }
  const frames = walk({ family: 'arm64', pc: 0x1010, fp: sp + 0x10n, registers, stack })
  expect(frames[1]?.foundBy).toBe('frame-pointer')
  expect([...(frames[1]?.registers.keys() ?? [])].sort()).toEqual([29, 31, 32])
})

/** x86: at 0x1140 a call to 0x1000 ends; at 0x1150 a call to 0x1200; at 0x1160 none. */
function codeWithCalls(): Uint8Array {
  const code = new Uint8Array(0x300).fill(0x90)
  const call = (end: number, target: number): void => {
    code.set(
      new ByteWriter()
        .u8(0xe8)
        .u32(target - end)
        .done(),
      end - 5 - 0x1000,
    )
  }
  call(0x1140, 0x1000)
  call(0x1150, 0x1200)
  expect(callEndingAt(code, 0x140, 'x86_64')).toEqual({ target: -0x140 })
  return code
}

test('a scan believes a word only behind a call, and a direct call only of the function that is left', () => {
  const functionStarts = [0x1000, 0x1100, 0x1200].map(imageOffset)
  // The stack pointer moved by an amount that nothing states: the prologue leads to the word 5, which is no code.
  const stack = [5n, at(0x1160), at(0x1150), 6n, at(0x1140), 0n]
  const parts = [[0x1000, codeWithCalls()]] as const
  const image = { functionStarts }
  expect(shown(walk({ family: 'x86_64', pc: 0x1050, stack, image, parts }))).toEqual([
    [0x1050, 'registers'],
    [0x1140, 'scan'],
  ])
  // Without the code nothing says that these are calls; a list of call sites does.
  expect(shown(walk({ family: 'x86_64', pc: 0x1050, stack, image }))).toEqual([[0x1050, 'registers']])
  const listed = { functionStarts, callReturns: [imageOffset(0x1150)] }
  expect(shown(walk({ family: 'x86_64', pc: 0x1050, stack, image: listed }))).toEqual([
    [0x1050, 'registers'],
    [0x1150, 'scan'],
  ])
})
