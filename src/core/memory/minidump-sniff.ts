/** Signature and format name of a minidump; apart from its reader, which few visits need. */

/** `MDMP` and the version 0xa793. */
export function sniffMinidump(head: Uint8Array): boolean {
  return head.length >= 32 && [0x4d, 0x44, 0x4d, 0x50, 0x93, 0xa7].every((byte, at) => head[at] === byte)
}

export const MINIDUMP_FORMAT = { id: 'minidump', label: 'Minidump' } as const
