/** The data of a command joined with its texts: what every form of help is made of. */
import { addressHelp } from '../messages/help-addresses.ts'
import { reportHelp } from '../messages/help-reports.ts'
import { serviceHelp } from '../messages/help-services.ts'
import { symbolHelp } from '../messages/help-symbols.ts'
import type { CommandText } from '../messages/help-texts.ts'
import { commonHelp, helpWords } from '../messages/overview.ts'
import { commandNames, commands, commonOptions, type CommandName } from './commands.ts'
import type { Argument, Option, Options } from './types.ts'

export interface DescribedOption {
  readonly long: string
  readonly option: Option
  /** `-o, --output FILE`. */
  readonly term: string
  readonly text: string
}

export interface DescribedArgument {
  readonly argument: Argument
  readonly term: string
  readonly text: string
}

export interface DescribedCommand {
  readonly name: CommandName
  readonly summary: string
  /** Whole lines. */
  readonly usage: readonly string[]
  readonly about: readonly string[]
  readonly arguments: readonly DescribedArgument[]
  readonly options: readonly DescribedOption[]
  readonly notes: readonly string[]
  readonly exits: readonly (readonly [code: string, meaning: string])[]
  /** Whole lines. */
  readonly examples: readonly string[]
}

const texts = new Map<string, CommandText>([
  ...Object.entries(reportHelp),
  ...Object.entries(addressHelp),
  ...Object.entries(symbolHelp),
  ...Object.entries(serviceHelp),
])

/** All commands, in the order of the overview. */
export const describeCommands = (): readonly DescribedCommand[] => commandNames.map(describeCommand)

export function describeCommand(name: CommandName): DescribedCommand {
  const text = texts.get(name)
  if (!text) throw new Error(name)
  const told: Readonly<Record<string, string>> = text.arguments
  const { options, arguments: known } = commands[name]
  return {
    name,
    summary: text.summary,
    usage: text.usage.map((line) => ['unslide', name, line].join(' ')),
    about: text.about,
    arguments: known.map((argument: Argument) => ({
      argument,
      term: `${argument.name}${argument.repeated ? '…' : ''}`,
      text: told[argument.name] ?? '',
    })),
    options: describeOptions(options, text.options),
    notes: text.notes,
    exits: Object.entries(text.exit),
    examples: text.examples.map((line) => ['unslide', line].join(' ')),
  }
}

/** Options of all commands. */
export const describeCommon = (): readonly DescribedOption[] => describeOptions(commonOptions, commonHelp)

function describeOptions(options: Options, told: Readonly<Record<string, string>>): readonly DescribedOption[] {
  return Object.entries(options).map(([long, option]) => {
    const { alias, short, value, spread, repeated } = option
    const names = [...(short === undefined ? [] : [`-${short}`]), `--${long}`, ...(alias ? [`--${alias}`] : [])]
    const text = told[long] ?? ''
    return {
      long,
      option,
      term: `${names.join(', ')}${value === undefined ? '' : ` ${value}${spread ? '…' : ''}`}`,
      text: repeated && !spread ? helpWords.alsoRepeated(text) : text,
    }
  })
}
