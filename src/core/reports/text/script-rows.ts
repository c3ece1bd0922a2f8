/** Stacks of scripts, as React Native and Hermes print them: places in the bundle, which need its source map. */
import { omitUndefined } from '../base/omit-undefined.ts'
import { spanIn, splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { scriptPlace } from './script-place.ts'
import type { TextRow } from './text-rows.ts'

const NATIVE_CODE = '[native code]'

/** A row without the blanks around it. Blanks between its parts are few: names hold blanks, too, and each may belong to either. */
const SCRIPT_ROW =
  /^(?:at[ \t]{1,8})?([\w$.<>[\]/-](?:[\w$.<>[\] /-]|\([\w$.<>]{1,120}\)){0,119}?)?[ \t]{0,8}(?:@|[ \t]\((?:address at@)?)(?:((?:[a-z]+:\/\/|\/|node:|address at |[\w.-]+\.(?:js|bundle|ts|hbc))[^\s()]*?):)?(\d{1,9}):(\d{1,9})\)?$/

/** A row of a function without a name: the file alone, which must be a bundle's. Groups as above. */
const NAMELESS_ROW =
  /^(?:at[ \t]{1,8})?()((?:[a-z]+:\/\/|\/)[^\s()]{1,300}\.(?:js|bundle|jsbundle|hbc)(?:\?[^\s():]{0,100})?):(\d{1,9}):(\d{1,9})$/

/** A function of the engine itself: `forEach@[native code]`, `at apply (native)`, `[native code]`, `apply@-1`. */
const NATIVE_ROW =
  /^(?:at[ \t]{1,8})?(?:([\w$.<>]{1,120})?@?\[native code\]|([\w$.<>()[\]]{1,120}) \((?:native|<anonymous>|\[native code\]::)\)|([\w$.<>]{1,120})@-1)$/

/** `value@286:3817`, `value@main.jsbundle:286:3817`, `at value (address at main.jsbundle:1:3817)`. */
export function readScriptRow(line: Line): TextRow | undefined {
  if (line.text.length > 400) return undefined
  const text = line.text.trim()
  const native = NATIVE_ROW.exec(text)
  if (native) {
    const symbol = { name: native[1] ?? native[2] ?? native[3] ?? NATIVE_CODE, file: NATIVE_CODE }
    return { symbol, language: 'javascript', span: spanIn(line, 0, line.text.trimEnd().length) }
  }
  const match = SCRIPT_ROW.exec(text) ?? NAMELESS_ROW.exec(text)
  if (!match?.[3] || !match[4]) return undefined
  const name = match[1]?.trim() || '<anonymous>'
  // Metro of some versions writes `index.bundle//&platform=ios`.
  const file = match[2]?.replace('address at ', '').replace('//&', '?')
  const symbol = omitUndefined({ name, file, line: Number(match[3]), column: Number(match[4]) })
  const script = scriptPlace(symbol, isCountedFromOne(line.text))
  return { symbol, script, language: 'javascript', span: spanIn(line, 0, line.text.trimEnd().length) }
}

/** `at name (FILE:line:column)` counts columns from 1; `name@FILE:line:column` and Hermes' `address at` count from 0. */
export const isCountedFromOne = (row: string): boolean => /^[ \t]*at[ \t]/.test(row) && !row.includes('address at')

/**
 * The script's stack inside the text of an exception (`…, stack:` and a row a line): the longest run of rows. Rows of the engine
 * itself are no stack alone.
 */
export function readScriptStack(text: string): readonly FrameRow[] {
  let longest: FrameRow[] = []
  let run: FrameRow[] = []
  for (const line of splitLines(text)) {
    const row = readScriptRow(line)
    // Places of a row are of this text, which may be a part of the file's.
    if (row) run.push({ symbol: row.symbol, script: row.script, language: row.language })
    else run = []
    if (run.length > longest.length) longest = run
  }
  return longest.some(({ script }) => script) ? longest : []
}
