/** The parts of a report's page, in order: which reports have one, its label, and what shows it. */
import type { Component } from 'svelte'
import type { StatedPlace, SymbolicateOptions } from '../../../core/engine-types.ts'
import { overviewTitles } from '../../../core/messages/overview-titles.ts'
import type { Arch, ImageUuid } from '../../../core/model/image.ts'
import type { Frame, Report, ReportSection, SymbolicatedReport } from '../../../core/model/report.ts'
import { hasProfile } from '../../../core/reading/end.ts'
import type { Demangle, NameStyle } from '../../../core/reading/lines.ts'
import { overviewKind } from '../../../core/reading/overview/overview.ts'
import { crashedThread, hasStacks } from '../../../core/reading/stacks.ts'
import { common } from '../../messages/common.ts'
import { words } from '../../messages/report.ts'
import type { ProfileChoice } from '../../state/opened-parts.ts'
import type { AskedImage } from '../../../worker/client.ts'
import type { CallFacts } from './profile/call-facts.ts'
import type { ReportPage } from './report-page.svelte.ts'

/** Data of the tabs, and calls to the page around them. */
export interface PartHost {
  readonly page: ReportPage
  readonly symbolicated: SymbolicatedReport
  readonly style: NameStyle
  readonly demangle: Demangle | undefined
  /** Images requested from the page's site. */
  readonly asked: readonly AskedImage[]
  readonly oncopy: (text: string | Blob, what: string) => void
  /** Shows a frame in its stack. */
  readonly onframe: (frame: number) => void
  /** Names the report anew. */
  readonly onresolve: (more: SymbolicateOptions) => void
  readonly loadNote: () => Promise<string>
  readonly saveNote: (text: string) => Promise<void>
}

type Loaded = Record<string, unknown>

/** A view whose code is loaded when it is first shown. */
export interface PartView {
  readonly load: () => Promise<{ readonly default: Component<Loaded> }>
  readonly props: (host: PartHost) => Loaded
}

interface Part {
  readonly isIn: (symbolicated: SymbolicatedReport) => boolean
  readonly label: (report: Report) => string
  /** Absent of the stacks, which the page itself shows. */
  readonly view?: PartView
}

/** A view and its own props, in the form that all views have. */
function viewOf<Props extends object>(
  load: () => Promise<{ readonly default: Component<Props> }>,
  props: (host: PartHost) => Props,
): PartView {
  return { load, props } as unknown as PartView
}

export type Tab =
  'overview' | 'stacks' | 'tree' | 'waits' | 'timeline' | 'registers' | 'images' | 'memory' | 'details' | 'note'

const parts: Readonly<Record<Tab, Part>> = {
  overview: {
    isIn: ({ report }) => overviewKind(report) !== undefined,
    label: (report) => {
      const kind = overviewKind(report)
      return kind ? overviewTitles[kind] : ''
    },
    view: viewOf(
      () => import('./overview/OverviewTab.svelte'),
      ({ page, symbolicated, oncopy, onframe }) => ({
        symbolicated,
        tables: page.tables,
        oncopy,
        onframe,
        ontree: () => (page.tab = 'tree'),
      }),
    ),
  },
  stacks: { isIn: ({ report }) => hasStacks(report), label: () => words.threads },
  tree: {
    isIn: hasProfile,
    label: () => words.callTree,
    view: viewOf(
      () => import('./profile/ProfileTab.svelte'),
      ({ page, symbolicated, style, demangle }) => ({
        symbolicated,
        style,
        demangle,
        kept: page.profile,
        onkeep: (choice: ProfileChoice) => (page.profile = choice),
        onframe: (frame: Frame, isAsked: boolean) => page.pick(frame, isAsked),
        onfacts: (facts: CallFacts | undefined) => (page.called = facts),
        isTall: page.hasWindow,
        ontall: () => (page.isTall = !page.isTall),
      }),
    ),
  },
  waits: {
    isIn: ({ report }) => report.waits !== undefined,
    label: () => words.waits,
    view: viewOf(
      () => import('./WaitsTab.svelte'),
      ({ symbolicated: { report } }) => ({ report }),
    ),
  },
  timeline: {
    isIn: ({ report }) => report.events !== undefined,
    label: () => words.timeline,
    view: viewOf(
      () => import('./TimelineTab.svelte'),
      ({ symbolicated: { report } }) => ({ report }),
    ),
  },
  registers: {
    isIn: ({ report }) => report.threads.some(({ registers }) => registers && registers.length > 0),
    label: () => words.registers,
    view: viewOf(
      () => import('./Registers.svelte'),
      ({ symbolicated, oncopy }) => ({ symbolicated, oncopy }),
    ),
  },
  images: {
    isIn: ({ report }) => report.images.length > 0,
    label: () => common.images,
    view: viewOf(
      () => import('./ImagesTable.svelte'),
      ({ page, symbolicated, asked, oncopy, onresolve }) => ({
        symbolicated,
        asked,
        tables: page.tables,
        oncopy,
        onplace: (place: StatedPlace) => onresolve({ places: [place] }),
        onforce: (image: number, uuid: ImageUuid, arch: Arch) => onresolve({ force: [{ image, uuid, arch }] }),
      }),
    ),
  },
  memory: {
    isIn: ({ report }) => hasMemory(report),
    label: () => words.memory,
    view: viewOf(
      () => import('./MemoryTab.svelte'),
      ({ symbolicated }) => ({ symbolicated, thread: crashedThread(symbolicated.report) }),
    ),
  },
  details: {
    isIn: () => true,
    label: () => words.details,
    view: viewOf(
      () => import('./DetailsTab.svelte'),
      ({ page, symbolicated: { report }, oncopy }) => ({ report, tables: page.tables, oncopy }),
    ),
  },
  note: {
    isIn: () => true,
    label: () => words.note,
    view: viewOf(
      () => import('./NoteTab.svelte'),
      ({ loadNote, saveNote }) => ({ load: loadNote, save: saveNote }),
    ),
  },
}

export const partOf = (tab: Tab): Part => parts[tab]

export const tabsOf = (symbolicated: SymbolicatedReport): readonly Tab[] =>
  (Object.keys(parts) as Tab[]).filter((tab) => parts[tab].isIn(symbolicated))

export const isOfRegions = ({ title }: ReportSection): boolean => /region/i.test(title)

/** An address or registers to look around, or the report's own list of regions. */
function hasMemory(report: Report): boolean {
  const { exception, images, sections } = report
  const isPlaced = exception?.address !== undefined || (crashedThread(report)?.registers?.length ?? 0) > 0
  return (isPlaced && images.some(({ loadAddress }) => loadAddress !== undefined)) || sections.some(isOfRegions)
}
