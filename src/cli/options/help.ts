/** `unslide --help` and `unslide COMMAND --help`, in the width of a terminal. */
import { joined } from '../../core/messages/joins.ts'
import { cellsOf, padEndTo, wrapped } from '../../core/model/text-width.ts'
import { bold } from '../io/color.ts'
import { helpWords, overview } from '../messages/overview.ts'
import type { CommandName } from './commands.ts'
import { describeCommand, describeCommands, describeCommon } from './describe.ts'

/** Characters of a line. */
const WIDTH = 80
/** A longer term has a line of its own. */
const WIDEST_TERM = 22

interface Row {
  readonly term: string
  readonly text: string
}

/** The help of one command; headings in bold with `styled`. */
export function formatHelp(name: CommandName, styled = false): string {
  const { usage, about, arguments: given, options, notes, exits, examples } = describeCommand(name)
  const codes = exits.map(([term, text]) => ({ term, text }))
  const title = styled ? bold : (text: string): string => text
  const part = (heading: string, rows: readonly Row[]): readonly string[] =>
    rows.length === 0 ? [] : [[title(heading), ...formatRows(rows)].join('\n')]
  return `${[
    formatUsage(usage, title),
    ...about.map((text) => wrapped(text, WIDTH).join('\n')),
    ...part(helpWords.arguments, given),
    ...part(helpWords.options, options),
    ...part(helpWords.common, describeCommon()),
    ...notes.map((text) => wrapped(text, WIDTH).join('\n')),
    ...part(helpWords.exits, codes),
    [title(helpWords.examples({ count: examples.length })), ...examples.map((line) => `  ${line}`)].join('\n'),
  ].join('\n\n')}\n`
}

/** The list of commands. */
export function formatOverview(styled = false): string {
  const title = styled ? bold : (text: string): string => text
  const list = describeCommands().map(({ name, summary }) => ({ term: name, text: summary }))
  return `${[
    overview.about,
    joined.behind(title(helpWords.usage), overview.usage),
    [title(overview.commands), ...formatRows([...list, { term: 'help', text: overview.help }])].join('\n'),
    [title(helpWords.common), ...formatRows(describeCommon())].join('\n'),
    overview.footer,
    [
      title(helpWords.exits),
      ...formatRows(Object.entries(helpWords.exit).map(([term, text]) => ({ term, text }))),
    ].join('\n'),
  ].join('\n\n')}\n`
}

function formatUsage(usage: readonly string[], title: (text: string) => string): string {
  const indent = ' '.repeat(cellsOf(joined.behind(helpWords.usage, '')))
  return usage.map((line, at) => (at === 0 ? joined.behind(title(helpWords.usage), line) : indent + line)).join('\n')
}

/** Terms in one column, their texts in the next. */
function formatRows(rows: readonly Row[]): readonly string[] {
  const column = 2 + 2 + rows.reduce((most, { term }) => Math.max(most, Math.min(cellsOf(term), WIDEST_TERM)), 0)
  return rows.flatMap(({ term, text }) => {
    const [first = '', ...rest] = wrapped(text, WIDTH - column)
    const indent = ' '.repeat(column)
    const head = `  ${term}`
    const lines = [first, ...rest].map((line) => `${indent}${line}`)
    return cellsOf(head) + 2 > column ? [head, ...lines] : [`${padEndTo(head, column)}${first}`, ...lines.slice(1)]
  })
}
