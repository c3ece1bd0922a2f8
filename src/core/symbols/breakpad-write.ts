/** Writes Breakpad symbol files (Breakpad's `docs/symbol_files.md`): MODULE, FILE, INLINE_ORIGIN, FUNC, INLINE, lines, PUBLIC; no STACK records. */
import type { WrittenFunction, WrittenInline } from '../dwarf/writer/functions.ts'
import { Numbered, type SymbolFileWriter, type WrittenImage, type WrittenSymbol } from './written-file.ts'

/** Breakpad's names of architectures that differ from Apple's. */
const ARCHES: Readonly<Record<string, string>> = { i386: 'x86' }

/** The name that Breakpad's own writer gives to a function without a name. */
const NO_NAME = '<name omitted>'

/** Characters of records that are made a Blob at a time. */
const PART = 1 << 22

export class BreakpadWriter implements SymbolFileWriter {
  readonly #image: WrittenImage
  readonly #files = new Numbered()
  readonly #origins = new Numbered()
  readonly #parts: Blob[] = []
  #records: string[] = []
  #length = 0
  readonly #publics: string[] = []

  constructor(image: WrittenImage) {
    this.#image = image
  }

  addFunction({ name, address, size, inlines, lines }: WrittenFunction): void {
    this.#write(`FUNC ${hex(address)} ${hex(size)} 0 ${oneLine(name) || NO_NAME}\n`)
    for (const record of this.#inlineRecords(inlines)) this.#write(record)
    for (const row of lines) {
      // A row without a line says nothing here; the record has decimal numbers above 0.
      if (row.line > 0 && row.file !== '')
        this.#write(`${hex(row.address)} ${hex(row.size)} ${row.line} ${this.#files.numberOf(oneLine(row.file))}\n`)
    }
  }

  addSymbol({ address, name }: WrittenSymbol): void {
    this.#publics.push(`PUBLIC ${hex(address)} 0 ${oneLine(name)}\n`)
  }

  finish(): Blob {
    const { uuid, arch, name } = this.#image
    const module = ['MODULE', 'mac', ARCHES[arch] ?? arch, `${uuid.replaceAll('-', '')}0`, oneLine(name) || NO_NAME]
    const head = [`${module.join(' ')}\n`]
    let number = 0
    for (const file of this.#files.all) {
      // An unknown file keeps its number, without a record.
      if (file !== '') head.push(`FILE ${number} ${file}\n`)
      number++
    }
    number = 0
    for (const origin of this.#origins.all) head.push(`INLINE_ORIGIN ${number++} ${origin}\n`)
    this.#flush()
    return new Blob([head.join(''), ...this.#parts, this.#publics.join('')], { type: 'text/plain' })
  }

  /** A record for each call site and depth, parents before children; calls of one site at one depth are one record. */
  #inlineRecords(calls: readonly WrittenInline[]): readonly string[] {
    const records = new Map<string, string>()
    let level = calls
    for (let depth = 0; level.length > 0; depth++) {
      for (const { name, callFile, callLine, ranges } of level) {
        const origin = this.#origins.numberOf(oneLine(name) || NO_NAME)
        const head = `INLINE ${depth} ${callLine} ${this.#files.numberOf(oneLine(callFile))} ${origin}`
        const places = ranges.map(({ address, size }) => ` ${hex(address)} ${hex(size)}`).join('')
        records.set(head, (records.get(head) ?? '') + places)
      }
      level = level.flatMap(({ children }) => children)
    }
    return [...records].map(([head, places]) => `${head}${places}\n`)
  }

  #write(record: string): void {
    this.#records.push(record)
    this.#length += record.length
    if (this.#length > PART) this.#flush()
  }

  #flush(): void {
    this.#parts.push(new Blob([this.#records.join('')]))
    this.#records = []
    this.#length = 0
  }
}

const hex = (value: number): string => value.toString(16)

/** A record is a line. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trimEnd()
