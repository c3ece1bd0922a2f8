/** `--redact`: no format of the command line contains who made the report, and standard error lists the replacements. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { leaksOf, planted, plantedMembers } from '../support/planted.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const report = join(folder, `Trailmap_2024-06-21-081436_${planted.host}.ips`)
const lines = readFileSync(samplePath('Trailmap.ips'), 'utf8').split('\n')
writeFileSync(report, [lines[0], lines.slice(1).join('\n').replace('{', `{${plantedMembers()},`)].join('\n'))
const symbols = ['--symbols', samplePath('Trailmap.dSYM.zip')]
const secrets = Object.values(planted)

const formats = ['text', 'original', 'json', 'markdown', 'html']

test.each(formats)('%s tells nothing that was planted', (format) => {
  const run = unslide(['symbolicate', report, ...symbols, '--format', format, '--redact'])
  expect(run.status).toBe(0)
  expect(leaksOf(run.out)).toEqual([])
  expect(run.out).toContain('TMRouteAltitude')
})

test('standard error lists what was replaced by what', () => {
  const { err } = unslide(['symbolicate', report, ...symbols, '--redact'])
  expect(err).toMatch(/^unslide: replaced: user name "annemarie" by user\d+, \d+ times$/m)
  expect(leaksOf(err).sort()).toEqual([...secrets].sort())
})

test('without the option all of it is there, and nothing is listed', () => {
  const run = unslide(['symbolicate', report, ...symbols, '--format', 'original'])
  expect(leaksOf(run.out)).toContain(planted.email)
  expect(run.err).not.toContain('replaced:')
})

test('the program is named unless that is asked for', () => {
  expect(unslide(['symbolicate', report, '--format', 'original', '--redact']).out).toContain('org.example.trailmap')
  const { out } = unslide(['symbolicate', report, ...symbols, '--format', 'json', '--redact-app'])
  expect(out).not.toMatch(/trailmap/i)
  expect(leaksOf(out)).toEqual([])
})

test('a folder of reports has one pseudonym for one user, and names of files tell nobody', () => {
  const out = join(folder, 'out/')
  expect(
    unslide([
      'symbolicate',
      report,
      samplePath('Trailmap.ips'),
      ...symbols,
      '--format',
      'original',
      '--redact',
      '-o',
      out,
    ]).status,
  ).toBe(0)
  const written = readdirSync(out)
  expect(written).toHaveLength(2)
  expect(leaksOf(written.join('\n'))).toEqual([])
  for (const name of written) expect(leaksOf(readFileSync(join(out, name), 'utf8'))).toEqual([])
})

test('a redacted report gets the same names from its symbols', () => {
  const bare = join(folder, 'bare.ips')
  writeFileSync(bare, unslide(['symbolicate', report, '--format', 'original', '--redact']).out)
  const functions = (path: string): string[] =>
    [...unslide(['symbolicate', path, ...symbols, '--format', 'json']).out.matchAll(/"function": "(.*)"/g)].map(
      (m) => m[1] ?? '',
    )
  expect(functions(bare)).toEqual(functions(report))
  expect(functions(bare)).toContain('TMRouteAltitude')
})
