/** Documents in which every value differs: what of them comes back in a report, and what is gone without each. */
import type { Report } from '../../src/core/model/report.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Path = readonly (string | number)[]

/** All values of a document that are no objects and no lists, with the way to each. */
export function leavesOf(value: Json, path: Path = []): readonly { readonly path: Path; readonly value: Json }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, one]) =>
    leavesOf(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The document without one value. Other entries of a list keep their places. */
export function withoutLeaf(value: Json, [key, ...rest]: Path): Json {
  if (key === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    return list.map((one, at) => (at !== key ? one : rest.length === 0 ? null : withoutLeaf(one, rest)))
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      name !== key ? [[name, one]] : rest.length === 0 ? [] : [[name, withoutLeaf(one, rest)]],
    ),
  )
}

/** What a reader understood of a document: numbers of 64 bits as hexadecimal texts, bytes as one text; no copy of its text, no places in it. */
export function understood(report: Report): unknown {
  const header = { ...report.header, fields: undefined }
  const told = { ...report, header, text: undefined, file: undefined, sections: undefined, problems: undefined }
  return JSON.parse(
    JSON.stringify({ ...told, frameCount: undefined }, (key, value: unknown) => {
      if (key === 'span' || key === 'symbolSpan') return undefined
      if (value instanceof Uint8Array) return value.join(' ')
      return typeof value === 'bigint' ? `0x${value.toString(16)}` : value
    }),
  )
}

/** Every text and number in what was understood, once. */
export function toldValues(value: unknown): ReadonlySet<string> {
  const told = new Set<string>()
  const open = [value]
  for (let at = 0; at < open.length; at++) {
    const one = open[at]
    if (typeof one === 'string' || typeof one === 'number') told.add(String(one))
    else if (typeof one === 'object' && one !== null) open.push(...(Object.values(one) as unknown[]))
  }
  return told
}

/** The reports of a made document; none where it is not read. */
export function reportsOf(document: Json): readonly Report[] {
  const outcome = parseReport('made.json', new TextEncoder().encode(JSON.stringify(document)))
  return outcome.ok ? outcome.value : []
}

export type Members = Readonly<Record<string, unknown>>

/** What a reader understood of the first report of a made document. */
export const readMade = (document: Json): Members => understood(reportsOf(document)[0]!) as Members
