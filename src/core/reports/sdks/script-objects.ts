/** Frames of scripts as objects of JSON. Writers name the same members in their own ways. */
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { asNumber, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { scriptPlace } from '../text/script-place.ts'
import { readScriptRow } from '../text/script-rows.ts'

const LINES = ['lineNumber', 'lineno', 'lineNo', 'line'] as const
const COLUMNS = ['columnNumber', 'column', 'colno', 'colNo', 'col'] as const
const FILES = ['file', 'fileName', 'filename', 'abs_path', 'url', 'SourceURL', 'sourceURL', 'scriptName'] as const
const NAMES = ['methodName', 'functionName', 'function', 'method', 'func', 'name'] as const
const FUNCTION_IDS = ['FunctionID', 'functionId', 'functionID'] as const
const BYTE_OFFSETS = ['ByteCodeOffset', 'byteCodeOffset', 'bytecodeOffset', 'virtualOffset'] as const
const MODULE_LINES = ['CJSModuleOffset', 'cjsModuleOffset'] as const
const NATIVE = ['NativeCode', 'nativeCode', 'isNative'] as const
const SCRIPT_FILE = /^[a-z][\w+.-]*:\/\/|\.(?:jsx?|mjs|cjs|tsx?|bundle|jsbundle|hbc)(?:[?#]|$)/
const MOST_FRAMES = 10_000

/** The frames of a list, if each of its elements is one and some has a place; empty for any other list. */
export function readScriptObjects(list: readonly JsonValue[], document: JsonDocument): readonly FrameRow[] {
  const rows: FrameRow[] = []
  for (const item of list.slice(0, MOST_FRAMES)) {
    // Where the text was cut off, the last object may lack its place.
    if (isJsonObject(item) && document.open.has(item)) continue
    const row = isJsonObject(item)
      ? (readBytecode(item) ?? readPlaced(item) ?? readNative(item) ?? readTraced(item))
      : undefined
    if (!row || !isJsonObject(item)) return []
    rows.push(omitUndefined({ ...row, span: document.spans.get(item) }))
  }
  return rows.some(({ script, symbol }) => script ?? symbol?.line) ? rows : []
}

/** Sentry writes the outermost call first; only its frames say so. */
export const isOutermostFirst = (list: readonly JsonValue[]): boolean => {
  const [first] = list
  return isJsonObject(first) && 'in_app' in first && ('lineno' in first || 'colno' in first)
}

/** A frame of Hermes: a function by its number, and bytes from its start. */
function readBytecode(frame: JsonObject): FrameRow | undefined {
  const [functionId, column] = [countIn(frame, FUNCTION_IDS), countIn(frame, BYTE_OFFSETS)]
  if (functionId === undefined || column === undefined) return undefined
  const file = textIn(frame, FILES)
  const line = (countIn(frame, MODULE_LINES) ?? 0) + 1
  const name = textIn(frame, NAMES) ?? `<function ${functionId}>`
  const symbol = omitUndefined({ name, file })
  return { symbol, script: omitUndefined({ file, line, column, functionId }), language: 'javascript' }
}

/** A frame with a line and a column. */
function readPlaced(frame: JsonObject): FrameRow | undefined {
  const [line, column] = [countIn(frame, LINES), countIn(frame, COLUMNS)]
  const [file, named] = [textIn(frame, FILES), textIn(frame, NAMES)]
  // Diagnostics of compilers are lists of places, too.
  const isScript = file === undefined ? 'methodName' in frame : SCRIPT_FILE.test(file)
  if (!line || column === undefined || !isScript) return undefined
  const symbol = omitUndefined({ name: named ?? '<anonymous>', file, line, column })
  // React Native's own objects, and the engine that it ran on, count from 0; all others are what V8 prints.
  return omitUndefined({
    symbol,
    script: scriptPlace(symbol, !('methodName' in frame)),
    language: 'javascript' as const,
  })
}

/** A function of the engine itself, which has no place. */
function readNative(frame: JsonObject): FrameRow | undefined {
  const isNative = NATIVE.some((key) => frame[key] === true)
  const [file, name] = [textIn(frame, FILES), textIn(frame, NAMES)]
  const isNameless = name !== undefined && file !== undefined && NAMES.slice(0, 2).some((key) => key in frame)
  if (!isNative && file !== '[native code]' && !isNameless) return undefined
  return { symbol: { name: name ?? '[native code]' }, language: 'javascript' }
}

/** `count () (till.js:42)`: a service writes each row as a text, without its column. */
const TRACED = /^(\S.{0,300}?)(?: \(\))? \(([^\s():]{1,300}\.(?:jsx?|mjs|cjs|tsx?|bundle|jsbundle|hbc)):(\d{1,9})\)$/

function readTraced(frame: JsonObject): FrameRow | undefined {
  const text = asString(frame['trace'])
  if (text === undefined || text.length > LONGEST_TRACE) return undefined
  const [, name, file, line] = TRACED.exec(text) ?? []
  if (name !== undefined) return { symbol: omitUndefined({ name, file, line: Number(line) }), language: 'javascript' }
  const row = readScriptRow({ text, start: 0, end: text.length, number: 1 })
  return row && omitUndefined({ symbol: row.symbol, script: row.script, language: row.language })
}
const LONGEST_TRACE = 1000

function textIn(frame: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = asString(frame[key])
    if (text !== undefined) return text.slice(0, 4000)
  }
  return undefined
}

function countIn(frame: JsonObject, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const count = asNumber(frame[key])
    if (count !== undefined && Number.isSafeInteger(count) && count >= 0 && count < 2 ** 31) return count
  }
  return undefined
}
