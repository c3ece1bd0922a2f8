/** Stacks that BSBacktraceLogger and its many copies print: `Backtrace of Thread 259:` and rows without numbers or images' places. */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { collectImages, findStatedLoad } from '../text/text-images.ts'
import { addTextStack, finishTextReport, programOf, TextImages } from '../text/text-report.ts'
import { readIndexedRow, readLooseRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'

const HEAD = /\bBacktrace of Thread[ \t]+(\d{1,20}|0x[0-9a-f]{1,16})\b(?:[ \t]*\(?([^):]{0,256})\)?)?[ \t]*:/i

export const bsBacktraceFormat: ReportFormat = {
  id: 'bs-backtrace',
  label: 'BSBacktraceLogger stack',
  sniff: ({ text }: Sample) => HEAD.test(text),
  parse: parseBsBacktrace,
}

function parseBsBacktrace(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const { stacks, others } = collectStacks(eachLine(input.text), [readIndexedRow, readLooseRow], (text) =>
    HEAD.test(text),
  )
  const images = new TextImages(builder, collectImages(others))
  const rows = stacks.flatMap((stack) => stack.rows)
  const load = findStatedLoad(others)
  if (load) images.state(programOf(load, rows))
  images.learn(rows)
  const threads = stacks.map((stack, position): Thread => {
    const head = stack.title === undefined ? null : HEAD.exec(stack.title.text)
    return omitUndefined({
      id: head?.[1] === undefined ? position : Number(head[1]),
      name: head?.[2]?.trim() || undefined,
      crashed: false,
      frames: addTextStack(builder, images, stack.rows, 'thread'),
      span: stack.span,
    })
  })
  return success([finishTextReport(bsBacktraceFormat, input, builder, { threads })])
}
