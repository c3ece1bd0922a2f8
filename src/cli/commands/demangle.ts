/** `unslide demangle`: mangled names to readable ones. */
import { createInterface } from 'node:readline'
import { demangleText } from '../../core/demangle/registry.ts'
import { writeOut, type Command } from '../command.ts'
import type { DemangledLine } from '../documents/look-ups.ts'
import { readOptions } from '../options/read.ts'

export const demangleCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args.map(hideDash), 'demangle')
    const format = values.format ?? 'text'
    const style = values.simplified ? 'simplified' : 'full'
    const write = (line: string): Promise<void> => {
      const name = demangleText(line, style)
      return writeOut(`${format === 'json' ? JSON.stringify({ mangled: line, name } satisfies DemangledLine) : name}\n`)
    }
    for (const name of positionals.length > 0 ? positionals : ['-']) {
      if (name !== '-') await write(showDash(name))
      else for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) await write(line)
    }
    return 0
  },
}

/** No argument can hold this character. */
const HIDDEN = '\0'

/** `-[View load]` is a name, though it begins as options do. */
function hideDash(arg: string): string {
  return arg.startsWith('-[') ? `${HIDDEN}${arg}` : arg
}

function showDash(arg: string): string {
  return arg.startsWith(HIDDEN) ? arg.slice(1) : arg
}
