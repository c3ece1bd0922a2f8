/**
 * Images that are known from a list of symbols alone, without a UUID: link maps, the output of `nm`. No report can
 * match them. They get the UUID of an added binary whose functions begin where the list says
 * (`engine/build-evidence.ts`).
 */
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { openFunctionStarts } from '../macho/function-starts.ts'
import type { MachOImage } from '../macho/image.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, linkAddress, offsetOfLink, type LinkAddress } from '../model/address.ts'
import { pointerSize, archFamily } from '../model/architecture.ts'
import type { Arch } from '../model/image.ts'
import { problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile, SymbolEntry } from '../ports.ts'
import { contentUuid } from './content-uuid.ts'
import type { DebugImage } from './source.ts'

/** A function as a list names it, with the underscore of the C ABI. */
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

export interface ListFacts {
  readonly arch: Arch
  readonly name: string
  readonly file: InputFile
  /** The bytes that the image's id is made from. */
  readonly content: Blob
  /** Some address in the image. */
  readonly someAddress: bigint
  readonly read: (budget: Budget) => Promise<SymbolList>
}

/** A rank below that of any Mach-O file with symbols. */
const RANK = 15
/** Fewer functions prove nothing. */
const LEAST_STARTS = 8
/** Assumed bytes of code after the last symbol of a list without sections. */
const LAST_SYMBOL = 1 << 16
const MOST_CODE = 0xfffffffe

/**
 * Programs of 64 bits lie at 4 GB, libraries at 0, unless a linker option says otherwise; a binary of the build says
 * better.
 */
function usualBase(address: bigint): LinkAddress {
  return linkAddress(address >= 2n ** 32n && address < 2n ** 33n ? 2n ** 32n : 0n)
}

export async function listedImage(facts: ListFacts): Promise<Outcome<readonly DebugImage[]>> {
  const { file, arch, name, content } = facts
  const uuid = await contentUuid(content)
  const textVmaddr = usualBase(facts.someAddress)
  const image = {
    uuid,
    arch,
    name,
    path: file.path,
    kind: 'other',
    detail: 'symbols',
    rank: RANK,
    textVmaddr,
    bytes: file.blob.size,
  } as const
  const note = problem('no-uuid.list', { name }, { file: file.path, severity: 'note' })
  const made: DebugImage = {
    ...image,
    prepare: async () => prepareList(facts, image),
    build: {
      isOf: async (macho) => isOfBuild(await facts.read(new Budget(file.blob.size)), macho),
      as: (other) => {
        const { uuid: of, textVmaddr: at } = other
        const same = { ...image, uuid: of, arch: other.arch, textVmaddr: at }
        return { ...same, prepare: async () => prepareList(facts, same) }
      },
    },
  }
  return success([made], [note])
}

async function prepareList(
  { file, read }: ListFacts,
  { uuid, arch, name, kind, textVmaddr }: Pick<DebugImage, 'uuid' | 'arch' | 'name' | 'kind' | 'textVmaddr'>,
): Promise<Outcome<BuildInput>> {
  const problems: Problem[] = []
  const list = await read(new Budget(file.blob.size)).catch((thrown: unknown): SymbolList => {
    if (!isOverBudget(thrown)) throw thrown
    problems.push(problemFrom(thrown, file.path))
    return { symbols: [] }
  })
  const offsetOf = (address: bigint): number | undefined => {
    const offset = offsetOfLink(linkAddress(address), textVmaddr)
    return offset !== undefined && offset < MOST_CODE ? offset : undefined
  }
  const symbols: SymbolEntry[] = list.symbols
    .flatMap(({ address, name: symbol }) => {
      const offset = offsetOf(address)
      return offset === undefined ? [] : { offset: imageOffset(offset), name: symbol, source: 'symtab' as const }
    })
    .sort((a, b) => a.offset - b.offset)
  const last = symbols.at(-1)
  const ranges = list.code ?? [{ address: textVmaddr, size: last ? last.offset + LAST_SYMBOL : 0 }]
  const code = ranges.flatMap(({ address, size }) => {
    const start = offsetOf(address)
    return start === undefined || size === 0
      ? []
      : { start: imageOffset(start), end: imageOffset(Math.min(MOST_CODE, start + size)) }
  })
  const input: BuildInput = {
    uuid,
    arch,
    name,
    kind,
    file: file.path,
    textVmaddr,
    littleEndian: true,
    pointerSize: pointerSize(archFamily(arch)),
    code,
    dwarf: [],
    symbols,
    sectionIsCode: [],
  }
  return success(input, problems)
}

/**
 * True if a binary and a list are of the same build. Every function of LC_FUNCTION_STARTS must begin where the list has
 * a symbol, and all sections must be where the list has them. Another build moves some function.
 */
async function isOfBuild({ symbols, sections }: SymbolList, macho: MachOImage): Promise<boolean> {
  const { textVmaddr } = macho
  const own = new Map(macho.sections.map((section) => [`${section.segment},${section.name}`, section]))
  const isSame = sections?.every(({ segment, name, address, size }) => {
    const section = own.get(`${segment},${name}`)
    return section?.address === address && section.size === size
  })
  if (isSame === false) return false
  const starts = await openFunctionStarts(macho)
  const listed = new Set(symbols.map(({ address }) => address))
  return starts.length >= LEAST_STARTS && starts.every((start) => listed.has(textVmaddr + BigInt(start)))
}
