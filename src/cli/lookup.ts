/** `unslide lookup`: addresses to names, as atos does. */
import { formatCall } from '../core/export/json.ts'
import {
  formatHex,
  imageOffset,
  linkAddress,
  loadAddressOfSlide,
  offsetInImage,
  offsetOfLink,
  runtimeAddress,
  type ImageOffset,
} from '../core/model/address.ts'
import { aliasText } from '../core/model/aliases.ts'
import { legendOf, markText, type MarkedLevel } from '../core/model/grade-marks.ts'
import { gradeOf } from '../core/resolve/grade.ts'
import { hasName, type Call, type KnownImage } from '../core/model/image.ts'
import { chooseImage } from './choose-image.ts'
import {
  chooseFormat,
  joinNegative,
  readHex,
  readNumber,
  readOptions,
  readSlide,
  UsageError,
  writeError,
  writeOut,
  tellProblems,
  type Command,
} from './command.ts'
import { createHost } from './host.ts'
import { addSymbols, readLines } from './input-files.ts'
import { errors } from './messages/en/errors.ts'

interface Answer {
  readonly address: bigint
  readonly offset: ImageOffset | undefined
  readonly calls: readonly Call[]
  /** For a name that is not sure. */
  readonly level: MarkedLevel | undefined
}

export const lookupCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(joinNegative(args), {
      symbols: { type: 'string', multiple: true },
      similar: { type: 'string', multiple: true },
      arch: { type: 'string' },
      uuid: { type: 'string' },
      load: { type: 'string' },
      slide: { type: 'string' },
      offset: { type: 'boolean' },
      'return-addresses': { type: 'boolean' },
      'no-inlines': { type: 'boolean' },
      mangled: { type: 'boolean' },
      format: { type: 'string' },
    })
    const format = chooseFormat(values.format, ['text', 'json'])
    if (!values.symbols) throw new UsageError(errors.lookupNeedsSymbols)
    if ([values.load, values.slide, values.offset].filter((value) => value !== undefined).length > 1) {
      throw new UsageError(errors.exclusivePlaces)
    }
    const engine = createHost()
    await addSymbols(engine, values.symbols)
    const choice = await chooseImage(engine, values.arch, values.uuid)
    if ('exit' in choice) return choice.exit
    const { image } = choice
    // Only now: these are not looked up themselves.
    if (values.similar) await addSymbols(engine, values.similar)
    const addresses = await readAddresses(
      positionals.length > 0 ? positionals : ['-'],
      values.offset ? readOffset : readAddress,
    )
    if (addresses.length === 0) throw new UsageError(errors.lookupNeedsAddress)
    const toOffset = conversion(image, values)
    const offsets = addresses.map(toOffset)
    const back = values['return-addresses'] ? 1 : 0
    const known = offsets.flatMap((offset) => (offset === undefined ? [] : imageOffset(Math.max(0, offset - back))))
    const outcome = await engine.lookup({ key: image, offsets: known, similar: values.similar !== undefined })
    tellProblems(outcome.problems)
    if (!outcome.ok) return 2
    const chains = outcome.value[Symbol.iterator]()
    let uncovered = 0
    let unnamed = 0
    const levels = new Set<MarkedLevel>()
    const lines: string[] = []
    for (const [at, address] of addresses.entries()) {
      const offset = offsets[at]
      const all = (offset === undefined ? undefined : chains.next().value) ?? []
      const calls = (values['no-inlines'] ? all.slice(-1) : all).map((call) => countedTo(call, back))
      if (all.length === 0) uncovered++
      else if (!all.some(hasName)) unnamed++
      const level = levelOf(calls)
      if (level) levels.add(level)
      const answer = { address, offset, calls, level }
      lines.push(format === 'json' ? jsonLine(answer, image, values.mangled) : textLines(answer, image, values.mangled))
    }
    await writeOut(lines.join(''))
    if (format === 'text') for (const line of legendOf(levels)) writeError(line)
    const { name } = image
    if (uncovered > 0) writeError(errors.notCovered({ image: name, uncovered, asked: addresses.length }))
    if (unnamed > 0) writeError(errors.notNamed({ image: name, unnamed, asked: addresses.length }))
    return uncovered + unnamed > 0 ? 1 : 0
  },
}

/** How sure a name is by its own bounds: a bare address has no call and no caller that could speak for it. */
function levelOf(calls: readonly Call[]): MarkedLevel | undefined {
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

const readAddress = (text: string): bigint => readHex(text, errors.theAddress)

const readOffset = (text: string): bigint => readNumber(text, errors.theOffset)

/** The addresses in the order given, several in one text too; `-` stands for standard input. */
async function readAddresses(given: readonly string[], read: (text: string) => bigint): Promise<bigint[]> {
  const addresses: bigint[] = []
  const take = (text: string): void => {
    for (const word of text.split(/[\s,]+/)) if (word !== '') addresses.push(read(word))
  }
  for (const text of given) {
    if (text !== '-') take(text)
    else for await (const line of readLines()) take(line)
  }
  return addresses
}

function jsonLine({ address, offset, calls, level }: Answer, image: KnownImage, mangled?: boolean): string {
  const { name, uuid, arch } = image
  const line = {
    address: formatHex(address),
    offset,
    image: name,
    uuid,
    arch,
    ...(calls.length > 0 && { grade: level ?? 'exact' }),
    calls: calls.map((call) => formatCall(call, mangled)),
  }
  return `${JSON.stringify(line)}\n`
}

/** As atos prints: `name (in Image) (File.m:12)`, a line a call, innermost first; the bare address where nothing is known. A mark stands at the end. */
function textLines({ address, calls, level }: Answer, image: KnownImage, mangled?: boolean): string {
  if (calls.length === 0) return `${formatHex(address)} (in ${image.name})\n`
  const mark = level === undefined ? '' : markText(level)
  return calls.map((call) => `${callText(call, image, mangled)}${mark}\n`).join('')
}

function callText(call: Call, image: KnownImage, mangled = false): string {
  const name = mangled && call.mangled !== '' ? call.mangled : call.function
  const file = call.file?.replace(/^.*[/\\]/, '')
  const place = file === undefined ? ` + ${call.functionOffset ?? 0}` : ` (${file}:${call.line ?? 0})`
  const others = aliasText(call)
  const also = others === undefined ? '' : ` [${others}]`
  return `${name} (in ${image.name})${place}${call.inlined ? ' [inlined]' : ''}${also}`
}
