/** Hints for a function that has no name: its uses, its callers, its neighbours. Loaded on demand. */
import { readableName } from '../../demangle/readable.ts'
import type { LookupAnswer } from '../../engine-types.ts'
import { makersOf } from '../../functions/blocks.ts'
import { functionAround } from '../../functions/code-view.ts'
import { callersOf, usesOf } from '../../functions/uses.ts'
import { frameNames } from '../../messages/names.ts'
import { imageOffset, type ImageOffset } from '../../model/address.ts'
import { MOST_HINTS, type FunctionHints, type Neighbour } from '../../model/hints.ts'
import { isProvedName } from '../../model/image.ts'
import { FormatError, type Outcome } from '../../model/problem.ts'
import type { IndexKey } from '../../ports.ts'
import type { FunctionCode, SeenCode } from './function-code.ts'

/** Neighbours whose names are looked up, on each side. */
const FURTHEST_NEIGHBOUR = 64
/** Callers whose names are looked up. */
const MOST_ASKED = 256

type Lookup = (key: IndexKey, offsets: readonly ImageOffset[]) => Promise<Outcome<LookupAnswer>>

/** Hints for the functions around these offsets, in their order; undefined where no file has the image's code. */
export async function hintsAt(
  code: FunctionCode,
  lookup: Lookup,
  key: IndexKey,
  offsets: readonly ImageOffset[],
): Promise<readonly (FunctionHints | undefined)[]> {
  const file = await code.fileOf(key)
  const seen = file && (await code.of(file))
  if (!seen) return offsets.map(() => undefined)
  const known = new Map<number, FunctionHints>()
  const hints: (FunctionHints | undefined)[] = []
  for (const offset of offsets) {
    const index = functionAround(seen.view, offset)
    const isWithin = index >= 0 && offset < (seen.view.ends[index] ?? 0)
    const made = isWithin
      ? (known.get(index) ?? (await orNone(hintsOf(seen, index, (starts) => lookup(key, starts)))))
      : undefined
    if (made) known.set(index, made)
    hints.push(made)
  }
  return hints
}

/** Texts of a damaged image may cost more than it may: then there are no hints. */
async function orNone(making: Promise<FunctionHints>): Promise<FunctionHints | undefined> {
  try {
    return await making
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    return undefined
  }
}

async function hintsOf(
  { view, prints, blocks }: SeenCode,
  index: number,
  lookup: (starts: readonly ImageOffset[]) => Promise<Outcome<LookupAnswer>>,
): Promise<FunctionHints> {
  const uses = usesOf(view, index, MOST_HINTS)
  const callers = callersOf(prints, index)
  const makers = makersOf(view, prints, await blocks(), index)
  const first = Math.max(0, index - FURTHEST_NEIGHBOUR)
  const last = Math.min(view.starts.length - 1, index + FURTHEST_NEIGHBOUR)
  const near = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const wanted = new Set([...uses.functions, ...callers.slice(0, MOST_ASKED), ...(makers ?? []), ...near])
  const starts = [...wanted].map((at) => imageOffset(view.starts[at] ?? 0)).sort((a, b) => a - b)
  const answer = await lookup(starts)
  const names = new Map<number, string>()
  if (answer.ok)
    for (const [at, start] of starts.entries()) {
      const call = answer.value[at]?.at(-1)
      if (call && isProvedName(call) && call.functionStart === start) names.set(start, call.function)
    }
  const nameOf = (at: number): string | undefined => names.get(view.starts[at] ?? -1)
  const named = (list: readonly number[]): readonly string[] => [...new Set(list.flatMap((at) => nameOf(at) ?? []))]
  const neighbour = (step: 1 | -1): Neighbour | undefined => {
    for (let at = index + step; at >= first && at <= last; at += step) {
      const name = nameOf(at)
      if (name === undefined) continue
      const bytes = Math.abs((view.starts[at] ?? 0) - (view.starts[index] ?? 0))
      return { name, between: Math.abs(at - index) - 1, bytes }
    }
    return undefined
  }
  const [before, after] = [neighbour(-1), neighbour(1)]
  const start = view.starts[index] ?? 0
  return {
    start: imageOffset(start),
    size: (view.ends[index] ?? start) - start,
    texts: uses.texts,
    selectors: uses.selectors,
    calls: [...named(uses.functions), ...uses.imports.map(importName)].slice(0, MOST_HINTS),
    callers: { named: named(callers).slice(0, MOST_HINTS), count: callers.length },
    ...(makers && { block: { makers: named(makers).slice(0, MOST_HINTS), count: makers.length } }),
    ...(before && { before }),
    ...(after && { after }),
  }
}

/** The readable name of a stub's target: what stands between the words for a stub, in the language that the stub was named in. */
function importName(stub: string): string {
  const [before = '', after = ''] = frameNames.stub({ symbol: '\n' }).split('\n')
  return readableName(
    stub.startsWith(before) && stub.endsWith(after) ? stub.slice(before.length, stub.length - after.length) : stub,
  )
}
