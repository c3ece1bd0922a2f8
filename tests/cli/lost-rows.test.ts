/** Standard error counts rows that could not be read, and the exit code is 1. */
import { expect, test } from 'vitest'
import { unslide } from '../support/cli.ts'

const lost = 'Backtrace of Thread 771:\nHarbor at (0x0000000104ccc074)\n'
const whole = '0   Harbor   0x0000000104ccc074 Harbor + 16500\n1   Harbor   0x0000000104ccc084 Harbor + 16516\n'

test.each(['parse', 'symbolicate'])('%s exits with 1 and names the first line that was lost', (command) => {
  const run = unslide([command, '-'], lost)
  expect(run.status).toBe(1)
  expect(run.err).toContain('line 2: Harbor at (0x0000000104ccc074)')
})

test('parse exits with 0 where all rows were read, also behind prefixes', () => {
  expect(unslide(['parse', '-'], whole).status).toBe(0)
  expect(unslide(['parse', '-'], whole.replace(/^/gm, '20:02:33 app | ')).status).toBe(0)
})
