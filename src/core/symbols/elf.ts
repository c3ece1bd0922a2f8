/** ELF files with debug information: what `flutter build --split-debug-info` keeps beside an app, for iOS too. */
import { fileKinds } from '../messages/files.ts'
import type { SymbolSource } from './source.ts'

const MAGIC = [0x7f, 0x45, 0x4c, 0x46]

export const elfSource: SymbolSource = {
  id: 'elf',
  get label() {
    return fileKinds.elf
  },
  sniff: (head) => MAGIC.every((byte, at) => head[at] === byte),
  open: async (file) => (await import('./elf-open.ts')).openElf(file),
}
