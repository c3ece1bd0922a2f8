/** Source lines of a frame, in an exported page. */
import { sourceWords } from '../messages/source.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources, SourceExcerpt } from '../model/source.ts'
import { sourceReadings } from '../reading/source.ts'
import { markup, type Html, type HtmlValue } from './html-text.ts'

/** The lines of each call; open where the frame is the one to read first. */
export function formatSource(
  symbolicated: SymbolicatedReport,
  frame: Frame,
  sources: FrameSources | undefined,
  isOpen: boolean,
): HtmlValue {
  const readings = sources ? sourceReadings(symbolicated, frame, sources) : []
  if (readings.length === 0) return undefined
  const calls = readings.map(({ place, note, excerpt }) => {
    const summary = markup`<code>${place}</code> <span class="tag">${note}</span>`
    if (!excerpt) return markup`<p class="seen">${summary}</p>`
    return markup`<details${isOpen && markup` open`}><summary>${summary}</summary>${formatLines(excerpt)}</details>`
  })
  return markup`<div class="source">${calls}</div>`
}

function formatLines({ line, lines, mark }: SourceExcerpt): Html {
  const rows = lines.map(({ number, text }) => {
    const gutter = markup`<span class="number">${number}</span> `
    if (number !== line) return markup`<span>${gutter}${text}\n</span>`
    return markup`<mark title="${sourceWords.thisLine}">${gutter}${marked(text, mark)}\n</mark>`
  })
  return markup`<pre tabindex="0">${rows}</pre>`
}

/** The text with the letter at the column underlined. */
function marked(text: string, mark: number | undefined): HtmlValue {
  if (mark === undefined) return text
  const letter = String.fromCodePoint(text.codePointAt(mark) ?? 0x20)
  return [text.slice(0, mark), markup`<u>${letter}</u>`, text.slice(mark + letter.length)]
}
