/** A frame as text to copy. */
import { formatHex } from '../../../core/model/address.ts'
import { imageNameOf } from '../../../core/model/frames.ts'
import { markText } from '../../../core/model/grade-marks.ts'
import type { Frame, SymbolicatedReport } from '../../../core/model/report.ts'
import { linesOf, location, type Demangle, type NameStyle } from '../../../core/reading/lines.ts'
import { shownLevel } from '../../../core/reading/shown-grade.ts'

/** A row for each inlined call and the function around them, with the grade of a name that is no certain one. */
export function frameText(
  symbolicated: SymbolicatedReport,
  frame: Frame,
  style: NameStyle,
  demangle?: Demangle,
): string {
  const image = imageNameOf(symbolicated.report, frame)
  const address = frame.address === undefined ? '' : formatHex(frame.address)
  const level = shownLevel(symbolicated, frame)
  return linesOf(symbolicated, frame, style, demangle)
    .map((line) => {
      const at = location(line)
      return [
        frame.index,
        image,
        address,
        line.name,
        at && `(${at})`,
        line.inlined && '[inlined]',
        level && markText(level).trim(),
      ]
        .filter((part) => part !== '' && part !== false && part !== undefined)
        .join('  ')
    })
    .join('\n')
}
