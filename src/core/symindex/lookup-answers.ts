/** Asks the engine, and makes objects of what it answers. Little is done a call: this runs before it can be compiled. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { imageOffset, type ImageOffset } from '../model/address.ts'
import { NO_OFFSET } from './index-file.ts'
import type { LookupSteps } from './lookup-engine.ts'
import { joinPath } from './path.ts'
import type { IndexedCall } from './reader.ts'
import { OUTPUT, type WasmEngine } from './wasm-instance.ts'

/** Finds what the tables say of each offset; `names`: 1 for all names there, 0 for the calls. */
export async function decodePages(steps: LookupSteps, offsets: readonly ImageOffset[], names: 0 | 1): Promise<void> {
  const { exports } = steps.engine
  const place = exports.placeOffsets(offsets.length) >>> 0
  const words = new Uint32Array(exports.memory.buffer, place, offsets.length)
  for (let at = 0; at < words.length; at++) words[at] = Math.min(offsets[at] ?? NO_OFFSET, NO_OFFSET)
  exports.beginQueries(names)
  exports.findPages()
  await steps.bring(() => exports.decodePages())
}

/** Texts of all ids that the engine names, by their positions there; the one at 0 stands for none. */
export async function readTexts(steps: LookupSteps): Promise<readonly string[]> {
  const { engine } = steps
  const texts = ['']
  engine.exports.findTexts()
  await steps.bring(() => {
    engine.exports.decodeTexts()
    // One text is made and cut up: that is cheaper than many.
    const ascii = decodeUtf8(engine.view(OUTPUT.asciiTexts))
    const others = engine.view(OUTPUT.otherTexts)
    let at = 0
    let otherAt = 0
    for (const end of engine.words(OUTPUT.textEnds))
      if (end & 1) texts.push(decodeUtf8(others.subarray(otherAt, (otherAt = end >>> 1))))
      else texts.push(ascii.slice(at, (at = end >>> 1)))
  })
  return texts
}

// Words of what the engine tells: of each offset the number of its calls, and the function's start, source, size + 1 or 0; of
// each call the positions of its name and its file, line and column. `wasm/assembly/lookup/answers.ts` writes it.
const ANSWER_WORDS = 4
const CALL_WORDS = 4
/** Sources by the engine's numbers. */
const SOURCES: readonly IndexedCall['source'][] = ['symtab', 'exports', 'metadata', 'starts', 'dwarf']

/** What the engine says of each offset's calls, as objects. */
export function makeChains(
  engine: WasmEngine,
  offsets: readonly ImageOffset[],
  texts: readonly string[],
): readonly (readonly IndexedCall[])[] {
  const text = (position = 0): string => texts[position] ?? ''
  const parts = engine.words(OUTPUT.filePaths)
  const files = ['']
  for (let at = 0; at < parts.length; at += 3)
    files.push(joinPath(text(parts[at]), text(parts[at + 1]), text(parts[at + 2])))
  const calls = engine.words(OUTPUT.calls)
  const answers = engine.words(OUTPUT.answers)
  let from = 0
  return offsets.map((offset, row) => {
    const to = from + (answers[row * ANSWER_WORDS] ?? 0) * CALL_WORDS
    const chain: NewCall[] = []
    for (; from < to; from += CALL_WORDS) {
      const mangled = text(calls[from])
      const isLast = from + CALL_WORDS === to
      const call: NewCall = isLast
        ? functionCall(mangled, offset, answers, row * ANSWER_WORDS)
        : { mangled, inlined: true, source: 'dwarf' }
      const file = calls[from + 1] ?? 0
      const line = calls[from + 2] ?? 0
      const column = calls[from + 3] ?? 0
      if (file > 0) call.file = files[file] ?? ''
      if (line > 0) call.line = line | 0
      if (column > 0) call.column = column
      chain.push(call)
    }
    return chain
  })
}

/** A call while it is made. */
type NewCall = { -readonly [K in keyof IndexedCall]: IndexedCall[K] }

/** The function itself, as the answer at `at` tells of it. */
function functionCall(mangled: string, offset: ImageOffset, answers: Uint32Array, at: number): NewCall {
  const start = answers[at + 1] ?? 0
  const source = SOURCES[answers[at + 2] ?? 0] ?? 'symtab'
  const size = answers[at + 3] ?? 0
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

/** Every name that a function at each offset has, each once. */
export function makeNameLists(engine: WasmEngine, texts: readonly string[]): readonly (readonly string[])[] {
  const names = engine.words(OUTPUT.calls)
  let at = 0
  return Array.from(engine.words(OUTPUT.answers), (count) => {
    const own = Array.from(names.subarray(at, (at += count)), (text) => texts[text] ?? '')
    return [...new Set(own)].filter(Boolean)
  })
}
