/** Follows waits from thread to thread: chains to their end, and circles, which are deadlocks. Linear in the number of waits. */
import { ownWords } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import type { ClaimGrade, Report } from '../model/report.ts'
import type { SampleRun, Wait } from '../model/wait.ts'
import { waitWords } from '../messages/waits.ts'

/** A thread or process in a chain, and the wait that leads on to the next. */
export interface WaitLink {
  /** `Shop [42] · Thread 0x1f3 · main`; only the process where the report names no thread. */
  readonly title: string
  /** Position in `Report.threads`. */
  readonly thread?: number
  /** The object of the wait, in the report's words; absent for the last link of a chain. */
  readonly text?: string
}

export interface WaitChain {
  /** The first of it, up to `MOST_LINKS`. */
  readonly links: readonly WaitLink[]
  /** How many links it has in all. */
  readonly length: number
}

/** A circle: the last link waits for the first. */
export interface Deadlock extends WaitChain {
  /** `proved`: one sample saw all waits, or the report calls it a deadlock; `likely`: the report lacks the samples of a wait. */
  readonly grade: ClaimGrade
}

export interface WaitsReading {
  readonly deadlocks: readonly Deadlock[]
  /** Longest first; none is the end of another one. */
  readonly chains: readonly WaitChain[]
  /** Waits that no named thread or process can end, counted by their kind; most first. */
  readonly others: readonly { readonly what: string; readonly count: number }[]
}

/** Limit on the links of a chain that a reading has. */
export const MOST_LINKS = 50

interface Step {
  readonly wait: Wait
  /** The node waited for. */
  readonly to: string
}

const nodeOfThread = (id: number): string => `t${id}`

/** The waits of a report; undefined for none. */
export function waitsOf(report: Report): WaitsReading | undefined {
  const { waits } = report
  if (!waits || waits.length === 0) return undefined
  const links = new LinkTable(report)
  const steps = new Map<string, Step>()
  const others = new Map<string, number>()
  for (const wait of waits) {
    const to = targetOf(wait)
    if (to === undefined) {
      const what = kindOf(wait.text)
      others.set(what, (others.get(what) ?? 0) + 1)
      continue
    }
    const from = nodeOfThread(wait.id)
    links.add(from, to, wait)
    const known = steps.get(from)
    if (!known || isBetter(wait, known.wait)) steps.set(from, { wait, to })
  }
  const { circles, inCircle } = findCircles(steps)
  return {
    deadlocks: circles.flatMap((circle) => deadlockOf(circle, steps, links)),
    chains: chainsOf(steps, inCircle, links),
    others: [...others].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count),
  }
}

/** The wait of the thread that a runtime calls main, in a dump of all threads; a report with samples tells more of it. */
export function mainWaitOf(report: Report): { readonly text: string; readonly holder: string } | undefined {
  if (report.callTrees.length > 0) return undefined
  const main = report.threads.findIndex(({ name }) => name === 'main')
  const wait = main < 0 ? undefined : report.waits?.find(({ thread }) => thread === main)
  const to = wait && targetOf(wait)
  if (!wait || to === undefined) return undefined
  const links = new LinkTable(report)
  links.add(nodeOfThread(wait.id), to, wait)
  return { text: wait.text, holder: links.link(to, undefined).title }
}

function targetOf({ on }: Wait): string | undefined {
  if (on?.id !== undefined) return nodeOfThread(on.id)
  return on?.process === undefined ? undefined : `p${on.process}`
}

/** Chooses among a thread's waits: a direct target before the end of a chain, a thread before a process, the longer wait before a shorter one. */
function isBetter(wait: Wait, than: Wait): boolean {
  const rank = ({ on, seen = [] }: Wait): readonly number[] => [
    (on?.hops ?? 1) > 1 ? 1 : 0,
    on?.id === undefined ? 1 : 0,
    -seen.reduce((sum, { first, last }) => sum + last - first + 1, 0),
  ]
  const [mine, other] = [rank(wait), rank(than)]
  const at = mine.findIndex((value, place) => value !== other[place])
  return at >= 0 && (mine[at] ?? 0) < (other[at] ?? 0)
}

/** `mach_msg receive on port set` of `mach_msg receive on port set 0xc7477d16`. */
function kindOf(text: string): string {
  return text.replace(/ (?:port )?0x[0-9a-f]+.*$| \(owner .*$|,? with unknown owner$/i, '').slice(0, 80)
}

/** Each thread has one next step, so each circle is found once. */
function findCircles(steps: ReadonlyMap<string, Step>): {
  readonly circles: readonly (readonly string[])[]
  readonly inCircle: ReadonlySet<string>
} {
  const walk = new Map<string, number>()
  const circles: string[][] = []
  const inCircle = new Set<string>()
  let round = 0
  for (const start of steps.keys()) {
    round++
    const path: string[] = []
    let node: string | undefined = start

    while (node !== undefined && !walk.has(node)) {
      walk.set(node, round)
      path.push(node)
      node = steps.get(node)?.to
    }
    if (node === undefined || walk.get(node) !== round) continue
    const circle = path.slice(path.indexOf(node))
    circles.push(circle)
    for (const one of circle) inCircle.add(one)
  }
  return { circles, inCircle }
}

/** The deadlock of a circle; none where the report shows that its waits were not simultaneous. */
function deadlockOf(circle: readonly string[], steps: ReadonlyMap<string, Step>, links: LinkTable): Deadlock[] {
  const waits = circle.flatMap((node) => steps.get(node)?.wait ?? [])
  const isStated = waits.some(({ isToldDeadlock }) => isToldDeadlock)
  if (!isStated && !haveCommonSample(waits)) return []
  const isProved = isStated || waits.every(({ isPartly }) => !isPartly)
  const shown = circle.slice(0, MOST_LINKS).map((node) => links.link(node, steps.get(node)))
  return [{ links: shown, length: circle.length, grade: isProved ? 'proved' : 'likely' }]
}

/** The samples that may have seen several waits: nothing for all of them, as in a report of one moment. */
interface Shared {
  readonly seen?: readonly SampleRun[]
  /** How many of the waits were in some unknown samples only. */
  readonly partly: number
}
const ALL_SAMPLES: Shared = { partly: 0 }

/** The samples that may have seen this wait, too; undefined for none. */
function sharedWith({ seen, partly }: Shared, wait: Wait): Shared | undefined {
  const common = seen && wait.seen ? overlap(seen, wait.seen) : (seen ?? wait.seen)
  if (wait.seen && common?.length === 0) return undefined
  return { ...(common && { seen: common }), partly: partly + (wait.isPartly ? 1 : 0) }
}

/** True if one sample may have seen all of these waits. */
function haveCommonSample(waits: readonly Wait[]): boolean {
  let shared: Shared | undefined = ALL_SAMPLES
  for (const wait of waits) shared = shared && sharedWith(shared, wait)
  return shared !== undefined
}

/** The samples in both of two ascending lists of runs. */
function overlap(one: readonly SampleRun[], other: readonly SampleRun[]): readonly SampleRun[] {
  const common: SampleRun[] = []
  let [a, b] = [0, 0]
  while (a < one.length && b < other.length) {
    const [mine, theirs] = [one[a], other[b]]
    if (!mine || !theirs) break
    const [first, last] = [Math.max(mine.first, theirs.first), Math.min(mine.last, theirs.last)]
    if (first <= last) common.push({ first, last })
    if (mine.last < theirs.last) a++
    else b++
  }
  return common
}

/**
 * From each thread that nobody waits for, to the end or into a circle. A chain ends where no sample can have seen the next wait with those
 * before it, and another chain begins there.
 */
function chainsOf(steps: ReadonlyMap<string, Step>, inCircle: ReadonlySet<string>, links: LinkTable): WaitChain[] {
  const awaited = new Set([...steps.values()].map(({ to }) => to))
  const lengths = lengthsOf(steps, inCircle)
  const starts = new Set([...steps.keys()].filter((node) => !awaited.has(node) && !inCircle.has(node)))
  const chains: WaitChain[] = []
  // A set goes on with what is added while it is read; each node is in it once.
  for (const start of starts) {
    const { nodes, isBroken } = walkOf(start, steps, inCircle)
    const last = nodes.at(-1)
    if (isBroken && last !== undefined) starts.add(last)
    const shown = nodes.map((node) =>
      links.link(node, (isBroken && node === last) || inCircle.has(node) ? undefined : steps.get(node)),
    )
    chains.push({ links: shown, length: isBroken ? shown.length : (lengths.get(start) ?? shown.length) })
  }
  return chains.sort((a, b) => b.length - a.length)
}

/** The first nodes of a chain. It is broken where the own wait of its last node was at another time. */
function walkOf(
  start: string,
  steps: ReadonlyMap<string, Step>,
  inCircle: ReadonlySet<string>,
): { readonly nodes: readonly string[]; readonly isBroken: boolean } {
  const nodes: string[] = []
  let shared = ALL_SAMPLES
  let node: string | undefined = start
  for (let link = 0; link < MOST_LINKS && node !== undefined; link++) {
    nodes.push(node)
    const step: Step | undefined = inCircle.has(node) ? undefined : steps.get(node)
    const next: Shared | undefined = step && sharedWith(shared, step.wait)
    // Of waits in unknown samples no two need have been at one time.
    if (step && (!next || next.partly > 1)) return { nodes, isBroken: true }
    shared = next ?? shared
    node = step?.to
  }
  return { nodes, isBroken: false }
}

/** Links from each node to the end of its chain; the circle that a chain ends in counts as one. */
function lengthsOf(steps: ReadonlyMap<string, Step>, inCircle: ReadonlySet<string>): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>()
  for (const start of steps.keys()) {
    const path: string[] = []
    let node: string | undefined = start

    while (node !== undefined && !lengths.has(node) && !inCircle.has(node)) {
      path.push(node)
      node = steps.get(node)?.to
    }
    let length = node === undefined ? 0 : (lengths.get(node) ?? 1)
    if (node !== undefined) lengths.set(node, length)
    for (const one of path.reverse()) lengths.set(one, ++length)
  }
  return lengths
}

/** Titles of the nodes. */
class LinkTable {
  readonly #report: Report
  readonly #known = new Map<string, { readonly id?: number; readonly thread?: number; readonly process?: string }>()

  readonly #links = new Map<string, WaitLink>()

  constructor(report: Report) {
    this.#report = report
  }

  add(from: string, to: string, { id, thread, process, on }: Wait): void {
    this.#known.set(from, { id, ...(thread !== undefined && { thread }), ...(process !== undefined && { process }) })
    if (on && !this.#known.has(to)) this.#known.set(to, on)
  }

  /** One object for each node: thousands of chains may share their end. */
  link(node: string, step: Step | undefined): WaitLink {
    const key = step ? node : `${node} ends`
    const link = this.#links.get(key) ?? this.#make(node, step)
    this.#links.set(key, link)
    return link
  }

  #make(node: string, step: Step | undefined): WaitLink {
    const { id, thread, process } = this.#known.get(node) ?? {}
    const listed = thread === undefined ? undefined : this.#report.threads[thread]
    const named = listed?.name?.startsWith(process ?? '\0') ? listed.name.slice(process?.length ?? 0) : listed?.name
    // Spindumps print numbers of threads so; dumps of a runtime are of one process, and name none.
    const isHex = this.#report.textKind === 'rows' && process !== undefined
    const parts = [
      process,
      id === undefined || listed?.unnumbered
        ? undefined
        : waitWords.thread({ number: isHex ? formatHex(BigInt(id)) : String(id) }),
      named?.trim() || listed?.queue,
    ]
    const title = parts.filter((part) => part !== undefined && part !== '').join(' · ')
    return { title, ...(thread !== undefined && { thread }), ...(step && { text: ownWords(step.wait.text) }) }
  }
}
