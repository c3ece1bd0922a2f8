/**
 * Open reports: each file is parsed once and held until it is closed. Look-up results are cached for each image until
 * its symbols change. Memory dumps are then unwound again, because new symbols may reveal more callers.
 */
import type {
  Explained,
  LookupAnswer,
  OpenedReports,
  OnBeginning,
  OpenOptions,
  ReportHandle,
  ReportNames,
  SymbolicateOptions,
} from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import type { ImageOffset } from '../../model/address.ts'
import { forEachFrame, someFrame } from '../../model/each-frame.ts'
import type { Call, ImageUuid, KnownImage } from '../../model/image.ts'
import { newArchive } from '../../containers/archive-id.ts'
import { isInArchive } from '../../model/provenance.ts'
import { failure, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { Report, SymbolicatedReport } from '../../model/report.ts'
import type { IndexKey, InputFile } from '../../ports.ts'
import type { SymbolLookup } from '../../resolve/symbol-lookup.ts'
import { isTranslatedImage, isTranslatedName } from '../../model/translated.ts'
import { bundleOf } from '../../model/script.ts'
import { keyText } from '../../model/key.ts'
import type { OpenCode } from '../frames/frame-code.ts'

/** Results for one image, valid while its symbols stay the same. */
interface Answers {
  readonly state: string
  readonly calls: Map<ImageOffset, readonly Call[]>
}

interface Held {
  readonly file: InputFile
  readonly options: OpenOptions
  /** As first parsed. */
  readonly opened: readonly Report[]
  /** Current: dumps are unwound again with new symbols. */
  reports: readonly Report[]
  /** State of the symbols when they were unwound; absent if the file lists its stacks. */
  unwoundWith: string | undefined
  /** The names that the file itself brought, as an exported page does. */
  readonly own: readonly (ReportNames | undefined)[]
  readonly problems: readonly Problem[]
  readonly answers: Map<string, Answers>
  /** Each report with the matches of its images, as of the last naming. */
  named: readonly Pick<SymbolicatedReport, 'report' | 'images'>[]
}

/** More frames take longer to explain than the first names take to come. */
const MOST_EXPLAINED_FRAMES = 20_000

/** A look-up that knows no image. */
const NO_SYMBOLS: SymbolLookup = { images: [], lookup: async (_, offsets) => success(offsets.map(() => [])) }

/** Additions to a report from the machine at the moment of a crash. */
export type AtFault = Partial<Pick<SymbolicatedReport, 'fault' | 'registers' | 'explanations' | 'culprit'>>

/** Interface to the engine. */
export interface OpenReportsHost {
  readonly read: (
    file: InputFile,
    options?: OpenOptions,
    onBeginning?: OnBeginning,
  ) => Promise<Outcome<readonly Report[]>>
  /** All images with symbols. */
  readonly images: () => Promise<readonly KnownImage[]>
  /** Instructions at the fault, with the explanations that they support, and meanings of registers, if available. */
  readonly fault?: (
    symbolicated: SymbolicatedReport,
    symbols: SymbolLookup,
    file: InputFile,
  ) => Promise<AtFault | undefined>
  /** Changes with the symbols of the image. */
  readonly stateOf: (key: IndexKey, similar?: boolean) => Promise<string>
}

/** A page of the web has one or two; a report must not make a flood of requests. */
const MOST_BUNDLES = 8

export class OpenReports {
  readonly #host: OpenReportsHost
  readonly #held = new Map<ReportHandle, Held>()
  /** Handles are unique across engines: one of an ended engine must not name another file's reports. */
  readonly #life = Math.random().toString(36).slice(2)
  #last = 0

  constructor(host: OpenReportsHost) {
    this.#host = host
  }

  /** Limit for open files. */
  get size(): number {
    return this.#held.size
  }

  /** `onBeginning` gets the beginning of a large report, where there is one to be shown before the rest. */
  async open(given: InputFile, options: OpenOptions = {}, onBeginning?: OnBeginning): Promise<Outcome<OpenedReports>> {
    const file = { ...given, archive: given.archive ?? newArchive() }
    const naming = import('./naming.ts')
    naming.catch(() => undefined) // the awaiting caller handles it
    const parsed = await this.#host.read(file, options, onBeginning)
    if (!parsed.ok) return parsed
    const { withNamedImages } = await naming
    const own = parsed.value.map(({ names }) => names)
    const reports = parsed.value.map(({ names, ...report }) => (names ? report : withNamedImages(report)))
    const isUnwound = reports.some(
      ({ threads }, at) => !own[at] && threads.some(({ frames }) => frames.some(({ foundBy }) => foundBy)),
    )
    const handle = `${this.#life} ${++this.#last}` as ReportHandle
    this.#held.set(handle, {
      file,
      options,
      opened: reports,
      reports,
      own,
      unwoundWith: isUnwound ? await this.#symbolsOf(reports) : undefined,
      problems: parsed.problems,
      answers: new Map(),
      named: [],
    })
    const explained = options.explains ? await this.#explainedAlone(handle, reports) : undefined
    return success({ handle, reports, ...(explained && { explained }) }, parsed.problems)
  }

  /** Explanations without any symbols; undefined for reports whose reading would hold up their names. */
  async #explainedAlone(handle: ReportHandle, reports: readonly Report[]): Promise<readonly Explained[] | undefined> {
    if (reports.reduce((sum, { frameCount }) => sum + frameCount, 0) > MOST_EXPLAINED_FRAMES) return undefined
    const named = await this.resolve(handle, NO_SYMBOLS, {})
    if (!named.ok) return undefined
    return named.value.map(({ explanations, culprit }) => ({ explanations, ...(culprit !== undefined && { culprit }) }))
  }

  /** The file of open reports. */
  fileOf(handle: ReportHandle): InputFile | undefined {
    return this.#held.get(handle)?.file
  }

  close(handle: ReportHandle): void {
    this.#held.delete(handle)
  }

  /** Resolves names of the reports. Contains a whole report only if symbols added images to it. */
  async resolve(
    handle: ReportHandle,
    symbols: SymbolLookup,
    options: SymbolicateOptions,
  ): Promise<Outcome<readonly ReportNames[]>> {
    const held = this.#held.get(handle)
    if (!held) return failure(problem('not-open', {}))
    const { explain, resolveReport, withBoundedNames } = await import('./naming.ts')
    await this.#unwindAgain(held)
    const remembering = { ...symbols, lookup: this.#remember(held, symbols, options.similar) }
    const names: ReportNames[] = []
    const named: (typeof held.named)[number][] = []
    for (const [at, read] of held.reports.entries()) {
      const mayBorrow =
        held.options.sharesNames === true && options.withoutOthersNames !== true && !isInArchive(read.file, held.file)
      const given = mayBorrow ? remembering : { ...remembering, harvested: noNames }
      const bounded = withBoundedNames(await resolveReport(read, given, options))
      const atFault = await this.#host.fault?.(bounded, withoutBrought(remembering), held.file)
      const { report, ...rest } = { ...bounded, ...(!atFault?.explanations && explain(bounded)), ...atFault }
      const fresh = { ...rest, ...(report !== held.opened[at] && { report }) }
      const own = held.own[at]
      const chosen = own && unnamed(own) <= unnamed(fresh) ? own : fresh
      names.push(chosen)
      named.push({ report: chosen.report ?? held.opened[at] ?? read, images: chosen.images })
    }
    held.named = named
    return success(names, held.problems)
  }

  /** UUIDs of the images that hold frames of an open file's reports, and debug ids of the bundles of its scripts. */
  usedImages(handle: ReportHandle): ReadonlySet<ImageUuid> {
    const used = new Set<ImageUuid>()
    for (const report of this.#held.get(handle)?.reports ?? []) {
      let bundles: ReadonlyMap<string, ImageUuid> | undefined
      const seen: boolean[] = []
      forEachFrame(report, ({ image, script }) => {
        if (image !== undefined && !seen[image]) {
          seen[image] = true
          const uuid = report.images[image]?.uuid
          if (uuid) used.add(uuid)
        }
        if (!script) return
        bundles ??= new Map(report.images.flatMap(({ name, uuid }) => (uuid ? [[name, uuid] as const] : [])))
        const listed = bundles.get(bundleOf(script))
        if (listed) used.add(listed)
      })
    }
    return used
  }

  /** Bundles of scripts without a debug id, `App` for code of Dart, images with translated C#: what a map without an id may be published for. */
  namedBundles(handle: ReportHandle): ReadonlySet<string> {
    const names = new Set<string>()
    for (const report of this.#held.get(handle)?.reports ?? []) {
      let known: ReadonlySet<string> | undefined
      const translated = report.images.map(({ name }) => isTranslatedImage(name))
      const isFull = someFrame(report, ({ script, language, symbol, image }) => {
        const bundle = script ? bundleOf(script) : ''
        if (bundle !== '') {
          known ??= new Set(report.images.flatMap(({ name, uuid }) => (uuid ? [name] : [])))
          if (!known.has(bundle)) names.add(bundle)
        }
        if (language === 'dart' && symbol) names.add('App')
        const imageName = image === undefined ? '' : (report.images[image]?.name ?? '')
        if (imageName !== '' && (translated[image ?? -1] || (symbol && isTranslatedName(symbol.name))))
          names.add(imageName)
        return names.size >= MOST_BUNDLES
      })
      if (isFull) return names
    }
    return names
  }

  /** True if a frame of a script names no bundle. */
  hasNamelessScripts(handle: ReportHandle): boolean {
    const reports = this.#held.get(handle)?.reports ?? []
    return reports.some((report) => someFrame(report, ({ script }) => script !== undefined && bundleOf(script) === ''))
  }

  /** UUIDs of all images that an open file's reports list. */
  listedImages(handle: ReportHandle): ReadonlySet<ImageUuid> {
    const reports = this.#held.get(handle)?.reports ?? []
    return new Set(reports.flatMap(({ images }) => images.flatMap(({ uuid }) => uuid ?? [])))
  }

  /** A report of an open file with its images as last matched; undefined where it is not open. */
  of(handle: ReportHandle, position: number): OpenCode | undefined {
    const held = this.#held.get(handle)
    const report = held?.reports[position]
    return held && report && { file: held.file, ...(held.named[position] ?? { report, images: [] }) }
  }

  /** Parses a dump again if the symbols of its images changed since it was unwound. */
  async #unwindAgain(held: Held): Promise<void> {
    if (held.unwoundWith === undefined) return
    const state = await this.#symbolsOf(held.reports)
    if (state === held.unwoundWith) return
    const parsed = await this.#host.read(held.file, held.options)
    const { withNamedImages } = await import('./naming.ts')
    if (parsed.ok && parsed.value.length === held.reports.length) held.reports = parsed.value.map(withNamedImages)
    held.unwoundWith = state
  }

  /** State of the symbols of the reports' images. */
  async #symbolsOf(reports: readonly Report[]): Promise<string> {
    const wanted = new Set(reports.flatMap((report) => report.images.flatMap(({ uuid }) => uuid ?? [])))
    const states: string[] = []
    for (const image of await this.#host.images()) {
      if (wanted.has(image.uuid)) states.push(`${keyText(image)} ${await this.#host.stateOf(image)}`)
    }
    return states.join('\n')
  }

  #remember(held: Held, symbols: SymbolLookup, similar?: boolean): SymbolLookup['lookup'] {
    return async (key, offsets): Promise<Outcome<LookupAnswer>> => {
      const text = keyText(key)
      const state = await this.#host.stateOf(key, similar)
      let answers = held.answers.get(text)
      if (answers?.state !== state) {
        answers = { state, calls: new Map() }
        held.answers.set(text, answers)
      }
      const { calls } = answers
      const open = [...new Set(offsets)].filter((offset) => !calls.has(offset))
      const answer = open.length === 0 ? success<LookupAnswer>([]) : await symbols.lookup(key, open)
      if (!answer.ok) return answer
      open.forEach((offset, at) => calls.set(offset, answer.value[at] ?? []))
      return success(
        offsets.map((offset) => calls.get(offset) ?? []),
        answer.problems,
      )
    }
  }
}

/** What registers point to has no room for a mark. */
const withoutBrought = (symbols: SymbolLookup): SymbolLookup => ({
  ...symbols,
  lookup: async (key, offsets) => {
    const answer = await symbols.lookup(key, offsets)
    const isOwn = ({ imported }: Call): boolean => imported?.archive === undefined
    return answer.ok
      ? success(
          answer.value.map((chain) => chain.filter(isOwn)),
          answer.problems,
        )
      : answer
  },
})

/** For reports that get no names of others. */
const noNames = async (): Promise<readonly never[]> => []

/** Frames that symbols would name. Names from an exported page stay until the given symbols name more. */
const unnamed = ({ images }: ReportNames): number => images.reduce((sum, image) => sum + image.unnamed, 0)

/** Merges reports with their names. */
export function withNames(reports: readonly Report[], names: readonly ReportNames[]): readonly SymbolicatedReport[] {
  return reports.flatMap((report, at) => {
    const named = names[at]
    return named ? [{ report, ...named }] : []
  })
}
