/** The language of a frame: of its row, else as its names and files say. */
import { languageOfFile, languageOfName } from '../model/language-of-name.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { FrameLanguage } from '../model/script.ts'
import { trustedCalls } from './lines.ts'

/** Undefined for machine code of unknown origin, and of C, C++, Objective-C and Swift. */
export function languageOf(symbolicated: SymbolicatedReport, frame: Frame): FrameLanguage | undefined {
  if (frame.language) return frame.language
  for (const { mangled, file } of trustedCalls(symbolicated, frame)) {
    const language = languageOfName(mangled) ?? languageOfFile(file)
    if (language) return language
  }
  return undefined
}
