/** How much `leaks(1)` found in all, from the line that it ends its summary with. */
import { sectionTitles } from '../messages/section-titles.ts'
import type { Report } from '../model/report.ts'

export interface Leaked {
  readonly leaks: number
  readonly bytes: number
  /** The report's own words. */
  readonly said: string
}

/** `Process 123: 8 leaks for 384 total leaked bytes.`; undefined where a report has no such line. */
export function leakedOf({ sections }: Pick<Report, 'sections'>): Leaked | undefined {
  for (const section of sections) {
    if (section.kind !== 'text' || section.title !== sectionTitles.leaksSummary) continue
    const [said, leaks, bytes] = /(\d{1,15}) leaks? for (\d{1,15}) total leaked bytes/.exec(section.text) ?? []
    if (said !== undefined) return { leaks: Number(leaks), bytes: Number(bytes), said }
  }
  return undefined
}
