/** The output of `nm`: as of BSD, with sizes, as of POSIX (`-P`), and with sections (`-m`); of Apple and of LLVM. */
import type { Budget } from '../bytes/budget.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { UNKNOWN_ARCH } from '../model/architecture.ts'
import { append } from '../model/lists.ts'
import { failure, success, type Outcome, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { DebugImage, SymbolSource } from './source.ts'
import { listedImage, type ListedSymbol, type SymbolList } from './symbol-list.ts'
import { readLines } from './text-lines.ts'

/** Rows that tell the format by themselves. */
const LEAST_ROWS = 4
const HEAD_ROWS = 40

/** `path:`, or `path (for architecture arm64):`, above the symbols of a file. */
const TITLE = /^(\S.*?)(?: \(for architecture (\w+)\))?:$/
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

/** A row with an address; `none` for rows without one, undefined for what is no row. */
function rowOf(line: string): Row | 'none' | undefined {
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
  label: 'symbols listed by nm',
  sniff: sniffNm,
  open: openNm,
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

/** A part of the output: the symbols of one file for one architecture. */
interface Part {
  readonly title: string
  readonly arch: string
  readonly address: bigint
}

async function openNm(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  const parts: Part[] = []
  let title: readonly string[] = []
  await readLines(file.blob, (line) => {
    const heading = headingOf(line)
    if (heading) title = heading
    const row = heading ? undefined : rowOf(line)
    if (row && row !== 'none' && row.isCode && parts.at(-1)?.title !== (title[0] ?? ''))
      parts.push({ title: title[0] ?? '', arch: title[2] ?? UNKNOWN_ARCH, address: row.address })
  })
  if (parts.length === 0) return failure(problem('bad-symbol-list', {}, { file: file.path }))
  const images: DebugImage[] = []
  const problems: Problem[] = []
  for (const { title: of, arch, address } of parts) {
    const path = TITLE.exec(of)?.[1] ?? file.path.replace(/(\.nm)?\.(txt|out|log|nm)$/i, '')
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1)
    const read = async (budget: Budget): Promise<SymbolList> => readPart(file, of, budget)
    const listed = await listedImage({ file, name, arch, someAddress: address, read })
    if (listed.ok) append(images, listed.value)
    append(problems, listed.problems)
  }
  return success(images, problems)
}

/** The title of a part; rows are none. */
function headingOf(line: string): readonly string[] | undefined {
  return rowOf(line) === undefined ? (TITLE.exec(line) ?? undefined) : undefined
}

async function readPart(file: InputFile, title: string, budget: Budget): Promise<SymbolList> {
  const symbols: ListedSymbol[] = []
  let current = ''
  await readLines(file.blob, (line) => {
    budget.spend('steps', 1)
    const heading = headingOf(line)
    if (heading) current = heading[0] ?? ''
    const row = heading || current !== title ? undefined : rowOf(line)
    if (!row || row === 'none' || !row.isCode) return
    budget.spend('text', row.name.length)
    symbols.push({ address: row.address, name: row.name })
  })
  return { symbols }
}
