/**
 * The debug map. A linker that makes no debug information of its own writes symbol table entries (stabs). They name the
 * object files that have it, and the functions taken from each. Apple's `mach-o/stab.h`.
 */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { N_STAB } from './constants.ts'
import type { MachOImage } from './image.ts'
import { MAX_STAB_STRINGS } from './limits.ts'

/** A function begins, or (with an empty name) ends: the value is its size. */
const N_FUN = 0x24
/** A source file begins: its folder and its name, or both in one; an empty name ends it. */
const N_SO = 0x64
/** The object file of that source file; the value is its time of modification. */
const N_OSO = 0x66

const WINDOW_ENTRIES = 1 << 18
/** Words of a function: position of its name in the string table, image offset, size. */
const FUNCTION_WORDS = 3
/** An index numbers offsets by 32 bits. */
const LAST_OFFSET = 0xfffffffe

export interface MapObject {
  /** As the linker wrote it: `/build/a.o`, `/build/lib.a(b.o)`. */
  readonly path: string
  /** Seconds since 1970; 0 if an option made the linker leave it out. */
  readonly modified: number
  /** Path of the source file; empty if unknown. */
  readonly source: string
  /** Its functions among all, [first, end). */
  readonly first: number
  readonly end: number
}

export interface MapFunction {
  /** Position of its name in the string table. */
  readonly name: number
  readonly offset: number
  readonly size: number
}

export interface DebugMap {
  readonly objects: readonly MapObject[]
  functionsOf(object: MapObject): readonly MapFunction[]
}

/** The debug map of a linked image; undefined if it names no object file. */
export async function openDebugMap(image: MachOImage, budget: Budget): Promise<DebugMap | undefined> {
  if (image.kind === 'object' || !(await namesObjects(image, budget))) return undefined
  const strings = await openStrings(image, budget)
  const objects: MapObject[] = []
  const functions: number[] = []
  let sources: string[] = []
  let object: Pick<MapObject, 'path' | 'modified'> | undefined
  let first = 0
  let open: { readonly name: number; readonly offset: number } | undefined
  const close = (): void => {
    const end = functions.length / FUNCTION_WORDS
    if (object) objects.push({ ...object, source: joined(sources), first, end })
    object = undefined
    open = undefined
    first = end
  }
  await visitStabs(image, budget, ({ type, name, value, offset }) => {
    if (type === N_SO) {
      if (object) {
        close()
        sources = []
      }
      sources = strings.isEmpty(name) ? [] : [...sources.slice(-1), strings.text(name)]
    } else if (type === N_OSO) {
      close()
      object = { path: strings.text(name), modified: value }
    } else if (type === N_FUN && object) {
      if (!strings.isEmpty(name)) open = offset >= 0 && offset <= LAST_OFFSET ? { name, offset } : undefined
      else if (open) {
        if (value > 0 && value <= LAST_OFFSET) functions.push(open.name, open.offset, value)
        open = undefined
      }
    }
    return false
  })
  close()
  const words = Uint32Array.from(functions)
  return {
    objects,
    functionsOf: ({ first, end }) => {
      const own = words.subarray(first * FUNCTION_WORDS, end * FUNCTION_WORDS)
      const found: MapFunction[] = []
      for (let at = 0; at < own.length; at += FUNCTION_WORDS)
        found.push({ name: own[at] ?? 0, offset: own[at + 1] ?? 0, size: own[at + 2] ?? 0 })
      return found
    },
  }
}

/** A folder and a name, or a whole path. */
function joined([folder = '', name]: readonly string[]): string {
  if (name === undefined || name.startsWith('/')) return name ?? folder
  return `${folder.replace(/\/$/, '')}/${name}`
}

async function namesObjects(image: MachOImage, budget: Budget): Promise<boolean> {
  let found = false
  await visitStabs(image, budget, ({ type }) => (found = type === N_OSO))
  return found
}

interface Stab {
  readonly type: number
  /** Position in the string table. */
  readonly name: number
  /** As it is; of no use above 2^53. */
  readonly value: number
  /** The value as an image offset. */
  readonly offset: number
}

/** Visits all stabs until `visit` returns true. */
async function visitStabs(image: MachOImage, budget: Budget, visit: (stab: Stab) => boolean): Promise<void> {
  const { symtab, pointerSize, littleEndian, textVmaddr } = image
  if (!symtab) return
  const size = pointerSize === 8 ? 16 : 12
  const [textHigh, textLow] = [Number(textVmaddr >> 32n), Number(textVmaddr & 0xffffffffn)]
  budget.spend('steps', symtab.count)
  for (let begin = 0; begin < symtab.count; begin += WINDOW_ENTRIES) {
    const start = symtab.offset + begin * size
    const bytes = await openRange(image.blob, start, start + Math.min(WINDOW_ENTRIES, symtab.count - begin) * size)
    const view = new DataView(bytes.buffer)
    for (let at = 0; at + size <= bytes.length; at += size) {
      const type = view.getUint8(at + 4)
      if ((type & N_STAB) === 0) continue
      const low = view.getUint32(littleEndian || pointerSize === 4 ? at + 8 : at + 12, littleEndian)
      const high = pointerSize === 4 ? 0 : view.getUint32(littleEndian ? at + 12 : at + 8, littleEndian)
      const offset = (high - textHigh) * 2 ** 32 + (low - textLow)
      if (visit({ type, name: view.getUint32(at, littleEndian), value: high * 2 ** 32 + low, offset })) return
    }
  }
}

/** The string table of an image. */
export interface SymbolStrings {
  /** Empty beyond the end of the table. */
  text(position: number): string
  isEmpty(position: number): boolean
}

export async function openStrings(image: MachOImage, budget: Budget): Promise<SymbolStrings> {
  const { offset = 0, size = 0 } = image.symtab?.strings ?? {}
  const length = Math.min(size, MAX_STAB_STRINGS)
  budget.spend('loaded', length)
  const bytes = await openRange(image.blob, offset, offset + length)
  const decoder = new TextDecoder()
  return {
    isEmpty: (position) => (bytes[position] ?? 0) === 0,
    text: (position) => {
      const end = bytes.indexOf(0, position)
      const text = bytes.subarray(position, end < 0 ? bytes.length : end)
      budget.spend('text', text.length)
      return decoder.decode(text)
    },
  }
}
