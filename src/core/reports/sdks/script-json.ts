/**
 * Stacks of scripts in JSON of any shape: an error's `stack` text, lists of objects with a line and a column (React Native, stacktrace.js,
 * Rollbar and their like), and Hermes' call stacks, whose frames are a function's number and bytes from its start.
 */
import { titles } from '../../messages/labels.ts'
import { saysEnded } from '../../model/ended-words.ts'
import { problem } from '../../messages/problems.ts'
import { failure, problemFrom, success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { damageProblems } from '../base/json-damage.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { asArray, asString, isJsonObject, parseJson } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { fieldsOfJson, sectionsOfJson } from '../json/json-sections.ts'
import { jsonOfPrinted, PRINTED_OBJECT } from '../text/printed-objects.ts'
import { readScriptStack } from '../text/script-rows.ts'
import { withoutLogs } from '../text/android-log.ts'
import { isOutermostFirst, readScriptObjects } from './script-objects.ts'

/** A document deeper than this is no error's. */
const DEEPEST = 32
const MOST_STACKS = 200
/** Logs hold a document a line. */
const MOST_DOCUMENTS = 1000
/** Marks of such a document: rows of scripts in a string, or one of the keys of their lists. */
const MARKS =
  /[:@]\d{1,9}:\d{1,9}\)?(?:\\n|\\r|")|"(?:lineNumber|lineno|lineNo|FunctionID|functionId|functionID)"\s*:|"trace"\s*:\s*"[^"\n]{1,300}(?:\.js:\d{1,9}\)|\[native code\])"/

/** The same of an object that a console printed. */
const PRINTED_MARKS = /\b(?:\w{0,40}[sS]tack: ['"`]|(?:lineNumber|lineno|lineNo): \d)/

export const scriptJsonFormat: ReportFormat = {
  id: 'script-json',
  label: 'Error of a script (JSON)',
  sniff: ({ text }: Sample) =>
    (MARKS.test(text) || PRINTED_MARKS.test(text)) && documentsOf(text).some(({ stacks }) => stacks.length > 0),
  parse: parseScriptJson,
}

interface FoundStack {
  readonly rows: readonly FrameRow[]
  /** The object that has the stack, and so the error's name and message. */
  readonly owner: JsonObject | undefined
  /** The stack as it is written, where it is a text. */
  readonly text?: string
}

interface Found {
  readonly document: JsonDocument
  /** Printed by a console: places of the document are not those of the text. */
  readonly isPrinted?: true
  readonly stacks: readonly FoundStack[]
}

function parseScriptJson(input: ReportInput): Outcome<readonly Report[]> {
  try {
    const reports = documentsOf(input.text)
      .filter(({ stacks }) => stacks.length > 0)
      .map((found) => buildReport(input, found))
    return reports.length > 0
      ? success(reports)
      : failure(problem('no-event', { kind: scriptJsonFormat.label }, { file: input.path }))
  } catch (thrown) {
    return failure(problemFrom(thrown, input.path))
  }
}

/** The documents of a text: the whole, or one in each line, behind what a log writes before it. */
function documentsOf(text: string): readonly Found[] {
  if (/^[\s\uFEFF]*[[{]/.test(text)) {
    const document = parseJson(text)
    // Lines of JSON: the first document is not all.
    if (document && text.slice(document.end, document.end + 1000).trim() === '') {
      const whole = stacksOf(document)
      if (whole.stacks.length > 0 || !PRINTED_MARKS.test(text)) return [whole]
    }
  }
  const found: Found[] = []
  for (let at = 0; at < text.length && found.length < MOST_DOCUMENTS;) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const start = startOf(text.slice(at, end))
    const document = start === undefined ? undefined : parseJson(text, at + start)
    if (document) found.push(stacksOf(document))
    at = Math.max(end, document?.end ?? 0) + 1
  }
  return found.some(({ stacks }) => stacks.length > 0) ? found : printedIn(text)
}

/** Objects that a console printed without quotes. */
function printedIn(logged: string): readonly Found[] {
  const found: Found[] = []
  const text = withoutLogs(logged)
  if (!PRINTED_MARKS.test(text)) return found
  for (let at = 0; at < text.length && found.length < MOST_DOCUMENTS;) {
    const start = text.slice(at).search(PRINTED_OBJECT)
    if (start < 0) break
    const { json, end } = jsonOfPrinted(text, at + start)
    const document = parseJson(json)
    if (document) found.push({ ...stacksOf({ ...document, spans: new Map() }), isPrinted: true })
    at = Math.max(end, at + start + 1)
  }
  return found
}

/** Where a line's document begins. */
function startOf(line: string): number | undefined {
  const at = line.slice(0, 1000).search(/[[{]\s*(?:"|\{\s*")/)
  return at >= 0 && MARKS.test(line) ? at : undefined
}

function stacksOf(document: JsonDocument): Found {
  const stacks: FoundStack[] = []
  /** The innermost object that says what was thrown, where lists of frames lie in an object of their own. */
  let thrown: JsonObject | undefined
  const walk = (value: JsonValue | undefined, key: string, owner: JsonObject | undefined, depth: number): void => {
    if (stacks.length >= MOST_STACKS || depth > DEEPEST) return
    if (typeof value === 'string') {
      const rows = value.includes(':') ? readScriptStack(value) : []
      // One row alone may be a sentence with a place in it.
      const span = owner && document.spans.get(owner)
      if (rows.length > (/stack|trace/i.test(key) ? 0 : 1))
        stacks.push({ rows: rows.map((row) => omitUndefined({ ...row, span })), owner, text: value })
    } else if (Array.isArray(value)) {
      const rows = readScriptObjects(asArray(value), document)
      const isReversed = isOutermostFirst(asArray(value))
      if (rows.length > 0)
        stacks.push({ rows: isReversed ? [...rows].reverse() : rows, owner: isReversed ? thrown : owner })
      else if (value.every((item) => typeof item === 'string')) walk(value.join('\n'), key, owner, depth + 1)
      else for (const item of asArray(value)) walk(item, key, isJsonObject(item) ? item : owner, depth + 1)
    } else if (isJsonObject(value)) {
      if (typeof value['type'] === 'string') thrown = value
      for (const [name, member] of Object.entries(value)) walk(member, name, value, depth + 1)
    }
  }
  walk(document.value, '', undefined, 0)
  return { document, stacks: withoutRepeats(stacks) }
}

/** Without stacks that say what another one says: an error often has its stack as text and as objects. */
function withoutRepeats(stacks: readonly FoundStack[]): readonly FoundStack[] {
  const known = new Set<string>()
  return stacks.filter(({ rows }) => {
    const key = rows.map(({ script, symbol }) => `${script?.line ?? ''}:${script?.column ?? symbol?.name ?? ''}`).join()
    return !known.has(key) && known.add(key)
  })
}

function buildReport(input: ReportInput, { document, stacks, isPrinted }: Found): Report {
  const builder = new ReportBuilder(input.path)
  if (!isPrinted) for (const one of damageProblems(document, input.text, input.path)) builder.problem(one)
  const exception = readError(stacks[0])
  const hasEnded = exception !== undefined || saysEnded(input.text)
  const threads = stacks.map(({ rows }, position): Thread => ({
    id: position,
    unnumbered: true,
    name: titles.javaScriptStack,
    crashed: position === 0 && hasEnded,
    frames: builder.addStack(rows, 'exact'),
  }))
  const root = isJsonObject(document.value) ? document.value : undefined
  return omitUndefined({
    format: scriptJsonFormat.id,
    label: scriptJsonFormat.label,
    file: input.path,
    text: input.text,
    textKind: isPrinted ? ('none' as const) : ('json' as const),
    header: { fields: root ? fieldsOfJson(root) : [] },
    exception,
    applicationInfo: [exception?.reason].filter((line) => line !== undefined),
    threads,
    backtraces: [],
    callTrees: [],
    sections: root ? sectionsOfJson(root, new Set()) : [],
    ...builder.finish(),
  })
}

/** The error's name and message: members of their own, else the first line of its stack. */
function readError({ owner, text }: Partial<FoundStack> = {}): ExceptionInfo | undefined {
  if (!owner) return undefined
  const first = /^((?:[A-Z]\w{0,60})?(?:Error|Exception))(?:: ([^\n]*))?/.exec(asString(owner['stack']) ?? text ?? '')
  const name = asString(owner['name']) ?? asString(owner['errorClass']) ?? first?.[1] ?? asString(owner['type'])
  const reason = asString(owner['message']) ?? asString(owner['reason']) ?? first?.[2] ?? asString(owner['value'])
  return name === undefined && reason === undefined
    ? undefined
    : omitUndefined({ type: titles.javaScriptError, name: name ?? 'Error', reason })
}
