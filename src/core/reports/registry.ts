/** All report formats, most specific first. */
import { appleText } from './apple-text.ts'
import type { ReportFormat } from './format.ts'
import { ipsCrash } from './ips-crash.ts'

export const reportFormats: readonly ReportFormat[] = [ipsCrash, appleText]
