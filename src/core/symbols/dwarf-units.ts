/** Facts from unit headers and unit DIEs: version, producer, language. DWARF 5, sections 7.5.1 and 3.1.1. */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { AT_LANGUAGE, AT_PRODUCER } from '../dwarf/constants.ts'
import { languageName } from '../dwarf/languages.ts'
import { attributeText, readRootDie, type UnitText } from '../dwarf/root-die.ts'
import { readUnitHeader, type UnitHeader } from '../dwarf/unit-header.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { SectionRange } from '../ports.ts'

export interface UnitFacts {
  /** Versions met, ascending. */
  readonly versions: readonly number[]
  readonly units: number
  /** From a sample of the units. */
  readonly producers: readonly string[]
  readonly languages: readonly string[]
  readonly problems: readonly Problem[]
}

/** Limit for units whose DIE is read, spread evenly over all units. */
const MAX_SAMPLED = 200
/** Limit for unit headers; further units are not counted. */
const MAX_UNITS = 200_000
const WINDOW_BYTES = 262_144
const MAX_WHOLE_TABLE = 4 << 20
const TABLE_BYTES = 65_536

/** Walks all unit headers by ranged reads, and reads the unit DIE of some of them. */
export async function openUnitFacts(
  sections: readonly SectionRange[],
  image: { readonly file: string; readonly littleEndian: boolean },
): Promise<UnitFacts> {
  const problems: Problem[] = []
  const info = sections.find((section) => section.name === 'debug_info')
  const units = info ? await walkHeaders(info, image, problems) : []
  const producers = new Set<string>()
  const languages = new Set<string>()
  const strings = textReader(sections)
  const abbreviations = await tableReader(sections)
  const step = Math.max(1, Math.ceil(units.length / MAX_SAMPLED))
  for (let index = 0; info && index < units.length; index += step) {
    const unit = units[index]
    if (!unit) break
    try {
      const die = await readRootDie(unit, info, await abbreviations(unit.abbreviations), sections, image)
      const producer = await strings(attributeText(die, AT_PRODUCER))
      if (producer) producers.add(producer)
      const language = die.get(AT_LANGUAGE)
      if (typeof language === 'number') languages.add(languageName(language))
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      if (problems.length < 5) problems.push(thrown.problem)
    }
  }
  const versions = [...new Set(units.map((unit) => unit.version))].sort((a, b) => a - b)
  return { versions, units: units.length, producers: [...producers], languages: [...languages], problems }
}

/** Abbreviation tables by offset. dSYMs share one small table, which is read once; large sections are read in part. */
async function tableReader(sections: readonly SectionRange[]): Promise<(offset: number) => Promise<Uint8Array>> {
  const bytes = sections.find(({ name }) => name === 'debug_abbrev')?.bytes ?? new Blob()
  const whole = bytes.size <= MAX_WHOLE_TABLE ? await openRange(bytes, 0, bytes.size) : undefined
  return async (offset) => whole?.subarray(offset) ?? (await openRange(bytes, offset, offset + TABLE_BYTES))
}

/** Reads strings of string sections; most units share theirs, so each is read once. */
function textReader(sections: readonly SectionRange[]): (text: UnitText | undefined) => Promise<string | undefined> {
  const known = new Map<string, string>()
  return async (text) => {
    if (!text || text.kind === 'text') return text?.value
    const key = `${text.section} ${text.offset}`
    const found = known.get(key)
    if (found !== undefined) return found
    const section = sections.find(({ name }) => name === text.section)
    if (!section) return undefined
    const bytes = await openRange(section.bytes, text.offset, text.offset + 1024)
    const value = new ByteCursor(bytes, { file: text.section }).readCString()
    known.set(key, value)
    return value
  }
}

/** How far the units of a section follow each other within it. */
export async function soundUnits(
  info: SectionRange,
  image: { readonly path: string; readonly littleEndian: boolean },
): Promise<{ readonly end: number; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = []
  const units = await walkHeaders(info, { file: image.path, littleEndian: image.littleEndian }, problems)
  const last = units.findLast(({ end }) => end <= info.bytes.size)
  return { end: last?.end ?? 0, problems }
}

async function walkHeaders(
  info: SectionRange,
  image: { readonly file: string; readonly littleEndian: boolean },
  problems: Problem[],
): Promise<UnitHeader[]> {
  const units: UnitHeader[] = []
  const size = info.bytes.size
  let start = 0
  let window = new Uint8Array()
  for (let at = 0; at < size && units.length < MAX_UNITS;) {
    if (at + 32 > start + window.length && start + window.length < size) {
      start = at
      window = await openRange(info.bytes, at, at + WINDOW_BYTES)
    } else if (at < start || at >= start + window.length) {
      start = at
      window = await openRange(info.bytes, at, at + WINDOW_BYTES)
    }
    const fileOffset = info.fileOffset + start
    const cursor = new ByteCursor(window, { ...image, fileOffset, at: at - start })
    try {
      const unit = readUnitHeader(cursor, at)
      units.push(unit)
      if (unit.end > size) throw cursor.damage('truncated-section.unit', {})
      at = unit.end
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      problems.push(thrown.problem)
      break
    }
  }
  return units
}
