/**
 * Profiles of scripts as JSON: `.cpuprofile` (a list of nodes, each with its callees) and the trace that Hermes' sampling profiler writes
 * (frames that name their caller, and samples). Both become one call tree; its places need the bundle's source map.
 */
import { problem } from '../../messages/problems.ts'
import { titles } from '../../messages/labels.ts'
import { failure, success, type Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import { DEEPEST_TREE } from '../base/deepest-tree.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { damageProblems } from '../base/json-damage.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder, type FrameRow } from '../base/report-builder.ts'
import { asArray, asNumber, asObject, asString, isJsonObject, parseJson } from '../json/json.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { scriptPlace } from '../text/script-place.ts'
import { TreeRows } from '../text/tree-rows.ts'

/** Maximum number of calls of a profile; a problem counts the rest. */
const MOST_CALLS = 500_000
const MARKS = /"callFrame"\s*:\s*\{[^{}]{0,2000}"functionName"\s*:|"stackFrames"\s*:\s*\{\s*"[^"]{1,40}"\s*:\s*\{/

interface Call {
  readonly row: FrameRow
  /** Samples that ended in it. */
  own: number
  readonly callees: string[]
}

type Calls = Map<string, Call>

export const scriptProfileFormat: ReportFormat = {
  id: 'script-profile',
  label: 'Profile of scripts (JSON)',
  sniff: ({ text }: Sample) => /^[\s\uFEFF]*\{/.test(text) && MARKS.test(text),
  parse: parseScriptProfile,
}

function parseScriptProfile(input: ReportInput): Outcome<readonly Report[]> {
  const document = parseJson(input.text)
  const root = isJsonObject(document?.value) ? document.value : undefined
  // The inspector of a debugger puts the profile into an object of its own.
  const profile = root && isJsonObject(root['profile']) ? root['profile'] : root
  const found = profile && (readNodes(profile) ?? readTrace(profile))
  if (!document || !found || found.calls.size === 0)
    return failure(problem('no-event', { kind: scriptProfileFormat.label }, { file: input.path }))
  const builder = new ReportBuilder(input.path)
  for (const one of damageProblems(document, input.text, input.path)) builder.problem(one)
  const rows = addRows(found.calls, found.roots)
  if (found.calls.size >= MOST_CALLS) builder.problem(problem('calls-left-out', { calls: MOST_CALLS }))
  const roots = rows.build(builder)
  return success([
    {
      format: scriptProfileFormat.id,
      label: scriptProfileFormat.label,
      kind: 'profile',
      file: input.path,
      text: input.text,
      textKind: 'json',
      header: { fields: [] },
      applicationInfo: [],
      threads: [],
      backtraces: [],
      callTrees: [{ title: titles.javaScriptStack, weight: 'samples', roots }],
      sections: [],
      ...builder.finish(),
    },
  ])
}

interface FoundCalls {
  readonly calls: Calls
  readonly roots: readonly string[]
}

/** `nodes` with their callees; lines and columns count from 0. */
function readNodes(profile: JsonObject): FoundCalls | undefined {
  if (!Array.isArray(profile['nodes'])) return undefined
  const calls: Calls = new Map()
  for (const node of asArray(profile['nodes']).slice(0, MOST_CALLS).filter(isJsonObject)) {
    const frame = asObject(node['callFrame'])
    const id = keyOf(node['id'])
    if (id === undefined || calls.has(id)) continue
    const [line, column] = [asNumber(frame['lineNumber']), asNumber(frame['columnNumber'])]
    const place = line === undefined || line < 0 ? {} : { line: line + 1, ...(isCount(column) && { column }) }
    calls.set(id, {
      row: rowOf(asString(frame['functionName']), asString(frame['url']), place, false),
      own: countOf(node['hitCount']),
      callees: asArray(node['children']).flatMap((child) => keyOf(child) ?? []),
    })
  }
  const samples = asArray(profile['samples'])
  if (samples.length > 0) {
    for (const call of calls.values()) call.own = 0
    for (const sample of samples) addSample(calls, keyOf(sample), 1)
  }
  return { calls, roots: rootsOf(calls) }
}

/** `stackFrames` by their number, each with that of its caller. Numbers may be strings. */
function readTrace(profile: JsonObject): FoundCalls | undefined {
  const frames = Object.entries(asObject(profile['stackFrames'])).slice(0, MOST_CALLS)
  const calls: Calls = new Map()
  for (const [id, frame] of frames)
    if (isJsonObject(frame)) calls.set(id, { row: traceRow(frame), own: 0, callees: [] })
  for (const [id, frame] of frames) {
    const caller = isJsonObject(frame) ? keyOf(frame['parent']) : undefined
    if (caller !== undefined) calls.get(caller)?.callees.push(id)
  }
  for (const sample of asArray(profile['samples']).filter(isJsonObject))
    addSample(calls, keyOf(sample['sf']), countOf(sample['weight']) || 1)
  return { calls, roots: rootsOf(calls) }
}

/**
 * A frame of Hermes: `total(main.jsbundle:1:60)` with its line and column from 1, or, for bytecode, with bytes from the start of a
 * function that begins at `funcVirtAddr`; those count from 0 in line 1.
 */
function traceRow(frame: JsonObject): FrameRow {
  const [, name = '', file] =
    /^([^]{0,1000}?)(?:\(([^()]{1,1000}?)(?::\d{1,9}:\d{1,9})?\))?$/.exec(asString(frame['name']) ?? '') ?? []
  const start = numberOf(frame['funcVirtAddr'])
  const offset = numberOf(frame['offset'])
  const bundle = file?.replace(/^address at /, '')
  if (start !== undefined && offset !== undefined)
    return rowOf(name, bundle, { line: 1, column: start + offset }, false)
  const [line, column] = [numberOf(frame['line']), numberOf(frame['column'])]
  return rowOf(name, bundle, line ? { line, ...(column !== undefined && { column }) } : {}, true)
}

function rowOf(
  name: string | undefined,
  file: string | undefined,
  place: { readonly line?: number; readonly column?: number },
  fromOne: boolean,
): FrameRow {
  const symbol = omitUndefined({ name: name || '<anonymous>', file: file || undefined, ...place })
  return omitUndefined({ symbol, script: scriptPlace(symbol, fromOne), language: 'javascript' as const })
}

function addSample(calls: Calls, id: string | undefined, count: number): void {
  const call = id === undefined ? undefined : calls.get(id)
  if (call) call.own += count
}

/** Calls that nothing calls. */
function rootsOf(calls: Calls): readonly string[] {
  const called = new Set([...calls.values()].flatMap(({ callees }) => callees))
  return [...calls.keys()].filter((id) => !called.has(id))
}

/** The calls as rows, callers first. A call stands below one caller: a second one, or a circle, is left out. */
function addRows(calls: Calls, roots: readonly string[]): TreeRows {
  const order: { readonly id: string; readonly call: Call; readonly level: number; readonly caller: number }[] = []
  const seen = new Set<string>()
  const open = roots.toReversed().map((id) => ({ id, level: 0, caller: -1 }))
  for (let next = open.pop(); next && order.length < MOST_CALLS; next = open.pop()) {
    const { id, level, caller } = next
    const call = calls.get(id)
    if (!call || seen.has(id) || level > DEEPEST_TREE) continue
    seen.add(id)
    const at = order.push({ id, call, level, caller }) - 1
    for (const callee of call.callees.toReversed()) open.push({ id: callee, level: level + 1, caller: at })
  }
  const counts = order.map(({ call }) => call.own)
  for (let at = order.length - 1; at >= 0; at--) {
    const caller = order[at]?.caller ?? -1
    if (caller >= 0) counts[caller] = (counts[caller] ?? 0) + (counts[at] ?? 0)
  }
  const rows = new TreeRows()
  order.forEach(({ call, level }, at) => rows.add(level, counts[at] ?? 0, call.row, { self: call.own }))
  return rows
}

const keyOf = (value: JsonValue | undefined): string | undefined => {
  const number = numberOf(value)
  return number === undefined ? undefined : String(number)
}

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0

/** A count, which Hermes writes as a string. */
function numberOf(value: JsonValue | undefined): number | undefined {
  const text = asString(value)
  const number = text === undefined ? asNumber(value) : /^\d{1,15}$/.test(text) ? Number(text) : undefined
  return isCount(number) ? number : undefined
}

const countOf = (value: JsonValue | undefined): number => numberOf(value) ?? 0
