/** Minidumps (`.dmp`) of Apple processes, as Breakpad, Crashpad and their vendors write them. */
import { MINIDUMP_FORMAT, sniffMinidump } from '../../memory/minidump-sniff.ts'
import type { DumpFormat } from '../base/format.ts'

export const minidumpFormat: DumpFormat = {
  ...MINIDUMP_FORMAT,
  sniff: ({ bytes }) => sniffMinidump(bytes),
  open: async (file, openCode) => (await import('./minidump-report.ts')).openMinidump(file, openCode),
}
