/** What is said of a frame's name: how it was found, what speaks for and against it. Parts of sentences, without full stops. */
import { plural } from '../message.ts'

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
  starts: 'only the start of the function is known',
  report: 'as the report prints it',
} as const

/** Evidence for and against a name. */
export const nameEvidence = {
  anotherFunctionStarts: 'another function starts between this name and the address',
  insideRange: 'inside the function’s address range',
  pastEnd: ({ bytes }: { bytes: number }) => `${plural(bytes, 'byte', 'bytes')} past the end of this function`,
  beforeNextSymbol: 'between this symbol and the next one',
  noOtherStart: 'no other function starts between this name and the address',
  farFromStart: ({ bytes }: { bytes: number }) => `${plural(bytes, 'byte', 'bytes')} past the nearest symbol`,
  endUnknown: 'the nearest symbol before the address; the end of the function is not known',
  followsCall: 'the return address follows a call',
  followsNoCall: 'the return address does not follow a call',
  callFits: 'that call targets the function of the frame below',
  callDiffers: 'that call targets another function than the frame below: a tail call, or this code did not run',
  codeMissing: 'without the code it cannot be checked that the return address follows a call',
  foundBy: ({ means }: { means: keyof typeof foundBy }) => `found by ${foundBy[means]}`,
  foundByScan: `found by ${foundBy.scan}: it may not be a caller`,
  importedIndex: 'from an index that was imported, not made here',
  sameBuild: 'symbols of this build (same UUID)',
  forcedBuild: 'symbols from another build, used on request',
  matchedByName: 'symbols matched by name: the report gives no UUID',
  codeAgrees: 'the report’s addresses and names around it agree with these symbols',
  codeUnproved: 'nothing in the report shows that its build has this function here',
  otherSlice: 'the report does not say that this architecture’s slice ran',
  alsoElsewhere: 'the report lists another image at this address, too',
  loadAddressGuessed: 'the load address is uncertain',
  loadAddressInferred: 'the load address was inferred',
  compilerGenerated: 'compiler-generated code without a source line',
  markedInReport: ({ level }: { level: string }) => `marked as ${level} in the report`,
  namedByReport: ({ report }: { report: string }) => `named by a report of the same build (${report})`,
  withinSeenPart: 'inside the part of this function that reports show',
  startInTable: 'the image’s table of function starts has a function there',
  maybeNearestExport: 'maybe only the nearest exported name: the image is not a system library',
} as const

/** How the address of a frame was read. */
export const addressNotes = {
  thumbBit: 'the Thumb bit was removed from its address',
  pointerAuthentication: 'the pointer authentication bits were removed from its address',
  swiftContinuation: 'a Swift continuation: its address is looked up as it is',
} as const

/** Where a caller was found that the report does not list, and why it is believed. */
export const recoveredCallers = {
  linkRegister: 'the link register holds this return address, and the stopped function has no frame record here',
  linkRegisterJump: 'the code jumped to an address without code, and the link register holds where it came from',
  stackTopJump: 'the code jumped to an address without code, and the top of the stack holds where it came from',
  stackCall: 'the stack holds this return address of a call to the stopped function',
  stackWalk: ({ means }: { means: keyof typeof foundBy }) =>
    `found in the stack memory of the report, by ${foundBy[means]}`,
  leftOut: ({ reason }: { reason: string }) => `Left out by the report: ${reason}.`,
  /** Begins a line of a text export that tells of such a caller. Exports are read again by this word. */
  mark: '[left out]',
  place: ({ thread, frame }: { thread: number; frame: number }) => `Thread ${thread}, called frame ${frame}`,
} as const

/** What a name that is not sure is marked with in text, explained under it. Exports are read again by these words. */
export const gradeLegend = {
  likely: '[likely]: nothing speaks against this name, but something that would prove it could not be checked.',
  doubtful: '[doubtful]: something speaks against this name, or nothing shows that it is right. Do not rely on it.',
} as const

/** Further names of a function: some, and how many more there are. */
interface Others {
  readonly names: readonly string[]
  readonly more: number
}

const listed = ({ names, more }: Others): string => `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`

/** What stands in place of a name, or beside it. */
export const frameNames = {
  unnamed: 'unnamed function',
  stub: ({ symbol }: { symbol: string }) => `stub for ${symbol}`,
  unnamedFunction: ({ place }: { place: string }) => `unnamed function at ${place}`,
  noName: 'no name in the report',
  folded: (others: Others) => `also ${listed(others)}, folded by the linker`,
  sameAddress: (others: Others) => `also ${listed(others)}, at the same address`,
} as const

/** Why a frame has no name. */
export const unnamedReasons = {
  noLoadAddress: 'The report does not give the load address of this image.',
  notCovered: 'The symbols do not cover this address.',
  wrongBuild: ({ image }: { image: string }) => `Only symbols from another build of ${image} were given.`,
  wrongArch: ({ image }: { image: string }) => `Only symbols of another architecture of ${image} were given.`,
  severalBuilds: ({ image }: { image: string }) =>
    `Symbols from several builds of ${image} were given, and the report has no UUID to choose by.`,
  noSymbols: ({ image }: { image: string }) => `No symbols of ${image} were given.`,
} as const

/** What the value of a register looks like. */
export const pointerFacts = {
  null: 'null',
  freed: 'freed memory (MallocScribble)',
  fresh: 'new memory that was never written (MallocPreScribble)',
  freedBlock: 'freed block of Apple’s allocator',
  minusOne: '−1',
  inImage: ({ image, offset }: { image: string; offset: number }) => `${image} + ${offset}`,
  signed: ({ place, address }: { place: string; address: string }) =>
    `${place}, signed (${address} without its signature)`,
  stackPointer: 'top of the stack',
  onStack: ({ before, distance }: { before: boolean; distance: string }) =>
    `on the stack, sp ${before ? '−' : '+'} ${distance}`,
  small: ({ value }: { value: string }) => `small number ${value}`,
  text: ({ text }: { text: string }) => `reads “${text}” as text`,
} as const
