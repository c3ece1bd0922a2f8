/** What a core file begins with; apart from its reader, which few visits need. */
import { MH_CORE } from '../macho/constants.ts'
import { sniffThin } from '../macho/header.ts'

/** Whether a file is a Mach-O core, by its first 16 bytes. */
export function sniffCoreFile(head: Uint8Array): boolean {
  return sniffThin(head) && head.length >= 16 && parseMachHeaderType(head) === MH_CORE
}

function parseMachHeaderType(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset, 16).getUint32(12, true)
}
