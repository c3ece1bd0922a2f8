/** Reads reports and writes what is shown of them: in a worker, or where there is none in the page. */
import { createEngine } from '../../core/engine.ts'
import type { Engine } from '../../core/engine-types.ts'
import { formatReports } from '../../core/export/html.ts'
import { markup, type HtmlValue, type LaterHtml } from '../../core/export/html-text.ts'
import { buildTree, type HtmlNode } from '../../core/export/html-tree.ts'
import { append } from '../../core/model/lists.ts'
import { failure, problemFrom, success, type Outcome, type Problem } from '../../core/model/problem.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { InputFile } from '../../core/ports.ts'
import { gradedTitle, headlineOf } from '../../core/reading/headline.ts'
import { isToldMissing } from '../../core/reading/image-state.ts'
import { INDEX_VERSIONS } from '../../core/symindex/index-file.ts'
import { createIndexReader } from '../../core/symindex/reader.ts'
import { createWasmBuilder } from '../../core/symindex/wasm-builder.ts'
import { createMemoryStore } from '../../stores/memory.ts'
import { openSite } from '../../stores/site/site.ts'
import { createSiteStore } from '../../stores/site/site-store.ts'
import { lazyBuilder, lazyReader } from '../lazy.ts'
import { elementWords } from '../messages/element.ts'
import { compiledWasm } from '../wasm.ts'
import { elementProblem } from './problems.ts'

/** A request to read a report. */
export interface ReadRequest {
  readonly file: InputFile
  /** Files with symbols. */
  readonly symbols: readonly InputFile[]
  /** Address of published symbols. */
  readonly site?: string
}

/** An image whose symbols are missing and would name more frames. */
export interface MissingImage {
  readonly name: string
  readonly uuid?: string
}

/** The shown reports, with facts for the page around them. */
export interface ShownReports {
  readonly nodes: readonly HtmlNode[]
  readonly titles: readonly string[]
  readonly missing: readonly MissingImage[]
  /** Parts were left out: `rest` gives them. */
  readonly hasRest: boolean
}

export interface ReportReader {
  /** Never rejects for what the files hold. */
  read(request: ReadRequest): Promise<Outcome<ShownReports>>
  /** A part that was left out, by its number. */
  rest(at: number): Promise<readonly HtmlNode[]>
  close(): void
}

/** Reports of one file that are shown. */
const MOST_REPORTS = 50
/** Elements and texts that are made of closed parts before a reader opens them; an ordinary crash report has fewer. */
const MOST_NODES = 20_000

/** A reader that works in this thread. It reads one file. */
export function createReader(): ReportReader {
  const kept: LaterHtml[] = []
  const treeOf = (value: HtmlValue): readonly HtmlNode[] =>
    buildTree(value, { most: MOST_NODES, keep: (make) => kept.push(make) - 1 })
  return {
    async read(request) {
      try {
        const named = await nameReports(request)
        if (!named.ok) return named
        const shown = named.value.slice(0, MOST_REPORTS)
        const nodes = treeOf([formatNotes(named.problems, named.value.length), formatReports(shown)])
        const titles = shown.map((one) => gradedTitle(headlineOf(one)))
        return success({ nodes, titles, missing: shown.flatMap(missingOf), hasRest: kept.length > 0 }, named.problems)
      } catch (thrown) {
        return failure(problemFrom(thrown, request.file.path))
      }
    },
    rest: async (at) => treeOf(kept[at]?.()),
    close: () => undefined,
  }
}

function makeEngine(site?: string): Engine {
  const indexes = createSiteStore(
    createMemoryStore(),
    site === undefined ? [] : [openSite(new URL(site), { formatVersions: INDEX_VERSIONS })],
  )
  return createEngine({
    indexes,
    ...(site !== undefined && { site: indexes }),
    builder: lazyBuilder(async () => createWasmBuilder(await compiledWasm())),
    reader: lazyReader(async () => createIndexReader(await compiledWasm())),
  })
}

/** Whoever made the file of a report chose the symbols in it, too: the engine uses them last, and marks their names. */
async function nameReports({ file, symbols, site }: ReadRequest): Promise<Outcome<readonly SymbolicatedReport[]>> {
  const engine = makeEngine(site)
  const hasOwn = symbols.length > 0 || site !== undefined
  const problems: Problem[] = []
  // The engine would say of each image alone that it has no symbols.
  if (hasOwn) await compiledWasm().catch(() => problems.push(elementProblem('wasm-forbidden', {})))
  if (symbols.length > 0) await engine.add(symbols, undefined, { areSymbols: true })
  const { files, reports } = await engine.add([file])
  const brought = files.filter(({ kind }) => kind === 'symbols' || kind === 'index').map(({ path }) => path)
  if (brought.length > 0 && reports.length > 0)
    problems.push(elementProblem('symbols-of-file', { paths: brought }, file.path))
  const named: SymbolicatedReport[] = []
  for (const report of reports.slice(0, MOST_REPORTS)) {
    const outcome = await engine.symbolicate(report)
    append(problems, outcome.problems)
    if (outcome.ok) append(named, outcome.value)
  }
  if (named.length > 0) return success(named, problems)
  append(
    problems,
    files.flatMap((one) => one.problems),
  )
  return failure(problems.length > 0 ? problems : elementProblem('no-report-inside', {}, file.path))
}

/** What went wrong on the way to what is shown. */
function formatNotes(problems: readonly Problem[], reports: number): HtmlValue {
  const told = new Map(
    problems.map(({ message, file, severity }) => [file === undefined ? message : `${file}: ${message}`, severity]),
  )
  if (reports > MOST_REPORTS) told.set(elementWords.moreReports({ reports, most: MOST_REPORTS }), 'note')
  return [...told].map(([text, severity]) => markup`<p class="${severity === 'note' ? 'seen' : 'missing'}">${text}</p>`)
}

function missingOf({ report, images }: SymbolicatedReport): readonly MissingImage[] {
  return images.filter(isToldMissing).map(({ image }) => {
    const { name = '', uuid } = report.images[image] ?? {}
    return { name, ...(uuid !== undefined && { uuid }) }
  })
}
