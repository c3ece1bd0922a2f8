/** The command line: the same core as the page, without a browser. */
import { startEarly } from './start/early-thread.ts'
import { UsageError, writeError, writeOut, type Command, type ExitCode } from './command.ts'
import { errors } from './messages/en/errors.ts'
import { overview, summaries } from './messages/en/overview.ts'

type Name = keyof typeof summaries

/** Each is loaded when it is called: what is not read need not be waited for. */
const commands: Readonly<Record<Name, () => Promise<Command>>> = {
  symbolicate: async () => (await import('./commands/symbolicate.ts')).symbolicateCommand,
  batch: async () => (await import('./commands/batch.ts')).batchCommand,
  parse: async () => (await import('./commands/parse.ts')).parseCommand,
  lookup: async () => (await import('./commands/lookup.ts')).lookupCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  disassemble: async () => (await import('./commands/disassemble.ts')).disassembleCommand,
  variables: async () => (await import('./commands/variables.ts')).variablesCommand,
  index: async () => (await import('./commands/index-images.ts')).indexCommand,
  convert: async () => (await import('./commands/convert.ts')).convertCommand,
  table: async () => (await import('./commands/table.ts')).tableCommand,
  pack: async () => (await import('./commands/pack.ts')).packCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  demangle: async () => (await import('./commands/demangle.ts')).demangleCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  completions: async () => (await import('./commands/completions.ts')).completionsCommand,
}

/** Commands that read the symbols of large files. */
const builders: ReadonlySet<Name> = new Set<Name>(['symbolicate', 'batch', 'lookup', 'index', 'table', 'publish'])

const isCommand = (name: string): name is Name => Object.hasOwn(commands, name)

function listCommands(): string {
  return Object.entries(summaries)
    .map(([name, summary]) => `  ${name.padEnd(12)} ${summary}`)
    .join('\n')
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await writeOut(overview({ commands: listCommands() }))
    return name === undefined ? 2 : 0
  }
  if (!isCommand(name))
    throw new UsageError(errors.unknownCommand({ given: name, known: Object.keys(commands).join(', ') }))
  if (rest.includes('--help') || rest.includes('-h')) {
    const { help } = await import('./messages/en/help.ts')
    await writeOut(help[name])
    return 0
  }
  if (builders.has(name)) startEarly(rest)
  return (await commands[name]()).run(rest)
}

run(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (thrown: unknown) => {
    writeError(thrown instanceof Error ? thrown.message : String(thrown))
    if (thrown instanceof UsageError) writeError(errors.seeOverview)
    process.exitCode = 2
  },
)
