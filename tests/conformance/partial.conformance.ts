/**
 * An index of some addresses answers them as the index of the whole image does. The test uses random addresses of every
 * image of the corpus that has debug information. It reads from files and from Blobs, with and without the list of
 * units that it may carry.
 */
import { openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imageOffset, type ImageOffset } from '../../src/core/model/address.ts'
import type { BuildInput, ByteHost } from '../../src/core/ports.ts'
import { DEFAULT_SIZES } from '../../src/core/symindex/sizes.ts'
import { createWasmBuilder } from '../../src/core/symindex/wasm-builder.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { openFileBlob, openPlace } from '../../src/stores/file-blob.ts'
import { joinBytes } from '../../src/stores/memory-blob.ts'
import { openIndex } from '../support/test-builder.ts'
import { randomFrom } from './code-images.ts'
import { corpus } from './corpus.ts'

/** Addresses per look-up. */
const sets = [1, 3, 10, 40, 200, 500]
const host: ByteHost = { open: openPlace, join: joinBytes, pause: async () => undefined }
/** The list of units counts in images of any size. */
const listed = { ...DEFAULT_SIZES, scanAll: 0 }

/** Every image with debug information, its bytes read by `open`. */
async function* debugInputs(folder: string, open: (path: string) => Promise<Blob>): AsyncGenerator<BuildInput> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !machoSource.sniff(readFileSync(path).subarray(0, 65_536))) continue
    const opened = await machoSource.open({ path, blob: await open(path) })
    for (const image of opened.ok ? opened.value : []) {
      const prepared = image.detail === 'dwarf' ? await image.prepare() : undefined
      if (prepared?.ok && prepared.value.code.length > 0) yield prepared.value
    }
  }
}

function randomOffsets({ code }: BuildInput, count: number, random: () => number): readonly ImageOffset[] {
  return Array.from({ length: count }, () => {
    const { start, end } = code[Math.floor(random() * code.length)]!
    return imageOffset(start + Math.floor(random() * (end - start)))
  })
}

test.runIf(corpus).each([
  ['files', openFileBlob],
  ['Blobs', openAsBlob],
] as const)('answers of partial and whole indexes are equal, read from %s', async (what, open) => {
  const module = await WebAssembly.compile(readFileSync(new URL('../../wasm/build/core.wasm', import.meta.url)))
  const random = randomFrom(20261121)
  const whole = createWasmBuilder(module)
  const partial = [DEFAULT_SIZES, listed].map((sizes) => createWasmBuilder(module, sizes, host))
  let images = 0
  let asked = 0
  let named = 0
  const differ: string[] = []
  for await (const input of debugInputs(`${corpus}binaries/`, open)) {
    const all = await whole.build(input)
    const index = all.ok ? await openIndex(all.value.bytes, input.file) : undefined
    if (!index?.ok) continue
    images++
    for (const [at, count] of sets.entries()) {
      const only = randomOffsets(input, count, random)
      const some = await partial[at % 2]?.build(input, { only })
      const part = some?.ok ? await openIndex(some.value.bytes, input.file) : undefined
      const expected = await index.value.lookup(only)
      const answers = part?.ok ? await part.value.lookup(only) : []
      for (const [place, answer] of expected.entries()) {
        asked++
        if (answer.length > 0) named++
        if (JSON.stringify(answer) !== JSON.stringify(answers[place]))
          differ.push(`${input.file} ${input.arch} ${String(only[place])}`)
      }
    }
  }
  console.log(`${what}: ${images} images, ${asked} addresses, ${named} of them named, ${differ.length} differ`)
  expect(images).toBeGreaterThan(100)
  expect(named).toBeGreaterThan(asked / 4)
  expect(differ).toEqual([])
})
