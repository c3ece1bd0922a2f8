/** A page that Unslide exported: it carries its reports with all their names. */
import { EMBEDDED_ID, parseEmbedded } from '../../model/embedded-report.ts'
import { kindOfOldLabel } from '../../model/report-kind.ts'
import type { Report } from '../../model/report.ts'
import { success } from '../../model/problem.ts'
import type { ReportFormat } from '../base/format.ts'

/** Pages say who made them in their head. Older ones do not: they are known by the policy that stood in all of them. */
const GENERATOR = '<meta name="generator" content="Unslide"'
const OLD_POLICY = `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`

export const exportedPageFormat: ReportFormat = {
  id: 'exported-page',
  label: 'Page exported by Unslide',
  verbatim: true,
  sniff: ({ bytes }) => {
    if (!/^\s*<!doctype html|^\s*<html/i.test(headOf(bytes.subarray(0, 64)))) return false
    const head = headOf(bytes)
    return [GENERATOR, OLD_POLICY, `id="${EMBEDDED_ID}"`].some((mark) => head.includes(mark))
  },
  parse: ({ path, text }) => {
    const embedded = parseEmbedded(text, path)
    if (!embedded.ok) return embedded
    return success(embedded.value.map(({ report, ...names }) => ({ ...withKind(report), names })))
  },
}

/** Pages of earlier versions have the kind in the label only. */
function withKind(report: Report): Report {
  const kind = report.kind ?? kindOfOldLabel(report.label)
  return kind === undefined ? report : { ...report, kind }
}

/** The text that marks are looked for in, without a byte order mark; bytes that are no text do no harm. */
const headOf = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes)
