/**
 * Firefox Profiler's processed profile format, in version 48: columns that refer to each other by position. Later versions of the
 * profiler bring older ones up to date as they load them. The format is described in its repository, in `src/types/profile` and
 * `docs-developer/CHANGELOG-formats.md`.
 */
import { exportFormats } from '../messages/export-formats.ts'
import { profiles as words } from '../messages/reading.ts'
import type { Report } from '../model/report.ts'
import type { ProfiledFunction, Profile, Track } from '../reading/profile.ts'
import type { Exporter } from './exporter.ts'
import { jsonText } from './json-values.ts'
import { writtenProfiles } from './profile-tables.ts'

/** Of the browser's own format, which a processed profile carries along, and of the processed one. */
const GECKO_VERSION = 29
const PROCESSED_VERSION = 48
const LIBRARY = 1
/** Positions in `categories`. */
const OTHER = 0
const OWN = 1

export const firefoxProfileExporter: Exporter = {
  id: 'firefox-profile',
  get label() {
    return exportFormats['firefox-profile']
  },
  extension: 'profile.json',
  mediaType: 'application/json',
  write: (reports) => {
    const written = writtenProfiles(reports)
    const libraries = new Libraries()
    const threads = written.flatMap(({ name, report, profile, tracks }) => {
      const libOf = (fn: ProfiledFunction): number => libraries.of(fn, report)
      const pids = new Map<string | undefined, string>()
      return tracks.map((track, tid) => {
        const pid = pids.get(track.process) ?? pidOf(track.process, pids.size)
        const isMainThread = !pids.has(track.process)
        pids.set(track.process, pid)
        return formatThread(track, profile, libOf, { processName: track.process ?? name, pid, tid, isMainThread })
      })
    })
    const meta = formatMeta(written[0]?.name ?? '')
    return jsonText({ meta, libs: libraries.list, pages: [], counters: [], threads })
  },
}

function formatMeta(product: string): object {
  return {
    interval: 1,
    startTime: 0,
    processType: 0,
    product,
    importedFrom: 'Unslide',
    stackwalk: 1,
    debug: false,
    version: GECKO_VERSION,
    preprocessedProfileVersion: PROCESSED_VERSION,
    symbolicated: true,
    symbolicationNotSupported: true,
    usesOnlyOneStackType: true,
    doesNotUseFrameImplementation: true,
    sourceCodeIsNotOnSearchfox: true,
    keepProfileThreadOrder: true,
    extensions: { id: [], name: [], baseURL: [], length: 0 },
    categories: [
      { name: words.otherCode, color: 'grey', subcategories: ['Other'] },
      { name: words.ownCode, color: 'orange', subcategories: ['Other'] },
    ],
    sampleUnits: { time: 'ms', eventDelay: 'ms', threadCPUDelta: 'ns' },
    markerSchema: [],
  }
}

/** The number that a report prints for a process; without one, a number of our own. */
const pidOf = (process: string | undefined, at: number): string => /\[(\d+)\]$/.exec(process ?? '')?.[1] ?? `${at}`

/** The format's kinds of weights, by the unit of a tree. */
const weightTypes: Readonly<Record<string, string>> = { bytes: 'bytes', ms: 'tracing-ms' }

interface ThreadNames {
  readonly processName: string
  readonly pid: string
  readonly tid: number
  readonly isMainThread: boolean
}

type LibOf = (fn: ProfiledFunction) => number

function formatThread(track: Track, profile: Profile, libOf: LibOf, names: ThreadNames): object {
  const { calls, weight, title } = track
  const strings = new Numbers<string>()
  const functions = new Numbers<number>()
  const libs = new Numbers<number>()
  const libNames: string[] = []
  const stackFunctions = Array.from(calls.fn, (fn) => functions.of(fn))
  const used = functions.values.flatMap((fn) => profile.functions[fn] ?? [])
  const name = used.map((fn) => strings.of(fn.name))
  const resource = used.map((fn) => {
    if (fn.image === '') return -1
    const at = libs.of(libOf(fn))
    libNames[at] = fn.image
    return at
  })
  const category = used.map(({ own }) => (own ? OWN : OTHER))
  const resourceNames = libNames.map((image) => strings.of(image))
  const size = used.length
  const ended = [...calls.self.keys()].filter((at) => calls.self[at] !== 0)
  return {
    processType: 'default',
    processStartupTime: 0,
    processShutdownTime: null,
    registerTime: 0,
    unregisterTime: null,
    pausedRanges: [],
    name: title,
    ...names,
    samples: {
      weightType: weightTypes[weight] ?? 'samples',
      weight: ended.map((at) => calls.self[at]),
      stack: ended,
      // Nothing is known of when: a sample begins where those before it end.
      time: startsOf(ended.map((at) => calls.self[at] ?? 0)),
      length: ended.length,
    },
    markers: { data: [], name: [], startTime: [], endTime: [], phase: [], category: [], length: 0 },
    stackTable: {
      frame: stackFunctions,
      prefix: Array.from(calls.parent, (parent) => (parent < 0 ? null : parent)),
      category: stackFunctions.map((fn) => category[fn] ?? OTHER),
      subcategory: fill(calls.length, 0),
      length: calls.length,
    },
    // A frame a function: the calls of a track are merged by function, so no address of their own is left.
    frameTable: {
      address: fill(size, -1),
      inlineDepth: fill(size, 0),
      category,
      subcategory: fill(size, 0),
      func: [...used.keys()],
      nativeSymbol: fill(size, null),
      innerWindowID: fill(size, 0),
      implementation: fill(size, null),
      line: fill(size, null),
      column: fill(size, null),
      length: size,
    },
    funcTable: {
      name,
      isJS: fill(size, false),
      relevantForJS: fill(size, false),
      resource,
      fileName: fill(size, null),
      lineNumber: fill(size, null),
      columnNumber: fill(size, null),
      length: size,
    },
    resourceTable: {
      lib: libs.values,
      name: resourceNames,
      host: fill(resourceNames.length, null),
      type: fill(resourceNames.length, LIBRARY),
      length: resourceNames.length,
    },
    nativeSymbols: { libIndex: [], address: [], name: [], functionSize: [], length: 0 },
    stringArray: strings.values,
  }
}

function startsOf(weights: readonly number[]): number[] {
  let start = 0
  return weights.map((weight) => {
    const own = start
    start += weight
    return own
  })
}

const fill = <T>(length: number, value: T): T[] => new Array<T>(length).fill(value)

/** Images, which all threads share. */
class Libraries {
  readonly list: object[] = []
  readonly #known = new Map<string, number>()

  of({ image: name, frame }: ProfiledFunction, { images }: Report): number {
    const image = frame.image === undefined ? undefined : images[frame.image]
    const uuid = image?.uuid?.replaceAll('-', '').toUpperCase()
    const key = `${uuid} ${name}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#known.set(key, this.list.length)
    const path = image?.path ?? ''
    // A breakpad id is the UUID and an age, which Mach-O files do not have.
    const ids = { breakpadId: uuid === undefined ? '' : `${uuid}0`, codeId: null, arch: image?.arch ?? '' }
    return this.list.push({ name, path, debugName: name, debugPath: path, ...ids }) - 1
  }
}

/** Values by number, in the order of their first use. */
class Numbers<T> {
  readonly values: T[] = []
  readonly #known = new Map<T, number>()

  of(value: T): number {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    this.#known.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}
