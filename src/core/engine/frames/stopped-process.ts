/**
 * A file's reports with the data for the variables of their frames. For dumps these are the registers of every frame,
 * and memory.
 */
import { openCoreFile } from '../../memory/core-file.ts'
import { sniffCore } from '../../memory/core-sniff.ts'
import type { OpenImageCode } from '../../memory/dump-report.ts'
import type { OpenMemory } from '../../memory/memory-read.ts'
import { sniffMinidump } from '../../memory/minidump-sniff.ts'
import { registerSet, registerValues, type RegisterValues, type VectorValues } from '../../memory/registers.ts'
import { runtimeAddress, type RuntimeAddress } from '../../model/address.ts'
import { archFamily, type ArchFamily } from '../../model/architecture.ts'
import { eachStack } from '../../model/each-frame.ts'
import { success, type Outcome } from '../../model/problem.ts'
import type { Frame, Register, Report } from '../../model/report.ts'
import type { InputFile } from '../../ports.ts'
import { openMinidump } from '../../reports/dumps/minidump-report.ts'
import { PagedMemory } from '../../bytes/paged.ts'

/** The known registers of a frame. */
interface WalkedFrame {
  readonly registers: RegisterValues
  readonly vectors?: VectorValues
  readonly cfa?: RuntimeAddress
}

/** A frame with its registers and place, where known. */
export interface KnownFrame extends WalkedFrame {
  /** Absent for a stack that is no thread. */
  readonly thread?: number
  readonly frame: Frame
}

/** Frames of a stack, innermost first. */
export type KnownStack = readonly KnownFrame[]

export interface StoppedProcess {
  readonly reports: readonly { readonly report: Report; readonly stacks: readonly KnownStack[] }[]
  readonly memory: PagedMemory
  readonly hasMemory: boolean
}

export interface ProcessPorts {
  readonly read: (file: InputFile) => Promise<Outcome<readonly Report[]>>
  readonly openCode: OpenImageCode
}

/** Opens a file's process: dumps are walked for their registers, of other files `read` gives the reports. */
export async function openProcess(file: InputFile, ports: ProcessPorts): Promise<Outcome<StoppedProcess>> {
  let open: OpenMemory | undefined
  const walked: (readonly WalkedFrame[])[] = []
  const head = new Uint8Array(await file.blob.slice(0, 32).arrayBuffer())
  const isCore = sniffCore(head)
  let outcome: Outcome<readonly Report[]>
  if (isCore || sniffMinidump(head)) {
    const watch = {
      onMemory: (given: OpenMemory) => (open = given),
      onWalked: (frames: readonly WalkedFrame[]) => walked.push(frames),
    }
    const opened = await (isCore ? openCoreFile : openMinidump)(file, ports.openCode, watch)
    outcome = opened.ok ? success([opened.value], opened.problems) : opened
  } else outcome = await ports.read(file)
  if (!outcome.ok) return outcome
  const memory = new PagedMemory(async (address, size) => open?.(runtimeAddress(address), size) ?? new Uint8Array())
  const reports = outcome.value.map((report) => ({ report, stacks: stacksOf(report, walked) }))
  return success({ reports, memory, hasMemory: open !== undefined }, outcome.problems)
}

/** The frames of each thread, then of each other stack; of a report only the first of a thread has registers. */
function stacksOf(report: Report, walked: readonly (readonly WalkedFrame[])[]): readonly KnownStack[] {
  const family = archFamily(report.header.arch)
  return [...eachStack(report)].map(({ frames }, at) => {
    const thread = report.threads[at]
    return frames.map((frame, position): KnownFrame => {
      const known = walked[at]?.[position]
      const values = (position === 0 && thread?.registers) || []
      return {
        registers: registersOf(frame.address, values, family),
        ...known,
        ...(thread && { thread: thread.id }),
        frame,
      }
    })
  })
}

/** Registers of a report are those of a frame only where the program counter is at its address. */
export function registersOf(
  address: RuntimeAddress | undefined,
  registers: readonly Register[],
  family: ArchFamily,
): RegisterValues {
  const values = registerValues(registers, family)
  const pc = values.get(registerSet(family)?.pc ?? -1)
  return pc !== undefined && pc === address ? values : new Map<number, bigint>()
}
