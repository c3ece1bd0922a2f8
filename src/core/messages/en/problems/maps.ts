/**
 * Problems with files that few people have: debug files and maps of apps that are not native. They come with the code that reads
 * such files, so the first load of the page has none of them.
 */
import { type Digits, formatList, formatNumber, plural } from '../../numbers.ts'

/** A bundle of a script, and its frames in a report. */
interface ScriptBundle {
  readonly bundle: string
  readonly frames: number
}
/** The name that React Native's tools give it. */
export const androidBundle = ({ bundle }: { readonly bundle: string }): string => bundle || 'index.android.bundle'

const ofBundle = ({ bundle, frames }: ScriptBundle): string =>
  `${plural(frames, 'frame is', 'frames are')} of JavaScript${bundle === '' ? '' : ` in ${bundle}`}`

export const mapProblems = {
  'bad-go-table': () =>
    'The header of Go’s table of functions is damaged, or of an unknown version; its names are not used.',
  'bad-go-table.bytes': ({ bytes }: { bytes: number }) =>
    `Go’s table of functions has ${plural(bytes, 'byte', 'bytes')}, more than this version can read.`,
  'no-uuid.usym': ({ name }: { name: string }) =>
    `This table of Unity symbols does not say its build. It is used for every report of ${name} that no other symbols match; nothing proves that it is of the same build, so its names are never exact.`,
  'bad-usym': () =>
    'This table of Unity symbols is truncated, too large, or of a version other than 2; it is not used.',
  'bad-usym.lite': () => 'This table has the addresses of Unity symbols without their names. Give the .usym file.',
  'bad-usym.records': ({ skipped, records }: { skipped: number; records: number }) =>
    `${formatNumber(skipped)} of ${plural(records, 'record', 'records')} of these Unity symbols ${skipped === 1 ? 'has' : 'have'} no name or no sound address, so ${skipped === 1 ? 'it is' : 'they are'} skipped.`,
  'bad-line-map': () => 'This map of C++ lines to C# is no valid JSON; it may be truncated. It is not used.',
  'bad-line-map.bytes': ({ bytes }: { bytes: number }) =>
    `This map of C++ lines to C# has ${plural(bytes, 'byte', 'bytes')}, more than this version can read.`,
  'line-map.holds': (p: { files: number; lines: number; debugId?: string | undefined }) =>
    `This map leads from ${plural(p.lines, 'line', 'lines')} of ${plural(p.files, 'C++ file', 'C++ files')} to C#. It has ${p.debugId === undefined ? 'no debug id, so nothing proves which build it is of' : `the debug id ${p.debugId}`}.`,
  'line-map.missing': ({ frames }: { frames: number }) =>
    `${plural(frames, 'frame is', 'frames are')} of C# that Unity translated to C++, and the report shows the C++. For lines of C#, give LineNumberMappings.json of that build: il2cpp writes it into il2cppOutput/Symbols if it runs with --emit-source-mapping (in the editor: PlayerSettings.SetAdditionalIl2CppArgs). Line numbers of the C++ need the dSYM of UnityFramework.`,
  'line-map.wrong-build': ({ map }: { map: string }) =>
    `${map} has the debug id of another build than the report; it was not used.`,
  'bad-name-map': () =>
    'This map of obfuscated names is no list of pairs of names; it may be truncated. It is not used.',
  'bad-name-map.bytes': ({ bytes }: { bytes: number }) =>
    `This map of obfuscated names has ${plural(bytes, 'byte', 'bytes')}, more than this version can read.`,
  'name-map.holds': ({ renamed }: { renamed: number }) =>
    `This map has the names of the source for ${plural(renamed, 'obfuscated name', 'obfuscated names')} of Dart. It does not say its build, so its names are never sure.`,
  'name-map.unfit': ({ map, names }: { map: string; names: number }) =>
    `${map} does not have most of the ${plural(names, 'name', 'names')} of Dart in this report, so it is of another build, or the build is not obfuscated. It was not used.`,
  'name-map.thrown': ({ map, names }: { map: string; names: readonly string[] }) =>
    `Names in the text of the exception, by ${map}, which does not say its build: ${names.join(', ')}.`,
  'no-uuid.elf': ({ name }: { name: string }) =>
    `This debug file does not say its build (it has no build id). It is used for every report of ${name} that no other symbols match; nothing proves that it is of the same build, so its names are never exact.`,
  'bad-source-map': () => 'This source map is no valid JSON; it may be truncated. It is not used.',
  'bad-source-map.mappings': () => 'This source map, or a section of it, has no mappings; it is not used.',
  'bad-source-map.sections': () =>
    'The sections of this source map have no places in the bundle, or there are too many of them; it is not used.',
  'bad-source-map.characters': () => 'The mappings of this source map are damaged; it is not used.',
  'bad-source-map.url': () =>
    'A section of this source map is only named by an address. Give a map that holds all of its sections.',
  'bad-source-map.depth': () => 'Sections of this source map lie in sections too deeply; it is not used.',
  'bad-source-map.bytes': ({ bytes }: { bytes: number }) =>
    `This source map has ${plural(bytes, 'byte', 'bytes')}, more than this version can read.`,
  'bad-source-map.large': ({ count, most }: { count: number; most: number }) =>
    `This source map claims ${plural(count, 'segment', 'segments')}; up to ${formatNumber(most)} can be read.`,
  'source-map.holds': (p: {
    bundles: readonly string[]
    sources: number
    hasFunctions: boolean
    debugId?: string | undefined
  }) =>
    `This source map leads from ${formatList(p.bundles, 'disjunction')} to ${plural(p.sources, 'source file', 'source files')}. It ${p.hasFunctions ? 'has' : 'does not have'} names of functions, and ${p.debugId === undefined ? 'no debug id, so nothing proves which build it is of' : `the debug id ${p.debugId}`}.`,
  'bad-elf.form': () => 'This ELF file is not little-endian, or its header is damaged; it is not read.',
  'bad-elf.kind': ({ isCore }: { isCore: boolean }) =>
    isCore
      ? 'This is a core file of a system that is not Apple’s; it is not read.'
      : 'This is an ELF object file, before linking; give the linked file with its debug information.',
  'bad-elf.table': (p: { what: 'sections' | 'segments'; count: number; used: number }) =>
    `The table of ${p.what} should have ${plural(p.count, 'row', 'rows')}, of which ${formatNumber(p.used)} can be read; the file is truncated or damaged.`,
  'bad-elf.repeated': ({ section }: { section: string }) =>
    `The file has more than one section ${section}; the first is read.`,
  'bad-elf.compression': ({ section, kind }: { section: string; kind: Digits }) =>
    kind === 2
      ? `The section ${section} is compressed with Zstandard, which is not read. Undo it with: objcopy --decompress-debug-sections FILE`
      : `The section ${section} is compressed in an unknown way (${kind}); it is skipped.`,

  'script-map.missing': (p: ScriptBundle) =>
    `${ofBundle(p)}. Give the source map of that build: main.jsbundle.map. Xcode's phase "Bundle React Native code and images" writes it if SOURCEMAP_FILE is set; or: npx react-native bundle --platform ios --dev false --entry-file index.js --bundle-output main.jsbundle --sourcemap-output main.jsbundle.map (with Expo: npx expo export:embed and the same options). With Hermes, use the map that was composed with that of its compiler.`,
  'script-map.missing.served': (p: ScriptBundle) =>
    `${ofBundle(p)}, from a developer's server. While that server runs with the same sources, it gives the source map at the address of the bundle, with .map in place of .bundle. Save it to a file, and give that.`,
  'script-map.missing.android': (p: ScriptBundle) =>
    `${ofBundle(p)}. Give the source map of that build: ${androidBundle(p)}.map. Gradle's build of the release writes it below app/build/generated/sourcemaps; or: npx react-native bundle --platform android --dev false --entry-file index.js --bundle-output ${androidBundle(p)} --sourcemap-output ${androidBundle(p)}.map. With Hermes, use the map that was composed with that of its compiler.`,
  'script-map.missing.web': (p: ScriptBundle) =>
    `${ofBundle(p)}. Give the source map of that build, ${p.bundle}.map. Capacitor and Ionic take what the web build wrote: ng build --source-map, ionic build --prod --source-map, or build.sourcemap in the configuration of Vite; then npx cap sync.`,
  'script-map.several': (p: ScriptBundle) =>
    `${ofBundle(p)}, and several of the source maps given may be of it. Give only the one of the build that made this report.`,
  'script-map.wrong-build': (p: ScriptBundle) =>
    `${ofBundle(p)}. The source map given has another debug id than the report, so it is of another build and was not used.`,
  'map-not-kept': ({ reason }: { reason: string }) =>
    `This map is used until the page is closed. The library could not keep it: ${reason}`,
  'kept-map.damaged': () =>
    'The library has this map, but it cannot be read, or is not what the library says of it. Give the map again.',
  'kept-map.by-name': ({ bundle, map }: { bundle: string; map: string }) =>
    `Places ${bundle === '' ? 'of frames without a bundle' : `in ${bundle}`} are by ${map} of the library, which was chosen by its name: nothing shows that it is of this build. Give the map of the build if they look wrong.`,
  'kept-map.unfit': ({ bundle, map }: { bundle: string; map: string }) =>
    `The library has ${map}, which was not used: ${bundle === '' ? 'frames without a bundle' : `frames in ${bundle}`} fit it too little to show that it is of this build.`,
  'script-map.outside': (p: { map: string; mapped: number; frames: number }) =>
    `${p.map} has no source for ${formatNumber(p.frames - p.mapped)} of ${plural(p.frames, 'frame', 'frames')}: they are of code that no source file has, or the map is of another build${p.mapped === 0 ? ' or another bundle' : ''}.`,
} as const
