/** Mach-O files of all kinds, what is read from inside them, and indexes. */
import { openRange } from '../../../src/core/bytes/blob.ts'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { makersOf, openBlocks } from '../../../src/core/functions/blocks.ts'
import { openCodeView } from '../../../src/core/functions/code-view.ts'
import { matchFunctions } from '../../../src/core/functions/match.ts'
import { kindsOf, likeness, makePrints } from '../../../src/core/functions/prints.ts'
import { usesOf } from '../../../src/core/functions/uses.ts'
import { parseBindOpcodes } from '../../../src/core/macho/bind-opcodes.ts'
import { parseChainedFixups } from '../../../src/core/macho/chained-fixups.ts'
import { parseExportsTrie } from '../../../src/core/macho/exports-trie.ts'
import { countFunctionStarts, parseFunctionStarts } from '../../../src/core/macho/function-starts.ts'
import { findSection, type FileRange, type MachOImage } from '../../../src/core/macho/image.ts'
import { openMachO, sniffMachO } from '../../../src/core/macho/open.ts'
import { openCfiTable, type CfiSection } from '../../../src/core/dwarf/cfi/table.ts'
import { readCfiRows } from '../../../src/core/dwarf/cfi/program.ts'
import { findUnwindEntry } from '../../../src/core/memory/compact-unwind.ts'
import { openDebugUnwinding, openImageCode } from '../../../src/core/memory/image-code.ts'
import { imageOffset, linkAddress } from '../../../src/core/model/address.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { inspectMachO } from '../../../src/core/symbols/inspect.ts'
import { symbolSources } from '../../../src/core/symbols/registry.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import { buildGsym, sampleGsym } from '../../support/gsym-builder.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildSwiftImage } from '../../support/swift-builder.ts'
import { corpusFiles, fixtures, made, madeText, type Places } from '../seeds.ts'
import { breakBytes, breakText, expectNotOurs, expectTold, type Seed, type Target } from '../target.ts'
import { mutateText } from '../mutate-text.ts'

export const blobOf = (bytes: Uint8Array): Blob => joinBytes([new Uint8Array(bytes)])

/** Opens a file of symbols as the engine does, and describes it as `inspect` does. */
async function openSymbols(input: Uint8Array): Promise<void> {
  const file = { path: 'broken', blob: blobOf(input) }
  const source = symbolSources.find((candidate) => candidate.sniff(input.subarray(0, 65_536)))
  if (!source) return
  const opened = await source.open(file)
  expectTold(opened)
  for (const image of opened.ok ? opened.value : []) expectTold(await image.prepare())
  if (source.id === 'macho') expectTold(await inspectMachO(file))
}

/** Reads a map of hidden names as the engine does; every name lies within the texts. */
async function openSymbolMap(input: Uint8Array): Promise<void> {
  const file = { path: '68C16BC5-1CF0-3E8F-9292-51828970F5A4.bcsymbolmap', blob: blobOf(input) }
  const source = symbolSources.find((candidate) => candidate.openAid && candidate.sniff(input.subarray(0, 65_536)))
  const opened = await source?.openAid?.(file)
  if (!opened) return
  expectTold(opened)
  if (!opened.ok || opened.value.kind !== 'map') return
  const { count, packed } = await opened.value.names()
  const starts = new Uint32Array(packed.buffer, packed.byteOffset, count + 1)
  const isSorted = starts.every((start, at) => at === 0 || start >= (starts[at - 1] ?? 0))
  if (!isSorted || (starts[count] ?? 0) + starts.byteLength !== packed.length)
    throw new Error('names outside their texts')
}

/** Reads the parts of a binary and its dSYM that unwinding needs. */
async function openUnwinding(input: Uint8Array): Promise<void> {
  const opened = await openMachO({ path: 'broken', blob: blobOf(input) })
  expectNotOurs(opened.problems)
  for (const image of opened.images.slice(0, 4)) {
    await openImageCode(image)
    await openDebugUnwinding(image)
  }
}

/** Fingerprints of a binary, matched with themselves. */
async function readFunctions(input: Uint8Array): Promise<void> {
  const opened = await openMachO({ path: 'broken', blob: blobOf(input) })
  for (const image of opened.images.slice(0, 4)) {
    const view = await openCodeView(image).catch((thrown: unknown) => {
      if (!(thrown instanceof FormatError)) throw thrown
      return undefined
    })
    const prints = view && makePrints(view)
    const blocks = await openBlocks(image).catch((thrown: unknown) => {
      if (!(thrown instanceof FormatError)) throw thrown
      return undefined
    })
    for (let at = 0; view && at < Math.min(view.starts.length, 50); at++) {
      usesOf(view, at, 12)
      if (prints && blocks) makersOf(view, prints, blocks, at)
    }
    if (view && prints) matchFunctions(prints, prints, (a, b) => likeness(kindsOf(view, a), kindsOf(view, b)))
  }
}

/** Runs a parser that throws nothing but what is wrong with its input. */
function throwsOnlyFormatErrors(parse: () => unknown): void {
  try {
    parse()
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
  }
}

async function partOf(image: MachOImage, range: FileRange | undefined): Promise<Uint8Array | undefined> {
  return range && openRange(image.blob, range.offset, range.offset + range.size)
}

/** Parts of sound binaries, which have parsers of their own. */
async function partsOf(seeds: readonly Seed[]): Promise<Record<string, Seed[]>> {
  const parts: Record<string, Seed[]> = {}
  const put = (kind: string, seed: Seed, bytes: Uint8Array | undefined): void => {
    if (bytes && bytes.length > 0) (parts[kind] ??= []).push({ ...seed, bytes })
  }
  for (const seed of seeds) {
    const { images } = await openMachO({ path: seed.name, blob: blobOf(seed.bytes) })
    for (const image of images.slice(0, 4)) {
      put('trie', seed, await partOf(image, image.exportsTrie))
      put('starts', seed, await partOf(image, image.functionStarts))
      put('fixups', seed, await partOf(image, image.chainedFixups))
      put('binds', seed, await partOf(image, image.binds))
      for (const [kind, name] of [
        ['unwind', '__unwind_info'],
        ['cfi', '__eh_frame'],
        ['cfi', '__debug_frame'],
      ] as const) {
        put(kind, seed, await partOf(image, findSection(image, name)?.file))
      }
    }
  }
  return parts
}

const textVmaddr = linkAddress(0x1_0000_0000n)

function readCfi(kind: CfiSection['kind'], bytes: Uint8Array): void {
  const table = openCfiTable({ kind, bytes, address: textVmaddr, textVmaddr, addressBytes: 8 })
  for (const described of table.functions.slice(0, 50)) readCfiRows(described, { kind, textVmaddr })
}

const smallTrie = new ByteWriter().u8(0).u8(1).text('_a').u8(5).u8(2).u8(0).u8(0x10).u8(0).done()
const smallBinds = new ByteWriter().u8(0x40).text('_a').u8(0x71).u8(8).u8(0x51).u8(0x90).u8(0xc0).u8(3).u8(8).done()
const smallFixups = new ByteWriter()
  .u32(0)
  .u32(28)
  .u32(32)
  .u32(36)
  .u32(1)
  .u32(1)
  .u32(0)
  .u32(0)
  .u32(1 << 9)
const segment = {
  name: '__DATA',
  address: textVmaddr,
  size: 0x4000,
  file: { offset: 0, size: 0x4000 },
  executable: false,
}

const breakpad = `MODULE mac arm64 4C4C444F55553144A1CC707057490EC20 Shelf
INFO CODE_ID 1
FILE 0 /src/main.c
INLINE_ORIGIN 0 inner()
FUNC 1000 40 0 outer(int)
INLINE 0 7 0 0 1008 10
INLINE 1 8 0 0 100a 4
1000 8 7 0
1008 38 8 0
PUBLIC 2000 0 other
STACK CFI INIT 1000 40 .cfa: sp 0 +
`

const gsyms = ([1, 2] as const).map((version) => made(`version ${version}`, buildGsym({ ...sampleGsym, version })))

const symbolLists = [
  [
    'link-map',
    `# Path: /build/App
# Arch: arm64
# Object files:
[  0] linker synthesized
[  1] main.o
# Sections:
# Address\tSize    \tSegment\tSection
0x100001000\t0x00000100\t__TEXT\t__text
# Symbols:
# Address\tSize    \tFile  Name
0x100001000\t0x00000010\t[  1] _main
0x100001010\t0x000000F0\t[  1] -[Shelf tidy it:]
# Dead Stripped Symbols:
<<dead>>\t0x00000010\t[  1] _dead
`,
  ],
  [
    'nm',
    `
App (for architecture arm64):
                 U _malloc
0000000100001000 T _main
0000000100001010 t -[Shelf tidy it:]
0000000100001020 (__TEXT,__text) non-external [cold func] _cold
_posix T 100001030 0
0000000100003000 D _data
`,
  ],
  [
    'bugly',
    `Arch:\tarm64
UUID:\t2d10c42f591d3265b14778ba0868073f
Symbol table:
1000\t1008\tmain\tmain.m:10
1008\t1010\tmain\tmain.m:11
1010\t1020\t-[Shelf tidy]\tShelf.m:20
`,
  ],
] as const

const originalUuid = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>DBGOriginalUUID</key>
<string>C8374B6D-6E96-34D8-AE38-EFAA5FEC424F</string></dict></plist>
`

/** Everything that is read from binaries and their companions. */
export async function imageTargets(places: Places): Promise<readonly Target[]> {
  const ours = fixtures(places, 'macho').filter(({ bytes }) => sniffMachO(bytes))
  const frames = fixtures(places, 'cfi').filter(({ bytes }) => sniffMachO(bytes))
  const theirs = corpusFiles(places, 'binaries', sniffMachO, 80)
  const parts = await partsOf([...ours, ...frames, ...theirs])
  const budget = (bytes: Uint8Array): { file: string; budget: Budget } => ({
    file: 'broken',
    budget: new Budget(bytes.length),
  })
  return [
    { name: 'mach-o', seeds: [...ours, ...theirs], mutate: breakBytes, run: openSymbols },
    { name: 'function-code', seeds: [...ours, ...theirs], mutate: breakBytes, run: readFunctions },
    {
      name: 'stripped',
      seeds: [
        made('swift', buildSwiftImage()),
        ...fixtures(places, 'vtables').filter(({ bytes }) => sniffMachO(bytes)),
      ],
      mutate: breakBytes,
      run: openSymbols,
    },
    { name: 'unwinding', seeds: [...frames, ...ours, ...theirs], mutate: breakBytes, run: openUnwinding },
    {
      name: 'exports-trie',
      seeds: [made('small', smallTrie), ...(parts['trie'] ?? [])],
      mutate: breakBytes,
      run: (input) => throwsOnlyFormatErrors(() => expectNotOurs(parseExportsTrie(input, budget(input)).problems)),
    },
    {
      name: 'bind-opcodes',
      seeds: [made('small', smallBinds), ...(parts['binds'] ?? [])],
      mutate: breakBytes,
      run: (input) => throwsOnlyFormatErrors(() => parseBindOpcodes(input, [segment], 8, budget(input))),
    },
    {
      name: 'chained-fixups',
      seeds: [made('small', smallFixups.text('_a').done()), ...(parts['fixups'] ?? [])],
      mutate: breakBytes,
      run: (input) => throwsOnlyFormatErrors(() => parseChainedFixups(input, budget(input))),
    },
    {
      name: 'function-starts',
      seeds: [made('small', new ByteWriter().uleb(0x4000).uleb(40).uleb(300).u8(0).done()), ...(parts['starts'] ?? [])],
      mutate: breakBytes,
      run: (input) => {
        if (parseFunctionStarts(input).length > countFunctionStarts(input)) throw new Error('more starts than counted')
      },
    },
    {
      name: 'compact-unwind',
      seeds: parts['unwind'] ?? [made('empty', new Uint8Array(64))],
      mutate: breakBytes,
      run: (input) => {
        for (const offset of [0, 0x1000, 0x3f00, 0x100000]) findUnwindEntry(input, imageOffset(offset))
      },
    },
    {
      name: 'call-frames',
      seeds: parts['cfi'] ?? [made('empty', new Uint8Array(64))],
      mutate: breakBytes,
      run: (input) => {
        readCfi('eh_frame', input)
        readCfi('debug_frame', input)
      },
    },
    {
      name: 'breakpad',
      seeds: [madeText('small', breakpad)],
      mutate: breakText(mutateText),
      run: openSymbols,
    },
    {
      name: 'bcsymbolmap',
      seeds: [madeText('small', 'BCSymbolMap Version: 2.0\n_one\n_two\n-[A b]\n/src/a.m\n')],
      mutate: breakText(mutateText),
      run: openSymbolMap,
    },
    ...symbolLists.map(([name, text]) => ({
      name,
      seeds: [madeText('small', text)],
      mutate: breakText(mutateText),
      run: openSymbols,
    })),
    { name: 'gsym', seeds: gsyms, mutate: breakBytes, run: openSymbols },
    {
      name: 'original-uuid',
      seeds: [madeText('small', originalUuid)],
      mutate: breakText(mutateText),
      run: openSymbolMap,
    },
  ]
}
