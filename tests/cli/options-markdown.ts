/** The reference of all commands as Markdown, for `docs/command-line.md`. */
import { helpWords } from '../../src/cli/messages/en/overview.ts'
import { describeCommands, describeCommon, type DescribedCommand } from '../../src/cli/options/describe.ts'

interface Row {
  readonly term: string
  readonly text: string
}

/** A section for each command, and the table of all exit codes. */
export function formatReference(): string {
  const described = describeCommands()
  return [
    ...described.map(formatCommand),
    `### ${helpWords.common.replace(':', '')}`,
    formatRows(describeCommon()),
    `## ${helpWords.exits.replace(':', '')}`,
    formatExits(described),
  ].join('\n\n')
}

function formatCommand({ name, about, usage, arguments: given, options, notes, examples }: DescribedCommand): string {
  return [
    `### \`${name}\``,
    ...about.map(escape),
    ['```sh', ...usage, '```'].join('\n'),
    ...[formatRows([...given, ...options])].filter(Boolean),
    ...notes.map(escape),
    ['```sh', ...examples, '```'].join('\n'),
  ].join('\n\n')
}

const formatRows = (rows: readonly Row[]): string =>
  rows.map(({ term, text }) => `- \`${term}\`: ${escape(text)}`).join('\n')

function formatExits(described: readonly DescribedCommand[]): string {
  const codes = Object.keys(helpWords.exit)
  const rows = described.map(({ name, exits }) => {
    const meanings = new Map(exits)
    return [`\`${name}\``, ...codes.map((code) => escape(meanings.get(code) ?? ''))]
  })
  const all = ['', ...Object.values(helpWords.exit).map(escape)]
  const table = [['', ...codes], codes.map(() => '-').concat('-'), all, ...rows]
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Characters that Markdown would read. */
const escape = (text: string): string => text.replace(/[<>*_|[\]{}]/g, '\\$&').replace(/https:\/\/\S+/g, '`$&`')
