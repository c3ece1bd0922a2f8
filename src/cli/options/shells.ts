/** Completion scripts: commands, options, their values and paths, for each shell. */
import { architectures } from '../../core/model/architecture.ts'
import { overview } from '../messages/overview.ts'
import { describeCommands, describeCommon, type DescribedCommand, type DescribedOption } from './describe.ts'
import type { ValueKind } from './types.ts'

/** As headers of Mach-O files name them. */
const architectureNames = [
  ...new Set(architectures.flatMap(({ cpu }) => [cpu.name, ...Object.values(cpu.subtypes)])),
].sort()

/** The longest description that a shell shows beside a word. */
const LONGEST = 70

const described = describeCommands()
const common = describeCommon()
const names = [...described.map(({ name }) => name), 'help']

const optionsOf = ({ options }: DescribedCommand): readonly DescribedOption[] => [...options, ...common]

const longNames = (command: DescribedCommand): readonly string[] =>
  optionsOf(command).map(({ option: { alias }, long }) => `--${alias === undefined ? long : `${long} --${alias}`}`)

/** The values of an option: words, or the kind of what is completed. */
function valuesOf({ option }: DescribedOption): readonly string[] | ValueKind {
  if (option.choices) return option.choices
  return option.kind === 'arch' ? architectureNames : (option.kind ?? 'other')
}

/** The names that take a value. */
const namesOf = ({ long, option: { short, alias } }: DescribedOption): readonly string[] => [
  `--${long}`,
  ...(short === undefined ? [] : [`-${short}`]),
  ...(alias === undefined ? [] : [`--${alias}`]),
]

/** The first clause of a text. */
function shortly(text: string): string {
  const [first = ''] = text.split(/(?<=\w)[.;:] |[。；：]/)
  if (first.length <= LONGEST) return first
  return `${first.slice(0, LONGEST).replace(/\s\S*$/, '')}…`
}

/** In single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const bashActions: Readonly<Record<ValueKind, string>> = {
  path: '_unslide_files -f',
  file: '_unslide_files -f',
  folder: '_unslide_files -d',
  uuid: '_unslide_uuids',
  arch: ':',
  other: ':',
}

function bash(): string {
  const values = described.flatMap((command) =>
    command.options
      .filter(({ option }) => option.value !== undefined)
      .map((option) => {
        const kind = valuesOf(option)
        const action = typeof kind === 'string' ? bashActions[kind] : `_unslide_words ${quoted(kind.join(' '))}`
        return `    ${namesOf(option)
          .map((name) => quoted(`${command.name} ${name}`))
          .join('|')}) ${action}; return ;;`
      }),
  )
  const options = described.map((command) => `    ${command.name}) words=${quoted(longNames(command).join(' '))} ;;`)
  const words = described.flatMap(({ name, arguments: [first] }) =>
    first?.argument.choices ? [`    ${name}) _unslide_words ${quoted(first.argument.choices.join(' '))} ;;`] : [],
  )
  return `_unslide_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_unslide_files() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}
_unslide_uuids() {
  local word paths=()
  for word in "\${COMP_WORDS[@]:2}"; do [ -e "$word" ] && paths+=("$word"); done
  [ \${#paths[@]} -eq 0 ] || _unslide_words "$("\${COMP_WORDS[0]}" completions uuids "\${paths[@]}" 2> /dev/null)"
}
_unslide() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command= words= at
  if [ "$current" = = ]; then
    current=
  elif [ "$before" = = ]; then
    before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      -*) ;;
      *) command="\${COMP_WORDS[at]}"; break ;;
    esac
  done
  case "$command $before" in
${values.join('\n')}
  esac
  case "$command" in
    '') _unslide_words ${quoted([...names, ...common.map(({ long }) => `--${long}`)].join(' '))}; return ;;
    help) _unslide_words ${quoted(names.join(' '))}; return ;;
${options.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    _unslide_words "$words"
    return
  fi
  case "$command" in
${words.join('\n')}
    *) _unslide_files -f ;;
  esac
}
complete -F _unslide unslide
`
}

const zshActions: Readonly<Record<ValueKind, string>> = {
  path: '_files',
  file: '_files',
  folder: '_files -/',
  uuid: '_unslide_uuids',
  arch: ' ',
  other: ' ',
}

/** Characters that mean something in a specification of \`_arguments\`. */
const specText = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&')

function zshOption(option: DescribedOption): readonly string[] {
  const { text, option: data } = option
  const kind = valuesOf(option)
  const action = typeof kind === 'string' ? zshActions[kind] : `(${kind.join(' ')})`
  const value = data.value === undefined ? '' : `:${specText(data.value)}:${action}`
  // An equals sign behind a name: the value follows it, or is the next word.
  const names = namesOf(option).map((name) => (value !== '' && name.startsWith('--') ? `${name}=` : name))
  return names.map((name) => quoted(`${data.repeated ? '*' : ''}${name}[${specText(shortly(text))}]${value}`))
}

function zsh(): string {
  const commands = [...described, { name: 'help', summary: overview.help }].map(
    ({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`,
  )
  const cases = described.map((command) => {
    const given = command.arguments.map(({ argument: { name, kind, choices, repeated } }) => {
      const action = choices ? `(${choices.join(' ')})` : zshActions[kind ?? 'other']
      return quoted(`${repeated ? '*' : ''}:${specText(name)}:${action}`)
    })
    const specs = [...optionsOf(command).flatMap(zshOption), ...given]
    return `    ${command.name}) _arguments -s ${specs.map((spec) => `\\\n      ${spec}`).join(' ')} ;;`
  })
  return `#compdef unslide
_unslide_uuids() {
  local -a paths
  local word
  for word in \${(Q)words[2,-1]}; do [[ -e $word ]] && paths+=($word); done
  (( $#paths )) && compadd -- \${(f)"$(unslide completions uuids $paths 2> /dev/null)"}
}
_unslide() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "\${words[1]}" in
    help) _describe command commands ;;
${cases.join('\n')}
  esac
}
compdef _unslide unslide
`
}

/** \`-r\`: the option takes a value; \`-x\`: which is no file; \`-f\`: no file beside it. */
const fishActions: Readonly<Record<ValueKind, string>> = {
  path: '-r -F',
  file: '-r -F',
  folder: "-x -a '(__fish_complete_directories)'",
  uuid: "-x -a '(__unslide_uuids)'",
  arch: '-x',
  other: '-x',
}

function fishOption(name: string, described: DescribedOption): readonly string[] {
  const { long, option, text } = described
  const kind = valuesOf(described)
  const action = typeof kind === 'string' ? fishActions[kind] : `-x -a ${quoted(kind.join(' '))}`
  const flags = [
    ...(option.short === undefined ? [] : [`-s ${option.short}`]),
    ...(option.value === undefined ? [] : [action]),
    `-d ${quoted(shortly(text))}`,
  ]
  return [long, ...(option.alias === undefined ? [] : [option.alias])].map((one) =>
    [`complete -c unslide -n '__fish_seen_subcommand_from ${name}' -l ${one}`, ...flags].join(' '),
  )
}

function fish(): string {
  const first = [...described, { name: 'help', summary: overview.help }].map(
    ({ name, summary }) => `complete -c unslide -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  )
  const rest = described.flatMap((command) => [
    ...command.arguments.flatMap(({ argument: { choices } }) =>
      choices
        ? [`complete -c unslide -n '__fish_seen_subcommand_from ${command.name}' -a ${quoted(choices.join(' '))}`]
        : [],
    ),
    ...optionsOf(command).flatMap((option) => fishOption(command.name, option)),
  ])
  return `function __unslide_uuids
  set -l paths
  for word in (commandline -opc)[3..]
    test -e $word; and set -a paths $word
  end
  test (count $paths) -gt 0; and unslide completions uuids $paths 2>/dev/null
end
${[...first, ...rest].join('\n')}
`
}

/** By the name of the shell. */
export const shells: ReadonlyMap<string, () => string> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
])
