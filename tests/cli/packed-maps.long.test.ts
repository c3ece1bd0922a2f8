/** Maps in a pack do what their files do. `npm run build:cli` must have run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flutter, go, reactNative, unity } from '../app/managed-apps.ts'
import { linesOf, testFolder, unslide } from '../support/cli.ts'

const folder = testFolder()
const OS = 'Shop 2.1 (340)'
const write = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const files = ({ report, symbols }: typeof go | typeof unity | typeof flutter) =>
  [write(report.name, report.content), write(symbols.name, symbols.content)] as const

const names = write('obfuscation.json', '["TillException","aB","Till","cD","count","eF","Shop","gH","main","main"]')
const obfuscated = write(
  'obfuscated.txt',
  `Unhandled exception:
aB: no change
#0      cD.eF (package:shop/till.dart:12:3)
#1      new gH (package:shop/main.dart:4:3)
#2      main (package:shop/main.dart:2:3)
`,
)
const [crash, map] = files(reactNative)
const [unityCrash, lines] = files(unity)
const [dartTrace, dartSymbols] = files(flutter)
const [goCrash, goProgram] = files(go)
const all = [map, lines, names, dartSymbols, goProgram]
const pack = join(folder, 'shop.unslide-pack')
const packed = unslide(['pack', '--os', OS, ...all, '-o', pack])
/** The images of the examples share one UUID, so tests of the maps use this pack without images. */
const alone = join(folder, 'maps.unslide-pack')
const packedAlone = unslide(['pack', '--os', OS, map, lines, names, '-o', alone, '--format', 'json'])

test('a pack holds the maps and the images of an app', () => {
  expect([packed.status, packed.out]).toEqual([0, expect.stringMatching(/2 images and 3 maps of Shop 2\.1 \(340\)/)])
})

test.each([
  ['a source map', crash, map, 'Cart.tsx:12'],
  ['a map of lines', unityCrash, lines, 'Harbor.cs:42'],
  ['a map of names', obfuscated, names, 'Till.count  till.dart:12:3 [doubtful]'],
])('%s says the same out of the pack, with the same grades', (_, report, file, place) => {
  const fromFile = unslide(['symbolicate', report, '--symbols', file])
  const fromPack = unslide(['symbolicate', report, '--symbols', alone])
  expect(fromFile.out).toContain(place)
  expect(fromPack.out).toBe(fromFile.out)
})

test.each([
  ['Dart', dartTrace, /Till\.count.*till\.dart:10/],
  ['Go', goCrash, /main\.\(\*Till\)\.Count.*till\.go:16/],
])('symbols of %s are images of the pack', (_, report, place) => {
  expect(unslide(['symbolicate', report, '--symbols', pack]).out).toMatch(place)
})

test('the same files in another order, and the pack itself, give the same bytes', () => {
  for (const paths of [all.toReversed(), [pack], [pack, map]]) {
    const copy = join(folder, 'copy.unslide-pack')
    expect(unslide(['pack', '--os', OS, ...paths, '-o', copy]).status).toBe(0)
    expect(readFileSync(copy).equals(readFileSync(pack))).toBe(true)
  }
})

test('a pack of maps alone is sound, and json counts them', () => {
  const { status, out } = packedAlone
  expect([status, JSON.parse(out)]).toEqual([0, expect.objectContaining({ images: 0, maps: 3, nameless: 0 })])
})

test('inspect says what the maps hold, each by its name in the pack', () => {
  const { status, out, err } = unslide(['inspect', pack])
  expect(status).toBe(0)
  expect(out).toContain('Tills')
  expect(err).toContain('shop.unslide-pack!obfuscation.json')
  expect(err).toContain('4 obfuscated names of Dart')
  expect(err).toContain('shop.unslide-pack!main.jsbundle.map')
  expect(err).toContain('shop.unslide-pack!LineNumberMappings.json')
})

test('publish takes the maps of a pack', () => {
  const id = '5A1D0C4B-7E2F-4A60-9B3C-1D2E3F405162'
  const withId = write(
    'id.jsbundle.map',
    JSON.stringify({ version: 3, sources: ['src/Cart.tsx'], names: [], mappings: 'kDAWM', debugId: id }),
  )
  const own = join(folder, 'id.unslide-pack')
  unslide(['pack', '--os', OS, withId, '-o', own])
  const { status, out } = unslide(['publish', own, '--to', join(folder, 'site'), '--format', 'json'])
  expect([status, linesOf(out)]).toEqual([
    0,
    [expect.objectContaining({ map: 'id.jsbundle.map', uuid: id, status: 'published' })],
  ])
})

test('a damaged map is told and left out; the others are used', () => {
  const bytes = readFileSync(pack)
  // Maps lie behind the indexes, right before the directory.
  const directory = Number(bytes.readBigUInt64LE(16))
  bytes[directory - 5] = (bytes[directory - 5] ?? 0) ^ 0xff
  const damaged = write('damaged.unslide-pack', bytes)
  const { out, err } = unslide(['symbolicate', obfuscated, '--symbols', damaged])
  expect(out).not.toContain('Till.count')
  expect(err).toContain('The map obfuscation.json in this pack is damaged')
  expect(unslide(['symbolicate', crash, '--symbols', damaged]).out).toContain('Cart.tsx:12')
})
