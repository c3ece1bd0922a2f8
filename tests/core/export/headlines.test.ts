/** The first thing that each output says of a report is the same: text, Markdown, page, JSON, and `parse`. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { markdownExporter } from '../../../src/core/export/markdown.ts'
import { textExporter } from '../../../src/core/export/text.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { formatParsed } from '../../../src/core/parsed.ts'
import { gradedTitle, headlineOf } from '../../../src/core/reading/headline.ts'
import { listFixtures, openFixture } from '../reports/fixture.ts'

/** Letters and digits alone: Markdown and HTML escape the others. */
const plain = (text: string): string => text.replace(/&(?:#\d+|[a-z]+);/g, '').replace(/[^\p{L}\p{N}]+/gu, '')

interface Told {
  readonly headline: { readonly text: string; readonly code: string; readonly grade: string }
}

test.each(listFixtures())('%s has one headline', async (path) => {
  for (const report of await openFixture(path)) {
    const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
    const symbolicated = { ...bare, ...explain(bare) }
    const { kind, code, title, grade } = headlineOf(symbolicated)
    const text = gradedTitle({ title, grade })
    const [one] = (JSON.parse(jsonExporter.write([symbolicated])) as { reports: Told[] }).reports
    const [parsed] = JSON.parse(JSON.stringify(formatParsed([report]))) as Told[]
    expect(one!.headline).toMatchObject({ code, text: title, grade })
    expect(parsed!.headline).toEqual(one!.headline)
    const lines = textExporter.write([symbolicated]).split('\n')
    expect(plain(lines[kind === '' ? 0 : 1]!)).toBe(plain(text))
    const markdown = /^## (.*)$/m.exec(markdownExporter.write([symbolicated]))?.[1]
    expect(plain(markdown ?? '')).toBe(plain(text))
    const heading = /<h1>(.*?)<\/h1>/s.exec(htmlExporter.write([symbolicated]))?.[1]
    expect(plain(heading ?? '')).toBe(plain(text))
  }
})
