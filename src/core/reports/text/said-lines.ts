/** Lines that runtimes print on a console shortly before a program ends. */

/** Each begins like nothing that people write; what a log puts before it is left out. */
const SAID =
  /(?:^|[ \t])(\*\*\* Assertion failure in [-+[(\w][^\n]{1,600}|[\w.-]{1,80}\(\d{1,9}(?:,0x[0-9a-f]{1,16})?\) malloc: \*\*\* [^\n]{1,300}|malloc: \*\*\* [^\n]{1,300}|libc\+\+abi(?:\.dylib)?: terminating [^\n]{1,300}|-\[\w{1,100} [^\]\n]{1,200}\]:\d{1,6}: failed assertion [^\n]{1,600}|Could not allocate \d{1,20} bytes|Ran out of trampolines of type \d{1,2}\b[^\n]{0,300}|Got an? \w{3,9} while executing native code|(?:Abort trap|Segmentation fault|Bus error|Illegal instruction): \d{1,2})/
/** More lines than these say nothing new. */
const MOST = 12
const SEARCHED = 262_144

/** The lines of a console on the program's end, in their order and each once. Linear. */
export function readSaidLines(text: string): readonly string[] {
  const found = new Set<string>()
  for (const line of text.slice(0, SEARCHED).split('\n')) {
    const said = line.length > 2000 ? undefined : SAID.exec(line)?.[1]
    if (said !== undefined) found.add(said.trimEnd())
    if (found.size === MOST) break
  }
  return [...found]
}

/** Words of a shell, an IDE, a compiler's driver or the kernel on the end of a program, beside the words of its own. */
const OF_OTHERS =
  /(?:^|[ \t])(Process finished with exit code -?\d{1,10}\b[^\n]{0,60}|ExitCode: -?\d{1,10}\b|zsh: (?:abort|segmentation fault|bus error|illegal hardware instruction|trace trap|killed)\b[^\n]{0,200}|[^\s:]{1,120}: internal compiler error: (?:Abort trap|Segmentation fault|Bus error|Illegal instruction): \d{1,2}|(?:memorystatus: )?killing_specific_process pid \d{1,9} \[[^\n]{1,200}|Process [^\n[]{1,64} \[\d{1,9}\] killed by jetsam reason [\w-]{1,60}|proc \d{1,9}: load code signature error \d{1,4} for file [^\n]{1,200}|An uncaught exception was raised|\*\*\* caught (?:segfault|bus error|illegal operation) \*\*\*|address 0x[0-9a-f]{1,16}, cause '[A-Za-z -]{1,60}')$/

/** The lines that others wrote of the end, in their order and each once. Linear. */
export function readLinesOfOthers(text: string): readonly string[] {
  const found = new Set<string>()
  for (const line of text.slice(0, SEARCHED).split('\n')) {
    const said = line.length > 2000 ? undefined : OF_OTHERS.exec(line.trimEnd())?.[1]
    if (said !== undefined) found.add(said.trimEnd())
    if (found.size === MOST) break
  }
  return [...found]
}
