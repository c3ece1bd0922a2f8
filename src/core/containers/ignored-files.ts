/** Files of bundles and archives that hold neither reports nor symbols, by name. */

import { ignoredKinds } from '../messages/files.ts'
import { pathName } from '../model/path-name.ts'

const byExtension: readonly (readonly [label: string, extensions: string])[] = [
  [ignoredKinds.image, 'png jpg jpeg gif heic webp bmp tiff icns ico svg pdf astc ktx pvr exr hdr'],
  [ignoredKinds.media, 'mp3 mp4 m4a m4v mov wav aif aiff caf ahap'],
  [ignoredKinds.font, 'ttf otf ttc woff woff2 dfont'],
  [ignoredKinds.interface, 'nib xib storyboard storyboardc'],
  [ignoredKinds.assets, 'car'],
  [ignoredKinds.strings, 'strings stringsdict xcstrings loctable'],
  [ignoredKinds.web, 'html htm css js mjs ts wasm'],
  [ignoredKinds.signing, 'mobileprovision provisionprofile entitlements xcent cer p12 xcprivacy'],
  [ignoredKinds.data, 'mom momd omo sqlite db realm mlmodel mlmodelc'],
  [ignoredKinds.modules, 'swiftmodule swiftdoc swiftinterface swiftsourceinfo modulemap tbd'],
  [ignoredKinds.source, 'h hh hpp hxx m mm c cc cpp cxx swift kt rs java py rb sh'],
  [ignoredKinds.shaders, 'metallib metal spv'],
  [ignoredKinds.relocations, 'yml yaml'],
  [ignoredKinds.document, 'docx'],
]

const labels = new Map(byExtension.flatMap(([label, list]) => list.split(' ').map((extension) => [extension, label])))

const byName: Readonly<Record<string, string>> = {
  'Info.plist': ignoredKinds.properties,
  PkgInfo: ignoredKinds.marker,
  CodeResources: ignoredKinds.signature,
  CodeDirectory: ignoredKinds.signature,
  CodeSignature: ignoredKinds.signature,
  CodeRequirements: ignoredKinds.signature,
  '.DS_Store': ignoredKinds.finder,
  'iTunesMetadata.plist': ignoredKinds.properties,
  'ResourceRules.plist': ignoredKinds.properties,
  'version.plist': ignoredKinds.properties,
}

/** Kind of a file that is ignored because of its path; undefined if it must be read. */
export function ignoredByName(path: string): string | undefined {
  const name = pathName(path)
  if (name.startsWith('._') || /(^|[/!])__MACOSX\//.test(path)) return ignoredKinds.finder
  const dot = name.lastIndexOf('.')
  return byName[name] ?? (dot > 0 ? labels.get(name.slice(dot + 1).toLowerCase()) : undefined)
}
