/** The command line: the same core as the page, without a browser. */
import { statSync } from 'node:fs'
import { version } from '../../package.json'
import { startEarly } from './start/early-thread.ts'
import {
  beQuiet,
  FileError,
  UsageError,
  writeError,
  writeOut,
  writeStyled,
  type Command,
  type ExitCode,
} from './command.ts'
import { beColorless, hasColor } from './io/color.ts'
import { errors } from './messages/errors.ts'
import { commandNames, commands, commonOptions, isCommand, type CommandName } from './options/commands.ts'
import { chooseLanguage, isJsonAlone, setLanguage, setLanguageOfArguments, splitLanguage } from './options/language.ts'
import { unknownOption } from './options/read.ts'
import { nearestWord } from './options/suggest.ts'
import type { CommandData, Option } from './options/types.ts'

/** Each is loaded when it is called: what is not read need not be waited for. */
const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
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
  schema: async () => (await import('./commands/schema.ts')).schemaCommand,
  completions: async () => (await import('./commands/completions.ts')).completionsCommand,
}

/** The command that was called, for the last line of an error. */
let called: CommandName | undefined

async function run(given: readonly string[]): Promise<ExitCode> {
  const { rest: args, asked } = splitLanguage(given)
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const before = at < 0 ? args : args.slice(0, at)
  const name = args[before.length]
  const rest = args.slice(before.length + 1)
  // The command reads them too late for an error of its arguments.
  const end = rest.indexOf('--')
  const flags = [...before, ...(end < 0 ? rest : rest.slice(0, end))]
  const language = chooseLanguage(asked, process.env)
  if (language !== 'en') await (isJsonAlone(name, flags) ? setLanguageOfArguments : setLanguage)(language)
  if (has(flags, '--quiet', '-q')) beQuiet()
  if (has(flags, '--no-color')) beColorless()
  const stranger = before.find((arg) => !isCommonOption(arg))
  if (stranger !== undefined) throw new UsageError(unknownOption(stranger, commonOptions))
  if (has(flags, '--version', '-V')) {
    await writeOut(`${['unslide', version].join(' ')}\n`)
    return 0
  }
  const asksHelp = has(flags, '--help', '-h')
  if (name === undefined || (name === 'help' && rest.length === 0)) {
    await showHelp()
    return name === undefined && !asksHelp ? 2 : 0
  }
  if (name === 'help') {
    const [topic = ''] = rest.filter((arg) => !arg.startsWith('-'))
    await showHelp(topic === '' || topic === 'help' ? undefined : readCommand(topic))
    return 0
  }
  const command = readCommand(name)
  called = command
  if (asksHelp) {
    await showHelp(command)
    return 0
  }
  const data: CommandData = commands[command]
  if (data.builds) startEarly(rest)
  return (await loaders[command]()).run(rest)
}

const has = (args: readonly string[], ...names: readonly string[]): boolean => args.some((arg) => names.includes(arg))

const isCommonOption = (arg: string): boolean =>
  Object.entries<Option>(commonOptions).some(
    ([long, { short }]) => arg === `--${long}` || (short !== undefined && arg === `-${short}`),
  )

function readCommand(given: string): CommandName {
  if (isCommand(given)) return given
  if (statSync(given, { throwIfNoEntry: false })?.isFile()) throw new UsageError(errors.fileForCommand({ given }))
  const meant = nearestWord(given, [...commandNames, 'help'])
  throw new UsageError(errors.unknownCommand({ given, meant, known: commandNames.join(', ') }))
}

async function showHelp(name?: CommandName): Promise<void> {
  const { formatHelp, formatOverview } = await import('./options/help.ts')
  const styled = hasColor(process.stdout)
  await writeStyled(name === undefined ? formatOverview(styled) : formatHelp(name, styled))
}

run(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (thrown: unknown) => {
    writeError(thrown instanceof Error ? thrown.message : String(thrown))
    if (thrown instanceof UsageError && !(thrown instanceof FileError))
      writeError(called === undefined ? errors.seeOverview : errors.seeHelp({ command: called }))
    process.exitCode = 2
  },
)
