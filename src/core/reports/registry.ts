/** All report formats, most specific first. */
import { appleText } from './apple-text.ts'
import { bugsnagFormat } from './bugsnag-event.ts'
import { clsrecordFormat } from './clsrecord.ts'
import type { ReportFormat } from './format.ts'
import { ipsCrash } from './ips-crash.ts'
import { kscrashFormat } from './kscrash.ts'
import { meterExceptionsFormat } from './meter-exceptions.ts'
import { metrickitFormat } from './metrickit.ts'
import { plcrashFormat } from './plcrash.ts'
import { sentryFormat } from './sentry-event.ts'

export const reportFormats: readonly ReportFormat[] = [
  ipsCrash,
  appleText,
  plcrashFormat,
  metrickitFormat,
  meterExceptionsFormat,
  kscrashFormat,
  sentryFormat,
  bugsnagFormat,
  clsrecordFormat,
]
