/** A disk with no room left, at everything that a command writes: a small one in memory, where root may mount it. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { crashedFrames, testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite } from '../support/site-server.ts'

const folder = testFolder()
const disk = join(folder, 'disk')
mkdirSync(disk)
const report = samplePath('Trailmap.ips')
const dsym = samplePath('Trailmap.dSYM.zip')

const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'none', disk]).status === 0

/** Until not a byte more goes in. */
function fill(): void {
  const parts: Buffer[] = []
  for (const size of [4096, 1]) {
    try {
      for (;;) {
        parts.push(Buffer.alloc(size))
        writeFileSync(join(disk, `fill-${size}`), Buffer.alloc(size), { flag: 'a' })
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
  expect(parts.length).toBeGreaterThan(2)
}

const own = (): readonly string[] =>
  readdirSync(disk, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('fill-'))

describe.runIf(mounted)('a full disk', () => {
  beforeAll(() => expect(readdirSync(disk)).toEqual([]))
  beforeEach(() => {
    for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true })
  })
  afterAll(() => {
    expect(spawnSync('umount', [disk]).status).toBe(0)
  })

  test.each([
    ['symbolicate, text', 'out.txt', ['symbolicate', report, '-o']],
    ['symbolicate, a page', 'out.html', ['symbolicate', report, '--symbols', dsym, '-o']],
    ['batch', 'out.json', ['batch', report, '-o']],
    ['convert', 'out.sym', ['convert', dsym, '--to', 'breakpad', '-o']],
    ['table', 'out.parquet', ['table', dsym, '-o']],
    ['pack', 'out.unslide-pack', ['pack', '--os', 'Trailmap 1 (1)', dsym, '-o']],
  ])('%s: a sentence, code 2, and the file of before', (_what, name, args) => {
    const place = join(disk, name)
    writeFileSync(place, 'before')
    fill()
    const { status, err } = unslide([...args, place])
    expect([status, err]).toEqual([2, expect.stringContaining('the disk is full')])
    expect(err).toContain(place)
    expect(err).not.toMatch(/^\s+at /m)
    expect([own(), readFileSync(place, 'utf8')]).toEqual([[name], 'before'])
  })

  test.each([
    ['symbolicate', ['symbolicate', report, '--symbols', dsym]],
    ['index', ['index', dsym]],
  ])('%s into a folder: a sentence, code 2, and no half of a file', (_what, args) => {
    const place = join(disk, 'out')
    mkdirSync(place)
    fill()
    const { status, err } = unslide([...args, '-o', `${place}/`])
    expect([status, err]).toEqual([2, expect.stringContaining('the disk is full')])
    expect(own()).toEqual(['out'])
  })

  test('symbolicate --in-place leaves the report as it was', () => {
    const place = join(disk, 'a.ips')
    copyFileSync(report, place)
    fill()
    const { status, err } = unslide(['symbolicate', place, '--symbols', dsym, '--in-place'])
    expect([status, err]).toEqual([2, expect.stringContaining('the disk is full')])
    expect([own(), readFileSync(place).equals(readFileSync(report))]).toEqual([['a.ips'], true])
  })

  test('publish says which image it is, and leaves a folder that is whole', () => {
    fill()
    const { status, err } = unslide(['publish', dsym, '--to', join(disk, 'site')])
    expect([status, err]).toEqual([1, expect.stringContaining('the disk is full')])
    expect(own().filter((path) => /\.part|\.lock|\.json|\.unslide/.test(path))).toEqual([])
    expect(unslide(['publish', '--verify', join(disk, 'site')]).status).toBe(0)
    for (const size of [4096, 1]) rmSync(join(disk, `fill-${size}`))
    expect(unslide(['publish', dsym, '--to', join(disk, 'site')]).status).toBe(0)
  })

  test('a cache on it keeps nothing, and the names come all the same', async () => {
    const published = join(folder, 'published')
    expect(unslide(['publish', dsym, '--to', published]).status).toBe(0)
    const site = await serveSite(published)
    const cache = join(disk, 'cache')
    mkdirSync(cache)
    fill()
    const args = ['symbolicate', report, '--symbols', site.url, '--cache', cache, '--format', 'json']
    const { status, out } = await unslideBeside(args)
    await site.close()
    const namesOf = (text: string) => crashedFrames(text).map(({ calls = [] }) => calls.map(({ mangled }) => mangled))
    const here = unslide(['symbolicate', report, '--symbols', dsym, '--format', 'json'])
    expect([status, namesOf(out)]).toEqual([here.status, namesOf(here.out)])
    expect(own().filter((path) => path.includes('.part') || path.includes('.kept'))).toEqual([])
  })
})
