/** Last step of a look-up: merges the results of tables and blocks into calls, with positions of texts and files. */
import * as L from '../layout'
import { newVec, Vec } from '../memory/vec'
import { fileRecord, hasSymbols, resolveId } from './index-header'
import { chains } from './blocks'
import { Call, CALL_BYTES } from './function-record'
import { isAnonymous } from './functions'
import { listIds, noteId } from './ids'
import { Entry, entryOf, NearSymbol, otherNames, Query, queryAt, queryCount, symbolOf } from './query'

/** Sources of the names of functions. */
const SOURCE_SYMTAB: u32 = L.SYMBOL_SYMTAB
const SOURCE_DWARF: u32 = L.SOURCE_DWARF

/** For each offset: the number of its calls; for the last one, the function itself, the fields below. */
@unmanaged
class Answer {
  calls: u32
  start: u32
  source: u32
  /** Size of the function + 1; 0 when it is not known. */
  size: u32
}
if (offsetof<Answer>() != L.ANSWER_WORDS << 2) ERROR('layout.ts has another size')
if (offsetof<Answer>('start') != L.ANSWER_START << 2) ERROR('layout.ts has another place')
if (offsetof<Answer>('source') != L.ANSWER_SOURCE << 2) ERROR('layout.ts has another place')
if (offsetof<Answer>('size') != L.ANSWER_SIZE << 2) ERROR('layout.ts has another place')
export const answers: Vec = newVec()
/** The calls of all offsets, innermost first. Names and files are positions in `ids` and `files`, from 1; 0 for none. */
export const calls: Vec = newVec()
/** The files of the calls: positions of the compilation directory, the directory and the name in `ids`. */
export const filePaths: Vec = newVec()
/** Ids of all texts in use, ascending, u32 each. */
export const ids: Vec = newVec()
const files: Vec = newVec()
/**
 * Ids and the byte offset that receives the position of each: in `calls`, shifted left by 1, or in `filePaths`, plus 1;
 * for files in `calls`.
 */
const idNotes: Vec = newVec()
const fileNotes: Vec = newVec()

/** Builds the calls, and records the texts they use. */
export function makeCalls(): void {
  clear()
  const count = queryCount()
  for (let i: u32 = 0; i < count; i++) {
    const query = queryAt(i)
    const answer = changetype<Answer>(answers.take(u32(offsetof<Answer>())))
    memory.fill(changetype<usize>(answer), 0, offsetof<Answer>())
    if (query.hasAnswer) makeChain(query, answer)
    else makeNearest(query, answer)
  }
  listIds(fileNotes, files)
  for (let p = fileNotes.data, end = p + fileNotes.length; p < end; p += 8)
    store<u32>(calls.data + load<u32>(p), load<u32>(p, 4))
  const fileCount = files.length >> 2
  for (let i: u32 = 0; i < fileCount; i++) {
    const record = fileRecord(files.at32(i))
    for (let part: usize = 0; part < usize(L.FILE_BYTES); part += 4) {
      noteId(idNotes, record == 0 ? 0 : resolveId(load<u32>(record + part)), (filePaths.length << 1) | 1)
      filePaths.push32(0)
    }
  }
  placeIds()
}

/** Lists the ids and stores their positions in the records that use them. */
function placeIds(): void {
  listIds(idNotes, ids)
  for (let p = idNotes.data, end = p + idNotes.length; p < end; p += 8) {
    const place = load<u32>(p)
    store<u32>((place & 1 ? filePaths.data : calls.data) + (place >> 1), load<u32>(p, 4))
  }
}

function clear(): void {
  answers.length = 0
  calls.length = 0
  filePaths.length = 0
  idNotes.length = 0
  fileNotes.length = 0
}

function addCall(name: u32): Call {
  noteId(idNotes, resolveId(name), (calls.length + u32(offsetof<Call>('name'))) << 1)
  const call = changetype<Call>(calls.take(u32(CALL_BYTES)))
  call.name = 0
  call.file = 0
  call.line = 0
  call.column = 0
  call.language = 0
  return call
}

function concrete(answer: Answer, name: u32, start: u32, source: u32): Call {
  answer.calls++
  answer.start = start
  answer.source = source
  return addCall(name)
}

function sourceOf(symbol: NearSymbol): u32 {
  return symbol.kind <= u32(L.SYMBOL_START) ? symbol.kind : SOURCE_SYMTAB
}

function sourceOfEntry(entry: Entry): u32 {
  return (entry.flags & u32(L.ENTRY_SYMBOLS_ONLY)) != 0 ? SOURCE_SYMTAB : SOURCE_DWARF
}

/** Symbols have no size: the nearest one below counts, even one dropped because DWARF has its name. */
function makeNearest(query: Query, answer: Answer): void {
  const entry = entryOf(query)
  const symbol = symbolOf(query)
  const listed = query.hasEntry && hasSymbols && entry.name != 0 && !isAnonymous(entry) && !isUnlisted(entry)
  const first = symbol.isFolded ? symbol.start : symbol.start + 1
  if (listed && (!query.hasSymbol || entry.rangeStart >= first)) {
    concrete(answer, entry.name, entry.rangeStart, SOURCE_SYMTAB)
    if (entry.isShared || (query.hasSymbol && entry.rangeStart == symbol.start)) answer.source |= L.SOURCE_SHARED
  } else if (query.hasSymbol && symbol.kind != u32(L.SYMBOL_END)) {
    concrete(answer, symbol.name, symbol.start, sourceOf(symbol))
    if (symbol.isShared || symbol.isFolded) answer.source |= L.SOURCE_SHARED
  }
}

/** No symbol starts where the function does. */
function isUnlisted(entry: Entry): bool {
  return (entry.flags & u32(L.ENTRY_UNLISTED)) != 0
}

function makeChain(query: Query, answer: Answer): void {
  const entry = entryOf(query)
  const symbol = symbolOf(query)
  const inlined = query.chainLength - 1
  let from = chains.data + query.chain
  for (let i: u32 = 0; i < inlined; i++, from += CALL_BYTES) setPlace(addCall(changetype<Call>(from).name), from)
  answer.calls = inlined
  const named = entry.name != 0 && !isAnonymous(entry)
  const here = query.hasSymbol && symbol.name != 0 && symbol.start == query.entryOffset
  const own = here && !symbol.isFolded
  const outer =
    (named && !own) || !query.hasSymbol || symbol.kind == u32(L.SYMBOL_END)
      ? concrete(answer, named ? entry.name : 0, query.entryOffset, sourceOfEntry(entry))
      : concrete(answer, symbol.name, symbol.start, named ? sourceOfEntry(entry) : sourceOf(symbol))
  if (named && entry.range == 0) answer.size = entry.size + 1
  if (entry.isShared || (here && (symbol.isShared || symbol.isFolded))) answer.source |= L.SOURCE_SHARED
  setPlace(outer, from)
}

/** Sets the language and the call site of a call from the record at `from`. Without a file, line and column are unknown. */
function setPlace(call: Call, from: usize): void {
  const place = changetype<Call>(from)
  call.language = place.language
  if (place.file == 0) return
  noteId(fileNotes, place.file, u32(changetype<usize>(call) + offsetof<Call>('file') - calls.data))
  call.line = place.line
  call.column = place.column
}

/**
 * Builds lists of names. `calls` has positions in `ids`, u32 each. `answers` has two counts for each offset: all names,
 * and the leading ones of functions that the linker folded into one.
 */
export function makeNames(): void {
  clear()
  for (let i: u32 = 0; i < queryCount(); i++) {
    const query = queryAt(i)
    const entry = entryOf(query)
    const symbol = symbolOf(query)
    const before = calls.length
    let folded: u32 = 0
    if (query.hasEntry && !isAnonymous(entry)) {
      addName(entry.name)
      addNames(entry.names, entry.foldedCount)
      if (entry.foldedCount > 0) folded = (calls.length - before) >> 2
      addNames(entry.names + entry.foldedCount, entry.nameCount - entry.foldedCount)
    }
    if (query.hasSymbol && (!query.hasEntry || symbol.start == entry.rangeStart))
      addNames(symbol.names, symbol.nameCount)
    answers.push32((calls.length - before) >> 2)
    answers.push32(folded)
  }
  placeIds()
}

function addNames(first: u32, count: u32): void {
  for (let n: u32 = 0; n < count; n++) addName(otherNames.at32(first + n))
}

function addName(name: u32): void {
  const id = resolveId(name)
  if (id == 0) return
  noteId(idNotes, id, calls.length << 1)
  calls.push32(0)
}
