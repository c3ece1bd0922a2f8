/** Who wrote a report: the system says what it saw, a crash reporter of an app may have concluded it. */
import type { Report } from '../model/report.ts'

const APPLE = /^(?:ips-|apple-crash-text$|metrickit$|kcdata$|panic$|spindump$|microstackshots$|core$)/

/** The system wrote it. */
export const isApple = ({ writtenFrom, format }: Pick<Report, 'writtenFrom' | 'format'>): boolean =>
  APPLE.test(writtenFrom ?? format)
