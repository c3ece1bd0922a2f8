/** `unslide pack` through the built command line: made of a cache, used in its place. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildCache, CODE_AT, imageStart, type CacheSpec } from '../support/cache-builder.ts'
import { crashedFrames, linesOf, testFolder, unslide, type JsonFrame } from '../support/cli.ts'

const folder = testFolder()
const OS = 'iPhone OS 17.4 (21E219)'
const ONE = '0A000000-0000-0000-0000-000000000001'
const TWO = '0B000000-0000-0000-0000-000000000002'
const spec: CacheSpec = {
  images: [
    {
      name: '/usr/lib/libone.dylib',
      uuid: ONE,
      symbols: [{ name: '_one_open', at: CODE_AT }],
      locals: [{ name: '_one_hidden', at: CODE_AT + 0x40 }],
    },
    { name: '/usr/lib/libtwo.dylib', uuid: TWO, symbols: [{ name: '_two_open', at: CODE_AT }] },
    { name: '/usr/lib/libempty.dylib', uuid: '0C000000-0000-0000-0000-000000000003' },
  ],
}

function writeCache(name: string): string {
  const path = join(folder, name, 'dyld_shared_cache_arm64')
  mkdirSync(dirname(path), { recursive: true })
  for (const [suffix, bytes] of buildCache(spec)) writeFileSync(path + suffix, bytes)
  return path
}

const cache = writeCache('cache')
const pack = join(folder, 'system.unslide-pack')
const first = unslide(['pack', '--os', OS, cache, '-o', pack])

test('every image with a name is in it; the same input gives the same bytes, wherever it lies', () => {
  expect(first).toMatchObject({ status: 0, err: '' })
  expect(first.out).toMatch(
    /^.*system\.unslide-pack: 2 images of iPhone OS 17\.4 \(21E219\), \d+ bytes; 1 without a name left out\n$/,
  )
  const again = join(folder, 'again.unslide-pack')
  const { out } = unslide(['pack', `--os=${OS}`, dirname(writeCache('elsewhere')), '-o', again, '--format', 'json'])
  expect(JSON.parse(out)).toEqual({ path: again, os: OS, images: 2, nameless: 1, bytes: statSync(pack).size })
  expect(readFileSync(again)).toEqual(readFileSync(pack))
  expect(existsSync(`${pack}.part`)).toBe(false)
})

test('a pack of packs is that pack', () => {
  const copy = join(folder, 'copy.unslide-pack')
  expect(unslide(['pack', '--os', OS, pack, '-o', copy])).toMatchObject({ status: 0, err: '' })
  expect(readFileSync(copy)).toEqual(readFileSync(pack))
})

test('lookup, inspect and index take it', () => {
  const { out } = unslide([
    'lookup',
    '--symbols',
    pack,
    '--uuid',
    ONE,
    '--offset',
    '--format',
    'json',
    '0x1000',
    '0x1044',
  ])
  expect(linesOf<JsonFrame>(out).map(({ calls }) => calls?.at(-1)?.function)).toEqual(['one_open', 'one_hidden'])
  expect(unslide(['inspect', pack]).out).toContain(`${pack}!/usr/lib/libtwo.dylib`)
  const indexed = unslide(['index', pack])
  expect([indexed.status, indexed.err]).toEqual([2, expect.stringContaining('symbol indexes already')])
})

function writeReport(name: string, wanted: object): string {
  const log = join(folder, name)
  const image = { source: 'P', arch: 'arm64', base: 0x1_9000_0000, size: 0x4000, ...wanted }
  // The second address lies in the cache, in an image that the report does not list.
  const frames = [
    { imageOffset: CODE_AT + 4, imageIndex: 0 },
    { imageOffset: 0x1_8000_0000 + imageStart(1) + CODE_AT + 8, imageIndex: 1 },
  ]
  const body = {
    threads: [{ triggered: true, frames }],
    usedImages: [image, { source: 'A', base: 0, size: 0, uuid: '00000000-0000-0000-0000-000000000000' }],
    sharedCache: { base: 0x1_8000_0000, size: 0x1000_0000, uuid: '11111111-2222-3333-4444-555555555555' },
  }
  writeFileSync(log, `${JSON.stringify({ bug_type: '309', os_version: OS })}\n${JSON.stringify(body)}`)
  return log
}

test('a report is named by it, as by the cache: images that it lists, and bare addresses of the cache', () => {
  const log = writeReport('Harbor.ips', { uuid: ONE, path: '/usr/lib/libone.dylib' })
  const by = (symbols: string): readonly (string | undefined)[] => {
    const { out } = unslide(['symbolicate', log, '--symbols', symbols, '--format', 'json'])
    return crashedFrames(out).map(({ calls }) => calls?.at(-1)?.function)
  }
  expect(by(pack)).toEqual(['one_open', 'two_open'])
  expect(by(pack)).toEqual(by(cache))
})

test('a pack that lacks an image says so', () => {
  const uuid = '0D000000-0000-0000-0000-000000000004'
  const log = writeReport('Other.ips', { uuid, path: '/usr/lib/libother.dylib' })
  const { err } = unslide(['symbolicate', log, '--symbols', pack])
  expect(err).toContain(`The pack of ${OS} lacks 1 image that this report needs (libother.dylib)`)
})

test('wrong usage and input without symbols', () => {
  const text = join(folder, 'notes.txt')
  writeFileSync(text, 'nothing')
  const noOs = unslide(['pack', cache, '-o', pack])
  expect([noOs.status, noOs.err]).toEqual([2, expect.stringContaining('--os')])
  const noFile = unslide(['pack', '--os', OS, cache])
  expect([noFile.status, noFile.err]).toEqual([2, expect.stringContaining('-o FILE')])
  const none = join(folder, 'none.unslide-pack')
  expect(unslide(['pack', '--os', OS, text, '-o', none]).status).toBe(2)
  expect(existsSync(none)).toBe(false)
  expect(unslide(['pack', '--help']).out).toContain('Examples:\n  unslide pack --os')
})

const corpus = new URL('../../../shared/corpus/dyld-cache/synthetic-16/', import.meta.url).pathname

test.runIf(existsSync(corpus))('a cache of real libraries: at each symbol the pack says what the cache says', () => {
  const names = ['', '.01', '.02.dylddata', '.03.dyldlinkedit', '.symbols'].map(
    (end) => `dyld_shared_cache_arm64${end}`,
  )
  const real = join(folder, 'real')
  mkdirSync(real)
  for (const name of names) writeFileSync(join(real, name), gunzipSync(readFileSync(join(corpus, `${name}.gz`))))
  const made = join(folder, 'real.unslide-pack')
  expect(unslide(['pack', '--os', OS, real, '-o', made]).status).toBe(0)
  const tables = statSync(join(real, names[3] ?? '')).size + statSync(join(real, names[4] ?? '')).size
  expect(statSync(made).size).toBeLessThan(tables / 2)
  const truth = gunzipSync(readFileSync(join(corpus, 'dyld_shared_cache_arm64.truth.jsonl.gz')))
    .toString()
    .trim()
  const rows = truth.split('\n').map((line) => JSON.parse(line) as TruthRow)
  let right = 0
  for (const { image, uuid } of rows.filter((row) => row.image !== undefined)) {
    const own = rows.filter(({ of }) => of === image)
    const input = own.map(({ a }) => a).join('\n')
    const ask = (symbols: string): string =>
      unslide(['lookup', '--symbols', symbols, '--uuid', uuid ?? '', '--format', 'json'], input).out
    const said = ask(made)
    // A pack's names have its system as their mark.
    expect(said.replace(/,"imported":\{"os":"[^"]*"\}/g, '')).toBe(ask(real))
    const calls = linesOf<JsonFrame>(said).map((line) => line.calls?.at(-1))
    right += own.filter(({ n = '' }, at) => calls[at]?.mangled === n.replace(/^_/, '')).length
  }
  // Of 5,309 symbols most are of code; of those with one address one alone is the name.
  expect(right).toBeGreaterThan(2500)
})

/** An image, or a symbol of one, as the tables tell that the cache was made from. */
interface TruthRow {
  readonly image?: string
  readonly uuid?: string
  readonly of?: string
  readonly a?: string
  readonly n?: string
}
