/** A report as a text that a person can compare with the file: its facts, its images, and every row of every stack. */
import type { BinaryImage } from '../../src/core/model/image.ts'
import type { CallTreeNode, Report, Stack } from '../../src/core/model/report.ts'
import { describe } from '../core/reports/fixture.ts'

const hex = (value: bigint | undefined): string => (value === undefined ? '-' : `0x${value.toString(16)}`)

function imageLine(image: BinaryImage): string {
  const { index, name, uuid, loadAddress, size, arch } = image
  return `  ${index} ${name} ${hex(loadAddress)} ${size === undefined ? '-' : `+0x${size.toString(16)}`} ${uuid ?? '-'} ${arch ?? '-'}`
}

function* treeLines(report: Report, nodes: readonly CallTreeNode[], depth: number): Generator<string> {
  for (const { frame, count, self, children } of nodes) {
    const own = self === undefined ? '' : ` (self ${self})`
    yield `${'  '.repeat(depth)}${count}${own} ${describe(report, frame)}`
    yield* treeLines(report, children, depth + 1)
  }
}

function* reportLines(report: Report): Generator<string> {
  const { header, exception, termination } = report
  yield `format ${report.format}`
  for (const [key, value] of Object.entries(header))
    if (typeof value === 'string' || typeof value === 'number') yield `${key} ${value}`
  for (const [key, value] of header.fields) yield `field ${key} = ${value}`
  const said = { ...exception, ...termination }
  for (const [key, value] of Object.entries(said))
    yield `${key} ${typeof value === 'bigint' ? hex(value) : String(value)}`
  yield `images ${report.images.length}`
  yield* report.images.map(imageLine)
  const rows = function* (title: string, { frames }: Stack): Generator<string> {
    yield title
    yield* frames.map((frame) => `  ${frame.index} ${describe(report, frame)}`)
  }
  if (report.lastException) yield* rows('last exception', report.lastException)
  for (const thread of report.threads) {
    const words = [`thread ${thread.id}`, thread.name, thread.queue, thread.crashed ? '*' : undefined]
    yield* rows(words.filter((word) => word !== undefined).join(' '), thread)
    for (const { name, value } of thread.registers ?? []) yield `  register ${name} ${hex(value)}`
  }
  for (const stack of report.backtraces) yield* rows('backtrace', stack)
  for (const tree of report.callTrees) {
    yield `tree ${tree.title} in ${tree.weight}`
    yield* treeLines(report, tree.roots, 1)
  }
  for (const section of report.sections) yield `section ${section.title}`
  for (const event of report.events ?? []) yield `event ${event.time ?? '-'} ${event.kind} ${event.text}`
  for (const { code } of report.problems) yield `problem ${code}`
}

/** All reports of a file, one after another. */
export function goldenText(reports: readonly Report[]): string {
  return `${reports.map((report) => [...reportLines(report)].join('\n')).join('\n\n')}\n`
}
