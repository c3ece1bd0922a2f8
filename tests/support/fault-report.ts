/** Crash reports (.ips) whose instruction bytes, registers and codes a test states. */
import { buildMachO, codeSection, type MachOSpec, type SectionSpec } from './macho-builder.ts'

export interface FaultSpec {
  readonly cpu?: 'ARM' | 'ARM-64' | 'X86-64'
  readonly arch?: string
  readonly pc: bigint
  /** Bytes in hex. */
  readonly before?: string
  readonly at: string
  readonly registers: Readonly<Record<string, bigint>>
  readonly type?: string
  readonly signal?: string
  readonly subtype?: string
  /** Where the call returns to. */
  readonly caller?: bigint
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

/** The text of the report: one image at 0x104000000, one thread with two frames. */
export function faultReport(spec: FaultSpec): string {
  const { cpu = 'ARM-64', arch = 'arm64', pc, before = '', at, registers, type = 'EXC_BAD_ACCESS' } = spec
  const state = Object.fromEntries(Object.entries(registers).map(([name, value]) => [name, { value: Number(value) }]))
  const name = cpu === 'X86-64' ? 'rip' : 'pc'
  const base = 0x1_0400_0000
  // An address outside the image counts from an image at 0, as Apple's reports have it.
  const frame = (address: bigint) => {
    const isOutside = address < BigInt(base)
    return { imageOffset: Number(address) - (isOutside ? 0 : base), imageIndex: isOutside ? 1 : 0 }
  }
  const header = { app_name: 'Fault', bug_type: '309', os_version: 'macOS 15.0' }
  const body = {
    procName: 'Fault',
    cpuType: cpu,
    exception: { type, signal: spec.signal ?? 'SIGSEGV', ...(spec.subtype !== undefined && { subtype: spec.subtype }) },
    faultingThread: 0,
    threads: [
      {
        id: 1,
        triggered: true,
        threadState: { ...state, [name]: { value: Number(pc) } },
        frames: [frame(pc), frame(spec.caller ?? 0x1_0400_2000n)],
      },
    ],
    usedImages: [
      {
        source: 'P',
        arch,
        base,
        size: 0x8000,
        uuid: '11111111-2222-3333-4444-555555555555',
        path: '/tmp/Fault',
        name: 'Fault',
      },
      { source: 'A', base: 0, size: 0, uuid: '00000000-0000-0000-0000-000000000000' },
    ],
    instructionByteStream: { beforePC: base64(before), atPC: base64(at) },
  }
  return `${JSON.stringify(header)}\n${JSON.stringify(body, null, 2)}\n`
}

/** `bl other`, `adrp` and `add` of a text, `blr x8`, and behind them `ret` as `other`. */
const CALLS = '04000094280000900801009100013fd6c0035fd6'

/** `ldr x0, [x8, #0x18]` where x8 is 0; before it `mov x29, sp`, behind it `blraa x0, x1`. */
export const nullField: FaultSpec = {
  pc: 0x1_0400_1000n,
  before: 'fd030091',
  at: '000d40f901083fd7c0035fd6',
  registers: { x8: 0n, x0: 1n, esr: 0x9200_0006n },
  subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000018',
}

/** What a binary of the report's build holds besides code and a text: data, and names in it. */
interface FaultData {
  readonly sections: readonly SectionSpec[]
  readonly symbols: NonNullable<MachOSpec['symbols']>
}

/** A binary of the report's build: code in hex with functions at its begin and at 0x10, a text, and data if any. */
export function faultBinary(code = CALLS, data: FaultData = { sections: [], symbols: [] }): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(Buffer.from(code, 'hex'))
  return buildMachO({
    uuid: '11111111222233334444555555555555',
    sections: [
      { ...codeSection(bytes.length), bytes },
      {
        name: '__cstring',
        segment: '__TEXT',
        address: 0x1_0000_5000n,
        bytes: new TextEncoder().encode('a text\0'),
        flags: 2,
      },
      ...data.sections,
    ],
    symbols: [
      { name: '_start', address: 0x1_0000_1000n },
      { name: '_other', address: 0x1_0000_1010n },
      ...data.symbols,
    ],
  })
}
