/** Minidumps (`.dmp`) of Apple processes, as Breakpad, Crashpad and their vendors write them. Their stacks are unwound here. */
import {
  buildDumpReport,
  rangesOfCode,
  withCode,
  type OpenImageCode,
  type ProcessDump,
} from '../../memory/dump-report.ts'
import { readNow } from '../../memory/memory-read.ts'
import { parseMinidump, sniffMinidump, type Minidump } from '../../memory/minidump.ts'
import { failure, problemFrom, success, type Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report } from '../../model/report.ts'
import type { InputFile } from '../../ports.ts'
import type { ReportFormat } from '../base/format.ts'
import { machExceptionName } from '../base/mach-names.ts'
import { fileName } from '../base/origin.ts'

const label = 'Minidump'

export const minidumpFormat: ReportFormat = {
  id: 'minidump',
  label,
  sniff: ({ bytes }) => sniffMinidump(bytes),
  parse({ path, bytes }) {
    const report = unwind(path, bytes)
    return report.ok ? success([report.value], report.problems) : report
  },
}

/**
 * Reads a minidump together with the binaries that are at hand for its images: their unwind tables find callers that have
 * no frame pointer. Never rejects for what the file holds.
 */
export async function openMinidump(file: InputFile, openCode: OpenImageCode): Promise<Outcome<Report>> {
  const bytes = new Uint8Array(await file.blob.arrayBuffer())
  try {
    const dump = parseMinidump(bytes, file.path)
    return reportOf(file.path, { ...dump, images: await withCode(dump.images, openCode) })
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}

function unwind(path: string, bytes: Uint8Array): Outcome<Report> {
  try {
    return reportOf(path, parseMinidump(bytes, path))
  } catch (thrown) {
    return failure(problemFrom(thrown, path))
  }
}

function reportOf(path: string, dump: Minidump): Outcome<Report> {
  // The program comes first in the list of modules; `images` are sorted by address, where it lies lowest as a rule.
  const main = dump.images.find((image) => image.path?.includes('/usr/lib/') !== true)
  const process: ProcessDump = {
    format: 'minidump',
    label,
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
  }
  const report = readNow(buildDumpReport(process), [...rangesOfCode(dump.images), ...dump.memory])
  return success(report, dump.problems)
}

function exceptionOf({ code, flags, address }: NonNullable<Minidump['exception']>): ExceptionInfo {
  return { type: machExceptionName(code), codes: `code ${flags}`, rawCodes: [BigInt(flags), address], address }
}
