/** Files of bundles and archives that hold neither reports nor symbols, by name. */

const byExtension: readonly (readonly [label: string, extensions: string])[] = [
  ['image', 'png jpg jpeg gif heic webp bmp tiff icns ico svg pdf astc ktx pvr exr hdr'],
  ['sound or film', 'mp3 mp4 m4a m4v mov wav aif aiff caf ahap'],
  ['font', 'ttf otf ttc woff woff2 dfont'],
  ['interface file', 'nib xib storyboard storyboardc'],
  ['asset catalogue', 'car'],
  ['text table', 'strings stringsdict xcstrings loctable'],
  ['web file', 'html htm css js mjs ts wasm'],
  ['signature or profile', 'mobileprovision provisionprofile entitlements xcent cer p12 xcprivacy'],
  ['data model', 'mom momd omo sqlite db realm mlmodel mlmodelc'],
  ['module interface', 'swiftmodule swiftdoc swiftinterface swiftsourceinfo modulemap tbd'],
  ['source code', 'h hh hpp hxx m mm c cc cpp cxx swift kt rs java py rb sh'],
  ['shader library', 'metallib metal spv'],
  ['map of relocations', 'yml yaml'],
  ['document', 'docx'],
]

const labels = new Map(byExtension.flatMap(([label, list]) => list.split(' ').map((extension) => [extension, label])))

const byName: Readonly<Record<string, string>> = {
  'Info.plist': 'property list',
  PkgInfo: 'bundle marker',
  CodeResources: 'signature',
  CodeDirectory: 'signature',
  CodeSignature: 'signature',
  CodeRequirements: 'signature',
  '.DS_Store': 'Finder file',
  'iTunesMetadata.plist': 'property list',
  'ResourceRules.plist': 'property list',
  'version.plist': 'property list',
}

/** Kind of a file that is ignored because of its path; undefined if it must be read. */
export function ignoredByName(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1)
  if (name.startsWith('._') || /(^|[/!])__MACOSX\//.test(path)) return 'Finder file'
  const dot = name.lastIndexOf('.')
  return byName[name] ?? (dot > 0 ? labels.get(name.slice(dot + 1).toLowerCase()) : undefined)
}
