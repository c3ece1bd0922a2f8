/** Kinds of files, and steps of reading them. */
import { plural } from '../numbers.ts'

/** Kinds of files that hold neither reports nor symbols. */
export const ignoredKinds = {
  image: 'image',
  media: 'audio or video',
  font: 'font',
  interface: 'interface file',
  assets: 'asset catalogue',
  strings: 'text table',
  web: 'web file',
  signing: 'signature or profile',
  data: 'data model',
  modules: 'module interface',
  source: 'source code',
  shaders: 'shader library',
  relocations: 'relocation map',
  document: 'document',
  properties: 'property list',
  marker: 'bundle marker',
  signature: 'signature',
  finder: 'Finder file',
  empty: 'empty file',
  emptyArchive: 'archive without files',
  unknown: 'neither a report nor symbols',
} as const

/** Kinds of files with symbols, and files that could not be read. */
export const fileKinds = {
  dsym: 'dSYM',
  executable: 'executable',
  dylib: 'library',
  bundle: 'bundle',
  object: 'object file',
  kext: 'kernel extension',
  core: 'core file',
  elf: 'ELF debug file',
  sharedCache: 'dyld shared cache',
  systemManifest: 'manifest of an IPSW or OTA update',
  stubIslands: 'stub islands',
  cachePart: 'part of a dyld shared cache',
  symbolMap: 'map of hidden names (BCSymbolMap)',
  originalUuid: 'UUID of the original build',
  sourceMap: 'source map',
  lineMap: 'map of C++ lines to C# (Unity)',
  nameMap: 'map of obfuscated names (Dart)',
  usym: 'Unity symbols',
  linkMap: 'link map',
  symbolListing: 'symbols listed by nm',
  bugly: 'Bugly symbol table',
  index: 'symbol index',
  indexOf: ({ arch }: { arch: string }) => `symbol index, ${arch}`,
  packOf: ({ os, images, maps }: { os: string; images: number; maps: number }) =>
    `pack of ${os === '' ? 'a system' : os}, ${[...(images > 0 || maps === 0 ? [plural(images, 'image', 'images')] : []), ...(maps > 0 ? [plural(maps, 'map', 'maps')] : [])].join(', ')}`,
  pack: 'pack of symbols',
  unreadable: 'unreadable file',
} as const

/** Archives that are recognised and cannot be read. */
export const archiveKinds = {
  sevenZip: '7z archive',
  rar: 'RAR archive',
  xz: 'xz file',
  bzip2: 'bzip2 file',
  zstandard: 'Zstandard file',
  xar: 'installer package or xip archive (xar)',
  apple: 'Apple Archive',
  appleCompressed: 'compressed Apple Archive',
  lzfse: 'LZFSE file',
} as const

/** Names of files that the program made itself. */
export const ownFiles = {
  keptIndex: ({ uuid }: { uuid: string }) => `kept index of ${uuid}`,
} as const

/** Steps of building an index. */
export const indexingSteps = {
  units: 'reading units',
  names: 'finding names',
  writing: 'writing the index',
} as const

/** Results for indexes that the user gave; they complete the name of the kind. */
export const indexFates = {
  kept: 'imported, not made here',
  asks: 'not made here, not kept yet',
  'not-needed': 'not kept, because one that was made here is',
  brought: 'came with a report: for that report alone, after all other symbols',
} as const

/** Results for packs that the user gave; they complete the name of the kind. */
export const packFates = {
  open: 'imported, not made here',
  asks: 'not made here, not used yet',
  brought: indexFates.brought,
} as const

/** Why the directory of an archive cannot be believed. */
export const archiveFaults = {
  emptyDirectory: 'it lists no file, though the archive begins with one',
} as const
