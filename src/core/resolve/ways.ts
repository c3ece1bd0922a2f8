/** Where the symbols of an image can be had: by its path, the system that ran and the device. Never a way that cannot have them. */
import { imageNames, symbolPlaces, type DownloadableSystem, type SystemPart } from '../messages/images.ts'
import { say, type Said } from '../messages/message.ts'
import { eachFrame } from '../model/each-frame.ts'
import type { BinaryImage } from '../model/image.ts'
import { placeFromSymbol } from '../model/printed-names.ts'
import type { ImageStatus, Report } from '../model/report.ts'
import { knownVersion } from '../model/version.ts'
import { uuidOf } from './match.ts'

type Ways = Pick<ImageStatus, 'ways' | 'request'>

/** Tweaks of jailbroken devices lie in folders of the system and are no part of it. */
const INJECTED =
  /\/(?:MobileSubstrate|TweakInject|SubstrateBootstrap|SubstrateInserter|substitute|ellekit)\b|^\/(?:private\/)?var\/jb\//
const SIMULATOR_RUNTIME = /RuntimeRoot\/|\.simruntime\//
/** Xcode's own images: its folders, and the image that a device mounts while it is debugged. */
const XCODE = /^(?:\/System)?\/Developer\/|\/XcodeDefault\.xctoolchain\/|\/Xcode[^/]*\.app\/Contents\/|\.platform\//
/** Runtimes that Xcode puts into an app. */
const TOOLCHAIN = /\.app(?:ex)?\/.*\/(?:libswift\w+|libclang_rt\.\w+)\.dylib$/
const KERNEL = /\/System\/Library\/Kernels\/|\/kernelcache|\.kext\/|\/mach_kernel$|\/kernel$/
const KERNEL_NAME = /^(?:kernel|mach_kernel|com\.apple\.(?:kec|kpi|driver|iokit|filesystems)\.[\w.]+)$/
/** Libraries that lie in shared caches: those of `/usr/lib`, frameworks, Swift's. Plug-ins and programs lie on the disk. */
const CACHED =
  /^(?:\/System\/(?:iOSSupport\/|Cryptexes\/OS\/|DriverKit\/)?)?(?:\/?System)?\/?(?:usr\/lib\/|Library\/(?:Private)?Frameworks\/[^/]+\.framework\/)/
const ON_DISK =
  /\.(?:app|appex|xpc|bundle|plugin|kext|component|mdimporter|qlgenerator|prefPane|driver)\/|\/usr\/lib\/dyld$/
const BUILT_HERE = /\/DerivedData\/|\/Build\/(?:Intermediates|Products)|\/CoreSimulator\/Devices\//
const OTHERS_ON_MAC = /^\/(?:opt|usr\/local|Library)\//
const IN_APP = /\.app(?:ex)?\/.*(?:\.framework\/|\.dylib$)/

/** A kind of system: how reports and devices are called, and what Apple and Xcode have of it. */
interface Family {
  readonly id: 'mac' | DownloadableSystem | 'vision'
  readonly names: RegExp
  readonly devices: RegExp
  /** Start of the system's DeviceSupport folder name, for systems whose devices Xcode debugs. */
  readonly support?: string
}

const families: readonly Family[] = [
  { id: 'mac', names: /^(?:mac ?os|os x)/i, devices: /^(?:Mac|iMac)/ },
  { id: 'watch', names: /^watch ?os/i, devices: /^Watch\d/, support: 'watchOS' },
  { id: 'tv', names: /^(?:apple )?tv ?os/i, devices: /^AppleTV/, support: 'tvOS' },
  { id: 'vision', names: /^(?:vision|xr) ?os/i, devices: /^RealityDevice/, support: 'visionOS' },
  { id: 'audio', names: /^audio ?os/i, devices: /^AudioAccessory/ },
  { id: 'ios', names: /^(?:iphone ?os|ios|ipad ?os)/i, devices: /^(?:iPhone|iPad|iPod)/, support: 'iOS' },
]

/** The system in the report, if the report has its version and build. */
interface System {
  readonly family: Family | undefined
  readonly version: string
  readonly build: string
  readonly device: string | undefined
}

function systemOf({ header }: Report): System | undefined {
  const [, name = '', version, build] = /^(.*?)\s*(\d+(?:\.\d+)*) \((?:Build )?(\w+)\)/.exec(header.os ?? '') ?? []
  if (version === undefined || build === undefined) return undefined
  const device = /^[A-Za-z]+\d+,\d+$/.exec(header.device ?? '')?.[0]
  const isOf = ({ names, devices }: Family): boolean => (name === '' ? devices.test(device ?? '') : names.test(name))
  return { family: families.find(isOf), version, build, device }
}

/** Ways to the symbols of an image; `isSystem`: it comes with the system or with Xcode. */
export function waysTo(image: BinaryImage, report: Report, isSystem: boolean): Ways {
  const { path = '' } = image
  if (INJECTED.test(path)) return told([...vendorWays(image)])
  if (isAndroid(report)) return told([androidWay(image, isSystem)])
  if (isSystem) return systemWays(image, report)
  if (OTHERS_ON_MAC.test(path)) return told([say(symbolPlaces, 'fileItself', { path }), ...vendorWays(image)])
  return waysToDsym(image, report)
}

/** Stacks of Android: no dSYM has their names. */
const ANDROID: ReadonlySet<string> = new Set(['tombstone', 'thread-dump'])
const isAndroid = ({ format, writtenFrom }: Report): boolean => ANDROID.has(writtenFrom ?? format)

/** Tools there print a build id in small letters; a UUID is its first half. */
function androidWay(image: BinaryImage, isSystem: boolean): Said {
  const build = image.uuid?.replaceAll('-', '').toLowerCase()
  return say(symbolPlaces, isSystem ? 'androidSystem' : 'androidLibrary', { image: nameOf(image), build })
}

function vendorWays(image: BinaryImage): readonly Said[] {
  const uuid = uuidOf(image)
  const name = nameOf(image)
  return [
    say(symbolPlaces, 'vendor', { image: name }),
    ...(uuid === undefined ? [] : [say(symbolPlaces, 'check', { image: name, uuid })]),
  ]
}

function systemWays(image: BinaryImage, report: Report): Ways {
  const { path = '' } = image
  if (SIMULATOR_RUNTIME.test(path)) return told([say(symbolPlaces, 'simulatorRuntime')])
  if (TOOLCHAIN.test(path))
    return told([say(symbolPlaces, 'toolchain', { file: path.slice(path.lastIndexOf('/') + 1) })])
  if (XCODE.test(path))
    return told([
      say(symbolPlaces, /Xcode[^/]*\.app|xctoolchain/.test(path) ? 'xcodeFile' : 'developerImage', { path }),
    ])
  const system = systemOf(report)
  if (!system) return {}
  if (KERNEL.test(path) || (path === '' && KERNEL_NAME.test(image.name))) return told(kernelWays(system))
  if (path !== '' && (ON_DISK.test(path) || !CACHED.test(path))) return told(diskWays(path, system))
  return cacheWays(report, system)
}

/** Ways to a system's cache: one for the hundreds of images of a report, so that they cross to the page once. */
const known = new WeakMap<Report, Ways>()

function cacheWays(report: Report, system: System): Ways {
  const ways = known.get(report) ?? told(cachePlaces(system))
  known.set(report, ways)
  return ways
}

function cachePlaces(system: System): readonly Said[] {
  const { family, version, build, device } = system
  const download = downloadOf(system, 'dyld')
  if (family?.id === 'mac') return [say(symbolPlaces, 'macCache', { version, build }), ...download]
  const platform = family?.support
  return platform === undefined
    ? download
    : [say(symbolPlaces, 'deviceSupport', { platform, device, version, build }), ...download]
}

/** How to get a part of the system from Apple's own files; none where they are not public. */
function downloadOf({ family, version, build, device }: System, part: SystemPart, file?: string): readonly Said[] {
  const id = family?.id
  if (id === undefined || id === 'vision') return []
  // There are restore images of macOS since version 11.
  if (id === 'mac' && Number.parseInt(version, 10) < 11) return []
  return [say(symbolPlaces, 'ipsw', { system: id, device, build, part, file })]
}

/** Programs and plug-ins of the system, which lie in no cache. */
function diskWays(path: string, system: System): readonly Said[] {
  const { family, version, build } = system
  const own = family?.id === 'mac' ? [say(symbolPlaces, 'macFile', { path, version, build })] : []
  return [...own, ...downloadOf(system, 'file', path.slice(path.lastIndexOf('/') + 1))]
}

function kernelWays(system: System): readonly Said[] {
  const { family, version, build } = system
  return family?.id === 'mac' ? [say(symbolPlaces, 'kernelDebugKit', { version, build })] : downloadOf(system, 'kernel')
}

const nameOf = ({ name }: BinaryImage): string => (name === '' ? imageNames.unnamed : name)

function told(said: readonly Said[]): Pick<Ways, 'ways'> {
  return said.length === 0 ? {} : { ways: said.map(({ message }) => message) }
}

/** True for the framework with an app's Dart code: its dSYM names no function of that. */
function isDart(image: BinaryImage, report: Report): boolean {
  if (image.name !== 'App') return false
  for (const frame of eachFrame(report))
    if (frame.image === image.index && (frame.language === 'dart' || placeFromSymbol(frame))) return true
  return false
}

/** Runtimes of .NET, beside which an app's own code was compiled ahead of time. */
const DOTNET = /^lib(?:monosgen|coreclr|xamarin|mono-)/

/** How the build of an app that is not native makes the symbols of an image; nothing where nothing shows such an app. */
function builtBy(image: BinaryImage, report: Report): readonly Said[] {
  const name = nameOf(image)
  if (name === 'UnityFramework') return [say(symbolPlaces, 'unityDsym')]
  const { applicationInfo, images, exception } = report
  const says = (words: RegExp): boolean => applicationInfo.some((line) => words.test(line))
  if (says(/^panic: |^goroutine \d/) && exception?.type !== 'panic')
    return [say(symbolPlaces, 'goProgram', { image: name })]
  if (says(/^Uncaught Kotlin exception: /)) return [say(symbolPlaces, 'kotlinDsym', { image: name })]
  return images.some((one) => DOTNET.test(one.name)) && !DOTNET.test(name) ? [say(symbolPlaces, 'dotnetDsym')] : []
}

/** Ways to a missing dSYM, most direct first, and a text to send to whoever has it. */
function waysToDsym(image: BinaryImage, report: Report): Ways {
  const uuid = uuidOf(image)
  const name = nameOf(image)
  if (isDart(image, report)) return told([say(symbolPlaces, 'dartDebugFile')])
  const { path = '' } = image
  const version = knownVersion(image) ?? knownVersion(report.header)
  const build = version === undefined ? name : `${name} ${version}`
  const arch = image.arch ?? report.header.arch
  const places = BUILT_HERE.test(path)
    ? [say(symbolPlaces, 'derivedData')]
    : [
        say(symbolPlaces, 'organizer', { build }),
        say(symbolPlaces, 'appStoreConnect', { build }),
        say(symbolPlaces, 'buildServer'),
      ]
  const said =
    uuid === undefined
      ? [say(symbolPlaces, 'unknownBuild', { image: name, version })]
      : [
          say(symbolPlaces, 'spotlight', { uuid }),
          ...places,
          ...(IN_APP.test(path) ? [say(symbolPlaces, 'framework', { image: name })] : []),
          ...builtBy(image, report),
          say(symbolPlaces, 'check', { image: name, uuid }),
        ]
  return { ...told(said), request: symbolPlaces.request({ build, uuid, arch }) }
}
