/** Problems with Mach-O files, debug information, other symbol files, and indexes made from them. */
import { type Digits, formatList, formatNumber, plural } from '../../numbers.ts'

const tables = {
  binds: 'table of imported pointers',
  'exports-trie': 'exports trie',
  'function-starts': 'table of function starts',
  'chained-fixups': 'table of chained fixups',
  symbols: 'symbol table',
  strings: 'string table',
  'indirect-symbols': 'indirect symbol table',
} as const

/** Tables of a Mach-O file that its load commands place. */
export type MachOTable = keyof typeof tables

const tableName = (table: string): string => (Object.hasOwn(tables, table) ? tables[table as MachOTable] : table)

/** Parts of a file that are no section of their own. */
export const sectionsByName = { strings: 'the string table', names: 'the names' } as const

const gsymParts = {
  addresses: 'table of addresses',
  functions: 'table of functions',
  files: 'table of files',
  strings: 'table of names',
} as const

/** Parts of a GSYM file. */
export type GsymPart = keyof typeof gsymParts

/** A section and an offset in it, where the symbol engine knows them. */
export interface InSection {
  readonly section?: string | undefined
  readonly at?: string | undefined
}

const inSection =
  (sentence: string) =>
  ({ section, at }: InSection): string =>
    section === undefined ? `${sentence}.` : `${sentence} (${section}, offset ${at ?? ''}).`

export const symbolProblems = {
  'not-mach-o': () => 'This is not a Mach-O file.',
  'not-mach-o.slice': () => 'This slice contains no Mach-O image.',
  'not-mach-o.header': () => 'There is no Mach-O header here.',
  'empty-fat': () => 'This universal file lists no architectures.',
  'empty-library': () => 'This library contains no Mach-O object files.',
  'bad-archive': () => 'A member header is damaged here; no member from here on is read.',
  'too-many-members': () => 'The library has too many members; only the first ones are read.',
  'slice-outside-file': (p: { arch: string; offset: Digits; fileSize: Digits }) =>
    `The ${p.arch} slice should begin at byte ${p.offset}, but the file ends at ${p.fileSize}; the file is truncated.`,
  'overlapping-slice': ({ arch }: { arch: string }) =>
    `The ${arch} slice overlaps another part of the file; it is skipped.`,
  'truncated-slice': (p: { arch: string; size: number; left: number }) =>
    `The ${p.arch} slice should have ${plural(p.size, 'byte', 'bytes')}, but the file has ${formatNumber(p.left)} of them; the file is truncated.`,
  'bad-pointer': () => 'A pointer leads outside the data of this image.',
  'truncated-commands': ({ missing }: { missing: number }) =>
    `${plural(missing, 'load command is', 'load commands are')} missing.`,
  'bad-command-size': ({ size }: { size: number }) =>
    `A load command should have ${plural(size, 'byte', 'bytes')}, which is too few or does not fit; no command from here on is read.`,
  'truncated-section.table': (p: {
    table: MachOTable | `section ${string}`
    size: number
    offset: Digits
    end: Digits
  }) =>
    `The ${tableName(p.table)} should have ${plural(p.size, 'byte', 'bytes')} from byte ${p.offset}, but the image ends at ${p.end}; the file is truncated or damaged.`,
  'truncated-section.unit': () => 'The last unit of the debug information is truncated.',
  'too-many-sections': () => 'The image has too many sections; only the first ones are read.',
  'too-many-imports': () => 'The image has too many imported pointers.',
  'bad-trie': () => 'A node of the exports trie is outside it.',
  'bad-trie.loop': () => 'The exports trie loops.',
  'bad-trie.long-name': () => 'An exported name is too long.',
  'bad-trie.end': () => 'A node of the exports trie ends outside it.',
  'bad-trie.open-name': () => 'A name in the exports trie does not end.',
  'too-many-exports': () => 'The exports trie has too many names; some of them are left out.',
  'bad-objc-metadata.class': () => 'An Objective-C class has no data.',
  'bad-objc-metadata.entry': ({ size }: { size: number }) =>
    `An Objective-C method list says that its entries have ${plural(size, 'byte', 'bytes')} each, which cannot be.`,
  'bad-objc-metadata.methods': () => 'There are too many Objective-C methods; some of them are left out.',
  'bad-swift-metadata': () => 'A descriptor in the Swift metadata is damaged.',
  'encrypted-image': ({ arch, hasSymbols }: { arch: string; hasSymbols: boolean }) =>
    `The code of the ${arch} image is encrypted (an App Store copy); ${hasSymbols ? 'its symbol tables can still be read' : 'it has no symbols'}. The dSYM of the same build is not encrypted.`,
  'no-code': () =>
    'No file given for this image holds code; a dSYM has none. Give the binary of the same build: its instructions are there.',
  'no-code.encrypted': () =>
    'The code of this binary is encrypted (an App Store copy). Give the binary of the same build from its .xcarchive.',
  'no-code.outside': ({ address }: { address: string }) =>
    `There is no code at ${address} in this image. This is an address in the file; those in a report differ from it by the slide.`,
  'no-code.no-image': () => 'The address is in no image of the report, so its code is unknown.',
  'no-code.no-binary': ({ image }: { image: string }) =>
    `No code of ${image || 'the image'} was given for this build. Give the binary that ran: it has the instructions.`,
  'no-code.no-address': () => 'The report says neither the address of this frame nor where in its image it lies.',
  'instructions-unread': ({ arch }: { arch: string }) =>
    `Instructions of ${arch || 'an unknown architecture'} are not read. Those of arm64, arm64e, armv7 and other 32-bit Arm, x86_64 and i386 are.`,
  'no-uuid': ({ arch }: { arch: string }) =>
    `The ${arch} image has no UUID, so no report can match it automatically; it is identified by its content instead.`,
  'no-uuid.list': ({ name }: { name: string }) =>
    `This list of symbols does not say which build of ${name} it is of, so no report can match it automatically. Give the binary of that build, too: if its functions begin where the list says, the list counts as its own.`,
  'bad-symbol-list': () => 'No functions can be read from this list of symbols.',
  'long-symbol-list': ({ count, used }: { count: number; used: number }) =>
    `This list holds the symbols of ${plural(count, 'file', 'files')}; the first ${plural(used, 'is', 'are')} used.`,
  'bad-bugly': () => 'The head of this Bugly symbol table does not name a UUID; it is not used.',
  'bad-bugly.row': ({ line }: { line: Digits }) =>
    `Line ${line} of this Bugly symbol table is no row of it; it is skipped.`,
  'too-large.written-gsym': ({ bytes }: { bytes: number }) =>
    `These symbols take ${plural(bytes, 'byte', 'bytes')} as GSYM, which has room for 4 GB. Write them as breakpad.`,
  'too-large.trie': ({ bytes }: { bytes: number }) =>
    `The exports trie has ${plural(bytes, 'byte', 'bytes')}, which is too large; its names are skipped.`,
  'too-large.symbol-map': ({ bytes }: { bytes: number }) =>
    `This map of hidden names has ${plural(bytes, 'byte', 'bytes')}, which is too large; it is not used.`,
  'too-large.section': ({ section }: { section: string }) =>
    `The section __${section} is larger than 4 GB, more than this version can index.`,
  'too-large.calls': () => 'There are too many call sites to use.',
  'other-object.missing': (p: { function: string }) =>
    `This object file is of another build: it has no function ${p.function}, which was linked from it. Its lines are not used.`,
  'other-object.size': (p: { function: string }) =>
    `This object file is of another build: its function ${p.function} has another size than the one that was linked. Its lines are not used.`,
  'missing-objects': (p: { count: number; total: number; paths: readonly string[] }) =>
    `The lines of this image are in ${plural(p.total, 'object file', 'object files')}. ${p.count === p.total ? 'None was found' : `${plural(p.count, 'was', 'were')} not found`}: ${p.paths.join(', ')}${p.count > p.paths.length ? ' …' : ''}. Give the build folder, or a dSYM; until then functions have only names and source files.`,
  'changed-objects': (p: { count: number; example: string }) =>
    `${plural(p.count, 'object file was', 'object files were')} changed after this image was linked, such as ${p.example}: their lines may be off.`,
  'symbol-map.name': () =>
    'This file maps names that a bitcode build has hidden. It is found by its file name, the UUID of the image, as in 68C16BC5-1CF0-3E8F-9292-51828970F5A4.bcsymbolmap; give it that name.',
  'symbol-map.version': () =>
    'This map of hidden names has an unknown version in its first line; version 2.0 is the one that is known. It is not used.',
  'symbol-map.original': () =>
    'This property list of a dSYM is not used. It must contain the UUID of the original build, and its name must be the UUID of the dSYM.',
  'symbol-map.waits': ({ uuid }: { uuid: string }) =>
    `These are hidden names of the image with UUID ${uuid}. Give its dSYM, too; if that came from App Store Connect, give the whole .dSYM, with the property list in Contents/Resources.`,
  'symbol-map.holds': (p: { uuid: string; names: number }) =>
    `This file has ${plural(p.names, 'name', 'names')} that a build has hidden, of the image with UUID ${p.uuid}.`,
  'symbol-map.was': (p: { uuid: string; original: string }) =>
    `The image with UUID ${p.uuid} had the UUID ${p.original} when its names were hidden: the map of its names is ${p.original}.bcsymbolmap.`,
  'symbol-map.range': (p: { count: number; map: string; names: number }) =>
    `${plural(p.count, 'hidden name of this image has a number', 'hidden names of this image have numbers')} beyond the end of ${p.map}, which has ${plural(p.names, 'name', 'names')}: the map is truncated or of another build. ${p.count === 1 ? 'It stays' : 'They stay'} hidden.`,
  'hidden-names': () =>
    'Names of this image are hidden (`__hidden#1_`), as builds with bitcode do. Give the BCSymbolMaps folder of the .xcarchive that this build was made from.',
  'hidden-names.original': ({ original }: { original: string }) =>
    `Names of this image are hidden (\`__hidden#1_\`), as builds with bitcode do. Give the file ${original}.bcsymbolmap, which lies in the BCSymbolMaps folder of the .xcarchive that this build was made from.`,
  'build-manifest': (p: {
    archive?: string | undefined
    members: readonly string[]
    version?: string | undefined
    build?: string | undefined
    encrypted: boolean
  }) => {
    const system = [p.version, p.build && `(${p.build})`].filter(Boolean).join(' ')
    const form = p.encrypted ? 'an encrypted disk image (AEA, APFS)' : 'a disk image (APFS)'
    const place = p.members.length === 0 ? form : `${formatList(p.members, 'disjunction')}, ${form}`
    return `This is a system${system === '' ? '' : `, ${system}`}. Its libraries lie in the shared cache in ${place} that cannot be read here. Unpack the cache with \`ipsw extract --dyld ${p.archive ?? 'FILE.ipsw'}\` and give all files named dyld_shared_cache_….`
  },
  'shared-cache.no-uuid': () => 'This shared cache has no UUID; caches from before iOS 5 are not read.',
  'shared-cache.part': ({ arch, uuid }: { arch: string; uuid: string }) =>
    `This is part of a dyld shared cache (${arch}, UUID ${uuid}). Give the main file, too: it has the same name without an ending.`,
  'shared-cache.missing': (p: { names: readonly string[]; has: number; total: number }) =>
    `Parts of this shared cache are missing: ${p.names.join(', ')}. ${plural(p.has, 'library', 'libraries')} of ${formatNumber(p.total)} can be read; give the other files, too.`,
  'shared-cache.not-mapped': (p: { segments: readonly string[]; parts: readonly string[] }) =>
    p.parts.length > 0
      ? `${p.segments.join(', ')} of this library ${p.segments.length === 1 ? 'lies' : 'lie'} in a part of the shared cache that was not given: one of ${p.parts.join(', ')}.`
      : `${p.segments.join(', ')} of this library ${p.segments.length === 1 ? 'is' : 'are'} missing in the files of the shared cache, or not whole; a file is truncated or damaged.`,
  'shared-cache.mappings': ({ count }: { count: number }) =>
    `The header of this shared cache lists ${plural(count, 'mapping', 'mappings')}; only the first ones are read.`,
  'shared-cache.parts': ({ count }: { count: number }) =>
    `The header of this shared cache lists ${plural(count, 'sub-cache', 'sub-caches')}; only the first ones are read.`,
  'shared-cache.truncated': (p: { size: number; left: number }) =>
    `A mapping should have ${plural(p.size, 'byte', 'bytes')}, but the file has ${formatNumber(p.left)} of them; the file is truncated.`,
  'shared-cache.wrong-place': () =>
    'This part of a shared cache does not begin where the main file says; it is not used.',
  'shared-cache.outside': () => 'A mapping lies outside the addresses of the shared cache; it is not used.',
  'shared-cache.overlap': () => 'A mapping overlaps another one; it is not used.',
  'shared-cache.images': ({ count }: { count: number }) =>
    `A table should list ${plural(count, 'library', 'libraries')}, but not that many can be read here; the others are left out.`,
  'shared-cache.local-rows': ({ count }: { count: number }) =>
    `The table of local symbols should cover ${plural(count, 'library', 'libraries')}, but not that many can be read here; the others have no local symbols.`,
  'shared-cache.foreign-symbols': ({ count }: { count: number }) =>
    `${plural(count, 'symbol', 'symbols')} of this library ${count === 1 ? 'lies' : 'lie'} outside it; ${count === 1 ? 'it is' : 'they are'} not used.`,
  'shared-cache.wrong-image': ({ found }: { found: string }) =>
    found === ''
      ? 'The library here has no UUID, so it may not be the one that the shared cache lists; it is not used.'
      : `The library here has the UUID ${found}, not the one that the shared cache lists; it is not used.`,
  'bad-breakpad': () => 'The first line of this Breakpad symbol file does not name a module with a UUID.',
  'bad-breakpad.record': ({ line }: { line: Digits }) =>
    `Line ${line} of these Breakpad symbols is not a known record; it is skipped.`,
  'bad-gsym.part': (p: { part: GsymPart; fileSize: number }) =>
    `The ${gsymParts[p.part]} of this GSYM file does not lie within its ${plural(p.fileSize, 'byte', 'bytes')}; the file is truncated or damaged.`,
  'bad-gsym.addresses': () => 'The addresses of this GSYM file have a size that none can have.',
  'bad-gsym.place': () => 'A function of this GSYM file lies outside it; it is skipped.',
  'bad-gsym.depth': () => 'Inlined calls of this GSYM file are nested too deeply; their function is skipped.',
  'too-large.gsym': ({ bytes }: { bytes: number }) =>
    `This GSYM file has ${plural(bytes, 'byte', 'bytes')}, more than this version can read.`,
  'foreign-symbols': ({ system }: { system: string }) =>
    `These Breakpad symbols belong to a module for ${system}, not for an Apple system.`,
  'bad-compressed-section': ({ section }: { section: string }) =>
    `The compressed section ${section} cannot be decompressed; it is damaged or too large.`,
  'no-debug-info': () => 'These files hold no DWARF debug information, which names variables: give the dSYM.',
  'no-variables': ({ address, reason }: { address: string; reason: string }) =>
    `The variables at ${address} cannot be read: ${reason}`,
  'bad-abbreviation.die': ({ code }: { code: Digits }) =>
    `A DIE uses abbreviation ${code}, which its table does not have.`,
  'bad-abbreviation.root': () =>
    'The section of abbreviations (debug_abbrev) is missing, so the debug information cannot be read.',
  'bad-form.number': ({ form }: { form: string }) => `An attribute has the unknown form ${form}.`,
  'bad-unit.version': ({ version }: { version: Digits }) =>
    `Debug information of the unknown DWARF version ${version} is here.`,

  // Errors of the symbol engine.
  'truncated-section': inSection('The data points past the end of a section'),
  'bad-unit': inSection('The header of a compile unit is invalid'),
  'dwarf-version': inSection('A compile unit has a DWARF version other than 2 to 5'),
  'bad-abbreviation': inSection('A DIE uses an abbreviation that its table does not have'),
  'bad-abbreviation.table': inSection('An abbreviation table is damaged'),
  'bad-form': inSection('An attribute has a form that DWARF does not define'),
  'too-deep': inSection('DIEs are nested too deeply'),
  'bad-reference': inSection('A DIE refers to a place where no DIE can be'),
  'bad-reference.cycle': inSection('DIEs refer to each other in a cycle'),
  'bad-line-table': inSection('A line table is damaged'),
  'bad-line-table.header': inSection('The header of a line table is invalid'),
  'bad-ranges': inSection('A list of address ranges is damaged'),
  'too-large': inSection('The debug information is larger than this version can read'),
  'out-of-memory': inSection('There is not enough memory to read this part'),
  'internal-error.window': inSection('A part of a section was not loaded when it was needed'),
  'internal-error.engine': inSection('The symbol engine failed unexpectedly'),

  'not-an-index': () => 'This is not an index file of Unslide.',
  'index-version': ({ version, known }: { version: Digits; known: readonly string[] }) =>
    `This index has format version ${version}, but this program reads version ${known.join(' and ')}; build it again.`,
  'no-columns': ({ uuid }: { uuid: string }) =>
    `The index of ${uuid} keeps no columns: they would take too much of it, its version has none, or the debug information has none. Give the dSYM to read them from it.`,
  'bad-index': () => 'The header of this index is damaged; build the index again.',
  'damaged-index': () =>
    'This index is damaged: its bytes are not those that were written. Nothing in it is used; give the dSYM, and it is built again.',
  'old-index': ({ image }: { image: string }) =>
    `The index kept for ${image} was made by another version of this program and cannot be read by this one. It was deleted; give the dSYM, and it is built again.`,
  'wrong-index': ({ image, found }: { image: string; found: string }) =>
    `The index kept for ${image} is one of ${found}. It is not used; give the dSYM, and it is built again.`,
  'pack-version': ({ version, known }: { version: Digits; known: Digits }) =>
    `This pack has format version ${version}, but this program reads versions up to ${known}. Update Unslide, or make the pack again with \`unslide pack\`.`,
  'bad-pack': () => 'The header of this pack is damaged. Nothing in it is used; get the file again.',
  'bad-pack.images': ({ count }: { count: number }) =>
    `The directory of this pack should list ${plural(count, 'image or map', 'images and maps')}, but has no room for them. Nothing in it is used; get the file again.`,
  'bad-pack.row': ({ image }: { image: string }) =>
    `The directory of this pack says of ${image === '' ? 'an image' : image} what cannot be: it is left out.`,
  'bad-pack.twice': ({ image }: { image: string }) =>
    `This pack lists ${image === '' ? 'an image' : image} twice: the second one is left out.`,
  'bad-pack.more': ({ count }: { count: number }) =>
    `${plural(count, 'further image or map', 'further images and maps')} of this pack ${count === 1 ? 'is' : 'are'} left out.`,
  'damaged-pack': () => 'The directory of this pack is damaged. Nothing in it is used; get the file again.',
  'damaged-pack.image': ({ image }: { image: string }) =>
    `${image === '' ? 'An image' : image} in this pack is damaged, or is not the one that the pack lists. Its names are not used; those of other images are.`,
  'damaged-pack.map': ({ map }: { map: string }) =>
    `The map ${map} in this pack is damaged, or too large for what it holds. It is not used; get the file again.`,
  'pack-lacks-images': (p: {
    packs: readonly string[]
    images: readonly string[]
    count: number
    os?: string | undefined
  }) =>
    `The pack of ${p.packs.join(' and that of ')} lacks ${plural(p.count, 'image', 'images')} that this report needs (${p.images.join(', ')}${p.count > p.images.length ? ' …' : ''})${p.os === undefined || p.packs.includes(p.os) ? '' : `: the report is of ${p.os}`}.`,
  'bad-index.uuid': () => 'This index has no UUID; build it again.',
} as const
