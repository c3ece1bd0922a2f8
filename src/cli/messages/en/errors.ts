/** Wrong usage, and files that cannot be read or written. */
import { type Digits, formatNumber, plural } from '../../../core/messages/numbers.ts'

interface Given {
  readonly given: string
}
interface Meant {
  /** The nearest known word. */
  readonly meant: string | undefined
}
interface File {
  readonly path: string
}

/** Why the system refused a file; each follows the path and a colon. */
export const refusals = {
  ENOENT: 'there is no such file or folder.',
  ENOTDIR: 'a part of its path is a file, not a folder.',
  EEXIST: 'a part of its path is a file, not a folder.',
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
  EISDIR: 'it is a folder.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'the disk quota of this user is used up.',
  EFBIG: 'the file would be too large.',
  EROFS: 'this disk is read-only.',
  EBUSY: 'it is in use.',
} as const

export const errors = {
  seeOverview: 'Run unslide --help for the list of commands.',
  seeHelp: ({ command }: { command: string }) => `Run unslide ${command} --help for its options and examples.`,
  unknownCommand: ({ given, known, meant }: Given & Meant & { known: string }) =>
    `There is no command "${given}". ${meant === undefined ? `Commands: ${known}.` : `Did you mean ${meant}?`}`,
  fileForCommand: ({ given }: Given) => `"${given}" is a file. To read a report: unslide symbolicate FILE.`,
  unknownOption: ({ given, meant }: Given & Meant) =>
    `There is no option ${given} here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  unknownChoice: ({ option, given, known }: Given & { option: string; known: string }) =>
    `${option} ${given} is not known here. Known: ${known}.`,
  optionNeedsValue: ({ option, value }: { option: string; value: string }) => `${option} needs a value: ${value}.`,
  optionTakesNoValue: ({ option, given }: Given & { option: string }) =>
    `${option} takes no value. Leave out "${given}".`,
  notNumber: ({ what, given }: Given & { what: string }) => `${what} "${given}" is not a number. Write hex as 0x….`,
  notAddress: ({ what, given }: Given & { what: string }) => `${what} "${given}" is not an address. Write it in hex.`,
  notUuid: ({ given }: Given) => `--uuid ${given} is not a UUID.`,
  noImageName: ({ option, given }: Given & { option: string }) =>
    `--${option} ${given} names no image. Write --${option} NAME=0x….`,
  theAddress: 'The address',
  theOffset: 'The offset',
  jobs: '--jobs takes a number from 1 to 64.',
  shells: ({ known }: { known: string }) => `completions needs one shell: ${known}.`,
  schemas: ({ known }: { known: string }) => `schema takes one of these names: ${known}.`,
  jobsNeedStream: '--jobs goes with --stream.',
  streamTakesNot:
    '--stream reads one input and writes JSON lines to standard output. It takes no -o, --format, --fault, --variables, --source, --find and --redact.',
  watchTakesNot: '--watch takes a folder of its own, no REPORT and no --find, and -o a folder (-o DIR/).',
  watchesItself:
    '--watch and -o name the same folder, so the results would be read again. Give another folder after -o.',
  streamSymbols: 'Standard input is the stream: give --symbols paths of files.',
  threads: '--threads takes a number from 1 to 64.',
  hint: ({ label, text }: { label: string; text: string }) => `hint: ${label}: ${text}`,
  exclusivePlaces: '--load, --slide and --offset cannot be combined.',
  lookupNeedsSymbols: 'lookup needs --symbols PATH.',
  interactiveReadsInput: '--interactive reads addresses from standard input, and takes no ADDR.',
  emptyLine: 'This line is empty. Write an address in hex.',
  lookupNeedsAddress: 'lookup needs an address.',
  disassembleNeedsBytes: 'disassemble needs bytes in hex and --arch A, or --symbols PATH and --address X.',
  disassembleNeedsArch: 'disassemble needs --arch A: bytes alone do not show the processor.',
  disassembleNeedsAddress: 'disassemble needs --address X: where in the file to begin.',
  disassembleTwoSources: 'Give bytes in hex or --symbols, not both.',
  disassembleReportAlone:
    '--report takes its addresses from the report: no bytes, --address, --count or --instruction-set with it.',
  disassembleNeedsReport: '--thread and --frame need --report FILE.',
  noFrameWithCode: ({ path }: { path: string }) =>
    `${path}: no code found for these frames. Give the app’s binary with --symbols (a dSYM has no code).`,
  variablesNeedSymbols: 'variables needs --symbols PATH.',
  sourceNotFolder: ({ path }: File) => `${path}: it is no folder; --source takes a folder.`,
  sourceCut: ({ path, names }: File & { names: number }) =>
    `${path}: more than ${plural(names, 'name', 'names')}: the rest were skipped. Give a smaller folder after --source.`,
  sourceRedacted: '--redact leaves source lines out: --source is not used.',
  coreOrReport: 'Give --core or --report, not both.',
  noFrameInScope: ({ path }: File) => `${path}: no frame is in a function that the debug information given describes.`,
  variablesNeedAddress: 'variables needs an address.',
  notHexBytes: ({ given }: Given) => `"${given}" is not a row of bytes in hex, two digits each.`,
  countRange: '--count takes a number from 1 to 100000.',
  instructionsUnread: ({ given }: Given) =>
    `Instructions of ${given} are not read. Give arm64, arm64e, armv7, x86_64 or i386 as --arch.`,
  needsReport: ({ command }: { command: string }) => `${command} needs a REPORT.`,
  symbolsTookReport:
    'symbolicate needs a REPORT. Paths after --symbols are read as symbols: name the report before it.',
  needsPath: ({ command }: { command: string }) => `${command} needs at least one PATH.`,

  refused: ({ path, reason }: File & { reason: string }) => `${path}: ${reason}`,
  cannotWrite: ({ path, reason }: File & { reason: string }) => `${path} cannot be written: ${reason}`,
  noFolderFor: ({ path, folder }: File & { folder: string }) =>
    `${path} cannot be written: there is no folder ${folder}. Make it first.`,
  outputIsInput: ({ path, input }: File & { input: string }) =>
    `${path} is an input${path === input ? '' : ` (${input})`} and is not written over. Name another file after -o, or write reports in their own form with --in-place.`,
  formatConflict: ({ path, given, fitting }: File & Given & { fitting: string }) =>
    `${path}: --format ${given} does not fit this extension, which is of ${fitting}. Change one of them.`,
  extensionNotWritten: ({ path, given, known }: File & Given & { known: string }) =>
    `${path}: this extension is of format ${given}, which this command does not write. Formats: ${known}.`,
  inPlaceTakesNot: '--in-place takes files with reports, and no -o, --stream, --watch or --format other than original.',
  notInPlace: ({ path }: File) =>
    `${path}: --in-place writes only reports that are files of their own, in a form that has a place for names. Use -o.`,
  lostOutput: ({ reason }: { reason: string }) => `Standard output cannot be written: ${reason}`,
  notFolder: 'it is no folder.',
  noCallsToWrite: ({ path, format }: File & { format: string }) =>
    `${path}: the report has no stack and no call tree, so no ${format} file was written. Read it with --format text.`,
  noReportInFolder: ({ path }: File) => `${path}: this folder holds no report.`,
  noFileInFolder: ({ path }: File) => `${path}: this folder holds no file.`,
  ownText: ({ path }: File) =>
    `${path}: this text was written by symbolicate for people, without images and addresses. Give the report itself, or what --format original, json or html wrote.`,
  folderForFile: ({ path }: File) => `${path} is a folder. Name one report in it.`,
  noSymbolsAt: ({ path, holdsReport }: File & { holdsReport: boolean }) =>
    `${path}: holds ${holdsReport ? 'a report, but no symbols' : 'no symbols'}. Give a dSYM, a binary, a symbol index, or a folder or archive of these.`,
  noImageAt: ({ paths }: { paths: string }) =>
    `${paths}: no image was found. Give a dSYM, a binary, another debug file or map that docs/symbols.md lists, or a folder or archive of these.`,
  severalMaps: 'Places of a script (LINE:COLUMN) are looked up in one source map. Give one after --symbols.',
  noSourceOf: ({ map, missing, places }: { map: string; missing: number; places: number }) =>
    `${map} has no source for ${formatNumber(missing)} of ${plural(places, 'place', 'places')}. Lines count from 1, columns from 0.`,
  noImageToIndex: 'No image to index was found. Give a dSYM, a binary, or a folder or archive of these.',
  needsOs:
    'pack needs --os with the system that the images are of, or the app that the maps are of, such as --os "iPhone OS 17.5.1 (21F90)".',
  needsOutput: 'pack needs -o FILE.',
  longOs: '--os takes at most 200 characters.',
  noImageToPack:
    'No image or map to pack was found. Give a dyld shared cache, a DeviceSupport folder, dSYMs, binaries or source maps.',
  nothingPacked: 'No image has a name, so no pack was written.',
  convertNeeds: 'convert needs --to breakpad or --to gsym, and -o FILE or -o DIR/.',
  convertToFolder: 'To convert them all, give a folder: -o DIR/.',
  tableNeeds: 'table needs -o FILE.parquet, or -o DIR/ for a file each image.',
  nothingTabled: 'No image has a name, so no table was written.',
  sharedUuid: ({ uuid }: { uuid: string }) =>
    `Several images have the UUID ${uuid}: join their rows by UUID and architecture.`,
  alreadyIndexes: 'These files are symbol indexes already: there is nothing to build.',
  noImage: 'No image was found in the files given.',
  noImageFits: 'No image matches. Choose one with --arch and --uuid:',
  severalImagesFit: 'Several images match. Choose one with --arch and --uuid:',
  /** `image`: absent where each address has an image of its own. */
  notCovered: ({ image, uncovered, addresses }: { image: string | undefined; uncovered: number; addresses: number }) =>
    `${formatNumber(uncovered)} of ${plural(addresses, 'address', 'addresses')} ${uncovered === 1 ? 'is' : 'are'} in no function${image === undefined ? ' of the shared cache. Addresses of a report need its slide: --slide 0x….' : ` of ${image}. Addresses of a report need its load address: --load 0x….`}`,
  notNamed: ({ image, unnamed, addresses }: { image: string | undefined; unnamed: number; addresses: number }) =>
    `${formatNumber(unnamed)} of ${plural(addresses, 'address', 'addresses')} ${unnamed === 1 ? 'is' : 'are'} in a function without a name${image === undefined ? '.' : `: ${image} is stripped. Give its dSYM, or another build that has symbols as --similar.`}`,
  noScopeAt: ({ image, uncovered, addresses }: { image: string; uncovered: number; addresses: number }) =>
    `${formatNumber(uncovered)} of ${plural(addresses, 'address', 'addresses')} ${uncovered === 1 ? 'is' : 'are'} in no function that the debug information of ${image} describes.`,
  threadEnded: 'A thread that reads symbols ended unexpectedly. Run the command again.',

  moreProblems: ({ count }: { count: number }) =>
    `and ${formatNumber(count)} more; \`unslide parse\` lists those of a report under "problems", \`unslide inspect --format json\` those of symbols.`,
  problemAtLine: ({ path, line, message }: File & { line: Digits; message: string }) => `${path}:${line}: ${message}`,
  problemAtOffset: ({ path, offset, message }: File & { offset: string; message: string }) =>
    `${path} at offset ${offset}: ${message}`,
} as const
