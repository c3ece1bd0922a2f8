import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../../src/core/model/problem.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { openCoreFile } from '../../../src/core/memory/core-file.ts'
import { stoppedThread } from '../../../src/core/reading/stacks.ts'
import { coreFileFormat } from '../../../src/core/reports/dumps/core-file.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import {
  coreFile,
  imageMemory,
  recordStack,
  testUuid,
  wordBytes,
  type BuiltImage,
  type BuiltNote,
  type BuiltSegment,
  type BuiltThread,
  type CoreArch,
} from '../../support/core-builder.ts'

const architectures: readonly CoreArch[] = ['x86_64', 'i386', 'arm64', 'arm64e', 'arm64_32', 'armv7']

const baseOf = (arch: CoreArch): bigint => (wordBytes(arch) === 8 ? 0x104000000n : 0x120000n)
const stackOf = (arch: CoreArch): bigint => (wordBytes(arch) === 8 ? 0x16f000000n : 0xbf000000n)

function open(bytes: Uint8Array<ArrayBuffer>): Promise<Outcome<Report>> {
  return openCoreFile({ path: 'app.core', blob: new Blob([bytes]) })
}

async function reportOf(bytes: Uint8Array<ArrayBuffer>): Promise<Report> {
  const outcome = await open(bytes)
  if (!outcome.ok) throw new Error(outcome.problems[0]!.message)
  return outcome.value
}

const addressesOf = (report: Report, thread = 0): (bigint | undefined)[] =>
  report.threads[thread]!.frames.map(({ address }) => address)

function processOf(
  arch: CoreArch,
  offsets: readonly number[],
  parts: {
    readonly image?: Partial<BuiltImage>
    readonly thread?: Partial<BuiltThread>
    readonly change?: (fp: bigint, index: number) => bigint
    readonly more?: readonly BuiltSegment[]
    readonly notes?: readonly BuiltNote[]
    readonly sign?: (address: bigint) => bigint
  } = {},
): Uint8Array<ArrayBuffer> {
  const image: BuiltImage = { loadAddress: baseOf(arch), uuid: testUuid(1), size: 0x4000, ...parts.image }
  const [first = 0n, ...returns] = offsets.map((offset) => image.loadAddress + BigInt(offset))
  const stack = recordStack(arch, stackOf(arch), returns.map(parts.sign ?? ((address) => address)), parts.change)
  return coreFile(
    arch,
    [
      { address: image.loadAddress, bytes: imageMemory(arch, image), executable: true },
      { address: stackOf(arch), bytes: stack.bytes },
      ...(parts.more ?? []),
    ],
    [{ pc: first, sp: stackOf(arch), fp: stack.fp, ...parts.thread }],
    parts.notes,
  )
}

test.each(architectures)('%s: frame pointers give the stack that was built', async (arch) => {
  const bytes = processOf(arch, [0x1000, 0x1100, 0x1200, 0x1200, 0x1304])
  expect(coreFileFormat.sniff({ path: '', bytes, text: '', whole: true })).toBe(true)
  const report = await reportOf(bytes)
  const loadAddress = baseOf(arch)
  expect(addressesOf(report)).toEqual(
    [0x1000n, 0x1100n, 0x1200n, 0x1200n, 0x1304n].map((offset) => loadAddress + offset),
  )
  expect(report.threads[0]!.frames.map(({ kind }) => kind)).toEqual(['exact', 'return', 'return', 'return', 'return'])
  expect(report.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1000, 0x1100, 0x1200, 0x1200, 0x1304])
  expect(report.images).toMatchObject([{ loadAddress, uuid: testUuid(1), arch, size: 0x4000 }])
  expect(report.header.arch).toBe(arch)
  expect(report.threads[0]!.registers!.some(({ value }) => value === loadAddress + 0x1000n)).toBe(true)
})

test.each([
  ['points below the stack pointer', (fp: bigint, index: number) => (index === 1 ? 0x16eff0000n : fp)],
  ['points back into the stack', (fp: bigint, index: number) => (index === 1 ? 0x16f000040n : fp)],
  ['is not aligned', (fp: bigint, index: number) => (index === 1 ? fp + 1n : fp)],
  ['leaves the stack', (fp: bigint, index: number) => (index === 1 ? 0x17f000000n : fp)],
])('a chain whose record %s ends there', async (_name, change) => {
  const report = await reportOf(processOf('arm64', [0x1000, 0x1100, 0x1200, 0x1300, 0x1400], { change }))
  expect(report.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1000, 0x1100, 0x1200])
})

test('pointer authentication bits are taken off return addresses', async () => {
  const sign = (address: bigint): bigint => address | ((0x2a5n << 47n) & ~(1n << 55n))
  const report = await reportOf(processOf('arm64', [0x1000, 0x1100, 0x1200], { sign }))
  expect(report.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1000, 0x1100, 0x1200])
})

const words = (...values: readonly number[]): Uint8Array => new ByteWriter().u32(...values).done()
const nop = 0xd503201f
/** stp x29, x30, [sp, #-16]!; mov x29, sp; nop; nop; ldp x29, x30, [sp], #16; ret */
const framed = words(0xa9bf7bfd, 0x910003fd, nop, nop, 0xa8c17bfd, 0xd65f03c0)

/** A table with one regular page. */
function unwindTable(entries: readonly (readonly [start: number, encoding: number])[]): Uint8Array {
  const last = entries.at(-1)![0] + 0x1000
  const out = new ByteWriter().u32(1, 28, 0, 28, 0, 28, 2)
  const page = 28 + 24
  out.u32(entries[0]![0], page, page, last, 0, page)
  out.u32(2).u16(8).u16(entries.length)
  for (const [start, encoding] of entries) out.u32(start, encoding)
  return out.done()
}

test.each([
  ['before its frame record is made', 0x1000, [0x1000, 0x1f00, 0x1100, 0x1200]],
  ['in its body', 0x1008, [0x1008, 0x1100, 0x1200]],
  ['after its frame record is taken down', 0x1014, [0x1014, 0x1f00, 0x1100, 0x1200]],
])('arm64: a function stopped %s', async (_name, pc, expected) => {
  const image = {
    code: { at: 0x1000, bytes: framed },
    unwindInfo: {
      at: 0x2000,
      bytes: unwindTable([
        [0x1000, 0x04000000],
        [0x1018, 0x04000000],
      ]),
    },
  }
  const thread = { lr: baseOf('arm64') + 0x1f00n }
  const report = await reportOf(processOf('arm64', [pc, 0x1100, 0x1200], { image, thread }))
  expect(report.threads[0]!.frames.map(({ offset }) => offset)).toEqual(expected)
})

test('arm64: the link register is the caller of a leaf without a frame', async () => {
  const image = {
    unwindInfo: {
      at: 0x2000,
      bytes: unwindTable([
        [0x1000, 0x02001000],
        [0x1100, 0x04000000],
      ]),
    },
  }
  const thread = { lr: baseOf('arm64') + 0x1f00n }
  const report = await reportOf(processOf('arm64', [0x1010, 0x1180, 0x1200], { image, thread }))
  expect(report.threads[0]!.frames.map(({ offset }) => offset)).toEqual([0x1010, 0x1f00, 0x1180, 0x1200])
})

test.each<[CoreArch, bigint[]]>([
  ['arm64', [0n, 0x104001f00n, 0x104001100n]],
  ['armv7', [0n, 0x121f00n, 0x121100n]],
  ['x86_64', [0n, 0x104001f00n, 0x104001100n]],
  ['i386', [0n, 0x121f00n, 0x121100n]],
])('%s: after a jump to nowhere the caller is found', async (arch, expected) => {
  const word = wordBytes(arch)
  const loadAddress = baseOf(arch)
  const sp = stackOf(arch)
  const stack = new ByteWriter()
    .uint(word, loadAddress + 0x1f00n)
    .padTo(0x40)
    .uint(word, 0, loadAddress + 0x1100n)
    .padTo(0x80)
    .done()
  const image: BuiltImage = { loadAddress, uuid: testUuid(1), size: 0x4000 }
  const bytes = coreFile(
    arch,
    [
      { address: loadAddress, bytes: imageMemory(arch, image), executable: true },
      { address: sp, bytes: stack },
    ],
    [{ pc: 0n, sp, fp: sp + 0x40n, lr: loadAddress + 0x1f00n }],
  )
  expect(addressesOf(await reportOf(bytes))).toEqual(expected)
})

test('x86_64: a frameless function with a saved frame pointer', async () => {
  const loadAddress = baseOf('x86_64')
  const sp = stackOf('x86_64')
  // 0x28 bytes of stack: locals, saved rbp (register 6 alone: permutation 5), return address.
  const encoding = 0x02000000 | (5 << 16) | (1 << 10) | 5
  const stack = new ByteWriter()
    .u64(1, 2, 3, sp + 0x60n, loadAddress + 0x1100n)
    .padTo(0x60)
    .u64(0, loadAddress + 0x1200n)
    .padTo(0x100)
    .done()
  const unwindInfo = {
    at: 0x2000,
    bytes: unwindTable([
      [0x1000, encoding],
      [0x1080, 0x01000000],
    ]),
  }
  const image: BuiltImage = { loadAddress, uuid: testUuid(1), size: 0x4000, unwindInfo }
  const bytes = coreFile(
    'x86_64',
    [
      { address: loadAddress, bytes: imageMemory('x86_64', image), executable: true },
      { address: sp, bytes: stack },
    ],
    [{ pc: loadAddress + 0x1010n, sp, fp: 0x1234n }],
  )
  expect(addressesOf(await reportOf(bytes))).toEqual([0x1010n, 0x1100n, 0x1200n].map((offset) => loadAddress + offset))
})

test('x86_64: a frameless function whose stack size stands in its code', async () => {
  const loadAddress = baseOf('x86_64')
  const sp = stackOf('x86_64')
  // push rbp; sub rsp, 0x2000: the size is 4 bytes from byte 4 on; one push and the return address come on top.
  const code = { at: 0x1000, bytes: Uint8Array.from([0x55, 0x48, 0x81, 0xec, 0x00, 0x20, 0x00, 0x00, 0x90, 0x90]) }
  const encoding = 0x03000000 | (4 << 16) | (2 << 13) | (1 << 10) | 5
  const stack = new ByteWriter()
    .padTo(0x2000)
    .u64(sp + 0x2100n, loadAddress + 0x1100n)
    .padTo(0x2100)
    .u64(0, loadAddress + 0x1200n)
    .padTo(0x2200)
    .done()
  const unwindInfo = {
    at: 0x2000,
    bytes: unwindTable([
      [0x1000, encoding],
      [0x1080, 0x01000000],
    ]),
  }
  const image: BuiltImage = { loadAddress, uuid: testUuid(1), size: 0x4000, code, unwindInfo }
  const bytes = coreFile(
    'x86_64',
    [
      { address: loadAddress, bytes: imageMemory('x86_64', image), executable: true },
      { address: sp, bytes: stack },
    ],
    [{ pc: loadAddress + 0x1008n, sp, fp: 0x1234n }],
  )
  expect(addressesOf(await reportOf(bytes))).toEqual([0x1008n, 0x1100n, 0x1200n].map((offset) => loadAddress + offset))
})

test('a Swift async frame is followed by its continuations', async () => {
  const heap = 0x600000000n
  const loadAddress = baseOf('arm64')
  const contexts = new ByteWriter()
    .u64(heap + 0x20n, loadAddress + 0x2000n)
    .padTo(0x20)
    .u64(0, (loadAddress + 0x2100n) | (0x55n << 47n))
    .done()
  const sp = stackOf('arm64')
  const stack = new ByteWriter()
    .padTo(0x40)
    .u64(sp + 0x80n, loadAddress + 0x1100n)
    .padTo(0x78)
    .u64(heap, (1n << 60n) | (sp + 0xc0n), loadAddress + 0x1200n)
    .padTo(0xc0)
    .u64(0, loadAddress + 0x1300n)
    .padTo(0x200)
    .done()
  const image: BuiltImage = { loadAddress, uuid: testUuid(1), size: 0x4000 }
  const bytes = coreFile(
    'arm64',
    [
      { address: loadAddress, bytes: imageMemory('arm64', image), executable: true },
      { address: sp, bytes: stack },
      { address: heap, bytes: contexts },
    ],
    [{ pc: loadAddress + 0x1000n, sp, fp: sp + 0x40n }],
  )
  const { frames } = (await reportOf(bytes)).threads[0]!
  expect(frames.map(({ offset, kind }) => [offset, kind])).toEqual([
    [0x1000, 'exact'],
    [0x1100, 'return'],
    [0x2000, 'async'],
    [0x2100, 'async'],
  ])
})

test('notes name images whose headers were not kept', async () => {
  const note: BuiltNote = {
    owner: 'all image infos',
    data: (at) =>
      new ByteWriter()
        .u32(1, 1)
        .u64(at + 24)
        .u32(56, 0)
        .u64(at + 80)
        .bytes(Uint8Array.from({ length: 16 }, () => 0xab))
        .u64(0x190000000n, 0, 0)
        .u64(0)
        .text('/usr/lib/libmissing.dylib')
        .done(),
  }
  const report = await reportOf(processOf('arm64', [0x1000, 0x1100], { notes: [note] }))
  expect(report.images[1]).toMatchObject({
    loadAddress: 0x190000000n,
    name: 'libmissing.dylib',
    uuid: 'ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB',
    origin: 'system',
  })
})

test("dyld's own list gives images their paths", async () => {
  const dyld = 0x200000000n
  const data = dyld + 0x1000n
  const memory = imageMemory('arm64', {
    loadAddress: dyld,
    uuid: testUuid(2),
    size: 0x2000,
    fileType: 7,
    allImageInfoAt: 0x1000,
  })
  const path = '/Applications/App.app/Contents/MacOS/App'
  const infos = new ByteWriter()
    .u32(17, 1)
    .u64(data + 0x100n)
    .padTo(0x100)
    .u64(baseOf('arm64'), data + 0x200n, 0)
    .padTo(0x200)
    .text(path)
    .done()
  memory.set(infos, 0x1000)
  const more = [{ address: dyld, bytes: memory, executable: true }]
  const report = await reportOf(processOf('arm64', [0x1000, 0x1100], { more }))
  expect(report.images).toMatchObject([{ path, name: 'App', uuid: testUuid(1), origin: 'app' }, { uuid: testUuid(2) }])
  expect(report.header).toMatchObject({ process: 'App', path })
})

/** A core of threads that all stand at one place, each with the fault given. */
function coreOfFaults(faults: readonly (BuiltThread['fault'] | undefined)[]): Uint8Array<ArrayBuffer> {
  const arch = 'arm64'
  const image: BuiltImage = { loadAddress: baseOf(arch), uuid: testUuid(1), size: 0x4000 }
  const stack = recordStack(arch, stackOf(arch), [])
  const at = { pc: image.loadAddress + 0x1000n, sp: stackOf(arch), fp: 0n }
  const segments = [
    { address: image.loadAddress, bytes: imageMemory(arch, image), executable: true },
    { address: stackOf(arch), bytes: stack.bytes },
  ]
  return coreFile(
    arch,
    segments,
    faults.map((fault) => ({ ...at, ...(fault && { fault }) })),
  )
}

test('the thread with the fault is the one that crashed', async () => {
  const report = await reportOf(coreOfFaults([undefined, { address: 0x18n, code: 0x92000046 }]))
  expect(report.threads.map(({ crashed }) => crashed)).toEqual([false, true])
  expect(report.exception).toEqual({ address: 0x18n, codes: 'syndrome 0x92000046 (exception class 0x24)' })
})

test.each<readonly [what: string, codes: readonly number[]]>([
  ['no thread has a fault', [0, 0]],
  ['several have one, such as that of their last system call', [0x56000080, 0x56000080]],
])('where %s, none is said to have crashed; the first is shown where it stood', async (_, codes) => {
  const report = await reportOf(coreOfFaults(codes.map((code) => ({ address: 0x18n, code }))))
  expect(report.threads.map(({ crashed }) => crashed)).toEqual([false, false])
  expect(report.exception).toBeUndefined()
  expect(report.threads.map(({ code }) => code !== undefined)).toEqual([true, false])
  expect(stoppedThread(report)).toBe(report.threads[0])
})

test('a core of many gigabytes costs what is read', async () => {
  const small = processOf('arm64', [0x1000, 0x1100, 0x1200])
  // One more segment of 64 GiB, said to lie behind the small file: nothing of it is needed.
  const core = new ByteWriter().bytes(small).done()
  let read = 0
  const lazy = (start: number, end: number): Blob => {
    const part = {
      size: end - start,
      slice: (from = 0, to = end - start) => lazy(start + from, Math.min(start + to, end)),
      arrayBuffer: async () => {
        read += end - start
        return core.slice(start, Math.min(end, core.length)).buffer
      },
    }
    return part as unknown as Blob
  }
  const outcome = await openCoreFile({ path: 'big.core', blob: lazy(0, 64 * 2 ** 30) })
  expect(outcome.ok && outcome.value.threads[0]!.frames.length).toBe(3)
  expect(read).toBeLessThan(1_000_000)
})

test('damaged cores end in problems, never in an exception', async () => {
  const whole = processOf('arm64', [0x1000, 0x1100, 0x1200])
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }),
      async (cut, flips) => {
        const bytes = whole.slice(0, cut)
        for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value
        const outcome = await open(bytes)
        if (!outcome.ok) expect(outcome.problems.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 150, seed: 3 },
  )
})
