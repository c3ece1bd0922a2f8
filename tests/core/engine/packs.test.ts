/**
 * Packs in the engine: they name frames, are listed and kept. A file always wins over a pack, and a pack with wrong
 * content is never used.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { IndexStore, InputFile } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { buildPack, PackBytes, type PackedSpec } from '../../support/pack-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const OS = 'iPhone OS 17.5.1 (21F90)'
const ONE = '0A000000-0000-0000-0000-000000000001'
const TWO = '0B000000-0000-0000-0000-000000000002'
const specs: readonly PackedSpec[] = [
  { uuid: ONE, path: '/usr/lib/libone.dylib', names: [[0x1000, 'one_open']] },
  { uuid: TWO, path: '/usr/lib/libtwo.dylib', names: [[0x1000, 'two_open']] },
]
const packFile = (blob: Blob): InputFile => ({ path: 'system.unslide-pack', blob })
const sound = async (): Promise<InputFile> => packFile(new Blob([await buildPack(OS, specs)]))

const image = (uuid: string, base: number, name: string): object => ({
  ...{ source: 'P', arch: 'arm64', base, size: 0x8000, uuid, name, path: `/usr/lib/${name}` },
})
const report: InputFile = {
  path: 'Harbor.ips',
  blob: new Blob([
    `${JSON.stringify({ bug_type: '309', os_version: 'iPhone OS 17.4 (21E219)' })}\n`,
    JSON.stringify({
      procName: 'Harbor',
      threads: [
        {
          triggered: true,
          frames: [
            { imageOffset: 0x1004, imageIndex: 0 },
            { imageOffset: 0x1004, imageIndex: 1 },
          ],
        },
      ],
      usedImages: [image(ONE, 0x2_0000_0000, 'libone.dylib'), image(TWO, 0x2_1000_0000, 'libtwo.dylib')],
    }),
  ]),
}

async function engineOver(indexes: IndexStore = createMemoryStore()): Promise<Engine> {
  return createEngine({ indexes, ...(await testPorts()) })
}

async function named(engine: Engine) {
  const outcome = await engine.symbolicate(report)
  const first: SymbolicatedReport | undefined = outcome.ok ? outcome.value[0] : undefined
  if (!first) throw new Error('The report was not read.')
  const frames = first.resolutions.map((resolution) => ({
    name: resolution.kind === 'resolved' ? resolution.calls.at(-1)?.mangled : undefined,
    evidence: 'grade' in resolution ? (resolution.grade?.evidence ?? []) : [],
  }))
  const codes = [...outcome.problems, ...first.report.problems].map(({ code }) => code)
  return { frames, names: frames.map(({ name }) => name), codes }
}

/** A library with a symbol table, or without. */
function library(uuid: string, name?: string): InputFile {
  const text = 0x1_0000_0000n
  const symbols = name === undefined ? [] : [{ name: `_${name}`, address: text + 0x1000n, section: 1 }]
  const bytes = buildMachO({
    ...{
      fileType: 6,
      uuid: uuid.replaceAll('-', ''),
      textAddress: text,
      sections: [codeSection(0x100, text + 0x1000n)],
    },
    symbols,
  })
  return { path: 'own.dylib', blob: new Blob([bytes.slice()]) }
}

test('frames are named from a pack, and say so', async () => {
  const engine = await engineOver()
  const { files } = await engine.add([await sound()])
  expect(files[0]).toMatchObject({ kind: 'index', pack: OS })
  expect(files[0]?.label).toBe(`pack of ${OS}, 2 images, imported, not made here`)
  const { frames, codes } = await named(engine)
  expect(frames.map(({ name }) => name)).toEqual(['one_open', 'two_open'])
  expect(frames[0]?.evidence).toContain(`from a pack of ${OS}, imported, not made here`)
  expect(codes).toEqual([])
})

test('a host that asks first uses nothing of it', async () => {
  const engine = await engineOver()
  const { files } = await engine.add([await sound()], undefined, { imports: 'ask' })
  expect(files[0]).toMatchObject({ asks: true, pack: OS })
  expect((await named(engine)).names).toEqual([undefined, undefined])
})

test.each(['the pack first', 'the file first'])('a file of the user goes before it: %s', async (order) => {
  const engine = await engineOver()
  const files = [await sound(), library(ONE, 'own_name')]
  await engine.add(order === 'the pack first' ? files : files.reverse())
  const { frames } = await named(engine)
  expect(frames.map(({ name }) => name)).toEqual(['own_name', 'two_open'])
  expect(frames[0]?.evidence.join()).not.toContain('pack')
})

test('where a file has no name, the pack has it, and says that it is of the pack', async () => {
  const engine = await engineOver()
  await engine.add([await sound(), library(ONE)])
  const { frames } = await named(engine)
  expect(frames[0]?.name).toBe('one_open')
  expect(frames[0]?.evidence).toContain(`from a pack of ${OS}, imported, not made here`)
})

test('images of a pack are kept in the library; the next visit names without the pack', async () => {
  const store = createMemoryStore()
  const engine = await engineOver(store)
  await engine.add([await sound()])
  const outcomes = await engine.index(await engine.images())
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  const later = await engineOver(store)
  expect((await later.images()).map(({ index }) => [index?.imported, index?.os])).toEqual([
    [true, OS],
    [true, OS],
  ])
  const { frames } = await named(later)
  expect(frames.map(({ name }) => name)).toEqual(['one_open', 'two_open'])
  expect(frames[0]?.evidence).toContain(`from a pack of ${OS}, imported, not made here`)
  // The user's own file still wins over stored symbols.
  await later.add([library(ONE, 'own_name')])
  expect((await named(later)).names[0]).toBe('own_name')
})

test('an image that is another one than the directory lists is told and left out', async () => {
  const pack = new PackBytes(await buildPack(OS, specs))
  // The two images change places: each UUID with the other's index.
  const [first, second] = [0, 1].map((row) => pack.bytes.slice(pack.at(row, 'uuid'), pack.at(row, 'text')))
  pack.bytes.set(second ?? [], pack.at(0, 'uuid'))
  pack.bytes.set(first ?? [], pack.at(1, 'uuid'))
  const engine = await engineOver()
  await engine.add([packFile(pack.seal())])
  const { names, codes } = await named(engine)
  expect(names).toEqual([undefined, undefined])
  expect(codes).toContain('damaged-pack')
  const [kept] = await engine.index(await engine.images())
  expect(kept?.ok).toBe(false)
})

test('one damaged image is told, the other one names', async () => {
  const pack = new PackBytes(await buildPack(OS, specs))
  const start = Number(pack.u64(0, 'offset'))
  pack.bytes.fill(0x5a, start + 300, start + Number(pack.u64(0, 'size')))
  const engine = await engineOver()
  await engine.add([packFile(new Blob([pack.bytes]))])
  const { names, codes } = await named(engine)
  expect(names).toEqual([undefined, 'two_open'])
  expect(codes).toContain('damaged-pack')
})

test('a pack without the images of a report says so', async () => {
  const engine = await engineOver()
  const [one] = specs
  await engine.add([packFile(new Blob([await buildPack(OS, one ? [one] : [])]))])
  const outcome = await engine.symbolicate(report)
  const problems = outcome.ok ? (outcome.value[0]?.report.problems ?? []) : []
  expect(problems.map(({ message }) => message)).toEqual([
    `The pack of ${OS} lacks 1 image that this report needs (libtwo.dylib): the report is of iPhone OS 17.4 (21E219).`,
  ])
})

test('inspect lists the images of a pack', async () => {
  const { images, problems } = await (await engineOver()).inspect([await sound()])
  expect(problems).toEqual([])
  expect(images.map(({ name, uuid, symbols }) => [name, uuid, symbols])).toEqual([
    ['libone.dylib', ONE, 1],
    ['libtwo.dylib', TWO, 1],
  ])
})

test('whatever bytes are damaged, a name is the right one or the damage is told', async () => {
  const whole = await buildPack(OS, specs)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ at: fc.nat(whole.length - 1), value: fc.integer({ min: 1, max: 255 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.option(fc.nat(whole.length), { freq: 4 }),
      async (flips, end) => {
        const bytes = whole.slice(0, end ?? whole.length)
        for (const { at, value } of flips) if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ value
        const engine = await engineOver()
        const { files } = await engine.add([packFile(new Blob([bytes]))])
        const { names, codes } = await named(engine)
        const told = files.some(({ kind, problems }) => kind === 'ignored' || problems.length > 0) || codes.length > 0
        for (const [at, expected] of ['one_open', 'two_open'].entries()) {
          if (names[at] === undefined) expect(told).toBe(true)
          else expect(names[at]).toBe(expected)
        }
      },
    ),
    { numRuns: 150 },
  )
})
