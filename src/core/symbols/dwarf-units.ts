/** Facts from unit headers and root DIEs: version, producer, language. DWARF 5, sections 7.5.1 and 3.1.1. */
import { whenRead } from '../bytes/paged.ts'
import { AT_LANGUAGE, AT_LANGUAGE_NAME, AT_PRODUCER } from '../dwarf/constants.ts'
import { languageName } from '../dwarf/language-names.ts'
import { DebugInfo, type Image } from '../dwarf/reader/debug-info.ts'
import { openUnitHeaders } from '../dwarf/reader/unit-headers.ts'
import { numberOf, type Die } from '../dwarf/reader/unit.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { SectionRange } from '../ports.ts'

export interface UnitFacts {
  /** DWARF versions, ascending. */
  readonly versions: readonly number[]
  readonly units: number
  /** From a sample of the units. */
  readonly producers: readonly string[]
  readonly languages: readonly string[]
  readonly problems: readonly Problem[]
}

/** Units whose root DIE is read, spread evenly over all units. */
const MOST_SAMPLED = 200
/** Problems listed for the root DIEs of one image. */
const MOST_PROBLEMS = 5

/** Reads all unit headers, and the root DIE of some units. */
export async function openUnitFacts(image: Image): Promise<UnitFacts> {
  const section = image.dwarf.find(({ name }) => name === 'debug_info')
  if (!section) return { versions: [], units: 0, producers: [], languages: [], problems: [] }
  const { units, damage } = await openUnitHeaders(section, image)
  const info = new DebugInfo(image)
  const problems: Problem[] = damage ? [damage.problem] : []
  const producers = new Set<string>()
  const languages = new Set<string>()
  const step = Math.max(1, Math.ceil(units.length / MOST_SAMPLED))
  for (const [index, { start, header }] of units.entries()) {
    if (index % step !== 0) continue
    try {
      const facts = await whenRead(() => {
        const root = info.rootOf(start, header)
        return root && { producer: info.text(root, AT_PRODUCER), language: languageOf(root) }
      })
      if (facts?.producer) producers.add(facts.producer)
      if (facts?.language !== undefined) languages.add(facts.language)
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      if (problems.length < MOST_PROBLEMS) problems.push(thrown.problem)
    }
  }
  const versions = [...new Set(units.map(({ header }) => header.version))].sort((a, b) => a - b)
  return { versions, units: units.length, producers: [...producers], languages: [...languages], problems }
}

/** In words. DWARF 6 has codes of its own. */
function languageOf(root: Die): string | undefined {
  const [name, code] = [numberOf(root, AT_LANGUAGE_NAME), numberOf(root, AT_LANGUAGE)]
  if (name !== undefined) return languageName(name, true)
  return code === undefined ? undefined : languageName(code)
}

/** The end of the last unit that fits in its section: later units cannot be found. */
export async function soundUnits(
  info: SectionRange,
  image: { readonly path: string; readonly littleEndian: boolean },
): Promise<{ readonly end: number; readonly problems: readonly Problem[] }> {
  const { path: file, littleEndian } = image
  const { units, damage } = await openUnitHeaders(info, { file, littleEndian })
  const last = units.findLast(({ header }) => header.end <= info.bytes.size)
  return { end: last?.header.end ?? 0, problems: damage ? [damage.problem] : [] }
}
