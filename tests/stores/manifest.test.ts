/** A manifest: each of its fields at its limits, beyond them, of another kind, and missing. */
import { describe, expect, test } from 'vitest'
import { parseUuid } from '../../src/core/model/image.ts'
import { FormatError } from '../../src/core/model/problem.ts'
import {
  fileOf,
  readManifest,
  textVmaddrOf,
  writeManifest,
  type Manifest,
  type PublishedIndex,
  type PublishedMap,
} from '../../src/stores/site/manifest.ts'
import { without } from '../support/without.ts'

const uuid = parseUuid('A'.repeat(32))!
const sha256 = 'ab'.repeat(32)
const index: PublishedIndex = {
  arch: 'arm64',
  format: 3,
  name: 'Till',
  kind: 'dsym',
  detail: 'dwarf',
  textVmaddr: '0x100000000',
  functions: 1,
  inlines: 2,
  lineRows: 3,
  indexedAt: 4,
  bytes: 500,
  fileBytes: 400,
  sha256,
  mapBytes: 60,
  mapLength: 90,
  mapSha256: sha256,
  firstBytes: 100,
}
const map: PublishedMap = { name: 'main.js.map', publishedAt: 5, bytes: 20, fileBytes: 10, sha256 }
const manifest: Manifest = { schema: 2, uuid, indexes: [index], maps: [map] }

/** `undefined` where it is read, else the code of the problem and what it names. */
function fault(value: unknown): string | undefined {
  try {
    readManifest(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)), uuid, 'url')
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    const { code, params } = thrown.problem
    return [code, params?.['field'] ?? params?.['schema']].filter((part) => part !== undefined).join(' ')
  }
}

test('what is written is read, and names the file and the address', () => {
  expect(readManifest(new TextEncoder().encode(writeManifest(manifest)), uuid, 'url')).toEqual(manifest)
  expect(fault(without(manifest, 'maps'))).toBeUndefined()
  expect(fileOf(index)).toBe(`arm64-${'ab'.repeat(16)}.unslide-blocks`)
  expect(textVmaddrOf(index)).toBe(0x100000000n)
})

describe('the whole', () => {
  test.each<[string, unknown, string | undefined]>([
    ['a web page', '  <!doctype html>', 'site-web-page'],
    ['no JSON', 'nothing', 'site-not-manifest JSON'],
    ['another schema', { ...manifest, schema: 3 }, 'site-schema 3'],
    ['another image', { ...manifest, uuid: parseUuid('B'.repeat(32)) }, 'site-not-manifest uuid'],
    ['as many indexes as may be', { ...manifest, indexes: Array.from({ length: 64 }, () => index) }, undefined],
    ['more of them', { ...manifest, indexes: Array.from({ length: 65 }, () => index) }, 'site-not-manifest indexes'],
    ['as many maps as may be', { ...manifest, maps: Array.from({ length: 16 }, () => map) }, undefined],
    ['more of them', { ...manifest, maps: Array.from({ length: 17 }, () => map) }, 'site-not-manifest maps'],
    ['no index', { ...manifest, indexes: [] }, undefined],
  ])('%s', (_, value, expected) => {
    const found = fault(value)
    if (expected?.endsWith(' JSON')) expect(found).toMatch(/^site-not-manifest /)
    else expect(found).toBe(expected)
  })
})

const largest = 8 * 2 ** 30
const most = 32 << 20
const rows: readonly (readonly [field: keyof PublishedIndex, value: unknown, isSound: boolean])[] = [
  ['arch', 'a'.repeat(24), true],
  ['arch', 'a'.repeat(25), false],
  ['arch', '../x', false],
  ['arch', 7, false],
  ['arch', ['arm64'], false],
  ['format', -1, false],
  ['format', '3', false],
  ['name', 'n'.repeat(1024), true],
  ['name', 'n'.repeat(1025), false],
  ['name', 7, false],
  ['name', ['Till'], false],
  ...(['executable', 'dylib', 'bundle', 'object', 'kext', 'core', 'other', 'elf'] as const).map(
    (kind) => ['kind', kind, true] as const,
  ),
  ['kind', 'melon', false],
  ...(['symbols', 'starts', 'none'] as const).map((detail) => ['detail', detail, true] as const),
  ['detail', 'melon', false],
  ['textVmaddr', '0x0', true],
  ['textVmaddr', '0x1111222233334444', true],
  ['textVmaddr', '0x11112222333344445', false],
  ['textVmaddr', '100', false],
  ['textVmaddr', '0xA', false],
  ['textVmaddr', 'x0x0', false],
  ['textVmaddr', ['0x0'], false],
  ['functions', 1.5, false],
  ['inlines', -1, false],
  ['lineRows', null, false],
  ['indexedAt', 'x', false],
  ['bytes', 1, true],
  ['bytes', 0, false],
  ['bytes', largest, true],
  ['bytes', largest + 1, false],
  ['fileBytes', 2 * largest, true],
  ['fileBytes', 2 * largest + 1, false],
  ['fileBytes', 100, true],
  ['fileBytes', 99, false],
  ['fileBytes', 400.5, false],
  ['fileBytes', '400', false],
  ['sha256', sha256.slice(1), false],
  ['sha256', 7, false],
  ['sha256', [sha256], false],
  ['mapBytes', 1, true],
  ['mapBytes', 0, false],
  ['mapBytes', 100, true],
  ['mapBytes', 101, false],
  ['mapLength', 1, true],
  ['mapLength', 0, false],
  ['mapLength', most, true],
  ['mapLength', most + 1, false],
  ['mapSha256', 'x', false],
  ['firstBytes', 60, true],
  ['firstBytes', 59, false],
  ['firstBytes', 400, true],
  ['firstBytes', 401, false],
]

test.each(rows)('an index with %s %j is sound: %s', (field, value, isSound) => {
  const found = fault({ ...manifest, indexes: [{ ...index, [field]: value }] })
  if (isSound) expect(found).toBeUndefined()
  else expect(found).toMatch(/^site-not-manifest /)
})

test.each(Object.keys(index) as (keyof PublishedIndex)[])('an index without %s is none', (field) => {
  expect(fault({ ...manifest, indexes: [without(index, field)] })).toContain(field)
})

test.each<[keyof PublishedMap, unknown, boolean]>([
  ['name', 'n'.repeat(1025), false],
  ['publishedAt', -1, false],
  ['bytes', 400 << 20, true],
  ['bytes', (400 << 20) + 1, false],
  ['bytes', 0, false],
  ['fileBytes', 1, true],
  ['fileBytes', 0, false],
  ['sha256', 'x', false],
])('a map with %s %j is sound: %s', (field, value, isSound) => {
  const found = fault({ ...manifest, maps: [{ ...map, [field]: value }] })
  if (isSound) expect(found).toBeUndefined()
  else expect(found).toMatch(/^site-not-manifest /)
})

test.each(Object.keys(map) as (keyof PublishedMap)[])('a map without %s is none', (field) => {
  expect(fault({ ...manifest, maps: [without(map, field)] })).toContain(field)
})

test('sizes of maps and of what a reader begins with have limits of their own', () => {
  const large = { ...index, fileBytes: largest, firstBytes: most + (8 << 20), mapBytes: most }
  expect(fault({ ...manifest, indexes: [large] })).toBeUndefined()
  expect(fault({ ...manifest, indexes: [{ ...large, firstBytes: large.firstBytes + 1 }] })).toContain('firstBytes')
  expect(fault({ ...manifest, indexes: [{ ...large, mapBytes: most + 1 }] })).toContain('mapBytes')
})
