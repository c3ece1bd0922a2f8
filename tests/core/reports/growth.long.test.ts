/**
 * Time grows with an input, not with its square. Repeats a part of a fixture of every format, at its beginning and within lines. The
 * reports are also redacted and written by every exporter.
 */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { redact } from '../../../src/core/redact/redact.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

const RUN = 60_000
/** Longer than the words that are allowed before a report of JSON, so that both texts are read in the same way. */
const SHORTER = RUN / 3
/** Below this nothing is compared: the machine may be busy, and code runs for the first time. */
const FAST_MS = 300
/** Three times as much takes three times as long by the length, and nine times by the square. */
const STEEPEST = 6
const TRIES = 3
const RUNS = [
  ' ',
  '\t',
  '\n',
  '0',
  'a',
  'A',
  '_',
  '-',
  '(',
  '.',
  '/',
  '"',
  '[',
  '<',
  '=',
  ':',
  '0x1 ',
  '( ',
  '  x\n',
  '\\t',
  '{',
]

const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })

/** One text of each format, small enough that a run in it is most of it. */
const texts = new Map(
  listFixtures()
    .map((path) => [path, fixtureBytes(path)] as const)
    .filter(([, bytes]) => bytes.length < 40_000 && !bytes.includes(0))
    .map(
      ([path, bytes]) => [path.slice(0, path.indexOf('/')), { path, text: new TextDecoder().decode(bytes) }] as const,
    ),
)

/** The beginning, and places in the midst of lines and strings. */
function placesIn(text: string): readonly number[] {
  return [0, 0.25, 0.7].map((part) => Math.floor(text.length * part))
}

/** Processor time to read a text, redact and write it. */
async function millisecondsOf(path: string, text: string): Promise<number> {
  const before = process.cpuUsage()
  const outcome = await engine.symbolicate({ path, blob: new Blob([text]) })
  const reports = outcome.ok ? outcome.value.slice(0, 2) : []
  for (const exporter of exporters) exporter.write(reports)
  redact(reports)
  return process.cpuUsage(before).user / 1000
}

test('there are texts of most formats', () => {
  expect(texts.size).toBeGreaterThan(28)
})

test.each([...texts])(
  '%s takes time by its length',
  async (_, { path, text }) => {
    const slow: string[] = []
    for (const run of RUNS) {
      for (const place of placesIn(text)) {
        const withRun = (size: number): string =>
          text.slice(0, place) + run.repeat(Math.ceil(size / run.length)) + text.slice(place)
        // The least of a few runs each: the first run of a path compiles it, and others use the machine.
        let [least, leastLong, tries] = [Infinity, Infinity, 0]
        do {
          leastLong = Math.min(leastLong, await millisecondsOf(path, withRun(RUN)))
          if (leastLong < FAST_MS) break
          least = Math.min(least, await millisecondsOf(path, withRun(SHORTER)))
        } while (leastLong > STEEPEST * least && ++tries < TRIES)
        if (tries === TRIES) slow.push(`${JSON.stringify(run)} at ${place} of ${path}`)
      }
    }
    expect(slow).toEqual([])
  },
  300_000,
)
