/** `unslide demangle`: mangled names to readable ones. */
import { demangleText } from '../core/demangle/registry.ts'
import { chooseFormat, readOptions, writeOut, type Command } from './command.ts'
import { readLines } from './input-files.ts'

const help = `Usage: unslide demangle [NAME…] [--simplified] [--format text|json]

Turns mangled Swift, C++, Rust and Kotlin names into readable ones, line for line; other text stays as it is.
Without names, or for "-", it reads standard input.

  --simplified   Swift's short form, as Xcode shows it
  --format json  one object a line: {"mangled":"…","name":"…"}

Example: unslide demangle '$s4Shop8CartViewV5total2ofSdSayAA4ItemVG_tF'
`

export const demangleCommand: Command = {
  help,
  async run(args) {
    const { values, positionals } = readOptions(args.map(hideDash), {
      simplified: { type: 'boolean' },
      format: { type: 'string' },
    })
    const format = chooseFormat(values.format, ['text', 'json'])
    const style = values.simplified ? 'simplified' : 'full'
    const write = (line: string): Promise<void> => {
      const name = demangleText(line, style)
      return writeOut(`${format === 'json' ? JSON.stringify({ mangled: line, name }) : name}\n`)
    }
    for (const name of positionals.length > 0 ? positionals : ['-']) {
      if (name !== '-') await write(showDash(name))
      else for await (const line of readLines()) await write(line)
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
