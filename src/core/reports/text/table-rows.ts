/** Tables whose lines look like rows of stacks: memory, symbols, regions, objects, codes of errors. They are no stacks. */
import type { PrintedSymbol } from '../../model/report.ts'
import type { TextRow } from './text-rows.ts'

/** Bytes of a dump, a place with or without a colon. */
const MEMORY = [/(?<!\S)[0-9a-f]{2}(?:[ \t]+[0-9a-f]{2}){2}(?!\S)/i, /(?<!\S)0x[0-9a-f]{4,16}:?$/i] as const
/** A share in percent, a process of a log, a number alone, a line of a source file, a field. */
const NO_IMAGE = [
  ...MEMORY,
  /\d%(?=\s|$)/,
  /\[\d+(?::\d+)?\]:?(?=\s|$)|[^\s:]:(?=\s|$)| :(?=\s|$)/,
  /^[\d\s#.:()[\]-]+$/,
  /\.\w{1,4}:\d+$/,
  /(?:^|\s)(?:vm(?:addr|size)|addr(?:ess)?|base|offset|size|low_pc|high_pc|start|end)$/,
] as const

/** True for words before an address that are memory, as a debugger or a dump of bytes prints it. */
export function isMemory(words: string): boolean {
  return MEMORY.some((pattern) => pattern.test(words))
}

/** True for words before an address that name no image. */
export function isNoImage(words: string): boolean {
  return NO_IMAGE.some((pattern) => pattern.test(words))
}

/** A second address with neither an offset nor a name of its own: a column of a table. */
const COLUMN = /^0x[0-9a-f]{4,16}[ \t]+(?![+(/[])\S/i

/** True for text after the address of a table's line that is more columns of addresses. */
export function isColumns(rest: string): boolean {
  return COLUMN.test(rest)
}

/** Names of functions are a word, or have signs between their words. */
const FUNCTION = /^[^\s\d]\S*$|[()<>[\]:.$`#_]|^(?:closure|thunk|partial|outlined|merged|static)\b/
/** Columns, comments and quotes. */
const NO_FUNCTION = /^\d|^;|0x[0-9a-f]{8}|\S(?:[ ]{2,}|\t)\S|^[^\p{L}\p{N}_?]+$/iu
/** Fewer rows may ascend by chance, and each name a different image. */
const FEWEST_ASCENDING = 8

/**
 * True for the lines of a table: none of them has a place in an image or function, and what is behind their addresses names no
 * function; or many names ascend with their addresses, and none is there twice.
 */
export function isTable(rows: readonly TextRow[]): boolean {
  if (rows.length === 0 || rows.some(hasPlace)) return false
  if (rows.every(({ symbol }) => symbol !== undefined && !isFunction(symbol.name))) return true
  const names = new Set(rows.map(({ imageName }) => imageName))
  return (
    rows.length >= FEWEST_ASCENDING &&
    names.size === rows.length &&
    rows.every(({ symbol }) => symbol === undefined || !isFunction(symbol.name)) &&
    rows.every(({ address = 0n }, at) => at === 0 || address > (rows[at - 1]?.address ?? 0n))
  )
}

function isFunction(name: string): boolean {
  return FUNCTION.test(name) && !NO_FUNCTION.test(name)
}

function hasPlace({ symbol, loadAddress, imageUuid, offset, misprintedIn }: TextRow): boolean {
  return (
    loadAddress !== undefined ||
    imageUuid !== undefined ||
    offset !== undefined ||
    misprintedIn !== undefined ||
    (symbol !== undefined && isPlaced(symbol))
  )
}

function isPlaced({ offset, file, line }: PrintedSymbol): boolean {
  return offset !== undefined || file !== undefined || line !== undefined
}
