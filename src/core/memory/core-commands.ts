/** Load commands of a Mach-O core file: memory ranges, threads, notes. Apple's `mach-o/loader.h`, XNU's `mach_core.c`. */
import { ByteCursor } from '../bytes/cursor.ts'
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import type { Problem } from '../model/problem.ts'
import type { MachHeader } from '../macho/header.ts'
import type { ArchFamily } from '../model/architecture.ts'
import { parseThreadState, type ThreadState } from './thread-state.ts'

const LC_SEGMENT = 0x1
const LC_THREAD = 0x4
const LC_UNIXTHREAD = 0x5
const LC_SEGMENT_64 = 0x19
const LC_NOTE = 0x31

/** A range of the process's memory and where the file has it. */
export interface CoreSegment {
  readonly address: RuntimeAddress
  /** Bytes in memory. */
  readonly size: number
  readonly fileOffset: number
  /** Bytes in the file; less than `size` where the rest was zero or left out. */
  readonly fileSize: number
  readonly executable: boolean
}

/** A note: data for one kind of reader, `all image infos`, `load binary` and others. */
export interface CoreNote {
  readonly owner: string
  readonly offset: number
  readonly size: number
}

export interface CoreCommands {
  readonly segments: readonly CoreSegment[]
  readonly threads: readonly ThreadState[]
  readonly notes: readonly CoreNote[]
  readonly problems: readonly Problem[]
}

/** Reads the commands behind the header; `bytes` begin with the header. Keeps what it can of a cut-off file. */
export function parseCoreCommands(
  bytes: Uint8Array,
  header: MachHeader,
  family: ArchFamily,
  file: string,
): CoreCommands {
  const segments: CoreSegment[] = []
  const threads: ThreadState[] = []
  const notes: CoreNote[] = []
  const problems: Problem[] = []
  const cursor = new ByteCursor(bytes, { file, at: header.size })
  for (let index = 0; index < header.commandCount; index++) {
    const start = cursor.at
    if (cursor.remaining < 8) {
      problems.push(cursor.damage('truncated-commands', { missing: header.commandCount - index }).problem)
      break
    }
    const command = cursor.readU32()
    const size = cursor.readU32()
    if (size < 8 || start + size > bytes.length) {
      problems.push(cursor.damage('bad-command-size', { size }, start).problem)
      break
    }
    const body = new ByteCursor(bytes.subarray(start + 8, start + size), { file, fileOffset: start + 8 })
    if (command === LC_SEGMENT || command === LC_SEGMENT_64) {
      const segment = readSegment(body, command === LC_SEGMENT_64 ? 8 : 4)
      if (segment && segment.size > 0) segments.push(segment)
    } else if (command === LC_THREAD || command === LC_UNIXTHREAD) {
      const state = parseThreadState(body, family)
      if (state) threads.push(state)
      else problems.push(body.damage('unknown-thread-state', {}).problem)
    } else if (command === LC_NOTE && body.remaining >= 32) {
      notes.push({ owner: body.readFixedString(16), offset: Number(body.readU64()), size: Number(body.readU64()) })
    }
    cursor.at = start + size
  }
  segments.sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0))
  return { segments, threads, notes, problems }
}

function readSegment(body: ByteCursor, word: 4 | 8): CoreSegment | undefined {
  if (body.remaining < 16 + word * 4 + 8) return undefined
  body.skip(16)
  const address = runtimeAddress(body.readPointer(word))
  const size = Number(body.readPointer(word))
  const fileOffset = Number(body.readPointer(word))
  const fileSize = Number(body.readPointer(word))
  body.skip(4)
  return { address, size, fileOffset, fileSize, executable: (body.readU32() & 4) !== 0 }
}
