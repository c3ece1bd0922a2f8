/**
 * The column of the innermost frame, as `llvm-symbolizer` says it: 500 random addresses of each image of the corpus and
 * of our own fixtures that has debug information. It answers from partial indexes, which always have columns, and from
 * the whole index where it kept them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imageOffset, type ImageOffset } from '../../src/core/model/address.ts'
import type { BuildInput } from '../../src/core/ports.ts'
import type { IndexedCall } from '../../src/core/symindex/reader.ts'
import { createWasmBuilder } from '../../src/core/symindex/wasm-builder.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { openFileBlob } from '../../src/stores/file-blob.ts'
import { openIndex } from '../support/test-builder.ts'
import { randomFrom } from './code-images.ts'
import { corpus } from './corpus.ts'

const SYMBOLIZER = '/usr/bin/llvm-symbolizer-19'
const PER_IMAGE = 500

interface Innermost {
  readonly line: number
  readonly column: number
}

async function* debugInputs(folder: string): AsyncGenerator<BuildInput> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (!statSync(path).isFile() || !machoSource.sniff(readFileSync(path).subarray(0, 65_536))) continue
    const opened = await machoSource.open({ path, blob: await openFileBlob(path) })
    for (const image of opened.ok ? opened.value : []) {
      const prepared = image.detail === 'dwarf' ? await image.prepare() : undefined
      if (prepared?.ok && prepared.value.code.length > 0) yield prepared.value
    }
  }
}

function randomOffsets({ code }: BuildInput, random: () => number): readonly ImageOffset[] {
  return Array.from({ length: PER_IMAGE }, () => {
    const { start, end } = code[Math.floor(random() * code.length)]!
    return imageOffset(start + Math.floor(random() * (end - start)))
  })
}

/** The answers of `llvm-symbolizer` at the addresses; none for a file that it cannot read. */
function symbolized({ file, arch, textVmaddr }: BuildInput, offsets: readonly ImageOffset[]): readonly Innermost[] {
  const { stdout } = spawnSync(SYMBOLIZER, ['--output-style=JSON', `--default-arch=${arch}`, '-e', file], {
    input: offsets.map((offset) => `0x${(textVmaddr + BigInt(offset)).toString(16)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const rows = stdout.split('\n').filter((row) => row.startsWith('{'))
  const said = rows.map((row) => JSON.parse(row) as { Symbol?: { Line: number; Column: number }[] })
  return said.flatMap(({ Symbol: symbols }) =>
    symbols ? [{ line: symbols[0]?.Line ?? 0, column: symbols[0]?.Column ?? 0 }] : [],
  )
}

test.runIf(existsSync(SYMBOLIZER))('columns are those of llvm-symbolizer', async () => {
  const module = await WebAssembly.compile(readFileSync(new URL('../../wasm/build/core.wasm', import.meta.url)))
  const builder = createWasmBuilder(module)
  const random = randomFrom(20261126)
  const folders = [new URL('../fixtures/', import.meta.url).pathname, ...(corpus ? [`${corpus}binaries/`] : [])]
  const counts = { images: 0, unread: 0, kept: 0, asked: 0, sameLine: 0, withColumn: 0 }
  const differ: string[] = []
  for (const folder of folders)
    for await (const input of debugInputs(folder)) {
      const offsets = randomOffsets(input, random)
      const said = symbolized(input, offsets)
      if (said.length !== offsets.length) {
        counts.unread++
        continue
      }
      counts.images++
      const answers = [await builder.build(input, { only: offsets }), await builder.build(input)]
      for (const [which, built] of answers.entries()) {
        const index = built.ok ? await openIndex(built.value.bytes, input.file) : undefined
        if (!index?.ok || (which > 0 && !index.value.columns)) continue
        if (which > 0) counts.kept++
        const chains = await index.value.lookup(offsets, { columns: true })
        compare(chains, offsets, said, `${input.file} ${input.arch} ${String(which)}`)
      }
    }
  function compare(
    chains: readonly (readonly IndexedCall[])[],
    offsets: readonly ImageOffset[],
    said: readonly Innermost[],
    where: string,
  ): void {
    for (const [at, { line, column }] of said.entries()) {
      const own = chains[at]?.[0]
      counts.asked++
      if (own?.line === undefined || own.line !== line) continue
      counts.sameLine++
      if (column > 0) counts.withColumn++
      if ((own.column ?? 0) !== column)
        differ.push(
          `${where} ${String(offsets[at])}: line ${String(line)}, ${String(own.column)} for ${String(column)}`,
        )
    }
  }
  console.log(JSON.stringify({ ...counts, differ: differ.length }))
  if (corpus) expect(counts.images).toBeGreaterThan(100)
  expect(counts.withColumn).toBeGreaterThan(counts.sameLine / 2)
  expect(differ).toEqual([])
})
