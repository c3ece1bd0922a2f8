/** Hidden names and their map through the built command line. `npm run build:cli` must have run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { buildMachO, codeSection } from '../support/macho-builder.ts'

const UUID = '2D10C42F-591D-3265-B147-78BA0868073F'
const folder = testFolder()
const [image, maps] = [join(folder, 'App'), join(folder, 'BCSymbolMaps')]
const map = join(maps, `${UUID}.bcsymbolmap`)
mkdirSync(maps)
writeFileSync(map, 'BCSymbolMap Version: 2.0\n-[Shelf tidy]\n')
writeFileSync(
  image,
  buildMachO({
    uuid: UUID,
    sections: [codeSection(0x100)],
    symbols: [{ name: '__hidden#0_', address: 0x1_0000_1000n, section: 1 }],
  }),
)

test.each([
  ['the map after the image', [image, map]],
  ['the map before the image', [map, image]],
  ['the folder of maps first', [maps, image]],
  ['one folder', [folder]],
])('a name is that of the map: %s', (_, paths) => {
  const { status, out, err } = unslide(['lookup', ...paths.flatMap((path) => ['--symbols', path]), '0x100001000'])
  expect({ status, out }).toEqual({ status: 0, out: '-[Shelf tidy] (in App) + 0 [likely]\n' })
  expect(err).not.toMatch(/hidden/)
})

test('without the map it is told as hidden, with what to give', () => {
  const { out, err } = unslide(['lookup', '--symbols', image, '0x100001000'])
  expect(out).toBe('__hidden#0_ (in App) + 0 [likely]\n')
  expect(err).toMatch(/names of this image are hidden .* Give the BCSymbolMaps folder of the \.xcarchive/i)
})

test('inspect says how many names a map has, and of which image', () => {
  const { status, out, err } = unslide(['inspect', map])
  expect({ status, out }).toEqual({ status: 0, out: '' })
  expect(err).toMatch(`1 name that a build has hidden, of the image with UUID ${UUID}`)
})
