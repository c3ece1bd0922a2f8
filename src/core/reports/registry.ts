/** All report formats, most specific first. */
import type { ReportFormat } from './format.ts'

export const reportFormats: readonly ReportFormat[] = []
