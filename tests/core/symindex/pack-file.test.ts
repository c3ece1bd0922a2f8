/** Packs: written content is found again, and invalid content is reported and left out. */
import { crc32 as zlibCrc } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32 } from '../../../src/core/bytes/crc32.ts'
import { linkAddress } from '../../../src/core/model/address.ts'
import type { ImageUuid } from '../../../src/core/model/image.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { openPack, type Pack } from '../../../src/core/symindex/pack-file.ts'
import { PackWriter } from '../../../src/core/symindex/pack-writer.ts'
import { forgedIndex } from '../../support/forged-index.ts'
import { buildPack, PackBytes } from '../../support/pack-builder.ts'

const OS = 'iPhone OS 17.5.1 (21F90)'
const ONE = '0A000000-0000-0000-0000-000000000001'
const TWO = '0B000000-0000-0000-0000-000000000002'
const THREE = '0C000000-0000-0000-0000-000000000003'
const images = [
  { uuid: ONE, path: '/usr/lib/libone.dylib', names: [[0x1000, 'one']] },
  { uuid: TWO, path: '/usr/lib/libtwo.dylib', names: [[0x1000, 'two']] },
  { uuid: THREE, path: '/usr/lib/libthree.dylib', names: [[0x1000, 'three']] },
] as const

const open = (blob: Blob): Promise<Pack> => openPack({ path: 'system.unslide-pack', blob })

async function refusal(blob: Blob): Promise<string> {
  const thrown = await open(blob).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof FormatError)) throw new Error(`not refused: ${String(thrown)}`)
  return thrown.problem.code
}

const names = ({ images: found }: Pack): readonly string[] => found.map(({ name }) => name)
const codes = ({ problems }: Pack): readonly string[] =>
  problems.map(({ code, variant }) => (variant === undefined ? code : `${code}.${variant}`))

test('a pack lists its images, and each index lies where the format says', async () => {
  const bytes = await buildPack(OS, images)
  const raw = new PackBytes(bytes)
  expect(new TextDecoder().decode(bytes.subarray(0, 8))).toBe('UNSLPAK\n')
  expect(raw.view.getUint32(8, true)).toBe(1)
  expect(raw.view.getUint32(raw.directory, true)).toBe(3)
  const pack = await open(new Blob([bytes]))
  expect(pack).toMatchObject({ os: OS, problems: [] })
  expect(pack.images.map(({ uuid, path }) => [uuid, path])).toEqual(
    images.map(({ uuid, path }) => [uuid, `system.unslide-pack!${path}`]),
  )
  for (const [at, { index, checksum, textVmaddr }] of pack.images.entries()) {
    const start = Number(raw.u64(at, 'offset'))
    const own = new Uint8Array(await index.arrayBuffer())
    expect(own).toEqual(bytes.subarray(start, start + Number(raw.u64(at, 'size'))))
    expect(new TextDecoder().decode(own.subarray(0, 8))).toBe('UNSLIDX\n')
    const header = new DataView(own.buffer)
    expect([checksum, textVmaddr]).toEqual([header.getUint32(60, true), header.getBigUint64(32, true)])
  }
})

test('the same images give the same bytes', async () => {
  expect(await buildPack(OS, images)).toEqual(await buildPack(OS, images))
})

test('the checksum is that of zlib', async () => {
  for (const size of [0, 1, 7, 8, 9, 300]) {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 167 + 11) & 255)
    expect(crc32(bytes)).toBe(zlibCrc(bytes))
  }
})

test('an image without a name is no image of a pack', async () => {
  const writer = new PackWriter(OS)
  const added = await writer.add(await forgedIndex({ uuid: '0A'.padEnd(32, '0'), names: [], claims: 1 }), { path: 'a' })
  expect(added.ok && added.value).toBe('nameless')
  const broken = await writer.add(new Blob(['no index']), { path: 'b' })
  expect(broken.problems[0]?.code).toBe('not-an-index')
})

test('images that cannot be where the directory says are left out, the others stay', async () => {
  const change = async (edit: (pack: PackBytes) => void): Promise<Pack> => {
    const pack = new PackBytes(await buildPack(OS, images))
    edit(pack)
    return open(pack.seal())
  }
  const farAway = await change((pack) => pack.setU64(1, 'offset', 0xffff_ffff_ffff_fff0n))
  expect([names(farAway), codes(farAway)]).toEqual([['libone.dylib', 'libthree.dylib'], ['bad-pack.row']])
  const huge = await change((pack) => pack.setU64(1, 'size', 0xffff_ffff_ffff_ffffn))
  expect([names(huge), codes(huge)]).toEqual([['libone.dylib', 'libthree.dylib'], ['bad-pack.row']])
  const wraps = await change((pack) => {
    pack.setU64(1, 'offset', 0xffff_ffff_ffff_ff00n)
    pack.setU64(1, 'size', 0x200n)
  })
  expect(names(wraps)).toEqual(['libone.dylib', 'libthree.dylib'])
  const overlapping = await change((pack) => pack.setU64(1, 'offset', pack.u64(0, 'offset') + 8n))
  expect([names(overlapping), codes(overlapping)]).toEqual([['libthree.dylib'], ['bad-pack.row', 'bad-pack.row']])
  const twice = await change((pack) =>
    pack.bytes.copyWithin(pack.at(1, 'uuid'), pack.at(0, 'uuid'), pack.at(0, 'text')),
  )
  expect([names(twice), codes(twice)]).toEqual([['libone.dylib', 'libthree.dylib'], ['bad-pack.twice']])
  const nobody = await change((pack) => pack.bytes.fill(0, pack.at(1, 'uuid'), pack.at(1, 'text')))
  expect(names(nobody)).toEqual(['libone.dylib', 'libthree.dylib'])
  const unknownKind = await change((pack) => pack.view.setUint8(pack.at(1, 'kind'), 200))
  expect(names(unknownKind)).toEqual(['libone.dylib', 'libthree.dylib'])
  const noArch = await change((pack) => pack.view.setUint32(pack.at(1, 'arch'), 0xffff_fff0, true))
  expect(names(noArch)).toEqual(['libone.dylib', 'libthree.dylib'])
  const noCache = await change((pack) => pack.view.setUint16(pack.at(1, 'cache'), 9, true))
  expect(names(noCache)).toEqual(['libone.dylib', 'libthree.dylib'])
})

test('a directory that cannot be believed is refused with its reason', async () => {
  const sound = await buildPack(OS, images)
  const edited = (edit: (pack: PackBytes) => void, seals = true): Blob => {
    const pack = new PackBytes(sound.slice())
    edit(pack)
    return seals ? pack.seal() : new Blob([pack.bytes])
  }
  expect(await refusal(new Blob([sound.subarray(0, sound.length - 1)]))).toBe('truncated')
  expect(await refusal(new Blob([sound.subarray(0, 20)]))).toBe('truncated')
  expect(await refusal(edited(({ view }) => view.setUint32(8, 3, true)))).toBe('pack-version')
  expect(await refusal(edited((pack) => pack.setU64(1, 'offset', pack.u64(1, 'offset') + 1n), false))).toBe(
    'damaged-pack',
  )
  const many = edited((pack) => pack.view.setUint32(pack.directory, 0xffff_ffff, true))
  expect(await refusal(many)).toBe('bad-pack')
  const caches = edited((pack) => pack.view.setUint32(pack.directory + 4, 0xffff_ffff, true))
  expect(await refusal(caches)).toBe('bad-pack')
  expect(await refusal(edited(({ view }) => view.setBigUint64(16, 0xffff_ffff_ffff_fff0n, true), false))).toBe(
    'truncated',
  )
  expect(await refusal(edited(({ view }) => view.setBigUint64(24, 0xffff_ffff_ffff_ffffn, true), false))).toBe(
    'truncated',
  )
  expect(await refusal(new Blob(['PK'.padEnd(64, ' ')]))).toBe('bad-pack')
})

test('images of caches come out with theirs, each cache is in the directory once', async () => {
  const caches = ['CA', 'CB'].map((digits, at) => ({
    uuid: `${digits}000000-0000-0000-0000-000000000009`,
    start: BigInt(at + 1) << 32n,
  }))
  const writer = new PackWriter(OS)
  const parts: BlobPart[] = [writer.placeholder]
  const placed = [caches[0], undefined, caches[1], caches[0]]
  for (const [at, cache] of placed.entries()) {
    const uuid = `0${at}000000000000000000000000000009`
    const index = await forgedIndex({ uuid, names: [[0x1000, 'one']], claims: 2, library: `lib${at}.dylib` })
    const place = cache && {
      uuid: cache.uuid as ImageUuid,
      start: linkAddress(cache.start),
      textBytes: 0x100 * (at + 1),
    }
    expect((await writer.add(index, { path: `/usr/lib/lib${at}.dylib`, ...(place && { cache: place }) })).ok).toBe(true)
    parts.push(index)
  }
  const { directory, header } = writer.finish()
  parts[0] = header
  const pack = await open(new Blob([...parts, directory]))
  expect(pack.problems).toEqual([])
  expect(pack.images.map(({ name, cache }) => [name, cache?.uuid, cache?.start, cache?.textBytes])).toEqual(
    placed.map((cache, at) => [`lib${at}.dylib`, cache?.uuid, cache?.start, cache && 0x100 * (at + 1)]),
  )
  expect(new DataView(directory.buffer).getUint32(4, true)).toBe(2)
})
