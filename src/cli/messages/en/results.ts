/** Labels and lines of results in text form. */
import { type Digits, formatNumber, formatPercent, plural } from '../../../core/messages/numbers.ts'
import { formatBytes, formatMilliseconds, formatSeconds } from '../../../core/messages/quantities.ts'

export const results = {
  line: ({ number }: { number: Digits }) => `line ${number}`,
  foundSymbols: ({ path, uuids }: { path: string; uuids: string }) => `found: ${path} (${uuids})`,
  soughtSymbols: ({ images, found }: { images: number; found: number }) =>
    `--find looked for the symbols of ${plural(images, 'image', 'images')} and found those of ${formatNumber(found)}.`,
  soughtFirst: ({ count, of }: { count: number; of: number }) =>
    `--find looks for the first ${formatNumber(count)} of ${plural(of, 'image', 'images')}.`,
  searchCut: ({ names }: { names: number }) =>
    `--find looked at ${plural(names, 'name', 'names')} and skipped the rest. Name a smaller folder with --find-in.`,
  errorLine: ({ error }: { error: string }) => `error: ${error}`,
  streamed: (p: { named: number; lacking: number; unreadable: number; seconds: number }) => {
    const count = p.named + p.lacking + p.unreadable
    return `${plural(count, 'report', 'reports')} in ${formatSeconds(p.seconds, 1)}, ${formatNumber(count / Math.max(p.seconds, 0.001), 0)} a second; ${formatNumber(p.lacking)} without all symbols, ${formatNumber(p.unreadable)} unreadable`
  },
  /** `areCrashes`: every group is of a program that crashed or was killed. */
  grouped: (p: { count: number; groups: number; areCrashes: boolean }) => {
    const reports = plural(p.count, 'report', 'reports')
    return p.areCrashes
      ? `${reports} of ${plural(p.groups, 'crash', 'crashes')}`
      : `${reports} in ${plural(p.groups, 'group', 'groups')}`
  },
  counted: ({ value, count }: { value: string; count: number }) =>
    count === 1 ? value : `${value} (${formatNumber(count)})`,
  morePaths: ({ rest }: { rest: number }) => `and ${formatNumber(rest)} more`,
  batchLacking: (p: { lacking: number; files: number }) =>
    `${formatNumber(p.lacking)} of ${plural(p.files, 'file', 'files')} ${p.lacking === 1 ? 'lacks' : 'lack'} symbols. \`unslide symbolicate\` says which.`,
  standardInput: 'standard input',
  none: 'none',
  path: 'path',
  uuid: 'UUID',
  platform: 'platform',
  sdk: ({ version }: { version: string }) => `SDK ${version}`,
  dwarf: 'DWARF',
  dwarfVersions: (p: { versions: string; units: number }) =>
    `version ${p.versions}; ${plural(p.units, 'unit', 'units')}`,
  functions: 'functions',
  functionStarts: ({ count }: { count: number }) => plural(count, 'function start', 'function starts'),
  symbols: 'symbols',
  symbolEntries: ({ count }: { count: number }) => plural(count, 'entry', 'entries'),
  objects: 'lines in',
  objectPaths: ({ paths }: { paths: readonly string[] }) =>
    `${plural(paths.length, 'object file', 'object files')}: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}`,
  languages: 'languages',
  swift: 'swift',
  swiftTypes: ({ types, fields }: { types: number; fields: number }) =>
    `${plural(types, 'type', 'types')} with ${plural(fields, 'field', 'fields')} (names in JSON)`,
  producers: 'producers',
  encrypted: 'encrypted',
  encryptedCode: 'yes: its code cannot be read',
  noInstruction: '(no instruction)',
  frameOf: (p: { thread?: Digits; frame: Digits; address: string; image?: string }) =>
    `${p.thread === undefined ? '' : `thread ${p.thread} `}frame ${p.frame}: ${p.address}${p.image === undefined ? '' : ` ${p.image}`}`,
  inlinedScope: ' [inlined]',
  noVariables: '(no variables)',
  hiddenVariable: ' [hidden by an inner one]',
  indexed: (p: { functions: number; inlines: number; lineRows: number }) =>
    `${plural(p.functions, 'function', 'functions')}, ${plural(p.inlines, 'inlined call', 'inlined calls')}, ${plural(p.lineRows, 'line row', 'line rows')}`,
  built: (p: { indexBytes: number; dwarfBytes: number; milliseconds: number; threads: number; peakBytes: number }) =>
    `${plural(p.indexBytes, 'byte', 'bytes')} of index from ${plural(p.dwarfBytes, 'byte', 'bytes')} of DWARF in ${formatMilliseconds(p.milliseconds)}, ${plural(p.threads, 'thread', 'threads')}, ${plural(p.peakBytes, 'byte', 'bytes')} of memory at most`,
  indexing: (p: { name: string; phase: string; percent: number; rate: number }) =>
    `${p.name}: ${p.phase} ${formatPercent(p.percent / 100)}, ${formatBytes(p.rate)}/s`,
  watching: ({ folder }: { folder: string }) => `watching ${folder}; Ctrl-C ends it`,
  written: ({ path }: { path: string }) => `written: ${path}`,
  converted: (p: { path: string; bytes: number; name: string; arch: string; uuid: string }) =>
    `${p.path}: ${p.name} ${p.arch} ${p.uuid}, ${plural(p.bytes, 'byte', 'bytes')}`,
  tabled: (p: { path: string; images: number; rows: number; bytes: number }) =>
    `${p.path}: ${plural(p.rows, 'row', 'rows')} of ${plural(p.images, 'image', 'images')}, ${plural(p.bytes, 'byte', 'bytes')}`,
  packing: (p: { name: string; done: number; total: number }) =>
    `${formatNumber(p.done)} of ${formatNumber(p.total)}: ${p.name}`,
  packed: (p: { path: string; os: string; images: number; maps?: number; bytes: number; nameless: number }) =>
    `${p.path}: ${[...(p.images > 0 || !p.maps ? [plural(p.images, 'image', 'images')] : []), ...(p.maps ? [plural(p.maps, 'map', 'maps')] : [])].join(' and ')} of ${p.os}, ${plural(p.bytes, 'byte', 'bytes')}${p.nameless > 0 ? `; ${formatNumber(p.nameless)} without a name left out` : ''}`,
  replaced: (p: { label: string; original: string; pseudonym: string; count: number }) =>
    `replaced: ${p.label} ${JSON.stringify(p.original)} by ${p.pseudonym}, ${plural(p.count, 'time', 'times')}`,
  nothingPrivate:
    'Nothing was found that identifies who made the report, so nothing was replaced. Read the output before you share it.',
} as const
