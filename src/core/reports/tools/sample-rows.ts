/** Rows of a call graph as `sample(1)` prints it. */
import { canBeRow, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import type { FrameRow } from '../base/report-builder.ts'

/** A row of the graph: a call, or the head of a thread. */
export interface SampleRow {
  readonly column: number
  readonly count: number
  /** Total size of the counted blocks, in trees of allocations. */
  readonly size?: { readonly bytes: number; readonly printed: string }
  readonly thread?: { readonly id: number; readonly name?: string; readonly queue?: string }
  readonly row: FrameRow
  /** Further addresses of the row. */
  readonly also: readonly bigint[]
}

/** `(1.20K)`, `(32 bytes)`; `(1) await resume …` is a part of a Swift function. */
const SIZE = /^\(((\d[\d.]{0,12}) ?(bytes|[KMGT]B?)?)\)[ \t]+(?!(?:await|suspend) resume\b)(?=\S)/
const UNITS = ['K', 'M', 'G', 'T']
const HEAD = /^([ \t+!:|]*)(\d{1,12})[ \t]+(?=\S)/
const THREAD = /^Thread_(0x[0-9a-f]+|\d+)(?:[ \t]*:[ \t]*(\S.*?))?(?:[ \t]{2,}DispatchQueue_\w+:[ \t]*(.*?))?[ \t]*$/
const ADDRESS = /[ \t]{1,2}\[(0x[0-9a-fA-F]{1,16})([^\]]*)\]/
const LOAD = /^[ \t]*load address (0x[0-9a-fA-F]+)(?: \+ (0x[0-9a-fA-F]+))?/
const OFFSET = /^[ \t]*\+ (\d+)/
const SOURCE = /^[ \t]+(\S.*?):(\d+)(?::(\d+))?[ \t]*$/

/** Reads `+ ! 2397 fn(args)  (in Img) + 205  [0xaddr]  file.cc:276`. Undefined for a line that is no such row. */
export function parseSampleRow(line: Line): SampleRow | undefined {
  const { text } = line
  const head = canBeRow(text) ? HEAD.exec(text) : null
  if (!head?.[2]) return undefined
  const column = head[1]?.length ?? 0
  const count = Number(head[2])
  const sized = SIZE.exec(text.slice(head[0].length))
  const size = sized?.[1] === undefined ? {} : { size: { bytes: bytesOf(sized), printed: sized[1] } }
  const start = head[0].length + (sized?.[0].length ?? 0)
  const rest = text.slice(start)
  const thread = THREAD.exec(rest)
  if (thread?.[1]) {
    const name = thread[2]
    const queue = thread[3]?.replace(/[ \t]{2,}/g, ' ')
    const more = { ...(name ? { name } : {}), ...(queue ? { queue } : {}) }
    return {
      column,
      count,
      ...size,
      thread: { id: Number(thread[1]), ...more },
      row: { symbol: { name: rest.trim() } },
      also: [],
    }
  }
  const address = ADDRESS.exec(rest)
  const call = address ? rest.slice(0, address.index) : rest.trimEnd()
  const source = address ? SOURCE.exec(rest.slice(address.index + address[0].length)) : null
  const open = call.lastIndexOf(' (in ')
  const close = open < 0 ? -1 : call.indexOf(')', open)
  const name = (open < 0 ? call : call.slice(0, open)).trim()
  const behind = close < 0 ? '' : call.slice(close + 1)
  const load = LOAD.exec(behind)
  const offset = OFFSET.exec(behind)?.[1]
  const symbol =
    name === '' || name === '???'
      ? undefined
      : {
          name,
          ...(offset === undefined ? {} : { offset: Number(offset) }),
          ...(source?.[1] ? { file: source[1] } : {}),
          ...(source?.[2] && Number(source[2]) > 0 ? { line: Number(source[2]) } : {}),
          ...(source?.[3] && Number(source[3]) > 0 ? { column: Number(source[3]) } : {}),
        }
  const row: FrameRow = {
    address: address?.[1] === undefined ? undefined : BigInt(address[1]),
    // Code of no file: made at run time, or by Rosetta.
    imageName: close < 0 ? undefined : call.slice(open + 5, close).replace(/^<unknown binary>$/, '???'),
    loadAddress: load?.[1] === undefined ? undefined : BigInt(load[1]),
    symbol,
    symbolSpan: address ? spanIn(line, start, text.trimEnd().length) : undefined,
  }
  const also = [...(address?.[2] ?? '').matchAll(/0x[0-9a-fA-F]{1,16}/g)].map(([digits]) => BigInt(digits))
  return { column, count, ...size, row, also }
}

function bytesOf([, , digits = '0', unit = '']: RegExpExecArray): number {
  return Math.round(Number(digits) * 1024 ** (UNITS.indexOf(unit.charAt(0)) + 1))
}
