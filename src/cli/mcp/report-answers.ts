/** Answers of tools on a report, made from `core/reading` like the exports, but shorter. */
import { formatComparison } from '../../core/export/comparison.ts'
import { faultRows } from '../../core/export/fault-rows.ts'
import { compareReports } from '../../core/compare/compare-reports.ts'
import { formatHex } from '../../core/model/address.ts'
import { imageNameOf } from '../../core/model/frames.ts'
import type { Frame, ImageStatus, SymbolicatedReport } from '../../core/model/report.ts'
import { damageOf } from '../../core/reading/damage.ts'
import { doingOf, doingWords } from '../../core/reading/doing.ts'
import { faultReading } from '../../core/reading/fault.ts'
import { headlineOf } from '../../core/reading/headline.ts'
import { imageState, isToldMissing, waysOf } from '../../core/reading/image-state.ts'
import { exactLocation, linesOf } from '../../core/reading/lines.ts'
import { isOwnFrame } from '../../core/reading/own-code.ts'
import { aliasText } from '../../core/model/aliases.ts'
import { isAlwaysTold } from '../../core/model/provenance.ts'
import { shownLevel } from '../../core/reading/shown-grade.ts'
import { stacksOf, type StackReading } from '../../core/reading/stacks.ts'
import { subjectOf } from '../../core/reading/subject.ts'
import { UsageError } from '../command.ts'
import { mcpErrors } from '../messages/mcp.ts'
import { page, type Answer, type PageRequest } from './answers.ts'

/** Frames of the first stack, and images without symbols, in the summary. */
const SUMMARY_ITEMS = 8

/** The report in few lines: what happened, where, what is missing. */
export function summarize(handle: string, symbolicated: SymbolicatedReport): Answer {
  const { report, images } = symbolicated
  const headline = headlineOf(symbolicated)
  const stacks = stacksOf(report)
  const [main] = stacks
  const missing = images.filter(isToldMissing)
  const { where } = headline
  return {
    report: handle,
    file: report.file,
    kind: report.label,
    about: subjectOf(symbolicated),
    end: headline.end,
    headline: { text: headline.title, grade: headline.grade, codes: headline.codes },
    where: where && { frame: where.frame.index, ...frameAnswer(symbolicated, where.frame) },
    explanations: symbolicated.explanations.map(({ title }) => title),
    damage: damageOf(symbolicated).map(({ text }) => text),
    counts: { stacks: stacks.length, threads: report.threads.length, frames: report.frameCount, images: images.length },
    firstStack: main && {
      ...stackAnswer(symbolicated, main),
      top: main.frames.slice(0, SUMMARY_ITEMS).map((frame) => frameAnswer(symbolicated, frame)),
    },
    missingSymbols:
      missing.length > 0
        ? page(missing, { offset: 0, limit: SUMMARY_ITEMS }, (status) => imageAnswer(symbolicated, status))
        : undefined,
  }
}

export function explain(symbolicated: SymbolicatedReport): Answer {
  const headline = headlineOf(symbolicated)
  const fault = faultReading(symbolicated)
  return {
    headline: { text: headline.title, grade: headline.grade, codes: headline.codes },
    explanations: symbolicated.explanations.map(({ id, title, grade = 'likely', meaning, evidence, checks }) => ({
      id,
      title,
      grade,
      meaning,
      evidence,
      checks,
    })),
    damage: damageOf(symbolicated).map(({ text }) => text),
    fault: fault && { title: fault.title, told: fault.told, instructions: faultRows(fault), source: fault.source },
  }
}

export function listStacks(symbolicated: SymbolicatedReport, request: PageRequest): Answer {
  return page(stacksOf(symbolicated.report), request, (stack) => stackAnswer(symbolicated, stack))
}

/** Throws `UsageError` where the report has no such stack. */
export function showStack(symbolicated: SymbolicatedReport, key: string, request: PageRequest): Answer {
  const stacks = stacksOf(symbolicated.report)
  const stack = stacks.find((candidate) => candidate.key === key)
  if (!stack) {
    const known = stacks.slice(0, SUMMARY_ITEMS).map((candidate) => candidate.key)
    throw new UsageError(
      mcpErrors.noStack({ given: key, known: [...known, ...(stacks[SUMMARY_ITEMS] ? ['…'] : [])].join(', ') }),
    )
  }
  return {
    ...stackAnswer(symbolicated, stack),
    ...page(stack.frames, request, (frame) => ({ frame: frame.index, ...frameAnswer(symbolicated, frame) })),
  }
}

/** Those with frames, unless `all`. */
export function listImages(symbolicated: SymbolicatedReport, all: boolean, request: PageRequest): Answer {
  const images = symbolicated.images.filter(({ frames }) => all || frames > 0)
  return page(images, request, (status) => imageAnswer(symbolicated, status))
}

/** The verdict and what speaks for it; the whole comparison as lines of Markdown, in pages. */
export function compare(a: SymbolicatedReport, b: SymbolicatedReport, request: PageRequest): Answer {
  const comparison = compareReports(a, b)
  const { level, title, checks } = comparison.verdict
  const lines = formatComparison(comparison, a, b).trimEnd().split('\n')
  return {
    verdict: { level, title },
    checks: checks.map(({ about, result, text }) => ({ about, result, text })),
    ...page(lines, request, (line) => line),
  }
}

function stackAnswer(
  symbolicated: SymbolicatedReport,
  { key, title, crashed, main, frames, twins }: StackReading,
): Answer {
  return {
    stack: key,
    title,
    crashed: crashed ? true : undefined,
    readFirst: main ? true : undefined,
    frames: frames.length,
    sameStack: twins.length > 0 ? twins.map(({ id }) => id) : undefined,
    doing: doingWords(doingOf(symbolicated, frames)),
  }
}

/** A frame with its calls, innermost first; without a grade the names are sure. */
function frameAnswer(symbolicated: SymbolicatedReport, frame: Frame): Answer {
  return {
    image: imageNameOf(symbolicated.report, frame),
    address: frame.address === undefined ? undefined : formatHex(frame.address),
    own: isOwnFrame(symbolicated, frame) ? true : undefined,
    grade: shownLevel(symbolicated, frame),
    calls: linesOf(symbolicated, frame).map((line) => ({
      function: line.name,
      at: exactLocation(line),
      inlined: line.inlined ? true : undefined,
      from: line.call && isAlwaysTold(line.call) ? aliasText(line.call) : undefined,
    })),
  }
}

function imageAnswer({ report }: SymbolicatedReport, status: ImageStatus): Answer {
  const image = report.images[status.image]
  const isMissing = isToldMissing(status)
  return {
    name: image?.name,
    uuid: image?.uuid,
    arch: image?.arch,
    load: status.loadAddress === undefined ? undefined : formatHex(status.loadAddress),
    symbols: imageState(status),
    frames: status.frames,
    unnamed: status.unnamed,
    reason: isMissing ? status.reason : undefined,
    ways: isMissing ? waysOf(status) : undefined,
  }
}
