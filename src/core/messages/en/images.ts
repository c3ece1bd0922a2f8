/** The state of an image's symbols, and how to get missing ones. Whole sentences. */
import { plural } from '../numbers.ts'

interface Named {
  readonly image: string
}
/** The UUID that the report gives; absent where it gives none. */
interface Wanted {
  readonly wanted?: string | undefined
}
interface Given {
  readonly uuids: readonly string[]
}

const wants = ({ wanted }: Wanted): string =>
  wanted === undefined ? 'the report gives no UUID for it' : `the report needs ${wanted}`

/** In place of the name of an image that has none. */
export const imageNames = { unnamed: 'this image' } as const

/** Why an image has the state that it has. */
export const imageReasons = {
  noFrames: () => 'No frame of the report is in this image.',
  stripped: ({ image }: Named) => `The ${image} given has the right UUID but is stripped. Its dSYM is needed.`,
  forced: ({ uuid, ...rest }: Wanted & { uuid: string }) =>
    `Symbols from another build (${uuid}) are used because you asked for them; ${wants(rest)}.`,
  forcedFit: ({ frames, named, fitting }: { frames: number; named: number; fitting: number }) =>
    `Of ${plural(frames, 'frame', 'frames')}, ${plural(named, 'has a name', 'have names')}; ${plural(fitting, 'of these agrees', 'of these agree')} with its code.`,
  matched: ({ namesOnly }: { namesOnly: boolean }) =>
    `The symbols match this build.${namesOnly ? ' They have names only; the dSYM adds files and lines.' : ''}`,
  hiddenNames: ({ frames }: { frames: number }) =>
    `Names of ${plural(frames, 'frame', 'frames')} are hidden (\`__hidden#1_\`), as builds with bitcode do. Give the BCSymbolMaps folder of the .xcarchive that this build was made from.`,
  byName: ({ image, uuid }: Named & { uuid: string }) =>
    `The report gives no UUID; ${image} (${uuid}) is used because its name matches.`,
  byFile: ({ image, file, wanted }: Named & Wanted & { file?: string | undefined }) =>
    `${file ?? `The debug file of ${image}`} is used because it was given: it has no build id${wanted === undefined ? '' : `, and the report needs ${wanted}`}. Its names are right only if it is of the build that made the report.`,
  severalBuilds: ({ image, uuids }: Named & Given) =>
    `The report gives no UUID, and ${plural(uuids.length, 'build', 'builds')} of ${image} ${uuids.length === 1 ? 'was' : 'were'} given (${uuids.join(', ')}). Choose the build that made this report.`,
  buildsAlike: ({ image, uuids }: Named & Given) =>
    `The report gives no UUID, and ${plural(uuids.length, 'build', 'builds')} of ${image} ${uuids.length === 1 ? 'fits' : 'fit'} it alike (${uuids.join(', ')}), so none of them was used. Choose the build that made this report.`,
  wrongBuild: ({ image, uuids, ...rest }: Named & Given & Wanted) =>
    `The ${image} given is from another build: ${wants(rest)}, the given file has ${uuids.join(', ')}.`,
  contradicted: ({ image, uuids, because }: Named & Given & { because: string }) =>
    `The ${image} given (${uuids.join(', ')}) is from another build: ${because}. It was not used.`,
  wrongArch: ({ image, archs, arch }: Named & { archs: readonly string[]; arch?: string | undefined }) =>
    `The ${image} given is for ${archs.join(', ')}; this report is from ${arch ?? 'another architecture'}.`,
  missing: ({ image, frames, ...rest }: Named & Wanted & { frames: number }) =>
    `No symbols of ${image} were given: ${wants(rest)}. They would name ${plural(frames, 'frame', 'frames')}.`,
  namedByReports: () => 'Other reports of this build name its frames.',
  namedByReport: () => 'The report itself names its frames.',
  systemNamedByReports: () => 'Part of the operating system. Other reports of this build name its frames.',
  systemNamedByReport: () => 'Part of the operating system. The report itself names its frames.',
  system: () => 'Part of the operating system. Its symbols come with the device’s system, not with an app.',
  unplaced: () => 'The report does not give its load address. State it to name its frames.',
} as const

/** The tool's words for systems whose files Apple offers to everybody. */
const downloads = {
  mac: 'ipsw --macos',
  ios: 'ipsw',
  watch: 'ota --platform watchos',
  tv: 'ota --platform tvos',
  audio: 'ota --platform audioos',
} as const
export type DownloadableSystem = keyof typeof downloads

/** The tool's options for parts of these files. In patterns of names a dot replaces every character that is no letter, digit, underscore or hyphen. */
const systemParts = {
  dyld: () => '--dyld FILE; give all files named dyld_shared_cache_…',
  kernel: () => '--kernel FILE; give what it writes',
  file: ({ file }: { file: string }) =>
    `--files --pattern '/${file.replaceAll(/[^\w-]/g, '.')}$' FILE; give what it writes`,
} as const
export type SystemPart = keyof typeof systemParts

/** Where the dSYM of a build may be, most direct first. */
export const symbolPlaces = {
  unknownBuild: ({ image, version }: Named & { version?: string | undefined }) =>
    `Find the dSYM of ${image} from the same build${version === undefined ? '' : ` (${version})`}.`,
  dartDebugFile: () =>
    'App holds Dart code. Its names are in the debug file that the build of this version wrote: app.ios-arm64.symbols, in the folder that was named in `flutter build ios --split-debug-info=FOLDER`. Without that option, build with it for the next release: names of this one are lost.',
  androidLibrary: ({ image, build }: Named & { build: string | undefined }) =>
    `An Android app: give the unstripped ${image}${build === undefined ? ' of this build' : `, whose build id begins with ${build}`}. Gradle keeps it in app/build/intermediates/merged_native_libs, ndk-build in obj/local; a vendor of a library has its own.`,
  androidSystem: ({ image, build }: Named & { build: string | undefined }) =>
    `${image} is of Android’s system${build === undefined ? '' : ` (build id ${build}…)`}. Google offers the symbols of its own devices’ builds; other makers seldom do.`,
  unityDsym: () =>
    'UnityFramework is built by the Xcode project that Unity writes: with DEBUG_INFORMATION_FORMAT = dwarf-with-dsym for its target, the archive has UnityFramework.framework.dSYM. For lines of C#, give LineNumberMappings.json beside it.',
  kotlinDsym: ({ image }: Named) =>
    `Kotlin/Native writes the dSYM beside the framework: ./gradlew linkReleaseFrameworkIosArm64, then build/bin/iosArm64/releaseFramework/${image}.framework.dSYM. A static framework has its code in the app, and so in the app’s dSYM.`,
  goProgram: ({ image }: Named) =>
    `A Go program has its names in itself, also with -ldflags="-s -w": give the ${image} that go build wrote for this version.`,
  dotnetDsym: () =>
    'Of an app in .NET, the archive has the dSYM: dotnet publish -f net9.0-ios -c Release -p:ArchiveOnBuild=true. It names native code and code compiled ahead of time; lines of C# are in portable PDBs, which are not read.',
  spotlight: ({ uuid }: { uuid: string }) => `On the Mac that built it: mdfind "com_apple_xcode_dsym_uuids == ${uuid}"`,
  organizer: ({ build }: { build: string }) =>
    `In Xcode: Window > Organizer > Archives, the archive of ${build}; choose "Show in Finder", then look in its dSYMs folder.`,
  appStoreConnect: ({ build }: { build: string }) =>
    `In App Store Connect: the build of ${build}, "Download dSYM" (or "Include app symbols", if it was uploaded with symbols).`,
  deviceSupport: (p: { platform: string; device?: string | undefined; version: string; build: string }) =>
    `On a Mac that the device was connected to: ~/Library/Developer/Xcode, in "${p.platform} DeviceSupport", the folder ${p.device === undefined ? '' : `${p.device} `}${p.version} (${p.build}).`,
  macCache: ({ version, build }: { version: string; build: string }) =>
    `On a Mac with macOS ${version} (${build}): all files in /System/Volumes/Preboot/Cryptexes/OS/System/Library/dyld, before macOS 13 in /System/Library/dyld.`,
  simulatorRuntime: () =>
    'On the Mac that ran the simulator: the runtime in /Library/Developer/CoreSimulator, its folder RuntimeRoot.',
  ipsw: (p: {
    system: DownloadableSystem
    device?: string | undefined
    build: string
    part: SystemPart
    file?: string | undefined
  }) =>
    `On any system, from Apple’s own files: ipsw download ${downloads[p.system]}${p.system === 'mac' ? '' : ` --device ${p.device ?? 'MODEL'}`} --build ${p.build}, then ipsw extract ${systemParts[p.part]({ file: p.file ?? '' })}.`,
  macFile: ({ path, version, build }: { path: string; version: string; build: string }) =>
    `On a Mac with macOS ${version} (${build}): the file itself, ${path}.`,
  fileItself: ({ path }: { path: string }) =>
    `On the Mac that made the report: the file itself, ${path}; its symbol table may have the names.`,
  kernelDebugKit: ({ version, build }: { version: string; build: string }) =>
    `The Kernel Debug Kit of macOS ${version} (${build}), from developer.apple.com/download/all: give its folder in /Library/Developer/KDKs.`,
  toolchain: ({ file }: { file: string }) =>
    `In the Xcode that built the app: find "$(xcode-select -p)/Toolchains" -name ${file}`,
  xcodeFile: ({ path }: { path: string }) => `On a Mac with the same version of Xcode: the file itself, ${path}.`,
  developerImage: ({ path }: { path: string }) =>
    `From Xcode’s developer disk image for this system, in /Library/Developer/DeveloperDiskImages or ~/Library/Developer/DeveloperDiskImages, before Xcode 15 in Xcode’s own DeviceSupport folder: ${path} in it.`,
  vendor: ({ image }: { image: string }) => `From whoever makes ${image}: its dSYM, or the file with its symbols.`,
  framework: ({ image }: { image: string }) =>
    `If ${image} came ready-built: in the dSYMs folder of its .xcframework, or from whoever makes it.`,
  derivedData: () =>
    'On the Mac that built it: next to the app in ~/Library/Developer/Xcode/DerivedData/…/Build/Products, or in the app’s own file if it was built for debugging.',
  buildServer: () => 'On the build server: next to the app, or among the artefacts of the step that uploads symbols.',
  check: ({ image, uuid }: Named & { uuid: string }) =>
    `To check a file: dwarfdump --uuid ${image}.dSYM must print ${uuid}.`,
  /** A text to send to whoever has it. */
  request: ({ build, uuid, arch }: { build: string; uuid?: string | undefined; arch?: string | undefined }) =>
    `Please send me the dSYM of ${build}${uuid === undefined ? '' : ` with UUID ${uuid}`}${arch === undefined ? '' : ` (${arch})`}. I need it to symbolicate a crash report.`,
} as const
