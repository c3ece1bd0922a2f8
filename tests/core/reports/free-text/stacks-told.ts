/** The stacks, images and problems that a format reads, each as a line of words. */
import type { ReportFormat } from '../../../../src/core/reports/base/format.ts'
import { told } from './told.ts'

interface Told {
  readonly threads?: readonly Part[]
  readonly backtraces?: readonly Part[]
  readonly images?: readonly { readonly name: string; readonly loadAddress?: string }[]
  readonly problems?: readonly { readonly code: string; readonly line?: number }[]
}
interface Part {
  readonly title?: string
  readonly span?: string
  readonly frames: readonly Frame[]
}
interface Frame {
  readonly kind: string
  readonly address?: string
  readonly image?: number
  readonly imageName?: string
  readonly symbol?: { readonly name: string; readonly offset?: number }
  readonly offset?: number
}

/** The stacks with their titles, a line a frame: its kind, address, image, offset in it, and function. */
export function stacksTold(format: ReportFormat, text: string): Readonly<Record<string, unknown>> {
  const report = told(format, text) as Told
  const line = ({ kind, address, image, imageName, symbol, offset }: Frame): string =>
    [
      kind,
      address ?? 'nowhere',
      (image === undefined ? undefined : report.images?.[image]?.name) ?? imageName,
      offset === undefined ? undefined : `+${offset}`,
      symbol && `${symbol.name}${symbol.offset === undefined ? '' : ` + ${symbol.offset}`}`,
    ]
      .filter((part) => part !== undefined)
      .join(' ')
  const { threads = [], backtraces = [], images = [], problems = [] } = report
  return Object.fromEntries(
    Object.entries({
      thread: threads.flatMap(({ frames }) => frames.map(line)),
      stacks: backtraces.map(({ title, span, frames }) => [title, span, ...frames.map(line)]),
      images: images.map(({ name, loadAddress }) => `${name} ${loadAddress ?? 'anywhere'}`),
      problems: problems.map((one) => `${one.code} ${one.line ?? ''}`),
    }).filter(([, parts]) => parts.length > 0),
  )
}
