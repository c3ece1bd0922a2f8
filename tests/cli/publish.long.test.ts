/** `publish` as a user runs it: what lies in the folder, before, after and in the middle. `npm run build:cli` must have run. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parseUuid } from '../../src/core/model/image.ts'
import { fileOf, type Manifest } from '../../src/stores/site/manifest.ts'
import { openSite } from '../../src/stores/site/site.ts'
import { linesOf, testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { largeDsym } from '../support/large-dsym.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite } from '../support/site-server.ts'

const folder = testFolder()
const dsym = samplePath('Trailmap.dSYM.zip')
const other = '5D7FA1C0-3E5B-4B8A-9C1D-0A2B3C4D5E6F'
const large = join(folder, 'Large')
let uuid = ''

interface Row {
  readonly uuid: string
  readonly status: string
  readonly removed?: { readonly images: number; readonly files: number }
}

/** Runs `publish` into a folder; its JSON lines. */
function publish(to: string, ...args: readonly string[]): readonly Row[] {
  const run = unslide(['publish', ...args, '--to', join(folder, to), '--format', 'json'])
  expect(run.status, run.err).toBe(0)
  return linesOf<Row>(run.out)
}

const imageFolder = (to: string, id = uuid): string => join(folder, to, 'symbols', id)
const manifestOf = (to: string, id = uuid): Manifest =>
  JSON.parse(readFileSync(join(imageFolder(to, id), 'manifest.json'), 'utf8')) as Manifest

/** Every file below a folder with its bytes and the time when it was written. */
const stateOf = (to: string): readonly string[] =>
  readdirSync(join(folder, to), { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const { size, mtimeMs, ino } = statSync(join(folder, to, path))
      return `${path} ${size} ${mtimeMs} ${ino}`
    })

beforeAll(async () => {
  writeFileSync(large, await largeDsym(other, 1 << 20))
  uuid = publish('first', dsym)[0]?.uuid ?? ''
})

test('an index lies there in blocks, and reads as it was built', async () => {
  unslide(['index', dsym, '--out', join(folder, 'indexes'), '--threads', '1'])
  const [index] = manifestOf('first').indexes
  expect(readdirSync(imageFolder('first')).sort()).toEqual([index && fileOf(index), 'manifest.json'])
  const bytes = readFileSync(join(imageFolder('first'), (index && fileOf(index)) ?? ''))
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([index?.fileBytes, index?.sha256])
  expect(index?.fileBytes).toBeLessThan(index?.bytes ?? 0)
  const server = await serveSite(join(folder, 'first'))
  const site = openSite(new URL(server.url), { formatVersions: [index?.format ?? 0] })
  const found = await site.find(parseUuid(uuid)!)
  const blob = found.ok ? found.value[0]?.open() : undefined
  const read = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
  await server.close()
  const [built = ''] = readdirSync(join(folder, 'indexes'))
  expect(Buffer.from(read)).toEqual(readFileSync(join(folder, 'indexes', built)))
})

test('publishing again writes nothing', () => {
  const before = stateOf('first')
  expect(publish('first', dsym).map(({ status }) => status)).toEqual(['unchanged'])
  expect(stateOf('first')).toEqual(before)
})

test('a lost or shortened file of blocks is written again', () => {
  const to = 'lost'
  publish(to, dsym)
  const name = readdirSync(imageFolder(to)).find((one) => one.endsWith('.unslide-blocks')) ?? ''
  const path = join(imageFolder(to), name)
  const whole = readFileSync(path)
  for (const damage of [() => rmSync(path), () => writeFileSync(path, whole.subarray(1))]) {
    damage()
    expect(publish(to, dsym).map(({ status }) => status)).toEqual(['published'])
    expect(readFileSync(path)).toEqual(whole)
  }
})

test('symbols that tell more take the place of those that tell less, and not the other way', () => {
  publish('better', dsym)
  const path = join(imageFolder('better'), 'manifest.json')
  const poor = { ...manifestOf('better') }
  writeFileSync(
    path,
    JSON.stringify({ ...poor, indexes: poor.indexes.map((index) => ({ ...index, detail: 'starts' })) }),
  )
  expect(publish('better', dsym).map(({ status }) => status)).toEqual(['published'])
  expect(manifestOf('better').indexes.map(({ detail }) => detail)).toEqual(['dwarf'])
})

test('indexes of another format stay beside those of this one', () => {
  publish('formats', dsym)
  const path = join(imageFolder('formats'), 'manifest.json')
  const { indexes, ...rest } = manifestOf('formats')
  writeFileSync(path, JSON.stringify({ ...rest, indexes: indexes.map((index) => ({ ...index, format: 1 })) }))
  publish('formats', dsym)
  expect(manifestOf('formats').indexes.map(({ format }) => format)).toEqual([1, indexes[0]?.format])
})

test('a manifest that cannot be read is told and replaced', () => {
  publish('broken', dsym)
  writeFileSync(join(imageFolder('broken'), 'manifest.json'), '{"schema":')
  const { status, err } = unslide(['publish', dsym, '--to', join(folder, 'broken')])
  expect([status, err.includes('does not describe symbols')]).toEqual([0, true])
  expect(manifestOf('broken').uuid).toBe(uuid)
})

test('what an older version published is told, published again, and removed when it is old', () => {
  publish('older', dsym)
  const path = join(imageFolder('older'), 'manifest.json')
  writeFileSync(path, JSON.stringify({ ...manifestOf('older'), schema: 1 }))
  const names = [`arm64-${'0'.repeat(32)}.unslide-index`, `arm64-${'0'.repeat(32)}-4096.digests`]
  for (const name of names) {
    writeFileSync(join(imageFolder('older'), name), 'of schema 1')
    utimesSync(join(imageFolder('older'), name), 1, 1)
  }
  const { status, err } = unslide(['publish', dsym, '--to', join(folder, 'older')])
  expect([status, err.includes('older version of Unslide')]).toEqual([0, true])
  expect(manifestOf('older').schema).toBe(2)
  expect(publish('older', '--remove-older', '36500').at(-1)?.removed?.files).toBe(2)
  expect(readdirSync(imageFolder('older'))).toHaveLength(2)
})

test('several programs publish at once: all of it is there and whole', async () => {
  const to = join(folder, 'crowd')
  const runs = await Promise.all(
    Array.from({ length: 6 }, (_, at) => unslideBeside(['publish', at % 2 === 0 ? dsym : large, '--to', to])),
  )
  expect(runs.map(({ status, err }) => [status, err.includes('cannot')])).toEqual(runs.map(() => [0, false]))
  for (const id of [uuid, other]) {
    expect(readdirSync(imageFolder('crowd', id))).toHaveLength(2)
    const [index] = manifestOf('crowd', id).indexes
    const name = readdirSync(imageFolder('crowd', id)).find((one) => one.endsWith('.unslide-blocks')) ?? ''
    expect(statSync(join(imageFolder('crowd', id), name)).size).toBe(index?.fileBytes)
  }
})

test('a lock that was left behind is nobody’s', () => {
  publish('locked', dsym)
  writeFileSync(join(imageFolder('locked'), 'manifest.json'), '')
  const lock = join(imageFolder('locked'), '.lock')
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
  publish('locked', dsym)
  expect(existsSync(lock)).toBe(false)
})

test('links in the folder are not followed', () => {
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  // For the folder of symbols, that of an image, and the files in it.
  mkdirSync(join(folder, 'linked'))
  symlinkSync(outside, join(folder, 'linked', 'symbols'))
  const refused = unslide(['publish', dsym, '--to', join(folder, 'linked')])
  expect([refused.status, refused.err.includes('is a link')]).toEqual([2, true])
  mkdirSync(join(folder, 'linked image', 'symbols'), { recursive: true })
  symlinkSync(outside, imageFolder('linked image'))
  const failed = unslide(['publish', dsym, '--to', join(folder, 'linked image')])
  expect([failed.status, failed.err.includes('is a link')]).toEqual([1, true])
  mkdirSync(imageFolder('linked file'), { recursive: true })
  const secret = join(outside, 'secret')
  writeFileSync(secret, 'kept')
  symlinkSync(secret, join(imageFolder('linked file'), 'manifest.json'))
  publish('linked file', dsym)
  expect(readFileSync(secret, 'utf8')).toBe('kept')
  expect(readdirSync(outside)).toEqual(['secret'])
  // Nor when something is removed.
  symlinkSync(outside, join(folder, 'linked file', 'symbols', other))
  publish('linked file', '--remove-older', '0')
  expect(readdirSync(outside)).toEqual(['secret'])
})

test('what is old is removed, what is to be kept stays, and a dry run removes nothing', () => {
  publish('old', dsym, large)
  for (const id of [uuid, other]) {
    const path = join(imageFolder('old', id), 'manifest.json')
    const { indexes, ...rest } = manifestOf('old', id)
    writeFileSync(path, JSON.stringify({ ...rest, indexes: indexes.map((index) => ({ ...index, indexedAt: 1 })) }))
  }
  const keep = join(folder, 'keep')
  writeFileSync(keep, `# the release\n${other.toLowerCase()}\n`)
  const dry = publish('old', '--remove-older', '30', '--keep', keep, '--dry-run')
  expect(dry.at(-1)?.removed?.images).toBe(1)
  expect(existsSync(imageFolder('old'))).toBe(true)
  writeFileSync(join(imageFolder('old'), 'mine.txt'), 'not made here')
  publish('old', '--remove-older', '30', '--keep', keep)
  expect(readdirSync(imageFolder('old'))).toEqual(['mine.txt'])
  expect(readdirSync(imageFolder('old', other))).toHaveLength(2)
  expect(publish('old', '--remove-older', '36500').at(-1)?.removed?.images).toBe(0)
})

test('leftovers of a writer that stopped are removed when they are old', () => {
  publish('leftovers', dsym)
  const [part, fresh] = ['.part-00ff', '.part-00fe'].map((name) => join(imageFolder('leftovers'), name))
  for (const path of [part, fresh]) writeFileSync(path ?? '', 'half')
  utimesSync(part ?? '', 1, 1)
  for (const name of readdirSync(imageFolder('leftovers'))) {
    if (name.startsWith('arm64')) utimesSync(join(imageFolder('leftovers'), name), 1, 1)
  }
  expect(publish('leftovers', '--remove-older', '36500').at(-1)?.removed?.files).toBe(1)
  expect([existsSync(part ?? ''), existsSync(fresh ?? '')]).toEqual([false, true])
  expect(readdirSync(imageFolder('leftovers'))).toHaveLength(3)
})

test('a list to keep that is not one removes nothing', () => {
  publish('kept', dsym)
  for (const [text, words] of [
    ['', 'holds no UUID'],
    [`${other}\nTrailmap`, ':2: "Trailmap" is not a UUID'],
  ] as const) {
    writeFileSync(join(folder, 'no list'), text)
    const { status, err } = unslide(['publish', '--to', join(folder, 'kept'), '--keep', join(folder, 'no list')])
    expect([status, err.includes(words)]).toEqual([2, true])
  }
  expect(existsSync(join(imageFolder('kept'), 'manifest.json'))).toBe(true)
})

test.each([
  [['--to', 'x'], 'at least one PATH'],
  [[dsym], '--to DIR'],
  [[dsym, '--to', 'x', '--dry-run'], '--dry-run goes with'],
  [['--to', 'x', '--remove-older', '99999'], 'days from 0'],
  [['--to', 'x', '--remove-older', 'old'], 'days from 0'],
])('wrong usage is told: %j', (args, words) => {
  const { status, err } = unslide(['publish', ...args])
  expect([status, err.includes(words)]).toEqual([2, true])
})

test('the page is copied beside the symbols, once, or it is said that it is not built', () => {
  const to = join(folder, 'with app')
  const dist = join(import.meta.dirname, '../../dist')
  const first = unslide(['publish', dsym, '--app', '--to', to])
  if (!existsSync(join(dist, 'index.html'))) {
    expect([first.status, first.err.includes('npm run build:app')]).toEqual([2, true])
    return
  }
  expect(first.status).toBe(0)
  for (const name of readdirSync(dist)) expect(existsSync(join(to, name))).toBe(true)
  expect(unslide(['publish', dsym, '--app', '--to', to]).out).toContain(', 0 written')
})

test('damaged blocks of the right size: readers say what is wrong, and publishing again repairs them', async () => {
  publish('damaged', dsym)
  const [index] = manifestOf('damaged').indexes
  if (!index) throw new Error('it was published')
  const path = join(imageFolder('damaged'), fileOf(index))
  const sound = readFileSync(path)
  for (const damaged of [Buffer.from(sound).fill(0x55, 200, 1200), sound.subarray(0, sound.length - 900)]) {
    writeFileSync(path, damaged)
    const site = await serveSite(join(folder, 'damaged'))
    const asked = await unslideBeside(['lookup', '--symbols', site.url, '--uuid', uuid, '0x1000042b4'])
    await site.close()
    expect(asked.status).not.toBe(0)
    expect(asked.err).toMatch(/damaged|do not match|differ|publish the symbols again/)
    expect(asked.err).not.toContain('not published')
    expect(publish('damaged', dsym)[0]).toMatchObject({ status: 'published' })
    expect(readFileSync(path).equals(sound)).toBe(true)
  }
  expect(publish('damaged', dsym)[0]?.status).not.toBe('published')
})
