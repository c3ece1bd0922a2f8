/** Search over the readable names of kept indexes, fast enough to follow typing. */
import { demangle } from '../../demangle/registry.ts'
import { imageOffset, type ImageOffset } from '../../model/address.ts'
import type { SymbolHit } from '../../engine-types.ts'
import { append } from '../../model/lists.ts'
import type { IndexKey } from '../../ports.ts'
import type { NameColumns } from '../../symindex/reader.ts'
import type { CatalogEntry } from '../catalog/catalog.ts'

export interface NameHit {
  readonly name: string
  readonly mangled: string
  readonly offset: ImageOffset
}

/** All names of one image, demangled, lower case, one a line, so that a search scans one string. */
export class SearchableNames {
  readonly #columns: NameColumns
  readonly #text: string
  /** Start of line n in `#text`. */
  readonly #starts: Uint32Array

  constructor(columns: NameColumns) {
    this.#columns = columns
    const count = columns.offsets.length
    this.#starts = new Uint32Array(count)
    const lines: string[] = []
    let at = 0
    for (let row = 0; row < count; row++) {
      this.#starts[row] = at
      const line = demangle(this.#mangled(row), 'simplified').toLowerCase().replaceAll('\n', ' ')
      lines.push(line)
      at += line.length + 1
    }
    this.#text = lines.join('\n')
  }

  /** At most `limit` names that contain the query in any case, in the order of their offsets. */
  find(query: string, limit: number): readonly NameHit[] {
    const wanted = query.toLowerCase().trim()
    const hits: NameHit[] = []
    for (let at = this.#text.indexOf(wanted); at >= 0 && hits.length < limit;) {
      const row = this.#rowAt(at)
      const mangled = this.#mangled(row)
      hits.push({
        name: demangle(mangled, 'simplified'),
        mangled,
        offset: imageOffset(this.#columns.offsets[row] ?? 0),
      })
      // Continues at the next line: one hit for each name.
      const next = this.#starts[row + 1]
      at = next === undefined ? -1 : this.#text.indexOf(wanted, next)
    }
    return hits
  }

  /** Starts of the functions with exactly this name, mangled or demangled. */
  starts(name: string): readonly ImageOffset[] {
    const wanted = demangle(name, 'simplified').toLowerCase().replaceAll('\n', ' ')
    const found: ImageOffset[] = []
    if (wanted === '') return found
    for (let at = this.#text.indexOf(wanted); at >= 0; at = this.#text.indexOf(wanted, at + 1)) {
      const end = at + wanted.length
      const isLine =
        (at === 0 || this.#text[at - 1] === '\n') && (end === this.#text.length || this.#text[end] === '\n')
      if (!isLine) continue
      const row = this.#rowAt(at)
      const mangled = this.#mangled(row)
      if (mangled === name || demangle(mangled, 'simplified') === name)
        found.push(imageOffset(this.#columns.offsets[row] ?? 0))
    }
    return found
  }

  /** Starts of all named functions, ascending, unique. */
  allStarts(): readonly ImageOffset[] {
    const starts = Uint32Array.from(this.#columns.offsets).sort()
    return Array.from(new Set(starts), imageOffset)
  }

  #mangled(row: number): string {
    const { text, starts } = this.#columns
    return decoder.decode(text.subarray(starts[row], starts[row + 1]))
  }

  /** The line around a position. */
  #rowAt(position: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }
}

const decoder = new TextDecoder()

/** Names that contain the query, over all kept indexes; at most `limit`. Those that lie elsewhere are left out: they would be read whole. */
export async function searchKept(
  entries: readonly CatalogEntry[],
  namesOf: (key: IndexKey) => Promise<SearchableNames | undefined>,
  query: string,
  limit: number,
): Promise<readonly SymbolHit[]> {
  const hits: SymbolHit[] = []
  if (query.trim() === '') return hits
  for (const { key, stored } of entries) {
    if (!stored || stored.summary.site !== undefined || hits.length >= limit) continue
    const found = (await namesOf(key))?.find(query, limit - hits.length) ?? []
    const mark = stored.summary.imported ? { imported: true as const } : {}
    append(
      hits,
      found.map((hit) => ({ key, image: stored.name, ...mark, ...hit })),
    )
  }
  return hits
}
