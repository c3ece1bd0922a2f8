/** The command line: the same core as the page, without a browser. */
import { UsageError, writeError, writeOut, type Command, type ExitCode } from './command.ts'

interface Listed {
  readonly name: string
  readonly summary: string
  /** Each is loaded when it is called: what is not read need not be waited for. */
  readonly load: () => Promise<Command>
}

const commands: readonly Listed[] = [
  {
    name: 'symbolicate',
    summary: 'a report with function names, files and lines',
    load: async () => (await import('./symbolicate.ts')).symbolicateCommand,
  },
  {
    name: 'parse',
    summary: 'a report as it was understood, as JSON',
    load: async () => (await import('./parse.ts')).parseCommand,
  },
  {
    name: 'lookup',
    summary: 'addresses to names, as atos does',
    load: async () => (await import('./lookup.ts')).lookupCommand,
  },
  {
    name: 'inspect',
    summary: 'what files hold: images, UUIDs, DWARF, sections',
    load: async () => (await import('./inspect.ts')).inspectCommand,
  },
  {
    name: 'index',
    summary: 'builds the symbol index of each image',
    load: async () => (await import('./index-images.ts')).indexCommand,
  },
  {
    name: 'demangle',
    summary: 'mangled names to readable ones',
    load: async () => (await import('./demangle.ts')).demangleCommand,
  },
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
  const listed = commands.find((candidate) => candidate.name === name)
  if (!listed)
    throw new UsageError(`There is no command "${name}". Known: ${commands.map((known) => known.name).join(', ')}.`)
  const command = await listed.load()
  if (rest.includes('--help') || rest.includes('-h')) {
    await writeOut(command.help)
    return 0
  }
  return command.run(rest)
}

run(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (thrown: unknown) => {
    writeError(thrown instanceof Error ? thrown.message : String(thrown))
    if (thrown instanceof UsageError) writeError('unslide --help lists the commands.')
    process.exitCode = 2
  },
)
