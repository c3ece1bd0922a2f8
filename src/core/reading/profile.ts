/** A profile of time or memory: a track for each call tree or thread of the report, with calls merged by function. */
import { ownWords } from '../messages/message.ts'
import { imageNameOf } from '../model/frames.ts'
import type { CallTree, CallTreeNode, Frame, Grade, Report, SymbolicatedReport, Thread } from '../model/report.ts'
import { profiles } from '../messages/reading.ts'
import { activityByNames, activityByState, activityByStates, endsByNames, withoutWork } from './activity.ts'
import { CallsBuilder, mergeCalls, weightOf, type Calls } from './calls.ts'
import type { Category } from './categories.ts'
import { isWaiting } from './doing.ts'
import { isNamedByGuess, linesOf, type Demangle, type FrameLine, type NameStyle } from './lines.ts'
import { isOwnFrame, isSurelySystem, isSystemFrame } from './own-code.ts'
import { ownSamples, timesOfRows, timesOfSamples, type SeenRow, type TrackTimes } from './sample-times.ts'
import { shownLevel } from './shown-grade.ts'
import { stacksOf, threadTitle } from './stacks.ts'
import { runsInOrder, stateRunOf, type StateRun } from './states.ts'
import { finish } from './steps.ts'

/**
 * A function of a profile. Functions of one name in different images are separate. So are a sure and an unsure name: a guess never
 * counts as that function.
 */
export interface ProfiledFunction {
  readonly name: string
  readonly image: string
  /** The user's own code. */
  readonly own: boolean
  readonly category: Category
  /** The first frame that it was seen in. */
  readonly frame: Frame
  /** The grade of its name, where the name gets a mark. */
  readonly level?: Exclude<Grade['level'], 'exact'>
}

export interface Track {
  /** Its place in the report. */
  readonly position: number
  readonly title: string
  /** `Shop [123]`, in a report of several processes. */
  readonly process?: string
  /** The report is about this track's process. */
  readonly about: boolean
  /** Other tracks have its samples, too: a heaviest stack. */
  readonly excerpt: boolean
  readonly weight: string
  readonly total: number
  /** The part of `total` in which it worked: by its states, else outside calls that wait. */
  readonly busy: number
  /** The part of `total` with no evidence of work or wait. */
  readonly unknown: number
  readonly calls: Calls
  /** What a sample that ended in a call tells of the thread, by its name. */
  readonly ends: Uint8Array
  /** The thread's states in the order of time; absent where the report has none. */
  readonly states?: readonly StateRun[]
  /** When each sample was taken; absent unless the report says so of all of them. */
  readonly times?: TrackTimes
}

export interface Profile {
  readonly functions: readonly ProfiledFunction[]
  /** Those of the process that the report is about first, then the busiest processes; in each, the busiest first. */
  readonly tracks: readonly Track[]
}

/** How names are written. */
export interface ProfileNames {
  readonly style?: NameStyle
  readonly demangle?: Demangle | undefined
  /** Stacks that are not threads are tracks, too: where an exception was thrown, backtraces. */
  readonly allStacks?: boolean
}

/** Rows between two pauses, so that a page can do something else. */
const STEP = 256

/** Reads a profile at once. */
export function profileOf(symbolicated: SymbolicatedReport, names: ProfileNames = {}): Profile {
  return finish(readProfile(symbolicated, names))
}

/** Reads a profile in steps of about a tenth of a millisecond. */
export function* readProfile(
  symbolicated: SymbolicatedReport,
  names: ProfileNames = {},
): Generator<undefined, Profile, void> {
  const table = new FunctionTable(symbolicated, names)
  const { report } = symbolicated
  const isSnapshot = report.callTrees.length === 0
  const trees = [
    ...(isSnapshot ? report.threads.flatMap(asTree) : report.callTrees),
    ...(names.allStacks === true ? otherStacks(report) : []),
  ]
  const drafts: Draft[] = []
  // One count for all trees: a report of thousands of processes has mostly small ones.
  const pace = { rows: 0 }
  for (const tree of trees) drafts.push(yield* readTree(tree, drafts.length, table, report, pace))
  const flags = table.flags()
  const hasStates = drafts.some(({ states }) => states !== undefined)
  const tracks: Track[] = []
  for (const draft of drafts) {
    const total = weightOf(draft.calls)
    const thread = isSnapshot ? report.threads[trees[draft.position]?.thread ?? -1] : undefined
    const stated = thread && activityByState(thread, total)
    const byState = draft.states ? activityByStates(draft.states, total) : stated
    const named = endsByNames(draft.calls, flags.waits, flags.nameless)
    // Where other threads have states, one without any was not seen at work.
    const ends = hasStates ? withoutWork(named) : named
    tracks.push({ ...draft, total, ends, ...(byState ?? activityByNames(draft.calls, ends)) })
    pace.rows += draft.calls.length
    if (pace.rows < STEP) continue
    pace.rows = 0
    yield
  }
  return { functions: table.functions, tracks: inOrder(tracks) }
}

type Draft = Omit<Track, 'total' | 'busy' | 'unknown' | 'ends'>

/** A thread of a snapshot is a tree of one sample. */
function asTree(thread: Thread, position: number): CallTree[] {
  const roots = rootsOf(thread.frames)
  return roots.length > 0 ? [{ title: threadTitle(thread), weight: profiles.samples, thread: position, roots }] : []
}

function otherStacks(report: Report): CallTree[] {
  return stacksOf(report)
    .filter(({ thread, frames }) => !thread && frames.length > 0)
    .map(({ title, frames }) => ({ title, weight: profiles.samples, roots: rootsOf(frames) }))
}

/** A stack, innermost frame first, as a tree without branches. */
function rootsOf(frames: readonly Frame[]): CallTreeNode[] {
  let below: CallTreeNode | undefined
  for (const frame of frames) below = { frame, count: 1, children: below ? [below] : [] }
  return below ? [below] : []
}

function* readTree(
  tree: CallTree,
  position: number,
  table: FunctionTable,
  report: Report,
  pace: { rows: number },
): Generator<undefined, Draft, void> {
  const builder = new CallsBuilder()
  const runs: StateRun[] = []
  const seen: SeenRow[] = []
  /** The call of each row, where samples name rows. */
  const rows: number[] = []
  const open = [{ nodes: tree.roots, next: 0, caller: -1 }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.nodes[top.next++]
    if (!node) {
      open.pop()
      continue
    }
    let call = top.caller
    for (const fn of table.functionsOf(node.frame)) call = builder.child(call, fn)
    builder.add(call, selfOf(node))
    if (tree.times) rows.push(call)
    const run = node.note === undefined ? undefined : stateRunOf(node.note)
    if (run) runs.push(run)
    for (const samples of ownSamples(node)) seen.push({ call, ...samples })
    if (node.children.length > 0) open.push({ nodes: node.children, next: 0, caller: call })
    if (++pace.rows < STEP) continue
    pace.rows = 0
    yield
  }
  const process = processIn(tree, report)
  const calls = builder.finish()
  const times = tree.times
    ? timesOfSamples(tree.times, Int32Array.from(rows))
    : timesOfRows(seen, tree.weight === 'samples' ? weightOf(calls) : -1)
  return {
    position,
    title: ownWords(tree.title),
    ...(process !== undefined && { process }),
    about: process === undefined || isAbout(process, report),
    excerpt: tree.excerpt === true,
    weight: tree.weight,
    calls,
    ...(times && { times }),
    ...(runs.length > 0 && { states: runsInOrder(runs) }),
  }
}

/** Weight that ended in a call: its count without those of its callees, which may add up to more where rows are damaged. */
function selfOf({ count, children }: CallTreeNode): number {
  const below = children.reduce((sum, child) => sum + weightFrom(child.count), 0)
  return Math.max(0, weightFrom(count) - below)
}

/** Reports may print anything. */
const weightFrom = (count: number): number => (count > 0 && count < Infinity ? count : 0)

/** Readers of reports on several processes begin titles of trees and names of threads with the process: `Shop [123]`. */
function processIn({ title, thread }: CallTree, { callTrees, threads }: Report): string | undefined {
  const text = callTrees.length > 0 || thread === undefined ? title : (threads[thread]?.name ?? '')
  return /^(?:Powerstats for )?([^\n]{1,200}? \[\d+\])(?= |$)/.exec(text)?.[1]
}

function isAbout(process: string, { header }: Report): boolean {
  if (header.pid !== undefined) return process.endsWith(`[${header.pid}]`)
  return header.process !== undefined && process.startsWith(`${header.process} [`)
}

/** Stable: equal tracks stay in the report's order. */
function inOrder(tracks: readonly Track[]): readonly Track[] {
  const busy = new Map<string | undefined, number>()
  for (const { process, busy: own, excerpt } of tracks)
    busy.set(process, (busy.get(process) ?? 0) + (excerpt ? 0 : own))
  const places = new Map(
    [...busy].sort(([, a], [, b]) => b - a).map(([process], place): [string | undefined, number] => [process, place]),
  )
  return [...tracks].sort(
    (a, b) =>
      Number(b.about) - Number(a.about) ||
      (places.get(a.process) ?? 0) - (places.get(b.process) ?? 0) ||
      Number(a.excerpt) - Number(b.excerpt) ||
      b.busy - a.busy,
  )
}

/** The tracks that can be added up: those with the unit of the first one, and no excerpts where the whole is there. */
export function countedTracks(tracks: readonly Track[]): readonly Track[] {
  const whole = tracks.some(({ excerpt }) => !excerpt) ? tracks.filter(({ excerpt }) => !excerpt) : tracks
  return whole.filter(({ weight }) => weight === whole[0]?.weight)
}

/** Tracks as one tree. */
export function mergedTracks(tracks: readonly Track[]): Calls {
  return mergeCalls(countedTracks(tracks).map(({ calls }) => calls))
}

/** Flags of the functions whose name or image contains a text, whatever its case. */
export function functionsLike(functions: readonly ProfiledFunction[], text: string): Uint8Array {
  const wanted = text.trim().toLowerCase()
  const isLike = ({ name, image }: ProfiledFunction): boolean =>
    name.toLowerCase().includes(wanted) || image.toLowerCase().includes(wanted)
  return Uint8Array.from(functions, (fn) => (wanted !== '' && isLike(fn) ? 1 : 0))
}

/** Numbers the functions of frames. */
class FunctionTable {
  readonly functions: ProfiledFunction[] = []
  readonly #known = new Map<string, number>()
  readonly #waits: boolean[] = []
  readonly #nameless: boolean[] = []
  readonly #symbolicated: SymbolicatedReport
  readonly #names: ProfileNames

  constructor(symbolicated: SymbolicatedReport, names: ProfileNames) {
    this.#symbolicated = symbolicated
    this.#names = names
  }

  /** The functions of a frame, the outermost first: inlined calls are calls. */
  functionsOf(frame: Frame): number[] {
    const { style, demangle } = this.#names
    const image = imageNameOf(this.#symbolicated.report, frame)
    const level = shownLevel(this.#symbolicated, frame)
    // Many functions get the same nearest label: frames of one address are one of them.
    const guess = level === 'doubtful' && isNamedByGuess(this.#symbolicated, frame) ? ` ${frame.address}` : ''
    return linesOf(this.#symbolicated, frame, style, demangle)
      .map((line) => this.#numberOf(line, image, frame, level, guess))
      .reverse()
  }

  #numberOf(
    { name, named }: FrameLine,
    image: string,
    frame: Frame,
    level: ProfiledFunction['level'],
    guess: string,
  ): number {
    const key = `${image}\n${name}\n${level ?? ''}${guess}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const own = isOwnFrame(this.#symbolicated, frame)
    // A guessed name is no evidence of a wait.
    const waits = named && guess === '' && isWaiting(name)
    this.#waits.push(waits)
    this.#nameless.push(!named || guess !== '')
    this.#known.set(key, this.functions.length)
    const category = waits ? 'waiting' : own ? 'own' : this.#ownerOf(frame)
    return this.functions.push({ name, image, own, category, frame, ...(level && { level }) }) - 1
  }

  /** Of code that is not the user's. */
  #ownerOf(frame: Frame): Category {
    if (isSurelySystem(this.#symbolicated, frame) || isSystemFrame(this.#symbolicated, frame)) return 'system'
    return frame.image === undefined && frame.imageName === undefined ? 'unknown' : 'library'
  }

  /** A flag a function: it waits; it has no name. */
  flags(): { readonly waits: Uint8Array; readonly nameless: Uint8Array } {
    return { waits: Uint8Array.from(this.#waits, Number), nameless: Uint8Array.from(this.#nameless, Number) }
  }
}
