/**
 * Collects personal data by JSON key, path and pattern. Every occurrence of a found value is then replaced. UUIDs of
 * images stay: symbols need them.
 */
import type { Report, SymbolicatedReport } from '../model/report.ts'
import { originOfPath } from '../model/origin.ts'
import { eachFrame } from '../model/each-frame.ts'
import { imageUuids, plainHex } from './image-uuids.ts'
import { kindOfValue } from './keys.ts'
import { jsonValues, textValues, type KeyedValue } from './keyed-values.ts'
import { isOfApp, isPseudonym, type PrivateKind } from './kinds.ts'
import { findPatterns, findUuids } from './patterns.ts'
import { decodings } from './variants.ts'

/**
 * How far a value speaks for itself. `anywhere`: nothing else looks like it. `words`: it may be a word of a program, too, so names of
 * functions and images keep it. `in-place`: only where its path or key says that it is meant.
 */
export type Reach = 'anywhere' | 'words' | 'in-place'

export interface PrivateText {
  readonly kind: PrivateKind
  readonly text: string
  readonly reach: Reach
  /** The key that it was found under. */
  readonly key?: string
}

/** Words of reports and of programs that are somebody's name now and then. */
const ORDINARY =
  /^(?:admin|administrator|app|apps|apple|application|arm|bin|binary|bit|build|builder|bundle|bytes|ci|class|code|codes|core|count|crash|crashed|data|date|debug|default|dev|developer|device|error|event|exception|false|fatal|file|frame|frames|function|header|home|host|id|image|images|info|ios|iphone|ipad|key|kernel|label|level|line|list|load|local|log|mac|macos|main|memory|message|method|mobile|model|module|name|none|note|null|number|object|offset|other|parent|path|plain|process|reading|nice|bath|split|orange|essen|cork|eden|union|normal|liberty|branch|mobile|central|queue|reason|release|report|role|root|self|service|session|shared|signal|size|source|stack|start|state|store|string|swift|symbol|symbols|system|tag|task|test|tester|text|thread|threads|time|total|triggered|true|type|unknown|user|users|uuid|value|version|void|web|work|xcode|system_name|system_version)$/i

export function findPrivate(
  symbolicated: readonly SymbolicatedReport[],
  texts: ReadonlySet<string>,
  withApp: boolean,
  beside: readonly string[] = [],
): readonly PrivateText[] {
  const found = new Map<string, PrivateText>()
  const reports = symbolicated.map(({ report }) => report)
  const code = new CodeIdentity(symbolicated, texts)
  const add = (kind: PrivateKind, raw: string, key?: string): void => {
    const text = raw.trim()
    // A folder is one between slashes alone; the same word may be something else in other places.
    const id = (kind === 'path' ? '/' : '') + text.toLowerCase()
    if (text.length < 2 || found.has(id) || (isOfApp(kind) && !withApp)) return
    if (isPseudonym(text) || code.has(text)) return
    const reach = code.isWord(text) && !isOfApp(kind) ? 'in-place' : reachOf(kind, text)
    found.set(id, { kind, text, reach, ...(key !== undefined && { key }) })
  }
  const addKeyed = ({ key, value, around }: KeyedValue): void => {
    const kind = kindOfValue(key, value, around)
    if (kind !== undefined) add(kind, value, key)
  }

  for (const { header, sections, events = [] } of reports) {
    if (header.incident !== undefined) add('id', header.incident)
    if (header.bundleId !== undefined) addKeyed({ key: 'bundleId', value: header.bundleId, around: [] })
    for (const [key, value] of header.fields) addKeyed({ key, value, around: [] })
    for (const section of sections) {
      if (section.kind !== 'table') continue
      for (const row of section.rows) {
        if (row.length === 2) addKeyed({ key: row[0] ?? '', value: row[1] ?? '', around: [] })
        else row.forEach((value, at) => addKeyed({ key: section.columns[at] ?? '', value, around: [] }))
      }
    }
    for (const { detail } of events) for (const pair of textValues(detail ?? '')) addKeyed(pair)
  }
  const readings = [...texts].flatMap(allReadings)
  for (const text of readings) for (const value of structured(text)) addKeyed(value)
  for (const text of [...readings, ...beside.flatMap(allReadings)])
    for (const { kind, text: value } of findPatterns(text)) add(kind, value)
  if (withApp) for (const name of appNames(reports)) add('app-name', name)
  // Whatever UUID is left is the identifier of something, unless it stands where code is told.
  for (const text of readings) for (const [uuid] of findUuids(text)) if (!isHexOfText(uuid)) add('id', uuid)
  return [...found.values()]
}

const allReadings = (text: string): readonly string[] => [text, ...decodings(text)]

/** What shows by its form alone, in texts that are no report's. */
export function findByForm(texts: Iterable<string>): readonly PrivateText[] {
  const found = new Map<string, PrivateText>()
  for (const whole of texts)
    for (const reading of allReadings(whole))
      for (const { kind, text } of findPatterns(reading))
        if (text.trim().length > 1 && !isPseudonym(text.trim()))
          found.set(`${kind} ${text.toLowerCase()}`, { kind, text: text.trim(), reach: reachOf(kind, text.trim()) })
  return [...found.values()]
}

/** Some recorders write strings as hex digits: 32 digits may be 16 letters. */
const isHexOfText = (hex: string): boolean => /^(?:[2-6][0-9a-f]|7[0-9a-e]){16}$/i.test(hex)

function* structured(text: string): Generator<KeyedValue> {
  if (text.includes('{') && text.includes('"')) yield* jsonValues(text)
  yield* textValues(text)
}

function reachOf(kind: PrivateKind, text: string): Reach {
  if (kind === 'path' || kind === 'memory') return 'in-place'
  if (isOfApp(kind)) return 'anywhere'
  if (/^\d{1,8}$/.test(text) || text.length < 3 || ORDINARY.test(text)) return 'in-place'
  if (/^\p{L}+$/u.test(text) && kind !== 'secret' && kind !== 'id' && kind !== 'device-key') return 'words'
  return text.length < 6 ? 'words' : 'anywhere'
}

/** What tells code and nothing else: UUIDs of images, names of images and of the process, numbers of frames. */
class CodeIdentity {
  readonly #uuids: ReadonlySet<string>
  readonly #names = new Set<string>()
  #numbers: Set<string> | undefined
  readonly #symbolicated: readonly SymbolicatedReport[]

  constructor(symbolicated: readonly SymbolicatedReport[], texts: ReadonlySet<string>) {
    this.#symbolicated = symbolicated
    this.#uuids = imageUuids(symbolicated, texts)
    for (const { report } of symbolicated) {
      if (report.header.process !== undefined) this.#names.add(report.header.process.toLowerCase())
      for (const { name } of report.images) this.#names.add(name.toLowerCase())
    }
  }

  has(text: string): boolean {
    return this.#uuids.has(plainHex(text))
  }

  /** Whether a text is also a name of an image or a number of a frame. */
  isWord(text: string): boolean {
    if (this.#names.has(text.toLowerCase())) return true
    return /^[0-9a-f]+$/i.test(text) && this.#numberSet().has(text.toLowerCase())
  }

  /** Made when it is needed: reports may have a million frames. */
  #numberSet(): ReadonlySet<string> {
    if (this.#numbers) return this.#numbers
    const numbers = (this.#numbers = new Set<string>())
    const add = (number: number | bigint | undefined): void => {
      if (number === undefined) return
      numbers.add(number.toString()).add(number.toString(16)).add(number.toString(16).padStart(16, '0'))
    }
    for (const { report } of this.#symbolicated) {
      for (const frame of eachFrame(report)) {
        add(frame.address)
        add(frame.offset)
      }
      for (const { loadAddress, size } of report.images) {
        add(loadAddress)
        add(size)
      }
      for (const { registers = [] } of report.threads) for (const { value } of registers) add(value)
    }
    return numbers
  }
}

/** The program's own names; none for programs of the system. */
function* appNames(reports: readonly Report[]): Generator<string> {
  for (const { header, images } of reports) {
    if (originOfPath(header.path) === 'system') continue
    if (header.process !== undefined && header.process.length > 2) yield header.process
    for (const { path, bundleId } of images) {
      const bundle = /\/([^/]+)\.app(?:ex)?\//.exec(path ?? '')?.[1]
      if (originOfPath(path) === 'app' && bundle !== undefined) yield bundle
      if (bundleId !== undefined && header.bundleId !== undefined && bundleId.startsWith(`${header.bundleId}.`))
        yield /\/([^/]+)$/.exec(path ?? '')?.[1] ?? ''
    }
  }
}
