/** A report's content in a form that does not depend on its file format, and the exports that the program can read again. */
import { formatAppleText } from '../../src/core/export/apple-layout.ts'
import { eachFrame, eachStack, eachTreeFrame } from '../../src/core/model/each-frame.ts'
import { htmlExporter } from '../../src/core/export/html.ts'
import { jsonExporter } from '../../src/core/export/json.ts'
import { originalExporter } from '../../src/core/export/original.ts'
import { explain } from '../../src/core/explain/registry.ts'
import type { Call } from '../../src/core/model/image.ts'
import { sourceName } from '../../src/core/model/frames.ts'
import type { Frame, Grade, Resolution, SymbolicatedReport } from '../../src/core/model/report.ts'
import { headlineOf } from '../../src/core/reading/headline.ts'
import { linesOf } from '../../src/core/reading/lines.ts'
import { shownLevel } from '../../src/core/reading/shown-grade.ts'

/** A report as a reader knows it. */
export interface Told {
  readonly headline: string
  readonly explanations: readonly string[]
  /** Rows of each stack that has any: place, name, and grade of the name. */
  readonly stacks: readonly (readonly string[])[]
  readonly trees: readonly (readonly string[])[]
  readonly images: readonly string[]
}

/** A way out that leads back in. */
export interface Way {
  readonly id: 'page' | 'own form' | 'JSON' | 'Apple’s layout'
  readonly file: string
  readonly write: (reports: readonly SymbolicatedReport[]) => string
}

export const ways: readonly Way[] = [
  { id: 'page', file: 'report.html', write: (reports) => htmlExporter.write(reports) },
  // A link carries the same text.
  { id: 'own form', file: 'report', write: (reports) => originalExporter.write(reports) },
  { id: 'JSON', file: 'report.json', write: (reports) => jsonExporter.write(reports) },
]

/** For reports without a text of their own. */
export const layout: Way = {
  id: 'Apple’s layout',
  file: 'report.crash',
  write: (reports) => reports.map(formatAppleText).join('\n'),
}

export function toldBy(symbolicated: SymbolicatedReport): Told {
  const { report, explanations } = symbolicated
  const { code, grade, title } = headlineOf(symbolicated)
  return {
    headline: `${code}, ${grade}: ${title}`,
    explanations: explanations.map(({ id, grade: sure = 'likely' }) => `${id}, ${sure}`),
    stacks: [...eachStack(report)]
      .map(({ frames }) => frames.flatMap((frame) => rowsOf(symbolicated, frame)))
      .filter((rows) => rows.length > 0),
    trees: report.callTrees.map(({ roots }) =>
      [...eachTreeFrame(roots)].map((frame) => rowsOf(symbolicated, frame).at(-1) ?? ''),
    ),
    // An image of which nothing but a name is known says nothing that its frames do not say.
    images: report.images
      .filter(({ uuid, loadAddress }) => uuid !== undefined || loadAddress !== undefined)
      .map(({ name, uuid, loadAddress }) => `${nameOf(name)} ${uuid ?? ''} ${loadAddress ?? ''}`)
      .sort(),
  }
}

/** Apple's layout writes `???` for what has no name. */
const nameOf = (name: string | undefined): string => (name === '???' ? '' : (name ?? ''))

/** One row a call: an inlined call that one form writes as a row of its own is one of several calls in another. */
function rowsOf(symbolicated: SymbolicatedReport, frame: Frame): string[] {
  const { report } = symbolicated
  const image = frame.image === undefined ? undefined : report.images[frame.image]
  const at = frame.address ?? frame.offset ?? ''
  const level = shownLevel(symbolicated, frame) ?? ''
  return linesOf(symbolicated, frame).map(({ name, named, file, line, inlined }) => {
    const place = file === undefined ? '' : `${sourceName(file)}:${line ?? 0}`
    return `${nameOf(image?.name ?? frame.imageName)} ${at} ${named ? name.replace(/\s+/g, ' ') : '-'} ${place} ${inlined || frame.inlined === true ? 'inlined' : ''} ${named ? level : ''}`
  })
}

const call = (name: string, more: Partial<Call>): Call => ({
  function: name,
  mangled: name,
  inlined: false,
  source: 'dwarf',
  ...more,
})
const levels: readonly Grade['level'][] = ['exact', 'likely', 'doubtful']

/** The same report as symbols would name it: every frame of an image that has no name, in turn sure, likely and doubtful, with an inlined call. */
export function withMadeNames(symbolicated: SymbolicatedReport): SymbolicatedReport {
  const resolutions: Resolution[] = [...symbolicated.resolutions]
  const matched = new Set<number>()
  for (const frame of eachFrame(symbolicated.report)) {
    if (frame.image === undefined || frame.symbol || frame.inlined === true || frame.offset === undefined) continue
    if (resolutions[frame.id]?.kind === 'resolved') continue
    const number = frame.offset % 97
    matched.add(frame.image)
    resolutions[frame.id] = {
      kind: 'resolved',
      calls: [
        ...(number % 2 === 0
          ? [call(`Dock.inner${number}(_:)`, { inlined: true, file: `/src/Dock${number}.swift`, line: number + 1 })]
          : []),
        call(`Dock.load${number}(from:)`, { file: '/src/Dock.swift', line: number + 2, functionOffset: 12 }),
      ],
      grade: { level: levels[number % 3] ?? 'exact', evidence: [] },
    }
  }
  const images = symbolicated.images.map((status) =>
    matched.has(status.image) ? { ...status, symbols: 'matched' as const, unnamed: 0 } : status,
  )
  const named = { ...symbolicated, resolutions, images }
  return { ...named, ...explain(named) }
}

/** What of a list is not in another. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return list.filter((one) => !known.has(one))
}

/** What of a report became another thing, in words; empty where all is the same. */
export function differences(before: Told, after: Told | undefined): string[] {
  if (!after) return ['is not read again']
  const wrong: string[] = []
  const compare = (what: string, a: unknown, b: unknown): void => {
    const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
    if (one !== other) wrong.push(`${what}: ${String(one).slice(0, 200)} became ${String(other).slice(0, 200)}`)
  }
  compare('headline', before.headline, after.headline)
  compare('explanations', before.explanations, after.explanations)
  const stacks = (told: Told): readonly (readonly string[])[] => [...told.stacks, ...told.trees]
  if (stacks(before).length !== stacks(after).length)
    wrong.push(`${stacks(before).length} stacks became ${stacks(after).length}`)
  else {
    for (const [at, rows] of stacks(before).entries()) {
      const others = stacks(after)[at] ?? []
      const row = rows.findIndex((text, index) => text !== others[index])
      if (row >= 0 || rows.length !== others.length)
        compare(`stack ${at}, row ${row} of ${rows.length} and ${others.length}`, rows[row], others[row])
    }
  }
  const [gone, come] = [without(before.images, after.images), without(after.images, before.images)]
  if (gone.length + come.length > 0) compare('images', gone, come)
  return wrong
}
