/** `unslide completions`: what a shell needs to complete commands, options and paths. Made of the help, so that they agree. */
import { readOptions, UsageError, writeOut, type Command } from '../command.ts'
import { errors } from '../messages/en/errors.ts'
import { help } from '../messages/en/help.ts'
import { summaries } from '../messages/en/overview.ts'

type Name = keyof typeof summaries

const names = Object.keys(summaries) as readonly Name[]

/** The options of a command, in the order of its help: those of the usage, and those that a line explains. */
export function optionsOf(name: Name): readonly string[] {
  const [usage = '', ...rest] = help[name].split('\n\n')
  const explained = rest.join('\n').match(/^ {2}-.*?(?= {2}|$)/gm) ?? []
  const found = [usage, ...explained].join('\n').match(/(?<![\w-])--[a-z][a-z-]*/g) ?? []
  return [...new Set([...found, '--help'])]
}

const shells: Readonly<Record<string, () => string>> = {
  bash: () => {
    const cases = names.map((name) => `    ${name}) words="${optionsOf(name).join(' ')}" ;;`)
    return `_unslide() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _unslide unslide
`
  },
  zsh: () => {
    const commands = names.map((name) => `    '${name}:${quoted(summaries[name])}'`)
    const cases = names.map((name) => `    ${name}) options=(${optionsOf(name).join(' ')}) ;;`)
    return `#compdef unslide
_unslide() {
  local -a commands options
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- $options
  else
    _files
  fi
}
compdef _unslide unslide
`
  },
  fish: () =>
    names
      .flatMap((name) => [
        `complete -c unslide -n __fish_use_subcommand -f -a ${name} -d '${quoted(summaries[name])}'`,
        ...optionsOf(name).map((option) => {
          return `complete -c unslide -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`
        }),
      ])
      .join('\n') + '\n',
}

/** In single quotes. */
const quoted = (text: string): string => text.replaceAll("'", "'\\''")

export const completionsCommand: Command = {
  async run(args) {
    const [shell = '', ...others] = readOptions(args, {}).positionals
    const make = Object.hasOwn(shells, shell) ? shells[shell] : undefined
    if (!make || others.length > 0) throw new UsageError(errors.shells({ known: Object.keys(shells).join(', ') }))
    await writeOut(make())
    return 0
  },
}
