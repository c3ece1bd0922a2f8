/** The stacks of a report in reading order: of the thrown exception, of crashed threads, then the rest; identical ones once. */
import type { Frame, Report, Thread } from '../model/report.ts'
import { exported } from '../messages/export.ts'
import { languageTag, ownWords } from '../messages/message.ts'
import { stackTitles } from '../messages/reading.ts'
import { joined } from '../messages/joins.ts'
import { isQuotedScript } from './quoted-stack.ts'

export interface StackReading {
  readonly key: string
  readonly title: string
  readonly frames: readonly Frame[]
  readonly crashed: boolean
  /** One of those to read first. */
  readonly main: boolean
  readonly thread?: Thread
  /** Other threads with the same stack. */
  readonly twins: readonly Thread[]
}

/** Reports never change, so the stacks of each are read once in a language. */
const known = new WeakMap<Report, { readonly language: string; readonly stacks: readonly StackReading[] }>()

/** All stacks, those to read first before the others. */
export function stacksOf(report: Report): readonly StackReading[] {
  const language = languageTag()
  const before = known.get(report)
  if (before?.language === language) return before.stacks
  const stacks = readStacks(report)
  known.set(report, { language, stacks })
  return stacks
}

function readStacks(report: Report): readonly StackReading[] {
  const stacks: StackReading[] = []
  if (report.lastException) {
    const { frames } = report.lastException
    stacks.push({ key: 'last', title: stackTitles.thrown, frames, crashed: true, main: true, twins: [] })
  }
  const crashed = report.threads.filter((thread) => thread.crashed)
  for (const thread of crashed) stacks.push(readThread(thread, stacks.length, [], true))
  report.backtraces.forEach(({ title, frames }, at) =>
    stacks.push({
      key: `b${at}`,
      title: ownWords(title),
      frames,
      crashed: false,
      main: (crashed.length === 0 && at === 0) || isQuotedScript(report, frames),
      twins: [],
    }),
  )
  for (const [first, ...twins] of identicalStacks(report.threads.filter((thread) => !thread.crashed))) {
    if (first) stacks.push(readThread(first, stacks.length, twins, stacks.length === 0))
  }
  return stacks
}

/** True if there is a stack to show. In a profile, threads without frames do not count. */
export function hasStacks({ lastException, threads, backtraces, callTrees }: Report): boolean {
  if (lastException !== undefined || backtraces.length > 0) return true
  return callTrees.length > 0 ? threads.some(({ frames }) => frames.length > 0) : threads.length > 0
}

/** The thread that crashed; where a report of several processes marks several, the first with frames. */
export function crashedThread({ threads }: Report): Thread | undefined {
  const crashed = threads.filter((thread) => thread.crashed)
  return crashed.find(({ frames }) => frames.length > 0) ?? crashed[0]
}

/** The thread that shows where the program stopped: the crashed one, or the first thread of a dump without a crash. */
export function stoppedThread(report: Report): Thread | undefined {
  const crashed = crashedThread(report)
  if (crashed) return crashed.attributed ? undefined : crashed
  const [first] = report.threads
  return first?.frames[0]?.foundBy === 'registers' ? first : undefined
}

/** `Thread 3, main, com.apple.main-thread`: its number, where the report gives one, and what the report calls it; `Stack` without either. */
export function threadTitle({
  id,
  unnumbered,
  name,
  queue,
}: Pick<Thread, 'id' | 'unnumbered' | 'name' | 'queue'>): string {
  const said = name === undefined ? undefined : ownWords(name)
  const parts = unnumbered ? [said ?? stackTitles.stack, queue] : [stackTitles.thread({ id }), said, queue]
  return joined.list(parts.flatMap((text) => text || []))
}

/** Thread numbers that a title lists where many threads have one stack. */
const MOST_TWINS = 12

type Twins = Pick<StackReading, 'thread' | 'twins'>

/** The numbers of threads, each with its name unless it has the name of the thread whose stack is shown: `16 (decoder)`. */
export function twinNumbers({ thread, twins }: Twins): readonly string[] {
  return twins
    .filter(({ unnumbered }) => !unnumbered)
    .map(({ id, name = '' }) =>
      name === '' || name === thread?.name ? `${id}` : joined.aside(`${id}`, ownWords(name)),
    )
}

/** `, the same stack in threads 3, 5`: follows the title of a stack that several threads have. */
export function twinsText(stack: Twins): string {
  const { twins } = stack
  if (twins.length === 0) return ''
  const threads = twinNumbers(stack).slice(0, MOST_TWINS)
  return exported.twins({ threads, more: twins.length - threads.length })
}

/** Threads grouped by their stacks, frame for frame; a thread without frames is like no other. */
function identicalStacks(threads: readonly Thread[]): readonly (readonly Thread[])[] {
  const groups = new Map<string, Thread[]>()
  for (const [at, thread] of threads.entries()) {
    const key = thread.frames.length === 0 ? `empty ${at}` : stackKey(thread)
    const group = groups.get(key)
    if (group) group.push(thread)
    else groups.set(key, [thread])
  }
  return [...groups.values()]
}

/** Equal for identical stacks: the addresses; offsets in images or printed names where a report has no addresses. */
function stackKey({ frames }: Thread): string {
  return frames
    .map(({ address, image, imageName, offset, symbol }) =>
      address === undefined ? `${image} ${imageName} ${offset} ${symbol?.name}` : address.toString(16),
    )
    .join('\n')
}

/** `position`: among the stacks read; thread numbers may repeat in a report of several processes. */
function readThread(thread: Thread, position: number, twins: readonly Thread[], main: boolean): StackReading {
  const { frames, crashed } = thread
  return { key: `t${position}`, title: threadTitle(thread), frames, crashed, main, thread, twins }
}
