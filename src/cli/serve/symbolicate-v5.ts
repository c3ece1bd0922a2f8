/** One request of Mozilla's symbolication API, version 5 (tecken.readthedocs.io/en/latest/symbolication.html): checked, then answered. */
import { formatHex, imageOffset } from '../../core/model/address.ts'
import { hasName, parseUuid, type Call, type KnownImage } from '../../core/model/image.ts'
import type { ServedFrame, ServedPlace, ServedResult, ServedResults } from '../documents/answers.ts'
import type { Engine } from '../../core/engine-types.ts'

/** Limits of one request, far above what a profile needs. */
const MOST_JOBS = 2000
const MOST_MODULES = 10_000
const MOST_FRAMES = 1_000_000
/** Characters of a module's name or id. */
const LONGEST_NAME = 1000
const LARGEST_OFFSET = 0xfffffffe

type Module = readonly [name: string, id: string]
type Frame = readonly [module: number, offset: number]

interface Job {
  readonly modules: readonly Module[]
  readonly stacks: readonly (readonly Frame[])[]
}

/** Why a request is not answered. */
export type Refusal = 'form' | 'tooMany'

/** The jobs of a request, or why it has none; a request of one job may be the job itself. */
export function readJobs(request: unknown): readonly Job[] | Refusal {
  if (!isObject(request)) return 'form'
  const given = request['jobs'] ?? [request]
  if (!Array.isArray(given)) return 'form'
  if (given.length > MOST_JOBS) return 'tooMany'
  const jobs: Job[] = []
  let [modules, frames] = [0, 0]
  for (const job of given as readonly unknown[]) {
    const read = readJob(job)
    if (!read) return 'form'
    modules += read.modules.length
    for (const stack of read.stacks) frames += stack.length + 1
    if (modules > MOST_MODULES || frames > MOST_FRAMES) return 'tooMany'
    jobs.push(read)
  }
  return jobs
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJob(job: unknown): Job | undefined {
  if (!isObject(job)) return undefined
  const { memoryMap, stacks } = job
  if (!isListOf(memoryMap, isModule)) return undefined
  const isFrame = (value: unknown): value is Frame =>
    isPair(value) && isCount(value[0], memoryMap.length - 1) && isCount(value[1], Number.MAX_SAFE_INTEGER)
  const isStack = (value: unknown): value is readonly Frame[] => isListOf(value, isFrame)
  return isListOf(stacks, isStack) ? { modules: memoryMap, stacks } : undefined
}

const isListOf = <T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] =>
  Array.isArray(value) && value.every(is)
const isPair = (value: unknown): value is readonly [unknown, unknown] => Array.isArray(value) && value.length === 2
const isName = (value: unknown): boolean => typeof value === 'string' && value.length <= LONGEST_NAME
const isModule = (value: unknown): value is Module => isPair(value) && value.every(isName)
/** -1 as a module means that the frame is in none. */
const isCount = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= -1 && value <= most

/** The answer to each job. */
export async function answerJobs(engine: Engine, jobs: readonly Job[]): Promise<ServedResults> {
  // Errors show in the answer: their images are not found.
  await engine.find(jobs.flatMap(({ modules }) => modules.flatMap(([, id]) => parseUuid(id) ?? [])))
  const images = await engine.images()
  const results: ServedResult[] = []
  for (const job of jobs) results.push(await answerJob(engine, images, job))
  return { results }
}

async function answerJob(
  engine: Engine,
  images: readonly KnownImage[],
  { modules, stacks }: Job,
): Promise<ServedResult> {
  const wanted = modules.map(() => new Set<number>())
  for (const [module, offset] of stacks.flat()) wanted[module]?.add(offset)
  const found: [string, boolean | null][] = []
  const calls: ReadonlyMap<number, readonly Call[]>[] = []
  for (const [at, [name, id]] of modules.entries()) {
    const uuid = parseUuid(id)
    const image =
      images.find((one) => one.uuid === uuid && isNamed(one, name)) ?? images.find((one) => one.uuid === uuid)
    const offsets = [...(wanted[at] ?? [])].filter((offset) => offset >= 0 && offset <= LARGEST_OFFSET)
    const key = `${name}/${id}`
    // null: no frame is in this module, so it was not searched.
    found.push([key, (wanted[at]?.size ?? 0) === 0 ? null : image !== undefined])
    const answer =
      image && offsets.length > 0 ? await engine.lookup({ key: image, offsets: offsets.map(imageOffset) }) : undefined
    calls.push(new Map(answer?.ok ? offsets.map((offset, place) => [offset, answer.value[place] ?? []]) : []))
  }
  return {
    stacks: stacks.map((stack) =>
      stack.map(([module, offset], frame) => ({
        frame,
        module: modules[module]?.[0] ?? '',
        module_offset: offset < 0 ? '-0x1' : formatHex(offset),
        ...named(calls[module]?.get(offset) ?? []),
      })),
    ),
    found_modules: Object.fromEntries(found),
  }
}

const isNamed = ({ name }: KnownImage, asked: string): boolean => name === asked

/** The function itself with its own place, and the calls inlined into it, from inside to outside. */
function named(chain: readonly Call[]): Partial<ServedFrame> {
  const outer = chain.at(-1)
  if (!outer || !hasName(outer)) return {}
  const inlines = chain.slice(0, -1).map((call) => ({ function: call.function, ...placeOf(call) }))
  return {
    function: outer.function,
    function_offset: formatHex(outer.functionOffset ?? 0),
    ...(outer.functionSize !== undefined && { function_size: formatHex(outer.functionSize) }),
    ...placeOf(outer),
    ...(inlines.length > 0 && { inlines }),
  }
}

const placeOf = ({ file, line }: Call): ServedPlace => ({
  ...(file !== undefined && { file }),
  ...(line !== undefined && { line }),
})
