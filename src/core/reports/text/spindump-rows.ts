/** Rows of stackshot texts: spindump, hangs, microstackshots. */
import type { PrintedSymbol } from '../../model/report.ts'
import { canBeRow, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { withoutMark } from '../../model/grade-marks.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { openingBracket } from './opening-bracket.ts'

/** A row with its count and the column of the count's first digit, which tells its depth. */
export interface StackshotRow {
  readonly column: number
  readonly count: number
  readonly row: FrameRow
  /** What stands behind the address: the samples that saw the call, or the state of the thread: `(running) 1-49`. */
  readonly note?: string
}

const HEAD = /^[ \t]*\*?(\d{1,9})[ \t]+(?=\S)/
const SYMBOL = /^(.*?) \+ (\d+)$/
const PLACE = /^(?:([^()]*?)(?::(\d+))?(?:,(\d+))? in )?(.*?)(?: \+ (\d+))?$/

/**
 * `  567  name + 1 (File.swift:31,1 in Image + 91093) [0x7fff7e82a3d5] 1-49`, each part but the count optional; a star before
 * the count marks kernel code. Undefined for a line that is no such row.
 */
export function parseStackshotRow(line: Line): StackshotRow | undefined {
  const { text } = line
  const head = canBeRow(text) ? HEAD.exec(text) : null
  if (!head?.[1]) return undefined
  const start = head[0].length
  const column = text.indexOf(head[1])
  const count = Number(head[1])
  if (text[start] === '<') {
    const name = text.slice(start).trim()
    return /^<[A-Za-z][^>]*>?/.test(name) ? { column, count, row: { symbol: { name } } } : undefined
  }
  const open = text.lastIndexOf(' [0x')
  const digits = open < 0 ? undefined : /^(0x[0-9a-fA-F]{1,16})\]/.exec(text.slice(open + 2, open + 24))?.[1]
  if (digits === undefined) return undefined
  // A mark of an earlier export of ours is no part of the name.
  const printed = withoutMark(text.slice(start, open).trimEnd())
  const target = readTarget(printed)
  const row = { address: BigInt(digits), symbolSpan: spanIn(line, start, start + printed.length), ...target }
  const behind = text.slice(open + digits.length + 3).trim()
  return { column, count, row, ...(behind === '' ? {} : { note: behind }) }
}

/** iOS 8 printed `Image 0x1858ec000 + 37028`. */
const BASE = /^(\S.*?) (0x[0-9a-fA-F]{1,16}) \+ (\d+)$/

function readTarget(printed: string): Pick<FrameRow, 'symbol' | 'imageName' | 'offset' | 'loadAddress'> {
  const base = BASE.exec(printed)
  if (base?.[1] && base[2]) return { imageName: base[1], loadAddress: BigInt(base[2]) }
  const open = printed.endsWith(')') ? openingBracket(printed) : -1
  const label = (open < 0 ? printed : printed.slice(0, open)).trimEnd()
  const place = open < 0 ? undefined : PLACE.exec(printed.slice(open + 1, -1))
  const symbol = readSymbol(label, place?.[1], Number(place?.[2] ?? 0), Number(place?.[3] ?? 0))
  const offset = place?.[5]
  return {
    ...(symbol ? { symbol } : {}),
    ...(place?.[4] ? { imageName: place[4] } : {}),
    ...(offset === undefined ? {} : { offset: Number(offset) }),
  }
}

function readSymbol(label: string, file: string | undefined, line: number, column: number): PrintedSymbol | undefined {
  if (label === '' || label === '???') return undefined
  const offset = SYMBOL.exec(label)
  return {
    name: offset?.[1] ?? label,
    ...(offset?.[2] === undefined ? {} : { offset: Number(offset[2]) }),
    ...(file ? { file } : {}),
    ...(line > 0 ? { line } : {}),
    ...(column > 0 ? { column } : {}),
  }
}
