/** `unslide parse`: a report as it was understood, without symbols. */
import { formatParsed } from '../core/export/json.ts'
import { chooseFormat, readOptions, UsageError, writeOut, writeProblems, type Command } from './command.ts'
import { createHost } from './host.ts'
import { openFile } from './input-files.ts'

const help = `Usage: unslide parse REPORT

Prints the report as it was understood, without symbols, as JSON. "-" reads standard input.

Example: unslide parse Crash.ips
`

export const parseCommand: Command = {
  help,
  async run(args) {
    const { values, positionals } = readOptions(args, { format: { type: 'string' } })
    chooseFormat(values.format, ['json'])
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new UsageError('parse takes one REPORT.')
    const engine = createHost()
    const parsed = await engine.parse(await openFile(path))
    writeProblems(parsed.problems)
    if (!parsed.ok) return 2
    await writeOut(`${JSON.stringify(formatParsed(parsed.value, parsed.problems), null, 2)}\n`)
    return 0
  },
}
