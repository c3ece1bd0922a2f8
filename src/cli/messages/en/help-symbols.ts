/** Help on the commands that write symbols. */
import { chooseText, chooseArchText, folderText, symbolsText, threadsText, type Help } from './help-texts.ts'

const failed = { 0: 'done', 1: 'some images could not be read', 2: 'none could, or wrong usage' } as const

export const symbolHelp = {
  index: {
    summary: 'builds a symbol index for each image',
    usage: ['PATH… [--output DIR] [--threads N] [--format FORMAT]'],
    about: ['Builds a symbol index for each image and prints its size and build time.'],
    arguments: { PATH: symbolsText },
    options: {
      output: 'writes each index to a file in DIR. Use the file or DIR as --symbols in place of the dSYM.',
      threads: threadsText,
      format: 'text (default), or json: one object an image',
    },
    notes: [],
    exit: failed,
    examples: ['index App.dSYM --output indexes'],
  },
  convert: {
    summary: 'writes symbols as Breakpad or GSYM files, for other tools',
    usage: ['PATH… --to FORMAT -o FILE|DIR/ [OPTION…]'],
    about: [
      'Writes the symbols of each image as a file of another format: functions, inlined calls, files and lines, and the names of the symbol table elsewhere.',
    ],
    arguments: { PATH: 'whatever --symbols takes elsewhere; a pack has no lines and is not converted' },
    options: {
      to: 'breakpad: a text file (.sym) with readable names, for Breakpad’s tools and crash services. It has no STACK records, so it names frames, but does not help to unwind. gsym: LLVM’s GSYM (version 1) with linkage names, for llvm-gsymutil and LLDB.',
      output: `the output; ${folderText}`,
      arch: chooseArchText,
      uuid: chooseText,
      threads: threadsText,
    },
    notes: ['Columns are left out, since neither format has them. Further names of a function are left out, too.'],
    exit: {
      0: 'done',
      1: 'some images could not be read, or none is the one chosen',
      2: 'none could be read, or wrong usage',
    },
    examples: ['convert App.dSYM --arch arm64 --to breakpad -o App.sym'],
  },
  table: {
    summary: 'writes every named range of images as a Parquet table, for databases',
    usage: ['PATH… -o FILE|DIR/ [OPTION…]'],
    about: [
      'Writes every range of addresses that has a name as a row of a Parquet file: UUID, architecture, image, start and end as offsets in the image, function, linkage name, file, line, and the calls around an inlined one. Databases join millions of raw addresses to it; src/core/tables/README.md lists the columns, and the SQL for DuckDB, ClickHouse, Spark, Trino and BigQuery.',
    ],
    arguments: { PATH: 'whatever --symbols takes elsewhere, packs too' },
    options: {
      output: `one table of all images; ${folderText}`,
      arch: 'only images of this architecture',
      uuid: 'only the image with this UUID',
      threads: threadsText,
      format: 'text (default), or json, one object a table: path, images, rows, bytes',
    },
    notes: [
      'Rows are sorted by UUID, architecture and start and never overlap; addresses that nothing covers have no row. An address has the same names as in "unslide lookup", without the further names of folded functions.',
    ],
    exit: {
      0: 'done',
      1: 'some images could not be read or have no name, or none is the one chosen',
      2: 'none could be read, or wrong usage',
    },
    examples: ['table App.dSYM Frameworks/ -o symbols.parquet'],
  },
  pack: {
    summary: 'writes the names of all images of a system, or the maps of an app, into one file',
    usage: ['--os SYSTEM PATH… -o FILE [--format FORMAT]'],
    about: [
      'Writes the names of all images into one file, a pack: give it as --symbols, or drop it on the page, in place of the shared cache that it was made from. Only the images that a report needs are read from it.',
      "Maps go into it as they are: source maps, Unity's LineNumberMappings.json, Dart's obfuscation maps. They are used as if their files had been given. Dart's app.….symbols are images.",
    ],
    arguments: {
      PATH: 'a dyld shared cache, a DeviceSupport folder, dSYMs, binaries, symbol indexes, maps, other packs, or a folder or archive of these',
    },
    options: {
      os: 'the system of the images, as reports print it, or the app and its build; it is shown beside every name of an image',
      output: 'the pack. The same input gives the same bytes.',
      format: 'text (default), or json: one object',
    },
    notes: ['Names from a pack are marked as imported, and symbols from dSYMs, binaries and caches come before them.'],
    exit: failed,
    examples: [
      'pack --os "iPhone OS 17.5.1 (21F90)" dyld_shared_cache_arm64e -o iOS-17.5.1.unslide-pack',
      'pack --os "Shop 2.1 (340)" main.jsbundle.map Shop.app.dSYM -o Shop-340.unslide-pack',
    ],
  },
  publish: {
    summary: 'writes symbol indexes into a folder that a web server serves',
    usage: [
      'PATH… --to DIR [--app] [--threads N] [--format FORMAT]',
      '--to DIR [--remove-older DAYS] [--keep FILE] [--dry-run]',
      '--verify DIR [--format FORMAT]',
      'PATH… --repair DIR [--threads N] [--format FORMAT]',
    ],
    about: [
      'Writes the symbol index of each image into DIR, by its UUID. A web server or an object store serves DIR as plain files; everybody who may read them can name frames with --symbols https://…, without the dSYM. A report needs only some hundred kilobytes of an index of any size.',
    ],
    arguments: { PATH: symbolsText },
    options: {
      to: 'the folder. It is made if it is not there. Nothing outside it is written, links in it are not followed, and several programs may publish into it at once.',
      app: 'also copies the built page into DIR, so that one address serves both',
      'map-name':
        'publishes a map without a debug id for this name of a bundle, such as main.jsbundle, or of an image, such as UnityFramework; App for a map of obfuscated names of Dart. Reports whose bundle or image has that name get its places, marked as unproved.',
      threads: threadsText,
      'remove-older': 'removes images that were published more than DAYS days ago, and leftovers of older publishing',
      keep: 'never removes the UUIDs in FILE, one a line; without --remove-older removes all others. What is published in the same run stays, too.',
      'dry-run': 'lists the images to remove, and removes none',
      verify:
        'reads every published file in DIR, compares each block with its digest, and names files that are missing, truncated, damaged, or left over from publishing that was cut off. Nothing is written.',
      repair:
        'verifies DIR and publishes again, from PATH…, what is missing, truncated or damaged; each file takes the place of the old one once it is whole. Other images are not published. Leftovers go when they are a day old.',
      format: 'text (default), or json: one object an image',
    },
    notes: [
      'Indexes that are already there are not built again, unless the new symbols have more (a dSYM after a binary).',
      'The server must answer range requests and must not compress .unslide-blocks files. DIR/symbols/UUID/manifest.json changes; all other files there never do.',
    ],
    exit: {
      0: 'done, or every listed file is whole',
      1: 'some images could not be published, or files are not whole',
      2: 'no image was found, the folder could not be read, or wrong usage',
    },
    examples: [
      'publish MyApp.xcarchive --to /srv/symbols',
      'publish --verify /srv/symbols',
      'publish MyApp.xcarchive --repair /srv/symbols',
    ],
  },
} as const satisfies Help<'index' | 'convert' | 'table' | 'pack' | 'publish'>
