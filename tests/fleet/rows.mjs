/** Answers of `unslide symbolicate --stream` as rows of the fleet's table; docs/fleet.md lists the columns. */

/** The columns, with their types in DuckDB and in ClickHouse 18.16. */
export const columns = {
  key: ['VARCHAR', 'String'],
  input: ['VARCHAR', 'String'],
  chunk: ['UBIGINT', 'UInt64'],
  line: ['UINTEGER', 'UInt32'],
  part: ['UINTEGER', 'UInt32'],
  id: ['VARCHAR', 'String'],
  incident: ['VARCHAR', 'String'],
  app: ['VARCHAR', 'String'],
  version: ['VARCHAR', 'String'],
  os: ['VARCHAR', 'String'],
  device: ['VARCHAR', 'String'],
  day: ['DATE', 'Date'],
  is_crash: ['UTINYINT', 'UInt8'],
  title: ['VARCHAR', 'String'],
  grade: ['VARCHAR', 'String'],
  signature: ['VARCHAR', 'String'],
  function: ['VARCHAR', 'String'],
  location: ['VARCHAR', 'String'],
  frames: ['VARCHAR[]', 'Array(String)'],
  named: ['UINTEGER', 'UInt32'],
  problem: ['VARCHAR', 'String'],
}

/** Frames of a stack that a row has. */
const MOST_FRAMES = 64
/** Where no date is known; the first day that ClickHouse's `Date` has. */
const NO_DAY = '1970-01-01'

/** The rows of an answer to the line at `place`: one for each report in it, and one for a line without a report. */
export function rowsOf(answer, place) {
  const { id, reports = [], facts = [], problems = [] } = answer
  const said = id === undefined ? '' : typeof id === 'string' ? id : JSON.stringify(id)
  const rows = reports.map((report, part) => reportRow(report, facts[part], { ...place, part, id: said }))
  if (rows.length > 0) return rows
  return [{ ...emptyRow({ ...place, part: 0, id: said }), problem: problems[0]?.code ?? 'no-report' }]
}

function emptyRow(place) {
  const blank = Object.fromEntries(Object.entries(columns).map(([name, [type]]) => [name, type === 'VARCHAR' ? '' : 0]))
  return { ...blank, ...place, key: placeKey(place), day: NO_DAY, frames: [] }
}

/** The place in the input replaces a missing incident. */
const placeKey = ({ input, chunk, line, part }) => `${input}:${chunk}:${line}:${part}`

function reportRow(report, facts, place) {
  const incident = report.incident?.toUpperCase() ?? ''
  return {
    ...emptyRow(place),
    ...(incident && { key: incident }),
    incident,
    app: facts.process ?? '',
    version: facts.version ?? '',
    os: facts.os ?? '',
    device: facts.device ?? '',
    day: /^(?:19[7-9]|20)\d+-\d\d-\d\d(?=\b)/.exec(facts.date ?? '')?.[0] ?? NO_DAY,
    is_crash: facts.isCrash ? 1 : 0,
    title: facts.title,
    grade: facts.grade,
    signature: facts.signature ?? '',
    function: facts.function ?? '',
    location: facts.location ?? '',
    frames: stackOf(report).slice(0, MOST_FRAMES).flatMap(frameTexts),
    named: facts.named,
    problem: report.problems?.[0]?.code ?? '',
  }
}

/** The stack to read first, as the headline names it; else that of the thread that crashed. */
function stackOf({ headline, threads = [], backtraces = [], lastExceptionBacktrace }) {
  const [, list, at] = /^(threads|backtraces)\[(\d+)\]$/.exec(headline?.stack ?? '') ?? []
  if (list === 'threads') return threads[at]?.frames ?? []
  if (list === 'backtraces') return backtraces[at]?.frames ?? []
  const crashed = threads.find((thread) => thread.crashed)
  return (headline?.stack && lastExceptionBacktrace?.frames) || (crashed?.frames ?? [])
}

/** `function file:line`, innermost first; without a name `image + offset`. */
function frameTexts({ calls = [], image = '?', offset }) {
  if (calls.length === 0) return [offset === undefined ? image : `${image} + ${offset}`]
  return calls.map(({ function: name, file, line }) => {
    const at = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`
    return `${name}${at}`
  })
}
