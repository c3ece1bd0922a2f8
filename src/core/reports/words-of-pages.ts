/** Words of a report that stood in the markup of a page: without its tags, and with characters in place of its entities. */
import type { ExceptionInfo, Report } from '../model/report.ts'
import { unescapeEntities } from './text/entities.ts'

/** A page ends what it begins; code has no such ends. */
const PAGE = /<\/(?:p|pre|code|span|div|li|blockquote)>/i
/** Tags within words. The names of templates have others. */
const TAG = /<\/?(?:span|a|br|b|i|em|strong|code|p|pre|div|wbr)(?: [^<>\n]{0,300})?\/?>/gi
const MARKED = /<\/?[a-z]|&(?:[a-z]{2,4}|#\d{1,7}|#x[\da-f]{1,6});/i
/** Characters of a text that are looked at. */
const SEARCHED = 1 << 20
const BEGINNING = 400

const bare = (words: string): string =>
  MARKED.test(words) ? unescapeEntities(words.replace(TAG, '')).trimEnd() : words

const ofValues = <Value extends object>(value: Value): Value =>
  Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [key, typeof one === 'string' ? bare(one) : one]),
  ) as Value

/** True if a text is of a page. */
const isOfPage = (text: string): boolean =>
  !/^\s*[[{]/.test(text.slice(0, BEGINNING)) && PAGE.test(text.slice(0, SEARCHED))

/** The reports of a text with the words of their ends, their fields and their sections laid bare; the same ones where the text is of no page. */
export function withBareWords(reports: readonly Report[]): readonly Report[] {
  const [first] = reports
  return first && isOfPage(first.text) ? reports.map(laidBare) : reports
}

function laidBare(report: Report): Report {
  const { exception, termination, applicationInfo, header, sections } = report
  return {
    ...report,
    header: { ...ofValues(header), fields: header.fields.map(([key, value]) => [key, bare(value)] as const) },
    applicationInfo: applicationInfo.map(bare),
    sections: sections.map((section) => (section.kind === 'text' ? { ...section, text: bare(section.text) } : section)),
    ...(exception && { exception: ofValues<ExceptionInfo>(exception) }),
    ...(termination && {
      termination: {
        ...ofValues(termination),
        ...(termination.reasons && { reasons: termination.reasons.map(bare) }),
      },
    }),
  }
}
