/** Reads the arguments of a command as its data says. */
import { parseArgs } from 'node:util'
import { beQuiet, UsageError } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { beColorless } from '../io/color.ts'
import { commands, commonOptions, type CommandName } from './commands.ts'
import { nearestWord } from './suggest.ts'
import type { Option, Options, Values } from './types.ts'

type OptionsOf<N extends CommandName> = (typeof commands)[N]['options']

export interface Given<N extends CommandName> {
  readonly values: Values<OptionsOf<N>>
  readonly positionals: readonly string[]
}

/** Options and positional arguments; unknown options, missing values and words that are no choice are a `UsageError` that says which. */
export function readOptions<N extends CommandName>(args: readonly string[], name: N): Given<N> {
  const options: Options = { ...commonOptions, ...commands[name].options }
  const { tokens } = parseArgs({
    args: [...spreadPaths(args, options)],
    options: Object.fromEntries(Object.entries(options).flatMap(([long, option]) => configOf(long, option))),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const values: Record<string, string | true | string[]> = {}
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const long = canonical(token.name, options)
    const option = Object.hasOwn(options, long) ? options[long] : undefined
    if (!option) throw new UsageError(unknownOption(token.rawName, options))
    const value = readValue(token, option)
    const earlier = values[long]
    values[long] = option.repeated ? [...(Array.isArray(earlier) ? earlier : []), String(value)] : value
  }
  if (values['quiet']) beQuiet()
  if (values['no-color']) beColorless()
  return { values: values as Values<OptionsOf<N>>, positionals }
}

function configOf(long: string, { value, short, alias }: Option) {
  const type: 'string' | 'boolean' = value === undefined ? 'boolean' : 'string'
  const own = [long, { type, ...(short !== undefined && { short }) }] as const
  return alias === undefined ? [own] : [own, [alias, { type }] as const]
}

const canonical = (name: string, options: Options): string =>
  Object.entries(options).find(([, { alias }]) => alias === name)?.[0] ?? name

interface Token {
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function readValue({ rawName, value, inlineValue }: Token, option: Option): string | true {
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(errors.optionTakesNoValue({ option: rawName, given: value }))
    return true
  }
  const isOption = inlineValue === false && /^-./.test(value ?? '') && !(option.signed && /^-\w/.test(value ?? ''))
  if (value === undefined || isOption)
    throw new UsageError(errors.optionNeedsValue({ option: rawName, value: option.value }))
  if (option.choices && !option.choices.includes(value))
    throw new UsageError(errors.unknownChoice({ option: rawName, given: value, known: option.choices.join(', ') }))
  return value
}

/** Says that there is no such option, and which one may be meant. */
export function unknownOption(given: string, options: Options): string {
  const known = Object.keys(options)
  const meant = given.startsWith('--') ? nearestWord(given.slice(2), known) : undefined
  return errors.unknownOption({ given, meant: meant === undefined ? undefined : `--${meant}` })
}

/** `--symbols A B C` as well as `--symbols A --symbols B`: paths after the option belong to it until the next option. */
function spreadPaths(args: readonly string[], options: Options): readonly string[] {
  const spread = new Set(Object.entries(options).flatMap(([long, option]) => (option.spread ? [`--${long}`] : [])))
  const out: string[] = []
  let within: string | undefined
  const end = args.indexOf('--')
  const before = end < 0 ? args : args.slice(0, end)
  for (const [at, arg] of before.entries()) {
    const isSpread = spread.has(arg)
    if (isSpread) within = arg
    else if (arg.startsWith('-') && arg !== '-') {
      within = undefined
      out.push(arg)
    } else if (within !== undefined) out.push(`${within}=${arg}`)
    else out.push(arg)
    const next = before[at + 1]
    // Alone, the parser would not see it.
    if (isSpread && (next === undefined || /^-./.test(next))) out.push(arg)
  }
  return [...out, ...args.slice(before.length)]
}
