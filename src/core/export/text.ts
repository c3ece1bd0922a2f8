/** A crash as a person reads it in a terminal: what happened, why, every stack, what symbols are missing. */
import { exported, exportFormats } from '../messages/en/export.ts'
import { threadMark } from '../model/frames.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { damageOf } from '../reading/damage.ts'
import { gradedTitle, headlineOf } from '../reading/headline.ts'
import { isToldMissing } from '../reading/image-state.ts'
import { stacksOf, type StackReading } from '../reading/stacks.ts'
import { subjectOf } from '../reading/subject.ts'
import { faultReading } from '../reading/fault.ts'
import type { Exporter } from './exporter.ts'
import { faultRows } from './fault-rows.ts'
import { legendLines } from './legend.ts'
import { pathRows, stackRows } from './stack-rows.ts'

export const textExporter: Exporter = {
  id: 'text',
  label: exportFormats.text,
  extension: 'txt',
  mediaType: 'text/plain',
  write: (reports, { fault = false } = {}) =>
    `${reports.map((report) => formatReport(report, fault)).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
}

function formatReport(symbolicated: SymbolicatedReport, fault: boolean): string {
  const { report, explanations } = symbolicated
  const headline = headlineOf(symbolicated)
  const blocks: string[][] = [
    [headline.kind, gradedTitle(headline), headline.codes.join(' ')].filter((line) => line !== ''),
    [subjectOf(symbolicated).join(', '), report.file].filter((line) => line !== ''),
    damageOf(symbolicated).map(({ text }) => text),
  ]
  for (const explanation of explanations) {
    const heading = explanation === headline.explanation ? [] : [gradedTitle(explanation)]
    const checks = explanation.checks.map((check) => `  - ${plain(check)}`)
    blocks.push([...heading, plain(explanation.meaning), `${exported.seen} ${explanation.evidence}`, ...checks])
  }
  for (const stack of stacksOf(report)) if (stack.frames.length > 0) blocks.push(formatStack(symbolicated, stack))
  const reading = fault ? faultReading(symbolicated) : undefined
  if (reading) blocks.push([reading.title, ...reading.told, ...faultRows(reading), reading.source])
  for (const tree of report.callTrees) {
    const rows = pathRows(symbolicated, tree)
    if (rows.length > 0) blocks.push([`${tree.title}: ${exported.heaviestPath({ weight: tree.weight })}`, ...rows])
  }
  blocks.push([...legendLines([symbolicated])], formatMissing(symbolicated))
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.map(oneLine).join('\n'))
    .join('\n\n')
}

function formatStack(symbolicated: SymbolicatedReport, stack: StackReading): string[] {
  const { rows, reasons, found } = stackRows(symbolicated, stack)
  const mark = stack.thread && threadMark(stack.thread)
  const twins = stack.twins.length === 0 ? '' : exported.twins({ threads: stack.twins.length })
  return [
    `${stack.title}${twins}${mark ? ` (${mark})` : ''}`,
    ...rows,
    ...reasons.map((reason) => `${exported.leftOutMark} ${reason}`),
    ...(found === undefined ? [] : [`${exported.foundBy} ${found}`]),
  ]
}

function formatMissing({ report, images }: SymbolicatedReport): string[] {
  const missing = images.filter(isToldMissing)
  if (missing.length === 0) return []
  const lines = missing.map(({ image, reason }) => {
    const { name, uuid } = report.images[image] ?? { name: '???' }
    return `  ${name} ${uuid ?? exported.noUuid}: ${reason ?? ''}`.trimEnd()
  })
  return [exported.missingSymbols, ...lines]
}

/** What a report says may hold line ends; a row of this text is a row. */
const oneLine = (text: string): string => text.replace(/\s*[\n\r\u2028\u2029]\s*/g, ' ')

/** A sentence of ours without the backticks around code. */
const plain = (text: string): string => text.replaceAll('`', '')
