/** Shared by the files for profilers: the choice of tracks. */
import type { Report, SymbolicatedReport } from '../model/report.ts'
import { profileOf, type Profile, type Track } from '../reading/profile.ts'
import { eachStack } from '../model/each-frame.ts'
import { subjectOf } from '../reading/subject.ts'

export interface WrittenProfile {
  readonly name: string
  readonly report: Report
  readonly profile: Profile
  /** Excerpts are left out where the whole is there: a profiler adds tracks up. */
  readonly tracks: readonly Track[]
}

/** True if a profiler would find calls in a file of these reports. */
export function hasCalls(reports: readonly SymbolicatedReport[]): boolean {
  return reports.some(
    ({ report }) =>
      report.callTrees.some(({ roots }) => roots.length > 0) ||
      [...eachStack(report)].some(({ frames }) => frames.length > 0),
  )
}

export function writtenProfiles(reports: readonly SymbolicatedReport[]): readonly WrittenProfile[] {
  return reports.map((symbolicated) => {
    const profile = profileOf(symbolicated, { allStacks: true })
    const whole = profile.tracks.filter(({ excerpt }) => !excerpt)
    const { report } = symbolicated
    const name = subjectOf(symbolicated)[0] ?? ''
    return { name, report, profile, tracks: whole.length > 0 ? whole : profile.tracks }
  })
}
