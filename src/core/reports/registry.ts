/** All report formats, most specific first. */
import { appleText } from './apple-text.ts'
import { bugsnagFormat } from './bugsnag-event.ts'
import { clsrecordFormat } from './clsrecord.ts'
import type { ReportFormat } from './format.ts'
import { instrumentsCopy } from './instruments-copy.ts'
import { ipsCrash } from './ips-crash.ts'
import { ipsJetsam } from './ips-jetsam.ts'
import { ipsOther } from './ips-other.ts'
import { ipsStackshot } from './ips-stackshot.ts'
import { kscrashFormat } from './kscrash.ts'
import { leaks } from './leaks.ts'
import { meterExceptionsFormat } from './meter-exceptions.ts'
import { metrickitFormat } from './metrickit.ts'
import { microstackshots } from './microstackshots.ts'
import { panic } from './panic.ts'
import { minidumpFormat } from './minidump.ts'
import { plcrashFormat } from './plcrash.ts'
import { sample } from './sample.ts'
import { sentryFormat } from './sentry-event.ts'
import { spindump } from './spindump.ts'

export const reportFormats: readonly ReportFormat[] = [
  ipsCrash,
  panic,
  ipsStackshot,
  ipsJetsam,
  microstackshots,
  spindump,
  sample,
  leaks,
  instrumentsCopy,
  appleText,
  plcrashFormat,
  minidumpFormat,
  metrickitFormat,
  meterExceptionsFormat,
  kscrashFormat,
  sentryFormat,
  bugsnagFormat,
  clsrecordFormat,
  ipsOther,
]
