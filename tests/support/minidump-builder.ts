/** Minidumps of processes that never were: one thread, one module. */
import { ByteWriter } from './byte-writer.ts'
import type { CoreArch } from './core-builder.ts'

export type DumpArch = Extract<CoreArch, 'x86_64' | 'i386' | 'arm64' | 'armv7'>

const processors: Record<DumpArch, number> = { x86_64: 9, i386: 0, arm64: 12, armv7: 5 }

function context(arch: DumpArch, pc: bigint, sp: bigint, fp: bigint): Uint8Array {
  if (arch === 'x86_64') {
    return new ByteWriter().padTo(0x98).u64(sp, fp).padTo(0xf8).u64(pc).padTo(1232).done()
  }
  if (arch === 'i386') return new ByteWriter().padTo(0xb4).uint(4, fp, pc).padTo(0xc4).uint(4, sp).padTo(716).done()
  if (arch === 'arm64') return new ByteWriter().padTo(0xf0).u64(fp, 0, sp, pc).padTo(912).done()
  return new ByteWriter()
    .padTo(4 + 28)
    .uint(4, fp)
    .padTo(4 + 52)
    .uint(4, sp, 0, pc)
    .padTo(368)
    .done()
}

interface Stream {
  readonly type: number
  readonly bytes: Uint8Array
}

/** A minidump of so many streams: `put` places bytes that they point at, `finish` writes the streams and the directory. */
export function beginMinidump(streams: number): {
  readonly put: (bytes: Uint8Array) => { readonly at: number; readonly size: number }
  readonly finish: (parts: readonly Stream[]) => Uint8Array<ArrayBuffer>
} {
  const headerBytes = 32 + streams * 12
  const out = new ByteWriter()
  const put = (bytes: Uint8Array): { at: number; size: number } => {
    const at = headerBytes + out.size
    out.bytes(bytes)
    return { at, size: bytes.length }
  }
  const finish = (parts: readonly Stream[]): Uint8Array<ArrayBuffer> => {
    const header = new ByteWriter().text('MDMP', 4).u32(0xa793, parts.length, 32, 0, 1_700_000_000, 0, 0)
    for (const { type, bytes } of parts) {
      const { at, size } = put(bytes)
      header.u32(type, size, at)
    }
    return header.bytes(out.done()).done()
  }
  return { put, finish }
}

/** A dump of one thread and one module; the exception's context, not the thread's, is where it stopped. */
export function minidump(
  arch: DumpArch,
  loadAddress: bigint,
  pc: bigint,
  sp: bigint,
  stack: { bytes: Uint8Array; fp: bigint },
  path = '/bin/App',
  threadName?: string,
): Uint8Array<ArrayBuffer> {
  const parts: Stream[] = []
  const { put, finish } = beginMinidump(threadName === undefined ? 5 : 6)
  const own = put(context(arch, 0xdeadn, sp, 0n))
  const thrown = put(context(arch, pc, sp, stack.fp))
  const memory = put(stack.bytes)
  const putText = (text: string): { readonly at: number } =>
    put(
      new ByteWriter()
        .u32(text.length * 2)
        .bytes(new Uint8Array(new Uint16Array([...text].map((c) => c.charCodeAt(0))).buffer))
        .done(),
    )
  const name = putText(path)
  const codeView = put(
    new ByteWriter()
      .text('RSDS', 4)
      .u32(0x01020304)
      .u16(0x0506)
      .u16(0x0708)
      .u8(9, 10, 11, 12, 13, 14, 15, 16)
      .u32(0)
      .done(),
  )
  parts.push({
    type: 7,
    bytes: new ByteWriter().u16(processors[arch]).padTo(8).u32(14, 2, 1, 0x8101, 0).padTo(56).done(),
  })
  parts.push({
    type: 3,
    bytes: new ByteWriter().u32(1, 77).padTo(28).u64(sp).u32(memory.size, memory.at, own.size, own.at).done(),
  })
  parts.push({
    type: 4,
    bytes: new ByteWriter()
      .u32(1)
      .u64(loadAddress)
      .u32(0x4000, 0, 0, name.at)
      .padTo(4 + 76)
      .u32(codeView.size, codeView.at)
      .padTo(112)
      .done(),
  })
  parts.push({
    type: 6,
    bytes: new ByteWriter().u32(77, 0, 1, 2).u64(0, 0x18).padTo(160).u32(thrown.size, thrown.at).done(),
  })
  if (threadName !== undefined)
    parts.push({ type: 24, bytes: new ByteWriter().u32(1, 77).u64(putText(threadName).at).done() })
  parts.push({ type: 0x99, bytes: new Uint8Array(4) })
  return finish(parts)
}
