/** The stage of a program that the dynamic linker ended: launch or later. */
import { imageNameOf } from '../model/frames.ts'
import type { LinkerStage } from '../messages/explain/system.ts'
import type { ReportHeader } from '../model/report.ts'
import { parseInstant } from '../model/timeline.ts'
import { headerField, type CrashFacts } from './crash-facts.ts'

/** Images on the stack of a program that the linker is still loading. */
const LINKER = /^(?:dyld\w*|libdyld\.dylib|libsystem_(?:kernel|c)\.dylib)$/

/** Running code needed a symbol from the linker. */
const LATER = /\blazy symbol binding\b|\bmissing symbol called\b/

/** The answer to a program that asked for a library while it ran. */
const ASKED = /^dlopen\(/

const AT_LAUNCH = /\bterminat(?:ed|ing) at launch\b|^dyld\d?: launch\b/im

/** The linker says so where it ends a program itself. */
const OWN_WORDS = /\(terminated at launch\b/i

/** Seconds within which the linker has loaded a program, also on a busy machine. */
const LONGEST_LAUNCH = 60

/** True if the report's own times show that the program ran for longer than a launch takes. */
export function ranLong({ date = '', launched = '' }: ReportHeader): boolean {
  const [start, end] = [parseInstant(launched), parseInstant(date)]
  return (
    start !== undefined &&
    end !== undefined &&
    start.zone === end.zone &&
    end.local - start.local > LONGEST_LAUNCH * 1000
  )
}

/** `launch`, `run` or `asked`, by the stack, the crashed thread, the times or the linker's words; undefined where nothing shows it. */
export function stageOf({ report, linkerWords, info, terminationWords }: CrashFacts): LinkerStage | undefined {
  const words = [...linkerWords, ...info, ...terminationWords].join('\n')
  if (ASKED.test(words)) return 'asked'
  // The linker's own words count more than rows of it that are in no image that is known.
  if (OWN_WORDS.test(words)) return 'launch'
  const frames = report.threads.flatMap((thread) => thread.frames)
  // A plug-in is loaded into a program that runs.
  if (LATER.test(words) || headerField(report, /^plug-?in path$/i) !== undefined) return 'run'
  if (frames.some((frame) => !LINKER.test(imageNameOf(report, frame) || 'dyld'))) return 'run'
  const crashed = headerField(report, /^(?:Crashed Thread|Triggered by Thread)$/i) ?? ''
  // Before the launch is over, there is one thread.
  if (Number(/^\d{1,6}/.exec(crashed)?.[0] ?? 0) > 0 || report.threads.findIndex((one) => one.crashed) > 0) return 'run'
  if (frames.length > 0 || AT_LAUNCH.test(words)) return 'launch'
  return ranLong(report.header) ? 'run' : undefined
}
