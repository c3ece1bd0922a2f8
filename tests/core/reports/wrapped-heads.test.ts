/** `.ips` files that a page or a mail wrapped at a column, alone and between words, are read as they were. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'
import { belowSentence, wrapped } from './wrapped-text.ts'

const COLUMNS = [60, 65, 72]
const placed = {
  alone: (text: string) => text,
  'below a sentence': belowSentence,
  'in a fence': (text: string) => `An example:\n\n\`\`\`\n${text}\n\`\`\`\n\nThe kernel chose it.\n`,
}

const read = (text: string) => {
  const outcome = parseReport('paste.txt', new TextEncoder().encode(text))
  return outcome.ok
    ? outcome.value.map(({ format, kind, frameCount, header, images }) => ({
        format,
        kind,
        frameCount,
        images: images.length,
        process: header.process,
        os: header.os,
      }))
    : outcome.problems.map(({ code }) => code)
}

const texts = listFixtures()
  .filter((path) => path.endsWith('.ips'))
  .map((path) => [path, new TextDecoder().decode(fixtureBytes(path))] as const)
  .filter(([, text]) => text.length < 60_000 && /^\{[^\n]*"bug_type"[^\n]*\}\s*\n\s*\{/.test(text))

test('there are files', () => expect(texts.length).toBeGreaterThan(4))

test.each(texts)('%s', (_, text) => {
  const plain = read(text)
  for (const column of COLUMNS)
    for (const [place, put] of Object.entries(placed))
      expect([column, place, read(put(wrapped(text, column)))]).toEqual([column, place, plain])
})
