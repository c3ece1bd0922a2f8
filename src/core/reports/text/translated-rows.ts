/** Rows of .NET whose words are in the language of the system. */
import { spanIn, type Line } from '../base/lines.ts'
import { readManagedRow } from './managed-rows.ts'
import type { TextRow } from './text-rows.ts'

const LONGEST = 1000

/**
 * Rows of .NET Framework and of Visual Studio in the language of the system: `bei Shop.Till.Count(Int32 max) in C:\\Till.cs:Zeile 42`. Where
 * the text was read in another encoding, signs for unknown letters stand for the words.
 */
const TRANSLATED =
  /^([ \t]{2,20})(?:bei|à|en|em|в|w|v|在|於|場所|위치:|konum:|vid|ved|bij|\uFFFD{1,12}:?) ([\p{L}_][\p{L}\p{N}_\x60+<>[\],]{0,200}\.[\p{L}_.<][^\s(]{0,900}\([^()\n]{0,900}\))(?: [\p{L}\uFFFD]{1,12} ((?:[A-Za-z]:\\|\/)[^\n:]{1,400}):[\p{L}\uFFFD]{1,16} (\d{1,9})\.?)?[ \t]*$/u

/** Such a row; undefined for any other line. */
export function readTranslatedRow(line: Line): TextRow | undefined {
  const [, indent, name, file, at] = (line.text.length <= LONGEST && TRANSLATED.exec(line.text)) || []
  if (name === undefined) return undefined
  const text = `${indent}at ${name}${file === undefined ? '' : ` in ${file}:line ${at}`}`
  const row = readManagedRow({ ...line, text })
  return row && { ...row, span: spanIn(line, 0, line.text.trimEnd().length) }
}
