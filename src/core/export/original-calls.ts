/** Names in JSON frames that hold other frames: each frame lists its calls in a member of its own. */
import { sourceName } from '../model/frames.ts'
import type { MarkedLevel } from '../model/grade-marks.ts'
import type { Call } from '../model/image.ts'
import type { TextSpan } from '../model/report.ts'
import type { ListedCall } from '../reports/base/write-back.ts'

/** A change of a report's text. */
export interface Edit extends TextSpan {
  readonly text: string
}

/** The calls of a frame, innermost first. */
export function listedCalls(calls: readonly Call[], grade: MarkedLevel | undefined): readonly ListedCall[] {
  return calls.map(({ function: name, functionOffset, file, line, column, inlined }) => ({
    name,
    ...(functionOffset !== undefined && !inlined && { offset: functionOffset }),
    ...(file !== undefined && { file: sourceName(file) }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(inlined && { inlined }),
    ...(grade !== undefined && { grade }),
  }))
}

/** Puts a list of calls behind the opening brace of an object, in place of one that an earlier export wrote there. */
export function listEdit(text: string, start: number, key: string, calls: readonly ListedCall[]): Edit {
  const at = start + 1
  const blank = /^\s*/.exec(text.slice(at, at + 1000))?.[0] ?? ''
  const name = `"${key}"`
  const behind = at + blank.length + name.length
  const isListed =
    text.startsWith(name, at + blank.length) && /^\s{0,100}:\s{0,100}\[/.test(text.slice(behind, behind + 202))
  const end = isListed ? listEnd(text, behind) : at
  const more = isListed || /^\s*\}/.test(text.slice(at, at + 1000)) ? '' : ','
  return { start: at, end, text: `${blank}${name}:${JSON.stringify(calls)}${more}` }
}

/** Where the list ends whose opening bracket follows. */
function listEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (char === '[' || char === '{') depth++
    else if ((char === ']' || char === '}') && --depth === 0) return at + 1
  }
  return text.length
}
