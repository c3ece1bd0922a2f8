/** All report formats, most specific first. */
import { appCenterFormat } from './sdks/appcenter-log.ts'
import { atosFormat } from './tools/atos.ts'
import { appleTextFormat } from './apple-text/any-language.ts'
import { bsBacktraceFormat } from './free-text/bs-backtrace.ts'
import { bugsnagFormat } from './sdks/bugsnag-event.ts'
import { buglyFormat, callStackSymbolsFormat, talkingDataFormat } from './free-text/call-stack.ts'
import { consoleMessageFormat } from './free-text/console-message.ts'
import { coreFileFormat } from './dumps/core-file.ts'
import { capacitorFormat } from './free-text/capacitor.ts'
import { clsrecordFormat } from './sdks/clsrecord.ts'
import { crashlyticsTextFormat } from './sdks/crashlytics-text.ts'
import { datadogFormat } from './sdks/datadog-event.ts'
import { exportedJsonFormat } from './exported-page/exported-json.ts'
import { exportedPageFormat } from './exported-page/exported-page.ts'
import { panicStackFormat } from './free-text/panic-stack.ts'
import { flutterFormat } from './free-text/flutter.ts'
import type { DumpFormat, ReportFormat, Sample } from './base/format.ts'
import { instrumentsCopyFormat } from './tools/instruments-copy.ts'
import { ipsCrashFormat } from './ips/ips-crash.ts'
import { ipsFragment } from './ips/ips-fragment.ts'
import { ipsJetsamFormat } from './ips/ips-jetsam.ts'
import { ipsOtherFormat } from './ips/ips-other.ts'
import { ipsStackshotFormat } from './ips/ips-stackshot.ts'
import { jetsamTextFormat } from './ips/jetsam-text.ts'
import { kcdataFormat } from './stackshots/kcdata.ts'
import { kscrashFormat } from './sdks/kscrash.ts'
import { leaksFormat } from './tools/leaks.ts'
import { lldbFormat } from './tools/lldb.ts'
import { minidumpWalkFormat } from './free-text/minidump-walk.ts'
import { goroutinesFormat } from './free-text/goroutines.ts'
import { namedStackFormat } from './free-text/named-stack.ts'
import { managedStackFormat } from './free-text/managed-stack.ts'
import { meterExceptionsFormat } from './metrickit/meter-exceptions.ts'
import { measureFormat } from './sdks/measure-event.ts'
import { metrickitFormat } from './metrickit/metrickit.ts'
import { microstackshotsFormat } from './stackshots/microstackshots.ts'
import { powerMetricsFormat } from './metrickit/power-metrics.ts'
import { nsexceptionFormat } from './free-text/nsexception-log.ts'
import { findOrdinaryFormat } from './ordinary.ts'
import { panicFormat } from './ips/panic.ts'
import { minidumpFormat } from './dumps/minidump.ts'
import { newRelicFormat } from './sdks/newrelic-event.ts'
import { plcrashFormat } from './sdks/plcrash.ts'
import { raygunFormat } from './sdks/raygun-event.ts'
import { reactNativeFormat } from './free-text/react-native.ts'
import { sampleFormat } from './tools/sample.ts'
import { sanitizerFormat } from './tools/sanitizer.ts'
import { scriptJsonFormat } from './sdks/script-json.ts'
import { scriptProfileFormat } from './sdks/script-profile.ts'
import { sentryFormat } from './sdks/sentry-event.ts'
import { legacyStackshotFormat } from './stackshots/legacy-stackshot.ts'
import { spindumpFormat } from './stackshots/spindump.ts'
import { stackSnapshotFormat } from './stackshots/stack-snapshot.ts'
import { swiftBacktraceFormat } from './tools/swift-backtrace.ts'
import { swiftBacktraceJsonFormat } from './tools/swift-backtrace-json.ts'
import { textScanFormat } from './free-text/text-scan.ts'
import { threadDumpFormat } from './free-text/thread-dump.ts'
import { tombstoneFormat } from './free-text/tombstone.ts'
import { umengFormat } from './sdks/umeng.ts'
import { unityWindowsFormat } from './free-text/unity-windows.ts'
import { xctraceFormat } from './xctrace/xctrace.ts'

const ranked: readonly (ReportFormat | DumpFormat)[] = [
  exportedPageFormat,
  exportedJsonFormat,
  plcrashFormat,
  coreFileFormat,
  minidumpFormat,
  kcdataFormat,
  stackSnapshotFormat,
  xctraceFormat,
  swiftBacktraceJsonFormat,
  ipsCrashFormat,
  panicFormat,
  ipsStackshotFormat,
  ipsJetsamFormat,
  jetsamTextFormat,
  microstackshotsFormat,
  spindumpFormat,
  legacyStackshotFormat,
  sampleFormat,
  leaksFormat,
  instrumentsCopyFormat,
  swiftBacktraceFormat,
  flutterFormat,
  threadDumpFormat,
  tombstoneFormat,
  appleTextFormat,
  metrickitFormat,
  powerMetricsFormat,
  meterExceptionsFormat,
  datadogFormat,
  raygunFormat,
  newRelicFormat,
  measureFormat,
  appCenterFormat,
  kscrashFormat,
  sentryFormat,
  bugsnagFormat,
  clsrecordFormat,
  ipsOtherFormat,
  // Its runtime errors are worded as those of a sanitizer.
  goroutinesFormat,
  minidumpWalkFormat,
  sanitizerFormat,
  umengFormat,
  bsBacktraceFormat,
  nsexceptionFormat,
  reactNativeFormat,
  lldbFormat,
  panicStackFormat,
  crashlyticsTextFormat,
  buglyFormat,
  talkingDataFormat,
  capacitorFormat,
  unityWindowsFormat,
  managedStackFormat,
  scriptProfileFormat,
  scriptJsonFormat,
  callStackSymbolsFormat,
  atosFormat,
  ipsFragment,
  textScanFormat,
  namedStackFormat,
  consoleMessageFormat,
]

const claimants = new WeakMap<Sample, ReportFormat | DumpFormat | 'nobody'>()

/** An ordinary report’s format, else the first whose marks a file has. Stacks are much alike, so several may see theirs; the most specific has the file. */
function claimantOf(sample: Sample): ReportFormat | DumpFormat | 'nobody' {
  const known = claimants.get(sample)
  if (known) return known
  const claimant =
    findOrdinaryFormat(sample, sample.text, appleTextFormat) ??
    ranked.find((format) => format.sniff(sample)) ??
    'nobody'
  claimants.set(sample, claimant)
  return claimant
}

/** Each claims what no format before it does, so exactly one claims any report. */
export const reportFormats: readonly (ReportFormat | DumpFormat)[] = ranked.map((format) => ({
  ...format,
  sniff: (sample: Sample) => claimantOf(sample) === format,
}))

/** Formats whose files are read as they are; they go before all others. */
export const verbatimFormats: readonly ReportFormat[] = ranked
  .filter((format) => 'parse' in format)
  .filter(({ verbatim }) => verbatim)

/** Formats whose files are read in place; they go before the whole ones. */
export const dumpFormats: readonly DumpFormat[] = ranked.filter((format) => 'open' in format)
