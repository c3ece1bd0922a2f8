/**
 * The tables of a source map: of one bundle, of its sections, and of the segments that are loaded later. Nothing is decoded
 * before the first look-up, and nothing stays decoded after it.
 */
import { TraceMap, traceSegment } from '@jridgewell/trace-mapping'
import { mapProblem } from '../messages/map-problems.ts'
import { FormatError } from '../model/problem.ts'
import type { ScriptPlace } from '../model/script.ts'
import { FunctionMap } from './function-map.ts'
import { countOf, isObject, textsOf, type JsonObject } from './json-values.ts'

/** A place in a source file: line and column from 1. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Of the function around it, where the map has a table of functions. */
  readonly function?: string
  /** The identifier that the map has for this very place: a function's, a variable's or a property's. */
  readonly identifier?: string
}

/** The tables of one bundle without sections. */
interface Table {
  readonly mappings: string
  readonly names: readonly string[]
  readonly sources: readonly string[]
  readonly functions: readonly unknown[]
  /** Hermes: for each line of the bundle, where each function begins in its bytes. */
  readonly functionStarts: JsonObject
  /** Bundles in files of their own: the line at which each module begins. */
  readonly moduleLines: unknown
}

interface Section {
  /** From 0. */
  readonly line: number
  readonly column: number
  readonly table: Table
}

/** Decoded mappings take about fifty times the bytes of the text, so more than these are refused. */
export const MOST_SEGMENTS = 12_000_000
const MOST_SECTIONS = 200_000
const DEEPEST = 8

/** The same for the text of the tables of functions that a look-up needs: each of its bytes may become 24. */
const MOST_FUNCTION_BYTES = 16 << 20

/** Budget of one look-up: all sections and segments that it decodes. */
interface Held {
  segments: number
  functionBytes: number
  /** For problems. */
  readonly file: string
}

export class CompiledMap {
  readonly #sections: readonly Section[]
  readonly #segments: ReadonlyMap<number, CompiledMap>
  readonly #decoded = new Map<Table, TraceMap>()
  readonly #functions = new Map<unknown, FunctionMap | undefined>()

  /** Throws a FormatError where the object is no source map. `file` for problems. */
  constructor(root: JsonObject, file: string) {
    const sections: Section[] = []
    collect(root, { line: 0, column: 0 }, 0, sections, file)
    // Whoever writes a map orders its sections; where somebody did not, the last one before a place is still the one of that place.
    this.#sections = sections.sort((a, b) => a.line - b.line || a.column - b.column)
    const segments = isObject(root['x_facebook_segments']) ? Object.entries(root['x_facebook_segments']) : []
    this.#segments = new Map(
      segments
        .slice(0, MOST_SECTIONS)
        .flatMap(([id, map]) =>
          isObject(map) && map['x_facebook_segments'] === undefined
            ? [[Number(id), new CompiledMap(map, file)] as const]
            : [],
        ),
    )
  }

  /** All source files. */
  get sources(): number {
    return this.#sections.reduce((sum, { table }) => sum + table.sources.length, 0)
  }

  /** True if some source has a table of functions. */
  get hasFunctions(): boolean {
    return this.#sections.some(({ table }) => table.functions.some((one) => FunctionMap.of(one) !== undefined))
  }

  /** Places in the sources, in the order of the arguments; undefined where the map has none. */
  locate(places: readonly ScriptPlace[], file: string): readonly (SourcePlace | undefined)[] {
    const held: Held = { segments: 0, functionBytes: 0, file }
    try {
      return places.map((place) => this.#locate(place, held))
    } finally {
      this.#clear()
      for (const part of this.#segments.values()) part.#clear()
    }
  }

  #clear(): void {
    this.#decoded.clear()
    this.#functions.clear()
  }

  #locate(place: ScriptPlace, held: Held): SourcePlace | undefined {
    const { segment, module } = partOf(place.file)
    if (segment !== undefined && segment > 0) {
      const part = this.#segments.get(segment)
      return part === undefined
        ? undefined
        : part.#locate({ ...place, file: module === undefined ? '' : `${module}.js` }, held)
    }
    const first = this.#sections[0]?.table
    const start = moduleStart(first?.moduleLines, module)
    if (start === undefined) return undefined
    const line = place.line - 1 + start
    const column = columnOf(place, first)
    if (column === undefined || line < 0 || column < 0) return undefined
    const section = this.#sectionAt(line, column)
    if (!section) return undefined
    return this.#inTable(
      section.table,
      line - section.line,
      column - (line === section.line ? section.column : 0),
      held,
    )
  }

  /** The last section that begins at or before a place; of several in one line, by their columns. */
  #sectionAt(line: number, column: number): Section | undefined {
    const sections = this.#sections
    let [low, high] = [0, sections.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const one = sections[middle]
      if (one && (one.line < line || (one.line === line && one.column <= column))) low = middle + 1
      else high = middle
    }
    return sections[low - 1]
  }

  #inTable(table: Table, line: number, column: number, held: Held): SourcePlace | undefined {
    const { sources, functions, names } = table
    const segment = traceSegment(this.#decode(table, held), line, column)
    if (!segment || segment.length === 1) return undefined
    const [, source, sourceLine, sourceColumn] = segment
    const path = sources[source]
    if (path === undefined || sourceLine < 0 || sourceColumn < 0) return undefined
    const identifier = segment.length === 5 ? names[segment[4]] : undefined
    const name = this.#functionsOf(functions[source], held)?.at(sourceLine + 1, sourceColumn)
    return {
      file: path,
      line: sourceLine + 1,
      column: sourceColumn + 1,
      ...(name && { function: name }),
      ...(identifier && { identifier }),
    }
  }

  /** Undefined where there is no table, or where those of the other sources fill the memory meant for them. */
  #functionsOf(value: unknown, held: Held): FunctionMap | undefined {
    if (this.#functions.has(value)) return this.#functions.get(value)
    const table = FunctionMap.of(value)
    held.functionBytes += table?.bytes ?? 0
    const kept = held.functionBytes > MOST_FUNCTION_BYTES ? undefined : table
    this.#functions.set(value, kept)
    return kept
  }

  #decode(table: Table, held: Held): TraceMap {
    const { file } = held
    const known = this.#decoded.get(table)
    if (known) return known
    const count = countSegments(table.mappings)
    if (count === undefined) throw new FormatError(mapProblem('bad-source-map.characters', {}, { file }))
    held.segments += count
    if (held.segments > MOST_SEGMENTS)
      throw new FormatError(mapProblem('bad-source-map.large', { count: held.segments, most: MOST_SEGMENTS }, { file }))
    const { mappings } = table
    const map = new TraceMap({ version: 3, names: [], sources: [], mappings })
    this.#decoded.set(table, map)
    return map
  }
}

/** Adds a map's sections, and those of maps in it, at their places in the bundle. */
function collect(
  map: JsonObject,
  at: { readonly line: number; readonly column: number },
  depth: number,
  into: Section[],
  file: string,
): void {
  const bad = (why: 'depth' | 'sections' | 'mappings' | 'url'): FormatError =>
    new FormatError(mapProblem(`bad-source-map.${why}`, {}, { file }))
  if (depth > DEEPEST) throw bad('depth')
  const sections: unknown = map['sections']
  if (!Array.isArray(sections)) {
    if (typeof map['mappings'] !== 'string') throw bad('mappings')
    into.push({ ...at, table: tableOf(map, map['mappings']) })
    return
  }
  for (const section of sections as readonly unknown[]) {
    if (into.length >= MOST_SECTIONS) throw bad('sections')
    const [offset, inner] = isObject(section) ? [section['offset'], section['map']] : []
    const line = isObject(offset) ? countOf(offset['line']) : undefined
    const column = isObject(offset) ? countOf(offset['column']) : undefined
    if (line === undefined || column === undefined) throw bad('sections')
    if (!isObject(inner)) throw bad('url')
    collect(inner, { line: at.line + line, column: line === 0 ? at.column + column : column }, depth + 1, into, file)
  }
}

/** The paths of a map's sources, in its order. */
export function sourcePaths(map: JsonObject): readonly string[] {
  const root = typeof map['sourceRoot'] === 'string' ? map['sourceRoot'].replace(/\/$/, '') : ''
  return textsOf(map['sources']).map((source) => (root === '' ? source : `${root}/${source}`))
}

function tableOf(map: JsonObject, mappings: string): Table {
  const starts = map['x_hermes_function_offsets']
  const functions: unknown = map['x_facebook_sources']
  return {
    mappings,
    names: textsOf(map['names']),
    sources: sourcePaths(map),
    functions: Array.isArray(functions) ? (functions as readonly unknown[]) : [],
    functionStarts: isObject(starts) ? starts : {},
    moduleLines: map['x_facebook_offsets'],
  }
}

/** `seg-1_23.js` is module 23 of segment 1, `23.js` one of the bundle itself. */
function partOf(file = ''): { readonly segment?: number; readonly module?: number } {
  const [, segment, inSegment, alone] = /(?:^|\/)(?:seg-(\d{1,9})(?:_(\d{1,9}))?|(\d{1,9}))\.js$/.exec(file) ?? []
  const module = inSegment ?? alone
  return {
    ...(segment !== undefined && { segment: Number(segment) }),
    ...(module !== undefined && { module: Number(module) }),
  }
}

/** Lines before a module; 0 for bundles in one file, undefined for a module that the map does not list. */
function moduleStart(lines: unknown, module: number | undefined): number | undefined {
  if (module === undefined || lines === undefined || lines === null) return 0
  return Array.isArray(lines) || isObject(lines) ? countOf((lines as JsonObject)[String(module)]) : undefined
}

/** The column in the line: as printed, or counted from the start of a function of bytecode. */
function columnOf({ line, column, functionId }: ScriptPlace, table: Table | undefined): number | undefined {
  if (functionId === undefined) return column
  const starts = table?.functionStarts[String(line - 1)]
  const start = Array.isArray(starts) ? countOf((starts as readonly unknown[])[functionId]) : undefined
  return start === undefined ? undefined : start + column
}

/** Segments and lines of encoded mappings; each takes memory once it is decoded. Undefined for what no encoder writes. */
function countSegments(mappings: string): number | undefined {
  if (/[^A-Za-z0-9+/,;]/.test(mappings)) return undefined
  let count = 1
  for (let at = 0; at < mappings.length; at++) {
    const code = mappings.charCodeAt(at)
    if (code === 0x2c || code === 0x3b) count++
  }
  return count
}
