/** `symbolicate --variables` as a user runs it. `npm run build:cli` must have run. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { samplePath } from '../support/sample.ts'
import { testFolder, unslide } from '../support/cli.ts'

const given = [samplePath('Trailmap.ips'), '--symbols', samplePath('Trailmap.dSYM.zip')]

test('text has variables only where they are asked for', () => {
  expect(unslide(['symbolicate', ...given]).out).not.toMatch(/^Variables$/m)
  const { out } = unslide(['symbolicate', ...given, '--variables'])
  expect(out).toMatch(/^Variables\nFrame 0, TMRouteAltitude\n/m)
  expect(out).toContain('(const TMTrack *) track = 0x0')
})

test('redacted, names and types stay and values go', () => {
  const { out } = unslide(['symbolicate', ...given, '--variables', '--redact'])
  expect(out).toContain('(const TMTrack *) track = <left out, since it may be private>')
  expect(out).not.toContain('track = 0x0')
})

test('an exported page, given again, still has them without symbols', () => {
  const page = join(testFolder(), 'Trailmap.html')
  writeFileSync(page, unslide(['symbolicate', ...given, '--variables', '--format', 'html']).out)
  expect(unslide(['symbolicate', page]).out).toContain('(const TMTrack *) track = 0x0')
  expect(unslide(['symbolicate', page, '--variables']).out).toContain('(const TMTrack *) track = 0x0')
})

test('without the dSYM the reason and the next step are told, and the exit code', () => {
  const { status, err } = unslide(['symbolicate', given[0] ?? '', '--variables'])
  expect(status).toBe(1)
  expect(err).toMatch(/Trailmap\.ips: no variables to show\. Variables are read from the dSYM itself/)
})
