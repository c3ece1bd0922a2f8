/**
 * Reports as systems write them since iOS 26, against the labels that a person wrote before: the kind of end, and words that the first
 * lines must and must not have. The sample's dSYM names the stacks of allocations.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { textExporter } from '../../src/core/export/text.ts'
import type { Backtrace, SymbolicatedReport } from '../../src/core/model/report.ts'
import { endOf } from '../../src/core/reading/end.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

const folder = `${corpus ?? ''}reports-2026/`
const dsym = fileURLToPath(new URL('../../public/sample/Trailmap.dSYM.zip', import.meta.url))

/** The ends that each word of the list allows. */
const ends: Readonly<Record<string, readonly string[]>> = {
  crash: ['crash'],
  killed: ['killed'],
  nonfatal: ['non-fatal'],
  // The list says only that they are no crash.
  metrics: ['profile', 'hang', 'non-fatal'],
  profile: ['profile'],
  hangs: ['hang'],
}

interface Truth {
  readonly file: string
  readonly end: string
  readonly must: RegExp
  readonly not: RegExp
  readonly stacks: string
}

const truths: readonly Truth[] =
  corpus === undefined
    ? []
    : readFileSync(`${folder}TRUTH.tsv`, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.split('\t'))
        .map(([file = '', end = '', must = '', not = '', stacks = '']) => ({
          file,
          end,
          must: new RegExp(must),
          not: new RegExp(not, 'm'),
          stacks,
        }))

let engine: ReturnType<typeof createEngine>
let right = 0

/** What is said above the stacks, without the file's own path and without steps to check. */
function firstLines(report: SymbolicatedReport): string {
  const [head = ''] = textExporter.write([report]).split(/\n(?=Thread \d|.*: Heaviest path|Call tree|Last Exception)/)
  return head
    .split('\n')
    .filter((line) => !line.includes(report.report.file) && !/^ +- /.test(line))
    .join('\n')
}

function isNamed({ report, resolutions }: SymbolicatedReport, { frames }: Backtrace): boolean {
  const own = frames.filter(({ image }) => image !== undefined && report.images[image]?.name === 'Trailmap')
  return own.length > 0 && own.every(({ id }) => resolutions[id]?.kind === 'resolved')
}

/** Stacks that the list asks for and that are not there. */
function lacking(reports: readonly SymbolicatedReport[], wanted: string): string[] {
  const [, count, what] = /^(\d+) (frames|samples)$/.exec(wanted) ?? []
  if (what === 'frames') {
    const frames = reports.reduce((sum, { report }) => sum + report.frameCount, 0)
    return String(frames) === count ? [] : [`${frames} frames instead of ${count}`]
  }
  if (what === 'samples') {
    const samples = reports[0]?.report.header.fields.find(([key]) => key === 'Samples')?.[1]
    return samples === count ? [] : [`${samples} samples instead of ${count}`]
  }
  return wanted
    .split(',')
    .filter((role) => role !== '')
    .flatMap((role) => {
      const stacks = reports.flatMap((one) => one.report.backtraces.filter((stack) => stack.role === role))
      if (stacks.length === 0) return [`no stack “${role}”`]
      return reports.some((one) => one.report.backtraces.some((stack) => stack.role === role && isNamed(one, stack)))
        ? []
        : [`stack “${role}” has no names`]
    })
}

describe.runIf(corpus !== undefined)('reports of iOS 26', () => {
  beforeAll(async () => {
    engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    await engine.add([{ path: 'Trailmap.dSYM.zip', blob: new Blob([new Uint8Array(readFileSync(dsym))]) }])
  })

  afterAll(() => {
    console.log(`reports-2026: ${right} of ${truths.length} as a person wrote of them beforehand`)
  })

  test.each(truths)('$file', async ({ file, end, must, not, stacks }) => {
    const bytes = new Uint8Array(readFileSync(folder + file))
    const outcome = await engine.symbolicate({ path: file, blob: new Blob([bytes]) })
    const reports = outcome.ok ? outcome.value : []
    expect(reports.length, JSON.stringify(outcome.problems)).toBeGreaterThan(0)
    const wrong: string[] = []
    for (const report of reports) {
      const told = firstLines(report)
      const found = endOf(report)
      if (ends[end]?.includes(found) !== true) wrong.push(`end is ${found}, not ${end}`)
      if (!must.test(told)) wrong.push(`lacks ${must.source}: ${told}`)
      const false_ = not.source === '(?:)' ? null : not.exec(told)
      if (false_) wrong.push(`says “${false_[0]}”: ${told}`)
    }
    wrong.push(...lacking(reports, stacks))
    expect(wrong).toEqual([])
    right++
  })
})
