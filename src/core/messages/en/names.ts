/** Words on a frame's name: how it was found, and the evidence for and against it. Parts of sentences, without full stops. */
import { type Digits, formatNumber, plural } from '../numbers.ts'

/** How a frame was found; completes "found by". */
export const foundBy = {
  registers: 'the thread’s registers',
  'compact-unwind': 'compact unwind information',
  'eh-frame': 'DWARF unwind information (`__eh_frame`)',
  'debug-frame': 'DWARF unwind information (`__debug_frame`)',
  prologue: 'the prologue of the function it called',
  'frame-pointer': 'the frame pointer',
  'link-register': 'the link register',
  'stack-top': 'the top of the stack',
  continuation: 'its Swift async context',
  scan: 'scanning the stack for return addresses',
} as const

/** Where the name of a function comes from. */
export const nameSources = {
  dwarf: 'from debug information',
  symtab: 'from the symbol table',
  exports: 'from the exports trie',
  metadata: 'from Objective-C or Swift metadata',
  carried: 'carried over from another build',
  described: 'not a name: what metadata or a vtable says of this function',
  starts: 'only the start of the function is known',
  'source-map': 'from a source map',
  report: 'as the report prints it',
  'other-report': 'as other reports of the same build print it',
} as const

/** Languages whose frames lie in no image. */
export const languageNames = {
  javascript: 'JavaScript',
  dart: 'Dart',
  csharp: 'C#',
  java: 'Java',
  kotlin: 'Kotlin',
  go: 'Go',
  rust: 'Rust',
  zig: 'Zig',
  nim: 'Nim',
} as const

/** Further names of a function: some, and how many more there are. */
interface Others {
  readonly names: readonly string[]
  readonly more: number
}

const listed = ({ names, more }: Others): string =>
  `${names.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`

/** Evidence that functions of two builds are the same function. */
const carriedBy = {
  code: 'the same code, which no other function of either build has',
  calls: 'functions that are the same in both call it at the same place',
  order: 'it lies between functions that are the same in both',
} as const

/** What another file of the same build says. */
interface Contradicted {
  readonly path: string
  readonly function: string
  readonly file?: string
  readonly line?: Digits
}

/** Evidence for and against a name, and how its address was read. */
export const nameEvidence = {
  'another-function-starts': () => 'another function starts between this name and the address',
  'inside-range': () => 'inside the function’s address range',
  'past-end': ({ bytes }: { bytes: number }) => `${plural(bytes, 'byte', 'bytes')} past the end of this function`,
  'before-next-symbol': () => 'between this symbol and the next one',
  'no-other-start': () => 'no other function starts between this name and the address',
  'far-from-start': ({ bytes }: { bytes: number }) => `${plural(bytes, 'byte', 'bytes')} past the nearest symbol`,
  'end-unknown': () => 'the nearest symbol before the address; the end of the function is not known',
  'follows-call': () => 'the return address follows a call',
  'follows-no-call': () => 'the return address does not follow a call',
  'call-fits': () => 'that call targets the function of the frame below',
  'call-differs': () =>
    'that call targets another function than the frame below: a tail call, or this code did not run',
  'tail-call': ({ through }: { through: string }) =>
    `calls ${through}, which ended with a tail call to the frame below, so that it has no frame of its own`,
  'call-differs-by-name': ({ through }: { through: string }) =>
    `that call targets ${through}, not the frame below: a tail call hides ${through}, or this code did not run`,
  'code-missing': () => 'without the code it cannot be checked that the return address follows a call',
  'found-by': ({ means }: { means: keyof typeof foundBy }) => `found by ${foundBy[means]}`,
  'found-by-scan': () => `found by ${foundBy.scan}: it may not be a caller`,
  'imported-index': () => 'from an index that was imported, not made here',
  'from-site': ({ site }: { site: string }) => `from an index that ${site} keeps, not made here`,
  'from-pack': ({ os }: { os: string }) => `from a pack of ${os}, imported, not made here`,
  'same-build': () => 'symbols of this build (same UUID)',
  'forced-build': () => 'symbols from another build, used on request',
  'matched-by-name': () => 'symbols matched by name: no UUID ties them to the report',
  'code-agrees': () => 'the report’s addresses and names around it agree with these symbols',
  'code-unproved': () => 'nothing in the report shows that its build has this function here',
  'no-name-to-check': () => 'the symbols have no name for this function',
  'together-unsure': () => 'load address and build together are not sure enough',
  'other-slice': () => 'the report does not say that this architecture’s slice ran',
  'also-elsewhere': () => 'the report lists another image at this address, too',
  'row-names-other-image': () => 'the row names another image than the one that the report lists at this address',
  'row-counts-otherwise': () =>
    'the row counts from another load address than the one that the report lists for its image',
  'load-address-guessed': () => 'the load address is uncertain',
  'load-address-inferred': () => 'the load address was inferred',
  'compiler-generated': () => 'compiler-generated code without a source line',
  'marked-in-report': ({ level }: { level: string }) => `marked as ${level} in the report`,
  'from-archive': ({ archive }: { archive: string }) =>
    `from symbols that came with the report in ${archive}: whoever made that archive chose them`,
  contradicted: ({ path, function: name, file, line }: Contradicted) =>
    `${path}, another file of this build, says ${name}${file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`}: one of the two is wrong`,
  'named-by-reports': ({ reports }: { reports: readonly string[] }) =>
    `named by ${reports.length === 1 ? 'another report' : 'other reports'} of the same build (${reports.join(', ')})`,
  'within-seen-part': () => 'inside the part of this function that at least two reports show',
  'start-in-table': () => 'the image’s table of function starts has a function there',
  'also-folded': (others: Others) => `also ${listed(others)}, folded by the linker`,
  'also-same-address': (others: Others) => `also ${listed(others)}, at the same address`,
  merged: () =>
    'the compiler merged several functions with like code into this one; which of them was called is not known',
  outlined: () => 'the compiler moved this code out of several functions; it ran as part of its caller',
  'carried-over': ({ build, by, sameCode }: { build: string; by: keyof typeof carriedBy; sameCode: boolean }) =>
    `carried over from build ${build}: ${carriedBy[by]}${sameCode ? '' : '; its code differs a little'}`,
  'from-source': ({ source }: { source: keyof typeof nameSources }) => nameSources[source],
  'thumb-bit': () => 'the Thumb bit was removed from its address',
  'pointer-authentication': () => 'the pointer authentication bits were removed from its address',
  'swift-continuation': () => 'a Swift continuation: its address is looked up as it is',
  'nearest-name': ({ bytes }: { bytes: number }) =>
    `only the nearest name that the device knew, ${plural(bytes, 'byte', 'bytes')} before the address`,
  'next-function': () => 'the return address is the first of this function, so the call is in the function before it',
  'nearest-name-data': () => 'only the nearest name that the device knew, and a name of data',
  'maybe-nearest-export': () => 'maybe only the nearest exported name: the image is not a system library',
} as const

/** Where a caller was found that the report does not list, and why it is believed. */
export const recoveredReasons = {
  'link-register': () =>
    'the link register holds this return address, and the stopped function has no frame record here',
  'link-register-jump': () =>
    'the code jumped to an address without code, and the link register holds where it came from',
  'stack-top-jump': () =>
    'the code jumped to an address without code, and the top of the stack holds where it came from',
  'stack-call': () => 'the stack holds this return address of a call to the stopped function',
  'stack-walk': ({ means }: { means: keyof typeof foundBy }) =>
    `found in the stack memory of the report, by ${foundBy[means]}`,
} as const

/** Words on callers that a report leaves out, shown beside its own frames. */
export const recoveredCallers = {
  leftOut: ({ reason }: { reason: string }) => `Left out by the report: ${reason}.`,
  place: ({ thread, frame }: { thread: Digits | undefined; frame: Digits }) =>
    thread === undefined ? `Called frame ${frame}` : `Thread ${thread}, called frame ${frame}`,
} as const

/** What the marks of unsure names mean. */
export const gradeLegend = {
  likely: 'nothing speaks against this name, but something that would prove it could not be checked.',
  doubtful: 'something speaks against this name, or nothing shows that it is right. Do not rely on it.',
} as const

/** Words in place of a missing name. */
export const frameNames = {
  unnamed: 'unnamed function',
  stub: ({ symbol }: { symbol: string }) => `stub for ${symbol}`,
  unnamedFunction: ({ place }: { place: string }) => `unnamed function at ${place}`,
  noName: 'no name in the report',
} as const

const methodKinds = {
  method: 'method',
  init: 'initializer',
  getter: 'getter',
  setter: 'setter',
  modify: 'modify accessor',
  read: 'read accessor',
} as const

/** A function by its place in a table, counted from 0. */
interface Slot {
  readonly kind: keyof typeof methodKinds
  readonly index: Digits
}

const slotOf = ({ kind, index }: Slot): string => `${methodKinds[kind]} ${index}`

/** Names of unnamed functions that metadata proves. The first three are Swift's own names. */
export const metadataNames = {
  accessor: ({ type }: { type: string }) => `type metadata accessor for ${type}`,
  completion: ({ type }: { type: string }) => `type metadata completion function for ${type}`,
  instantiation: ({ type }: { type: string }) => `type metadata instantiation function for ${type}`,
  deallocator: ({ type }: { type: string }) => `${type}.__deallocating_deinit`,
  'ivar-destroyer': ({ type }: { type: string }) => `${type}.__ivar_destroyer`,
  slot: ({ owner, ...slot }: Slot & { owner: string }) => `${slotOf(slot)} of ${owner}`,
  'override-slot': ({ type, owner, ...slot }: Slot & { type: string; owner: string }) =>
    `${slotOf(slot)} of ${owner}, as ${type} overrides it`,
  'override-named': ({ type, method }: { type: string; method: string }) => `${method}, as ${type} overrides it`,
  'override-unknown': ({ type, owner }: { type: string; owner: string }) =>
    owner === '' ? `override in ${type}` : `override of ${owner} in ${type}`,
  witness: ({ type, owner, ...slot }: Slot & { type: string; owner: string }) =>
    `witness ${slot.index} of ${type}: ${owner} (${methodKinds[slot.kind]})`,
  'witness-named': ({ type, method }: { type: string; method: string }) => `witness of ${method} for ${type}`,
  'default-witness': ({ owner, ...slot }: Slot & { owner: string }) => `${slotOf(slot)} of ${owner}, by default`,
  'witness-instantiation': ({ type, protocol }: { type: string; protocol: string }) =>
    `witness table instantiation function of ${type}: ${protocol}`,
  'virtual-method': ({ type, index }: { type: string; index: Digits }) => `virtual method ${index} of ${type}`,
} as const

/** Why a frame has no name. */
export const unnamedReasons = {
  'no-load-address': () => 'The report does not give the load address of this image.',
  'not-covered': () => 'The symbols do not cover this address.',
  improbable: ({ facts }: { facts: readonly string[] }) =>
    `The name that the symbols have here is improbable: ${facts.join('; ')}.`,
  'wrong-build': ({ image }: { image: string }) => `Only symbols from another build of ${image} were given.`,
  'wrong-arch': ({ image }: { image: string }) => `Only symbols of another architecture of ${image} were given.`,
  'several-builds': ({ image }: { image: string }) =>
    `Symbols from several builds of ${image} were given, and the report has no UUID to choose by.`,
  'no-symbols': ({ image }: { image: string }) => `No symbols of ${image} were given.`,
} as const

/** Closures in names of rows: `lambda in Chart::plot`. */
export const shortNames = {
  lambda: () => 'lambda',
  block: () => 'block',
  closure: () => 'closure',
  within: ({ names }: { names: readonly string[] }) => names.join(' in '),
} as const
