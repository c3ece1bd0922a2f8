/** An export of `xctrace` as a report: a call tree for each thread of a table with stacks, a table for each other. */
import type { CallTree, Report, ReportEvent, ReportSection } from '../../model/report.ts'
import { failure, success, type Outcome, type Problem } from '../../model/problem.ts'
import { problem } from '../../messages/problems.ts'
import { xctraceWords as words } from '../../messages/labels.ts'
import type { InputFile } from '../../ports.ts'
import { ReportBuilder, type FrameRow } from '../base/report-builder.ts'
import { TreeRows } from '../text/tree-rows.ts'
import { DEEPEST_STACK } from './stack-table.ts'
import { MOST_ROWS } from './xctrace-rows.ts'
import { XctraceTables, type Table, type Track } from './xctrace-tables.ts'
import { readXml } from './xml-stream.ts'

/** Tables whose rows are times that a program did not respond. */
const HANGS = new Set(['potential-hangs', 'hang-risks'])

/** Tables whose rows are frames of the screen that came late. */
const HITCHES = /^hitches(?:-|$)/

/** Reads an export of any size. Never rejects for what the file holds. */
export async function readXctrace({ path, blob }: InputFile): Promise<Outcome<Report>> {
  const found = new XctraceTables()
  const faults = await readXml(blob, found)
  const builder = new ReportBuilder(path)
  const tables = found.tables.filter(({ samples, rows }) => samples > 0 || rows.count > 0)
  const callTrees = treesOf(tables, found, builder)
  for (const fault of [...faults, ...faultsOf(found)]) builder.problem(fault)
  const sections = tables.flatMap((table) => sectionsOf(table))
  const built = builder.finish()
  const [first] = tables
  if (!first && found.tables.every(({ schema }) => schema === ''))
    return failure([...built.problems, problem('no-report', {}, { file: path })])
  const process = onlyProcess(tables)
  const events = eventsOf(tables)
  const report: Report = {
    format: 'xctrace',
    label: labelOf((first ?? found.tables[0])?.schema ?? ''),
    kind: callTrees.length === 0 && tables.some(isHangs) ? 'hang' : 'profile',
    file: path,
    text: '',
    textKind: 'none',
    header: { ...process, fields: fieldsOf(found.tables, tables) },
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees,
    ...(events.length > 0 && { events }),
    sections,
    ...built,
  }
  return success(report, built.problems)
}

const isHangs = ({ schema, rows }: Table): boolean => HANGS.has(schema) && rows.count > 0

function faultsOf({ dangling, circular, left, skipped, stacks, tables }: XctraceTables): Omit<Problem, 'file'>[] {
  const leftOut = tables.reduce((sum, { rows }) => sum + rows.leftOut, 0)
  return [
    ...(dangling > 0 ? [problem('dangling-references', { count: dangling })] : []),
    ...(circular > 0 ? [problem('circular-references', { count: circular })] : []),
    ...(left > 0 ? [problem('values-left-out', { count: left })] : []),
    ...(skipped > 0 ? [problem('skipped-samples', { samples: skipped })] : []),
    ...(stacks.left > 0 ? [problem('stacks-left-out', { samples: stacks.left })] : []),
    ...(stacks.cut > 0 ? [problem('deep-stacks', { stacks: stacks.cut, levels: DEEPEST_STACK })] : []),
    ...(leftOut > 0 ? [problem('rows-left-out', { rows: leftOut, kept: MOST_ROWS }, { severity: 'note' })] : []),
  ]
}

function treesOf(tables: readonly Table[], found: XctraceTables, builder: ReportBuilder): CallTree[] {
  const places = found.binaries.map((binary) => builder.addImage(binary))
  const rows = found.frames.map(({ image, ...row }): FrameRow =>
    image === undefined ? row : { ...row, image: places[image] },
  )
  const isOne = processesOf(tables).length < 2
  // An address of a file with several processes says nothing of whose image it lies in.
  const list = isOne ? undefined : builder.newImageList()
  const hasSeveral = tables.filter(({ samples }) => samples > 0).length > 1
  return tables.flatMap((table) =>
    [...table.tracks.values()].flatMap((track): CallTree[] => {
      const tree = new TreeRows()
      const written = found.stacks.write(track.samples, rows, tree, words.noStack, track.unit === 'bytes')
      const title = [hasSeveral ? table.schema : '', titleOf(track, isOne)].filter((part) => part !== '').join(', ')
      const weight = words.units[track.unit]
      const times = track.times.finish(written)
      return tree.size === 0 ? [] : [{ title, weight, roots: tree.build(builder, list), ...(times && { times }) }]
    }),
  )
}

/** `Main Thread (0x34a)`, behind its process where there are several. */
function titleOf({ thread, process }: Track, isOne: boolean): string {
  const { name, pid } = partsOf(process)
  const own = ` (${name}, pid: ${pid})`
  const short = name !== undefined && thread.endsWith(own) ? thread.slice(0, -own.length) : thread
  const title = short === '' ? words.allThreads : short
  return isOne || name === undefined ? title : `${name} [${pid ?? 0}] ${title}`
}

/** `Trailmap (4471)`. */
function partsOf(process: string | undefined): { readonly name?: string; readonly pid?: number } {
  const match = /^(.{1,300}) \((\d{1,10})\)$/.exec(process ?? '')
  return match?.[1] ? { name: match[1], pid: Number(match[2]) } : process ? { name: process } : {}
}

const processesOf = (tables: readonly Table[]): readonly string[] => [
  ...new Set(tables.flatMap(({ tracks }) => [...tracks.values()].flatMap(({ process }) => process ?? []))),
]

function onlyProcess(tables: readonly Table[]): { readonly process?: string; readonly pid?: number } {
  const [only, ...others] = processesOf(tables)
  if (only === undefined || others.length > 0) return {}
  const { name, pid } = partsOf(only)
  return { ...(name !== undefined && { process: name }), ...(pid !== undefined && { pid }) }
}

function fieldsOf(all: readonly Table[], tables: readonly Table[]): (readonly [string, string])[] {
  const samples = tables.reduce((sum, table) => sum + table.samples, 0)
  const without = tables.reduce(
    (sum, { tracks }) =>
      sum + [...tracks.values()].reduce((part, track) => part + (track.samples.get(0)?.count ?? 0), 0),
    0,
  )
  const hangs = tables.filter(isHangs)
  const longest = hangs.map((table) => table.longest).sort((a, b) => b.value - a.value)[0]
  return [
    [words.table, all.map(({ schema }) => schema).join(', ')],
    ...(samples > 0 ? [[words.samples, `${samples}`] as const] : []),
    ...(without > 0 ? [[words.samplesWithoutStack, `${without}`] as const] : []),
    ...(hangs.length > 0 ? [[words.hangs, `${hangs.reduce((sum, { rows }) => sum + rows.count, 0)}`] as const] : []),
    ...(longest && longest.value >= 0 ? [[words.hangDuration, longest.text] as const] : []),
  ]
}

/** Hangs and hitches in the order of time; their times are those since the recording began. */
function eventsOf(tables: readonly Table[]): ReportEvent[] {
  const isOne = processesOf(tables).length < 2
  return tables
    .filter(({ schema }) => HANGS.has(schema) || HITCHES.test(schema))
    .flatMap(({ schema, intervals }) => intervals.map((interval) => ({ isHang: HANGS.has(schema), ...interval })))
    .sort((a, b) => a.start - b.start)
    .map(({ start, duration, type, thread, isHang }): ReportEvent => {
      const owner = isOne ? / \([^()]{1,300}, pid: \d{1,10}\)$/ : /$/
      const text = words.interval({ isHang, type, thread: thread.replace(owner, '') })
      const time = clockSince(start)
      return { kind: 'measure', text, lasted: duration / 1e9, ...(time !== undefined && { time }) }
    })
}

/** `00:01:02.223`: nanoseconds since the recording began; undefined for a hundred hours and more. */
function clockSince(nanoseconds: number): string | undefined {
  const milliseconds = Math.floor(nanoseconds / 1e6)
  const hours = Math.floor(milliseconds / 3_600_000)
  return hours > 99
    ? undefined
    : `${String(hours).padStart(2, '0')}:${new Date(milliseconds % 3_600_000).toISOString().slice(14, 23)}`
}

const sectionsOf = ({ rows, schema, columns }: Table): ReportSection[] =>
  rows.sections(schema === '' ? words.rowsOfTable : schema, columns)

/** What a table is called, by its schema. */
function labelOf(schema: string): string {
  if (schema === '') return words.label
  return Object.hasOwn(words.tables, schema) ? (words.tables[schema] ?? words.label) : words.otherTable({ schema })
}
