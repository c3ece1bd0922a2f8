/**
 * Stacks of scripts as Foundation and consoles print objects: `{ column = 3817; file = "main.jsbundle"; lineNumber = 1; methodName = value; }`
 * and `{ methodName: 'value', file: 'main.jsbundle', lineNumber: 1, column: 3817 }`. React Native hands its stacks on as such objects.
 */
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { scriptPlace } from './script-place.ts'

/** An object without objects in it. */
const OBJECT = /\{([^{}]{8,2000})\}/g
const FIELD =
  /(?:^|[\s,;])(\w{1,40})[ \t]{0,40}[=:][ \t]{0,40}("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s,;"'()]{1,400})/g
const MOST_FRAMES = 10_000
const KEYS: ReadonlySet<string> = new Set(['column', 'lineNumber', 'methodName', 'file'])

/** The frames of all printed objects with a line and a column, in their order; places are of this text. Columns count from 0. */
export function readScriptDump(text: string): readonly FrameRow[] {
  const frames: FrameRow[] = []
  if (!text.includes('lineNumber') || !text.includes('methodName')) return frames
  for (const match of text.matchAll(OBJECT)) {
    const frame = readFrame(match[1] ?? '')
    if (frame) frames.push({ ...frame, span: { start: match.index, end: match.index + match[0].length } })
    if (frames.length >= MOST_FRAMES) break
  }
  return frames
}

function readFrame(body: string): FrameRow | undefined {
  const fields = new Map<string, string>()
  for (const [, key = '', value = ''] of body.matchAll(FIELD))
    if (KEYS.has(key) && !fields.has(key)) fields.set(key, bare(value))
  const [line, column] = [numberOf(fields.get('lineNumber')), numberOf(fields.get('column'))]
  const name = fields.get('methodName')
  if (name === undefined || line === undefined || column === undefined) return undefined
  const symbol = omitUndefined({ name: name || '<anonymous>', file: fields.get('file') || undefined, line, column })
  return omitUndefined({ symbol, script: scriptPlace(symbol, false), language: 'javascript' as const })
}

const bare = (value: string): string => (/^["']/.test(value) ? value.slice(1, -1).replace(/\\(["'\\])/g, '$1') : value)

const numberOf = (text = ''): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
