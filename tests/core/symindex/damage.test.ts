/** Damaged input never throws, never hangs, and what can be read of it is an index. `tests/fuzz/symindex.mjs` does it at length. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { openIndex } from '../../support/test-builder.ts'
import { createWasmBuilder } from '../../../src/core/symindex/wasm-builder.ts'
import { damage, randomFrom } from '../../support/damage.ts'
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

test('a damaged index answers wrongly at worst', async () => {
  const built = await createWasmBuilder(await module).build(input)
  if (!built.ok) throw new Error('nothing was built')
  const whole = new Uint8Array(await built.value.bytes.arrayBuffer())
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed)
    const bytes = whole.slice()
    for (let count = 0; count < 4; count++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    const opened = await openIndex(new Blob([bytes]), 'x')
    if (!opened.ok) continue
    expect(await opened.value.lookup(offsets)).toHaveLength(offsets.length)
    expect((await opened.value.names()).starts.length).toBeGreaterThan(0)
  }
})
