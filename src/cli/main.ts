#!/usr/bin/env node
/** The command line: the same core as the page, without a browser. */
import { demangleCommand } from './demangle.ts'
import { indexCommand } from './index-images.ts'
import { inspectCommand } from './inspect.ts'
import { lookupCommand } from './lookup.ts'
import { UsageError, writeError, writeOut, type Command, type ExitCode } from './command.ts'
import { parseCommand } from './parse.ts'
import { symbolicateCommand } from './symbolicate.ts'

const commands: readonly Command[] = [
  symbolicateCommand,
  parseCommand,
  lookupCommand,
  inspectCommand,
  indexCommand,
  demangleCommand,
]

const overview = `Unslide names the frames of Apple crash reports, on this machine alone.

Usage: unslide COMMAND …

${commands.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

unslide COMMAND --help explains a command with an example.
Exit codes: 0 done; 1 understood, but symbols are missing; 2 unreadable input or wrong usage.
`

async function run(args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await writeOut(overview)
    return name === undefined ? 2 : 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command)
    throw new UsageError(`There is no command "${name}". Known: ${commands.map((known) => known.name).join(', ')}.`)
  if (rest.includes('--help') || rest.includes('-h')) {
    await writeOut(command.help)
    return 0
  }
  return command.run(rest)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (thrown) {
  writeError(thrown instanceof Error ? thrown.message : String(thrown))
  if (thrown instanceof UsageError) writeError('unslide --help lists the commands.')
  process.exitCode = 2
}
