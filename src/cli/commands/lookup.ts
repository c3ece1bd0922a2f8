/** `unslide lookup`: addresses to names, as atos does. */
import { formatCall } from '../../core/export/json-call.ts'
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
import type { Engine } from '../../core/engine-types.ts'
import { aliasText } from '../../core/model/aliases.ts'
import { legendOf, markText, type MarkedLevel } from '../../core/model/grade-marks.ts'
import { gradeOf } from '../../core/resolve/trust/grade.ts'
import { hintRows } from '../../core/reading/hints.ts'
import type { FunctionHints } from '../../core/model/hints.ts'
import { hasName, isProvedName, type Call, type KnownImage } from '../../core/model/image.ts'
import { chooseImage, findPublished, imagesByAddress } from '../pipeline/choose-image.ts'
import {
  formatProblem,
  readHex,
  readNumber,
  readSlide,
  UsageError,
  writeNote,
  writeOut,
  tellProblems,
  type Command,
} from '../command.ts'
import { readOptions } from '../options/read.ts'
import { createHostWith } from '../start/host.ts'
import { addSymbols, isSiteAddress, readAddresses } from '../io/input-files.ts'
import { errors } from '../messages/en/errors.ts'
import { siteErrors } from '../messages/en/sites.ts'

/** Addresses whose answers are held at once: half a million of them take more than a gigabyte. */
const MOST_AT_ONCE = 32_768
/** More are answered in slices of so many. */
const SLICE = 8192

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
  readonly hints?: FunctionHints
}

export const lookupCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'lookup')
    const format = values.format ?? 'text'
    if (!values.symbols) throw new UsageError(errors.lookupNeedsSymbols)
    if ([values.load, values.slide, values.offset].filter((value) => value !== undefined).length > 1) {
      throw new UsageError(errors.exclusivePlaces)
    }
    if (values.uuid === undefined && values.symbols.some(isSiteAddress)) throw new UsageError(siteErrors.needsUuid)
    const engine = await createHostWith(values.symbols, [], values.cache)
    const problems = values.uuid === undefined ? [] : await findPublished(engine, values.uuid)
    tellProblems(problems)
    if (values.symbols.every(isSiteAddress) && (await engine.images()).length === 0) {
      // If a site could not be read, it may still have the symbols.
      if (problems.every(({ code }) => code === 'kept-site'))
        writeNote(siteErrors.notThere({ uuid: values.uuid ?? '' }))
      return 1
    }
    const isAnywhere = values.uuid === undefined && values.load === undefined && !values.offset
    const find = isAnywhere ? await imagesByAddress(engine, values.arch) : undefined
    const choice = find ? undefined : await chooseImage(engine, values.arch, values.uuid)
    if (choice && 'exit' in choice) return choice.exit
    // Only now: these are not looked up themselves.
    if (values.similar) await addSymbols(engine, values.similar)
    const addresses = await readAddresses(
      positionals.length > 0 ? positionals : ['-'],
      values.offset ? readOffset : undefined,
    )
    if (addresses.length === 0) throw new UsageError(errors.lookupNeedsAddress)
    const slide = values.slide === undefined ? 0n : readSlide(values.slide)
    const imageOf = (address: bigint): KnownImage | undefined => (choice ? choice.image : find?.(address - slide))
    if (find && !addresses.some(imageOf)) {
      const none = await chooseImage(engine, values.arch)
      return 'exit' in none ? none.exit : 2
    }
    const back = values['return-addresses'] ? 1 : 0
    const tell = tellOnce()
    // A file would be read anew for each slice, so that its whole index is built first: that takes no longer than so many names.
    const isMany = addresses.length > MOST_AT_ONCE
    if (isMany) await engine.index([...new Set(addresses.flatMap((one) => imageOf(one) ?? []))])
    let uncovered = 0
    let unnamed = 0
    const levels = new Set<MarkedLevel>()
    const size = isMany ? SLICE : MOST_AT_ONCE
    for (let from = 0; from < addresses.length; from += size) {
      const asked = addresses.slice(from, from + size).map((address): Asked => {
        const image = imageOf(address)
        return { address, image, offset: image && conversion(image, values)(address) }
      })
      const found = await lookUp(engine, asked, back, values.similar !== undefined, tell)
      if (!found && from === 0) return 2
      const chains = found ?? []
      const hints = values.hints ? await hintsFor(engine, asked, back, chains) : []
      const lines: string[] = []
      for (const [at, one] of asked.entries()) {
        const all = chains[at] ?? []
        const calls = (values['no-inlines'] ? all.slice(-1) : all).map((call) => countedTo(call, back))
        if (all.length === 0) uncovered++
        else if (!all.some(hasName)) unnamed++
        const level = levelOf(calls)
        if (level) levels.add(level)
        const hint = hints[at]
        const answer = { ...one, calls, level, ...(hint && { hints: hint }) }
        lines.push(format === 'json' ? jsonLine(answer, values.mangled) : textLines(answer, values.mangled))
      }
      // Waits until the reader has taken them.
      await writeOut(lines.join(''))
    }
    if (format === 'text') for (const line of legendOf(levels)) writeNote(line)
    const name = choice?.image.name
    if (uncovered > 0) writeNote(errors.notCovered({ image: name, uncovered, addresses: addresses.length }))
    if (unnamed > 0) writeNote(errors.notNamed({ image: name, unnamed, addresses: addresses.length }))
    return uncovered + unnamed > 0 ? 1 : 0
  },
}

/** The calls at each address, image by image; undefined if nothing could be read. */
async function lookUp(
  engine: Engine,
  asked: readonly Asked[],
  back: number,
  similar: boolean,
  tell: typeof tellProblems,
): Promise<readonly (readonly Call[])[] | undefined> {
  const chains: (readonly Call[])[] = asked.map(() => [])
  const images = new Map<KnownImage, { readonly at: number; readonly offset: ImageOffset }[]>()
  for (const [at, { image, offset }] of asked.entries()) {
    if (!image || offset === undefined) continue
    const own = images.get(image) ?? []
    own.push({ at, offset: imageOffset(Math.max(0, offset - back)) })
    images.set(image, own)
  }
  let isRead = images.size === 0
  for (const [key, own] of images) {
    const outcome = await engine.lookup({ key, offsets: own.map(({ offset }) => offset), similar })
    tell(outcome.problems)
    isRead ||= outcome.ok
    if (outcome.ok) for (const [position, { at }] of own.entries()) chains[at] = outcome.value[position] ?? []
  }
  return isRead ? chains : undefined
}

/** Tells each problem once, however many slices have it. */
function tellOnce(): typeof tellProblems {
  const told = new Set<string>()
  return (problems) => {
    const fresh = problems.filter((found) => !told.has(formatProblem(found)))
    for (const found of fresh) told.add(formatProblem(found))
    tellProblems(fresh)
  }
}

/** What the code says of the functions without a name, at each address. */
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
  const { level } = gradeOf({ calls, point: { notes: [] }, tie: 'uuid', slideConfidence: 1 })
  return level === 'exact' ? undefined : level
}

function conversion(
  image: KnownImage,
  { load, slide, offset }: { load?: string | undefined; slide?: string | undefined; offset?: boolean | undefined },
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

/** The bytes from the function's start are those of the address asked, not of the place looked up. */
function countedTo(call: Call, back: number): Call {
  return call.functionOffset === undefined ? call : { ...call, functionOffset: call.functionOffset + back }
}

const readOffset = (text: string): bigint => readNumber(text, errors.theOffset)

function jsonLine({ address, image, offset, calls, level, hints }: Answer, mangled?: boolean): string {
  const line = {
    address: formatHex(address),
    ...(image && { offset, image: image.name, uuid: image.uuid, arch: image.arch }),
    ...(calls.length > 0 && { grade: level ?? 'exact' }),
    calls: calls.map((call) => formatCall(call, mangled)),
    hints,
  }
  return `${JSON.stringify(line)}\n`
}

/** As atos prints: `name (in Image) (File.m:12)`, a line a call, innermost first; the bare address where nothing is known. A mark stands at the end. */
function textLines({ address, image, calls, level, hints }: Answer, mangled?: boolean): string {
  if (!image) return `${formatHex(address)}\n`
  if (calls.length === 0) return `${formatHex(address)} (in ${image.name})\n`
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
  return `${name} (in ${image.name})${place}${call.inlined ? ' [inlined]' : ''}${also}`
}
