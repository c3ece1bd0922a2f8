/** The command line: the same core as the page, without a browser. */
import { startEarly } from './early-thread.ts'
import { UsageError, writeError, writeOut, type Command, type ExitCode } from './command.ts'
import { errors } from './messages/en/errors.ts'
import { overview, summaries } from './messages/en/overview.ts'

type Name = keyof typeof summaries

/** Each is loaded when it is called: what is not read need not be waited for. */
const commands: Readonly<Record<Name, () => Promise<Command>>> = {
  symbolicate: async () => (await import('./symbolicate.ts')).symbolicateCommand,
  batch: async () => (await import('./batch.ts')).batchCommand,
  parse: async () => (await import('./parse.ts')).parseCommand,
  lookup: async () => (await import('./lookup.ts')).lookupCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  disassemble: async () => (await import('./disassemble.ts')).disassembleCommand,
  variables: async () => (await import('./variables.ts')).variablesCommand,
  index: async () => (await import('./index-images.ts')).indexCommand,
  convert: async () => (await import('./convert.ts')).convertCommand,
  table: async () => (await import('./table.ts')).tableCommand,
  pack: async () => (await import('./pack.ts')).packCommand,
  publish: async () => (await import('./publish.ts')).publishCommand,
  demangle: async () => (await import('./demangle.ts')).demangleCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  completions: async () => (await import('./completions.ts')).completionsCommand,
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
