/** A whole index as a symbol file of another format, for tools that read that. */
import { readableName } from '../../demangle/readable.ts'
import type { SymbolFormat } from '../../engine-types.ts'
import { imageOffset } from '../../model/address.ts'
import type { WrittenFunction, WrittenInline, WrittenRange } from '../../dwarf/writer/functions.ts'
import { BreakpadWriter } from '../../symbols/breakpad-write.ts'
import { GsymWriter } from '../../symbols/gsym-write.ts'
import type { SymbolFileWriter, WrittenImage } from '../../symbols/written-file.ts'
import type { IndexedCall, SymbolIndex } from '../../symindex/reader.ts'

interface Format {
  readonly extension: string
  readonly make: (image: WrittenImage) => SymbolFileWriter
  /** True for names that a person reads; else linkage names. */
  readonly isReadable: boolean
}

const formats: Readonly<Record<SymbolFormat, Format>> = {
  // Breakpad's readers print names as they are, and its own writer gives readable ones.
  breakpad: { extension: 'sym', make: (image) => new BreakpadWriter(image), isReadable: true },
  gsym: { extension: 'gsym', make: (image) => new GsymWriter(image), isReadable: false },
}

/** Offsets of one look-up. */
const AT_ONCE = 16_384

export interface SymbolFile {
  readonly blob: Blob
  readonly extension: string
}

/** Throws a FormatError for a damaged index, and for symbols that the format cannot hold. */
export async function writeSymbols(index: SymbolIndex, format: SymbolFormat): Promise<SymbolFile> {
  const { extension, make, isReadable } = formats[format]
  const { uuid, arch, name, textVmaddr } = index
  const writer = make({ uuid, arch, name, base: textVmaddr })
  const known = new Map<string, string>()
  const nameOf = (mangled: string): string => {
    if (!isReadable) return mangled
    const made = known.get(mangled) ?? readableName(mangled)
    known.set(mangled, made)
    return made
  }
  const starts = new Set<number>()
  let open: FunctionUnderWay | undefined
  const edges = await index.edges()
  for (let from = 0; from < edges.length; from += AT_ONCE) {
    const part = edges.subarray(from, from + AT_ONCE)
    const chains = await index.lookup(Array.from(part, imageOffset))
    for (const [at, chain] of chains.entries()) {
      const start = edges[from + at] ?? 0
      const end = edges[from + at + 1] ?? start
      const outer = chain.at(-1)
      const key = outer && isBounded(chain, outer) ? `${outer.functionStart ?? 0} ${outer.mangled}` : undefined
      if (open && (open.key !== key || open.end !== start)) {
        writer.addFunction(open.finish())
        open = undefined
      }
      if (!outer || end === start) continue
      if (key !== undefined) {
        open ??= new FunctionUnderWay(key, start, nameOf(outer.mangled), nameOf)
        open.add(start, end, chain)
        starts.add(outer.functionStart ?? start)
      } else if (outer.functionStart === start && !starts.has(start) && isSymbol(outer)) {
        writer.addSymbol({ address: start, name: nameOf(outer.mangled) })
      }
    }
  }
  if (open) writer.addFunction(open.finish())
  return { blob: writer.finish(), extension }
}

/** Debug information covers the place; else the nearest symbol below it answers, whose end nobody knows. */
const isBounded = (chain: readonly IndexedCall[], outer: IndexedCall): boolean =>
  outer.source === 'dwarf' || chain.length > 1 || outer.file !== undefined

/** True for a call with a name of its own: neither a bare start nor words about a function. */
const isSymbol = ({ mangled, source }: IndexedCall): boolean => mangled !== '' && source !== 'described'

/** A call under construction. */
interface OpenInline extends WrittenInline {
  readonly ranges: { address: number; size: number }[]
  readonly children: OpenInline[]
  /** The children by name and call site. */
  readonly known: Map<string, OpenInline>
}

/** Readers follow calls to a depth of 256. */
const MOST_DEPTH = 255

/** One range of a function, piece by piece. */
class FunctionUnderWay {
  readonly key: string
  readonly #start: number
  readonly #name: string
  readonly #nameOf: (mangled: string) => string
  readonly #lines: { address: number; size: number; line: number; file: string }[] = []
  readonly #calls: Pick<OpenInline, 'children' | 'known'> = { children: [], known: new Map() }
  end: number

  constructor(key: string, start: number, name: string, nameOf: (mangled: string) => string) {
    this.key = key
    this.#start = start
    this.#name = name
    this.#nameOf = nameOf
    this.end = start
  }

  /** The chain, innermost first, holds for all of [start, end). */
  add(address: number, end: number, chain: readonly IndexedCall[]): void {
    this.end = end
    const size = end - address
    const [inner] = chain
    if (inner?.file !== undefined) {
      const { line = 0, file } = inner
      const last = this.#lines.at(-1)
      if (last && last.line === line && last.file === file && last.address + last.size === address) last.size += size
      else this.#lines.push({ address, size, line, file })
    }
    let within = this.#calls
    for (let at = chain.length - 2; at >= Math.max(0, chain.length - 1 - MOST_DEPTH); at--) {
      const [call, caller] = [chain[at], chain[at + 1]]
      if (!call || !caller) return
      within = this.#extend(within, call, caller, { address, size })
    }
  }

  /** The call of this name from this place, made or made longer. */
  #extend(
    within: Pick<OpenInline, 'children' | 'known'>,
    { mangled }: IndexedCall,
    { file: callFile = '', line: callLine = 0 }: IndexedCall,
    { address, size }: WrittenRange,
  ): OpenInline {
    const key = `${callLine} ${callFile}\n${mangled}`
    let call = within.known.get(key)
    if (!call) {
      call = { name: this.#nameOf(mangled), callFile, callLine, ranges: [], children: [], known: new Map() }
      within.known.set(key, call)
      within.children.push(call)
    }
    const last = call.ranges.at(-1)
    if (last && last.address + last.size === address) last.size += size
    else call.ranges.push({ address, size })
    return call
  }

  finish(): WrittenFunction {
    return {
      name: this.#name,
      address: this.#start,
      size: this.end - this.#start,
      inlines: this.#calls.children,
      lines: this.#lines,
    }
  }
}
