/**
 * Images that are known from a list of symbols alone, without a UUID: link maps, the output of `nm`. No report can
 * match them. They get the UUID of an added binary whose functions begin where the list says
 * (`engine/build-evidence.ts`).
 */
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { openFunctionStarts } from '../macho/function-starts.ts'
import type { MachOImage } from '../macho/image.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, linkAddress, offsetOfLink, type ImageOffset, type LinkAddress } from '../model/address.ts'
import { pointerSize, archFamily } from '../model/architecture.ts'
import type { Arch } from '../model/image.ts'
import { problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile, SymbolEntry } from '../ports.ts'
import { contentUuid } from './content-uuid.ts'
import type { DebugImage } from './source.ts'

/** A function as a list names it: `_main` for `main`, as linkers write the names of C. */
export interface ListedSymbol {
  readonly address: bigint
  readonly name: string
}

/** A range of code. */
export interface ListedRange {
  readonly address: bigint
  readonly size: number
}

/** The symbols of one image in a list. `code` is unknown where the list has no sections. */
export interface SymbolList {
  readonly symbols: readonly ListedSymbol[]
  readonly code?: readonly ListedRange[]
  /** Names, addresses and sizes of all sections, where the list has them. */
  readonly sections?: readonly (ListedRange & { readonly segment: string; readonly name: string })[]
}

/** One image of a list, as it is known before its symbols are read. */
export interface ListFacts {
  readonly arch: Arch
  readonly name: string
  readonly file: InputFile
  /** The bytes that the image's id is made from. */
  readonly content: Blob
  /** Some address in the image. */
  readonly someAddress: bigint
  /** Reads the symbols; rejects where the list takes more than the budget. */
  readonly read: (budget: Budget) => Promise<SymbolList>
}

/** A list is asked after every Mach-O file with symbols: see `DebugImage.rank`. */
const RANK = 15
/** Lists do not say what kind of image theirs is. */
const KIND = 'other'
/** Functions that a binary and a list must share to be of one build; fewer may agree by chance. */
const LEAST_STARTS = 8
/** Assumed bytes of the last function of a list without sections. */
const LAST_FUNCTION_BYTES = 1 << 16
/** Offsets below this are kept: an index has 32 bits for each. */
const MOST_OFFSET = 0xfffffffe

/**
 * The address that linkers give an image unless an option says otherwise: 4 GB for a program of 64 bits, 0 for a library.
 * A binary of the same build, if one is added, has the true one.
 */
function usualBase(address: bigint): LinkAddress {
  return linkAddress(address >= 2n ** 32n && address < 2n ** 33n ? 2n ** 32n : 0n)
}

/**
 * The image of a list, under a UUID made from its content, and a note that reports cannot match it. Never rejects for
 * what the list holds: symbols are read later, when they are asked for.
 */
export async function listedImage(facts: ListFacts): Promise<Outcome<readonly DebugImage[]>> {
  const { file, name } = facts
  const note = problem('no-uuid.list', { name }, { file: file.path, severity: 'note' })
  const listed = imageUnder(facts, {
    uuid: await contentUuid(facts.content),
    arch: facts.arch,
    textVmaddr: usualBase(facts.someAddress),
  })
  const build: DebugImage['build'] = {
    isOf: async (macho) => isOfBuild(await facts.read(new Budget(file.blob.size)), macho),
    as: (binary) => imageUnder(facts, binary),
  }
  return success([{ ...listed, build }], [note])
}

type Identity = Pick<DebugImage, 'uuid' | 'arch' | 'textVmaddr'>

/** The image of the list with this UUID, architecture and base: its own, or those of a binary of the same build. */
function imageUnder(facts: ListFacts, { uuid, arch, textVmaddr }: Identity): DebugImage {
  const { file, name } = facts
  return {
    uuid,
    arch,
    textVmaddr,
    name,
    path: file.path,
    kind: KIND,
    detail: 'symbols',
    rank: RANK,
    bytes: file.blob.size,
    prepare: async () => prepareList(facts, { uuid, arch, textVmaddr }),
  }
}

/** Reads the symbols. A list that is too large for its budget gives none, and a problem that says so. */
async function prepareList(
  { file, name, read }: ListFacts,
  { uuid, arch, textVmaddr }: Identity,
): Promise<Outcome<BuildInput>> {
  const problems: Problem[] = []
  const list = await read(new Budget(file.blob.size)).catch((thrown: unknown): SymbolList => {
    if (!isOverBudget(thrown)) throw thrown
    problems.push(problemFrom(thrown, file.path))
    return { symbols: [] }
  })
  const symbols = symbolsOf(list, textVmaddr)
  const input: BuildInput = {
    uuid,
    arch,
    name,
    kind: KIND,
    file: file.path,
    textVmaddr,
    littleEndian: true,
    pointerSize: pointerSize(archFamily(arch)),
    code: codeOf(list, symbols, textVmaddr),
    dwarf: [],
    symbols,
    sectionIsCode: [],
  }
  return success(input, problems)
}

/** Undefined for an address below the image or too far into it. */
function offsetIn(textVmaddr: LinkAddress, address: bigint): ImageOffset | undefined {
  const offset = offsetOfLink(linkAddress(address), textVmaddr)
  return offset !== undefined && offset < MOST_OFFSET ? imageOffset(offset) : undefined
}

/** The symbols by their offsets in the image, in order. */
function symbolsOf(list: SymbolList, textVmaddr: LinkAddress): SymbolEntry[] {
  return list.symbols
    .flatMap(({ address, name }) => {
      const offset = offsetIn(textVmaddr, address)
      return offset === undefined ? [] : { offset, name, source: 'symtab' as const }
    })
    .sort((a, b) => a.offset - b.offset)
}

/** Ranges of code: as the list tells them, else from the start of the image to behind its last symbol. */
function codeOf(list: SymbolList, symbols: readonly SymbolEntry[], textVmaddr: LinkAddress): BuildInput['code'] {
  const last = symbols.at(-1)
  const ranges = list.code ?? [{ address: textVmaddr, size: last ? last.offset + LAST_FUNCTION_BYTES : 0 }]
  return ranges.flatMap(({ address, size }) => {
    const start = offsetIn(textVmaddr, address)
    return start === undefined || size === 0 ? [] : { start, end: imageOffset(Math.min(MOST_OFFSET, start + size)) }
  })
}

/**
 * True if a binary and a list are of the same build. Every function of LC_FUNCTION_STARTS must begin where the list has
 * a symbol, and all sections must be where the list has them. Another build moves some function. A list without sections is
 * judged by its functions alone.
 */
async function isOfBuild({ symbols, sections }: SymbolList, macho: MachOImage): Promise<boolean> {
  const { textVmaddr } = macho
  const sectionsOfBinary = new Map(macho.sections.map((section) => [`${section.segment},${section.name}`, section]))
  const hasSections = (sections ?? []).every(({ segment, name, address, size }) => {
    const section = sectionsOfBinary.get(`${segment},${name}`)
    return section?.address === address && section.size === size
  })
  if (!hasSections) return false
  const starts = await openFunctionStarts(macho)
  const listed = new Set(symbols.map(({ address }) => address))
  return starts.length >= LEAST_STARTS && starts.every((start) => listed.has(textVmaddr + BigInt(start)))
}
