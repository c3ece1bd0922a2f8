/** Rows of native code as runtimes print them when they fail: Ruby and others by `backtrace_symbols`, Node, Java. */
import { canBeRow, spanIn, type Line } from '../base/lines.ts'
import { fileName } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { RowReader, TextRow } from './text-rows.ts'

/** `/usr/lib/libtill.dylib(till_count+0x24) [0x104cc8074]`. */
const SYMBOLS =
  /^[ \t]*(\/[^()\n]{1,300}|[^\s()/]{1,100})\((?:([^\s()+][^\n]{0,400}?))?(?:\+(0x[0-9a-f]{1,12}))?\) ?\[(0x[0-9a-f]{4,16})\][ \t\r]*$/
/** ` 1: 0x1025b2b14 node::Abort() [/usr/local/bin/node]`. */
const NODE = /^[ \t]*(\d{1,4}): (0x[0-9a-f]{6,16}) (\S[^\n]{0,600}?) \[(\/[^\]\n]{1,300})\][ \t\r]*$/
/** `1   0x10d5fc649 WTFCrash`, as WebKit prints its own calls. */
const WEBKIT =
  /^[ \t]*(\d{1,3})[ \t]{1,8}(0x[0-9a-f]{6,16}) ((?:[\p{L}_~][\p{L}\p{N}_]*(?:::|<|\(|(?=[ \t\r]*$))|[-+]\[|_)[^\n]{0,2000}?)[ \t\r]*$/u
/** `C  [libtill.dylib+0x2b14]  till_count+0x24`. */
const JAVA =
  /^(?:#[ \t])?[ \t]*[CVJjvA][ \t]{1,4}\[([^\]+\s]{1,100})\+(0x[0-9a-f]{1,12})\](?:[ \t]{1,4}(\S[^\n]{0,600}?)(?:\+(0x[0-9a-f]{1,12}))?)?[ \t\r]*$/

/** `j  shop.Till.count(I)V+12`, `J 1234 c2 shop.Till.count(I)V (20 bytes) @ 0x0000000104cc8074 [0x0000000104cc8000+0x74]`: a class has its package. */
const BYTECODE =
  /^(?:#[ \t])?[ \t]*(?:j|J(?:[ \t]{1,4}\d{1,9}%?[ \t!snb]{0,12}(?:[cC][12]|jvmci))?)[ \t]{1,4}((?:[\p{L}_$][\p{L}\p{N}_$-]{0,200}[./]){1,24}(?:[\p{L}_$][\p{L}\p{N}_$-]{0,200}|<(?:cl)?init>)\([^()\s]{0,600}\)[\w/$;[]{1,300})(?:\+(\d{1,6})|[ \t]\(\d{1,6} bytes\)[^\n]{0,200})?(?:[ \t]{1,4}[\w.@-]{1,80})?[ \t\r]*$/u

/** `[0x000000010c731a81] dart::bin::Thread::Start()`, `pc 0x000000010c731a81 fp 0x00007ffeefbff0b0 dart::bin::Thread::Start()+0x1a`. */
const DART =
  /^[ \t]*(?:\[(0x[0-9a-f]{8,16})\]|pc (0x[0-9a-f]{8,16}) fp 0x[0-9a-f]{1,16}) ([\p{L}_~(][^\n]{0,1000}?)(?:\+(0x[0-9a-f]{1,12}))?[ \t\r]*$/iu

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

const readWebKitRow: RowReader = (line) => {
  const [, index, address, name] = (canBeRow(line.text) && WEBKIT.exec(line.text)) || []
  if (address === undefined) return undefined
  return rowOf(line, { index: Number(index), address: BigInt(address), symbol: symbolOf(name), kind: 'return' })
}

const readDartRow: RowReader = (line) => {
  const [, bracketed, counter = bracketed, name, offset] = (canBeRow(line.text) && DART.exec(line.text)) || []
  return counter === undefined
    ? undefined
    : rowOf(line, { address: BigInt(counter), symbol: symbolOf(name, offset), kind: 'return' })
}

const readJavaRow: RowReader = (line) => {
  const [, imageName, offset, name, distance] = JAVA.exec(line.text) ?? []
  if (imageName === undefined) return undefined
  return rowOf(line, { imageName, offset: Number(offset), symbol: symbolOf(name, distance) })
}

/** Code of the virtual machine has no image that symbols could name. */
const readBytecodeRow: RowReader = (line) => {
  const [, name, offset] = (canBeRow(line.text) && BYTECODE.exec(line.text)) || []
  return name === undefined ? undefined : rowOf(line, { symbol: symbolOf(name, offset), language: 'java' })
}

export const runtimeRows: readonly RowReader[] = [
  readSymbolsRow,
  readNodeRow,
  readWebKitRow,
  readDartRow,
  readJavaRow,
  readBytecodeRow,
]
