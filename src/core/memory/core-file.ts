/** Mach-O core files: whole processes, often of many gigabytes. Only the parts that the stacks need are read. */
import { openRange } from '../bytes/blob.ts'
import { formatHex } from '../model/address.ts'
import { fieldTexts } from '../messages/labels.ts'
import { problem } from '../messages/problems.ts'
import { failure, problemFrom, success, type Outcome } from '../model/problem.ts'
import type { ExceptionInfo, Report } from '../model/report.ts'
import { archName } from '../model/architecture.ts'
import { MH_CORE } from '../macho/constants.ts'
import { parseMachHeader, type MachHeader } from '../macho/header.ts'
import { MAX_COMMAND_BYTES } from '../macho/limits.ts'
import type { InputFile } from '../ports.ts'
import { archFamily, architectureOf, pointerSize, type ArchFamily } from '../model/architecture.ts'
import { parseCoreCommands, type CoreCommands } from './core-commands.ts'
import { CORE_FORMAT } from './core-sniff.ts'
import { openCoreImages } from './core-images.ts'
import {
  buildDumpReport,
  rangesOfCode,
  withCode,
  type DumpThread,
  type DumpWatch,
  type OpenImageCode,
} from './dump-report.ts'
import { readLater, type OpenMemory } from './memory-read.ts'
import { memoryOfFile, segmentAt, stackAround } from './process-memory.ts'
import type { ThreadState } from './thread-state.ts'

const MH_EXECUTE = 2

/**
 * Reads a core file as a report: threads unwound, images listed. `openCode` gives the code of images whose binaries are at
 * hand; their unwind tables find callers that have no frame pointer, and the core's own memory is used where it has them.
 * Never rejects for what the file holds.
 */
export async function openCoreFile(
  file: InputFile,
  openCode?: OpenImageCode,
  watch?: DumpWatch,
): Promise<Outcome<Report>> {
  try {
    return await readCore(file, openCode, watch)
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}

async function readCore(
  file: InputFile,
  openCode: OpenImageCode | undefined,
  watch: DumpWatch | undefined,
): Promise<Outcome<Report>> {
  const header = parseMachHeader(await openRange(file.blob, 0, 32), file.path, 0)
  if (header.fileType !== MH_CORE) {
    return failure(problem('not-a-core', {}, { file: file.path }))
  }
  if (!header.littleEndian) {
    return failure(problem('unsupported-cpu', {}, { file: file.path }))
  }
  const arch = archName(header.cpuType, header.cpuSubtype)
  const family = archFamily(arch)
  const core = await readCommands(file, header, family)
  const open = memoryOfFile(file.blob, core.segments)
  watch?.onMemory(open)
  const found = await openCoreImages(file.blob, core, open, pointerSize(family), file.path)
  const images = await withCode(found, openCode)
  const main = found.find(({ fileType }) => fileType === MH_EXECUTE)
  const crashed = crashedThread(core)
  const report = await readLater(
    buildDumpReport({
      format: CORE_FORMAT.id,
      label: CORE_FORMAT.label,
      file: file.path,
      arch: main?.arch ?? arch,
      header: {
        fields: [],
        ...(main?.path && { process: main.path.slice(main.path.lastIndexOf('/') + 1), path: main.path }),
      },
      ...exceptionOf(crashed === undefined ? undefined : core.threads[crashed], family),
      images,
      threads: core.threads.map((state, index) => threadOf(state, index, index === crashed, core)),
      mayRun: (address) => segmentAt(core.segments, address)?.executable === true,
      problems: core.problems,
      ...(watch && { onWalked: watch.onWalked }),
    }),
    open,
    rangesOfCode(images),
  )
  if (core.threads.length === 0) {
    return success(report, [...core.problems, problem('no-threads', {}, { file: file.path })])
  }
  return success(report, core.problems)
}

/** The memory that a core file holds, without its stacks; undefined where it is none. */
export async function openCoreMemory(file: InputFile): Promise<OpenMemory | undefined> {
  const header = parseMachHeader(await openRange(file.blob, 0, 32), file.path, 0)
  if (header.fileType !== MH_CORE || !header.littleEndian) return undefined
  const family = archFamily(archName(header.cpuType, header.cpuSubtype))
  return memoryOfFile(file.blob, (await readCommands(file, header, family)).segments)
}

async function readCommands(file: InputFile, header: MachHeader, family: ArchFamily): Promise<CoreCommands> {
  const size = header.size + Math.min(header.commandBytes, MAX_COMMAND_BYTES)
  return parseCoreCommands(await openRange(file.blob, 0, size), header, family, file.path)
}

/** The one thread with a fault. Where none or several have one, nothing says which thread crashed, nor that one did. */
function crashedThread({ threads }: CoreCommands): number | undefined {
  const faulted = threads.flatMap(({ fault }, index) => (fault && fault.code !== 0 ? [index] : []))
  return faulted.length === 1 ? faulted[0] : undefined
}

function threadOf(state: ThreadState, id: number, crashed: boolean, core: CoreCommands): DumpThread {
  const stack = stackAround(core.segments, state.sp) ?? { start: state.sp, end: state.sp }
  return { id, crashed, state, stack }
}

/** Decodes the exception state: on arm64 the class of the syndrome (Arm ARM D24.2.40), on x86 the trap number. */
function exceptionOf(state: ThreadState | undefined, family: ArchFamily): { readonly exception?: ExceptionInfo } {
  const fault = state?.fault
  if (!fault || (fault.code === 0 && fault.address === 0n)) return {}
  const set = architectureOf(family)?.instructionSet
  const codes =
    set === 'arm64'
      ? fieldTexts.armSyndrome({ syndrome: formatHex(fault.code), exceptionClass: formatHex(fault.code >>> 26) })
      : `${set === 'x86' ? 'trap' : 'fault status'} ${fault.code}`
  return { exception: { codes, address: fault.address } }
}
