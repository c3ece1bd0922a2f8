/** GSYM files: functions, line tables and inlined calls, as LLVM's gsymutil and LLDB's symbol servers keep them. */
import type { SymbolSource } from './source.ts'

/** `GSYM` as a number: the byte order of a file shows in it. */
const MAGIC = 0x4753594d
/** Bytes of the shortest header. */
const LEAST_BYTES = 20

export const gsymSource: SymbolSource = {
  id: 'gsym',
  label: 'GSYM',
  sniff: sniffGsym,
  open: async (file) => (await import('./gsym-open.ts')).openGsym(file),
}

function sniffGsym(head: Uint8Array): boolean {
  if (head.length < LEAST_BYTES) return false
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return [true, false].some(
    (little) => view.getUint32(0, little) === MAGIC && [1, 2].includes(view.getUint16(4, little)),
  )
}
