/**
 * Files and folders that become links while the program runs, again and again: nothing behind the links is read, written or removed. No
 * test can try every instant; each counts how often the link stood there. `npm run build:cli` must have run.
 */
import { spawn } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program, testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite, type SiteServer } from '../support/site-server.ts'
import { Swapper } from '../support/swapper.ts'

const folder = testFolder()
const report = samplePath('Trailmap.ips')
const dsym = samplePath('Trailmap.dSYM.zip')
const ROUNDS = 8
/** A round with fewer swaps proves nothing. */
const LEAST_SWAPS = 100

let site: SiteServer
beforeAll(async () => {
  expect(unslide(['publish', dsym, '--to', join(folder, 'published')]).status).toBe(0)
  site = await serveSite(join(folder, 'published'))
})
afterAll(() => site.close())

/** A new folder, and a folder outside of it with a file that must stay as it is. */
function places(name: string): { inside: string; outside: string; victim: string } {
  const [inside, outside] = [join(folder, name), join(folder, `${name}-outside`)]
  mkdirSync(inside)
  mkdirSync(outside)
  const victim = join(outside, 'victim')
  writeFileSync(victim, 'mine')
  return { inside, outside, victim }
}

/** Names and sizes of all that is in a folder, but what the swapper has there. */
const filesOf = (path: string): readonly string[] =>
  readdirSync(path).map((name) => `${name} ${statSync(join(path, name)).size}`)

test('-o: a file of the folder', async () => {
  const { inside, outside, victim } = places('out')
  const place = join(inside, 'Trailmap.ips.txt')
  writeFileSync(place, 'own')
  const swapper = await Swapper.start(place, victim)
  for (let round = 0; round < ROUNDS; round++) await unslideBeside(['symbolicate', report, '-o', `${inside}/`])
  expect(await swapper.stop()).toBeGreaterThan(LEAST_SWAPS)
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  expect(filesOf(outside)).toEqual(['victim 4'])
})

test.each(['symbols', 'symbols/4C4C444F-5555-3144-A1CC-707057490EC2'])('publish: the folder %s', async (path) => {
  const { inside, outside, victim } = places(`publish-${path.length}`)
  expect(unslide(['publish', dsym, '--to', inside]).status).toBe(0)
  const place = join(inside, path)
  expect(lstatSync(place).isDirectory()).toBe(true)
  const swapper = await Swapper.start(place, outside)
  for (let round = 0; round < ROUNDS; round++) await unslideBeside(['publish', dsym, '--to', inside])
  expect(await swapper.stop()).toBeGreaterThan(LEAST_SWAPS)
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  // An empty temporary file may be left by a swap in the instant in which it was made; folders are made by name, too.
  for (const name of readdirSync(outside).filter((one) => one !== 'victim')) {
    const found = statSync(join(outside, name))
    expect(found.isDirectory() || found.size === 0, name).toBe(true)
    if (found.isDirectory()) expect(filesOf(join(outside, name)).filter((one) => !one.endsWith(' 0'))).toEqual([])
  }
})

test('--cache: each kept file', async () => {
  const { inside, outside, victim } = places('cache')
  const args = ['symbolicate', report, '--symbols', site.url, '--cache', inside, '--format', 'json']
  const wanted = (await unslideBeside(args)).out
  const names = readdirSync(inside).filter((name) => name.endsWith('.kept'))
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) {
    const swapper = await Swapper.start(join(inside, name), victim)
    const { out } = await unslideBeside(args)
    expect(out).toBe(wanted)
    expect(await swapper.stop()).toBeGreaterThan(LEAST_SWAPS)
  }
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  expect(filesOf(outside)).toEqual(['victim 4'])
})

test('--watch: a report that is a link half of the time', async () => {
  const { inside, outside } = places('watched')
  const secret = join(outside, 'secret.ips')
  writeFileSync(secret, readFileSync(report, 'utf8').replaceAll('Trailmap', 'Hideaway'))
  const child = spawn(process.execPath, [program, 'symbolicate', '--watch', inside])
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  await expect.poll(() => err, { timeout: 60_000 }).toContain('watching')
  const place = join(inside, 'report.ips')
  writeFileSync(place, readFileSync(report))
  const swapper = await Swapper.start(place, secret, 40)
  // The report itself is named each time that it stands there for two looks, and refused where a link came after them.
  await expect.poll(() => out, { timeout: 120_000 }).toContain('Trailmap')
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  expect(await swapper.stop()).toBeGreaterThan(LEAST_SWAPS)
  child.kill('SIGINT')
  await new Promise((resolve) => child.once('exit', resolve))
  expect(out).not.toContain('Hideaway')
}, 200_000)
