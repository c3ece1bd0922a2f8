/** Lines of the palette that lead to places in open reports. */
import type { SymbolicatedReport, Frame } from '../../../core/model/report.ts'
import { imageNameOf } from '../../../core/model/frames.ts'
import { knownVersion } from '../../../core/model/version.ts'
import { headlineOf } from '../../../core/reading/headline.ts'
import { imageColumns } from '../../../core/reading/image-columns.ts'
import { linesOf, location, type Demangle, type NameStyle } from '../../../core/reading/lines.ts'
import { readableKey, shownFields } from '../../../core/reading/readable.ts'
import { registersReading } from '../../../core/reading/registers.ts'
import { stacksOf, threadTitle } from '../../../core/reading/stacks.ts'
import { words } from '../../messages/palette.ts'
import { words as partWords } from '../../messages/parts.ts'
import type { OpenReport } from '../../state/open-reports.ts'
import { reportHash } from '../../state/router.svelte.ts'
import { partOf, tabsOf } from '../report/tabs.ts'
import type { Item } from './search.ts'

export interface Naming {
  readonly style: NameStyle
  readonly demangle: Demangle | undefined
}

/** Of values, as much is shown; the rest is where the line leads. */
const MOST_DETAIL = 200

const told = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ')

/** One line a report. */
export function* reportItems(reports: readonly OpenReport[]): Generator<Item> {
  for (const { id, symbolicated, file } of reports) {
    const { header } = symbolicated.report
    const { title, where } = headlineOf(symbolicated)
    const detail = told(where?.line.name, header.process, knownVersion(header))
    yield { group: 'reports', label: title, detail, also: file.path, to: { hash: reportHash(id) } }
  }
}

/** All places of the report that is shown. */
export function* placeItems({ id, symbolicated }: OpenReport, naming: Naming): Generator<Item> {
  const tabs = tabsOf(symbolicated)
  for (const [at, tab] of tabs.entries())
    yield {
      group: 'parts',
      label: partOf(tab).label(symbolicated.report),
      detail: '',
      ...(at < 9 && { keys: [[String(at + 1)]] }),
      to: { hash: reportHash(id, { tab }) },
    }
  yield* imageItems(id, symbolicated)
  yield* registerItems(id, symbolicated)
  yield* detailItems(id, symbolicated)
  yield* stackItems(id, symbolicated, '', naming)
}

/** Threads and frames; `of` names the report where it is not the one that is shown. */
export function* stackItems(id: string, symbolicated: SymbolicatedReport, of: string, naming: Naming): Generator<Item> {
  const { report } = symbolicated
  const stacks = stacksOf(report)
  for (const stack of stacks) {
    const first = linesOfFrame(symbolicated, stack.frames[0], naming)[0]?.name
    const to = { hash: reportHash(id, { tab: 'stacks' }), row: `s${stack.key}` }
    yield { group: 'threads', label: stack.title, detail: told(first, of), to }
    for (const twin of stack.twins) yield { group: 'threads', label: threadTitle(twin), detail: told(first, of), to }
  }
  for (const { title, frames } of stacks)
    for (const frame of frames) {
      const image = imageNameOf(report, frame)
      for (const line of linesOfFrame(symbolicated, frame, naming))
        yield {
          group: 'frames',
          label: line.name,
          detail: told(location(line), image, title, of),
          to: { hash: reportHash(id, { frame: frame.id }), row: `f${frame.id}` },
        }
    }
}

function linesOfFrame(symbolicated: SymbolicatedReport, frame: Frame | undefined, { style, demangle }: Naming) {
  return frame ? linesOf(symbolicated, frame, style, demangle) : []
}

function* imageItems(id: string, { report, images }: SymbolicatedReport): Generator<Item> {
  for (const image of report.images) {
    const row = { image, status: images[image.index] }
    const facts = imageColumns.slice(1).map(({ text }) => text(row))
    yield {
      group: 'images',
      label: image.name || partWords.unnamed,
      detail: told(facts[0], image.version, image.uuid),
      also: facts.join('\n'),
      to: { hash: reportHash(id, { tab: 'images' }), row: String(image.index) },
    }
  }
}

function* registerItems(id: string, symbolicated: SymbolicatedReport): Generator<Item> {
  for (const { name, value, meaning } of registersReading(symbolicated)?.rows ?? [])
    yield {
      group: 'registers',
      label: name,
      detail: told(value, meaning).slice(0, MOST_DETAIL),
      to: { hash: reportHash(id, { tab: 'registers' }), row: `register-${name}` },
    }
}

function* detailItems(id: string, { report }: SymbolicatedReport): Generator<Item> {
  const hash = reportHash(id, { tab: 'details' })
  for (const { at, key, word, text } of shownFields(report)) {
    const detail = text.slice(0, MOST_DETAIL)
    yield { group: 'details', label: word, detail, also: key, to: { hash, row: `field-${at}` } }
  }
  for (const [at, { title }] of report.sections.entries())
    yield {
      group: 'details',
      label: readableKey(title).word,
      detail: words.section,
      also: title,
      to: { hash, row: `section-${at}` },
    }
}
