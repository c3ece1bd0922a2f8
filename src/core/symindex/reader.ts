/**
 * Looks up image offsets in an index file. Reads ranges: a look-up costs a few pages, whatever the size of the file.
 * WASM (`wasm/assembly/lookup`) decodes them, because it is fast from the first call; the results become objects here.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, type ImageOffset, type LinkAddress } from '../model/address.ts'
import type { Arch, Call, ImageKind, ImageUuid, SymbolDetail } from '../model/image.ts'
import { FormatError, failure, problemFrom, success, type Outcome } from '../model/problem.ts'
import type { IndexHeader } from './index-file.ts'
import { parseHeader, FIRST_LARGE_PART, NO_OFFSET } from './index-file.ts'
import { decodePages, makeChains, makeNameLists, readTexts, sharedRows, type FunctionNames } from './lookup-answers.ts'
import { IndexDecoders, IndexDecoder } from './index-decoder.ts'
import { IndexBytes } from './pages.ts'
import { append } from '../model/lists.ts'
import { sortedOnce } from './sorted-once.ts'

/** A call with raw names; demangling is the caller's. */
export type IndexedCall = Omit<Call, 'function'>

/** Names of all functions, for search: columns that can be transferred. */
export interface NameColumns {
  /** All names, concatenated, UTF-8. */
  readonly text: Uint8Array
  /** Start of name n in `text`; one more entry marks the end of the last. */
  readonly starts: Uint32Array
  /** Image offset of function n. Several names may have one offset. */
  readonly offsets: Uint32Array
}

export interface LookUpOptions {
  /** Also reads the column of the innermost call, where the index has it. */
  readonly columns?: boolean
}

export interface SymbolIndex extends Omit<IndexHeader, 'symbols' | 'shift' | 'parts'> {
  /** Size of the index file. */
  readonly bytes: number
  /** The calls at each offset, innermost first, the function itself last. Empty if nothing covers the offset. */
  lookup(offsets: readonly ImageOffset[], options?: LookUpOptions): Promise<readonly (readonly IndexedCall[])[]>
  /** Rejects with a FormatError if the header and the small parts are damaged; whatever else is read is checked as it is. */
  check(): Promise<void>
  /** All names of the function at each offset, unique. */
  aliases(offsets: readonly ImageOffset[]): Promise<readonly (readonly string[])[]>
  names(): Promise<NameColumns>
  /** Ascending offsets where the answer may change; from one to the next all offsets have the same answer, but for columns. */
  edges(): Promise<Uint32Array>
}

/** Opens index files, which share its WASM instances. */
export interface IndexReader {
  /** A file that is no index, is truncated or has another version gives a problem. */
  open(blob: Blob, file: string): Promise<Outcome<SymbolIndex>>
}

/** `module` is the compiled WASM module. */
export function createIndexReader(module: WebAssembly.Module): IndexReader {
  const engines = new IndexDecoders(module)
  return {
    open: async (blob, file) => {
      try {
        const bytes = new IndexBytes(blob)
        const { header, head } = await readHead(bytes, file)
        return success(new Index(engines, bytes, header, await readSmallParts(bytes, header, head, file), file))
      } catch (thrown) {
        return failure(problemFrom(thrown, file))
      }
    },
  }
}

/** Opens only the header of an index file. */
export async function openHeader(blob: Blob, file: string): Promise<Outcome<IndexHeader>> {
  try {
    return success((await readHead(new IndexBytes(blob), file)).header)
  } catch (thrown) {
    return failure(problemFrom(thrown, file))
  }
}

/** Bytes of the first read: in most files the header and all small parts. */
const HEAD_BYTES = 256 * 1024
/** Always holds the whole header, even if a damaged one gives a small start of its parts. */
const LEAST_BYTES = 4096
/** The small parts of an image of a gigabyte of symbols have a few megabytes. */
const MOST_SMALL_BYTES = 256 << 20

async function readHead(bytes: IndexBytes, file: string): Promise<{ header: IndexHeader; head: Uint8Array }> {
  const head = await bytes.slice(0, bytes.isFar ? LEAST_BYTES : HEAD_BYTES)
  return { header: parseHeader(head, bytes.size, file), head }
}

async function readSmallParts(
  bytes: IndexBytes,
  header: IndexHeader,
  head: Uint8Array,
  file: string,
): Promise<Uint8Array> {
  const end = header.parts[FIRST_LARGE_PART].offset
  if (end <= head.length) return head.subarray(0, Math.max(end, LEAST_BYTES))
  if (end > MOST_SMALL_BYTES) throw new FormatError(problem('bad-index', {}, { file, offset: 64 }))
  const small = new Uint8Array(end)
  small.set(head)
  small.set(await bytes.slice(head.length, end), head.length)
  return small
}

/** Limit for further names of one function: linkers fold thousands of empty ones. */
const MOST_ALIASES = 100

/** Offsets of one look-up: bounds the memory of the instance. */
const MOST_OFFSETS = 16384

class Index implements SymbolIndex {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  readonly kind: ImageKind
  readonly textVmaddr: LinkAddress
  readonly detail: SymbolDetail
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  readonly version: number
  readonly columns: boolean
  readonly bytes: number
  readonly #engines: IndexDecoders
  readonly #file: IndexBytes
  /** The start of the file, with the header and all small parts. */
  readonly #small: Uint8Array
  readonly #path: string
  /** The header and the small parts were compared with their checksum. */
  #isChecked = false

  constructor(engines: IndexDecoders, file: IndexBytes, header: IndexHeader, small: Uint8Array, path: string) {
    this.#engines = engines
    this.#file = file
    this.#small = small
    this.#path = path
    this.bytes = file.size
    this.uuid = header.uuid
    this.arch = header.arch
    this.name = header.name
    this.kind = header.kind
    this.textVmaddr = header.textVmaddr
    this.detail = header.detail
    this.functions = header.functions
    this.inlines = header.inlines
    this.lineRows = header.lineRows
    this.version = header.version
    this.columns = header.columns
  }

  async lookup(
    offsets: readonly ImageOffset[],
    { columns = false }: LookUpOptions = {},
  ): Promise<readonly (readonly IndexedCall[])[]> {
    return this.#inParts(offsets, async (part, steps) => {
      const { engine } = steps
      const { exports } = engine
      await decodePages(steps, part, 0)
      exports.findBlocks()
      await steps.bring(() => exports.decodeBlocks())
      if (columns && this.columns) {
        exports.findColumns()
        await steps.bring(() => exports.decodeColumns())
      }
      exports.makeCalls()
      const chains = makeChains(engine, part, await readTexts(steps))
      const rows = sharedRows(engine)
      if (rows.length === 0) return chains
      const shared = rows.flatMap((row) => part[row] ?? [])
      return withAliases(chains, rows, await readNames(steps, shared))
    })
  }

  async check(): Promise<void> {
    await this.#decode(() => Promise.resolve())
  }

  async aliases(offsets: readonly ImageOffset[]): Promise<readonly (readonly string[])[]> {
    return this.#inParts(offsets, async (part, steps) => (await readNames(steps, part)).map(({ all }) => all))
  }

  async names(): Promise<NameColumns> {
    return this.#decode(async (steps) => {
      const { engine } = steps
      const { exports } = engine
      exports.findAllFunctions()
      await steps.stream(() => exports.decodeAllFunctions())
      exports.findAllSymbols()
      await steps.stream(() => exports.decodeAllSymbols())
      exports.findAllStrings()
      const texts: Uint8Array[] = []
      await steps.stream(() => {
        exports.decodeAllStrings()
        texts.push(engine.output(L.OUTPUT_NAME_TEXTS))
      })
      exports.endNames()
      const offsets = engine.copyWords(L.OUTPUT_NAME_ROWS)
      const starts = new Uint32Array(offsets.length + 1)
      starts.set(engine.words(L.OUTPUT_NAME_ENDS), 1)
      const text = new Uint8Array(starts.at(-1) ?? 0)
      let at = 0
      for (const part of texts) {
        text.set(part, at)
        at += part.length
      }
      return { text, starts, offsets }
    })
  }

  async edges(): Promise<Uint32Array> {
    const places = ascending(
      await this.#decode(async (steps) => {
        const { exports } = steps.engine
        exports.findFunctionEdges()
        await steps.stream(() => exports.decodeFunctionEdges())
        exports.findSymbolEdges()
        await steps.stream(() => exports.decodeSymbolEdges())
        return [steps.engine.copyWords(L.OUTPUT_EDGES)]
      }),
    )
    const parts = [places]
    for (let from = 0; from < places.length; from += MOST_OFFSETS) {
      const part = Array.from(places.subarray(from, from + MOST_OFFSETS), imageOffset)
      const found = await this.#decode(async (steps) => {
        const { engine } = steps
        await decodePages(steps, part, 0)
        engine.exports.findBlocks()
        const inside: Uint32Array[] = []
        await steps.bring(() => {
          engine.exports.decodeBlockEdges()
          inside.push(engine.copyWords(L.OUTPUT_EDGES))
        })
        return inside
      })
      parts.push(ascending(found))
    }
    return ascending(parts)
  }

  /**
   * Looks up many offsets in parts. Gives empty results for offsets that no image has; rejects with a FormatError when
   * the bytes differ from the written ones.
   */
  async #inParts<T>(
    offsets: readonly ImageOffset[],
    ask: (part: readonly ImageOffset[], steps: IndexDecoder) => Promise<readonly (readonly T[])[]>,
  ): Promise<readonly (readonly T[])[]> {
    const answers: (readonly T[])[] = []
    for (let from = 0; from < offsets.length; from += MOST_OFFSETS) {
      const part = offsets.slice(from, from + MOST_OFFSETS)
      const nothing = part.map((): readonly T[] => [])
      const found = await this.#decode((steps) => ask(part, steps))
      append(
        answers,
        nothing.map((none, at) => ((part[at] ?? NO_OFFSET) < NO_OFFSET ? (found[at] ?? none) : none)),
      )
    }
    return answers
  }

  async #decode<T>(work: (steps: IndexDecoder) => Promise<T>): Promise<T> {
    try {
      return await this.#engines.lend((engine) => {
        const steps = new IndexDecoder(engine, this.#file, this.#small, this.#path, this.#engines.texts.of(this.#file))
        if (!this.#isChecked) steps.checkHead()
        this.#isChecked = true
        return work(steps)
      })
    } catch (thrown) {
      if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown
      // Its checksums are right and it makes no sense: it was forged, not damaged.
      throw new FormatError(problem('damaged-index', {}, { file: this.#path }))
    }
  }
}

/** All of these numbers in order, each once; without the one that no offset has. */
function ascending(parts: readonly Uint32Array[]): Uint32Array {
  return sortedOnce(parts).filter((value) => value < NO_OFFSET)
}

/** Every name at each offset. */
async function readNames(steps: IndexDecoder, offsets: readonly ImageOffset[]): Promise<readonly FunctionNames[]> {
  await decodePages(steps, offsets, 1)
  steps.engine.exports.makeNames()
  return makeNameLists(steps.engine, await readTexts(steps))
}

/** The chains, some of them with the further names of their functions. */
function withAliases(
  chains: readonly (readonly IndexedCall[])[],
  rows: readonly number[],
  names: readonly FunctionNames[],
): readonly (readonly IndexedCall[])[] {
  const told = [...chains]
  rows.forEach((row, at) => {
    const chain = told[row] ?? []
    const call = chain.at(-1)
    const { all = [], folded = [] } = names[at] ?? {}
    const others = (list: readonly string[]): readonly string[] => list.filter((name) => name !== call?.mangled)
    const aliases = others(all).slice(0, MOST_ALIASES)
    if (!call || aliases.length === 0) return
    const twins = others(folded).slice(0, MOST_ALIASES)
    told[row] = [...chain.slice(0, -1), { ...call, aliases, ...(twins.length > 0 && { folded: twins }) }]
  })
  return told
}
