/** Answers of `unslide lookup`: the names at addresses, as lines of text or JSON. */
import { formatCall } from '../../core/export/json-call.ts'
import { only } from '../../core/export/json-values.ts'
import {
  formatHex,
  imageOffset,
  linkAddress,
  loadAddressOfSlide,
  offsetInImage,
  offsetOfLink,
  runtimeAddress,
  type ImageOffset,
} from '../../core/model/address.ts'
import type { Engine, LookupRequest } from '../../core/engine-types.ts'
import { aliasText } from '../../core/model/aliases.ts'
import { legendOf, markText, type MarkedLevel } from '../../core/model/grade-marks.ts'
import { gradeOf } from '../../core/resolve/trust/grade.ts'
import { hintRows } from '../../core/reading/hints.ts'
import type { FunctionHints } from '../../core/model/hints.ts'
import { visibleLine } from '../../core/model/visible-text.ts'
import { hasName, isProvedName, type Call, type KnownImage } from '../../core/model/image.ts'
import { formatProblem, readHex, readSlide, tellProblems, writeNote } from '../command.ts'
import type { AddressLine, HintsDocument } from '../documents/look-ups.ts'
import { errors } from '../messages/errors.ts'

interface Asked {
  readonly address: bigint
  /** Undefined where no image of a cache holds the address. */
  readonly image: KnownImage | undefined
  readonly offset: ImageOffset | undefined
}

interface Answer extends Asked {
  readonly calls: readonly Call[]
  /** For a name that is not sure. */
  readonly level: MarkedLevel | undefined
  /** The index of the image keeps no columns. */
  readonly isWithout: boolean
  readonly hints?: FunctionHints
}

export interface LookupOptions {
  /** The image that an address is of. */
  readonly imageOf: (address: bigint) => KnownImage | undefined
  /** The kind of the addresses: of the file, or as `--load`, `--slide` and `--offset` say. */
  readonly place: {
    readonly load?: string | undefined
    readonly slide?: string | undefined
    readonly offset?: true | undefined
  }
  /** Addresses behind a call, which is looked up one byte before them. */
  readonly areReturns: boolean
  readonly similar: boolean
  readonly hints: boolean
  readonly noInlines: boolean
  readonly mangled: boolean
  readonly format: 'text' | 'json'
}

/** Answers addresses in their order, and counts what has no name. */
export class LookupAnswers {
  readonly #engine: Engine
  readonly #options: LookupOptions
  readonly #tell = tellOnce()
  readonly #levels = new Set<MarkedLevel>()
  #addresses = 0
  #uncovered = 0
  #unnamed = 0

  constructor(engine: Engine, options: LookupOptions) {
    this.#engine = engine
    this.#options = options
  }

  /** Lines, each with its end. Undefined if nothing could be read. */
  async answer(addresses: readonly bigint[]): Promise<string | undefined> {
    const { imageOf, place, areReturns, similar, hints, noInlines, mangled, format } = this.#options
    const back = areReturns ? 1 : 0
    const asked = addresses.map((address): Asked => {
      const image = imageOf(address)
      return { address, image, offset: image && conversion(image, place)(address) }
    })
    const looked = await lookUp(this.#engine, asked, back, { similar, columns: format === 'json' }, this.#tell)
    if (!looked) return undefined
    const { chains, withoutColumns } = looked
    const hinted = hints ? await hintsFor(this.#engine, asked, back, chains) : []
    this.#addresses += addresses.length
    const lines = asked.map((one, at) => {
      const all = chains[at] ?? []
      const calls = (noInlines ? all.slice(-1) : all).map((call) => countedTo(call, back))
      if (all.length === 0) this.#uncovered++
      else if (!all.some(hasName)) this.#unnamed++
      const level = levelOf(calls)
      if (level) this.#levels.add(level)
      const hint = hinted[at]
      const isWithout = one.image !== undefined && withoutColumns.has(one.image)
      const answer = { ...one, calls, level, isWithout, ...(hint && { hints: hint }) }
      return format === 'json' ? jsonLine(answer, mangled) : textLines(answer, mangled)
    })
    return lines.join('')
  }

  /** Says on standard error what the marks mean and what is missing; `image`: the name of the only one. True if anything is missing. */
  tellEnd(image: string | undefined): boolean {
    const [addresses, uncovered, unnamed] = [this.#addresses, this.#uncovered, this.#unnamed]
    if (this.#options.format === 'text') for (const line of legendOf(this.#levels)) writeNote(line)
    if (uncovered > 0) writeNote(errors.notCovered({ image, uncovered, addresses }))
    if (unnamed > 0) writeNote(errors.notNamed({ image, unnamed, addresses }))
    return uncovered + unnamed > 0
  }
}

interface Looked {
  /** The calls at each address. */
  readonly chains: readonly (readonly Call[])[]
  readonly withoutColumns: ReadonlySet<KnownImage>
}

/** The calls at each address, image by image; undefined if nothing could be read. */
async function lookUp(
  engine: Engine,
  asked: readonly Asked[],
  back: number,
  options: Pick<LookupRequest, 'similar' | 'columns'>,
  tell: typeof tellProblems,
): Promise<Looked | undefined> {
  const chains: (readonly Call[])[] = asked.map(() => [])
  const images = new Map<KnownImage, { readonly at: number; readonly offset: ImageOffset }[]>()
  for (const [at, { image, offset }] of asked.entries()) {
    if (!image || offset === undefined) continue
    const own = images.get(image) ?? []
    own.push({ at, offset: imageOffset(Math.max(0, offset - back)) })
    images.set(image, own)
  }
  const withoutColumns = new Set<KnownImage>()
  let isRead = images.size === 0
  for (const [key, own] of images) {
    const outcome = await engine.lookup({ key, offsets: own.map(({ offset }) => offset), ...options })
    tell(outcome.problems)
    isRead ||= outcome.ok
    if (outcome.problems.some(({ code }) => code === 'no-columns')) withoutColumns.add(key)
    if (outcome.ok) for (const [position, { at }] of own.entries()) chains[at] = outcome.value[position] ?? []
  }
  return isRead ? { chains, withoutColumns } : undefined
}

/** Prints each problem once, however many slices have it. */
function tellOnce(): typeof tellProblems {
  const told = new Set<string>()
  return (problems) => {
    const fresh = problems.filter((found) => !told.has(formatProblem(found)))
    for (const found of fresh) told.add(formatProblem(found))
    tellProblems(fresh)
  }
}

/** Hints from the code on the functions without a name, at each address. */
async function hintsFor(
  engine: Engine,
  asked: readonly Asked[],
  back: number,
  chains: readonly (readonly Call[])[],
): Promise<readonly (FunctionHints | undefined)[]> {
  const found: (FunctionHints | undefined)[] = []
  for (const [at, { image, offset }] of asked.entries()) {
    const isNamed = (chains[at] ?? []).some(isProvedName)
    if (isNamed || !image || offset === undefined) continue
    const key = { uuid: image.uuid, arch: image.arch }
    ;[found[at]] = await engine.hints({ key, offsets: [imageOffset(Math.max(0, offset - back))] })
  }
  return found
}

/** How sure a name is by its own bounds: a bare address has no call and no caller that could speak for it. */
export function levelOf(calls: readonly Call[]): MarkedLevel | undefined {
  const concrete = calls.at(-1)
  if (!concrete || concrete.mangled === '') return undefined
  const { grade } = gradeOf({ calls, point: { notes: [] }, tie: 'uuid', slideConfidence: 1 })
  return grade.level === 'exact' ? undefined : grade.level
}

function conversion(
  image: KnownImage,
  { load, slide, offset }: LookupOptions['place'],
): (address: bigint) => ImageOffset | undefined {
  if (offset)
    return (address) => (address <= BigInt(Number.MAX_SAFE_INTEGER) ? imageOffset(Number(address)) : undefined)
  if (load === undefined && slide === undefined)
    return (address) => offsetOfLink(linkAddress(address), image.textVmaddr)
  const loadAddress =
    load === undefined
      ? loadAddressOfSlide(readSlide(slide ?? '0'), image.textVmaddr)
      : runtimeAddress(readHex(load, '--load'))
  return (address) => offsetInImage(runtimeAddress(address), loadAddress)
}

/** The bytes from the function's start are those of the given address, not of the place looked up. */
function countedTo(call: Call, back: number): Call {
  return call.functionOffset === undefined ? call : { ...call, functionOffset: call.functionOffset + back }
}

function jsonLine({ address, image, offset, calls, level, isWithout, hints }: Answer, mangled?: boolean): string {
  const line = only<AddressLine>({
    address: formatHex(address),
    ...(image && { offset, image: image.name, uuid: image.uuid, arch: image.arch }),
    ...(calls.length > 0 && { grade: level ?? 'exact' }),
    calls: calls.map((call) => formatCall(call, mangled)),
    columns: isWithout && calls[0]?.line !== undefined && calls[0].column === undefined ? 'not-kept' : undefined,
    hints: hints satisfies HintsDocument | undefined,
  })
  return `${JSON.stringify(line)}\n`
}

/** As atos prints: `name (in Image) (File.m:12)`, a line a call, innermost first; the bare address where nothing is known. A mark comes at the end. */
function textLines({ address, image, calls, level, hints }: Answer, mangled?: boolean): string {
  if (!image) return `${formatHex(address)}\n`
  if (calls.length === 0) return `${formatHex(address)} (in ${visibleLine(image.name)})\n`
  const mark = level === undefined ? '' : markText(level)
  const rows = hints ? hintRows(hints).map(({ label, text }) => `    ${errors.hint({ label, text })}\n`) : []
  return [...calls.map((call) => `${callText(call, image, mangled)}${mark}\n`), ...rows].join('')
}

function callText(call: Call, image: KnownImage, mangled = false): string {
  const name = mangled && call.mangled !== '' ? call.mangled : call.function
  const file = call.file?.replace(/^.*[/\\]/, '')
  const place = file === undefined ? ` + ${call.functionOffset ?? 0}` : ` (${file}:${call.line ?? 0})`
  const others = aliasText(call)
  const also = others === undefined ? '' : ` [${others}]`
  return visibleLine(`${name} (in ${image.name})${place}${call.inlined ? ' [inlined]' : ''}${also}`)
}
