import { expect, test } from 'vitest'
import { systemBuilds } from '../../../src/app/state/system-builds.ts'
import { linkAddress } from '../../../src/core/model/address.ts'
import { parseUuid, type ImageUuid, type KnownImage } from '../../../src/core/model/image.ts'

const uuid = (digit: string): ImageUuid => {
  const parsed = parseUuid(digit.repeat(32))
  if (!parsed) throw new Error('no UUID')
  return parsed
}
const cache = { uuid: uuid('a'), start: linkAddress(0x1_8000_0000n), textBytes: 0x1000 }

function image(digit: string, more: Partial<KnownImage>): KnownImage {
  const textVmaddr = linkAddress(0n)
  return {
    uuid: uuid(digit),
    arch: 'arm64',
    name: `lib${digit}`,
    kind: 'dylib',
    textVmaddr,
    detail: 'symbols',
    ...more,
  }
}

test('images of packs and caches are grouped by where they lie; others are in no group', () => {
  const summary = { bytes: 1, functions: 1, inlines: 0, lineRows: 0, indexedAt: 1 }
  const builds = systemBuilds([
    image('1', { path: 'App.dSYM/App' }),
    image('2', { path: 'system.unslide-pack!/usr/lib/lib2', pack: 'iOS 17', cache }),
    image('3', { path: 'Symbols/dyld_shared_cache_arm64!/usr/lib/lib3', cache }),
    image('4', { path: 'Symbols/dyld_shared_cache_arm64!/usr/lib/lib4', cache }),
    image('5', { path: 'Symbols/dyld_shared_cache_arm64!/usr/lib/lib5', cache, index: summary }),
  ])
  expect(builds.map(({ name, isPack, images }) => [name, isPack, images.map((one) => one.name)])).toEqual([
    ['Symbols/dyld_shared_cache_arm64', false, ['lib3', 'lib4']],
    ['iOS 17', true, ['lib2']],
  ])
})
