/** Writes ranges of images as a Parquet file, row group by row group. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Call, KnownImage } from '../model/image.ts'
import type { NamedRange } from './ranges.ts'
import { schema, SCHEMA_VERSION, sortedBy, written, type Column } from './schema.ts'

/** Rows of a group: engines read groups beside each other, so many at a time. */
const GROUP_ROWS = 100_000
/** A group ends sooner where so much would be in memory: calls of all its chains; characters of its distinct texts. */
const GROUP_CALLS = 1_000_000
const GROUP_CHARACTERS = 16 << 20
/** Bytes of a page before it is compressed; a reader that wants few addresses reads few pages. */
const PAGE_BYTES = 128 << 10
/** UUIDs whole, long names of images cut. */
const BOUND_BYTES = 64

type TableImage = Pick<KnownImage, 'uuid' | 'arch' | 'name'>

export class ParquetTable {
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter
  readonly #write: (bytes: Uint8Array) => Promise<unknown>
  #columns = emptyColumns()
  readonly #texts = new Set<string>()
  #characters = 0
  #calls = 0
  #rows = 0

  /** `write` takes the bytes of the file in order, and may not keep them; `program` is named as the writer. */
  constructor(write: (bytes: Uint8Array) => Promise<unknown>, program: string) {
    this.#write = write
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [...schema],
      statisticsTruncateLength: BOUND_BYTES,
      kvMetadata: [{ key: 'unslide.table', value: SCHEMA_VERSION }],
      createdBy: program,
    })
  }

  get rows(): number {
    return this.#rows
  }

  /** Ranges must come in the order of the table: by UUID, architecture, start. */
  async add(image: TableImage, ranges: readonly NamedRange[]): Promise<void> {
    for (const range of ranges) {
      this.#addRow(image, range)
      const { length } = this.#columns.uuid
      if (length >= GROUP_ROWS || this.#calls >= GROUP_CALLS || this.#characters >= GROUP_CHARACTERS)
        await this.#endGroup()
    }
  }

  async finish(): Promise<void> {
    await this.#endGroup()
    await this.#writer.finish()
    await this.#flush()
  }

  #addRow({ uuid, arch, name }: TableImage, { start, end, chain }: NamedRange): void {
    const [inner, ...callers] = chain
    const outer = chain.at(-1)
    if (!inner || !outer) return
    const columns = this.#columns
    columns.uuid.push(uuid)
    columns.arch.push(arch)
    columns.image.push(this.#text(name))
    columns.start_offset.push(BigInt(start))
    columns.end_offset.push(BigInt(end))
    const { function: called, mangled, file, line, col } = this.#call(inner)
    columns.function.push(called)
    columns.mangled.push(mangled)
    columns.file.push(file)
    columns.line.push(line)
    columns.col.push(col)
    columns.function_start.push(outer.functionStart === undefined ? undefined : BigInt(outer.functionStart))
    columns.source.push(outer.source)
    columns.callers.push(callers.map((call) => this.#call(call)))
    this.#calls += chain.length
    this.#rows++
  }

  #call({ function: called, mangled, file, line, column }: Call) {
    return {
      function: this.#text(called),
      mangled: mangled === '' ? undefined : this.#text(mangled),
      file: file === undefined ? undefined : this.#text(file),
      line,
      col: column,
    }
  }

  /** Counts a text that is new in this group. */
  #text(text: string): string {
    if (!this.#texts.has(text)) {
      this.#texts.add(text)
      this.#characters += text.length
    }
    return text
  }

  async #endGroup(): Promise<void> {
    const columns = this.#columns
    if (columns.uuid.length === 0) return
    const columnData = Object.entries(written).map(([name, how]) => ({
      name,
      data: columns[name as Column],
      ...how,
    }))
    await this.#writer.write({ columnData, rowGroupSize: columns.uuid.length, pageSize: PAGE_BYTES })
    const group = this.#writer.row_groups.at(-1)
    if (group)
      group.sorting_columns = sortedBy.map((column_idx) => ({ column_idx, descending: false, nulls_first: false }))
    this.#columns = emptyColumns()
    this.#texts.clear()
    this.#characters = 0
    this.#calls = 0
    await this.#flush()
  }

  /** Hands over the bytes written so far, so that the file is never whole in memory. */
  async #flush(): Promise<void> {
    await this.#write(this.#bytes.getBytes())
    this.#bytes.index = 0
  }
}

const emptyColumns = (): Record<Column, unknown[]> => ({
  uuid: [],
  arch: [],
  image: [],
  start_offset: [],
  end_offset: [],
  function: [],
  mangled: [],
  file: [],
  line: [],
  col: [],
  function_start: [],
  source: [],
  callers: [],
})
