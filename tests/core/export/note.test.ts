/** The user's note in what is shared: only when given, as typed, and never markup. */
import { expect, test } from 'vitest'
import { exporters } from '../../../src/core/export/registry.ts'
import { makeReport } from '../../support/report-builder.ts'

const symbolicated = { report: makeReport({}), resolutions: [], images: [], explanations: [] }
const note = 'see #7\n---\n```\n<img src=x>\n</p><script>'

const written = (id: string, text?: string): string =>
  exporters.find((exporter) => exporter.id === id)?.write([symbolicated], text === undefined ? {} : { note: text }) ??
  ''

test('Markdown has it as typed, in a fence that nothing in it ends', () => {
  expect(written('markdown', note)).toContain(`**Note**\n\n\`\`\`\`\n${note}\n\`\`\`\`\n`)
})

test('the web page has it as text', () => {
  const page = written('html', note)
  expect(page).toContain('see #7\n---\n```\n&lt;img src=x&gt;\n&lt;/p&gt;&lt;script&gt;')
  expect(page).not.toContain('<img')
})

test.each(exporters.map(({ id }) => id))('%s says nothing of a note that is not given', (id) => {
  expect(written(id)).not.toContain('Note')
  expect(written(id, '')).toBe(written(id))
})
