/** What each form of a report shows of its headline and statements, whatever host shows it. */
import { htmlExporter } from '../../src/core/export/html.ts'
import { jsonExporter } from '../../src/core/export/json.ts'
import { markdownExporter } from '../../src/core/export/markdown.ts'
import { textExporter } from '../../src/core/export/text.ts'
import type { SymbolicatedReport } from '../../src/core/model/report.ts'
import { gradedTitle, headlineOf } from '../../src/core/reading/headline.ts'
import { statementsOf } from '../../src/core/reading/statements.ts'

/** Letters and digits alone: forms escape and break text in their own ways. */
const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
const plain = (html: string): string =>
  decoded(html.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ''))

interface JsonHeadline {
  readonly reports: readonly { readonly headline: { readonly text: string; readonly grade: string } }[]
}

/** The sentences that a form lacks, and headlines that differ; a form is named before each. */
export function claimsLost(symbolicated: SymbolicatedReport): readonly string[] {
  const headline = headlineOf(symbolicated)
  const { stated, causes } = statementsOf(symbolicated)
  const sentences = [...stated, ...causes].flatMap((one) => [
    one === headline.explanation ? '' : one.title,
    one.meaning,
    one.evidence,
    ...one.checks,
  ])
  const forms = {
    text: textExporter.write([symbolicated]),
    markdown: decoded(markdownExporter.write([symbolicated])),
    html: plain(htmlExporter.write([symbolicated])),
  }
  const lost = Object.entries(forms).flatMap(([form, text]) => {
    const shown = letters(text)
    return [gradedTitle(headline), ...sentences]
      .filter((sentence) => !shown.includes(letters(sentence)))
      .map((sentence) => `${form} lacks “${sentence}”`)
  })
  const json = (JSON.parse(jsonExporter.write([symbolicated])) as JsonHeadline).reports[0]?.headline
  const isSame = json?.text === headline.title && json.grade === headline.grade
  return isSame
    ? lost
    : [...lost, `JSON is headed ${json?.text} (${json?.grade}), not ${headline.title} (${headline.grade})`]
}
