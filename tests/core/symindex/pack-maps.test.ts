/** Maps in packs: what was packed comes out again; rows and bytes that cannot be right are left out, and cost little. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { openPack } from '../../../src/core/symindex/pack-file.ts'
import { openPackedMap } from '../../../src/core/symindex/pack-maps.ts'
import { PackWriter } from '../../../src/core/symindex/pack-writer.ts'
import { buildPack, PackBytes } from '../../support/pack-builder.ts'

const OS = 'Shop 2.1 (340)'
const image = {
  uuid: '0A000000-0000-0000-0000-000000000001',
  path: '/usr/lib/libone.dylib',
  names: [[0x1000, 'one']],
} as const
const MAPS = [
  ['main.jsbundle.map', '{"version":3,"sources":[],"mappings":""}'],
  ['obfuscation.json', '["Till","aB"]'],
] as const

const open = (blob: Blob) => openPack({ path: 'app.unslide-pack', blob })
const textOf = async (map: Parameters<typeof openPackedMap>[0], bytes = 1 << 20): Promise<string> =>
  (await openPackedMap(map, new Budget(bytes))).blob.text()

/** Where the rows of maps begin, by the numbers of the format. */
const rowsAt = (raw: PackBytes): number => raw.directory + 16 + 68 * raw.view.getUint32(raw.directory, true)

test('maps and images come out as they went in, and lie where the format says', async () => {
  const bytes = await buildPack(OS, [image], MAPS)
  const raw = new PackBytes(bytes)
  expect(raw.view.getUint32(8, true)).toBe(2)
  expect(raw.view.getUint32(raw.directory + 12, true)).toBe(MAPS.length)
  const row = rowsAt(raw)
  const [offset, size] = [Number(raw.view.getBigUint64(row, true)), Number(raw.view.getBigUint64(row + 8, true))]
  const packed = bytes.subarray(offset, offset + size)
  expect(inflateSync(packed).toString()).toBe(MAPS[0][1])
  expect(raw.view.getUint32(row + 20, true)).toBe(crc32(packed))

  const pack = await open(new Blob([bytes]))
  expect(pack).toMatchObject({ os: OS, problems: [], images: [{ uuid: image.uuid }] })
  expect(await Promise.all(pack.maps.map(async (map) => [map.name, await textOf(map)]))).toEqual(MAPS)
  expect(pack.maps.map(({ path }) => path)).toEqual(MAPS.map(([name]) => `app.unslide-pack!${name}`))
})

test('without maps a pack has version 1, which older programs read', async () => {
  const raw = new PackBytes(await buildPack(OS, [image]))
  expect(raw.view.getUint32(8, true)).toBe(1)
  expect((await open(new Blob([raw.bytes]))).maps).toEqual([])
})

test('the same map twice is there once; two of one name have two paths', async () => {
  const pack = await open(new Blob([await buildPack(OS, [], [MAPS[0], MAPS[0], [MAPS[0][0], '{}']])]))
  expect(pack.maps.map(({ path }) => path)).toEqual([
    'app.unslide-pack!main.jsbundle.map',
    'app.unslide-pack!2/main.jsbundle.map',
  ])
})

test.each([
  ['its bytes lie behind the file', 0, (view: DataView, at: number) => view.setBigUint64(at, 2n ** 63n, true)],
  ['its end runs over 2^64', 8, (view: DataView, at: number) => view.setBigUint64(at, 2n ** 64n - 1n, true)],
  ['it is empty', 8, (view: DataView, at: number) => view.setBigUint64(at, 0n, true)],
  ['it claims 4 GB', 16, (view: DataView, at: number) => view.setUint32(at, 0xffff_ffff, true)],
  ['its name lies outside', 24, (view: DataView, at: number) => view.setUint32(at, 0xffff_fff0, true)],
  ['it begins in the header', 0, (view: DataView, at: number) => view.setBigUint64(at, 8n, true)],
])('a row is left out: %s', async (_, field, forge) => {
  const raw = new PackBytes(await buildPack(OS, [image], MAPS))
  forge(raw.view, rowsAt(raw) + field)
  const pack = await open(raw.seal())
  expect(pack.maps.map(({ name }) => name)).toEqual([MAPS[1][0]])
  expect(pack.images).toHaveLength(1)
  expect(pack.problems.map(({ code }) => code)).toEqual(['bad-pack'])
})

test('maps that share bytes with one another or with an image are left out', async () => {
  const raw = new PackBytes(await buildPack(OS, [image], MAPS))
  raw.view.setBigUint64(rowsAt(raw) + 32, raw.u64(0, 'offset'), true)
  const pack = await open(raw.seal())
  expect([pack.images, pack.maps.map(({ name }) => name)]).toEqual([[], [MAPS[0][0]]])
})

test('a name that is a path is refused: it would stand in the paths of evidence', async () => {
  const pack = await open(new Blob([await buildPack(OS, [], [['../a.map', '{}']])]))
  expect([pack.maps, pack.problems.length]).toEqual([[], 1])
})

test('damaged bytes, and a size that is not the true one, are no map', async () => {
  const bytes = await buildPack(OS, [], MAPS)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  const [damaged] = (await open(new Blob([bytes]))).maps
  const raw = new PackBytes(await buildPack(OS, [], MAPS))
  raw.view.setUint32(rowsAt(raw) + 16, 10, true)
  const [short] = (await open(raw.seal())).maps
  for (const map of [damaged, short])
    await expect(map && textOf(map)).rejects.toSatisfy(
      (thrown) => thrown instanceof FormatError && thrown.problem.code === 'damaged-pack',
    )
})

test('a small pack cannot make this program inflate gigabytes', async () => {
  const whole = new Uint8Array(300 << 20)
  const packed = new Uint8Array(deflateSync(whole))
  const writer = new PackWriter(OS)
  expect(writer.addMap({ name: 'zeros.map', bytes: whole.length, packed })).toBe('taken')
  const { directory, header } = writer.finish()
  const blob = new Blob([header, packed, directory])
  const [map] = (await open(blob)).maps
  await expect(map && openPackedMap(map, new Budget(blob.size))).rejects.toBeInstanceOf(FormatError)
})

test('more maps than the directory has room for is damage', async () => {
  const raw = new PackBytes(await buildPack(OS, [], MAPS))
  raw.view.setUint32(raw.directory + 12, 0xffff_ffff, true)
  await expect(open(raw.seal())).rejects.toBeInstanceOf(FormatError)
})
