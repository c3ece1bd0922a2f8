/** Turns a minidump into a report; loaded with the first minidump. */
import {
  buildDumpReport,
  rangesOfCode,
  withCode,
  type DumpWatch,
  type OpenImageCode,
  type ProcessDump,
} from '../../memory/dump-report.ts'
import { readFrom, readNow } from '../../memory/memory-read.ts'
import { parseMinidump, type Minidump } from '../../memory/minidump.ts'
import { MINIDUMP_FORMAT } from '../../memory/minidump-sniff.ts'
import { failure, problemFrom, success, type Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report } from '../../model/report.ts'
import type { InputFile } from '../../ports.ts'
import { machExceptionName } from '../base/mach-names.ts'
import { fileName } from '../base/origin.ts'
import { readWholeFile } from '../base/whole-file.ts'

/** Reads a minidump and unwinds its stacks. */
export async function openMinidump(
  file: InputFile,
  openCode?: OpenImageCode,
  watch?: DumpWatch,
): Promise<Outcome<Report>> {
  const whole = await readWholeFile(file)
  if (!whole.ok) return whole
  try {
    const dump = parseMinidump(whole.value, file.path)
    watch?.onMemory(async (address, size) => readFrom(dump.memory, { address, size }) ?? new Uint8Array())
    return reportOf(file.path, { ...dump, images: await withCode(dump.images, openCode) }, watch)
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}

function reportOf(path: string, dump: Minidump, watch: DumpWatch | undefined): Outcome<Report> {
  // The program comes first in the list of modules; `images` are sorted by address, where it lies lowest as a rule.
  const main = dump.images.find((image) => image.path?.includes('/usr/lib/') !== true)
  const process: ProcessDump = {
    format: MINIDUMP_FORMAT.id,
    label: MINIDUMP_FORMAT.label,
    file: path,
    arch: dump.arch,
    header: {
      fields: [],
      ...(main?.path !== undefined && { process: fileName(main.path), path: main.path }),
      ...(dump.os !== undefined && { os: dump.os }),
      ...(dump.pid !== undefined && { pid: dump.pid }),
      ...(dump.time > 0 && { date: new Date(dump.time * 1000).toISOString() }),
    },
    ...(dump.exception && { exception: exceptionOf(dump.exception) }),
    images: dump.images,
    threads: dump.threads,
    // Without a list of images nothing tells code from data.
    ...(dump.images.length === 0 && { mayRun: () => true }),
    problems: dump.problems,
    ...(watch && { onWalked: watch.onWalked }),
  }
  const report = readNow(buildDumpReport(process), [...rangesOfCode(dump.images), ...dump.memory])
  return success(report, dump.problems)
}

function exceptionOf({ code, flags, address }: NonNullable<Minidump['exception']>): ExceptionInfo {
  return { type: machExceptionName(code), codes: `code ${flags}`, rawCodes: [BigInt(flags), address], address }
}
