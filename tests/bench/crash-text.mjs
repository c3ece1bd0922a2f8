const IMAGE_BASE = 0x1_0400_0000

/** The text of a crash of one image: rows are `[offset, name]`. */
export function crash(stacks, uuid, end) {
  const path = '/Applications/Shelf.app/Contents/MacOS/Shelf'
  const rows = stacks.flatMap((stack, at) => [
    `Thread ${at}${at === 0 ? ' Crashed' : ''}:`,
    ...stack.map(
      ([offset, name], frame) => `${frame}\tShelf\t0x${(IMAGE_BASE + offset).toString(16).padStart(16, '0')} ${name}`,
    ),
    '',
  ])
  return `Process:             Shelf [612]
Path:                ${path}
Code Type:           ARM-64
OS Version:          macOS 14.4 (23E214)
Report Version:      104

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Triggered by Thread:  0

${rows.join('\n')}
Binary Images:
0x${IMAGE_BASE.toString(16)} - 0x${(IMAGE_BASE + end).toString(16)} Shelf arm64  <${uuid}> ${path}
`
}
