/** Records of a Breakpad symbol file. Breakpad's `docs/symbol_files.md`. */

import type { AddressRange, InlineRecord } from './breakpad-inlines.ts'

export interface BreakpadLine {
  readonly address: number
  readonly size: number
  readonly line: number
  readonly file: number
}

export interface BreakpadFunction {
  readonly name: string
  readonly address: number
  readonly size: number
  readonly lines: BreakpadLine[]
  readonly inlines: InlineRecord[]
}

/** Parses lines in order. Emits each function when the next one begins, so that only one is in memory. */
export class BreakpadReader {
  readonly files = new Map<number, string>()
  readonly origins = new Map<number, string>()
  readonly publics: { readonly address: number; readonly name: string }[] = []
  /** End of the last unwind record: code reaches at least this far. */
  unwindEnd = 0
  /** Line numbers of the first lines that are not records. */
  readonly badLines: number[] = []
  readonly #onFunction: (found: BreakpadFunction) => void
  #current: BreakpadFunction | undefined
  #lineNumber = 0

  constructor(onFunction: (found: BreakpadFunction) => void) {
    this.#onFunction = onFunction
  }

  readLine(line: string): void {
    this.#lineNumber++
    if (line === '' || this.#readRecord(line)) return
    if (this.badLines.length < 10) this.badLines.push(this.#lineNumber)
  }

  /** Ends the file. */
  finish(): void {
    if (this.#current) this.#onFunction(this.#current)
    this.#current = undefined
  }

  #readRecord(line: string): boolean {
    const first = line.charCodeAt(0)
    const isHex = (first >= 0x30 && first <= 0x39) || (first >= 0x61 && first <= 0x66)
    if (isHex) return this.#readSourceLine(line)
    switch (line.slice(0, line.indexOf(' '))) {
      case 'FUNC':
        return this.#readFunction(line)
      case 'INLINE':
        return this.#readInline(line)
      case 'FILE':
        return readName(line, /^FILE (\d+) (.+)$/, this.files)
      case 'INLINE_ORIGIN':
        return readName(line, /^INLINE_ORIGIN (\d+) (.*)$/, this.origins)
      case 'PUBLIC': {
        const found = /^PUBLIC (?:m )?([0-9a-f]+) [0-9a-f]+ (.+)$/i.exec(line)
        const address = Number.parseInt(found?.[1] ?? '', 16)
        if (!found?.[2] || !Number.isSafeInteger(address)) return false
        this.publics.push({ address, name: found[2] })
        return true
      }
      case 'STACK': {
        const found = /^STACK CFI INIT ([0-9a-f]+) ([0-9a-f]+) /i.exec(line)
        const end = Number.parseInt(found?.[1] ?? '', 16) + Number.parseInt(found?.[2] ?? '', 16)
        if (end > this.unwindEnd && Number.isSafeInteger(end)) this.unwindEnd = end
        return true
      }
      case 'MODULE':
      case 'INFO':
        return true
      default:
        return false
    }
  }

  #readFunction(line: string): boolean {
    this.finish()
    const found = /^FUNC (?:m )?([0-9a-f]+) ([0-9a-f]+) [0-9a-f]+ (.*)$/i.exec(line)
    if (!found?.[1] || !found[2]) return false
    const [address, size] = [Number.parseInt(found[1], 16), Number.parseInt(found[2], 16)]
    if (!Number.isSafeInteger(address + size)) return false
    this.#current = { name: found[3] ?? '', address, size, lines: [], inlines: [] }
    return true
  }

  #readSourceLine(line: string): boolean {
    const [address = '', size = '', number = '', file = ''] = line.split(' ')
    const record = {
      address: Number.parseInt(address, 16),
      size: Number.parseInt(size, 16),
      line: Number(number),
      file: Number(file),
    }
    if (!this.#current || Object.values(record).some((value) => !Number.isSafeInteger(value))) return false
    this.#current.lines.push(record)
    return true
  }

  /** `INLINE nest-level call-line call-file origin (address size)+` */
  #readInline(line: string): boolean {
    const [, level = '', callLine = '', callFile = '', origin = '', ...numbers] = line.split(' ')
    const ranges: AddressRange[] = []
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      ranges.push({
        address: Number.parseInt(numbers[index] ?? '', 16),
        size: Number.parseInt(numbers[index + 1] ?? '', 16),
      })
    }
    if (
      !this.#current ||
      ranges.some(({ address, size }) => !(address >= 0 && size > 0 && Number.isSafeInteger(address + size)))
    )
      return false
    const facts = {
      level: Number(level),
      callLine: Number(callLine),
      callFile: Number(callFile),
      origin: Number(origin),
    }
    if (ranges.length === 0 || Object.values(facts).some((value) => !(value >= 0 && Number.isSafeInteger(value))))
      return false
    this.#current.inlines.push({ ...facts, ranges })
    return true
  }
}

function readName(line: string, pattern: RegExp, names: Map<number, string>): boolean {
  const found = pattern.exec(line)
  if (found) names.set(Number(found[1]), found[2] ?? '')
  return found !== null
}
