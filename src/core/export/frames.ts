/** The calls that exporters write for a frame. */
import type { Call } from '../model/image.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'

/** The calls of a frame that symbols named, innermost first; undefined where the report knows as much. */
export function namedCalls({ resolutions }: SymbolicatedReport, frame: Frame): readonly Call[] | undefined {
  const resolution = resolutions[frame.id]
  if (resolution?.kind !== 'resolved') return undefined
  const concrete = resolution.calls.at(-1)
  if (!concrete || concrete.function === '' || concrete.source === 'starts') return undefined
  return resolution.calls.filter((call) => call.function !== '')
}
