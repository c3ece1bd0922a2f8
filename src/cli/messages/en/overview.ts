/** Texts of `unslide --help`, and words that every page of help has. */

export const overview = {
  about: 'Unslide symbolicates Apple crash reports on this machine. Nothing is uploaded.',
  usage: 'unslide COMMAND …',
  commands: 'Commands:',
  help: 'shows this list, or the options and examples of a command',
  footer: 'Run unslide help COMMAND for the options of a command and an example.',
} as const

/** The effect of the options of all commands. */
export const commonHelp = {
  help: 'shows this help',
  version: 'prints name and version',
  quiet: 'standard error gets errors alone: no notes, no progress, nothing about what is missing',
  'no-color': 'no bold headings on a terminal; so does the variable NO_COLOR',
  lang: 'the language of messages and text output, such as en; the variables LC_ALL, LC_MESSAGES and LANG also choose one. JSON is English',
} as const

/** Words of help and of the manual page. */
export const helpWords = {
  usage: 'Usage:',
  arguments: 'Arguments:',
  options: 'Options:',
  common: 'Options of all commands:',
  exits: 'Exit codes:',
  examples: ({ count }: { count: number }) => (count === 1 ? 'Example:' : 'Examples:'),
  /** The effect of an option that can be given more than once. */
  alsoRepeated: (text: string) => `${/[.)]$/.test(text) ? text : `${text}.`} Can be repeated.`,
  /** The meaning of an exit code of any command. */
  exit: { 0: 'done', 1: 'understood, but something is missing', 2: 'unreadable input or wrong usage' },
} as const
