/** Damaged input never throws, never hangs, and what can be read of it is an index. `tests/fuzz/` does it at length. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { openIndex } from '../../support/test-builder.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import { createWasmBuilder } from '../../../src/core/symindex/wasm-builder.ts'
import { damage } from '../../support/damage.ts'
import { randomFrom } from '../../support/random.ts'
import { sealIndex } from '../../support/seal-index.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'

const TEXT = 0x100000000n
const input = dwarfInput({
  functionStarts: [0x1000, 0x1100],
  ranges: [
    [
      [0x1000n, 0x1040n],
      [0x1100n, 0x1120n],
    ],
  ],
  units: [0, 1, 2].map((number) => ({
    version: 3 + number,
    root: entry(
      TAG.unit,
      [
        attribute(AT.low, FORM.address, TEXT),
        attribute(AT.directory, FORM.strp, '/src'),
        attribute(AT.stringBase, FORM.secOffset, 8),
      ],
      [
        entry(TAG.function, [attribute(AT.name, FORM.strp, 'callee')], undefined, `callee ${number}`),
        entry(
          TAG.function,
          [
            attribute(AT.name, number === 2 ? FORM.strx1 : FORM.string, `f${number}`),
            ...(number === 1 ? [attribute(AT.ranges, FORM.secOffset, 0)] : range(0x1000 + number * 0x200, 0x80)),
          ],
          [
            entry(TAG.inlined, [
              attribute(AT.origin, FORM.refAddr, `callee ${(number + 1) % 3}`),
              ...range(0x1010 + number * 0x200, 0x10),
            ]),
          ],
        ),
      ],
    ),
    lines: {
      directories: ['include'],
      files: [{ name: 'a.c', directory: 1 }],
      sequences: [{ rows: [{ address: TEXT + 0x1000n, file: 1, line: 3 }], end: TEXT + 0x1700n }],
    },
  })),
})

function range(start: number, size: number): ReturnType<typeof attribute>[] {
  return [attribute(AT.low, FORM.address, TEXT + BigInt(start)), attribute(AT.high, FORM.data4, size)]
}

const module = WebAssembly.compile(readFileSync(new URL('../../../wasm/build/core.wasm', import.meta.url)))
const offsets = Array.from({ length: 60 }, (_, at) => (0x0ff0 + at * 0x20) as ImageOffset)

test('damaged sections: problems with a place, no failure of ours', async () => {
  let damaged = 0
  for (let seed = 1; seed <= 100; seed++) {
    const sizes =
      seed % 2 === 0
        ? {
            job: 64,
            longJob: 64,
            window: 32,
            directJob: 32,
            directWindow: 32,
            partialWindow: 32,
            partialDirectWindow: 32,
            stringPiece: 32,
            stringDirectPiece: 32,
            stringGap: 8,
            stringDirectGap: 8,
            keepUnits: seed % 4 === 0 ? 0 : 1 << 20,
            oneShard: 0,
            onePartialShard: 0,
            scanAll: 0,
          }
        : undefined
    const built = await createWasmBuilder(await module, sizes).build(await damage(input, seed))
    if (built.problems.length > 0) damaged++
    expect(built.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
    if (!built.ok) throw new Error(`seed ${seed}: ${built.problems[0]?.message}`)
    const opened = await openIndex(built.value.bytes, 'x')
    if (!opened.ok) throw new Error(`seed ${seed}: ${opened.problems[0]?.message}`)
    expect(await opened.value.lookup(offsets)).toHaveLength(offsets.length)
  }
  expect(damaged).toBeGreaterThan(30)
})

/** All that an index says: the calls at the offsets, all names at them, and the names of all functions. */
async function saidBy(bytes: Uint8Array<ArrayBuffer>, direct: boolean): Promise<unknown> {
  const opened = await openIndex(direct ? joinBytes([bytes]) : new Blob([bytes]), 'x')
  if (!opened.ok) return opened.problems.map(({ code }) => code)
  const { value } = opened
  try {
    const { text, starts, offsets: rows } = await value.names()
    const head = { uuid: value.uuid, arch: value.arch, text: value.textVmaddr, detail: value.detail }
    return {
      ...head,
      calls: await value.lookup(offsets, { columns: true }),
      names: await value.aliases(offsets),
      rows: [text, starts, rows],
    }
  } catch (thrown) {
    if (thrown instanceof FormatError) return [thrown.problem.code]
    throw thrown
  }
}

const TOLD = ['damaged-index', 'bad-index', 'truncated', 'not-an-index', 'index-version', 'truncated-section']

/** Damages one index again and again; it says what the sound one says, or that it is damaged. */
async function expectTold(
  changes: Iterable<(bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>>,
): Promise<number> {
  const built = await createWasmBuilder(await module).build(input)
  if (!built.ok) throw new Error('nothing was built')
  const whole = new Uint8Array(await built.value.bytes.arrayBuffer())
  const sound = await saidBy(whole, true)
  let told = 0
  for (const change of changes) {
    const said = await saidBy(change(whole.slice()), told % 2 === 0)
    if (!Array.isArray(said)) expect(said).toEqual(sound)
    else expect(TOLD).toContain(said[0])
    if (Array.isArray(said)) told++
  }
  return told
}

test('one byte of an index flipped, anywhere: the same answers, or it is told', async () => {
  const built = await createWasmBuilder(await module).build(input)
  const size = built.ok ? built.value.bytes.size : 0
  const told = await expectTold(
    Array.from({ length: size }, (_, at) => (bytes) => {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      return bytes
    }),
  )
  // Every byte belongs to the header, a small part, a page or a block, and all of those are read here.
  expect(told).toBe(size)
})

test('an index cut anywhere, or with two runs of its bytes exchanged: the same answers, or it is told', async () => {
  const random = randomFrom(7)
  const exchanged = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
    const length = 1 + Math.floor(random() * 40)
    const [a, b] = [random(), random()].map((share) => Math.floor(share * (bytes.length - length))) as [number, number]
    const kept = bytes.slice(a, a + length)
    bytes.copyWithin(a, b, b + length)
    bytes.set(kept, b)
    return bytes
  }
  const changes = Array.from({ length: 400 }, (_, at) =>
    at % 4 === 0 ? (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, Math.floor(random() * bytes.length)) : exchanged,
  )
  expect(await expectTold(changes)).toBeGreaterThan(300)
})

test('an index whose checksums were forged answers wrongly at worst', async () => {
  const built = await createWasmBuilder(await module).build(input)
  if (!built.ok) throw new Error('nothing was built')
  const whole = new Uint8Array(await built.value.bytes.arrayBuffer())
  const same = whole.slice()
  sealIndex(same)
  expect(same).toEqual(whole)
  let answered = 0
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed)
    const bytes = whole.slice()
    for (let count = 0; count < 4; count++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    sealIndex(bytes)
    const opened = await openIndex(new Blob([bytes]), 'x')
    if (!opened.ok) continue
    const asked = Promise.all([opened.value.lookup(offsets), opened.value.names()])
    const said = await asked.catch((thrown: unknown) => thrown)
    if (said instanceof FormatError) continue
    answered++
    expect((said as readonly [unknown, unknown])[0]).toHaveLength(offsets.length)
  }
  expect(answered).toBeGreaterThan(50)
})
