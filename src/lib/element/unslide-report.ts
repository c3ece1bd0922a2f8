/** `<unslide-report>`: a report as a part of a page. `../README.md` describes its interface. */
import { embeddedStyle } from '../../core/export/html-style.ts'
import type { Problem } from '../../core/model/problem.ts'
import type { InputFile } from '../../core/ports.ts'
import { elementWords } from '../messages/element.ts'
import { appendNodes } from './build-nodes.ts'
import { openReader } from './connect.ts'
import { fetchReport, webAddress } from './fetch-report.ts'
import { elementProblem } from './problems.ts'
import type { MissingImage, ReadRequest, ReportReader, ShownReports } from './reader.ts'

/** Detail of `unslide-loaded`. */
export interface LoadedDetail {
  /** The headline of each report. */
  readonly titles: readonly string[]
  /** Images whose symbols would name more. */
  readonly missing: readonly MissingImage[]
  readonly problems: readonly Problem[]
}

/** Detail of `unslide-error`: why nothing is shown. */
export interface FailedDetail {
  readonly problems: readonly Problem[]
}

export type { MissingImage }

/** A report, or a symbol file, that a script gives: a text, a file, or bytes with the name that people know. */
export type GivenFile = string | Blob | InputFile

/** Nothing where there are no elements, so that the module can be imported anywhere. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

let sheet: CSSStyleSheet | undefined

function sharedSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(embeddedStyle)
  }
  return sheet
}

function fileOf(given: GivenFile, path: string): InputFile {
  if (typeof given === 'string') return { path, blob: new Blob([given]) }
  if (!(given instanceof Blob)) return given
  return { path: 'name' in given && typeof given.name === 'string' ? given.name : path, blob: given }
}

/** An attribute may be of any length. */
const MOST_SHOWN = 200

function notAddress(given: string): Problem {
  const shown = given.length > MOST_SHOWN ? `${given.slice(0, MOST_SHOWN)}…` : given
  return elementProblem('not-address', { given: shown })
}

function make(tag: string, className: string, ...content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.setAttribute('part', className)
  element.append(...content)
  return element
}

/** One load: from the address to the last node. */
interface Load {
  readonly stop: AbortController
  reader?: ReportReader
}

/** Shows the report at `src`, or the one given as `report`. */
export class UnslideReport extends Base {
  static readonly observedAttributes = ['src', 'symbols']

  readonly #status = make('p', 'status')
  readonly #content = make('div', 'content')
  #report: GivenFile | undefined
  #symbolFiles: readonly GivenFile[] = []
  #load: Load | undefined
  #isDue = false

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sharedSheet()]
    this.#status.setAttribute('role', 'status')
    this.#status.tabIndex = -1
    root.append(make('div', 'body', this.#status, this.#content))
    for (const name of ['report', 'symbolFiles'] as const) this.#takeEarly(name)
  }

  /** Address of the report; the attribute of that name. */
  get src(): string {
    return this.getAttribute('src') ?? ''
  }
  set src(value: string) {
    this.setAttribute('src', value)
  }

  /** Address of symbols that `unslide publish` wrote; the attribute of that name. */
  get symbols(): string {
    return this.getAttribute('symbols') ?? ''
  }
  set symbols(value: string) {
    this.setAttribute('symbols', value)
  }

  /** A report set by a script; it takes precedence over `src`. */
  get report(): GivenFile | undefined {
    return this.#report
  }
  set report(value: GivenFile | undefined) {
    this.#report = value
    this.#changed()
  }

  /** Files with symbols that a script has: dSYMs, executables, symbol files of other tools, archives of them. */
  get symbolFiles(): readonly GivenFile[] {
    return this.#symbolFiles
  }
  set symbolFiles(value: readonly GivenFile[]) {
    this.#symbolFiles = [...value]
    this.#changed()
  }

  /** Loads the report again. */
  reload(): void {
    this.#changed()
  }

  connectedCallback(): void {
    if (!this.#load) this.#changed()
  }

  disconnectedCallback(): void {
    // An element that is only moved keeps what it shows.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end()
    })
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (before !== now) this.#changed()
  }

  /** A property that was set before the element was defined hides the one of the class. */
  #takeEarly<Name extends 'report' | 'symbolFiles'>(name: Name): void {
    const early = Object.getOwnPropertyDescriptor(this, name)
    if (!early) return
    delete this[name]
    this[name] = early.value as this[Name]
  }

  /** Several changes in a row are one. */
  #changed(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (this.isConnected) void this.#begin()
    })
  }

  /** Ends what is under way; nothing of it is shown any more. */
  #end(): void {
    this.#load?.stop.abort()
    this.#load?.reader?.close()
    this.#load = undefined
  }

  async #begin(): Promise<void> {
    this.#end()
    const hadFocus = this.shadowRoot?.activeElement !== null
    this.#content.replaceChildren()
    this.#say('')
    if (this.#report === undefined && this.src === '') return
    const load: Load = { stop: new AbortController() }
    this.#load = load
    const { signal } = load.stop
    this.#say(elementWords.loading)
    if (hadFocus) this.#status.focus()
    try {
      const found = await this.#find(signal)
      if (signal.aborted) return
      if ('problems' in found) return this.#fail(found.problems)
      this.#say(elementWords.reading)
      const reader = await openReader()
      if (signal.aborted) return reader.close()
      load.reader = reader
      const read = await reader.read(found.request)
      if (signal.aborted) return
      if (read.ok) await this.#show(load, reader, read.value, read.problems)
      else this.#fail(found.isPage ? [elementProblem('report-page', {}, found.request.file.path)] : read.problems)
    } catch {
      if (!signal.aborted) this.#fail([elementProblem('reader-ended', {})])
    }
  }

  /** The files to read, by what is given; or why there are none. */
  async #find(
    signal: AbortSignal,
  ): Promise<{ readonly request: ReadRequest; readonly isPage: boolean } | { readonly problems: readonly Problem[] }> {
    const site = this.symbols === '' ? undefined : webAddress(this.symbols, document.baseURI)
    if (this.symbols !== '' && !site) return { problems: [notAddress(this.symbols)] }
    const with_ = {
      symbols: this.#symbolFiles.map((given, at) => fileOf(given, `symbols-${at + 1}`)),
      ...(site && { site: site.href }),
    }
    if (this.#report !== undefined)
      return { request: { file: fileOf(this.#report, 'report'), ...with_ }, isPage: false }
    const url = webAddress(this.src, document.baseURI)
    if (!url) return { problems: [notAddress(this.src)] }
    const fetched = await fetchReport(url, signal)
    if (!fetched.ok) return fetched
    return { request: { file: fetched.value.file, ...with_ }, isPage: fetched.value.isPage }
  }

  async #show(load: Load, reader: ReportReader, shown: ShownReports, problems: readonly Problem[]): Promise<void> {
    const { nodes, titles, missing, hasRest } = shown
    const { signal } = load.stop
    await appendNodes(this.#content, nodes, {
      rest: (at) => reader.rest(at),
      waiting: elementWords.foldLoading,
      failed: elementProblem('reader-ended', {}).message,
      signal,
    })
    if (!hasRest) reader.close()
    if (signal.aborted) return
    this.#say(elementWords.shown({ title: titles[0] ?? '' }), true)
    this.#tell<LoadedDetail>('unslide-loaded', { titles, missing, problems })
  }

  #fail(problems: readonly Problem[]): void {
    this.#load?.reader?.close()
    this.#say('')
    const again = make('button', 'retry', elementWords.again)
    again.addEventListener('click', () => this.#changed())
    const error = make('div', 'error', make('h2', 'error-title', elementWords.failed))
    for (const { message, file } of problems)
      error.append(make('p', 'error-reason', file === undefined ? message : `${file}: ${message}`))
    error.append(again)
    error.setAttribute('role', 'alert')
    this.#content.replaceChildren(error)
    this.#tell<FailedDetail>('unslide-error', { problems })
  }

  #say(text: string, isUnseen = false): void {
    this.#status.classList.toggle('unseen', isUnseen)
    this.#status.textContent = text
  }

  #tell<Detail>(name: string, detail: Detail): void {
    this.dispatchEvent(new CustomEvent<Detail>(name, { detail, bubbles: true, composed: true }))
  }
}
