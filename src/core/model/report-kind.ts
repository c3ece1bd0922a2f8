/** The subject of a report, for formats that hold several kinds. */

const kinds = {
  crash: true,
  hang: true,
  'cpu-limit': true,
  'disk-writes': true,
  'app-launch': true,
  'memory-exception': true,
  metrics: true,
  'call-stacks': true,
  'memory-kill': true,
  corpse: true,
  'exit-reason': true,
  stackshot: true,
  profile: true,
} as const

export type ReportKind = keyof typeof kinds

/** Every kind, for checks of input from outside. */
export const reportKinds: Readonly<Record<ReportKind, true>> = kinds

/** The kind by this word; undefined for any other word. */
export const reportKind = (word: string | undefined): ReportKind | undefined =>
  word !== undefined && Object.hasOwn(kinds, word) ? (word as ReportKind) : undefined

/** The labels of kinds in exports of earlier versions, as lower-case words with dashes. */
const kindsByOldLabel: Readonly<Record<string, ReportKind>> = {
  'metrickit-crash': 'crash',
  'metrickit-hang': 'hang',
  'metrickit-cpu-exception': 'cpu-limit',
  'metrickit-disk-write-exception': 'disk-writes',
  'metrickit-app-launch': 'app-launch',
  'metrickit-metrics': 'metrics',
  'metrickit-call-stacks': 'call-stacks',
  'memory-kill-jetsam-': 'memory-kill',
  'kernel-corpse': 'corpse',
  'exit-reason': 'exit-reason',
  'kernel-stackshot': 'stackshot',
  'kernel-stackshot-changes-': 'stackshot',
  'kscrash-profile-json-': 'profile',
}

/** The kind of an export that has a label and no kind; undefined where the label names none. */
export function kindOfOldLabel(label: unknown): ReportKind | undefined {
  if (typeof label !== 'string') return undefined
  const words = label.toLowerCase().replace(/[^a-z]+/g, '-')
  return Object.hasOwn(kindsByOldLabel, words) ? kindsByOldLabel[words] : undefined
}
