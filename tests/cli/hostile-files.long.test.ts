/**
 * Runs every command on small files that need any amount of work. Each run ends soon, within a memory limit, with the right exit code
 * and a short reason.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measured, testFolder } from '../support/cli.ts'
import { hostileFiles } from '../support/hostile-files.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const files = await hostileFiles()
for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes)
const pathOf = (name: string): string => join(folder, name)

/** Times the processor time that the sample takes, all threads together; the worst file takes a quarter of it. */
const MOST_TIMES_SAMPLE = 60
const MOST_MEGABYTES = 500
/** Lines of what is said; more of them than this are summed up. */
const MOST_LINES = 12

const secondsOfSample = (): number =>
  measured(folder, ['symbolicate', samplePath('Trailmap.ips'), '--symbols', samplePath('Trailmap.dSYM.zip')]).seconds
const sampleAtFirst = secondsOfSample()

/** The sample is measured again beside a slow file: the machine may be busier than it was. */
const isBearable = (seconds: number): boolean =>
  seconds < MOST_TIMES_SAMPLE * sampleAtFirst || seconds < MOST_TIMES_SAMPLE * secondsOfSample()

function expectBearable(args: readonly string[]): void {
  const { status, err, seconds, megabytes } = measured(folder, args)
  const what = args.map((arg) => arg.replace(folder, '')).join(' ')
  expect([0, 1, 2], what).toContain(status)
  if (status !== 0) expect(err, what).toMatch(/^unslide: \S.+\n/)
  expect(err, what).not.toMatch(/failed unexpectedly|\n\s+at /)
  expect(err.trimEnd().split('\n').length, `${what}\n${err.slice(0, 2000)}`).toBeLessThanOrEqual(MOST_LINES)
  expect(isBearable(seconds), `${what}: ${seconds} s`).toBe(true)
  expect(megabytes, what).toBeLessThan(MOST_MEGABYTES)
}

const commands: readonly (readonly [name: string, args: (path: string) => readonly string[]])[] = [
  ['inspect', (path) => ['inspect', path]],
  ['parse', (path) => ['parse', path]],
  ['symbolicate', (path) => ['symbolicate', path]],
  ['symbolicate --symbols', (path) => ['symbolicate', samplePath('Trailmap.ips'), '--symbols', path]],
  ['index', (path) => ['index', path]],
  ['lookup', (path) => ['lookup', '--symbols', path, '100001000']],
  ['pack', (path) => ['pack', '--os', 'iOS 17', path, '-o', join(folder, 'made.unslide-pack')]],
]
/** Only files with symbols, and archives, have more to say to `lookup` and `pack` than to `index`. */
const table = files.flatMap(({ name }) =>
  commands
    .filter(([command]) => (command !== 'lookup' && command !== 'pack') || /macho|\.o$|zip/.test(name))
    .map(([command, args]) => [command, name, args] as const),
)

test.each(table)('%s of %s', (_, name, args) => expectBearable(args(pathOf(name))))

test.each(['text', 'original', 'json', 'markdown', 'html'])(
  'a thousand frames share a name of a megabyte: %s',
  (format) => {
    expectBearable(['symbolicate', pathOf('rust.ips'), '--symbols', pathOf('rust.macho'), '--format', format])
  },
)
