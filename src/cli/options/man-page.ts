/** Part of the build: the manual page. */
import { manual } from '../messages/manual.ts'
import { helpWords } from '../messages/overview.ts'
import { describeCommands, describeCommon, type DescribedCommand } from './describe.ts'

type Section = readonly [title: string, lines: readonly string[]]

interface Row {
  readonly term: string
  readonly text: string
}

/** A page in the macros of man(7). */
export function formatManPage(version: string): string {
  const described = describeCommands()
  const sections: readonly Section[] = [
    [manual.name, [['unslide', '\\-', escape(manual.summary)].join(' ')]],
    [manual.synopsis, [request('.B', 'unslide'), escape(manual.usage)]],
    [manual.description, [escape(manual.about)]],
    ...described.map((command): Section => [command.name.toUpperCase(), formatCommand(command)]),
    [manual.common, formatRows(describeCommon())],
    [manual.exit, formatExits(described)],
  ]
  const head = request('.TH', 'UNSLIDE', '1', '""', `"${manual.source({ version })}"`)
  return `${[head, ...sections.flatMap(([title, lines]) => [request('.SH', title), ...lines])].join('\n')}\n`
}

const request = (...words: readonly string[]): string => words.join(' ')

function formatCommand(command: DescribedCommand): readonly string[] {
  const { name, summary, usage, about, arguments: given, options, notes, examples } = command
  return [
    `${escape(['unslide', name, summary].join(' '))}.`,
    ...kept([helpWords.usage, ...usage]),
    ...about.flatMap((text) => ['.PP', escape(text)]),
    ...formatRows([...given, ...options]),
    ...notes.flatMap((text) => ['.PP', escape(text)]),
    ...kept([helpWords.examples({ count: examples.length }), ...examples]),
  ]
}

/** Lines that stay lines. */
const kept = (lines: readonly string[]): readonly string[] => ['.PP', '.nf', ...lines.map(escape), '.fi']

const formatRows = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ term, text }) => ['.TP', request('.B', escape(term)), escape(text)])

/** Each command with its codes. */
function formatExits(described: readonly DescribedCommand[]): readonly string[] {
  const general = Object.entries(helpWords.exit).map(([term, text]) => ({ term, text }))
  return [
    ...formatRows(general),
    ...described.flatMap(({ name, exits }) => [
      '.TP',
      request('.B', name),
      escape(exits.map(([code, meaning]) => `${code}: ${meaning}.`).join(' ')),
    ]),
  ]
}

/** Characters that mean something to roff, and those that begin its requests. */
const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(\s*)(?=['.])/, '$1\\&')
