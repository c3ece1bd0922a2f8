/** Rows of debuggers: lldb's `bt`, the same as Xcode copies it, and the frame that gdb prints at a stop. */
import type { PrintedSymbol } from '../../model/report.ts'
import { spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { parseSymbolText } from './apple-rows.ts'
import { findSource, KEPT_PLACE, matchRow, placeRow, type TextRow } from './text-rows.ts'

const LLDB = /(?:^|[\s*"'|>])frame #(\d{1,5}): (0x[0-9a-f]{1,16})(?:(?:, where =)?[ \t]+(.*))?$/i
/** Without an address: code that a runtime made while the program ran, and rows that somebody shortened. */
const LLDB_NAMED =
  /(?:^|[\s*"'|>])frame #(\d{1,5}): (?![0-9a-f]{8,16}[ \t])([^\s`][^`\n]{0,200}`\S.*|[A-Za-z_~][^`\n]{0,400}(?: \+ \d{1,12}|\)))[ \t]*$/
const XCODE = /^[ \t]*#(\d{1,5})[ \t]+(0x[0-9a-f]{6,16})[ \t]+in[ \t]+(\S.*)$/i

/** lldb's `frame #3: 0x… Image`function(args) + 12 at file:1:2`, and the same stack as Xcode copies it: `#3 0x… in function ()`. */
export function readLldbRow(line: Line): TextRow | undefined {
  const named = matchRow(LLDB_NAMED, line)
  const lldb = matchRow(LLDB, line) ?? (named && [named[0], named[1], undefined, named[2]])
  const match = lldb ?? matchRow(XCODE, line)
  if (!match?.[1] || (!match[2] && !named)) return undefined
  const rest = (match[3] ?? '').trimEnd()
  const tick = lldb ? rest.indexOf('`') : -1
  const imageName = tick > 0 ? rest.slice(0, tick) : undefined
  const end = line.text.trimEnd().length
  const address = match[2] === undefined ? undefined : BigInt(match[2])
  const described = rest.slice(tick + 1)
  const kept = KEPT_PLACE.exec(described)
  const { symbol, inlined } = readLldbSymbol(kept ? described.slice(0, kept.index) : described)
  const row = omitUndefined({
    index: Number(match[1]),
    address,
    imageName,
    inlined: inlined || undefined,
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end - described.length, end),
  })
  if (!kept?.[1]) return placeRow({ ...row, ...omitUndefined({ symbol }) }, '')
  return {
    ...placeRow({ ...row, ...omitUndefined({ symbol: parseSymbolText(kept[1]) }) }, kept[1]),
    ...omitUndefined({ symbol }),
  }
}

/** gdb leaves out the address if a row is at the start of a source line: `#0  count (till=0x0) at till.c:12`. */
const GDB_NAMED =
  /^[ \t>]*#(\d{1,5})[ \t]+((?:[A-Za-z_~$:<][^\n()=]{0,400}) \((?:[\w$]{1,80}=[^\n]{0,2000})?\)(?:[ \t]+at[ \t]+\S+:\d{1,9})?)[ \t]*$/

export function readGdbNamedRow(line: Line): TextRow | undefined {
  const [, index, described = ''] = matchRow(GDB_NAMED, line) ?? []
  if (index === undefined) return undefined
  const end = line.text.trimEnd().length
  return omitUndefined({
    index: Number(index),
    symbol: readLldbSymbol(described).symbol,
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end - described.length, end),
  })
}

const GDB_FRAME = /^[ \t>]*(0x[0-9a-f]{6,16})[ \t]+in[ \t]+([^\s(][^\n]{0,2000}\))([ \t]+at[ \t]+\S+:\d{1,9})?[ \t]*$/i

/** The frame that gdb prints where a program stops: `0x0000000105255 in target () at shelf.c:12`. */
export function readGdbFrame(line: Line): TextRow | undefined {
  const match = matchRow(GDB_FRAME, line)
  if (!match?.[1] || !match[2]) return undefined
  const described = `${match[2]}${match[3] ?? ''}`
  const end = line.text.trimEnd().length
  return {
    index: 0,
    address: BigInt(match[1]),
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end - described.length, end),
    ...omitUndefined({ symbol: readLldbSymbol(described).symbol }),
  }
}

/** Mono's words for code that it made: the offset, where the function lies, and the program: ` + 0x66 (0x10…b0 0x10…8c) [0x10…f0 - Till.exe]`. */
const MANAGED_PLACE =
  /[ \t]\+[ \t](0x[0-9a-f]{1,8}) \(0x[0-9a-f]{1,16} 0x[0-9a-f]{1,16}\) \[0x[0-9a-f]{1,16} - [^[\]\n]{1,200}\]$/i

function readLldbSymbol(text: string): { symbol: PrintedSymbol | undefined; inlined: boolean } {
  let rest = text.replace(/(?:[ \t]+\[(?:opt|artificial|async)\])+$/, '').trim()
  const source = findSource(rest)
  if (source) rest = rest.slice(0, source.index)
  const offset = MANAGED_PLACE.exec(rest) ?? /[ \t]\+[ \t](\d{1,15})$/.exec(rest)
  if (offset) rest = rest.slice(0, offset.index)
  const inlined = /^.*\[inlined\][ \t]+/.exec(rest)
  if (inlined) rest = rest.slice(inlined[0].length)
  // Values of arguments are not part of the name; types are, and so is `()` as what a function returns.
  const name = rest.replace(/(?<!->)[ \t]+\(\)$|[ \t]*\([^()]*=.*\)$/, '').trim()
  const line = Number(source?.[2] ?? 0)
  const column = Number(source?.[3] ?? 0)
  const isAddress = /^0x[0-9a-f]+$/i.test(name)
  return {
    symbol:
      name === '' || name === '???' || isAddress
        ? undefined
        : omitUndefined({
            name,
            offset: offset ? Number(offset[1]) : undefined,
            file: source?.[1],
            line: line > 0 ? line : undefined,
            column: column > 0 ? column : undefined,
          }),
    inlined: inlined !== null,
  }
}
