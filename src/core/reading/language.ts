/** The language of a frame: of its row, else as debug information says, else as its names and files say. */
import { languageOfFile, languageOfName } from '../model/language-of-name.ts'
import type { Call } from '../model/image.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { FRAME_LANGUAGES, type FrameLanguage, type UnitLanguage } from '../model/script.ts'
import { trustedCalls } from './lines.ts'

/** Sources of a frame's language: its row in the report, debug information of its compile unit, a name or a file. */
export type LanguageSource = 'row' | 'unit' | 'name' | 'file'

export interface LanguageReading {
  readonly language: FrameLanguage
  readonly from: LanguageSource
}

/** Compilers of these write C or C++, or said so before their language had a code of its own. */
const THROUGH_C: ReadonlySet<FrameLanguage> = new Set(['csharp', 'kotlin', 'nim', 'zig'])
const C_FAMILY: ReadonlySet<UnitLanguage> = new Set(['c', 'c++', 'objective-c', 'objective-c++'])

const isOfFrames = (language: UnitLanguage): language is FrameLanguage => Object.hasOwn(FRAME_LANGUAGES, language)

/** Undefined for machine code of unknown origin, and of C, C++, Objective-C and Swift. */
export function languageOf(symbolicated: SymbolicatedReport, frame: Frame): FrameLanguage | undefined {
  return languageReading(symbolicated, frame)?.language
}

/** As `languageOf`, with what says so. */
export function languageReading(symbolicated: SymbolicatedReport, frame: Frame): LanguageReading | undefined {
  if (frame.language) return { language: frame.language, from: 'row' }
  for (const call of trustedCalls(symbolicated, frame)) {
    const reading = ofCall(call)
    if (reading) return reading
  }
  return undefined
}

function ofCall({ mangled, file, language: unit }: Call): LanguageReading | undefined {
  if (unit && isOfFrames(unit)) return { language: unit, from: 'unit' }
  const byName = languageOfName(mangled)
  const language = byName ?? languageOfFile(file)
  if (!language || (unit && !(C_FAMILY.has(unit) && THROUGH_C.has(language)))) return undefined
  return { language, from: byName ? 'name' : 'file' }
}
