/** Mach-O core files: whole processes. Their stacks are unwound in `core/memory`, from the pieces that this takes. */
import { CORE_FORMAT, sniffCore } from '../../memory/core-sniff.ts'
import type { DumpFormat } from '../base/format.ts'

export const coreFileFormat: DumpFormat = {
  ...CORE_FORMAT,
  sniff: ({ bytes }) => sniffCore(bytes),
  open: async (file, openCode) => (await import('../../memory/core-file.ts')).openCoreFile(file, openCode),
}
