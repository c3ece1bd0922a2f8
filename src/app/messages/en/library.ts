/** Kept indexes and remembered folders. */
import type { KnownMap } from '../../../core/engine-types.ts'
import type { KnownImage } from '../../../core/model/image.ts'
import { formatBytes, formatCount, formatDay, formatNumber } from './quantities.ts'
import type { Rich } from '../rich.ts'

const empty: Rich = [
  'The library is empty. Open a dSYM, or drop it anywhere: its index is kept here, and later reports of that build need no dSYM. Exported indexes (',
  { code: '.unslide-index' },
  ') can be dropped, too.',
]

export const words = {
  title: 'Library',
  /** Summary under the title, if anything is kept. */
  summary: (images: number, bytes: number) =>
    `${formatCount(images, 'image')} indexed, ${formatBytes(bytes)}. Reports of ${images === 1 ? 'this build' : 'these builds'} need no dSYM again.`,
  purpose: 'Indexes of symbols are kept here for later reports.',
  searchAll: 'Search symbols in all images',
  search: 'Search symbols',
  found: 'Symbols found',
  notFound: (query: string) => `No symbol contains “${query}”.`,
  empty,
  maps: 'Maps',
  mapsPurpose:
    'Maps of scripts, lines and obfuscated names that you gave. Reports find them by their debug id, or else by the name of the bundle, with a warning. Above 1 GB those given longest ago are deleted.',
  mapKinds: {
    'script-map': 'source map',
    'line-map': 'lines of C# behind C++',
    'name-map': 'obfuscated names of Dart',
  } satisfies Record<KnownMap['kind'], string>,
  mapKept: (milliseconds: number) => `kept ${formatDay(milliseconds)}`,
  mapById: (debugId: string) => `debug id ${debugId}`,
  mapByName: 'no debug id: found by name, unproved',
  deleteMap: 'Delete the map',
  site: 'From this site',
  siteKept: (images: number, bytes: number) =>
    images > 0
      ? `Parts of the symbols of ${formatCount(images, 'image')} are kept, ${formatBytes(bytes)}: reports that were named need no network. Above 256 MB the parts unused for longest are deleted.`
      : `No symbols are kept, only a list of the images that this site does not have: ${formatBytes(bytes)}.`,
  siteDelete: 'Delete what is kept from this site',
  theUuid: 'the UUID',
  indexUnreadable: 'This index could not be read.',
  storage: (used: number, quota: number) => `This page uses ${formatBytes(used)} of ${formatBytes(quota)} available.`,
  lasting: 'The browser will not clear it on its own.',
  clearable: 'The browser may clear it when the disk is full. An index can be built again from its dSYM.',
  keep: 'Keep it permanently',
  keepGranted: 'The browser will not clear the library on its own.',
  keepDeclined: 'The browser declined. It may clear the library when the disk is full.',
  deleteAll: 'Delete everything kept here…',
  deleteAllQuestion:
    'Delete all indexes, maps, names, settings, remembered folders, the history and all notes? Open reports are closed.',
  deleteAllNow: 'Delete everything',
  cancelDelete: 'Keep it',

  columns: {
    image: 'Image',
    kind: 'Kind',
    version: 'Version',
    arch: 'Architecture',
    detail: 'Symbols',
    functions: 'Functions',
    bytes: 'Size',
    kept: 'Kept',
    from: 'From',
    uuid: 'UUID',
  },
  kinds: {
    dsym: 'dSYM',
    executable: 'executable',
    dylib: 'dylib',
    bundle: 'bundle',
    object: 'object',
    kext: 'kext',
    core: 'core',
    other: 'other',
    elf: 'ELF',
  } satisfies Record<KnownImage['kind'], string>,
  table: 'Images',
  details: {
    dwarf: 'functions, inlined calls, lines',
    symbols: 'function names only',
    starts: 'function starts only',
    none: 'no symbols',
  } satisfies Record<KnownImage['detail'], string>,
  imported: 'imported, not made here',
  fromSite: (site: string) => `read from ${site} part by part, not made here`,
  fromPack: (os: string) => `from a pack of ${os}, not made here`,
  keepBuild: 'Keep for all reports of this build',
  imagesOf: ({ name, isPack, count }: { name: string; isPack: boolean; count: number }) =>
    isPack ? `${formatCount(count, 'image')} from a pack of ${name}` : `${formatCount(count, 'image')} in ${name}`,
  indexedOn: (milliseconds: number) => `indexed ${formatDay(milliseconds)}`,
  unkept: 'not kept, open until this page is closed',
  untilClosed: 'until this page is closed',
  pin: 'Pin',
  pinned: 'Pinned',
  export: 'Export',
  delete: 'Delete',
  deleteImage: (name: string) => `Delete ${name}`,
  deleteQuestion: (name: string) => `Delete the index of ${name}?`,
  deleteIndex: 'Delete the index',

  folders: 'Remembered folders',
  foldersUnsupported:
    'This browser cannot remember a folder; Chrome and Edge can. Drop the folder with your dSYMs on the page instead: their indexes are kept.',
  foldersPurpose:
    'Remember the folder that holds your dSYMs or archives. When a report needs an image in it, the page reads it from there. The folder is never changed.',
  scanning: 'being scanned',
  withSymbols: (count: number) => `${formatCount(count, 'image')} with symbols`,
  scanned: (milliseconds: number) => `scanned ${formatDay(milliseconds)}`,
  partly: 'only a part was scanned',
  asksAgain: 'needs the browser’s permission again',
  scanAgain: 'Scan again',
  forget: 'Forget',
  forgetFolder: (name: string) => `Forget the folder ${name}`,
  notIndexed: (folder: string) => `In ${folder}, not indexed`,
  index: 'Index',
  indexImage: (name: string) => `Index ${name}`,
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  remember: 'Remember a folder…',
} as const
