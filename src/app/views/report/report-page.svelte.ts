/** Open parts, selection and search of one report's page. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { Frame, SymbolicatedReport } from '../../../core/model/report.ts'
import { isOwnFrame } from '../../../core/reading/own-code.ts'
import { overviewKind } from '../../../core/reading/overview/overview.ts'
import { headlineOf } from '../../../core/reading/headline.ts'
import { rowsOf, type Row } from './rows.ts'
import { piecesOf, type Fold } from '../../../core/reading/folds.ts'
import { hasStacks, stacksOf, type StackReading } from '../../../core/reading/stacks.ts'
import { keepOpenedParts, openedParts, type ProfileChoice } from '../../state/opened-parts.ts'
import type { ReportPlace } from '../../state/router.svelte.ts'
import type { TableChoices } from '../../ui/table.ts'
import { faultFrame, isMachineFault } from './at-fault.ts'
import type { CallFacts } from './profile/call-facts.ts'
import { tabsOf, type Tab } from './tabs.ts'

/** Key of the threads without frames among open stacks; no stack has this key. */
const FRAMELESS = 'frameless'

export class ReportPage {
  readonly #symbolicated: () => SymbolicatedReport
  #open = new SvelteMap<string, boolean>()
  #unfolded = new SvelteSet<string>()
  systemShown = $state(false)
  query = $state('')
  tab = $state<Tab>('stacks')
  originalShown = $state(false)
  /** The user opened the original text, which was closed at the last visit. */
  originalAsked = false
  selectedId = $state<number | undefined>()
  detailsShown = $state(false)
  /** Search text in the visible part; undefined while the search is closed. */
  search = $state<string | undefined>()
  /** Choices in tables and the call tree; kept, but not reactive. */
  readonly tables: TableChoices = new Map()
  profile: ProfileChoice | undefined
  /** Facts on the function that the user chose in the profile. */
  called = $state.raw<CallFacts | undefined>()
  /** The profile has the window, without the headline, where it is open. */
  isTall = $state(false)
  readonly hasWindow = $derived.by(() => this.tab === 'tree' && this.isTall)
  /** Frame chosen in a call tree. */
  picked = $state.raw<Frame | undefined>()

  /** The part that is open where the address says none. */
  readonly #firstTab: Tab
  /** A filter of the last visit is on, and the address has led nowhere since. */
  #isRecalled = false

  constructor(symbolicated: () => SymbolicatedReport) {
    this.#symbolicated = symbolicated
    const { report } = symbolicated()
    if (overviewKind(report)) this.tab = 'overview'
    else if (report.callTrees.length > 0 && report.threads.every(({ crashed }) => !crashed)) this.tab = 'tree'
    else if (!hasStacks(report)) this.tab = 'details'
    this.#firstTab = this.tab
  }

  /** The parts that this report has, in order. */
  readonly tabs = $derived.by<readonly Tab[]>(() => tabsOf(this.#symbolicated()))

  /** Place of this page in the address. */
  readonly place = $derived.by<ReportPlace>(() => {
    if (this.tab === 'stacks' && this.selectedId !== undefined) return { frame: this.selectedId }
    return this.tab === this.#firstTab ? {} : { tab: this.tab }
  })

  /** Shows the place in an address, if this report has it. */
  goTo({ tab, frame }: ReportPlace): void {
    if (frame !== undefined && this.#frames.has(frame)) {
      if (frame === this.selectedId && this.tab === 'stacks') return
      // A filter of the last visit stays, and so does one whose list holds the frame.
      const isListed = this.rows.some((row) => row.kind === 'frame' && row.frame.id === frame)
      if (!isListed && !this.#isRecalled) this.reveal(frame)
      this.#isRecalled = false
      this.tab = 'stacks'
      this.selectedId = frame
      return
    }
    this.tab = this.tabs.find((known) => known === tab) ?? this.#firstTab
    this.selectedId = undefined
  }

  /** Keeps what is open for a later visit of this report. */
  remember(id: string): void {
    const { systemShown, originalShown, detailsShown, query, search, tables, profile } = this
    keepOpenedParts(id, {
      stacks: new Map(this.#open),
      unfolded: new Set(this.#unfolded),
      ...{ systemShown, originalShown, detailsShown, query, search, tables, profile },
    })
  }

  toggleOriginal(): void {
    this.originalShown = !this.originalShown
    this.originalAsked = this.originalShown
  }

  /** Opens what was open at the last visit of this report. */
  recall(id: string): void {
    const parts = openedParts(id)
    if (!parts) return
    for (const [key, isOpen] of parts.stacks) this.#open.set(key, isOpen)
    for (const key of parts.unfolded) this.#unfolded.add(key)
    this.systemShown = parts.systemShown
    this.originalShown = parts.originalShown
    this.detailsShown = parts.detailsShown
    this.query = parts.query
    this.search = parts.search
    this.#isRecalled = parts.query !== ''
    for (const [title, choice] of parts.tables) this.tables.set(title, choice)
    this.profile = parts.profile
  }

  readonly #report = $derived.by(() => this.#symbolicated().report)
  readonly stacks = $derived.by<readonly StackReading[]>(() => stacksOf(this.#report))
  readonly headline = $derived.by(() => headlineOf(this.#symbolicated()))
  readonly rows = $derived.by<readonly Row[]>(() =>
    rowsOf(this.#symbolicated(), this.stacks, {
      isOpen: (stack) => this.#open.get(stack.key) ?? stack.main,
      isUnfolded: (fold) => this.#isUnfolded(fold),
      framelessOpen: this.#open.get(FRAMELESS) === true,
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

  /** Where the thread stopped, of a report that shows the machine there. */
  readonly faultFrame = $derived.by(() => faultFrame(this.#report))
  /** The frame of the fault is chosen, or none is and the machine itself ended the program. */
  readonly atFault = $derived.by(() => {
    if (!this.faultFrame || this.tab !== 'stacks') return false
    return this.selectedId === undefined
      ? isMachineFault(this.#report, this.faultFrame)
      : this.selectedId === this.faultFrame.id
  })

  toggleStack(stack: StackReading): void {
    this.#open.set(stack.key, !(this.#open.get(stack.key) ?? stack.main))
  }

  toggleFrameless(): void {
    this.#open.set(FRAMELESS, this.#open.get(FRAMELESS) !== true)
  }

  endSearch(): void {
    this.search = undefined
    this.query = ''
  }

  openStack(stack: StackReading): void {
    this.#open.set(stack.frames.length === 0 ? FRAMELESS : stack.key, true)
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
      .filter((piece) => piece.kind !== 'frame' && piece.kind !== 'cut')
      .find(({ frames }) => frames.some((frame) => frame.id === id))
    if (fold && !this.#isUnfolded(fold)) this.toggleFold(fold.key)
    this.selectedId = id
  }

  /** Moves the choice by so many frames among those on screen; false where there are none. */
  step(by: number): boolean {
    const ids = this.rows.flatMap((row) => (row.kind === 'frame' ? [row.frame.id] : []))
    const at = this.selected ? ids.indexOf(this.selected.id) : -1
    const next = at < 0 && by !== Infinity ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, at + by))]
    if (next !== undefined) this.selectedId = next
    return next !== undefined
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
