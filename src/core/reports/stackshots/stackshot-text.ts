/** Stackshots as text: what spindumps and resource reports share. */
import { success } from '../../model/problem.ts'
import type { Field } from '../text/apple-header.ts'
import type { ReportFormat, Sample } from '../base/format.ts'
import { asObject, formatJson, parseJson } from '../json/json.ts'
import { eachLine } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { SpindumpReader } from './spindump-reader.ts'

const SOURCE = /^[ \t`]*Data Source:[ \t]+(\w+)/m
const ROW = /^[ \t]*\*?\d+[ \t]+\S.*[ \t]\[0x[0-9a-fA-F]+\]/m
const THREAD = /^[ \t]*Thread 0x[0-9a-fA-F]+[ \t].*\bsamples?\b/m
const HEAVIEST = /^[ \t]*Heaviest stack /m
const PROCESS =
  /^[ \t]*(?:Process:[ \t][^\r\n]*\[\d+\][^\r\n]*[\r\n]+[ \t]*UUID:[ \t]+[0-9A-Fa-f-]{32,36}|Num samples:[ \t]+\d+)/m
/** Mac OS X 10.5 and 10.6 printed the stacks of a thread like this, and named neither a source nor a number of samples. */
const OLD = /^[ \t]*(?:User|Kernel) stack:[ \t]*[\r\n]+[ \t]*\d+[ \t]+\S/m
/** The head of a report of a hang, where the stacks are cut off. */
const HANG_HEAD = /^[ \t]*Event:[ \t]+hang[ \t]*[\r\n]+[ \t]*Duration:[ \t]+\d/m
/** The head of a report of a limit, where the stacks are cut off. */
const LIMIT_HEAD =
  /^[ \t]*Event:[ \t]+(?:cpu usage|wakeups|disk writes)[ \t]*[\r\n]+[ \t]*(?:Action taken|CPU|Wakeups|Writes):[ \t]/m
/** Characters of a text that show its kind. */
const BEGINNING = 65_536
const POWER = /^[ \t]*Powerstats for:/m

/** A format of stackshot texts. */
export function stackshotFormat(id: string, label: string, kind: 'stackshots' | 'microstackshots'): ReportFormat {
  return {
    id,
    label,
    readsBeginnings: true,
    sniff: (sample) => sniffStackshotText(sample) === kind,
    parse: ({ path, text }) => {
      const { fields, start, firstLine } = splitJsonLine(text)
      const reader = new SpindumpReader(new ReportBuilder(path), fields, OLD.test(text.slice(0, BEGINNING)))
      const report = reader.read(eachLine(text, start, text.length, firstLine))
      return success([{ format: id, label, file: path, text, ...report }], report.problems)
    },
  }
}

/** The kind of stackshot text; undefined for everything else. */
function sniffStackshotText(sample: Sample): 'stackshots' | 'microstackshots' | undefined {
  if (/^\s*[{[]/.test(sample.text) && splitJsonLine(sample.text).start === 0) return undefined
  const source = SOURCE.exec(sample.text)?.[1]?.toLowerCase()
  if (source === 'microstackshots' || POWER.test(sample.text) || LIMIT_HEAD.test(sample.text)) return 'microstackshots'
  if (source === 'stackshots' || PROCESS.test(sample.text)) return 'stackshots'
  if (OLD.test(sample.text) || HANG_HEAD.test(sample.text)) return 'stackshots'
  if (!ROW.test(sample.text)) return undefined
  return THREAD.test(sample.text) || HEAVIEST.test(sample.text) ? 'stackshots' : undefined
}

/** A JSON line before a text, as fields; the text begins at `start`, in line `firstLine`. */
interface JsonLine {
  readonly fields: readonly Field[]
  readonly start: number
  readonly firstLine: number
}

/** Parts a text report from the JSON line that `.ips` files begin with. */
function splitJsonLine(text: string): JsonLine {
  const none = { fields: [], start: 0, firstLine: 1 }
  const open = /^\s*/.exec(text.slice(0, 4096))?.[0].length ?? 0
  // The whole text may have lone returns as line ends.
  const found = text.indexOf('\n', open)
  const end = found < 0 ? text.indexOf('\r', open) : found
  if (text[open] !== '{' || end < 0) return none
  const line = parseJson(text.slice(0, end))
  if (!line || line.damage || !('bug_type' in asObject(line.value) || 'os_version' in asObject(line.value))) return none
  if (/^\s*[{[]/.test(text.slice(end + 1, end + 64))) return none
  const fields = Object.entries(asObject(line.value)).map(([key, value]): Field => [key, formatJson(value)])
  return { fields, start: end + 1, firstLine: text.slice(0, end).split(found < 0 ? '\r' : '\n').length + 1 }
}
