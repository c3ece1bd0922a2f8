/**
 * Bounds the total size of a report's names. A thousand frames may share one name of a megabyte. Such a file has some
 * kilobytes, but a gigabyte once every frame is written with its name.
 */
import { cutName } from '../demangle/readable.ts'
import type { Call } from '../model/image.ts'
import type { RecoveredCaller, Resolution, SymbolicatedReport } from '../model/report.ts'

/** Characters of all names of a report: of any, and for each frame. A sound one has some hundred a frame. */
const AT_LEAST = 16 << 20
const PER_FRAME = 1024
/** No name is cut below this. */
const SHORTEST_CUT = 200

const sizeOf = (texts: readonly string[] = []): number => texts.reduce((sum, { length }) => sum + length, 0)

const callsOf = (resolution: Resolution): readonly Call[] => ('calls' in resolution ? resolution.calls : NO_CALLS)
const NO_CALLS: readonly Call[] = []

/** The same names, or names cut so short that all of them together are bearable. */
export function withBoundedNames<T extends Pick<SymbolicatedReport, 'resolutions' | 'recovered'>>(named: T): T {
  const { resolutions, recovered = [] } = named
  let sum = 0
  let texts = 0
  const count = (resolution: Resolution): void => {
    for (const { function: name, mangled, file = '', aliases, folded } of callsOf(resolution)) {
      sum += name.length + mangled.length + file.length + sizeOf(aliases) + sizeOf(folded)
      texts += 3 + (aliases?.length ?? 0) + (folded?.length ?? 0)
    }
  }
  resolutions.forEach(count)
  for (const { resolution } of recovered) count(resolution)
  const most = AT_LEAST + PER_FRAME * resolutions.length
  if (sum <= most) return named
  const longest = Math.max(SHORTEST_CUT, Math.floor(most / texts))
  const cut = (resolution: Resolution): Resolution =>
    'calls' in resolution
      ? { ...resolution, calls: resolution.calls.map((call) => withShortNames(call, longest)) }
      : resolution
  return {
    ...named,
    resolutions: resolutions.map(cut),
    ...(named.recovered && {
      recovered: recovered.map((caller): RecoveredCaller => ({ ...caller, resolution: cut(caller.resolution) })),
    }),
  }
}

function withShortNames(call: Call, longest: number): Call {
  const { function: name, mangled, file, aliases, folded } = call
  const short = (text: string): string => cutName(text, longest)
  return {
    ...call,
    function: short(name),
    mangled: short(mangled),
    ...(file !== undefined && { file: short(file) }),
    ...(aliases && { aliases: aliases.map(short) }),
    ...(folded && { folded: folded.map(short) }),
  }
}
