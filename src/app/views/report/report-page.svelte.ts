/** What is open, chosen and searched on one report's page. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { Frame, SymbolicatedReport } from '../../../core/model/report.ts'
import { isOwnFrame } from '../../../core/reading/own-code.ts'
import { headlineOf } from '../../../core/reading/headline.ts'
import { rowsOf, type Row } from './rows.ts'
import { piecesOf, type Fold } from '../../../core/reading/folds.ts'
import { stacksOf, type StackReading } from '../../../core/reading/stacks.ts'

export type Tab = 'stacks' | 'fault' | 'tree' | 'timeline' | 'registers' | 'images' | 'memory' | 'details'

export class ReportPage {
  readonly #symbolicated: () => SymbolicatedReport
  #open = new SvelteMap<string, boolean>()
  #unfolded = new SvelteSet<string>()
  systemShown = $state(false)
  query = $state('')
  tab = $state<Tab>('stacks')
  originalShown = $state(false)
  selectedId = $state<number | undefined>()
  detailsShown = $state(false)
  /** Frame chosen in a call tree. */
  picked = $state.raw<Frame | undefined>()

  constructor(symbolicated: () => SymbolicatedReport) {
    this.#symbolicated = symbolicated
    const { report } = symbolicated()
    if (report.callTrees.length > 0 && report.threads.every(({ crashed }) => !crashed)) this.tab = 'tree'
    else if (stacksOf(report).length === 0) this.tab = 'details'
  }

  readonly #report = $derived.by(() => this.#symbolicated().report)
  readonly stacks = $derived.by<readonly StackReading[]>(() => stacksOf(this.#report))
  readonly headline = $derived.by(() => headlineOf(this.#symbolicated()))
  readonly rows = $derived.by<readonly Row[]>(() =>
    rowsOf(this.#symbolicated(), this.stacks, {
      isOpen: (stack) => this.#open.get(stack.key) ?? stack.main,
      isUnfolded: (fold) => this.#isUnfolded(fold),
      query: this.query.trim().toLowerCase(),
    }),
  )
  readonly #frames = $derived.by(() => {
    const frames = new Map<number, Frame>()
    for (const { frames: list } of this.stacks) for (const frame of list) frames.set(frame.id, frame)
    return frames
  })
  readonly selected = $derived.by<Frame | undefined>(() => {
    if (this.tab === 'tree') return this.picked
    if (this.selectedId !== undefined) return this.#frames.get(this.selectedId)
    return this.headline.where?.frame ?? this.stacks[0]?.frames[0]
  })

  toggleStack(stack: StackReading): void {
    this.#open.set(stack.key, !(this.#open.get(stack.key) ?? stack.main))
  }

  /** The switch for system frames leaves recursion folded. */
  #isUnfolded({ kind, key }: Fold): boolean {
    return (kind === 'fold' && this.systemShown) !== this.#unfolded.has(key)
  }

  toggleFold(key: string): void {
    if (this.#unfolded.has(key)) this.#unfolded.delete(key)
    else this.#unfolded.add(key)
  }

  /** Opens or folds all runs of system frames. */
  toggleSystem(): void {
    this.#unfolded.clear()
    this.systemShown = !this.systemShown
  }

  select(id: number, showDetails = true): void {
    this.selectedId = id
    if (showDetails) this.detailsShown = true
  }

  /** A frame of a profile; where details cover the page, they show when asked for. */
  pick(frame: Frame, isAsked: boolean): void {
    this.picked = frame
    if (isAsked) this.detailsShown = true
  }

  /** Shows a frame that may lie in a folded stack or run. */
  reveal(id: number): void {
    const stack = this.stacks.find(({ frames }) => frames.some((frame) => frame.id === id))
    if (!stack) return
    this.tab = 'stacks'
    this.query = ''
    this.#open.set(stack.key, true)
    const fold = piecesOf(this.#symbolicated(), stack)
      .filter((piece) => piece.kind !== 'frame')
      .find(({ frames }) => frames.some((frame) => frame.id === id))
    if (fold && !this.#isUnfolded(fold)) this.toggleFold(fold.key)
    this.selectedId = id
  }

  /** Moves the choice by one frame among those on screen. */
  step(by: 1 | -1): void {
    const ids = this.rows.flatMap((row) => (row.kind === 'frame' ? [row.frame.id] : []))
    const at = this.selected ? ids.indexOf(this.selected.id) : -1
    const next = at < 0 ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, at + by))]
    if (next !== undefined) this.selectedId = next
  }

  /** Moves the choice to the first frame of the next or last stack, and opens it. */
  stepStack(by: 1 | -1): void {
    const at = this.stacks.findIndex(({ frames }) => frames.some(({ id }) => id === this.selected?.id))
    const stack = this.stacks[Math.min(this.stacks.length - 1, Math.max(0, at + by))]
    const first = stack?.frames[0]
    if (!stack || !first) return
    this.#open.set(stack.key, true)
    this.selectedId = first.id
  }

  isApp(frame: Frame): boolean {
    return isOwnFrame(this.#symbolicated(), frame)
  }
}
