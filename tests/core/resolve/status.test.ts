import { expect, test } from 'vitest'
import { imageReasons } from '../../../src/core/messages/en/images.ts'
import { placementWords } from '../../../src/core/messages/en/placement.ts'
import { textOf, type Family } from '../../../src/core/messages/message.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage, KnownImage } from '../../../src/core/model/image.ts'
import type { ImageStatus } from '../../../src/core/model/report.ts'
import { waysOf } from '../../../src/core/reading/image-state.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const at = { loadAddress: runtimeAddress(0x104000000n), size: 0x10000 }

async function statusOf(
  image: Partial<BinaryImage>,
  known: readonly KnownImage[],
  named = false,
): Promise<ImageStatus> {
  const report = makeReport({
    images: [makeImage({ name: 'App', ...at, ...image })],
    rows: [{ address: 0x104001010n, ...(named && { symbol: { name: 'f', offset: 1 } }) }],
  })
  const symbols = makeSymbols(known, [{ start: 0x1000, end: 0x2000, name: 'f' }])
  return (await resolveReport(report, symbols)).images[0]!
}

test.each<[string, Partial<BinaryImage>, readonly KnownImage[], boolean, ImageStatus['symbols'], RegExp]>([
  ['matched', { uuid: uuid('A') }, [makeKnown({})], false, 'matched', /match this build/],
  ['names only', { uuid: uuid('A') }, [makeKnown({ detail: 'symbols' })], false, 'matched', /the dSYM adds files/],
  ['stripped', { uuid: uuid('A') }, [makeKnown({ detail: 'starts' })], false, 'no-debug-info', /stripped/],
  ['another build', { uuid: uuid('9') }, [makeKnown({})], false, 'wrong-build', /99999999.*AAAAAAAA/],
  ['another architecture', { uuid: uuid('A'), arch: 'x86_64' }, [makeKnown({})], false, 'wrong-arch', /arm64.*x86_64/],
  ['missing', { uuid: uuid('9') }, [], false, 'missing', /name 1 frame/],
  ['no UUID in the report', {}, [], false, 'missing', /gives no UUID/],
  ['named by the report', { uuid: uuid('9') }, [], true, 'not-needed', /itself names/],
  ['by name', {}, [makeKnown({})], false, 'matched', /is used because its name matches/],
  ['two by name', {}, [makeKnown({}), makeKnown({ uuid: uuid('B') })], false, 'missing', /2 builds/],
  ['system', { uuid: uuid('9'), path: '/usr/lib/libobjc.A.dylib' }, [], false, 'system', /operating system/],
])('%s', async (_name, image, known, named, symbols, reason) => {
  const status = await statusOf(image, known, named)
  expect(status.symbols).toBe(symbols)
  expect(status.reason).toMatch(reason)
  expect(status.frames).toBe(1)
  // Nobody is sent for symbols that are there.
  const isThere = symbols === 'matched' || symbols === 'not-needed'
  expect(waysOf(status).length > 0 || status.request !== undefined).toBe(!isThere && symbols !== 'system')
  // A page in another language says the same from codes and parameters alone.
  const again = (family: Family, messages: ImageStatus['grounds'] = []): readonly (string | undefined)[] =>
    messages.map(({ code, params }) => textOf(family, code, params))
  expect(again({ ...imageReasons, ...placementWords }, status.grounds).join(' ')).toBe(status.reason)
})

test('an image without frames is not needed', async () => {
  const report = makeReport({ images: [makeImage({ name: 'App', uuid: uuid('9'), ...at })] })
  const { images } = await resolveReport(report, makeSymbols([], []))
  expect(images[0]).toMatchObject({ symbols: 'not-needed', frames: 0, unnamed: 0 })
})

test('the ways to a missing dSYM name its UUID, and end in a text to send', async () => {
  const status = await statusOf({ uuid: uuid('9'), version: '1.2 (3)' }, [])
  const { request } = status
  const howToGet = waysOf(status)
  expect(howToGet[0]).toBe(`On the Mac that built it: mdfind "com_apple_xcode_dsym_uuids == ${uuid('9')}"`)
  for (const place of ['Organizer', 'App Store Connect', 'build server', 'dwarfdump --uuid']) {
    expect(howToGet.some((way) => way.includes(place))).toBe(true)
  }
  expect(request).toMatch(/dSYM of App 1\.2 \(3\).*99999999-.*arm64/)
})

test.each<[Partial<BinaryImage>, ImageStatus['origin']]>([
  [{ path: '/private/var/containers/Bundle/Application/X/App.app/App' }, 'app'],
  [{ path: '/System/Library/Frameworks/UIKit.framework/UIKit' }, 'system'],
  [{ path: '/Users/me/Library/Developer/CoreSimulator/Devices/D/data/Containers/Bundle/Application/X/A.app/A' }, 'app'],
  [{ path: '/Library/Developer/CoreSimulator/Volumes/iOS/Library/iOS 17.simruntime/usr/lib/libobjc.dylib' }, 'system'],
  [{ name: 'libsystem_kernel.dylib' }, 'system'],
  [{ name: 'Unknown', loadAddress: runtimeAddress(0x19a000000n) }, 'system'],
  [{ name: 'Unknown', loadAddress: runtimeAddress(0x7ff81a000000n), arch: 'x86_64' }, 'system'],
  [{ name: 'Unknown' }, undefined],
])('%o is of the %s', async (image, origin) => {
  expect((await statusOf({ uuid: uuid('9'), ...image }, [])).origin).toBe(origin)
})

test.each<[string, string | undefined, string | undefined, readonly RegExp[]]>([
  [
    'iPhone OS 17.4 (21E219)',
    'iPhone15,2',
    undefined,
    [
      /"iOS DeviceSupport", the folder iPhone15,2 17\.4 \(21E219\)/,
      /--device iPhone15,2 --build 21E219.*ipsw extract --dyld/,
    ],
  ],
  [
    'iPhone OS 9.3.5 (13G36)',
    undefined,
    undefined,
    [/"iOS DeviceSupport", the folder 9\.3\.5 \(13G36\)/, /--device MODEL/],
  ],
  ['macOS 14.4.1 (23E224)', 'Mac14,2', undefined, [/Cryptexes\/OS\/System\/Library\/dyld/, /--macos --build 23E224/]],
  [
    'macOS 14.4.1 (23E224)',
    undefined,
    '/x.simruntime/Contents/Resources/RuntimeRoot/usr/lib/libobjc.A.dylib',
    [/CoreSimulator/],
  ],
  ['unknown', undefined, undefined, []],
])('where the libraries of %s on %s are', async (os, device, path = '/usr/lib/libobjc.A.dylib', wanted) => {
  const image = makeImage({ name: 'libobjc.A.dylib', uuid: uuid('9'), path, origin: 'system', ...at })
  const report = makeReport({
    images: [image],
    header: { os, fields: [], ...(device !== undefined && { device }) },
    rows: [{ address: 0x104001010n }],
  })
  const { images } = await resolveReport(report, makeSymbols([], []))
  expect(images[0]?.symbols).toBe('system')
  expect(waysOf(images[0]!)).toHaveLength(wanted.length)
  wanted.forEach((way, position) => expect(waysOf(images[0]!)[position]).toMatch(way))
})

test('what is not known has no field', async () => {
  const images: readonly Partial<BinaryImage>[] = [{}, { uuid: uuid('A') }, { uuid: uuid('9') }, { arch: 'x86_64' }]
  for (const image of images) {
    for (const known of [[], [makeKnown({})], [makeKnown({}), makeKnown({ uuid: uuid('B') })]]) {
      const status = await statusOf(image, known)
      expect(Object.entries(status).filter(([, value]) => value === undefined)).toEqual([])
    }
  }
  expect((await statusOf({}, [])).slide).toBeUndefined()
  expect((await statusOf({ uuid: uuid('A') }, [makeKnown({})])).slide).toBe(0x4000000n)
})
