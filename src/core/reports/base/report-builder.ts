/**
 * Builds the frames and images of one report: hands out frame ids, says what each address is, and joins addresses to
 * images once all images are known. Every format uses it, so these rules exist once.
 */
import type { Writable } from '../../model/writable.ts'
import { imageOffset, loadAddressFrom, offsetInImage, runtimeAddress, runtimeOf } from '../../model/address.ts'
import type { RuntimeAddress } from '../../model/address.ts'
import { reachOfUnsized, type BinaryImage } from '../../model/image.ts'
import type { Problem } from '../../model/problem.ts'
import type { AddressKind, Frame, PrintedSymbol, Report, RowDispute, TextSpan } from '../../model/report.ts'
import type { FrameLanguage, ScriptPlace, SymbolPlace } from '../../model/script.ts'
import { imageOf } from './image-of-row.ts'
import { ImageList } from './image-list.ts'
import { languageOfName } from '../../model/language-of-name.ts'
import { NearestImages, type PlacedImage } from './nearest-images.ts'
import { placeSigned, type SignedPlace } from './signed-addresses.ts'
import { problem } from '../../messages/problems.ts'

/** A row as a format read it; the builder fills in the rest. */
export interface FrameRow {
  /** The printed number. Where it is absent, rows are counted; one for an inlined call has the number of the row that it is inlined into. */
  readonly index?: number
  readonly address?: bigint | undefined
  /** Position that `addImage` gave, where the row states its image. Wins over the address. */
  readonly image?: number | undefined
  readonly imageName?: string | undefined
  /** Load address printed in the row, such as in `0x104cb8000 + 82036`. */
  readonly loadAddress?: bigint | undefined
  /** Bytes from the image's Mach header, where the row prints that. */
  readonly offset?: number | undefined
  readonly symbol?: PrintedSymbol | undefined
  readonly fromSymbol?: SymbolPlace | undefined
  readonly script?: ScriptPlace | undefined
  readonly language?: FrameLanguage | undefined
  /** The line of a row whose address contradicts its own load address and offset; neither is believed. */
  readonly misprintedIn?: number | undefined
  /** The line of a row that ends inside its address; the part that is left is none. */
  readonly cutIn?: number | undefined
  /** Stated by the report. Where it is absent, rows that share an address are judged by their names. */
  readonly inlined?: boolean | undefined
  /** Known for sure; otherwise the stack's rule decides. */
  readonly kind?: AddressKind | undefined
  readonly span?: TextSpan | undefined
  readonly symbolSpan?: TextSpan | undefined
}

/** An image as a format read it. `catchAll` images mean "anything" and lose against every real one. */
export type ImageRow = Omit<BinaryImage, 'index'> & { readonly catchAll?: boolean }

/** `thread`: the first row is the instruction that ran, the rest return addresses; otherwise all rows are of one kind. */
export type StackRule = 'thread' | AddressKind

/** Names that compilers and tools give to the parts of a Swift async function that run after a suspension. */
const ASYNC_NAME =
  /\b(?:await|suspend) resume partial function for |^\(\d+\) (?:await|suspend) resume|^_?\$s.*T[QY]\d+_$/
const SIGNAL_TRAMPOLINE = /^_*sigtramp$/

/**
 * A continuation is where a suspended function will resume: the start of its next part, plus one byte if the unwinder marks it.
 * A part that is running has called something, so the stack holds a return address far after its start.
 */
function isContinuation(symbol: PrintedSymbol | undefined): boolean {
  return symbol !== undefined && (symbol.offset ?? 0) <= 1 && ASYNC_NAME.test(symbol.name)
}

export class ReportBuilder {
  /** Frames, and by their ids what is needed to join them to images once these are complete: a file may have a million. */
  readonly #frames: Writable<Frame>[] = []
  readonly #lists: ImageList[] = []
  readonly #loadAddresses = new Map<number, bigint>()
  readonly #images: BinaryImage[] = []
  /** Image index by identity (load address, UUID, name); filled by image lists. */
  readonly #known = new Map<string, number>()
  #asked = 0
  readonly #problems: Problem[] = []
  /** Lines that look like a part of the report and could not be read. */
  readonly #unread: Problem[] = []
  readonly #everywhere: ImageList = new ImageList()
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  get frameCount(): number {
    return this.#frames.length
  }

  get imageCount(): number {
    return this.#images.length
  }

  /** The image at a position that `addImage` gave. */
  image(index: number): BinaryImage | undefined {
    return this.#images[index]
  }

  /** Notes a problem; the file is filled in. At most 200 are kept: a damaged file has one fault a thousand times. */
  problem(found: Omit<Problem, 'file'>): void {
    const told = { ...found, file: this.#file }
    if (told.code === 'unreadable-row') this.#unread.push(told)
    else if (this.#problems.length < 200) this.#problems.push(told)
  }

  /**
   * A separate list of images, for a file with several processes: pass it to `addImage` and `addStack`.
   * An image of several lists (same load address, UUID and name) is in the report once.
   */
  newImageList(): ImageList {
    return new ImageList()
  }

  /** Adds an image and gives its position in the report. */
  addImage(row: ImageRow, list: ImageList = this.#everywhere): number {
    const { catchAll = false } = row
    const size = sizeOf(row.size)
    const image = imageOf(row, size, this.#images.length)
    const index = (list === this.#everywhere ? undefined : this.#sameAs(image)) ?? image.index
    if (index === image.index) this.#images.push(image)
    const { loadAddress, name, uuid } = image
    // `???` means "anything", unless a UUID says that it is one image without a name.
    if (uuid === undefined || !loadAddress)
      list.add({ index, loadAddress, size, name, catchAll: catchAll || name === '???' })
    else list.add({ index, loadAddress, size: isUnbounded(size) ? undefined : size, name, catchAll })
    return index
  }

  /** The image of an earlier row that this is, too. Most reports have one list, and never ask. */
  #sameAs(image: BinaryImage): number | undefined {
    for (const added of this.#images.slice(this.#asked)) this.#known.set(identityOf(added), added.index)
    this.#asked = this.#images.length
    return this.#known.get(identityOf(image))
  }

  /** Adds the rows of one stack, innermost first. */
  addStack(rows: readonly FrameRow[], rule: StackRule, list: ImageList = this.#everywhere): Frame[] {
    const frames: Writable<Frame>[] = []
    const inlinedRows = findInlinedRows(rows)
    let interrupted = rule === 'thread'
    let next = 0
    rows.forEach((row, position) => {
      const inlined = inlinedRows[position] ?? false
      const isAsync = isContinuation(row.symbol)
      const kind = row.kind ?? (interrupted ? 'exact' : isAsync ? 'async' : rule === 'thread' ? 'return' : rule)
      frames.push(this.#addFrame(row, kind, row.index ?? next, inlined, list))
      if (!inlined) next++
      // Inlined rows and the function that they lie in share one address, so they share what it is.
      if (!inlined) interrupted = SIGNAL_TRAMPOLINE.test(row.symbol?.name ?? '')
    })
    return frames
  }

  /** Adds one frame, for call trees. */
  addFrame(row: FrameRow, kind: AddressKind, list: ImageList = this.#everywhere): Frame {
    return this.#addFrame(row, row.kind ?? kind, row.index ?? 0, row.inlined ?? false, list)
  }

  /** Joins frames to images. Call it once, when everything was added. */
  finish(): Pick<Report, 'images' | 'frameCount' | 'problems'> {
    const isAligned = this.#hasAlignedCode()
    const signed = this.#signedPlaces()
    for (const frame of this.#frames) {
      const list = this.#lists[frame.id] ?? this.#everywhere
      const clean = signed.get(frame.id)
      if (frame.image === undefined && clean) frame.image = clean.image
      if (frame.image === undefined) this.#join(frame, list, this.#loadAddresses.get(frame.id))
      const image = frame.image === undefined ? undefined : this.#images[frame.image]
      if (!image) continue
      const disputed = this.#disputeOf(frame, image, list)
      if (disputed) frame.disputed = disputed
      if (isAligned && frame.kind === 'return' && isMarked(frame)) frame.kind = 'async'
      if (frame.offset === undefined && frame.address !== undefined && image.loadAddress !== undefined) {
        const offset = offsetInImage(
          clean && clean.image === frame.image ? clean.address : frame.address,
          image.loadAddress,
        )
        if (offset !== undefined) frame.offset = offset
      }
      if (frame.address === undefined && frame.offset !== undefined && image.loadAddress !== undefined) {
        frame.address = runtimeOf(image.loadAddress, frame.offset)
      }
    }
    return {
      images: this.#images,
      frameCount: this.#frames.length,
      problems: [...this.#unreadLines(), ...this.#problems],
    }
  }

  #signedPlaces(): ReadonlyMap<number, SignedPlace> {
    let all: NearestImages | undefined
    return placeSigned(this.#frames, this.#images, ({ id }, address) => {
      const list = this.#lists[id] ?? this.#everywhere
      const listed = list.at(address)
      if (listed !== undefined || list !== this.#everywhere) return listed
      all ??= new NearestImages(this.#images.flatMap(placeOf))
      return all.at(address, REACH)?.index
    })
  }

  /** A few of the lines that were not understood, or the first of many with their number. */
  #unreadLines(): readonly Problem[] {
    const shown = this.#unread.slice(0, MOST_UNREAD)
    if (shown.length === this.#unread.length) return shown
    const lines = shown.map(({ line }) => String(line))
    const all = problem('unreadable-rows', { count: this.#unread.length, lines }, { file: this.#file })
    return [all, ...shown]
  }

  /**
   * Whether instructions lie on multiples of four, as on arm64: then no return address is one byte behind one, and an unwinder
   * has marked a continuation so. Few reports name the architecture of every image, so the addresses themselves tell.
   */
  #hasAlignedCode(): boolean {
    let [marked, aligned] = [0, 0]
    for (const frame of this.#frames) {
      if (frame.kind !== 'return' || frame.address === undefined) continue
      const low = Number(frame.address & 3n)
      if (low === 1) marked++
      else if (low === 0) aligned++
      else return false
    }
    return marked > 0 && aligned >= 4
  }

  #addFrame(given: FrameRow, kind: AddressKind, index: number, inlined: boolean, list: ImageList): Writable<Frame> {
    const row = given.misprintedIn === undefined ? given : this.#withoutPlace(given, given.misprintedIn)
    const frame = makeFrame(this.#frames.length, index, kind, row)
    if (row.cutIn !== undefined) this.problem(problem('cut-row', { line: row.cutIn }, { line: row.cutIn }))
    if (inlined) frame.inlined = true
    this.#frames.push(frame)
    this.#lists.push(list)
    if (row.loadAddress !== undefined) this.#loadAddresses.set(frame.id, row.loadAddress)
    return frame
  }

  #withoutPlace({ address: _, loadAddress: __, offset: ___, ...row }: FrameRow, line: number): FrameRow {
    this.problem(problem('misprinted-row', { line }, { line }))
    return row
  }

  #join(frame: Writable<Frame>, list: ImageList, loadAddress: bigint | undefined): void {
    const { address, imageName } = frame
    if (address === undefined) {
      const named = imageName ? list.named(imageName) : undefined
      if (named !== undefined) frame.image = named
      return
    }
    // Where images overlap, the name or the load address in the row says which one is meant.
    const named = imageName ? list.named(imageName) : undefined
    if (named !== undefined && list.covers(named, address)) {
      frame.image = named
      return
    }
    const load = loadAddress ?? this.#loadFromOffset(frame)
    const loaded = load === undefined ? undefined : list.loadedAt(load)
    const stated = loaded !== undefined && list.covers(loaded, address) ? loaded : undefined
    const covering = stated ?? list.at(address) ?? loaded
    if (covering !== undefined) {
      frame.image = covering
      return
    }
    if (!load || !imageName || imageName === '???' || load > address) return
    // The report lists no image here, but the row itself says where its image begins.
    const index = this.#images.length
    this.#images.push({ index, name: imageName, loadAddress: runtimeAddress(load), slideFrom: 'load-address' })
    list.addLoaded(load, index)
    frame.image = index
  }

  /** What a row with an address says otherwise than the image that was found for it. */
  #disputeOf({ id, address, imageName }: Frame, image: BinaryImage, list: ImageList): RowDispute | undefined {
    if (address === undefined) return undefined
    const named = imageName ? list.named(imageName) : undefined
    if (named !== undefined && named !== image.index) return 'image'
    const load = this.#loadAddresses.get(id)
    return load === undefined || image.loadAddress === undefined || load === image.loadAddress
      ? undefined
      : 'load-address'
  }

  #loadFromOffset(frame: Frame): RuntimeAddress | undefined {
    const { address, offset } = frame
    return address === undefined || offset === undefined ? undefined : loadAddressFrom(address, offset)
  }
}

/** Farther than this behind a load address nothing is in an image whose end is not known. */
const REACH = BigInt(reachOfUnsized)

function placeOf({ index, loadAddress, size }: BinaryImage): readonly PlacedImage[] {
  if (loadAddress === undefined) return []
  return [{ index, loadAddress, end: size === undefined || isUnbounded(size) ? undefined : loadAddress + BigInt(size) }]
}

function identityOf({ loadAddress, uuid, path, name, size }: BinaryImage): string {
  return `${loadAddress ?? '?'}|${uuid ?? '?'}|${path ?? name}|${size ?? '?'}`
}

/** The frame of a row, without what others tell of it. */
function makeFrame(id: number, index: number, kind: AddressKind, row: FrameRow): Writable<Frame> {
  const { address: printed, imageName, offset, symbol: named, span, symbolSpan } = row
  const address = printed === undefined ? undefined : runtimeAddress(printed)
  const symbol = named && withWholeNumbers(named)
  const language = row.language ?? languageOfName(symbol?.name)
  // Nearly every row of a million; written at once, all fields lie in one object.
  if (
    address !== undefined &&
    imageName &&
    isWhole(offset) &&
    symbol &&
    symbolSpan &&
    !span &&
    row.image === undefined &&
    !language
  )
    return { id, index, kind, address, imageName, offset: imageOffset(offset), symbol, symbolSpan }
  const frame: Writable<Frame> = { id, index, kind }
  if (address !== undefined) frame.address = address
  if (row.image !== undefined) frame.image = row.image
  if (imageName) frame.imageName = imageName
  if (isWhole(offset)) frame.offset = imageOffset(offset)
  if (symbol) frame.symbol = symbol
  if (row.fromSymbol) frame.fromSymbol = row.fromSymbol
  if (row.script) frame.script = row.script
  if (language) frame.language = language
  if (span) frame.span = span
  if (symbolSpan) frame.symbolSpan = symbolSpan
  return frame
}

/** Hundreds of digits are no number that anything can be counted from. */
function isWhole(value: number | undefined): value is number {
  return Number.isSafeInteger(value)
}

function withWholeNumbers(symbol: PrintedSymbol): PrintedSymbol {
  const isSound = (value: number | undefined): boolean => value === undefined || isWhole(value)
  if (isSound(symbol.offset) && isSound(symbol.line) && isSound(symbol.column)) return symbol
  const { offset, line, column, ...name } = symbol
  return {
    ...name,
    ...(isWhole(offset) && { offset }),
    ...(isWhole(line) && { line }),
    ...(isWhole(column) && { column }),
  }
}

/** More lines than these that could not be read are counted, and these shown. */
const MOST_UNREAD = 3

/** A size in bytes: JSON can say `1e999` or half a byte. */
function sizeOf(stated: number | undefined): number | undefined {
  return Number.isInteger(stated) && Number(stated) >= 0 ? stated : undefined
}

/** Some writers give an image whose end they don't know no size at all, or all that is there. */
function isUnbounded(size: number | undefined): boolean {
  return size === 0 || (size ?? 0) > 2 ** 40
}

/** One byte behind a multiple of four. */
function isMarked({ address }: Frame): boolean {
  return address !== undefined && (address & 3n) === 1n
}

/**
 * For each row whether it is an inlined call of one below. Both have one address; recursion has that too, but one address lies in
 * one function only: the last row of a run names it, and every other row of the run that says the same is that function again.
 * Rows without names can't tell, and are not taken for inlined.
 */
function findInlinedRows(rows: readonly FrameRow[]): boolean[] {
  const inlined: boolean[] = []
  let concrete: FrameRow | undefined
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row) continue
    if (row.address === undefined || row.address !== concrete?.address) concrete = row
    inlined[at] = row.inlined ?? differs(row.symbol, concrete.symbol)
  }
  return inlined
}

function differs(symbol: PrintedSymbol | undefined, other: PrintedSymbol | undefined): boolean {
  if (!symbol || !other) return false
  return symbol.name !== other.name || symbol.line !== other.line || symbol.file !== other.file
}
