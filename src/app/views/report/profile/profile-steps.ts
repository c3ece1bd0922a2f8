/** The shown part of a profile: ranges of time and changes of its calls. The user can undo each step. */
import { callSteps, type CallStep } from '../../../../core/reading/call-steps.ts'
import { layoutSteps, type Layout, type SiblingOrder } from '../../../../core/reading/call-views.ts'
import { mergeSteps, type Calls } from '../../../../core/reading/calls.ts'
import { categoriesOf, categoryWeights } from '../../../../core/reading/categories.ts'
import { countedTracks, type ProfiledFunction, type Track } from '../../../../core/reading/profile.ts'
import { rangeSteps, type TimeRange } from '../../../../core/reading/sample-times.ts'

/** A range that is zoomed fills the time axis. */
export type RangeStep = TimeRange & { readonly kind: 'range'; readonly isZoomed: boolean }
export type Step = RangeStep | CallStep

const isRange = (step: Step): step is RangeStep => step.kind === 'range'

/** The range that is shown; undefined for all of the time. */
export const shownRange = (steps: readonly Step[]): RangeStep | undefined => steps.findLast(isRange)

/** The range that the time axis has. */
export const axisRange = (steps: readonly Step[], whole: TimeRange): TimeRange =>
  (steps.findLast((step) => isRange(step) && step.isZoomed) as RangeStep | undefined) ?? whole

/** With another range: it takes the place of one that was not zoomed to. */
export function withRange(steps: readonly Step[], { from, to }: TimeRange): readonly Step[] {
  return [...withoutLoose(steps), { kind: 'range', from, to, isZoomed: false }]
}

/** Without a range that was not zoomed to. */
export const withoutLoose = (steps: readonly Step[]): readonly Step[] =>
  steps.filter((step) => !isRange(step) || step.isZoomed)

/** The range that is shown fills the axis. */
export const zoomedIn = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step) => (isRange(step) ? { ...step, isZoomed: true } : step))

/** The calls of some tracks after these steps. Tracks without times have nothing in a range. */
function* shownCalls(tracks: readonly Track[], steps: readonly Step[]): Generator<undefined, Calls, void> {
  const range = shownRange(steps)
  const parts: Calls[] = []
  for (const { calls, times } of countedTracks(tracks)) {
    if (!range) parts.push(calls)
    else if (times) parts.push(yield* rangeSteps(calls, times, range))
  }
  const [only, ...more] = parts
  let shown = only && more.length === 0 ? only : yield* mergeSteps(parts)
  for (const step of steps) {
    if (!isRange(step)) shown = yield* callSteps(shown, step)
  }
  return shown
}

/** Data of the drawing: calls, their places in the graph, and the weight of each category. */
export interface DrawnCalls {
  readonly calls: Calls
  readonly layout: Layout
  readonly shares: readonly number[]
}

/** All of it in small pieces: a large tree would hold up the page. */
export function* drawnSteps(
  tracks: readonly Track[],
  functions: readonly ProfiledFunction[],
  steps: readonly Step[],
  order: SiblingOrder,
): Generator<undefined, DrawnCalls, void> {
  const calls = yield* shownCalls(tracks, steps)
  yield
  const categories = categoriesOf(calls, functions)
  yield
  const shares = categoryWeights(calls, categories)
  return { calls, shares, layout: yield* layoutSteps(calls, order) }
}

/** Places of the lines of a time axis: round numbers, some hundred pixels apart. */
export function ticksOf({ from, to }: TimeRange, most: number): readonly number[] {
  const rough = (to - from) / Math.max(1, most)
  if (!(rough > 0) || !Number.isFinite(rough)) return []
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (rough <= power ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10)
  const first = Math.ceil(from / step)
  const count = Math.min(1000, Math.floor(to / step) - first + 1)
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step)
}
