/** Answers of tools on the details of an open report: registers, instructions, variables, other forms, the file's own lines. */
import { formatVariables } from '../../core/export/json-variables.ts'
import { markdownExporter } from '../../core/export/markdown.ts'
import { originalExporter } from '../../core/export/original.ts'
import { textExporter } from '../../core/export/text.ts'
import type { Frame, SymbolicatedReport } from '../../core/model/report.ts'
import { frameCodeReading } from '../../core/reading/fault.ts'
import { factsOf, groupReports, type Count } from '../../core/reading/groups.ts'
import { registersReading } from '../../core/reading/registers.ts'
import { stacksOf } from '../../core/reading/stacks.ts'
import { withoutValues } from '../../core/reading/variables.ts'
import { formatProblem, UsageError } from '../command.ts'
import { mcpErrors } from '../messages/mcp.ts'
import { page, type Answer, type PageRequest } from './answers.ts'
import type { Desk } from './desk.ts'

/** Forms that `export_report` writes. */
export const exportForms = ['text', 'markdown', 'original'] as const
const exporters = { text: textExporter, markdown: markdownExporter, original: originalExporter }

/** Bytes of a file that `raw_text` reads. */
const MOST_RAW = 64 * 1024 * 1024

/** A frame of a stack, by the numbers that `show_stack` gives. */
export interface FrameChoice {
  readonly report: string
  readonly stack?: string | undefined
  readonly frame?: number | undefined
}

/** The registers of the thread that crashed. Throws `UsageError` where the report has none. */
export function showRegisters(symbolicated: SymbolicatedReport): Answer {
  const reading = registersReading(symbolicated)
  if (!reading) throw new UsageError(mcpErrors.noRegisters)
  const registers = reading.rows.map(({ name, value, isUsed, readings }) => ({
    name,
    value,
    usedAtFault: isUsed ? true : undefined,
    meanings: readings.length > 0 ? readings.map(({ text, grade }) => ({ text, grade })) : undefined,
  }))
  return { title: reading.title, ...page(registers, { offset: 0, limit: registers.length }, (row) => row) }
}

/** The instructions around a frame. Throws `UsageError` where no file has its code. */
export async function showCode(desk: Desk, choice: FrameChoice): Promise<Answer> {
  const { handle, position, report } = await desk.place(choice.report)
  const frame = frameOf(report, choice)
  const code = await desk.engine.frameCode({ handle, report: position, frame })
  if (!code.ok) throw new UsageError(code.problems.map(formatProblem).join('\n'))
  const { source, rows } = frameCodeReading(code.value)
  return {
    frame: frame.index,
    source,
    ...page(rows, { offset: 0, limit: rows.length }, ({ address, bytes, text, mark, note, protection }) => ({
      address,
      bytes,
      text,
      mark,
      note,
      protection,
    })),
  }
}

/** Parameters and locals of a frame; no values where the server redacts. */
export async function showVariables(desk: Desk, choice: FrameChoice): Promise<Answer> {
  const { handle, position, report } = await desk.place(choice.report)
  const frame = frameOf(report, choice)
  const outcome = await desk.engine.variablesOfFrame({ handle, report: position, frame: frame.id })
  if (!outcome.ok) throw new UsageError(outcome.problems.map(formatProblem).join('\n'))
  if (outcome.value === undefined) throw new UsageError(mcpErrors.noFrame({ frame: frame.index }))
  const { known, note, scopes } = formatVariables(desk.redacts ? withoutValues(outcome.value) : outcome.value)
  return { frame: frame.index, known, note, ...page(scopes, { offset: 0, limit: scopes.length }, (scope) => scope) }
}

function frameOf(symbolicated: SymbolicatedReport, { stack, frame }: FrameChoice): Frame {
  const stacks = stacksOf(symbolicated.report)
  const chosen = stack === undefined ? stacks[0] : stacks.find(({ key }) => key === stack)
  if (!chosen)
    throw new UsageError(
      mcpErrors.noStack({
        given: stack ?? '',
        known: stacks
          .map(({ key }) => key)
          .slice(0, 8)
          .join(', '),
      }),
    )
  const found = frame === undefined ? chosen.frames[0] : chosen.frames.find(({ index }) => index === frame)
  if (!found) throw new UsageError(mcpErrors.noFrame({ frame: frame ?? 0 }))
  return found
}

/** Open reports in groups of one crash, the largest first. */
export async function groupOpen(desk: Desk, request: PageRequest): Promise<Answer> {
  const members = []
  for (const handle of desk.handles) members.push({ handle, facts: factsOf(await desk.report(handle)) })
  const counts = (list: readonly Count[]): unknown => list.map(({ value, count }) => ({ value, count }))
  return page(groupReports(members), request, ({ first, reports, versions, systems, devices }) => ({
    title: first.facts.title,
    grade: first.facts.grade,
    process: first.facts.process,
    function: first.facts.function,
    at: first.facts.location,
    reports: reports.map(({ handle }) => handle),
    versions: counts(versions),
    systems: counts(systems),
    devices: counts(devices),
  }))
}

/** The whole report in another form, as lines in pages. */
export function exportReport(
  symbolicated: SymbolicatedReport,
  form: (typeof exportForms)[number],
  request: PageRequest,
): Answer {
  return { form, ...page(exporters[form].write([symbolicated]).trimEnd().split('\n'), request, (line) => line) }
}

/** Lines of the report's file as they are. Throws `UsageError` where the server redacts, and for a file that is too large. */
export async function rawText(desk: Desk, handle: string, request: PageRequest): Promise<Answer> {
  const { file } = await desk.place(handle)
  if (desk.redacts) throw new UsageError(mcpErrors.rawRedacted)
  if (file.blob.size > MOST_RAW) throw new UsageError(mcpErrors.rawTooLarge({ bytes: file.blob.size }))
  return page((await readText(file.blob)).split(/\r?\n/), request, (line) => line)
}

const readText = async (bytes: {
  readonly size: number
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> }
}): Promise<string> => new TextDecoder().decode(await bytes.slice(0, bytes.size).arrayBuffer())
