/** Where the symbols of an image can be had: a fitting way for every kind of image, and none that cannot have them. */
import { expect, test } from 'vitest'
import { waysOf } from '../../../src/core/reading/image-state.ts'
import { waysTo } from '../../../src/core/resolve/ways.ts'
import { imageOrigin } from '../../../src/core/resolve/origin.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

function ways(os: string | undefined, path: string, device?: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isPath = path.includes('/')
  const image = makeImage({ name, uuid: uuid('9'), ...(isPath && { path }) })
  const header = { fields: [], ...(os !== undefined && { os }), ...(device !== undefined && { device }) }
  const report = makeReport({ images: [image], header })
  return waysOf(waysTo(image, report, imageOrigin(image, report) === 'system'))
}

const IOS = 'iPhone OS 17.5.1 (21F90)'
const MAC = 'macOS 14.4.1 (23E224)'
const LIBRARY = '/usr/lib/system/libsystem_kernel.dylib'
const FRAMEWORK = '/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore'

test.each<[os: string | undefined, device: string | undefined, path: string, wanted: readonly RegExp[]]>([
  // Libraries of the shared cache.
  [
    IOS,
    'iPhone15,2',
    LIBRARY,
    [
      /"iOS DeviceSupport", the folder iPhone15,2 17\.5\.1 \(21F90\)/,
      /download ipsw --device iPhone15,2 --build 21F90, then ipsw extract --dyld/,
    ],
  ],
  [IOS, undefined, FRAMEWORK, [/the folder 17\.5\.1 \(21F90\)/, /--device MODEL --build 21F90/]],
  [
    'Watch OS 10.4 (21T216)',
    'Watch6,1',
    LIBRARY,
    [/"watchOS DeviceSupport"/, /download ota --platform watchos --device Watch6,1 --build 21T216/],
  ],
  ['Apple TVOS 17.4 (21L227)', 'AppleTV11,1', LIBRARY, [/"tvOS DeviceSupport"/, /download ota --platform tvos/]],
  ['xrOS 1.1 (21O209)', 'RealityDevice14,1', LIBRARY, [/"visionOS DeviceSupport"/]],
  [
    MAC,
    'Mac14,2',
    FRAMEWORK,
    [/Cryptexes\/OS\/System\/Library\/dyld/, /download ipsw --macos --build 23E224, then ipsw extract --dyld/],
  ],
  ['Mac OS X 10.15.7 (19H2)', 'MacBookPro16,1', LIBRARY, [/macOS 10\.15\.7 \(19H2\)/]],
  // Programs and plug-ins of the system lie on the disk.
  [IOS, 'iPhone15,2', '/usr/libexec/backboardd', [/extract --files --pattern '\/backboardd\$' FILE/]],
  [IOS, 'iPhone15,2', '/System/Library/CoreServices/SpringBoard.app/SpringBoard', [/--pattern '\/SpringBoard\$'/]],
  [
    MAC,
    undefined,
    '/System/Library/CoreServices/Dock.app/Contents/MacOS/Dock',
    [/the file itself, \/System\/Library\/CoreServices\/Dock\.app/, /--files --pattern '\/Dock\$'/],
  ],
  [MAC, undefined, '/usr/lib/dyld', [/the file itself, \/usr\/lib\/dyld/, /--pattern/]],
  [MAC, undefined, '/usr/sbin/bluetoothd', [/the file itself/, /--pattern/]],
  // Kernels.
  [MAC, undefined, '/System/Library/Kernels/kernel.release.t6000', [/Kernel Debug Kit of macOS 14\.4\.1 \(23E224\)/]],
  [MAC, undefined, '/System/Library/Extensions/IOHIDFamily.kext/Contents/MacOS/IOHIDFamily', [/Kernel Debug Kit/]],
  // What Xcode brings.
  [
    IOS,
    undefined,
    '/Developer/usr/lib/libMainThreadChecker.dylib',
    [/developer disk image.*\/Developer\/usr\/lib\/libMainThreadChecker\.dylib/],
  ],
  [
    IOS,
    undefined,
    '/private/var/containers/Bundle/Application/X/A.app/Frameworks/libswiftCore.dylib',
    [/Toolchains" -name libswiftCore\.dylib/],
  ],
  [
    MAC,
    undefined,
    '/Applications/Xcode.app/Contents/SharedFrameworks/DVTKit.framework/DVTKit',
    [/same version of Xcode: the file itself, \/Applications\/Xcode\.app/],
  ],
  [
    'iPhone OS 17.4 (21E213)',
    undefined,
    '/Library/Developer/CoreSimulator/Volumes/iOS_21E213/Library/x.simruntime/Contents/Resources/RuntimeRoot/usr/lib/libobjc.A.dylib',
    [/RuntimeRoot/],
  ],
  // The app and what it ships.
  [
    IOS,
    'iPhone15,2',
    '/private/var/containers/Bundle/Application/X/A.app/A',
    [/mdfind "com_apple_xcode_dsym_uuids == 9/, /Organizer/, /App Store Connect/, /build server/, /dwarfdump --uuid/],
  ],
  [
    IOS,
    'iPhone15,2',
    '/private/var/containers/Bundle/Application/X/A.app/Frameworks/Kit.framework/Kit',
    [/mdfind/, /Organizer/, /App Store Connect/, /build server/, /dSYMs folder of its \.xcframework/, /dwarfdump/],
  ],
  [
    'iPhone OS 17.4 (21E213)',
    undefined,
    '/Users/me/Library/Developer/CoreSimulator/Devices/D/data/Containers/Bundle/Application/X/A.app/A',
    [/mdfind/, /DerivedData/, /dwarfdump/],
  ],
  [
    MAC,
    undefined,
    '/Applications/Tide.app/Contents/MacOS/Tide',
    [/mdfind/, /Organizer/, /App Store Connect/, /build server/, /dwarfdump/],
  ],
  // The work of others.
  [
    MAC,
    undefined,
    '/opt/homebrew/Cellar/glib/2.80/lib/libglib-2.0.0.dylib',
    [/the file itself, \/opt\/homebrew/, /whoever makes libglib/, /dwarfdump/],
  ],
  [
    IOS,
    undefined,
    '/Library/MobileSubstrate/DynamicLibraries/Tweak.dylib',
    [/whoever makes Tweak\.dylib/, /dwarfdump/],
  ],
  [IOS, undefined, '/usr/lib/TweakInject/Tweak.dylib', [/whoever makes Tweak\.dylib/, /dwarfdump/]],
  // Nothing that could be wrong where the report does not tell the system.
  [undefined, undefined, LIBRARY, []],
  ['17.4 (21E219)', undefined, LIBRARY, []],
  ['17.4 (21E219)', 'iPhone15,2', LIBRARY, [/iOS DeviceSupport/, /--build 21E219/]],
  ['Bridge OS 8.4 (21P4222)', 'iBridge2,1', LIBRARY, []],
])('%s on %s: %s', (os, device, path, wanted) => {
  const said = ways(os, path, device)
  expect(said).toHaveLength(wanted.length)
  for (const [at, way] of wanted.entries()) expect(said[at]).toMatch(way)
})

test('a name that a shell or a pattern would read otherwise stays a name', () => {
  const [way] = ways(IOS, "/usr/libexec/a'; rm -rf $HOME; '.*")
  expect(way).toContain(`--pattern '/a...rm.-rf..HOME.....$' FILE`)
})

test('images of the system are told no way to a dSYM, whatever was given for them', () => {
  for (const path of [LIBRARY, FRAMEWORK, '/usr/libexec/backboardd', '/usr/lib/dyld'])
    for (const os of [IOS, MAC]) expect(ways(os, path).join()).not.toMatch(/Organizer|App Store Connect|mdfind|dSYM/)
})

test.each([
  ['Unity', { name: 'UnityFramework' }, [], /dwarf-with-dsym/],
  [
    'Kotlin/Native',
    { name: 'shared' },
    ['Uncaught Kotlin exception: kotlin.Error'],
    /linkReleaseFrameworkIosArm64.*\/shared\.framework\.dSYM/,
  ],
  ['Go', { name: 'tills' }, ['panic: no till', 'goroutine 1 [running]:'], /go build/],
  ['.NET', { name: 'Shop' }, [], /dotnet publish .*ArchiveOnBuild/],
] as const)('an app in %s: how its build makes the symbols', (what, named, applicationInfo, wanted) => {
  const image = makeImage({
    ...named,
    index: 0,
    uuid: uuid('9'),
    path: `/private/var/containers/Bundle/Application/1/Shop.app/${named.name}`,
  })
  const runtime = makeImage({ name: 'libmonosgen-2.0.dylib', index: 1, uuid: uuid('8') })
  const told = (images: readonly ReturnType<typeof makeImage>[], info: readonly string[]): string =>
    waysOf(waysTo(image, makeReport({ images, applicationInfo: info }), false)).join('\n')
  expect(told(what === '.NET' ? [image, runtime] : [image], applicationInfo)).toMatch(wanted)
  // A native app of that name gets none of it.
  if (what !== 'Unity') expect(told([image], [])).not.toMatch(wanted)
})

test.each([
  [
    'libshop.so',
    '/data/app/shop/lib/arm64/libshop.so',
    'app' as const,
    [/unstripped libshop\.so, whose build id begins with 999/],
  ],
  [
    'libc.so',
    '/apex/com.android.runtime/lib64/bionic/libc.so',
    'system' as const,
    [/libc\.so is of Android’s system \(build id 999/],
  ],
])('%s of Android: the unstripped file or the system’s build, and no dSYM', (name, path, origin, wanted) => {
  for (const format of ['tombstone', 'thread-dump']) {
    const image = makeImage({ name, path, origin, uuid: uuid('9') })
    const report = {
      ...makeReport({ images: [image], header: { fields: [], os: 'Android 13 (TQ1A.230205.002)' } }),
      format,
    }
    const told = waysOf(waysTo(image, report, imageOrigin(image, report) === 'system'))
    expect(told).toHaveLength(wanted.length)
    for (const [at, pattern] of wanted.entries()) expect(told[at]).toMatch(pattern)
    expect(told.join()).not.toMatch(/dSYM|DeviceSupport|ipsw/)
  }
})
