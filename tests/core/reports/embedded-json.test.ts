/** JSON of every reporter between words is read as the same file alone. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { timesReference } from '../../support/reference.ts'
import { findPasted, fixtureBytes, listFixtures } from './fixture.ts'
import { belowSentence, wrapped } from './wrapped-text.ts'

const placed = {
  'below a sentence': belowSentence,
  'in a fence': (text: string) => `An example:\n\n\`\`\`json\n${text}\n\`\`\`\n\nThe kernel chose it.\n`,
  'in a quote': (text: string) => `Hi,\n\n${text.replace(/^/gm, '> ')}\n\nBye\n`,
  'between sentences': (text: string) => `See {this}: it ended, says "x".\n\n${text}\n\nAny idea? {}\n`,
  'behind a log': (text: string) => `12:03:04.123 upload[77]: event = ${text}\n12:03:05.001 upload[77]: done\n`,
}

const read = (text: string) => {
  const outcome = parseReport('paste.txt', new TextEncoder().encode(text))
  return outcome.ok
    ? outcome.value.map(({ format, kind, frameCount, images }) => [format, kind, frameCount, images.length].join(' '))
    : outcome.problems.map(({ code }) => code)
}

const texts = listFixtures()
  .filter((path) => !/^(?:xctrace|text-scan)\//.test(path))
  .map((path) => [path, fixtureBytes(path)] as const)
  .filter(([, bytes]) => bytes.length < 60_000 && !bytes.includes(0))
  .map(([path, bytes]) => [path, new TextDecoder().decode(bytes).trimEnd()] as const)
  .filter(([, text]) => /^\s*[[{]\s*["{]/.test(text))

test('there are files of many reporters', () => {
  expect(new Set(texts.map(([path]) => path.slice(0, path.indexOf('/')))).size).toBeGreaterThan(15)
})

test.each(texts)('%s', (_, text) => {
  const plain = read(text)
  for (const [place, put] of Object.entries(placed)) expect([place, read(put(text))]).toEqual([place, plain])
})

test.each(texts)('%s, wrapped', (_, text) => {
  for (const column of [65, 76]) {
    const alone = read(wrapped(text, column))
    for (const [place, put] of Object.entries(placed).filter(([name]) => name !== 'behind a log'))
      expect([column, place, read(put(wrapped(text, column)))]).toEqual([column, place, alone])
  }
})

test.each([
  'The settings are\n\n{\n  "compilerOptions": { "target": "es2022", "module": "nodenext", "strict": true, "noEmit": true }\n}\n',
  'We send [{"name":"a","value":1},{"name":"b","value":2},{"name":"c","value":3},{"name":"d","value":4}] here.',
])('other JSON is no report: %s', (text) => {
  expect(findPasted(text)).toBeUndefined()
})

test('a stack beside a document is read, too', () => {
  const event = new TextDecoder().decode(fixtureBytes('sentry-event/mach-exception.json'))
  const stack =
    '0   Harbor   0x0000000104ccc000 0x104cc8000 + 16384\n1   Harbor   0x0000000104ccd010 0x104cc8000 + 20496\n'
  const [alone = ''] = read(event)
  expect(read(`The event:\n\n${event}\n\nand what the console has:\n\n${stack}`)[0]).toBe(alone)
  expect(read(`The event:\n\n${event}\n\nand what the console has:\n\n${stack}`)).toHaveLength(2)
})

test('hundreds of documents with rows between them are read in a time that grows with the text', () => {
  const event = new TextDecoder().decode(fixtureBytes('sentry-event/mach-exception.json'))
  const text = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) =>
        `event ${at}:\n\n${event}\n0   Harbor   0x${(0x104ccc000 + at * 64).toString(16)} 0x104cc8000 + ${16384 + at * 64}\n\n`,
    ).join('')
  const [few, many] = [text(20), text(200)]
  const small = timesReference(() => {
    for (let at = 0; at < 10; at++) read(few)
  })
  expect(timesReference(() => read(many)) / small).toBeLessThan(3)
})
