/** The language of the command line: `--lang TAG`, or the variables of the system. */
import { languages, setLanguage } from '../../messages/cli.ts'
import { matchLanguage } from '../../messages/load.ts'
import { UsageError } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { atWork } from '../start/work.ts'

/** Takes `--lang` out of the arguments before a `--`, and returns its last value. */
export function splitLanguage(args: readonly string[]): { readonly rest: readonly string[]; readonly asked?: string } {
  const end = args.indexOf('--')
  const rest: string[] = []
  let asked: string | undefined
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const isOurs = (end < 0 || at < end) && /^--lang(?:=|$)/.test(arg)
    if (!isOurs) rest.push(arg)
    else if (arg.includes('=')) asked = arg.slice(arg.indexOf('=') + 1)
    else {
      asked = args[++at]
      if (asked === undefined || asked.startsWith('-'))
        throw new UsageError(errors.optionNeedsValue({ option: '--lang', value: 'TAG' }))
    }
  }
  return { rest, ...(asked !== undefined && { asked }) }
}

/**
 * The tag of a language that exists. `asked`, from the option, must be one of them, in any case. The variables of the system name another
 * or none at all: then it is English.
 */
export function chooseLanguage(asked: string | undefined, environment: NodeJS.ProcessEnv): string {
  if (asked !== undefined) {
    const known = languages.find((tag) => tag.toLowerCase() === asked.toLowerCase())
    if (known !== undefined) return known
    throw new UsageError(errors.unknownChoice({ option: '--lang', given: asked, known: languages.join(', ') }))
  }
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  const tag = locale.replace(/[.@].*$/, '').replaceAll('_', '-')
  return tag === '' || /^(?:en\b(?!-XA)|C$|POSIX$)/.test(tag) ? 'en' : matchLanguage([tag], languages)
}

/** A file whose name makes it JSON. */
const JSON_PLACE = /\.json$/i

/** True where all that a command writes is JSON, which no language changes: programs read it. */
export const isJsonAlone = (command: string | undefined, flags: readonly string[]): boolean =>
  command === 'parse' ||
  command === 'serve' ||
  flags.includes('--stream') ||
  flags.some(
    (flag, at) =>
      flag === '--format=json' ||
      (flag === 'json' && flags[at - 1] === '--format') ||
      (JSON_PLACE.test(flag) && (flag.startsWith('--output=') || /^(?:--output|-o)$/.test(flags[at - 1] ?? ''))),
  )

/** Help and errors of the arguments are for people; what follows is English. */
export async function setLanguageOfArguments(tag: string): Promise<void> {
  await setLanguage(tag)
  const { takeLanguage } = await import('../../core/messages/translate.ts')
  atWork(() => takeLanguage('en'))
}

export { setLanguage }
