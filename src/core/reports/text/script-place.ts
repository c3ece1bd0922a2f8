/** From a printed line and column to a place in a script. */
import type { PrintedSymbol } from '../../model/report.ts'
import type { ScriptPlace } from '../../model/script.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

/** The place of a printed row in its script; undefined for rows without line and column. */
export function scriptPlace(
  { file, line, column }: Pick<PrintedSymbol, 'file' | 'line' | 'column'>,
  fromOne: boolean,
): ScriptPlace | undefined {
  // Modules of Node's own have no map.
  if (!line || column === undefined || file?.startsWith('node:')) return undefined
  return omitUndefined({ file, line, column: Math.max(0, fromOne ? column - 1 : column) })
}
