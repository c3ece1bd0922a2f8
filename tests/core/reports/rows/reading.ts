/** Frames and images read from a text, for comparison with the same stack in another wrapping. */
import type { Report } from '../../../../src/core/model/report.ts'
import { eachStack } from '../../../../src/core/model/each-frame.ts'
import { parseReport } from '../../../../src/core/reports/read-report.ts'

export interface Reading {
  /** Address, kind of address, image and offset of each frame. */
  readonly frames: readonly string[]
  readonly reports: readonly Report[]
  /** Codes of the problems that say that something is missing. */
  readonly told: readonly string[]
  /** Rows that are reported as lost. */
  readonly lost: number
}

export function read(text: string): Reading {
  const outcome = parseReport('paste.txt', new TextEncoder().encode(text))
  const reports = outcome.ok ? outcome.value : []
  const problems = [...outcome.problems, ...reports.flatMap((report) => report.problems)]
  const frames = reports.flatMap((report) =>
    [...eachStack(report)].flatMap((stack) =>
      stack.frames.map(({ address = 0n, kind, image, offset }) =>
        [`0x${address.toString(16)}`, kind, image === undefined ? '?' : report.images[image]?.name, offset].join(' '),
      ),
    ),
  )
  const lost = problems.filter(({ code }) => code === 'lost-rows')
  return {
    frames,
    reports,
    told: problems.filter(({ severity }) => severity !== 'note').map(({ code }) => code),
    lost: lost.reduce((sum, { params }) => sum + Number(params?.['count'] ?? 0), 0),
  }
}
