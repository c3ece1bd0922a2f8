/**
 * Stacks whose rows have a name and a place and no address, in forms that no runtime above has: numbered or not, the name or the place
 * first. The last format that reads a stack; it reports an end only if the text has words for one.
 */
import { runtimes } from '../../messages/labels.ts'
import { saysEnded } from '../../model/ended-words.ts'
import { success, type Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, Thread } from '../../model/report.ts'
import type { FrameLanguage } from '../../model/script.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, spanIn, type Line } from '../base/lines.ts'
import { fileName } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { wordsOfEnd } from '../text/one-end.ts'
import { withoutPrefix } from '../text/android-log.ts'
import { joinCells } from '../text/table-cells.ts'
import { isSureNamedRow, readNamedImageRow } from '../text/named-image-rows.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import type { TextRow } from '../text/text-rows.ts'
import { collectStacks, type TextStack } from '../text/text-stacks.ts'

const LANGUAGES: Readonly<Record<string, FrameLanguage>> = {
  ...{ cs: 'csharp', dart: 'dart', go: 'go', java: 'java', js: 'javascript', jsx: 'javascript', kt: 'kotlin' },
  ...{ mjs: 'javascript', nim: 'nim', rs: 'rust', ts: 'javascript', tsx: 'javascript', zig: 'zig' },
}
/** A source: `src/till.cpp:12`, perhaps with a column. Groups: file, suffix, line, column. */
const PLACE =
  '((?:[a-z]{2,10}://)?[^\\s():"\'<>|]{0,300}\\.(cc|cpp|cs|cxx|c|dart|ex|exs|fs|gd|go|hpp|hx|h|java|jsx?|kt|lua|mjs|mm?|nim|php|py|rb|rs|scala|swift|tsx?|vb|zig)):(\\d{1,9})(?::(\\d{1,9}))?'
/** A function, with its parameters or without; never a sentence. */
const NAME =
  '([\\p{L}_$<~[+-](?:[^\\s:]|::|:(?=[\\p{L}_])|(?<=[,;(]) |(?<=\\b(?:const|unsigned|new|async|operator)) ){0,300}?(?:\\([^()\\n]{0,300}\\)(?: const)?)?)'
const NUMBER = '(?:at[ \\t]{1,4})?#?\\d{1,4}[.:)]?[ \\t]{1,8}'

const form = (source: string): RegExp => new RegExp(`^[ \\t]{0,40}${source}[ \\t;,]*$`, 'u')
/** `0  count (till.kt:3)`, `#1 Till.count at src/till.swift:12:5`, `at 2 count in till.lua:4`, `Till:count (till.gd:7)`. */
const NAME_FIRST = form(
  `(?:${NUMBER}|at[ \\t]{1,4}|from[ \\t]{1,4}|in[ \\t]{1,4})?${NAME}[ \\t]{1,200}(?:\\(${PLACE}\\)|(?:at|in)[ \\t]{1,4}${PLACE})`,
)
/** `count — till.js:42`, as Safari's console shows rows. */
const DASHED = form(`((?:async )?[\\w$.<>]{1,120}|\\((?:anonymous function|anonymous)\\)) [—–] ${PLACE}`)
/** `till.rb:3:in 'count'`, `#0 src/till.cpp:12 in count()`. */
const PLACE_FIRST = form(
  `(?:${NUMBER}|at[ \\t]{1,4}|from[ \\t]{1,4})?${PLACE}(?::|[ \\t]{1,4})[ \\t]{0,4}in (?:function )?['"\`<]?${NAME}['"\`>]?`,
)
/** `shop-example/Till.swift:27 - count`, `Frameworks/libtill.dylib:0 - count`, as Bugsnag writes it. */
const BUGSNAG = form(
  '((?=[^\\s:]{0,300}[./])[A-Za-z][^\\s:]{0,300}):(\\d{1,9}) - ([-+]\\[[^\\]\\n]{1,300}\\]|[\\p{L}_$<~][^\\s]{0,600}(?<![.!?,:]))',
)
/** A file without a line is an image. */
const SOURCE_FILE = /\.(?:swift|mm?|c|cc|cpp|cxx|hh?|hpp|rs|kt)$/
/** `shop::count(int)     till.cpp:12`, in columns. */
const COLUMNS = form(`([\\p{L}_~][\\w:~<>,*& ]{0,300}\\([^()\\n]{0,300}\\)(?: const)?)[ \\t]{2,40}${PLACE}`)
/** `at 3   kfun:shop.Till#count(){}`: the name alone, behind a word and a number. */
const NUMBERED = form('at (\\d{1,4})[ \\t]{1,8}([\\p{L}_$<~+-]\\S.{0,600}?)')
/** `at: GDScript::reload (res://player.gd:5)` below an error of Godot. */
const GODOT = form(`at: ${NAME} \\(${PLACE}\\)`)
/** Names in a list below the words of a crash, each perhaps behind its place: ``- `till.zig:4`: `shop.count` ``. */
const LISTED = form(
  `[-*][ \\t]{1,4}(?:\\[?\`?${PLACE}\`?\\]?(?:\\(<?[^()<>\\n]{1,600}>?\\))?:[ \\t]{1,4})?\`?(\\?\\?|[\\p{L}_~<$][^\`\\n]{0,600}?)\`?`,
)
const LIST_HEADING = /\bSegmentation fault\b|\bpanic\b/
const LUA_HEADING = /^[^\n]{0,80}?\bstack traceback:[ \t\r]*$/m
/** Rows of Lua: `till.lua:4: in function 'count'`, `[C]: in ?`, `[C]: ?`. */
const LUA = form(
  `(?:\\[C\\]|\\(tail call\\)|\\(\\.\\.\\.tail calls\\.\\.\\.\\)|\\[string "[^"\\n]{1,200}"\\]:(\\d{1,9})|${PLACE}):?[ \\t]{0,4}(?:in (?:function |method |local |upvalue |field )?['<]?([^'\\n]{1,200}?)['>]?|\\?)?`,
)
/** `$Till::count(int) @ 0598f57e:0xaf516`, `count (https://shop.example/till.wasm:wasm-function[12]:0xaf516)`: WebAssembly, as browsers print it. */
const WASM =
  /^[ \t]{0,40}(?:at )?\$?([\p{L}_~][^\n]{0,600}?)(?: @ | \(|@)((?:[0-9a-f]{8}|[^\s()]{1,300}\.wasm(?::wasm-function\[\d{1,9}\])?):0x[0-9a-f]{1,16})\)?[ \t]*$/u
/** `count (till.m:42);Shop`, `count + 164;Shop`: machine code on the pages of a service. */
const SERVICE =
  /^[ \t]{0,40}([\p{L}_~+-]\S{0,400}(?: [^\s();]{1,200}){0,8}?)(?: \(([^()]{1,300}):(\d{1,9})\)| \+ (\d{1,9}));([\w.-]{1,100})[ \t]*$/u
const FEWEST_ROWS = 2

export const namedStackFormat: ReportFormat = {
  id: 'named-stack',
  label: 'Stack of names and places',
  sniff: ({ text }: Sample) => stacksOf(text).length > 0,
  parse: parseNamedStack,
}

function stacksOf(text: string): readonly TextStack[] {
  const lines = [...eachLine(text)].map(withoutPrefix).filter((line) => line.text.trim() !== '')
  const isLua = LUA_HEADING.test(text)
  const isListed = LIST_HEADING.test(text) && lines.filter((line) => readListed(line)).length > 2
  const heading = isLua ? LUA_HEADING : GODOT_ERROR
  const stacks = collectStacks(lines, [
    readRow,
    ...(isLua ? [readLuaRow] : []),
    ...(isListed ? [readListed] : []),
  ]).stacks.filter(({ rows, title }) => isStack(rows) || heading.test(title?.text ?? ''))
  if (stacks.length > 0) return stacks
  const joined = joinCells(lines)
  const sure = new Set(joined.filter((line) => isSureNamedRow(line.text)).map(({ start }) => start))
  return collectStacks(joined, [readNamedImageRow]).stacks.filter(({ rows }) => isStack(rows) && isCounted(rows, sure))
}

/** A single row may be a line of any list, and a list may name one place again and again. */
function isStack(rows: readonly TextRow[]): boolean {
  const different = new Set(rows.map(({ symbol }) => `${symbol?.name} ${symbol?.line ?? ''}`))
  return different.size >= FEWEST_ROWS
}

/** A number and two words may begin any line: rows count from the first on, and some look like nothing else. */
function isCounted(rows: readonly TextRow[], starts: ReadonlySet<number>): boolean {
  const first = rows[0]?.index ?? 0
  const sure = rows.filter(({ span }) => span && starts.has(span.start))
  if (rows.length < FEWEST_COUNTED || sure.length === 0) return false
  return rows.every(({ index }, at) => index === first + at) || (first === 0 && sure.length === rows.length)
}
const FEWEST_COUNTED = 3

function parseNamedStack(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const images = new TextImages(builder, [])
  const stacks = stacksOf(input.text)
  const own = wordsOfEnd(input.text, stacks)
  const exception = readError(own)
  const hasEnded = saysEnded(own)
  const threads = stacks.map(({ rows, span }, position): Thread => ({
    id: position,
    unnumbered: true,
    crashed: position === 0 && hasEnded,
    frames: addTextStack(builder, images, rows, 'exact'),
    span,
  }))
  return success([
    finishTextReport(namedStackFormat, input, builder, {
      threads,
      exception,
      applicationInfo: exception?.reason === undefined ? [] : [exception.reason],
    }),
  ])
}

function readRow(line: Line): TextRow | undefined {
  if (!canBeRow(line.text)) return undefined
  const span = spanIn(line, 0, line.text.trimEnd().length)
  const [, dashed, ...behind] = DASHED.exec(line.text) ?? []
  if (dashed !== undefined) return rowOf(dashed, behind, span)
  const [, name, ...at] = NAME_FIRST.exec(line.text) ?? []
  if (name !== undefined) return rowOf(name, at[0] === undefined ? at.slice(4) : at, span)
  const [, code, file, inFile, offset, imageName] = SERVICE.exec(line.text) ?? []
  if (code !== undefined) {
    const source = file?.startsWith('<') ? undefined : file
    const place = { file: source, line: source === undefined ? undefined : Number(inFile) }
    return omitUndefined({
      imageName,
      symbol: omitUndefined({ name: code, ...place, offset: offset === undefined ? undefined : Number(offset) }),
      span,
    })
  }
  const [, called, ...beside] = COLUMNS.exec(line.text) ?? []
  if (called !== undefined) return rowOf(called, beside, span)
  const ofBugsnag = readBugsnagRow(line.text, span)
  if (ofBugsnag) return ofBugsnag
  const [, godot, ...place] = GODOT.exec(line.text) ?? []
  if (godot !== undefined) return rowOf(godot, place, span)
  const [, wasm, module] = WASM.exec(line.text) ?? []
  if (wasm !== undefined) return { symbol: omitUndefined({ name: wasm, file: module }), span }
  const found = PLACE_FIRST.exec(line.text)
  if (found) return rowOf(found[5] ?? '', found.slice(1, 5), span)
  const [, index, alone] = NUMBERED.exec(line.text) ?? []
  return alone === undefined ? undefined : { index: Number(index), symbol: { name: alone }, span }
}

function readBugsnagRow(text: string, span: TextRow['span']): TextRow | undefined {
  const [, path = '', inFile, name] = BUGSNAG.exec(text) ?? []
  if (name === undefined) return undefined
  const isFile = SOURCE_FILE.test(path)
  return omitUndefined({
    imageName: isFile ? undefined : fileName(path),
    symbol: omitUndefined({ name, file: isFile ? path : undefined, line: Number(inFile) || undefined }),
    span,
  })
}

function readListed(line: Line): TextRow | undefined {
  const [whole, file, suffix, at, column, name] = (canBeRow(line.text) && LISTED.exec(line.text)) || []
  if (whole === undefined || name === undefined || / [a-z]+ /.test(name)) return undefined
  return rowOf(name, [file, suffix, at, column], spanIn(line, 0, line.text.trimEnd().length))
}

function readLuaRow(line: Line): TextRow | undefined {
  const found = canBeRow(line.text) ? LUA.exec(line.text) : null
  if (!found) return undefined
  const [, inText, file, suffix, inFile, column, name] = found
  return rowOf(name ?? '?', [file, suffix, inFile ?? inText, column], spanIn(line, 0, line.text.trimEnd().length))
}

function rowOf(
  name: string,
  [file, suffix = '', line, column]: readonly (string | undefined)[],
  span: TextRow['span'],
): TextRow {
  return omitUndefined({
    symbol: omitUndefined({
      name,
      file,
      line: Number(line ?? 0) || undefined,
      column: column === undefined ? undefined : Number(column),
    }),
    language: LANGUAGES[suffix],
    span,
  })
}

/** The line above a row of Godot. */
const GODOT_ERROR = /\bS?CRIPT ERROR: |^[ \t]*(?:USER )?ERROR: /
/** Headings of Godot and Lua above their rows. */
const SAID =
  /(?:\bS?CRIPT ERROR: |^[ \t]*(?:USER )?ERROR: )([^\n]{1,600})\n[ \t]*at: |^([^\n]{1,600})\n[^\n]{0,80}?\bstack traceback:|^[^\n]{0,40}?\b(Segmentation fault at address 0x[0-9A-Fa-f]{1,16})/m

/** The place that Safari's console puts behind the words. */
const BEHIND = / [—–] [\w./-]{1,200}:\d{1,9}[ \t\r]*$/
/** `ShopError: no till`, as runtimes of many languages print what was thrown. */
function readError(text: string): ExceptionInfo | undefined {
  const [, name, reason] =
    /^[^\w\n]{0,40}((?:[\w$]{1,80}\.){0,12}[A-Z]\w{0,80}(?:Error|Exception)): ([^\n]{1,600})/m.exec(text) ?? []
  if (name !== undefined) return { type: runtimes.other, name, reason: reason?.replace(BEHIND, '').trim() ?? '' }
  const said = SAID.exec(text)
    ?.slice(1)
    .find((words) => words !== undefined)
    ?.trim()
  return said === undefined ? undefined : { type: runtimes.other, reason: said }
}
