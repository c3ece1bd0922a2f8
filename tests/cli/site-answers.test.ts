/** Sites that are down, that hide what they lack, or that answer everything; and several sites in a row. `npm run build:cli` must have run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { crashedFrames, program, testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite, type SiteServer, type Twist } from '../support/site-server.ts'

const report = samplePath('Trailmap.ips')
const dsym = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()
const published = join(folder, 'published')
const reports = join(folder, 'reports')
const empty = join(folder, 'empty')
let named: readonly unknown[] = []

const namesOf = (out: string) => crashedFrames(out).map(({ calls = [] }) => calls.map(({ mangled }) => mangled))
const timesIn = (text: string, words: string): number => text.split(words).length - 1

beforeAll(() => {
  expect(unslide(['publish', dsym, '--to', published]).status).toBe(0)
  for (const path of [reports, empty]) mkdirSync(path)
  for (const name of ['a.ips', 'b.ips', 'c.ips', 'd.ips']) copyFileSync(report, join(reports, name))
  named = namesOf(unslide(['symbolicate', report, '--symbols', dsym, '--format', 'json']).out)
})

/** Runs with servers that end with it. */
async function withSites<T>(twists: readonly (Twist | string)[], work: (sites: readonly SiteServer[]) => Promise<T>) {
  const sites = await Promise.all(
    twists.map((twist) => (typeof twist === 'string' ? serveSite(twist) : serveSite(published, twist))),
  )
  try {
    return await work(sites)
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}

const answering =
  (status: number, body = '', type = 'text/plain'): Twist =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body)
    return true
  }

const given = (sites: readonly SiteServer[]): readonly string[] => sites.flatMap(({ url }) => ['--symbols', url])

test.each([
  ['symbolicate', ['symbolicate', reports, '--format', 'json']],
  ['batch', ['batch', reports, '--jobs', '2']],
])('%s asks a site that is down once for all reports, says it once, and goes on with the next', async (_what, args) => {
  await withSites([answering(503), published], async (sites) => {
    const { status, err } = await unslideBeside([...args, ...given(sites)])
    expect(sites[0]?.asked).toHaveLength(3)
    expect(timesIn(err, 'status 503')).toBe(1)
    expect(err).toMatch(/: [12] of \d+ images? found\./)
    // A failed request leaves names missing.
    expect(status).toBe(1)
  })
})

test('a store that answers 403 for what it lacks stops nothing: the next site names the report', async () => {
  await withSites([answering(403), published], async (sites) => {
    const { status, out, err } = await unslideBeside(['symbolicate', report, '--format', 'json', ...given(sites)])
    expect([status, namesOf(out)]).toEqual([0, named])
    expect(timesIn(err, 'not found, or reading it is not allowed')).toBe(1)
  })
})

test('a site that answers everything with a page is told as such, once, and believed for nothing', async () => {
  const cache = join(folder, 'page-cache')
  await withSites([answering(200, '<!doctype html><p>Sign in', 'text/html')], async (sites) => {
    const args = ['symbolicate', reports, '--format', 'json', '--cache', cache, ...given(sites)]
    const { status, err } = await unslideBeside(args)
    expect(status).toBe(1)
    expect(timesIn(err, 'sent a web page instead of what describes the symbols')).toBe(1)
    const asked = sites[0]?.asked.length
    await unslideBeside(args)
    expect(sites[0]?.asked.length, 'nothing was kept').toBe(2 * (asked ?? 0))
  })
})

test('redirects are not followed, told once, and the next site is asked', async () => {
  const elsewhere = await serveSite(published)
  const redirect: Twist = (request, response) => {
    response.writeHead(302, { Location: `${elsewhere.url}${request.url?.slice(1)}` }).end()
    return true
  }
  await withSites([redirect, published], async (sites) => {
    const { out, err } = await unslideBeside(['symbolicate', report, '--format', 'json', ...given(sites)])
    expect(namesOf(out)).toEqual(named)
    expect(timesIn(err, 'redirects are not followed')).toBe(1)
    expect(elsewhere.asked).toEqual([])
  })
  await elsewhere.close()
})

test('the first site with an image answers for it, and the next is asked for the others alone', async () => {
  await withSites([published, empty], async (sites) => {
    const [first, second] = sites
    await unslideBeside(['symbolicate', report, ...given(sites)])
    const manifests = (site?: SiteServer) =>
      site?.asked.map(({ path }) => path).filter((path) => path.endsWith('.json'))
    const found = first?.asked.find(({ path }) => path.endsWith('.unslide-blocks'))?.path.split('/')[2]
    expect(found).toBeDefined()
    expect(manifests(second)?.sort()).toEqual(
      manifests(first)
        ?.filter((path) => !path.includes(found ?? ''))
        .sort(),
    )
  })
})

test('with --cache what is not there is asked for once an hour, and the run says so', async () => {
  const cache = join(folder, 'cache')
  await withSites([empty], async (sites) => {
    const args = ['symbolicate', report, '--cache', cache, ...given(sites)]
    const first = await unslideBeside(args)
    const asked = sites[0]?.asked.length ?? 0
    expect(asked).toBeGreaterThan(0)
    expect(first.err).not.toContain('within the last hour')
    const second = await unslideBeside(args)
    expect(sites[0]?.asked).toHaveLength(asked)
    expect(second.err).toMatch(/images? (was|were) not there within the last hour/)
    await unslideBeside(['symbolicate', report, ...given(sites)])
    expect(sites[0]?.asked, 'without the cache').toHaveLength(2 * asked)
  })
})

test('threads of a stream share that an image is not there', async () => {
  await withSites([empty], async (sites) => {
    const line = `${JSON.stringify(readFileSync(report, 'utf8'))}\n`
    const args = [program, 'symbolicate', '--stream', '--jobs', '3', ...given(sites)]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
    let out = ''
    child.stdout.on('data', (text: Buffer) => (out += text.toString()))
    child.stdin.write(line)
    await expect.poll(() => out.split('\n').length - 1, { timeout: 60_000 }).toBe(1)
    const asked = sites[0]?.asked.length
    expect(asked).toBeGreaterThan(0)
    // There are three threads, and each gets a line now.
    child.stdin.end(line.repeat(6))
    await once(child, 'exit')
    expect(out.split('\n').length - 1).toBe(7)
    expect(sites[0]?.asked).toHaveLength(asked ?? 0)
  })
})
