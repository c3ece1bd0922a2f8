/** A stop of the programs of `tests/fixtures/unwind` as a core file and as a minidump. */
import { ByteWriter } from './byte-writer.ts'
import { beginMinidump } from './minidump-builder.ts'

export interface Stop {
  /** Hexadecimal values by name. */
  readonly registers: Readonly<Record<string, string>>
  /** Bytes from the stack pointer to the end of the stack. */
  readonly stack: string
  /** Return addresses of the calls that are open, innermost first. */
  readonly callers: readonly string[]
}

export interface Program {
  readonly arch: 'arm64' | 'x86_64'
  /** The file; its `__TEXT` lies at its beginning. */
  readonly bytes: Uint8Array
  readonly textSize: number
}

export const loadAddress = 0x1_0000_0000n

const armNames = [...Array.from({ length: 29 }, (_, number) => `x${number}`), 'fp', 'lr', 'sp', 'pc']
const eights = Array.from({ length: 8 }, (_, number) => `r${number + 8}`)
/** In the order of the kernel's thread state, and of a minidump's context. */
const stateNames = ['rax', 'rbx', 'rcx', 'rdx', 'rdi', 'rsi', 'rbp', 'rsp', ...eights, 'rip']
const contextNames = ['rax', 'rcx', 'rdx', 'rbx', 'rsp', 'rbp', 'rsi', 'rdi', ...eights, 'rip']

export const valueOf = ({ registers }: Stop, name: string): bigint => BigInt(registers[name] ?? 0)
export const pcOf = (stop: Stop, { arch }: Program): bigint => valueOf(stop, arch === 'arm64' ? 'pc' : 'rip')
export const spOf = (stop: Stop, { arch }: Program): bigint => valueOf(stop, arch === 'arm64' ? 'sp' : 'rsp')
export const stackOf = ({ stack }: Stop): Uint8Array =>
  Uint8Array.from(stack.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** A core with the image's `__TEXT` and the stack. */
export function stopCore(stop: Stop, program: Program): Uint8Array<ArrayBuffer> {
  const isArm = program.arch === 'arm64'
  const values = (isArm ? armNames : stateNames).map((name) => valueOf(stop, name))
  const state = new ByteWriter().u32(...(isArm ? [6, 68] : [4, 42])).u64(...values)
  if (isArm) state.u32(0x6000_0000, 0)
  else state.u64(0x246, 0x2b, 0, 0)
  const segments = [
    { address: loadAddress, bytes: program.bytes.subarray(0, program.textSize), protection: 5 },
    { address: spOf(stop, program), bytes: stackOf(stop), protection: 3 },
  ]
  const commandBytes = segments.length * 72 + 8 + state.size
  const out = new ByteWriter()
    .u32(0xfeedfacf, ...(isArm ? [0x0100000c, 0] : [0x01000007, 3]), 4)
    .u32(segments.length + 1, commandBytes, 0, 0)
  let at = 0x1000
  for (const { address, bytes, protection } of segments) {
    out.u32(0x19, 72).text('', 16).u64(address, bytes.length, at, bytes.length)
    out.u32(protection, protection, 0, 0)
    at += bytes.length
  }
  out
    .u32(4, 8 + state.size)
    .bytes(state.done())
    .padTo(0x1000)
  for (const { bytes } of segments) out.bytes(bytes)
  return out.done()
}

/** A minidump of one thread with its stack, and of one module without code, as crash reporters write them. */
export function stopMinidump(stop: Stop, program: Program, uuid: Uint8Array): Uint8Array<ArrayBuffer> {
  const isArm = program.arch === 'arm64'
  const names = isArm ? armNames : contextNames
  const values = names.map((name) => valueOf(stop, name))
  const context = isArm
    ? new ByteWriter()
        .u32(0x400007, 0)
        .u64(...values)
        .padTo(912)
    : new ByteWriter()
        .padTo(0x30)
        .u32(0x10000f, 0)
        .padTo(0x78)
        .u64(...values)
        .padTo(1232)
  const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer)
  const name = utf16('/bin/program')
  const { put, finish } = beginMinidump(4)
  const own = put(context.done())
  const stack = stackOf(stop)
  const memory = put(stack)
  const nameAt = put(new ByteWriter().u32(name.length).bytes(name).u16(0).done()).at
  const [a, b, c, d, e, f, g, h, ...rest] = uuid
  const guid = [d, c, b, a, f, e, h, g, ...rest].map((byte) => byte ?? 0)
  const codeView = put(
    new ByteWriter()
      .text('RSDS', 4)
      .u8(...guid)
      .u32(0)
      .text('program')
      .done(),
  )
  const sp = spOf(stop, program)
  const systemInfo = new ByteWriter()
    .u16(isArm ? 12 : 9)
    .padTo(8)
    .u32(14, 2, 1, 0x8101, 0)
    .padTo(56)
  const threads = new ByteWriter().u32(1, 77).padTo(28).u64(sp).u32(memory.size, memory.at, own.size, own.at)
  const modules = new ByteWriter()
    .u32(1)
    .u64(loadAddress)
    .u32(program.textSize, 0, 0, nameAt)
    .padTo(4 + 76)
    .u32(codeView.size, codeView.at)
    .padTo(112)
  const memories = new ByteWriter().u32(1).u64(sp).u32(memory.size, memory.at)
  return finish([
    { type: 7, bytes: systemInfo.done() },
    { type: 3, bytes: threads.done() },
    { type: 4, bytes: modules.done() },
    { type: 5, bytes: memories.done() },
  ])
}
