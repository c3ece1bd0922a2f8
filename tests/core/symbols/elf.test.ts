/** ELF debug files: what they name, which reports they are used for, how sure that is, and what is wrong with broken ones. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { elfSource } from '../../../src/core/symbols/elf.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildElf, dartDebug, type ElfSpec } from '../../support/elf-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const ID = [0xa1, 0xb2, 0xc3, 0xd4, 0xe5, 0xf6, 0x47, 0x18, 0x29, 0x3a, 0x4b, 0x5c, 0x6d, 0x7e, 0x8f, 0x90]
const HEX = ID.map((byte) => byte.toString(16)).join('')
const UUID = 'A1B2C3D4-E5F6-4718-293A-4B5C6D7E8F90'
const SNAPSHOT = '_kDartIsolateSnapshotInstructions'
const snapshot = { name: SNAPSHOT, address: 0x4000, type: 1 }
const symbols = [snapshot, { name: 'stub Allocate', address: 0x4000 }, { name: '_Drawer.shut', address: 0x4900 }]

/** A debug file of Flutter. The function with lines begins 0x100 bytes behind the snapshot. */
const dart: ElfSpec = { exports: [snapshot], symbols, debug: dartDebug(0x4100) }

const file = (spec: ElfSpec, path = 'symbols/app.ios-arm64.symbols'): InputFile => ({
  path,
  blob: new Blob([buildElf(spec)]),
})

async function engineWith(...files: readonly InputFile[]): Promise<Engine> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(files)
  return engine
}

async function callsAt(engine: Engine, offsets: readonly number[]): Promise<readonly string[]> {
  const [key] = await engine.images()
  const looked = await engine.lookup({ key: key!, offsets: offsets.map((offset) => imageOffset(offset)) })
  return looked.ok ? looked.value.map(chain) : [looked.problems[0]?.message ?? '']
}

interface Named {
  readonly function: string
  readonly line?: number
}
const chain = (calls: readonly Named[]): string =>
  calls.map(({ function: name, line }) => `${name}${line === undefined ? '' : `:${line}`}`).join(' < ')

const OFFSETS = [0x3fff, 0x4010, 0x4100, 0x4150, 0x4170, 0x4910, 0x5000]
const ANSWERS = [
  '',
  'stub Allocate',
  'Till.count:10',
  'Till.rate:3 < Till.count:12',
  'Till.count:14',
  '_Drawer.shut',
  '',
]

test.each<[string, ElfSpec]>([
  ['64 bits', {}],
  ['32 bits', { bits: 32, debug: dartDebug(0x4100, 4) }],
  ['compressed', { packed: 'zlib' }],
  ['compressed, 32 bits', { packed: 'zlib', bits: 32, debug: dartDebug(0x4100, 4) }],
  ['compressed in GNU’s old way', { packed: 'old' }],
])('functions, inlined calls, lines and stubs: %s', async (_, changes) => {
  const engine = await engineWith(file({ ...dart, ...changes, buildId: ID }))
  expect(await engine.images()).toMatchObject([{ uuid: UUID, name: 'App', kind: 'elf', detail: 'dwarf' }])
  expect(await callsAt(engine, OFFSETS)).toEqual(ANSWERS)
})

test('a file with symbols alone names functions; without Dart’s names it goes by its own', async () => {
  const engine = await engineWith(file({ symbols: [{ name: 'main', address: 0x4000 }] }, 'build/tool.debug'))
  expect(await engine.images()).toMatchObject([{ name: 'tool', arch: 'arm64', detail: 'symbols' }])
  expect(await callsAt(engine, [0x4010])).toEqual(['main'])
})

/** A trace of an app that its linker laid out elsewhere: the snapshot begins at 0x7000 of it. */
function trace(offsets: readonly number[], id?: string): string {
  const hex = (value: number): string => value.toString(16).padStart(16, '0')
  return [
    '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
    'pid: 1, tid: 2, name io.flutter.1.ui',
    'os: ios arch: arm64 comp: no sim: no',
    ...(id === undefined ? [] : [`build_id: '${id}'`]),
    'isolate_dso_base: 104000000, vm_dso_base: 104000000',
    'isolate_instructions: 104007000, vm_instructions: 104006000',
    ...offsets.map(
      (offset, at) =>
        `    #0${at} abs ${hex(0x104007000 + offset)} virt ${hex(0x7000 + offset)} ${SNAPSHOT}+0x${offset.toString(16)}`,
    ),
  ].join('\n')
}

async function symbolicated(engine: Engine, text: string): Promise<SymbolicatedReport> {
  const outcome = await engine.symbolicate({ path: 'trace.txt', blob: new Blob([text]) })
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value[0]!
}

const namesOf = ({ resolutions }: SymbolicatedReport): readonly string[] =>
  resolutions.map((one) => ('calls' in one ? chain(one.calls) : one.kind))
const gradesOf = ({ resolutions }: SymbolicatedReport): readonly unknown[] =>
  resolutions.map((one) => ('grade' in one ? one.grade?.level : one.kind))

test('a build id ties a trace to its file; rows count from the snapshot, and nothing is subtracted', async () => {
  const named = await symbolicated(await engineWith(file({ ...dart, buildId: ID })), trace([0x100, 0x150, 0x904], HEX))
  expect(namesOf(named)).toEqual(['Till.count:10', 'Till.rate:3 < Till.count:12', '_Drawer.shut'])
  // Nothing says where the last function of a symbol table ends.
  expect(gradesOf(named)).toEqual(['exact', 'exact', 'likely'])
})

test('rows that name no snapshot count from the one that the header places', async () => {
  const text = trace([0x150], HEX).replace(` ${SNAPSHOT}+0x150`, '')
  expect(namesOf(await symbolicated(await engineWith(file({ ...dart, buildId: ID })), text))).toEqual([
    'Till.rate:3 < Till.count:12',
  ])
})

test.each([
  ['the report has one', HEX],
  ['nor the report', undefined],
])('a file without a build id is used, never as exact, and says so: %s', async (_, id) => {
  const named = await symbolicated(await engineWith(file(dart)), trace([0x150], id))
  expect(namesOf(named)).toEqual(['Till.rate:3 < Till.count:12'])
  expect(gradesOf(named)).toEqual(['doubtful'])
  expect(named.images[0]?.reason).toContain('it has no build id')
  expect(named.images[0]?.reason.includes(UUID)).toBe(id !== undefined)
})

test('of two files the one with the report’s build id is used', async () => {
  const engine = await engineWith(
    file(dart, 'old/app.ios-arm64.symbols'),
    file({ ...dart, buildId: ID }, 'new/app.ios-arm64.symbols'),
  )
  expect(gradesOf(await symbolicated(engine, trace([0x150], HEX)))).toEqual(['exact'])
})

test('a file with another build id is not used', async () => {
  const named = await symbolicated(
    await engineWith(file({ ...dart, buildId: ID })),
    trace([0x150], `ff${HEX.slice(2)}`),
  )
  expect(gradesOf(named)).toEqual(['wrong-build'])
})

test('rows of a crash report that name the snapshot count from it; its name is no function’s', async () => {
  const text = `0   App   0x0000000104007150 kDartIsolateSnapshotInstructions + 336\n1   App   0x0000000104007161 kDartIsolateSnapshotInstructions + 353\n2   App   0x0000000104007171 kDartIsolateSnapshotInstructions + 369\n`
  const without = await symbolicated(await engineWith(), text)
  expect(without.resolutions.map(({ kind }) => kind)).toEqual(['no-symbols', 'no-symbols', 'no-symbols'])
  const named = await symbolicated(await engineWith(file(dart)), text)
  expect(namesOf(named).at(-1)).toBe('Till.count:14')
})

test.each<[string, ElfSpec, string]>([
  ['a big-endian file', { bigEndian: true }, 'bad-elf'],
  ['an object file', { type: 1 }, 'bad-elf'],
  ['a core file', { type: 4 }, 'bad-elf'],
  ['sections beyond the file', { ...dart, claims: { sections: 65_000 } }, 'bad-elf'],
  ['segments beyond the file', { ...dart, claims: { segments: 65_000 } }, 'bad-elf'],
  ['names of sections that are no section', { ...dart, claims: { names: 40_000 } }, 'no-uuid'],
  [
    'a section of 2^64 bytes',
    { ...dart, sectionClaims: { '.debug_info': { size: 2n ** 64n - 1n } } },
    'truncated-section',
  ],
  ['a section at 2^64', { ...dart, sectionClaims: { '.debug_line': { offset: 2n ** 64n - 8n } } }, 'truncated-section'],
  ['symbols at 2^64', { ...dart, sectionClaims: { '.symtab': { offset: 2n ** 63n } } }, 'truncated-section'],
])('damage is told, and the rest is read: %s', async (_, spec, code) => {
  const opened = await elfSource.open(file(spec))
  expect(opened.problems.map((problem) => problem.code)).toContain(code)
  if (!opened.ok) return
  const prepared = await opened.value[0]!.prepare()
  expect(prepared.ok).toBe(true)
})

test('sections in Zstandard are told with the command that undoes it', async () => {
  const opened = await elfSource.open(file({ ...dart, packed: 'zstd' }))
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.problems[0]).toMatchObject({ code: 'bad-elf', variant: 'compression' })
  expect(prepared?.problems[0]?.message).toContain('objcopy --decompress-debug-sections')
  expect(prepared?.ok && prepared.value.symbols.length).toBe(3)
})

test('a section that inflates to more than any file may is left out', async () => {
  const debug = { ...dartDebug(0x4100), debug_str: new Uint8Array(80 << 20) }
  const opened = await elfSource.open(file({ ...dart, debug, packed: 'zlib' }))
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.problems.map(({ code }) => code)).toContain('bad-compressed-section')
  expect(prepared?.ok && prepared.value.dwarf.map(({ name }) => name)).not.toContain('debug_str')
})

test('every cut of a file is read or told, and nothing hangs', async () => {
  const whole = buildElf({ ...dart, buildId: ID })
  for (let size = 4; size < whole.length; size += 7) {
    const opened = await elfSource.open({ path: 'cut', blob: new Blob([whole.slice(0, size)]) })
    if (opened.ok) expect((await opened.value[0]!.prepare()).ok).toBe(true)
    expect(opened.problems.length).toBeGreaterThan(0)
  }
})

/** A header and many sections that all lie over the same megabyte, with its first bytes as names. */
function crowd(count: number, type: number, names = ''): Uint8Array<ArrayBuffer> {
  const [start, size] = [64, 1 << 20]
  const bytes = new Uint8Array(start + size + count * 64)
  const view = new DataView(bytes.buffer)
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  view.setUint16(16, 3, true)
  view.setUint16(18, 183, true)
  view.setBigUint64(40, BigInt(start + size), true)
  for (const [at, value] of [
    [52, 64],
    [58, 64],
    [60, count],
  ] as const)
    view.setUint16(at, value, true)
  bytes.set(new TextEncoder().encode(names), start)
  for (let section = 0; section < count; section++) {
    const at = start + size + section * 64
    view.setUint32(at + 4, type, true)
    view.setBigUint64(at + 24, BigInt(start), true)
    view.setBigUint64(at + 32, BigInt(size), true)
  }
  return bytes
}

test('notes are looked for in some sections, not in thousands that lie over each other', async () => {
  let read = 0
  class Counted extends Blob {
    override slice(from?: number, to?: number): Blob {
      const part = super.slice(from, to)
      read += part.size
      return part
    }
  }
  const opened = await elfSource.open({ path: 'notes', blob: new Counted([crowd(4000, 7)]) })
  expect(opened.ok).toBe(true)
  expect(read).toBeLessThan(100 << 20)
})

test('a debug section that the table names twice is read once, which is told', async () => {
  const opened = await elfSource.open({ path: 'twice', blob: new Blob([crowd(9, 1, '.debug_info\0')]) })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.ok && prepared.value.dwarf.map(({ name }) => name)).toEqual(['debug_info'])
  expect(prepared?.problems.map(({ message }) => message).join()).toContain('more than one section .debug_info')
})
