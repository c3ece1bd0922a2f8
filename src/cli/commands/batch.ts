/** `unslide batch`: many reports, grouped by the crash that they are of. */
import { joined } from '../../core/messages/joins.ts'
import { problem } from '../../core/messages/problems.ts'
import { only } from '../../core/export/json-values.ts'
import { append } from '../../core/model/lists.ts'
import type { Problem } from '../../core/model/problem.ts'
import type { Report } from '../../core/model/report.ts'
import { groupReports, type Count, type Group, type ReportFacts } from '../../core/reading/groups.ts'
import type { FileBytes, InputFile } from '../../core/ports.ts'
import { tellProblems, UsageError, writeNote, writeOut, type Command } from '../command.ts'
import type { GroupDocument, GroupedReport, GroupsDocument } from '../documents/reports.ts'
import { readOptions } from '../options/read.ts'
import { addSilently, isOfSite, isSiteAddress } from '../io/input-files.ts'
import { addFound } from '../pipeline/add-found.ts'
import { createHost } from '../start/host.ts'
import { openEveryReport } from '../pipeline/join-reports.ts'
import { visibleText } from '../../core/model/visible-text.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { startReportThreads, type ReportThreads, type Standing } from '../pipeline/report-threads.ts'
import { chooseOutputFormat, needFolderOf, refuseInput } from '../io/output-place.ts'
import { readJobs } from '../pipeline/stream.ts'
import { writeOutputFile } from '../io/write-whole.ts'

interface Member {
  readonly path: string
  readonly facts: ReportFacts
}

/** Paths of a group that text shows; JSON has all. */
const SHOWN_PATHS = 5
const SHOWN_COUNTS = 3

export const batchCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'batch')
    const format = await chooseOutputFormat(values.format, values.output, ['text', 'json'])
    if (positionals.length === 0) throw new UsageError(errors.needsReport({ command: 'batch' }))
    const jobs = readJobs(values.jobs)
    if (values.output !== undefined) await needFolderOf(values.output)
    let unreadable = 0
    const files = await openEveryReport(positionals, () => unreadable++)
    if (files.length === 0) return 2
    if (values.output !== undefined)
      await refuseInput(values.output, [...positionals, ...files.map(({ path }) => path)], values.symbols)
    const found = values.find || values['find-in'] ? await findFor(files, values.symbols, values['find-in']) : []
    const given = {
      symbols: [...(values.symbols ?? []), ...found],
      similar: values.similar ?? [],
      cache: values.cache,
    }
    const options = { anyBuild: values['any-build'] === true, similar: values.similar !== undefined }
    const threads = await startReportThreads(given, options, Math.min(jobs, files.length), false)
    let lacking = 0
    const members: Member[] = []
    /** Problems of sites that did not answer. */
    const unasked: Problem[] = []
    await Promise.all(
      files.map(async (file) => {
        const { standing, found, problems } = await read(threads, file)
        append(
          unasked,
          problems.filter((found) => standing !== 'unreadable' && isOfSite(found)),
        )
        if (standing === 'unreadable') {
          tellProblems(problems)
          unreadable++
        } else if (standing === 'lacking') lacking++
        for (const facts of found) members.push({ path: file.path, facts })
      }),
    ).finally(() => threads.end())
    tellProblems(unasked)
    members.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    const groups = groupReports(members)
    const text = format === 'json' ? formatJson(groups, unreadable) : formatText(groups, members.length)
    if (values.output === undefined) await writeOut(text)
    else await writeOutputFile(values.output, visibleText(text))
    if (lacking > 0) writeNote(results.batchLacking({ lacking, files: files.length }))
    return unreadable > 0 ? 2 : lacking > 0 ? 1 : 0
  },
}

/** Paths of symbols that `--find` finds for these reports. */
async function findFor(
  files: readonly InputFile[],
  symbols: readonly string[] = [],
  folders: readonly string[] = [],
): Promise<readonly string[]> {
  const engine = createHost()
  await addSilently(
    engine,
    symbols.filter((one) => !isSiteAddress(one)),
  )
  const reports: Report[] = []
  for (const file of files) {
    const parsed = await engine.parse(file)
    if (parsed.ok) append(reports, parsed.value)
  }
  return addFound(engine, reports, folders)
}

interface Read {
  readonly standing: Standing
  readonly found: readonly ReportFacts[]
  readonly problems: readonly Problem[]
}

async function read(threads: ReportThreads, { path, blob }: InputFile): Promise<Read> {
  const content = isPlaced(blob) ? blob.place : new Uint8Array(await blob.arrayBuffer())
  const answer = await threads.run({ kind: 'file', path, content })
  if (!answer)
    return { standing: 'unreadable', found: [], problems: [problem('report-thread-ended', {}, { file: path })] }
  return {
    standing: answer.standing,
    ...(JSON.parse(new TextDecoder().decode(answer.json)) as Pick<Read, 'found' | 'problems'>),
  }
}

const isPlaced = (blob: Blob): blob is Blob & FileBytes => 'place' in blob

function formatJson(groups: readonly Group<Member>[], unreadable: number): string {
  const written = groups.map(({ first: { facts }, reports, ...counts }) =>
    only<GroupDocument>({
      signature: facts.signature,
      title: facts.title,
      grade: facts.grade,
      process: facts.process,
      isCrash: facts.isCrash,
      function: facts.function || undefined,
      location: facts.location || undefined,
      count: reports.length,
      ...counts,
      reports: reports.map(({ path, facts: { date } }) => only<GroupedReport>({ path, date })),
    }),
  )
  return `${JSON.stringify({ groups: written, unreadable } satisfies GroupsDocument, null, 2)}\n`
}

function formatText(groups: readonly Group<Member>[], count: number): string {
  const width = String(groups[0]?.reports.length ?? 0).length
  const indent = ' '.repeat(width + 2)
  const blocks = groups.map(({ first: { facts }, reports, versions, systems, devices }) => {
    const where = [facts.function, facts.location].filter(Boolean).join('  ')
    const counted = [versions, systems, devices].map(formatCounts).filter(Boolean).join(' · ')
    const paths = reports.slice(0, SHOWN_PATHS).map(({ path }) => path)
    const rest = reports.length - paths.length
    return [
      `${String(reports.length).padStart(width)}  ${titleOf(facts)}`,
      ...[where, counted, ...paths, rest > 0 ? results.morePaths({ rest }) : '']
        .filter(Boolean)
        .map((line) => indent + line),
    ].join('\n')
  })
  const areCrashes = groups.every(({ first }) => first.facts.isCrash)
  return [results.grouped({ count, groups: groups.length, areCrashes }), ...blocks]
    .map((block) => `${block}\n`)
    .join('\n')
}

/** `Trailmap: Invalid memory access`. */
function titleOf({ process, title }: ReportFacts): string {
  return process === undefined || title.includes(process) ? title : joined.labelled(process, title)
}

function formatCounts(counts: readonly Count[]): string {
  const shown = counts.slice(0, SHOWN_COUNTS).map(({ value, count }) => results.counted({ value, count }))
  return joined.list([...shown, ...(counts.length > SHOWN_COUNTS ? ['…'] : [])])
}
