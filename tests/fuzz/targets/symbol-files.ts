/** Symbols that are no Mach-O file: Unity's tables, ELF files, Go's tables of functions, shared caches, manifests of systems. */
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { symbolSources } from '../../../src/core/symbols/registry.ts'
import { cacheFiles } from '../../support/cache-builder.ts'
import { buildElf, dartDebug, type ElfSpec } from '../../support/elf-builder.ts'
import { buildGoTable } from '../../support/go-builder.ts'
import { goProgram, goSample, inliningGoProgram } from '../../support/go-program.ts'
import { buildUsym } from '../../support/usym-builder.ts'
import { mutateText } from '../mutate-text.ts'
import { made, madeText } from '../seeds.ts'
import { breakBytes, breakText, expectNotOurs, expectTold, type Seed, type Target } from '../target.ts'
import { askIndex, type Ports } from './debug-info.ts'
import { blobOf } from './images.ts'

/** Building an index takes a hundred times as long as most parsers need, so one input in so many gets one: those of such a length. */
const ONE_INDEX_IN = 16

/** Opens a file by the source that claims it, and prepares its images. For some inputs it also builds the indexes and looks up addresses. */
async function buildOf({ builder, reader }: Ports, input: Uint8Array): Promise<void> {
  const source = symbolSources.find((candidate) => candidate.sniff(input.subarray(0, 65_536)))
  if (!source) return
  const opened = await source.open({ path: 'broken', blob: blobOf(input) })
  expectTold(opened)
  for (const image of opened.ok ? opened.value.slice(0, 3) : []) {
    const prepared = await image.prepare()
    expectTold(prepared)
    if (!prepared.ok || input.length % ONE_INDEX_IN !== 0) continue
    const built = await builder.build(prepared.value)
    expectTold(built)
    if (built.ok) await askIndex(reader, built.value.bytes, true)
  }
}

const snapshot = { name: '_kDartIsolateSnapshotInstructions', address: 0x4000, type: 1 }
const ID = [0xa1, 0xb2, 0xc3, 0xd4, 0xe5, 0xf6, 0x47, 0x18, 0x29, 0x3a, 0x4b, 0x5c, 0x6d, 0x7e, 0x8f, 0x90]
const dart: ElfSpec = {
  exports: [snapshot],
  symbols: [snapshot, { name: '_Drawer.shut', address: 0x4900 }],
  debug: dartDebug(0x4100),
  buildId: ID,
}

const elfs = (): readonly Seed[] => [
  made('64 bits', buildElf(dart)),
  made('32 bits', buildElf({ ...dart, bits: 32, debug: dartDebug(0x4100, 4) })),
  made('big-endian', buildElf({ ...dart, bigEndian: true })),
  made('packed', buildElf({ ...dart, packed: 'zlib' })),
  made('packed by the old way', buildElf({ ...dart, packed: 'old' })),
  made('symbols alone', buildElf({ symbols: dart.symbols ?? [] })),
]

/** Damage to what the sections of Go hold, far more often than to the program around it. */
async function goSeed(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Seed> {
  const opened = await machoSource.open({ path: name, blob: blobOf(bytes) })
  const image = opened.ok ? await opened.value[0]?.macho?.() : undefined
  const ranges = (image?.sections ?? [])
    .filter(({ name: section, file }) => section !== '__text' && file.size > 0)
    .map(({ file }) => [file.offset, file.offset + file.size] as const)
  return { ...made(name, bytes), ranges }
}

const goPrograms = async (): Promise<readonly Seed[]> => [
  ...(await Promise.all(
    ([2, 16, 18, 20] as const).map((version) =>
      goSeed(`Go 1.${version}`, goProgram(buildGoTable({ ...goSample, version }))),
    ),
  )),
  await goSeed('inlined calls, Go 1.18', inliningGoProgram({ version: 18 })),
  await goSeed('inlined calls, Go 1.20', inliningGoProgram({ version: 20 })),
]

/** The first files of caches of each kind; the others of a cache may be missing. */
async function caches(): Promise<readonly Seed[]> {
  const spec = {
    selectors: 0x300,
    images: [
      { name: 'libone.dylib', uuid: '01'.repeat(16), symbols: [{ name: '_one', at: 0x1000 }] },
      { name: 'libtwo.dylib', uuid: '02'.repeat(16), locals: [{ name: '_two', at: 0x1010 }] },
    ],
  }
  const seeds: Seed[] = []
  for (const style of ['whole', 'numbered', 'named'] as const) {
    const [first] = cacheFiles({ ...spec, style })
    if (first) seeds.push(made(style, new Uint8Array(await first.blob.slice(0, 200_000).arrayBuffer())))
  }
  return seeds
}

const MANIFEST = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>BuildIdentities</key><array><dict><key>Manifest</key><dict>
<key>Cryptex1,SystemOS</key><dict><key>Info</key><dict><key>Path</key><string>090-1.dmg.aea</string></dict></dict>
<key>OS</key><dict><key>Info</key><dict><key>Path</key><string>090-2.dmg</string></dict></dict></dict></dict></array>
<key>ProductBuildVersion</key><string>21F90</string><key>ProductVersion</key><string>17.5.1</string></dict></plist>
`

const TABLE = buildUsym([
  [0x1000, 'Player_Update', 'a.cpp', 10],
  [0x1010, 'Player_Update', 'a.cpp', 12],
  [0x1020, 'Pad_Press', 'b.cpp', 3],
])

export async function symbolFileTargets(ports: Ports): Promise<readonly Target[]> {
  const run: Target['run'] = (input) => buildOf(ports, input)
  const programs = await goPrograms()
  return [
    { name: 'usym', seeds: [made('small', TABLE)], mutate: breakBytes, run },
    { name: 'elf', seeds: elfs(), mutate: breakBytes, run },
    { name: 'go-table', seeds: programs, mutate: breakBytes, run },
    { name: 'shared-cache', seeds: await caches(), mutate: breakBytes, run: openCache },
    { name: 'build-manifest', seeds: [madeText('small', MANIFEST)], mutate: breakText(mutateText), run },
  ]
}

/** Opens a cache of one file, and prepares its images whole and for one address. */
async function openCache(input: Uint8Array): Promise<void> {
  const source = symbolSources.find(({ id }) => id === 'shared-cache')
  const together = (await source?.openTogether?.([{ path: 'dyld_shared_cache_arm64', blob: blobOf(input) }])) ?? []
  for (const { outcome } of together) {
    expectTold(outcome)
    for (const image of outcome.ok ? outcome.value.slice(0, 3) : []) {
      const prepared = await image.prepare()
      expectTold(prepared)
      expectNotOurs(prepared.problems)
    }
  }
}
