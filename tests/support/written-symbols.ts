/** Symbol files that were written, read back by their own readers and held against the index that they were made of. */
import { writeSymbols } from '../../src/core/engine/indexing/written-symbols.ts'
import type { SymbolFormat } from '../../src/core/engine-types.ts'
import { readableName } from '../../src/core/demangle/readable.ts'
import { imageOffset } from '../../src/core/model/address.ts'
import { breakpadSource } from '../../src/core/symbols/breakpad.ts'
import { gsymSource } from '../../src/core/symbols/gsym.ts'
import type { SymbolSource } from '../../src/core/symbols/source.ts'
import type { IndexedCall, SymbolIndex } from '../../src/core/symindex/reader.ts'
import { builtIndex } from './test-builder.ts'

const sources: Readonly<Record<SymbolFormat, SymbolSource>> = { breakpad: breakpadSource, gsym: gsymSource }

/** Writes an index and reads what was written. */
export async function writtenAndRead(
  index: SymbolIndex,
  format: SymbolFormat,
): Promise<{ blob: Blob; read: SymbolIndex }> {
  const { blob } = await writeSymbols(index, format)
  const opened = await sources[format].open({ path: `written.${format}`, blob })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!prepared?.ok)
    throw new Error([...opened.problems, ...(prepared?.problems ?? [])].map(({ message }) => message).join(' '))
  if (prepared.problems.length > 0) throw new Error(prepared.problems.map(({ message }) => message).join(' '))
  return { blob, read: await builtIndex(prepared.value) }
}

/** The common content of both formats: names, files and lines of all calls; the calls of plain symbols have names alone. */
function told(chain: readonly IndexedCall[], format: SymbolFormat): string {
  return chain
    .map(({ mangled, file, line }) => {
      const name = format === 'breakpad' ? readableName(mangled) : mangled
      // Breakpad has no file without a line.
      const place = file === undefined || (format === 'breakpad' && line === undefined) ? '' : `${file}:${line ?? 0}`
      return `${name === '<name omitted>' ? '' : name} ${place}`
    })
    .join(' < ')
}

export interface Compared {
  /** Offsets with debug information, and those with a plain symbol that begins there. */
  readonly functions: number
  readonly symbols: number
  readonly inlined: number
  readonly differing: readonly string[]
}

/** Compares at these offsets, ascending; what only the nearest symbol names is compared where that symbol begins. */
export async function compareWritten(
  index: SymbolIndex,
  read: SymbolIndex,
  format: SymbolFormat,
  offsets: readonly number[],
): Promise<Compared> {
  const asked = offsets.map(imageOffset)
  const [wanted, found] = [await index.lookup(asked), await read.lookup(asked)]
  const differing: string[] = []
  let [functions, symbols, inlined] = [0, 0, 0]
  const starts = new Set<number>()
  for (const [at, chain] of wanted.entries()) {
    const outer = chain.at(-1)
    if (!outer) continue
    const isFunction = outer.source === 'dwarf' || chain.length > 1 || outer.file !== undefined
    if (isFunction) {
      functions++
      starts.add(outer.functionStart ?? -1)
    } else {
      // Padding behind a function has its name, and no end.
      if (outer.mangled === '' || outer.source === 'described' || outer.functionStart !== asked[at]) continue
      if (starts.has(outer.functionStart ?? -1)) continue
      symbols++
    }
    if (chain.length > 1) inlined++
    const [mine, theirs] = [told(found[at] ?? [], format), told(chain, format)]
    if (mine !== theirs) differing.push(`0x${(offsets[at] ?? 0).toString(16)}: ${mine} is not ${theirs}`)
  }
  return { functions, symbols, inlined, differing }
}
