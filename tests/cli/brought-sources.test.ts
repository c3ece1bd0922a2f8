/** A source map in the archive of a report names files; none of them is read from the user's folder. `npm run build:cli` must have run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { mappingsOf } from '../support/source-map-builder.ts'
import { buildZip } from '../support/zip-builder.ts'

const folder = testFolder()
const project = join(folder, 'project')
const SECRET = 'const KEY = "kept to myself"'
const places = [['../../project/config.swift', 'file:///etc/passwd', 'config.swift', '../config.swift', '/etc/hosts.c']]
const stack = `TypeError: no till\n${[2, 12, 22, 32, 42].map((column) => `    at f (app:///main.jsbundle:1:${column})\n`).join('')}`
const map = (sources: readonly string[]): string =>
  JSON.stringify({
    version: 3,
    file: 'main.jsbundle',
    sources,
    names: [],
    mappings: mappingsOf([sources.map((_, at) => [at * 10, at, 0, 0])]),
  })

beforeAll(async () => {
  mkdirSync(project)
  writeFileSync(join(project, 'config.swift'), `${SECRET}\n`)
  writeFileSync(join(folder, 'config.swift'), `${SECRET}\n`)
  const content = { 'error.txt': stack, 'main.jsbundle.map': map(places.flat()) }
  const zip = await buildZip(content)
  writeFileSync(join(folder, 'sent.zip'), new Uint8Array(await zip.arrayBuffer()))
  writeFileSync(join(folder, 'error.txt'), stack)
  for (const [at, path] of ['../config.swift', 'file:///etc/passwd', '/etc/hosts.c'].entries())
    writeFileSync(join(folder, `away-${at}.map`), map([path, path, path, path, path]))
})

test.each(['text', 'html', 'markdown', 'json'])(
  '%s shows no line of a file that only the archive’s map names',
  (format) => {
    const run = unslide(['symbolicate', join(folder, 'sent.zip'), '--source', project, '--format', format])
    expect(run.out).toContain('main.jsbundle')
    expect(run.out + run.err).not.toContain('kept to myself')
  },
)

test('the same map, given by the user, shows the line: nothing else keeps it from being shown', () => {
  writeFileSync(join(folder, 'own.map'), map(['config.swift']))
  const args = ['symbolicate', join(folder, 'error.txt'), '--symbols', join(folder, 'own.map')]
  expect(unslide([...args, '--source', project]).out).toContain('kept to myself')
})

test.each([0, 1, 2])('a map that the user gave names no file outside of the folder: map %i', (at) => {
  const args = ['symbolicate', join(folder, 'error.txt'), '--symbols', join(folder, `away-${at}.map`)]
  const inside = join(project, 'empty')
  mkdirSync(inside, { recursive: true })
  const run = unslide([...args, '--source', inside])
  expect(run.out + run.err).not.toMatch(/kept to myself|root:|localhost/)
})
