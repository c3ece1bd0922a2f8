/** `--cache DIR`: what a site gave is kept between runs, verified again, and never read or written outside the folder. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskCache } from '../../src/cli/io/disk-cache.ts'
import { crashedFrames, testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite, type SiteServer } from '../support/site-server.ts'

const report = samplePath('Trailmap.ips')
const dsym = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()
let site: SiteServer
let named: readonly unknown[] = []

const namesOf = (out: string) => crashedFrames(out).map(({ calls = [] }) => calls.map(({ mangled }) => mangled))
const keptIn = (cache: string): readonly string[] => readdirSync(cache).filter((name) => name.endsWith('.kept'))
const run = (cache: string, url = site.url) =>
  unslideBeside(['symbolicate', report, '--symbols', url, '--cache', cache, '--format', 'json'])
const newCache = (): string => mkdtempSync(join(folder, 'cache-'))

beforeAll(async () => {
  const published = join(folder, 'published')
  expect(unslide(['publish', dsym, '--to', published]).status).toBe(0)
  site = await serveSite(published)
  named = namesOf(unslide(['symbolicate', report, '--symbols', dsym, '--format', 'json']).out)
})

afterAll(() => site.close())

test('a second run gives the same names with the site down, and says so', async () => {
  const own = await serveSite(join(folder, 'published'))
  const cache = join(newCache(), 'made')
  const first = await run(cache, own.url)
  expect([first.status, namesOf(first.out)]).toEqual([0, named])
  const asked = own.asked.length
  const again = await run(cache, own.url)
  expect(namesOf(again.out)).toEqual(named)
  // The program fetches again only files that can change.
  expect(own.asked.slice(asked).every(({ path }) => path.endsWith('manifest.json'))).toBe(true)
  await own.close()
  const down = await run(cache, own.url)
  expect(namesOf(down.out)).toEqual(named)
  expect(down.err).toContain('kept copies are used')
  const without = await unslideBeside(['symbolicate', report, '--symbols', own.url, '--format', 'json'])
  expect(namesOf(without.out)).not.toEqual(named)
})

test('what was changed in the folder does not count, and is made good', async () => {
  const cache = newCache()
  await run(cache)
  const before = keptIn(cache).map((name) => readFileSync(join(cache, name)))
  for (const [at, name] of keptIn(cache).entries()) {
    const bytes = Buffer.from(before[at] ?? '')
    writeFileSync(join(cache, name), at % 2 === 0 ? bytes.map((byte) => byte ^ 1) : bytes.subarray(1))
  }
  expect(namesOf((await run(cache)).out)).toEqual(named)
  // What was not there has the time of the last answer.
  const timeless = (bytes: Buffer): Buffer | string => (/^\d{13}$/.test(bytes.toString()) ? 'absent' : bytes)
  const after = keptIn(cache).map((name) => readFileSync(join(cache, name)))
  expect(after.map(timeless)).toEqual(before.map(timeless))
  expect(after.map(timeless)).toContain('absent')
})

test('links and folders in place of files are not followed and not written through', async () => {
  const cache = newCache()
  await run(cache)
  const outside = join(folder, 'outside')
  writeFileSync(outside, 'kept')
  for (const [at, name] of keptIn(cache).entries()) {
    rmSync(join(cache, name))
    if (at % 2 === 0) symlinkSync(outside, join(cache, name))
    else mkdirSync(join(cache, name))
  }
  expect(namesOf((await run(cache)).out)).toEqual(named)
  expect(readFileSync(outside, 'utf8')).toBe('kept')
  expect(readdirSync(cache).filter((name) => name.startsWith('.part'))).toEqual([])
})

test('what is old goes, what is not ours stays', async () => {
  const cache = newCache()
  const names = [`${'0'.repeat(40)}.kept`, `${'1'.repeat(40)}.kept`, `.part-${'2'.repeat(24)}`, 'mine.txt'] as const
  for (const name of names) writeFileSync(join(cache, name), 'old')
  for (const name of [names[0], names[2], names[3]]) utimesSync(join(cache, name), 1, 1)
  await run(cache)
  const left = readdirSync(cache)
  expect(names.map((name) => left.includes(name))).toEqual([false, true, false, true])
})

test('what is too much goes while a program goes on, the oldest first', async () => {
  const cache = newCache()
  const kept = (await openDiskCache(cache))(new URL(site.url))
  const names = Array.from({ length: 6 }, (_, at) => join(cache, `${String(at).repeat(40)}.kept`))
  // Files with nothing in them that are long all the same.
  for (const [at, path] of names.entries()) {
    writeFileSync(path, '')
    truncateSync(path, 100 << 20)
    utimesSync(path, Date.now() / 1000, Date.now() / 1000 - 60 * (6 - at))
  }
  const left = (): readonly boolean[] => names.map((path) => existsSync(path))
  const block = new Uint8Array(1 << 20)
  await kept.put('a first block', block)
  expect(left()).toEqual(Array(6).fill(true))
  for (let at = 0; at < 32; at++) await kept.put(`block ${at}`, block)
  // Of 632 MB a fifth less than 512 is left.
  expect(left()).toEqual([false, false, false, true, true, true])
  const bytes = readdirSync(cache).reduce((sum, name) => sum + statSync(join(cache, name)).size, 0)
  expect(bytes).toBeLessThan(512 << 20)
  expect(await kept.get('a first block')).toEqual(block)
})

test('several programs share a folder, and so do the threads of one', async () => {
  const cache = newCache()
  const runs = await Promise.all([run(cache), run(cache), run(cache)])
  expect(runs.map(({ out }) => namesOf(out))).toEqual([named, named, named])
  const line = `${JSON.stringify(readFileSync(report, 'utf8'))}\n`
  const before = site.asked.length
  const args = ['symbolicate', '--stream', '--jobs', '2', '--symbols', site.url, '--cache', cache]
  const stream = await unslideBeside(args, line.repeat(4))
  expect(stream.status).toBe(0)
  expect(site.asked.slice(before).every(({ path }) => path.endsWith('manifest.json'))).toBe(true)
})

test('a cache that cannot be used is told', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect((await run(file)).status).toBe(2)
  expect(statSync(file).size).toBe(0)
  const { status, err } = unslide(['symbolicate', report, '--symbols', dsym, '--cache', newCache()])
  expect([status, err.includes('--cache')]).toEqual([2, true])
})
