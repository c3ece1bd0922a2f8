/** Parses the calls in rows of stackshot texts. A spindump prints most of them in many threads, so each is parsed once. */
import type { PrintedSymbol } from '../../model/report.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { openingBracket } from './opening-bracket.ts'

type Target = Pick<FrameRow, 'symbol' | 'imageName' | 'offset' | 'loadAddress'>

/** Words and names are forgotten at about this number of them. */
const MOST_TARGETS = 1 << 16

/** iOS 8 printed `Image 0x1858ec000 + 37028`. */
const BASE = /^(\S.*?) (0x[0-9a-fA-F]{1,16}) \+ (\d+)$/
const PLACE = /^([^()]*?)(?::(\d+))?(?:,(\d+))? in (.*?)(?: \+ (\d+))?$/
const PLUS = ' + '

/** The calls of one file that were parsed so far. */
export class Targets {
  #known = new Map<string, Target>()
  /** The calls that were parsed before these. */
  #before = new Map<string, Target>()
  /** Names, so that a name in many rows is one string: later steps use it as a key. */
  readonly #names = new Map<string, string>()

  /** Parses words such as `name + 1 (File.swift:31,1 in Image + 91093)`. */
  of(printed: string): Target {
    const known = this.#known.get(printed) ?? this.#before.get(printed)
    if (known) return known
    if (this.#known.size >= MOST_TARGETS) {
      this.#before = this.#known
      this.#known = new Map()
    }
    const target = this.#read(printed)
    this.#known.set(printed, target)
    return target
  }

  #read(printed: string): Target {
    const base = printed.includes(' 0x') ? BASE.exec(printed) : null
    if (base?.[1] && base[2]) return { imageName: base[1], loadAddress: BigInt(base[2]) }
    const open = printed.endsWith(')') ? openingBracket(printed) : -1
    if (open < 0) return { symbol: this.#symbol(printed) }
    const label = printed.slice(0, open).trimEnd()
    // Mac OS X 10.5 and 10.6 printed `name + 8 (in Image)`.
    const inner = printed.slice(printed.startsWith('in ', open + 1) ? open + 4 : open + 1, -1)
    const place = inner.includes(' in ') ? PLACE.exec(inner) : null
    const { name, offset } = place ? { name: place[4] ?? '', offset: numberOf(place[5]) } : splitOffset(inner)
    const symbol = this.#symbol(label, place?.[1], Number(place?.[2] ?? 0), Number(place?.[3] ?? 0))
    return { symbol, imageName: name === '' ? undefined : this.#name(name), offset }
  }

  #symbol(label: string, file?: string, line = 0, column = 0): PrintedSymbol | undefined {
    if (label === '' || label === '???') return undefined
    const { name: printed, offset } = splitOffset(label)
    const name = this.#name(printed)
    const symbol = offset === undefined ? { name } : { name, offset }
    return file || line > 0 || column > 0
      ? { ...symbol, ...(file && { file }), ...(line > 0 && { line }), ...(column > 0 && { column }) }
      : symbol
  }

  #name(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_TARGETS) this.#names.clear()
    this.#names.set(name, name)
    return name
  }
}

const numberOf = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits))

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** `name + 12` as its parts. */
function splitOffset(text: string): { readonly name: string; readonly offset: number | undefined } {
  let at = text.length
  while (at > 0 && isDigit(text.charCodeAt(at - 1))) at--
  return at < text.length && text.endsWith(PLUS, at)
    ? { name: text.slice(0, at - PLUS.length), offset: Number(text.slice(at)) }
    : { name: text, offset: undefined }
}
