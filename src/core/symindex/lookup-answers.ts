/**
 * Runs look-ups in a WASM instance and makes objects of the results. Calls are kept few and large, because this code
 * mostly runs before it is compiled.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { languageOfCode } from '../dwarf/languages.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import type { Writable } from '../model/writable.ts'
import { NO_OFFSET } from './index-file.ts'
import type { IndexDecoder } from './index-decoder.ts'
import { joinPath } from './path.ts'
import type { IndexedCall } from './reader.ts'
import type { WasmInstance } from './wasm-instance.ts'

/** Decodes the tables for each offset; `names`: 1 for all names, 0 for the calls. */
export async function decodePages(steps: IndexDecoder, offsets: readonly ImageOffset[], names: 0 | 1): Promise<void> {
  const { exports } = steps.engine
  const place = exports.placeOffsets(offsets.length) >>> 0
  const words = new Uint32Array(exports.memory.buffer, place, offsets.length)
  for (let at = 0; at < words.length; at++) words[at] = Math.min(offsets[at] ?? NO_OFFSET, NO_OFFSET)
  exports.beginQueries(names)
  exports.findPages()
  await steps.bring(() => exports.decodePages())
}

/** Texts of all ids in the results, by position; position 0 is no text. Those that were read before are not read again. */
export async function readTexts(steps: IndexDecoder): Promise<readonly string[]> {
  const { engine, known } = steps
  const texts = ['']
  const unread: { readonly id: number; readonly position: number }[] = []
  const ids = engine.words(L.OUTPUT_TEXT_IDS)
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0
    const text = known.get(id)
    texts.push(text ?? '')
    if (text !== undefined) continue
    ids[unread.length] = id
    unread.push({ id, position: at + 1 })
  }
  if (unread.length === 0) return texts
  let next = 0
  const take = (text: string): void => {
    const place = unread[next++]
    if (place) texts[place.position] = known.keep(place.id, text)
  }
  engine.exports.findTexts(unread.length)
  await steps.bring(() => {
    engine.exports.decodeTexts()
    // Decoding one long text and slicing it is cheaper than decoding many.
    const ascii = decodeUtf8(engine.view(L.OUTPUT_ASCII_TEXTS))
    const others = engine.view(L.OUTPUT_OTHER_TEXTS)
    let at = 0
    let otherAt = 0
    for (const end of engine.words(L.OUTPUT_TEXT_ENDS))
      if (end & 1) take(decodeUtf8(others.subarray(otherAt, (otherAt = end >>> 1))))
      else take(ascii.slice(at, (at = end >>> 1)))
  })
  return texts
}

/** Sources by their numbers in `layout.ts`. */
const SOURCES: Readonly<Record<number, IndexedCall['source']>> = {
  [L.SYMBOL_SYMTAB]: 'symtab',
  [L.SYMBOL_EXPORTS]: 'exports',
  [L.SYMBOL_METADATA]: 'metadata',
  [L.SYMBOL_DESCRIBED]: 'described',
  [L.SYMBOL_START]: 'starts',
  [L.SOURCE_DWARF]: 'dwarf',
}

/** Positions of the results whose function has further names. */
export function sharedRows(engine: WasmInstance): readonly number[] {
  const answers = engine.words(L.OUTPUT_ANSWERS)
  const rows: number[] = []
  for (let row = 0; row * L.ANSWER_WORDS < answers.length; row++)
    if (((answers[row * L.ANSWER_WORDS + L.ANSWER_SOURCE] ?? 0) & L.SOURCE_SHARED) !== 0) rows.push(row)
  return rows
}

/** The calls at each offset, as objects. */
export function makeChains(
  engine: WasmInstance,
  offsets: readonly ImageOffset[],
  texts: readonly string[],
): readonly (readonly IndexedCall[])[] {
  const text = (position = 0): string => texts[position] ?? ''
  const parts = engine.words(L.OUTPUT_FILE_PATHS)
  const files = ['']
  for (let at = 0; at < parts.length; at += L.FILE_WORDS)
    files.push(joinPath(text(parts[at]), text(parts[at + 1]), text(parts[at + 2])))
  const calls = engine.words(L.OUTPUT_CALLS)
  const answers = engine.words(L.OUTPUT_ANSWERS)
  let from = 0
  return offsets.map((offset, row) => {
    const to = from + (answers[row * L.ANSWER_WORDS + L.ANSWER_CALLS] ?? 0) * L.CALL_WORDS
    const chain: NewCall[] = []
    for (; from < to; from += L.CALL_WORDS) {
      const mangled = text(calls[from + L.CALL_NAME])
      // An inlined call without name and line adds nothing: it is dropped.
      if (mangled === '' && (calls[from + L.CALL_LINE] ?? 0) === 0 && from + L.CALL_WORDS < to) continue
      const isLast = from + L.CALL_WORDS === to
      const call: NewCall = isLast
        ? functionCall(mangled, offset, answers, row * L.ANSWER_WORDS)
        : { mangled, inlined: true, source: 'dwarf' }
      const file = calls[from + L.CALL_FILE] ?? 0
      const line = calls[from + L.CALL_LINE] ?? 0
      const column = calls[from + L.CALL_COLUMN] ?? 0
      if (file > 0) call.file = files[file] ?? ''
      if (line > 0) call.line = line | 0
      if (column > 0 && line > 0) call.column = column
      const code = calls[from + L.CALL_LANGUAGE] ?? 0
      const isName = code >= L.LANGUAGE_NAMES
      const language = languageOfCode(isName ? code - L.LANGUAGE_NAMES : code, isName)
      if (language) call.language = language
      chain.push(call)
    }
    return chain
  })
}

type NewCall = Writable<IndexedCall>

/** The function itself, from the result at `at`. */
function functionCall(mangled: string, offset: ImageOffset, answers: Uint32Array, at: number): NewCall {
  const start = answers[at + L.ANSWER_START] ?? 0
  const source = SOURCES[(answers[at + L.ANSWER_SOURCE] ?? 0) & ~L.SOURCE_SHARED] ?? 'symtab'
  const size = answers[at + L.ANSWER_SIZE] ?? 0
  const call: NewCall = {
    mangled,
    inlined: false,
    functionOffset: offset - start,
    functionStart: imageOffset(start),
    source,
  }
  if (size > 0) call.functionSize = size - 1
  return call
}

/** The names of the function at an offset, unique, and those of them that are functions folded into one by the linker. */
export interface FunctionNames {
  readonly all: readonly string[]
  readonly folded: readonly string[]
}

/** The names of the function at each offset. */
export function makeNameLists(engine: WasmInstance, texts: readonly string[]): readonly FunctionNames[] {
  const names = engine.words(L.OUTPUT_CALLS)
  const counts = engine.words(L.OUTPUT_ANSWERS)
  const unique = (from: number, to: number): readonly string[] =>
    [...new Set(Array.from(names.subarray(from, to), (text) => texts[text] ?? ''))].filter(Boolean)
  const lists: FunctionNames[] = []
  let at = 0
  for (let row = 0; row + 1 < counts.length; row += 2) {
    const [count = 0, folded = 0] = counts.subarray(row, row + 2)
    lists.push({ all: unique(at, at + count), folded: unique(at, at + folded) })
    at += count
  }
  return lists
}
