/** The parts of a report's page: those of a report, in order, and their labels. */
import { overviewTitles } from '../../../core/messages/overview-titles.ts'
import type { Report, ReportSection, SymbolicatedReport } from '../../../core/model/report.ts'
import { hasProfile } from '../../../core/reading/end.ts'
import { overviewKind } from '../../../core/reading/overview/overview.ts'
import { crashedThread, hasStacks } from '../../../core/reading/stacks.ts'
import { common } from '../../messages/common.ts'
import { words } from '../../messages/report.ts'

export type Tab =
  'overview' | 'stacks' | 'tree' | 'waits' | 'timeline' | 'registers' | 'images' | 'memory' | 'details' | 'note'

export function tabsOf(symbolicated: SymbolicatedReport): readonly Tab[] {
  const { report } = symbolicated
  const has: Readonly<Record<Tab, boolean>> = {
    overview: overviewKind(report) !== undefined,
    stacks: hasStacks(report),
    tree: hasProfile(symbolicated),
    waits: report.waits !== undefined,
    timeline: report.events !== undefined,
    registers: report.threads.some(({ registers }) => registers && registers.length > 0),
    images: report.images.length > 0,
    memory: hasMemory(report),
    details: true,
    note: true,
  }
  return (Object.keys(has) as Tab[]).filter((tab) => has[tab])
}

export const isOfRegions = ({ title }: ReportSection): boolean => /region/i.test(title)

/** An address or registers to look around, or the report's own list of regions. */
function hasMemory(report: Report): boolean {
  const { exception, images, sections } = report
  const isPlaced = exception?.address !== undefined || (crashedThread(report)?.registers?.length ?? 0) > 0
  return (isPlaced && images.some(({ loadAddress }) => loadAddress !== undefined)) || sections.some(isOfRegions)
}

export function tabLabels(report: Report): Readonly<Record<Tab, string>> {
  const overview = overviewKind(report)
  return {
    overview: overview ? overviewTitles[overview] : '',
    stacks: words.threads,
    tree: words.callTree,
    waits: words.waits,
    timeline: words.timeline,
    registers: words.registers,
    images: common.images,
    memory: words.memory,
    details: words.details,
    note: words.note,
  }
}
