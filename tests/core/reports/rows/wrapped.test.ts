/** A stack gives the same frames with any text around its rows. */
import { expect, test } from 'vitest'
import { read } from './reading.ts'
import { dumps, furtherPrefixes, furtherWrappers, prefixes, wrappers } from './wrappings.ts'

const names = Object.keys(dumps)

test.each(names)('%s: the plain form is read to its last row', (name) => {
  const { frames, told } = read(dumps[name] ?? '')
  expect(frames).toHaveLength(9)
  expect(frames.filter((frame) => frame.includes('?'))).toEqual([])
  expect(told).toEqual([])
})

test.each(Object.entries({ ...prefixes, ...wrappers, ...furtherPrefixes, ...furtherWrappers }))('%s', (_, wrap) => {
  for (const name of names) {
    const plain = dumps[name] ?? ''
    expect([name, read(wrap(plain)).frames]).toEqual([name, read(plain).frames])
  }
})

/** Wrappings that hold whole texts, and prefixes that a log puts before their lines. */
const held = ['JSON member', 'JSON in JSON', 'escaped string', 'html', 'collapsed', 'returns'] as const

test.each(held)('%s of lines with prefixes', (outer) => {
  for (const name of names)
    for (const [prefix, wrap] of Object.entries({ ...prefixes, ...furtherPrefixes })) {
      const plain = dumps[name] ?? ''
      const { frames, told } = read((wrappers[outer] ?? String)(wrap(plain)))
      const isWhole = frames.join() === read(plain).frames.join()
      expect([name, prefix, isWhole || told.length > 0]).toEqual([name, prefix, true])
    }
})

test('a name of an image may have blanks and numbers', () => {
  const rows = [0, 1, 2].map((at) => `${at}   Harbor 2 Pro     0x0000000104cc${at}074 Harbor 2 Pro + ${16_500 + at}`)
  const { reports } = read(rows.map((row) => `20:02:33.1 ${row}`).join('\n'))
  expect(reports.flatMap(({ images }) => images.map(({ name }) => name))).toContain('Harbor 2 Pro')
})

test('problems name the line of the file, not of the text that was read', () => {
  const rows = [
    'a log',
    '',
    'I/app: 0   Harbor   0x0000000104ccc074 Harbor + 16500',
    'I/app: 1   Harbor   0x0000000104ccc084 Harbor + 16516',
  ]
  const broken = 'I/app: 2   Harbor   0x0000000104ccc'
  const { reports } = read(JSON.stringify({ log: [...rows, broken].join('\n') }, undefined, 1))
  for (const { problems } of reports) for (const { line } of problems) expect(line).toBe(2)
})
