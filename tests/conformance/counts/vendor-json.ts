/** Counts in JSON and protobuf reports, made with plain `JSON.parse`, regular expressions and a byte walk: nothing of the parsers. */

export interface Counts {
  readonly reports: number
  readonly threads: number
  readonly frames: number
  readonly images: number
}

interface Json {
  readonly [key: string]: Json
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const list = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : []

function load(text: string): Json | undefined {
  try {
    return JSON.parse(text.replace(/,(\s*[}\]])/g, '$1')) as Json
  } catch {
    return undefined
  }
}

function add(parts: readonly Counts[]): Counts {
  return parts.reduce(
    (sum, part) => ({
      reports: sum.reports + part.reports,
      threads: sum.threads + part.threads,
      frames: sum.frames + part.frames,
      images: sum.images + part.images,
    }),
    { reports: 0, threads: 0, frames: 0, images: 0 },
  )
}

/** Images belong to every crash of a file. Undefined for text that is not whole JSON. */
export function countKscrash(text: string): Counts | undefined {
  const root = load(text)
  if (!root) return undefined
  const crashes = [root, root['recrash_report']].filter((part): part is Json => isObject(part?.['crash']))
  const images = Math.max(
    ...[root, root['recrash_report']].map(
      (part) => list(part?.['binary_images'] ?? part?.['crash']?.['binary_images']).length,
    ),
  )
  return add(
    crashes.map((part) => {
      const crash = part['crash'] ?? {}
      const threads =
        list(crash['threads']).length > 0 ? list(crash['threads']) : [crash['crashed_thread']].filter(isObject)
      const stacks = threads.map((thread) => thread['backtrace'] as unknown)
      const rows = stacks.map((stack) =>
        Array.isArray(stack) ? stack.length : list((stack as Json | undefined)?.['contents']).length,
      )
      const script = list(crash['error']?.['user_reported']?.['backtrace']).length
      return { reports: 1, threads: threads.length, frames: rows.reduce((a, b) => a + b, 0) + script, images }
    }),
  )
}

/** Frames by their one key that each has; threads where a stack does not branch. */
export function countMetrickit(text: string): Pick<Counts, 'frames'> & Partial<Counts> {
  const frames = [...text.matchAll(/"offsetIntoBinaryTextSegment"/g)].length
  const root = load(text)
  if (!root) return { frames }
  const images: number[] = []
  const walk = (value: unknown): void => {
    if (!isObject(value)) return
    const tree = (value['callStackTree'] ?? value) as unknown
    if (isObject(tree) && Array.isArray(tree['callStacks'])) {
      images.push(new Set(JSON.stringify(tree).match(/"binaryUUID":"[^"]+"/g)).size)
      return
    }
    Object.values(value).forEach(walk)
  }
  walk(root)
  return { frames, reports: images.length, images: images.reduce((a, b) => a + b, 0) }
}

/** Frames of threads; of exceptions only where no thread has them. */
export function countSentry(text: string): Counts | undefined {
  const event = load(text)
  if (!event) return undefined
  const stackOf = (part: Json): readonly Json[] => list(part['stacktrace']?.['frames'])
  const threads = list(event['threads']?.['values'])
  const exceptions = list(event['exception']?.['values'])
  const own = threads.map((thread) => {
    const thrown = exceptions.find(
      (exception) => (exception['thread_id'] as unknown) === (thread['id'] ?? thread['index']),
    )
    return stackOf(thread).length || (thrown ? stackOf(thrown).length : 0)
  })
  return {
    reports: 1,
    threads: threads.length,
    frames: own.reduce((a, b) => a + b, 0),
    images: list(event['debug_meta']?.['images']).length,
  }
}

export function countBugsnag(text: string): Counts | undefined {
  const event = load(text)
  if (!event) return undefined
  const threads = list(event['threads'])
  const rows = threads.flatMap((thread) => list(thread['stacktrace']))
  // The exception's stack is also the reporting thread's.
  const images = new Set(
    rows.filter((row) => row['machoUUID']).map((row) => JSON.stringify([row['machoUUID'], row['machoLoadAddress']])),
  )
  return { reports: 1, threads: threads.length, frames: rows.length, images: images.size }
}

export function countClsrecord(text: string): Counts {
  const records = text.split('\n').flatMap((line) => load(line) ?? [])
  const threads = records.flatMap((record) => list(record['threads']))
  const thrown = records.flatMap((record) => list(record['exception']?.['frames'])).length
  const rows = threads.reduce(
    (sum, thread) => sum + ((thread['stacktrace'] as unknown as readonly number[] | undefined)?.length ?? 0),
    0,
  )
  return {
    reports: 1,
    threads: threads.length,
    frames: rows + thrown,
    images: records.filter((record) => 'load' in record).length,
  }
}

/** Field numbers of `crash_report.proto`: 3 threads (2 frames), 4 images, 5 exception (3 frames). */
export function countPlcrash(bytes: Uint8Array): Counts {
  const top = fieldsOf(bytes, 8, bytes.length)
  const of = (number: number) => top.filter(({ field }) => field === number)
  const inside = (part: { start: number; end: number }, number: number): number =>
    fieldsOf(bytes, part.start, part.end).filter(({ field }) => field === number).length
  const frames =
    of(3).reduce((sum, part) => sum + inside(part, 2), 0) + of(5).reduce((sum, part) => sum + inside(part, 3), 0)
  return { reports: 1, threads: of(3).length, frames, images: of(4).length }
}

function fieldsOf(bytes: Uint8Array, from: number, to: number): { field: number; start: number; end: number }[] {
  const found: { field: number; start: number; end: number }[] = []
  let at = from
  const varint = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < to) {
    const tag = varint()
    const type = tag & 7
    const size = type === 2 ? varint() : type === 1 ? 8 : type === 5 ? 4 : 0
    if (type === 0) varint()
    found.push({ field: Math.floor(tag / 8), start: at, end: at + size })
    at += size
  }
  return found
}
