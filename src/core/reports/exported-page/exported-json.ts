/**
 * Reads JSON that Unslide wrote (`symbolicate --format json`, `parse`) as a report with its names. Conclusions are not read but
 * drawn again. Documents come from strangers: they are turned into a report as they are, and every field of that is checked.
 */
import { problem } from '../../messages/problems.ts'
import { failure, success, type Outcome } from '../../model/problem.ts'
import { kindOfOldLabel } from '../../model/report-kind.ts'
import { findFault } from '../../model/report-shape.ts'
import type { Report } from '../../model/report.ts'
import { isRecord } from '../../model/shape.ts'
import type { ReportFormat } from '../base/format.ts'

/** Readers of later shapes know those before. */
const NEWEST_SCHEMA = 2
const HEAD = /^\s*\{\s*(?:"schema"\s*:\s*(\d{1,4})\s*,\s*)?"reports"\s*:\s*\[\s*\{\s*(?:"source"|"format")\s*:/

export const exportedJsonFormat: ReportFormat = {
  id: 'exported-json',
  label: 'JSON written by Unslide',
  verbatim: true,
  sniff: ({ bytes }) => HEAD.test(new TextDecoder('utf-8').decode(bytes.subarray(0, 4096))),
  parse: ({ path, text }) => {
    const read = readDocument(path, text)
    if (!read.ok) return read
    const reports = read.value.map((one) => new JsonReader().read(path, one))
    for (const [at, report] of reports.entries()) {
      const fault = findFault({ report, resolutions: [], images: [], explanations: [] })
      if (fault)
        return failure(
          problem('damaged-export', { path: `reports[${at}]${fault.path}`, wanted: fault.wanted }, { file: path }),
        )
    }
    return success(reports as unknown as readonly Report[])
  },
}

function readDocument(file: string, text: string): Outcome<readonly Fields[]> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (thrown) {
    const key = thrown instanceof RangeError ? 'damaged-export.depth' : 'damaged-export.json'
    return failure(problem(key, {}, { file }))
  }
  const { schema = NEWEST_SCHEMA, reports } = fieldsOf(document)
  if (typeof schema !== 'number' || schema > NEWEST_SCHEMA) return failure(problem('unknown-export', {}, { file }))
  return success(listOf(reports).map(fieldsOf))
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** Non-arrays are passed through; the shape check rejects them. */
const eachOf = (value: unknown, read: (one: Fields, at: number) => unknown): unknown =>
  Array.isArray(value) ? value.map((one, at) => read(fieldsOf(one), at)) : value

/** `"0x104cc8000"` as a number; whatever else stays, for the check to refuse. */
function big(value: unknown): unknown {
  const hex = typeof value === 'string' ? /^(-?)(0x[0-9a-f]{1,16})$/i.exec(value) : null
  if (!hex) return value
  const number = BigInt(hex[2] ?? '')
  return hex[1] === '-' ? -number : number
}

/** The fields that are there: a check of an optional field wants it absent or right. */
const only = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const pick = (fields: Fields, keys: readonly string[]): Fields =>
  only(Object.fromEntries(keys.map((key) => [key, fields[key]])))

function readMemoryError(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { faultAddress, objectAddress, size, ...words } = value
  return only({
    ...words,
    faultAddress: big(faultAddress),
    objectAddress: big(objectAddress),
    size: Number.isSafeInteger(size) ? BigInt(size as number) : size,
  })
}

const HEADER = [
  'process',
  'pid',
  'path',
  'bundleId',
  'version',
  'os',
  'device',
  'arch',
  'date',
  'launched',
  'parent',
  'incident',
]

/** Reads one report; frames are numbered as they come. */
class JsonReader {
  #frames = 0
  #images: readonly Fields[] = []

  read(file: string, json: Fields): Fields {
    const { exception, termination, lastExceptionBacktrace: last } = json
    this.#images = listOf(json['images']).map(fieldsOf)
    const trees = json['callTrees'] ?? (json['callTree'] === undefined ? [] : [json['callTree']])
    const report = {
      ...pick(json, ['format', 'writtenFrom', 'kind', 'events']),
      ...(json['kind'] === undefined && only({ kind: kindOfOldLabel(json['label']) })),
      label: json['label'] ?? json['format'],
      file,
      text: '',
      textKind: 'none',
      ...(json['end'] === 'crash' && { hasEnded: true }),
      header: { ...pick(json, HEADER), fields: eachOf(json['fields'] ?? [], ({ key, value }) => [key, value]) },
      exception: exception && {
        ...pick(fieldsOf(exception), ['type', 'signal', 'codes', 'subtype', 'message', 'name', 'reason']),
        ...only({
          rawCodes: fieldsOf(exception)['rawCodes'] && listOf(fieldsOf(exception)['rawCodes']).map(big),
          address: big(fieldsOf(exception)['address']),
        }),
      },
      termination: termination && only({ ...fieldsOf(termination), code: big(fieldsOf(termination)['code']) }),
      applicationInfo: json['applicationInfo'] ?? [],
      applicationInfoFrom: json['applicationInfoFrom'],
      images: eachOf(json['images'], readImage),
      threads: eachOf(json['threads'], (thread) => this.#readThread(thread)),
      lastException: last && { frames: this.#readStack(fieldsOf(last)['frames']) },
      backtraces: eachOf(json['backtraces'] ?? [], ({ title, role, frames }) =>
        only({ title, role, frames: this.#readStack(frames) }),
      ),
      memoryError: readMemoryError(json['memoryError']),
      callTrees: eachOf(trees, (tree) => this.#readTree(tree)),
      sections: json['sections'] ?? [],
      problems: json['problems'] ?? [],
    }
    return only({ ...report, frameCount: this.#frames })
  }

  #readThread(thread: Fields): Fields {
    const notes = fieldsOf(thread['registerNotes'])
    const registers = isRecord(thread['registers'])
      ? Object.entries(thread['registers']).map(([name, value]) => only({ name, value: big(value), note: notes[name] }))
      : thread['registers']
    return only({
      ...pick(thread, ['id', 'unnumbered', 'name', 'queue', 'attributed', 'state', 'elided']),
      // JSON marks it as no crash, but it is still the thread that the report is about.
      crashed: thread['attributed'] === true ? true : thread['crashed'],
      registers,
      code: isRecord(thread['code']) ? readCode(thread['code']) : thread['code'],
      frames: this.#readStack(thread['frames']),
    })
  }

  #readStack(frames: unknown): unknown {
    return Array.isArray(frames) ? frames.flatMap((frame) => this.#readRows(fieldsOf(frame))) : frames
  }

  /** The rows of a frame: one for each call. */
  #readRows(frame: Fields): readonly Fields[] {
    const calls = listOf(frame['calls']).map(fieldsOf)
    if (calls.length === 0) return [this.#readRow(frame, undefined, frame['inlined'])]
    return calls.map((call, at) => this.#readRow(frame, call, at < calls.length - 1 ? true : frame['inlined']))
  }

  #readRow(frame: Fields, call: Fields | undefined, inlined: unknown): Fields {
    const image = this.#imageOf(frame)
    return only({
      id: this.#frames++,
      ...pick(frame, ['index', 'kind', 'offset', 'fromSymbol', 'script', 'language', 'disputed', 'foundBy']),
      address: big(frame['address']),
      image,
      imageName: image === undefined ? frame['image'] : undefined,
      inlined,
      symbol: call && readSymbol(call, frame),
    })
  }

  /** By its position; older documents have but the name and the UUID of the image, which may be several. */
  #imageOf({ imageIndex, image, uuid }: Fields): unknown {
    if (imageIndex !== undefined || image === undefined) return imageIndex
    const alike = [...this.#images.keys()].filter(
      (at) => this.#images[at]?.['name'] === image && this.#images[at]?.['uuid'] === uuid,
    )
    return alike.length === 1 ? alike[0] : undefined
  }

  #readTree(tree: Fields): Fields {
    // A stack of its own, because a deep recursion in the tree would exhaust the language's.
    const roots: unknown[] = []
    const open = [{ from: listOf(tree['roots']).map(fieldsOf), into: roots }]
    while (open.length > 0) {
      const { from, into } = open.pop() ?? { from: [], into: [] }
      for (const node of from) {
        const children: unknown[] = []
        const { also } = node
        into.push(
          only({
            frame: this.#readRow(node, listOf(node['calls']).map(fieldsOf).at(-1), node['inlined']),
            ...pick(node, ['count', 'self', 'blocks', 'note']),
            also: Array.isArray(also) ? also.map(big) : also,
            children,
          }),
        )
        open.push({ from: listOf(node['children']).map(fieldsOf), into: children })
      }
    }
    return only({ ...pick(tree, ['title', 'weight', 'thread', 'excerpt']), roots })
  }
}

function readCode({ address, bytes, from }: Fields): Fields {
  const isHex = typeof bytes === 'string' && /^(?:[0-9a-f]{2})*$/.test(bytes)
  const digits = isHex ? (bytes.match(/../g) ?? []) : undefined
  return { start: big(address), bytes: digits ? Uint8Array.from(digits, (pair) => parseInt(pair, 16)) : bytes, from }
}

function readImage(image: Fields, index: number): Fields {
  return only({
    index,
    ...pick(image, ['name', 'path', 'uuid', 'arch', 'size', 'version', 'bundleId', 'origin']),
    // What was inferred from symbols is inferred again.
    loadAddress: image['isInferred'] === true ? undefined : big(image['base']),
  })
}

/** A name as a report prints it. */
function readSymbol(call: Fields, { grade, own }: Fields): Fields | undefined {
  const told = call['source'] === 'described' ? (call['description'] ?? call['function']) : call['function']
  const name = call['source'] === 'report' ? (call['mangled'] ?? call['function']) : told
  if (name === '') return undefined
  // A name that is likely is told as such in the user's own code alone.
  const isOfStrangers = call['source'] === 'other-report' || fieldsOf(call['imported'])['archive'] !== undefined
  const isMarked = grade === 'doubtful' || (grade === 'likely' && (own === true || isOfStrangers))
  return only({
    name,
    ...pick(call, ['file', 'line', 'column']),
    offset: call['functionOffset'],
    marked: isMarked ? grade : undefined,
  })
}
