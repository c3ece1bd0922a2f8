/** Memory kills as text: what was ended and why, pages of the device, and what cuts and prose do to them. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { isIncomplete } from '../../../src/core/reading/damage.ts'
import { subjectOf } from '../../../src/core/reading/subject.ts'
import { fixtureBytes, findPasted, readPasted } from './fixture.ts'

const text = (name: string): string => new TextDecoder().decode(fixtureBytes(`jetsam-text/${name}`))
const ios8 = text('ios8.txt')
const ios4 = text('ios4.txt')
const title = (paste: string) => {
  const report = readPasted(paste)
  return explain({ report, resolutions: [], images: [], explanations: [] }).explanations[0]?.title
}

test.each([
  ['ios8', ios8, 'Larder and 1 other process were terminated for memory'],
  ['ios4', ios4, 'Larder was terminated for memory'],
])('%s says what was ended, also within prose and behind quote marks', (_, paste, expected) => {
  const quoted = paste.replace(/^/gm, '> ')
  for (const made of [
    paste,
    `Here is the log of my iPad:\n\n${paste}\nAny ideas?\n`,
    quoted,
    paste.replaceAll('\n', '\r\n'),
  ])
    expect(title(made)).toContain(expected)
})

test('no reason, no end', () => {
  const none = ios8.replaceAll(/\[[a-z-]+\] /g, '')
  expect(title(none)).toBe('Memory kill: the list marks no process as terminated; Larder was the largest')
  expect(isIncomplete(readPasted(none))).toBe(false)
  // The line on the program names none, either.
  const subject = (paste: string) => subjectOf({ report: readPasted(paste) }).join()
  expect(subject(none)).not.toContain('Larder')
  expect(subject(ios8)).toContain('Larder')
})

test('a report that is cut before its processes says so', () => {
  const cut = ios8.slice(0, ios8.indexOf('          Larder <'))
  expect(isIncomplete(readPasted(cut))).toBe(true)
  expect(title(cut)).toBe(
    'Memory kill: the part of the list that is here marks no process as terminated; Larder was the largest',
  )
})

test('amounts stay in pages where no page size is printed', () => {
  const [table] = readPasted(ios4).sections
  const rows = table?.kind === 'table' ? table.rows.map((row) => [row[0], row[3], row[6]]) : []
  expect(rows).toEqual([
    ['Larder', '', '20100'],
    ['SpringBoard', '', '4200'],
    ['mediaserverd', '', '510'],
  ])
})

test('a list of pages alone is no such report', () => {
  expect(findPasted('vm_stat says:\nFree pages: 1010\nWired pages: 19000\n')?.format).not.toBe('jetsam-text')
})
