/** The table of threats in SECURITY.md: each row names a test, and that test is there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const text = readFileSync(new URL('SECURITY.md', root), 'utf8')
const [, section = ''] = text.split('## Who can send what')
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)

test('the table has rows', () => {
  expect(rows.length).toBeGreaterThan(20)
})

test.each(rows)('%s', (row) => {
  const [, path = '', title = ''] = /\| `([^`]+)`: (.+?)\s*\|$/.exec(row) ?? []
  expect(path, row).not.toBe('')
  expect(existsSync(new URL(path, root)), path).toBe(true)
  const source = readFileSync(new URL(path, root), 'utf8')
  const isNamed = ["'", '`'].some((quote) => source.includes(quote + title))
  expect(isNamed, `${path} has no test “${title}”`).toBe(true)
})
