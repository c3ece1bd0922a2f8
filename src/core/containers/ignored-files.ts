/** Files of bundles and archives that hold neither reports nor symbols, by name. */

import { ignoredKinds } from '../messages/files.ts'
import { pathName } from '../model/path-name.ts'

type Kind = keyof typeof ignoredKinds

const byExtension: readonly (readonly [kind: Kind, extensions: string])[] = [
  ['image', 'png jpg jpeg gif heic webp bmp tiff icns ico svg pdf astc ktx pvr exr hdr'],
  ['media', 'mp3 mp4 m4a m4v mov wav aif aiff caf ahap'],
  ['font', 'ttf otf ttc woff woff2 dfont'],
  ['interface', 'nib xib storyboard storyboardc'],
  ['assets', 'car'],
  ['strings', 'strings stringsdict xcstrings loctable'],
  ['web', 'html htm css js mjs ts wasm'],
  ['signing', 'mobileprovision provisionprofile entitlements xcent cer p12 xcprivacy'],
  ['data', 'mom momd omo sqlite db realm mlmodel mlmodelc'],
  ['modules', 'swiftmodule swiftdoc swiftinterface swiftsourceinfo modulemap tbd'],
  ['source', 'h hh hpp hxx m mm c cc cpp cxx swift kt rs java py rb sh'],
  ['shaders', 'metallib metal spv'],
  ['relocations', 'yml yaml'],
  ['document', 'docx'],
]

const kinds = new Map(byExtension.flatMap(([kind, list]) => list.split(' ').map((extension) => [extension, kind])))

const byName: Readonly<Record<string, Kind>> = {
  'Info.plist': 'properties',
  PkgInfo: 'marker',
  CodeResources: 'signature',
  CodeDirectory: 'signature',
  CodeSignature: 'signature',
  CodeRequirements: 'signature',
  '.DS_Store': 'finder',
  'iTunesMetadata.plist': 'properties',
  'ResourceRules.plist': 'properties',
  'version.plist': 'properties',
}

/** Kind of a file that is ignored because of its path; undefined if it must be read. */
export function ignoredByName(path: string): string | undefined {
  const name = pathName(path)
  if (name.startsWith('._') || /(^|[/!])__MACOSX\//.test(path)) return ignoredKinds.finder
  const dot = name.lastIndexOf('.')
  const kind = byName[name] ?? (dot > 0 ? kinds.get(name.slice(dot + 1).toLowerCase()) : undefined)
  return kind && ignoredKinds[kind]
}
