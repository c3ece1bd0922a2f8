/** All report formats, most specific first. */
import { appleText } from './apple-text.ts'
import { bsBacktraceFormat } from './bs-backtrace.ts'
import { bugsnagFormat } from './bugsnag-event.ts'
import { buglyFormat, callStackSymbolsFormat, talkingDataFormat } from './call-stack.ts'
import { clsrecordFormat } from './clsrecord.ts'
import { crashlyticsTextFormat } from './crashlytics-text.ts'
import { exportedPageFormat } from './exported-page.ts'
import { flutterFormat } from './flutter.ts'
import type { ReportFormat, Sample } from './format.ts'
import { instrumentsCopy } from './instruments-copy.ts'
import { ipsCrash } from './ips-crash.ts'
import { ipsFragment } from './ips-fragment.ts'
import { ipsJetsam } from './ips-jetsam.ts'
import { ipsOther } from './ips-other.ts'
import { ipsStackshot } from './ips-stackshot.ts'
import { kcdataFormat } from './kcdata.ts'
import { kscrashFormat } from './kscrash.ts'
import { leaks } from './leaks.ts'
import { lldbFormat } from './lldb.ts'
import { managedStackFormat } from './managed-stack.ts'
import { meterExceptionsFormat } from './meter-exceptions.ts'
import { metrickitFormat } from './metrickit.ts'
import { microstackshots } from './microstackshots.ts'
import { nsexceptionFormat } from './nsexception-log.ts'
import { panic } from './panic.ts'
import { minidumpFormat } from './minidump.ts'
import { plcrashFormat } from './plcrash.ts'
import { reactNativeFormat } from './react-native.ts'
import { sample } from './sample.ts'
import { sanitizerFormat } from './sanitizer.ts'
import { sentryFormat } from './sentry-event.ts'
import { spindump } from './spindump.ts'
import { stackSnapshotFormat } from './stack-snapshot.ts'
import { swiftBacktraceFormat } from './swift-backtrace.ts'
import { swiftBacktraceJsonFormat } from './swift-backtrace-json.ts'
import { textScanFormat } from './text-scan.ts'
import { umengFormat } from './umeng.ts'

const ranked: readonly ReportFormat[] = [
  exportedPageFormat,
  plcrashFormat,
  minidumpFormat,
  kcdataFormat,
  stackSnapshotFormat,
  swiftBacktraceJsonFormat,
  ipsCrash,
  panic,
  ipsStackshot,
  ipsJetsam,
  microstackshots,
  spindump,
  sample,
  leaks,
  instrumentsCopy,
  swiftBacktraceFormat,
  flutterFormat,
  appleText,
  metrickitFormat,
  meterExceptionsFormat,
  kscrashFormat,
  sentryFormat,
  bugsnagFormat,
  clsrecordFormat,
  ipsOther,
  sanitizerFormat,
  umengFormat,
  bsBacktraceFormat,
  nsexceptionFormat,
  reactNativeFormat,
  lldbFormat,
  crashlyticsTextFormat,
  buglyFormat,
  talkingDataFormat,
  managedStackFormat,
  callStackSymbolsFormat,
  ipsFragment,
  textScanFormat,
]

const claimants = new WeakMap<Sample, ReportFormat | 'nobody'>()

/** The first format whose marks a file has. Stacks are much alike, so several may see theirs; the most specific has the file. */
function claimantOf(sample: Sample): ReportFormat | 'nobody' {
  const known = claimants.get(sample)
  if (known) return known
  const claimant = ranked.find((format) => format.sniff(sample)) ?? 'nobody'
  claimants.set(sample, claimant)
  return claimant
}

/** Each claims what no format before it does, so exactly one claims any report. */
export const reportFormats: readonly ReportFormat[] = ranked.map((format) => ({
  ...format,
  sniff: (sample: Sample) => claimantOf(sample) === format,
}))

/** Formats whose files are read as they are; they go before all others. */
export const verbatimFormats: readonly ReportFormat[] = ranked.filter((format) => format.verbatim)
