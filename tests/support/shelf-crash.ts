/** A crash in line 6 of `main.c` of the fixture `macos-arm64-objects`. */

/** The report of a crash of this program. */
export function crashOf(program: Buffer): string {
  return `Process:         Shelf [12]
Exception Type:  EXC_BAD_ACCESS (SIGSEGV)

Thread 0 Crashed:
0   Shelf  0x0000000104cc884c 0x104cc8000 + 2124

Binary Images:
0x104cc8000 - 0x104ccffff Shelf arm64  <${uuidOf(program)}> /Users/dev/Shelf/Shelf
`
}

/** The UUID of LC_UUID, which the linker made from the content. */
function uuidOf(program: Buffer): string {
  let at = 32
  while (program.readUInt32LE(at) !== 0x1b) at += program.readUInt32LE(at + 4)
  return program.subarray(at + 8, at + 24).toString('hex')
}
