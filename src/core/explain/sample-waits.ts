/** Checks whether all samples of a main thread wait at one place: for a lock, in a call into the system that blocks, or for the next event. */
import type { Samples } from '../messages/explain/ends.ts'
import { imageNameOf } from '../model/frames.ts'
import type { CallTree, CallTreeNode, SymbolicatedReport } from '../model/report.ts'
import { heaviestPath } from '../reading/call-tree.ts'
import { trustedCalls } from '../reading/lines.ts'
import { NO_NAME } from '../reading/values.ts'
import type { Found } from './fact.ts'
import { sign } from './statement.ts'
import { isBlockingName, isEventWaitName, isLockName } from './waiting.ts'

/** Smallest share of the samples that must be in one call. */
const MOST = 0.95
const FEWEST_SAMPLES = 10

const nameOf = (symbolicated: SymbolicatedReport, { frame }: CallTreeNode): string | undefined =>
  trustedCalls(symbolicated, frame)[0]?.function ?? frame.symbol?.name

const isOfNoImage = ({ report }: SymbolicatedReport, { frame }: CallTreeNode): boolean =>
  ['', NO_NAME].includes(imageNameOf(report, frame))

/** The trees of the program that the report is about; all trees where none says which process it is of. */
function ownTrees({ callTrees, header }: SymbolicatedReport['report']): readonly CallTree[] {
  const isOfProcess = ({ title }: CallTree): boolean => /^[^·]*\[\d+\]/.test(title)
  return header.pid === undefined || !callTrees.some(isOfProcess)
    ? callTrees
    : callTrees.filter((tree) => !isOfProcess(tree) || tree.title.split(' · ')[0]?.includes(`[${header.pid}]`))
}

/** The tree of the thread that a program's user sees: the first, or the one that is called main. Queue 1 is the main queue. */
function mainTree(report: SymbolicatedReport['report']): CallTree | undefined {
  const counted = ownTrees(report).filter(({ weight, excerpt }) => weight === 'samples' && excerpt !== true)
  const queueOf = ({ thread }: CallTree): string => report.threads[thread ?? -1]?.queue ?? ''
  return (
    counted.find((tree) => /main[ -]thread/i.test(`${tree.title} ${queueOf(tree)}`)) ??
    counted.find((tree) => queueOf(tree) === '1') ??
    (counted.length === 1 ? counted[0] : undefined)
  )
}

/**
 * The call in which nearly all samples wait: the first one on the heaviest way that waits for a lock, else its last named one if that
 * blocks or waits for an event. Linear in the depth of that way.
 */
export function sampleWaits(symbolicated: SymbolicatedReport): Found | undefined {
  const tree = mainTree(symbolicated.report)
  if (!tree) return undefined
  const total = tree.roots.reduce((sum, { count }) => sum + count, 0)
  if (total < FEWEST_SAMPLES) return undefined
  let nodes: readonly CallTreeNode[] = tree.roots
  let isLoop = false
  let last: Found | undefined
  while (nodes.length > 0) {
    const heaviest = nodes.reduce((most, node) => (node.count > most.count ? node : most))
    if (heaviest.count < total * MOST) return undefined
    nodes = heaviest.children
    const name = nameOf(symbolicated, heaviest)
    // Under Rosetta, calls into the system end in code of no image.
    if (name === undefined && isOfNoImage(symbolicated, heaviest)) continue
    last = undefined
    if (name === undefined) continue
    isLoop ||= EVENT_LOOP.test(name)
    const isLock = isLockName(name)
    const isBlocking = isBlockingName(name)
    const isEvent = isEventWaitName(name) || (isLoop && isBlocking)
    if (!isLock && !isBlocking && !isEvent) continue
    const params = { waiting: heaviest.count, samples: total, function: name, isLock, ...(isEvent && { isEvent }) }
    last = { params, evidence: [sign('samples-in', params)], frames: [heaviest.frame] }
    if (isLock) return last
  }
  return last
}

/** The wait of an event loop, at the end of a stack. */
const LOOP_WAIT = /^_?(?:mach_msg\w*|__CFRunLoopServiceMachPort|_DPSNextEvent)$/
const EVENT_LOOP = /^(?:__CFRunLoopServiceMachPort|_DPSNextEvent|ReceiveNextEventCommon)$/

/** Waits in the samples of the main thread; `work` also where no tree is known to be of it. */
export function samplesShow(symbolicated: SymbolicatedReport): Samples {
  const { report } = symbolicated
  const { callTrees, threads } = report
  if (callTrees.length === 0) return threads.some(({ frames }) => frames.length > 0) ? 'work' : 'none'
  const own = ownTrees(report)
  if (own.length === 0) return 'others'
  const tree = own.find(({ title }) => /main[ -]thread/i.test(title)) ?? mainTree(report)
  const names = tree ? heaviestPath(tree).map((node) => nameOf(symbolicated, node) ?? '') : []
  return LOOP_WAIT.test(names.at(-1) ?? '') && names.some((name) => EVENT_LOOP.test(name)) ? 'event' : 'work'
}
