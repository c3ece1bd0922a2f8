/** `unslide parse`: reports as they were understood, without symbols. */
import { formatParsed } from '../../core/parsed.ts'
import { tellProblems, UsageError, writeError, writeOut, type Command } from '../command.ts'
import type { ParsedDocument, ReportDocument } from '../../core/documents/report.ts'
import { readOptions } from '../options/read.ts'
import { createHost } from '../start/host.ts'
import { openEveryReport } from '../pipeline/join-reports.ts'
import { errors } from '../messages/errors.ts'
import { append } from '../../core/model/lists.ts'
import { losesRows } from '../pipeline/tell-missing.ts'

export const parseCommand: Command = {
  async run(args) {
    const { positionals } = readOptions(args, 'parse')
    if (positionals.length === 0) throw new UsageError(errors.needsReport({ command: 'parse' }))
    const engine = createHost()
    const reports: ReportDocument[] = []
    let unreadable = 0
    let lacks = false
    for (const file of await openEveryReport(positionals, () => unreadable++)) {
      try {
        const parsed = await engine.parse(file)
        const found = parsed.ok ? parsed.value : []
        tellProblems([...parsed.problems, ...found.flatMap(({ problems }) => problems)])
        lacks ||= found.some(losesRows)
        if (!parsed.ok) unreadable++
        else append(reports, formatParsed(parsed.value, parsed.problems))
      } catch (thrown) {
        if (!(thrown instanceof UsageError)) throw thrown
        writeError(thrown.message)
        unreadable++
      }
    }
    if (reports.length > 0) await writeOut(`${JSON.stringify({ reports } satisfies ParsedDocument, null, 2)}\n`)
    return unreadable > 0 ? 2 : lacks ? 1 : 0
  },
}
