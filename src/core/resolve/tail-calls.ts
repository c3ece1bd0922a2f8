/**
 * Functions that tail calls hide. A call targets one function, but the frame below runs another. The called function
 * ended with a jump to it, so that its own frame was gone.
 */
import type { ImageOffset } from '../model/address.ts'
import type { KnownImage } from '../model/image.ts'
import type { CallSites } from './call-sites.ts'
import type { LookupPoint } from './lookup-address.ts'
import type { SymbolLookup } from './symbol-lookup.ts'

export interface TailCall {
  /** The function that was called. */
  readonly through: string
  /** Its code has a jump to the function of the frame below. */
  readonly isProved: boolean
}

/** A return address and the place where the frame below runs, in one image. */
export interface CallPair {
  readonly frame: number
  readonly point: LookupPoint
  readonly callee: LookupPoint
  /** The frame below. */
  readonly below: number
}

/** The function that the call before a return address goes to, and the one that the frame below runs, by their starts. */
export function calledAndRunning(
  sites: CallSites,
  point: LookupPoint,
  callee: LookupPoint | undefined,
): { readonly target: ImageOffset; readonly running: ImageOffset } | undefined {
  const target = point.afterCall ? sites.targetOf(point.at) : undefined
  const running = callee && sites.functionOf(callee.offset)
  return target === undefined || running === undefined ? undefined : { target, running }
}

/** By frame: what was called there, where that is not what runs below and has a name. */
export async function openTailCalls(
  pairs: readonly CallPair[],
  sites: CallSites,
  symbols: SymbolLookup,
  known: KnownImage,
): Promise<ReadonlyMap<number, TailCall>> {
  const found = pairs.flatMap(({ frame, point, callee }) => {
    const calls = calledAndRunning(sites, point, callee)
    return calls && calls.target !== calls.running ? [{ frame, ...calls }] : []
  })
  const told = new Map<number, TailCall>()
  if (found.length === 0) return told
  const targets = [...new Set(found.map(({ target }) => target))].sort((a, b) => a - b)
  const answer = await symbols.lookup(known, targets)
  const names = new Map(targets.map((target, at) => [target, answer.ok ? answer.value[at]?.at(-1) : undefined]))
  for (const { frame, target, running } of found) {
    const call = names.get(target)
    if (!call || call.mangled === '') continue
    told.set(frame, { through: call.function, isProved: sites.jumpsTo(target, running) })
  }
  return told
}
