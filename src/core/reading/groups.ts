/** Groups reports of one crash. The facts of each are small enough for 100,000 reports. */
import { knownSystem, knownVersion } from '../model/version.ts'
import type { ClaimGrade, SymbolicatedReport } from '../model/report.ts'
import { gradedTitle, headlineOf } from './headline.ts'
import { location } from './lines.ts'
import { signatureOf } from './signature.ts'

/** The facts of one report in a list of reports. */
export interface ReportFacts {
  /** Absent where the report is not known to be one crash with others. */
  readonly signature?: string
  /** With its grade in words where it is not proved. */
  readonly title: string
  readonly grade: ClaimGrade
  /** The program crashed or was killed; samples, hangs and stackshots are of programs that ran on. */
  readonly isCrash: boolean
  readonly process?: string
  /** The function to read first, and its file and line; each empty where it is not known. */
  readonly function: string
  readonly location: string
  readonly version?: string
  readonly os?: string
  readonly device?: string
  /** As the report states it. */
  readonly date?: string
  /** Frames that symbols named: the best example of a group has the most. */
  readonly named: number
}

export interface Group<T> {
  /** The report that came first, whose words are the group's: they stay when others join. */
  readonly first: T
  /** Best example first. */
  readonly reports: readonly T[]
  readonly versions: readonly Count[]
  readonly systems: readonly Count[]
  readonly devices: readonly Count[]
}

export interface Count {
  readonly value: string
  readonly count: number
}

/** The facts of a report by which many are sorted and grouped. */
export function factsOf(symbolicated: SymbolicatedReport): ReportFacts {
  const { header } = symbolicated.report
  const headline = headlineOf(symbolicated)
  const line = headline.where?.line
  const signature = signatureOf(symbolicated, headline)
  const version = knownVersion(header)
  const os = knownSystem(header)
  return {
    ...(signature !== undefined && { signature }),
    title: gradedTitle(headline),
    grade: headline.grade,
    isCrash: headline.isCrash,
    ...(header.process !== undefined && { process: header.process }),
    function: line?.name ?? '',
    location: line ? location(line) : '',
    ...(version !== undefined && { version }),
    ...(os !== undefined && { os }),
    ...(header.device !== undefined && { device: header.device }),
    ...(header.date !== undefined && { date: header.date }),
    named: symbolicated.resolutions.filter(({ kind }) => kind === 'resolved').length,
  }
}

/** Groups in the order of their size. A report without a signature is a group of its own. */
export function groupReports<T extends { readonly facts: ReportFacts }>(reports: readonly T[]): readonly Group<T>[] {
  const groups = new Map<string | T, [T, ...T[]]>()
  for (const report of reports) {
    const key = report.facts.signature ?? report
    const group = groups.get(key)
    if (group) group.push(report)
    else groups.set(key, [report])
  }
  return [...groups.values()].map(groupOf).sort((a, b) => b.reports.length - a.reports.length)
}

function groupOf<T extends { readonly facts: ReportFacts }>(reports: readonly [T, ...T[]]): Group<T> {
  const sorted = [...reports].sort((a, b) => b.facts.named - a.facts.named)
  return {
    first: reports[0],
    reports: sorted,
    versions: countsOf(sorted.map(({ facts }) => facts.version)),
    systems: countsOf(sorted.map(({ facts }) => facts.os)),
    devices: countsOf(sorted.map(({ facts }) => facts.device)),
  }
}

function countsOf(values: readonly (string | undefined)[]): readonly Count[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}
