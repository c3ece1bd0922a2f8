/** Where the functions of an object file are, and whether it is the one that a debug map speaks of. */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { N_SECT, N_STAB, N_TYPE } from '../macho/constants.ts'
import { openStrings, type DebugMap, type MapObject, type SymbolStrings } from '../macho/debug-map.ts'
import type { MachOImage } from '../macho/image.ts'
import { problem } from '../messages/problems.ts'
import { FormatError, type Problem } from '../model/problem.ts'

/** `N_ALT_ENTRY`: a second entry of the function before it. */
const ALT_ENTRY = 0x200
/** Bytes that may lie between a function's end and the next one: no compiler aligns code more. */
const MOST_PADDING = 64
/** Words of a move: address in the object, size, image offset. */
const MOVE_WORDS = 3

interface ObjectFunction {
  readonly address: number
  /** From its start to the next symbol, and to the next one that a linker keeps apart. */
  readonly least: number
  readonly most: number
  /** Where its entry in the symbol table lies, in the image. */
  readonly entry: number
}

/** The moves of an object's functions into its image. Throws a FormatError if the object is not the one that was linked. */
export async function movesOf(
  object: MachOImage,
  linked: MapObject,
  map: DebugMap,
  names: SymbolStrings,
  budget: Budget,
): Promise<Uint32Array<ArrayBuffer>> {
  const functions = await functionsByName(object, budget)
  const moves: (readonly [from: number, size: number, to: number])[] = []
  for (const { name, offset, size } of map.functionsOf(linked)) {
    const text = names.text(name)
    const named = functions.get(text)
    if (!named) throw new FormatError(problem('other-object.missing', { function: text }, placeOf(object)))
    // An object made of several may have many local functions of one name: only the size distinguishes them.
    const fitting = named.filter(({ least, most }) => size <= most && size + MOST_PADDING > least)
    const [only, another] = fitting
    if (!only) throw new FormatError(problem('other-object.size', { function: text }, placeOf(object, named[0]?.entry)))
    if (!another) moves.push([only.address, size, offset])
  }
  return joinMoves(moves)
}

function placeOf(object: MachOImage, entry = object.symtab?.offset ?? 0): Pick<Problem, 'file' | 'offset'> {
  return { file: object.path, offset: object.fileOffset + entry }
}

/** In the order of their addresses, without overlaps; neighbours that stayed neighbours are one. */
function joinMoves(moves: (readonly [from: number, size: number, to: number])[]): Uint32Array<ArrayBuffer> {
  moves.sort((a, b) => a[0] - b[0])
  const words: number[] = []
  let last = -MOVE_WORDS
  for (const [at, [from, size, to]] of moves.entries()) {
    const next = moves[at + 1]?.[0] ?? Infinity
    const length = Math.min(size, next - from)
    if (length <= 0) continue
    const [lastFrom = 0, lastSize = 0, lastTo = 0] = last < 0 ? [-1] : words.slice(last)
    if (lastFrom + lastSize === from && lastTo + lastSize === to) words[last + 1] = lastSize + length
    else last = words.push(from, length, to) - MOVE_WORDS
  }
  return Uint32Array.from(words)
}

async function functionsByName(
  object: MachOImage,
  budget: Budget,
): Promise<ReadonlyMap<string, readonly ObjectFunction[]>> {
  const { symtab, pointerSize, littleEndian, sections } = object
  const found = new Map<string, ObjectFunction[]>()
  if (!symtab) return found
  const size = pointerSize === 8 ? 16 : 12
  budget.spend('loaded', symtab.count * size)
  budget.spend('steps', symtab.count)
  const bytes = await openRange(object.blob, symtab.offset, symtab.offset + symtab.count * size)
  const view = new DataView(bytes.buffer)
  const strings = await openStrings(object, budget)
  const symbols: { name: string; address: number; section: number; isApart: boolean; entry: number }[] = []
  for (let at = 0; at + size <= bytes.length; at += size) {
    const type = view.getUint8(at + 4)
    const section = view.getUint8(at + 5)
    if ((type & N_STAB) !== 0 || (type & N_TYPE) !== N_SECT || !sections[section - 1]?.isCode) continue
    const address =
      pointerSize === 8 ? Number(view.getBigUint64(at + 8, littleEndian)) : view.getUint32(at + 8, littleEndian)
    if (address > 0xffffffff) continue
    const name = strings.text(view.getUint32(at, littleEndian))
    // Labels that begin with a small or capital L are the assembler's and the linker's own.
    const isApart = !/^[lL]/.test(name) && (view.getUint16(at + 6, littleEndian) & ALT_ENTRY) === 0
    symbols.push({ name, address, section, isApart, entry: symtab.offset + at })
  }
  symbols.sort((a, b) => b.address - a.address)
  let behind = { address: -1, section: -1, next: 0, apart: 0 }
  for (let first = 0; first < symbols.length;) {
    const { address = 0, section = 0 } = symbols[first] ?? {}
    let end = first
    while (end < symbols.length && symbols[end]?.address === address) end++
    const same = symbols.slice(first, end)
    const home = sections[section - 1]
    const sectionEnd = home ? Number(home.address) + home.size : address
    const [next, apart] = behind.section === section ? [behind.next, behind.apart] : [sectionEnd, sectionEnd]
    for (const { name, entry } of same) {
      const known = found.get(name) ?? []
      known.push({ address, least: Math.max(0, next - address), most: Math.max(0, apart - address), entry })
      found.set(name, known)
    }
    behind = { address, section, next: address, apart: same.some(({ isApart }) => isApart) ? address : apart }
    first = end
  }
  return found
}
