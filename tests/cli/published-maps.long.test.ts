/** Maps that `publish` writes: found by their debug id, verified, and read as those that a person gives. `npm run build:cli` must have run. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../../src/stores/site/manifest.ts'
import { unity } from '../app/managed-apps.ts'
import { linesOf, testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { serveSite, type SiteServer } from '../support/site-server.ts'

const folder = testFolder()
const ID = '5A1D0C4B-7E2F-4A60-9B3C-1D2E3F405162'
const OTHER = '6B1D0C4B-7E2F-4A60-9B3C-1D2E3F405162'
const write = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const mapOf = (debugId?: string) =>
  JSON.stringify({ version: 3, sources: ['src/Cart.tsx'], names: [], mappings: 'kDAWM', ...(debugId && { debugId }) })
const map = write('main.jsbundle.map', mapOf(ID))
/** An event whose bundle has this debug id. */
const event = (id: string) =>
  JSON.stringify({
    event_id: '0123456789abcdef0123456789abcdef',
    platform: 'javascript',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'no till',
          stacktrace: {
            frames: [
              {
                function: 'a',
                abs_path: 'app:///main.jsbundle',
                filename: 'app:///main.jsbundle',
                lineno: 1,
                colno: 51,
              },
            ],
          },
        },
      ],
    },
    debug_meta: { images: [{ type: 'sourcemap', code_file: 'app:///main.jsbundle', debug_id: id }] },
  })
const report = write('event.json', event(ID))
const published = join(folder, 'published')
const below = (id: string): string => join(published, 'symbols', id)
const manifestOf = (id: string): Manifest =>
  JSON.parse(readFileSync(join(below(id), 'manifest.json'), 'utf8')) as Manifest
let site: SiteServer

beforeAll(async () => {
  const run = unslide(['publish', map, '--to', published, '--format', 'json'])
  expect([run.status, linesOf(run.out)]).toEqual([
    0,
    [{ map: 'main.jsbundle.map', uuid: ID, status: 'published', bytes: expect.any(Number) as number }],
  ])
  site = await serveSite(published)
})

afterAll(() => site.close())

test('a report gets the places of the map of its debug id, as sure as from the file', async () => {
  const here = unslide(['symbolicate', report, '--symbols', map])
  const there = await unslideBeside(['symbolicate', report, '--symbols', site.url])
  expect(here.out).toContain('Cart.tsx:12')
  expect(there.out).toBe(here.out)
  expect(site.asked.map(({ path }) => path.split('/')[2])).toEqual([ID, ID])
})

test('a report of another build requests its own id, and gets nothing', async () => {
  const other = write('other.json', event(OTHER))
  const before = site.asked.length
  const { out } = await unslideBeside(['symbolicate', other, '--symbols', site.url])
  expect(out).not.toContain('Cart.tsx')
  expect(site.asked.slice(before).map(({ path }) => path)).toEqual([`/symbols/${OTHER}/manifest.json`])
})

test('the same map is there already; a map without an id is not published', () => {
  const again = unslide(['publish', map, '--to', published, '--format', 'json'])
  expect(linesOf(again.out)).toEqual([{ map: 'main.jsbundle.map', uuid: ID, status: 'unchanged' }])
  const without = unslide(['publish', write('plain.map', mapOf()), '--to', published])
  expect([without.status, without.err]).toEqual([2, expect.stringContaining('has no debug id')])
  const names = unslide(['publish', write('names.json', '["Till","aB","Shop","cD","count","eF"]'), '--to', published])
  expect([names.status, names.err]).toEqual([2, expect.stringContaining('none of its kind')])
})

test('bytes that are not the published ones, and a map of another id, are not used', async () => {
  const [name = ''] = readdirSync(below(ID)).filter((one) => one.endsWith('.unslide-map'))
  const whole = readFileSync(join(below(ID), name))
  const damaged = Buffer.from(whole)
  damaged[10] = (damaged[10] ?? 0) ^ 1
  writeFileSync(join(below(ID), name), damaged)
  const bad = await unslideBeside(['symbolicate', report, '--symbols', site.url])
  expect(bad.out).not.toContain('Cart.tsx')
  expect(bad.err).toContain('its digest differs')
  writeFileSync(join(below(ID), name), whole)

  // A manifest that lists it below another id: the map itself says whose it is.
  unslide(['publish', write('second.map', mapOf(OTHER)), '--to', published])
  const forged = { ...manifestOf(OTHER), maps: manifestOf(ID).maps }
  writeFileSync(join(below(OTHER), 'manifest.json'), JSON.stringify(forged))
  writeFileSync(join(below(OTHER), name), whole)
  const false_ = await unslideBeside(['symbolicate', write('third.json', event(OTHER)), '--symbols', site.url])
  expect(false_.out).not.toContain('Cart.tsx')
  expect(false_.err).toContain('contradict each other')
  rmSync(below(OTHER), { recursive: true })
})

test('maps go with --remove-older, and one that is listed is no leftover', () => {
  const kept = unslide(['publish', '--to', published, '--remove-older', '1', '--format', 'json'])
  expect(kept.status).toBe(0)
  expect(manifestOf(ID).maps).toHaveLength(1)
  const gone = unslide(['publish', '--to', published, '--remove-older', '0', '--format', 'json'])
  expect(linesOf<{ uuid?: string }>(gone.out)[0]).toMatchObject({ uuid: ID, status: 'removed' })
  expect(readdirSync(join(published, 'symbols'))).toEqual([])
})

test('a map without an id is published for a name, and what it says is unproved', async () => {
  const named = unslide(['publish', write('named.map', mapOf()), '--to', published, '--map-name', 'shop.jsbundle'])
  expect(named.status).toBe(0)
  const trace = write(
    'trace.txt',
    'TypeError: no till\n    at a (address at shop.jsbundle:1:50)\n    at b (address at shop.jsbundle:1:50)\n',
  )
  const { out, err } = await unslideBeside(['symbolicate', trace, '--symbols', site.url])
  expect(out).toMatch(/Cart\.tsx:12.*\[doubtful\]/)
  expect(err).toContain('published for the name shop.jsbundle and has no debug id')
  const other = write('other.txt', readFileSync(trace, 'utf8').replaceAll('shop.jsbundle', 'main.jsbundle'))
  expect((await unslideBeside(['symbolicate', other, '--symbols', site.url])).out).not.toContain('Cart.tsx')
  const two = unslide([
    'publish',
    join(folder, 'named.map'),
    write('more.map', mapOf()),
    '--to',
    published,
    '--map-name',
    'x.jsbundle',
  ])
  expect([two.status, two.err]).toEqual([1, expect.stringContaining('names one map')])
  expect(unslide(['publish', map, '--to', published, '--map-name', 'a/b']).status).toBe(2)
})

test('a map of obfuscated names is published for App, and used as one that is given', async () => {
  const names = write('obfuscation.json', '["Till","cD","count","eF","Shop","gH"]')
  expect(unslide(['publish', names, '--to', published, '--map-name', 'App']).status).toBe(0)
  const trace = write(
    'dart.txt',
    '#0      cD.eF (package:shop/till.dart:12:3)\n#1      new gH (package:shop/main.dart:4:3)\n',
  )
  const { out } = await unslideBeside(['symbolicate', trace, '--symbols', site.url])
  expect(out).toMatch(/Till\.count.*\[doubtful\]/)
})

test('a map of lines without an id is published for its image, and what it says is unproved', async () => {
  const { report: crash, symbols } = unity
  const lines = write('lines.json', symbols.content)
  const without = unslide(['publish', lines, '--to', published])
  expect([without.status, without.err]).toEqual([2, expect.stringContaining('such as UnityFramework')])
  expect(unslide(['publish', lines, '--to', published, '--map-name', 'UnityFramework']).status).toBe(0)
  const { out, err } = await unslideBeside(['symbolicate', write(crash.name, crash.content), '--symbols', site.url])
  expect(out).toMatch(/Harbor\.cs:42 \[doubtful\]/)
  expect(err).toContain('published for the name UnityFramework and has no debug id')
  const other = write('Other.crash', crash.content.replaceAll('UnityFramework', 'OtherFramework'))
  expect((await unslideBeside(['symbolicate', other, '--symbols', site.url])).out).not.toContain('Harbor.cs')
})
