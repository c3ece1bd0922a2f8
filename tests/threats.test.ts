/** The threats in SECURITY.md: each entry names a test, and that test is there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const text = readFileSync(new URL('SECURITY.md', root), 'utf8')
const [, section = ''] = text.split('## What strangers cannot do')
const entries = (section.split('\n## ')[0] ?? '')
  .split('\n- ')
  .slice(1)
  .map((entry) => entry.split('\n\n')[0] ?? '')

test('the section has entries', () => {
  expect(entries.length).toBeGreaterThan(60)
})

test.each(entries)('%s', (entry) => {
  const [, path = '', title = ''] = /\n\s+`([^`]+)`: (.+)$/.exec(entry) ?? []
  expect(path, entry).not.toBe('')
  expect(existsSync(new URL(path, root)), path).toBe(true)
  const source = readFileSync(new URL(path, root), 'utf8')
  const isNamed = ["'", '`'].some((quote) => source.includes(quote + title))
  expect(isNamed, `${path} has no test “${title}”`).toBe(true)
})
