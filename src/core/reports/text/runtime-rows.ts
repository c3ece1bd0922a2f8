/** Rows of native code as runtimes print them when they fail: Ruby and others by `backtrace_symbols`, Node, Java. */
import { spanIn, type Line } from '../base/lines.ts'
import { fileName } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { RowReader, TextRow } from './text-rows.ts'

/** `/usr/lib/libtill.dylib(till_count+0x24) [0x104cc8074]`. */
const SYMBOLS =
  /^[ \t]*(\/[^()\n]{1,300}|[^\s()/]{1,100})\((?:([^\s()+][^\n]{0,400}?))?(?:\+(0x[0-9a-f]{1,12}))?\) ?\[(0x[0-9a-f]{4,16})\][ \t\r]*$/
/** ` 1: 0x1025b2b14 node::Abort() [/usr/local/bin/node]`. */
const NODE = /^[ \t]*(\d{1,4}): (0x[0-9a-f]{6,16}) (\S[^\n]{0,600}?) \[(\/[^\]\n]{1,300})\][ \t\r]*$/
/** `C  [libtill.dylib+0x2b14]  till_count+0x24`. */
const JAVA =
  /^(?:#[ \t])?[ \t]*[CVJjvA][ \t]{1,4}\[([^\]+\s]{1,100})\+(0x[0-9a-f]{1,12})\](?:[ \t]{1,4}(\S[^\n]{0,600}?)(?:\+(0x[0-9a-f]{1,12}))?)?[ \t\r]*$/

function rowOf(line: Line, row: Omit<TextRow, 'span'>): TextRow {
  return omitUndefined({ ...row, span: spanIn(line, 0, line.text.trimEnd().length) })
}

const symbolOf = (name: string | undefined, offset?: string): TextRow['symbol'] =>
  name === undefined || name === ''
    ? undefined
    : omitUndefined({ name, offset: offset === undefined ? undefined : Number(offset) })

const readSymbolsRow: RowReader = (line) => {
  const [, path, name, offset, address] = SYMBOLS.exec(line.text) ?? []
  if (path === undefined || address === undefined) return undefined
  return rowOf(line, {
    address: BigInt(address),
    imageName: fileName(path),
    imagePath: path.startsWith('/') ? path : undefined,
    symbol: symbolOf(name, offset),
    kind: 'return',
  })
}

const readNodeRow: RowReader = (line) => {
  const [, index, address, name, path] = NODE.exec(line.text) ?? []
  if (address === undefined || path === undefined) return undefined
  return rowOf(line, {
    index: Number(index),
    address: BigInt(address),
    imageName: fileName(path),
    imagePath: path,
    symbol: symbolOf(name),
    kind: 'return',
  })
}

const readJavaRow: RowReader = (line) => {
  const [, imageName, offset, name, distance] = JAVA.exec(line.text) ?? []
  if (imageName === undefined) return undefined
  return rowOf(line, { imageName, offset: Number(offset), symbol: symbolOf(name, distance) })
}

export const runtimeRows: readonly RowReader[] = [readSymbolsRow, readNodeRow, readJavaRow]
