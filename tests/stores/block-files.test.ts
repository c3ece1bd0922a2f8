/** Cache of a site in private files: found again by a later visit, separate for each site, bounded, and verified at each read. */
import { expect, test, vi } from 'vitest'
import { createBlockFiles } from '../../src/stores/site/block-files.ts'
import { erasePublished, measurePublished } from '../../src/stores/published-files.ts'
import { stubPrivateFiles, type PrivateFiles } from '../support/private-files.ts'

const SITE = 'https://crashes.example.com/unslide/'
const uuidOf = (digit: string): string => [8, 4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')
const manifest = (digit: string): string => `symbols/${uuidOf(digit)}/manifest.json`
const block = (digit: string, number: number): string => `symbols/${uuidOf(digit)}/arm64-0.unslide-index#${number}`
const bytes = (fill: number, length = 4096): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(fill)

const filesIn = ({ folders }: PrivateFiles) => [...(folders.get('published') ?? [])]
const sizeIn = (state: PrivateFiles): number => filesIn(state).reduce((sum, [, entry]) => sum + entry.bytes.length, 0)

/** Writes happen a moment later. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 160))

test('a later visit finds what was kept, of its own site alone', async () => {
  const state = stubPrivateFiles()
  const first = createBlockFiles(SITE)
  expect(await first.get(block('A', 0))).toBeUndefined()
  for (const number of [0, 1, 7]) await first.put(block('A', number), bytes(number))
  await first.put(manifest('A'), bytes(9, 300))
  // Pending writes are readable.
  expect(await first.get(block('A', 7))).toEqual(bytes(7))
  await settled()
  expect(await first.get(block('A', 1))).toEqual(bytes(1))
  const later = createBlockFiles(SITE)
  expect(await Promise.all([0, 1, 7, 2].map((number) => later.get(block('A', number))))).toEqual([
    bytes(0),
    bytes(1),
    bytes(7),
    undefined,
  ])
  expect(await later.get(manifest('A'))).toEqual(bytes(9, 300))
  expect(await createBlockFiles('https://crashes.example.com/other/').get(manifest('A'))).toBeUndefined()
  expect(filesIn(state)).toHaveLength(1)
})

test('what is there already is not written again, and the later manifest counts', async () => {
  const state = stubPrivateFiles()
  for (const fill of [1, 1, 2]) {
    const visit = createBlockFiles(SITE)
    await visit.put(manifest('A'), bytes(fill, 300))
    await visit.put(block('A', 3), bytes(3))
    await settled()
  }
  expect(sizeIn(state)).toBeLessThan(2 * 400 + 4200)
  expect(await createBlockFiles(SITE).get(manifest('A'))).toEqual(bytes(2, 300))
})

test('that there is nothing is kept in one small file, until there is something', async () => {
  const state = stubPrivateFiles()
  const visit = createBlockFiles(SITE)
  for (const digit of ['A', 'B', 'C']) await visit.put(manifest(digit), new Uint8Array())
  await settled()
  const later = createBlockFiles(SITE)
  expect(await later.get(manifest('B'))).toEqual(new Uint8Array())
  expect(await later.get(manifest('D'))).toBeUndefined()
  expect(filesIn(state)).toHaveLength(1)
  expect(await measurePublished()).toMatchObject({ images: 0 })
  await later.put(manifest('B'), bytes(5, 200))
  await settled()
  expect(await createBlockFiles(SITE).get(manifest('B'))).toEqual(bytes(5, 200))
})

test('damaged bytes are a miss, and are mended by what comes next', async () => {
  const state = stubPrivateFiles()
  const first = createBlockFiles(SITE)
  for (const number of [0, 1]) await first.put(block('A', number), bytes(number))
  await settled()
  const [, entry] = filesIn(state)[0]!
  entry.bytes[entry.bytes.length - 1] = 99
  const later = createBlockFiles(SITE)
  expect(await later.get(block('A', 0))).toEqual(bytes(0))
  expect(await later.get(block('A', 1))).toBeUndefined()
  await later.put(block('A', 1), bytes(1))
  await settled()
  expect(await createBlockFiles(SITE).get(block('A', 1))).toEqual(bytes(1))
})

test.each([
  ['cut in a record', (old: Uint8Array<ArrayBuffer>) => old.slice(0, -100)],
  ['followed by bytes of no record', (old: Uint8Array<ArrayBuffer>) => Uint8Array.from([...old, ...bytes(255, 70)])],
])('a file that is %s keeps what is whole, and goes on behind it', async (_what, spoil) => {
  const state = stubPrivateFiles()
  const first = createBlockFiles(SITE)
  for (const number of [0, 1]) await first.put(block('A', number), bytes(number))
  await settled()
  const [, entry] = filesIn(state)[0]!
  entry.bytes = spoil(entry.bytes)
  const later = createBlockFiles(SITE)
  expect(await later.get(block('A', 0))).toEqual(bytes(0))
  await later.put(block('A', 5), bytes(5))
  await settled()
  const last = createBlockFiles(SITE)
  expect(await Promise.all([0, 5].map((number) => last.get(block('A', number))))).toEqual([bytes(0), bytes(5)])
})

test('two tabs add to one file', async () => {
  const state = stubPrivateFiles()
  const tabs = [createBlockFiles(SITE), createBlockFiles(SITE)]
  for (const [at, tab] of tabs.entries()) await tab.put(block('A', at), bytes(at))
  await settled()
  await settled()
  for (const tab of tabs)
    expect(await Promise.all([0, 1].map((number) => tab.get(block('A', number))))).toContainEqual(bytes(1))
  const later = createBlockFiles(SITE)
  expect(await Promise.all([0, 1].map((number) => later.get(block('A', number))))).toEqual([bytes(0), bytes(1)])
  expect(filesIn(state)).toHaveLength(1)
})

test('what was used longest ago goes when there is too much', async () => {
  const state = stubPrivateFiles()
  const most = 40_000
  for (const digit of ['A', 'B', 'C', 'D', 'E', 'F']) {
    state.now += 1000
    const visit = createBlockFiles(SITE, most)
    for (const number of [0, 1, 2]) await visit.put(block(digit, number), bytes(number))
    await settled()
    expect(sizeIn(state)).toBeLessThanOrEqual(most)
  }
  const later = createBlockFiles(SITE, most)
  expect(await later.get(block('A', 0))).toBeUndefined()
  expect(await later.get(block('F', 2))).toEqual(bytes(2))
})

test('using it counts: a file that was read today stays before one that was not', async () => {
  const state = stubPrivateFiles()
  state.now = Date.now() - 3 * 24 * 3600 * 1000
  const old = createBlockFiles(SITE)
  await old.put(block('A', 0), bytes(0))
  await settled()
  state.now += 1000
  await old.put(block('B', 0), bytes(0))
  await settled()
  state.now = Date.now()
  const today = createBlockFiles(SITE, 12_000)
  expect(await today.get(block('A', 0))).toEqual(bytes(0))
  await today.put(block('C', 0), bytes(0))
  await settled()
  expect(await createBlockFiles(SITE).get(block('A', 0))).toEqual(bytes(0))
  expect(await createBlockFiles(SITE).get(block('B', 0))).toBeUndefined()
})

test('where there is no room nothing is kept, and nothing fails', async () => {
  const state = stubPrivateFiles()
  state.room = 6000
  const visit = createBlockFiles(SITE)
  await visit.put(block('A', 0), bytes(0))
  await settled()
  await visit.put(block('B', 0), bytes(0))
  await settled()
  expect(sizeIn(state)).toBeLessThanOrEqual(6000)
  await visit.put(block('C', 0), bytes(4))
  await settled()
  expect(await createBlockFiles(SITE).get(block('C', 0))).toEqual(bytes(4))
})

test('without private files it is as one that has nothing', async () => {
  stubPrivateFiles()
  vi.stubGlobal('navigator', {})
  const visit = createBlockFiles(SITE)
  await visit.put(block('A', 0), bytes(0))
  await settled()
  expect(await visit.get(block('A', 1))).toBeUndefined()
})

test('deleting takes all of it, also what a worker was about to write', async () => {
  const state = stubPrivateFiles()
  vi.stubGlobal('FileSystemFileHandle', Object)
  const visit = createBlockFiles(SITE)
  await visit.put(block('A', 0), bytes(0))
  await visit.put(manifest('B'), bytes(1, 100))
  await settled()
  expect(await measurePublished()).toEqual({ images: 2, bytes: sizeIn(state) })
  await visit.put(block('C', 0), bytes(0))
  await erasePublished()
  await settled()
  expect(filesIn(state)).toEqual([])
  expect(await measurePublished()).toEqual({ images: 0, bytes: 0 })
  expect(await visit.get(block('A', 0))).toBeUndefined()
  await visit.put(block('A', 0), bytes(3))
  await settled()
  expect(await createBlockFiles(SITE).get(block('A', 0))).toEqual(bytes(3))
})
