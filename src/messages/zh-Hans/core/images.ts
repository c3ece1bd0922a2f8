/** Simplified Chinese of `core/messages/en/images.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/images.ts'
import type { DownloadableSystem, SystemPart } from '../../../core/messages/images.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'

const wants = ({ wanted }: { readonly wanted?: string | undefined }): string =>
  wanted === undefined ? '报告没有给出它的 UUID' : `报告需要的 UUID 是 ${wanted}`

export const imageNames: Whole<typeof english.imageNames> = { unnamed: '这个镜像' }

export const imageReasons: Whole<typeof english.imageReasons> = {
  noFrames: () => '报告中没有栈帧属于这个镜像。',
  stripped: ({ image }) => spaced`提供的${image}的 UUID 正确，但符号已被剥离（strip）。需要它的 dSYM。`,
  forced: ({ uuid, ...rest }) => `按你的要求使用了另一个构建（${uuid}）的符号；${wants(rest)}。`,
  forcedFit: ({ frames, named, fitting }) =>
    `${formatNumber(frames)} 帧中有 ${formatNumber(named)} 帧得到名称，其中 ${formatNumber(fitting)} 帧与代码一致。`,
  matched: ({ namesOnly }) => `符号与这个构建匹配。${namesOnly ? '其中只有名称；文件和行号需要 dSYM。' : ''}`,
  hiddenNames: ({ frames }) =>
    `有 ${formatNumber(frames)} 帧的名称被隐藏（\`__hidden#1_\`），启用 bitcode 的构建会如此。请提供生成该构建的 .xcarchive 中的 BCSymbolMaps 文件夹。`,
  byName: ({ image, uuid }) => spaced`报告没有给出 UUID；因名称相符而使用${image}（${uuid}）。`,
  byFile: ({ image, file, wanted }) =>
    spaced`由于提供了${file ?? spaced`${image}的调试文件`}，因此使用它：它没有 build id${wanted === undefined ? '' : `，而报告需要的 UUID 是 ${wanted}`}。只有当它属于产生这份报告的构建时，其中的名称才正确。`,
  severalBuilds: ({ image, uuids }) =>
    spaced`报告没有给出 UUID，而提供了${image}的 ${formatNumber(uuids.length)} 个构建（${uuids.join('、')}）。请选择产生这份报告的构建。`,
  buildsAlike: ({ image, uuids }) =>
    spaced`报告没有给出 UUID，而${image}的 ${formatNumber(uuids.length)} 个构建（${uuids.join('、')}）与报告同样吻合，因此都未使用。请选择产生这份报告的构建。`,
  wrongBuild: ({ image, uuids, ...rest }) =>
    spaced`提供的${image}来自另一个构建：${wants(rest)}，提供的文件的 UUID 是${uuids.join('、')}。`,
  contradicted: ({ image, uuids, because }) =>
    spaced`提供的${image}（${uuids.join('、')}）来自另一个构建：${because}。未使用。`,
  wrongArch: ({ image, archs, arch }) =>
    spaced`提供的${image}的架构是${archs.join('、')}；这份报告${arch === undefined ? '来自另一种架构' : `的架构是 ${arch}`}。`,
  missing: ({ image, frames, ...rest }) =>
    spaced`没有提供${image}的符号；${wants(rest)}。提供后 ${formatNumber(frames)} 帧可得到名称。`,
  namedByReports: () => '这个构建的其他报告给出了它的栈帧的名称。',
  namedByReport: () => '报告本身给出了它的栈帧的名称。',
  systemNamedByReports: () => '属于操作系统。这个构建的其他报告给出了它的栈帧的名称。',
  systemNamedByReport: () => '属于操作系统。报告本身给出了它的栈帧的名称。',
  system: () => '属于操作系统。它的符号来自设备的系统，而不是 App。',
  unplaced: () => '报告没有给出它的加载地址。指定加载地址后才能得到栈帧的名称。',
}

/** The tool's words for systems whose files Apple offers to everybody. */
const downloads: Readonly<Record<DownloadableSystem, string>> = {
  mac: 'ipsw --macos',
  ios: 'ipsw',
  watch: 'ota --platform watchos',
  tv: 'ota --platform tvos',
  audio: 'ota --platform audioos',
}

/** The tool's options for parts of these files, and what to give then. */
const systemParts: Readonly<Record<SystemPart, (given: { readonly file: string }) => string>> = {
  dyld: () => '--dyld FILE；提供所有名为 dyld_shared_cache_… 的文件',
  kernel: () => '--kernel FILE；提供它写出的文件',
  file: ({ file }) => `--files --pattern '/${file.replaceAll(/[^\w-]/g, '.')}$' FILE；提供它写出的文件`,
}

export const symbolPlaces: Whole<typeof english.symbolPlaces> = {
  unknownBuild: ({ image, version }) =>
    spaced`请查找${image}同一构建${version === undefined ? '' : `（${version}）`}的 dSYM。`,
  dartDebugFile: () =>
    'App 镜像中是 Dart 代码。其名称在构建该版本时写出的调试文件 app.ios-arm64.symbols 中，位于 `flutter build ios --split-debug-info=FOLDER` 所指定的文件夹。如果当时没有使用这个选项，请在下一次发布时加上：这个版本的名称已无法找回。',
  androidLibrary: ({ image, build }) =>
    `这是 Android App：请提供未剥离符号的 ${image}${build === undefined ? '（同一次构建）' : `，其 build id 以 ${build} 开头`}。Gradle 把它放在 app/build/intermediates/merged_native_libs，ndk-build 放在 obj/local；第三方库的文件在其供应商处。`,
  androidSystem: ({ image, build }) =>
    `${image} 属于 Android 系统${build === undefined ? '' : `（build id ${build}…）`}。Google 提供自家设备各构建的符号；其他厂商很少提供。`,
  unityDsym: () =>
    'UnityFramework 由 Unity 写出的 Xcode 工程构建：其 target 设置了 DEBUG_INFORMATION_FORMAT = dwarf-with-dsym 时，归档中会有 UnityFramework.framework.dSYM。要得到 C# 行号，请一并提供 LineNumberMappings.json。',
  kotlinDsym: ({ image }) =>
    `Kotlin/Native 把 dSYM 写在 framework 旁边：./gradlew linkReleaseFrameworkIosArm64，然后查看 build/bin/iosArm64/releaseFramework/${image}.framework.dSYM。静态 framework 的代码在 App 中，因此要用 App 的 dSYM。`,
  goProgram: ({ image }) =>
    spaced`Go 程序自身带有名称，即使用了 -ldflags="-s -w" 也是如此：请提供 go build 为该版本写出的${image}。`,
  dotnetDsym: () =>
    '.NET App 的 dSYM 在归档中：dotnet publish -f net9.0-ios -c Release -p:ArchiveOnBuild=true。它给出原生代码和提前编译（AOT）的代码的名称；C# 的行号在 portable PDB 中，Unslide 不读取这种文件。',
  spotlight: ({ uuid }) => `在构建它的 Mac 上：mdfind "com_apple_xcode_dsym_uuids == ${uuid}"`,
  organizer: ({ build }) =>
    `在 Xcode 中：Window > Organizer > Archives，找到 ${build} 的归档，选择“Show in Finder”，然后查看其中的 dSYMs 文件夹。`,
  appStoreConnect: ({ build }) =>
    `在 App Store Connect 中：找到 ${build} 的构建版本，选择“Download dSYM”（如果上传时包含符号，则为“Include app symbols”）。`,
  deviceSupport: (p) =>
    `在连接过该设备的 Mac 上：~/Library/Developer/Xcode 内“${p.platform} DeviceSupport”中的文件夹 ${p.device === undefined ? '' : `${p.device} `}${p.version} (${p.build})。`,
  macCache: ({ version, build }) =>
    `在运行 macOS ${version} (${build}) 的 Mac 上：/System/Volumes/Preboot/Cryptexes/OS/System/Library/dyld 中的所有文件；macOS 13 之前为 /System/Library/dyld。`,
  simulatorRuntime: () => '在运行模拟器的 Mac 上：/Library/Developer/CoreSimulator 中的运行时，其 RuntimeRoot 文件夹。',
  ipsw: (p) =>
    `在任何系统上，从 Apple 的原始文件获取：ipsw download ${downloads[p.system]}${p.system === 'mac' ? '' : ` --device ${p.device ?? 'MODEL'}`} --build ${p.build}，然后 ipsw extract ${systemParts[p.part]({ file: p.file ?? '' })}。`,
  macFile: ({ path, version, build }) => `在运行 macOS ${version} (${build}) 的 Mac 上：文件本身，${path}。`,
  fileItself: ({ path }) => `在产生这份报告的 Mac 上：文件本身，${path}；其符号表中可能有名称。`,
  kernelDebugKit: ({ version, build }) =>
    `macOS ${version} (${build}) 的 Kernel Debug Kit，可从 developer.apple.com/download/all 下载：请提供它在 /Library/Developer/KDKs 中的文件夹。`,
  toolchain: ({ file }) => `在构建该 App 的 Xcode 中：find "$(xcode-select -p)/Toolchains" -name ${file}`,
  xcodeFile: ({ path }) => `在装有相同版本 Xcode 的 Mac 上：文件本身，${path}。`,
  developerImage: ({ path }) =>
    `来自 Xcode 为该系统提供的开发者磁盘映像，位于 /Library/Developer/DeveloperDiskImages 或 ~/Library/Developer/DeveloperDiskImages，Xcode 15 之前位于 Xcode 自带的 DeviceSupport 文件夹：其中的 ${path}。`,
  vendor: ({ image }) => spaced`向${image}的提供方索取：它的 dSYM，或带符号的文件。`,
  framework: ({ image }) => spaced`如果${image}是预编译好的：在其 .xcframework 的 dSYMs 文件夹中，或向提供方索取。`,
  derivedData: () =>
    '在构建它的 Mac 上：~/Library/Developer/Xcode/DerivedData/…/Build/Products 中 App 的旁边；如果是调试构建，则在 App 的文件中。',
  buildServer: () => '在构建服务器上：App 的旁边，或上传符号那一步的产物中。',
  check: ({ image, uuid }) => `检查文件：dwarfdump --uuid ${image}.dSYM 必须输出 ${uuid}。`,
  request: ({ build, uuid, arch }) =>
    `请把 ${build} 的 dSYM 发给我${uuid === undefined ? '' : `，UUID 是 ${uuid}`}${arch === undefined ? '' : `（${arch}）`}。我需要用它符号化一份崩溃报告。`,
}
