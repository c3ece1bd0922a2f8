/** The output of `nm`: as of BSD, with sizes, as of POSIX (`-P`), and with sections (`-m`); of Apple and of LLVM. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import type { SymbolSource } from './source.ts'
import type { ListedSymbol } from './symbol-list.ts'

/** Rows that suffice to recognise the format. */
const LEAST_ROWS = 4
const HEAD_ROWS = 40

/** `path:`, or `path (for architecture arm64):`, above the symbols of a file. */
export const TITLE = /^(\S.*?)(?: \(for architecture (\w+)\))?:$/
const UNDEFINED = /^ +(?:[UuIi-] \S|\(undefined\))|^\S+ U 0 0$/
/** Address, size where there is one, letter of the kind, name. */
const BSD = /^([0-9a-f]{8}|[0-9a-f]{16}) (?:[0-9a-f]{8,16} )?([A-Za-z-]) (\S.*)$/
const POSIX = /^(\S.*) ([A-Za-z]) ([0-9a-f]{1,16})(?: [0-9a-f]{1,16})?$/
const SECTIONS =
  /^([0-9a-f]{8}|[0-9a-f]{16}) \(([^,()]+),([^()]+)\) ((?:(?:non-external|external|private external|weak|automatically hidden|\(was a private external\)|\[[^\]]*\]) )+)(\S.*)$/
/** Symbols of `-m` that lie in no section, such as absolute ones. */
const ELSEWHERE = /^([0-9a-f]{8}|[0-9a-f]{16}) \((?:absolute|common|indirect)[^()]*\) /

interface Row extends ListedSymbol {
  readonly isCode: boolean
}

/** A row with an address; `none` for rows without one, undefined for any other line. */
export function rowOf(line: string): Row | 'none' | undefined {
  if (UNDEFINED.test(line)) return 'none'
  const [, at, segment, section = '', , named = ''] = SECTIONS.exec(line) ?? []
  if (at !== undefined) return made(at, named, /^__text|^__stub|^__auth_stub/.test(section) && segment !== '__DATA')
  if (ELSEWHERE.test(line)) return 'none'
  const [, address, kind = '', name = ''] = BSD.exec(line) ?? []
  if (address !== undefined) return made(address, name, /[TtWw]/.test(kind))
  const [, last = '', letter = '', value] = POSIX.exec(line) ?? []
  return value === undefined ? undefined : made(value, last, /[TtWw]/.test(letter))
}

const made = (address: string, name: string, isCode: boolean): Row => ({
  address: BigInt(`0x${address}`),
  name,
  isCode,
})

export const nmSource: SymbolSource = {
  id: 'nm',
  get label() {
    return fileKinds.symbolListing
  },
  sniff: sniffNm,
  open: async (file) => (await import('./nm-parts.ts')).openNm(file),
}

function sniffNm(head: Uint8Array): boolean {
  const lines = decodeUtf8(head.subarray(0, 8192)).split(/\r?\n/)
  const rows = lines
    .slice(0, -1)
    .filter((line) => line !== '')
    .slice(0, HEAD_ROWS)
  const found = rows.filter((line) => rowOf(line) !== undefined).length
  const isPlain = rows.every((line) => rowOf(line) !== undefined || TITLE.test(line))
  return (
    isPlain &&
    found >= LEAST_ROWS &&
    rows.some((line) => BSD.test(line) || SECTIONS.test(line) || / [TtUDdSsBb] /.test(line))
  )
}
