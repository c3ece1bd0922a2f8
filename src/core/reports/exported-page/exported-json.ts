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
import { omitUndefined } from '../base/omit-undefined.ts'

/** The newest shape of documents that is read. Documents without a number are read as this one, and so are older ones. */
const NEWEST_SCHEMA = 2
/** The begin of a document: its reports, each with the source or the format first. */
const HEAD = /^\s*\{\s*(?:"schema"\s*:\s*(\d{1,4})\s*,\s*)?"reports"\s*:\s*\[\s*\{\s*(?:"source"|"format")\s*:/
const HEAD_BYTES = 4096

export const exportedJsonFormat: ReportFormat = {
  id: 'exported-json',
  label: 'JSON written by Unslide',
  verbatim: true,
  sniff: ({ bytes }) => HEAD.test(new TextDecoder('utf-8').decode(bytes.subarray(0, HEAD_BYTES))),
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
  return success(recordsOf(reports))
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})
const recordsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
/** Non-arrays are passed through; the shape check rejects them. */
const eachOf = (value: unknown, read: (one: Fields, at: number) => unknown): unknown =>
  Array.isArray(value) ? value.map((one, at) => read(fieldsOf(one), at)) : value

/** `"0x104cc8000"` as a number, with or without a minus. Any other value is passed through, as by `eachOf`. */
function fromHex(value: unknown): unknown {
  const hex = typeof value === 'string' ? /^(-?)(0x[0-9a-f]{1,16})$/i.exec(value) : null
  if (!hex) return value
  const number = BigInt(hex[2] ?? '')
  return hex[1] === '-' ? -number : number
}

const pick = (fields: Fields, keys: readonly string[]): Fields =>
  omitUndefined(Object.fromEntries(keys.map((key) => [key, fields[key]])))

function readException(exception: Fields): Fields {
  const { rawCodes, address } = exception
  return {
    ...pick(exception, ['type', 'signal', 'codes', 'subtype', 'message', 'name', 'reason']),
    ...omitUndefined({
      rawCodes: rawCodes && (Array.isArray(rawCodes) ? rawCodes : []).map(fromHex),
      address: fromHex(address),
    }),
  }
}

function readMemoryError(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { faultAddress, objectAddress, size, ...others } = value
  return omitUndefined({
    ...others,
    faultAddress: fromHex(faultAddress),
    objectAddress: fromHex(objectAddress),
    size: Number.isSafeInteger(size) ? BigInt(size as number) : size,
  })
}

/** Fields of a report's header that stand beside it in the document. */
const HEADER_KEYS = [
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

/** Reads one report. Each gets a reader of its own, because frames are numbered as they come, from 0 in each report. */
class JsonReader {
  #frames = 0
  #images: readonly Fields[] = []

  read(file: string, json: Fields): Fields {
    const { exception, termination, lastExceptionBacktrace: last } = json
    this.#images = recordsOf(json['images'])
    // Older documents have one tree, and the label of a kind in place of its word.
    const trees = json['callTrees'] ?? (json['callTree'] === undefined ? [] : [json['callTree']])
    const report = {
      ...pick(json, ['format', 'writtenFrom', 'kind', 'events']),
      ...(json['kind'] === undefined && omitUndefined({ kind: kindOfOldLabel(json['label']) })),
      label: json['label'] ?? json['format'],
      file,
      text: '',
      textKind: 'none',
      ...(json['end'] === 'crash' && { hasEnded: true }),
      header: { ...pick(json, HEADER_KEYS), fields: eachOf(json['fields'] ?? [], ({ key, value }) => [key, value]) },
      exception: exception && readException(fieldsOf(exception)),
      termination:
        termination && omitUndefined({ ...fieldsOf(termination), code: fromHex(fieldsOf(termination)['code']) }),
      applicationInfo: json['applicationInfo'] ?? [],
      applicationInfoFrom: json['applicationInfoFrom'],
      images: eachOf(json['images'], readImage),
      threads: eachOf(json['threads'], (thread) => this.#readThread(thread)),
      lastException: last && { frames: this.#readStack(fieldsOf(last)['frames']) },
      backtraces: eachOf(json['backtraces'] ?? [], ({ title, role, frames }) =>
        omitUndefined({ title, role, frames: this.#readStack(frames) }),
      ),
      memoryError: readMemoryError(json['memoryError']),
      callTrees: eachOf(trees, (tree) => this.#readTree(tree)),
      sections: json['sections'] ?? [],
      problems: json['problems'] ?? [],
    }
    return omitUndefined({ ...report, frameCount: this.#frames })
  }

  #readThread(thread: Fields): Fields {
    const notes = fieldsOf(thread['registerNotes'])
    const registers = isRecord(thread['registers'])
      ? Object.entries(thread['registers']).map(([name, value]) =>
          omitUndefined({ name, value: fromHex(value), note: notes[name] }),
        )
      : thread['registers']
    return omitUndefined({
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

  /** A frame of the document has all calls that are inlined into one another; a report has a frame for each, the innermost first. */
  #readRows(frame: Fields): readonly Fields[] {
    const calls = recordsOf(frame['calls'])
    if (calls.length === 0) return [this.#readRow(frame, undefined, frame['inlined'])]
    const outermost = calls.length - 1
    return calls.map((call, at) => this.#readRow(frame, call, at < outermost ? true : frame['inlined']))
  }

  /** `call` is undefined for a frame without a name. */
  #readRow(frame: Fields, call: Fields | undefined, inlined: unknown): Fields {
    const image = this.#imageOf(frame)
    return omitUndefined({
      id: this.#frames++,
      ...pick(frame, ['index', 'kind', 'offset', 'fromSymbol', 'script', 'language', 'disputed', 'foundBy']),
      address: fromHex(frame['address']),
      image,
      imageName: image === undefined ? frame['image'] : undefined,
      inlined,
      symbol: call && readSymbol(call, frame),
    })
  }

  /** The position of the frame's image. Older documents give the name and the UUID alone, which several images may share. */
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
    const open = [{ from: recordsOf(tree['roots']), into: roots }]
    while (open.length > 0) {
      const { from, into } = open.pop() ?? { from: [], into: [] }
      for (const node of from) {
        const children: unknown[] = []
        const { also } = node
        into.push(
          omitUndefined({
            // A node of a tree is one function: the outermost of its calls.
            frame: this.#readRow(node, recordsOf(node['calls']).at(-1), node['inlined']),
            ...pick(node, ['count', 'self', 'blocks', 'note']),
            also: Array.isArray(also) ? also.map(fromHex) : also,
            children,
          }),
        )
        open.push({ from: recordsOf(node['children']), into: children })
      }
    }
    return omitUndefined({ ...pick(tree, ['title', 'weight', 'thread', 'excerpt']), roots })
  }
}

function readCode({ address, bytes, from }: Fields): Fields {
  const isHex = typeof bytes === 'string' && /^(?:[0-9a-f]{2})*$/.test(bytes)
  const digits = isHex ? (bytes.match(/../g) ?? []) : undefined
  return {
    start: fromHex(address),
    bytes: digits ? Uint8Array.from(digits, (pair) => parseInt(pair, 16)) : bytes,
    from,
  }
}

function readImage(image: Fields, index: number): Fields {
  return omitUndefined({
    index,
    ...pick(image, ['name', 'path', 'uuid', 'arch', 'size', 'version', 'bundleId', 'origin']),
    // What was inferred from symbols is inferred again.
    loadAddress: image['isInferred'] === true ? undefined : fromHex(image['base']),
  })
}

/** The text that names a call: a description in place of a name, or the name that the report itself printed. */
function nameOf(call: Fields): unknown {
  switch (call['source']) {
    case 'described':
      return call['description'] ?? call['function']
    case 'report':
      return call['mangled'] ?? call['function']
    default:
      return call['function']
  }
}

/** A name as a report prints it; undefined for a call without one. */
function readSymbol(call: Fields, { grade, own }: Fields): Fields | undefined {
  const name = nameOf(call)
  if (name === '') return undefined
  // As `shownGrade` marks names: a likely one in the user's own code, or where other reports or the archive gave it.
  const isFromOthers = call['source'] === 'other-report' || fieldsOf(call['imported'])['archive'] !== undefined
  const isMarked = grade === 'doubtful' || (grade === 'likely' && (own === true || isFromOthers))
  return omitUndefined({
    name,
    ...pick(call, ['file', 'line', 'column']),
    offset: call['functionOffset'],
    marked: isMarked ? grade : undefined,
  })
}
