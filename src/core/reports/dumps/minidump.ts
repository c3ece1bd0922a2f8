/** Minidumps (`.dmp`) of Apple processes, as Breakpad, Crashpad and their vendors write them. Their stacks are unwound here. */
import { buildDumpReport, rangesOfCode, withCode, type ProcessDump } from '../../memory/dump-report.ts'
import { readNow } from '../../memory/memory-read.ts'
import { parseMinidump, sniffMinidump, type Minidump } from '../../memory/minidump.ts'
import { failure, problemFrom, success, type Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report } from '../../model/report.ts'
import type { DumpFormat } from '../base/format.ts'
import { machExceptionName } from '../base/mach-names.ts'
import { fileName } from '../base/origin.ts'
import { readWholeFile } from '../base/whole-file.ts'

const label = 'Minidump'

export const minidumpFormat: DumpFormat = {
  id: 'minidump',
  label,
  sniff: ({ bytes }) => sniffMinidump(bytes),
  async open(file, openCode) {
    const whole = await readWholeFile(file)
    if (!whole.ok) return whole
    try {
      const dump = parseMinidump(whole.value, file.path)
      return reportOf(file.path, { ...dump, images: await withCode(dump.images, openCode) })
    } catch (thrown) {
      return failure(problemFrom(thrown, file.path))
    }
  },
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
