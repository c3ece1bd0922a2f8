/** Breakpad symbols against the dSYM of the same build: the same chains of calls at every line record. */
import { openAsBlob, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { imageOffset } from '../../src/core/model/address.ts'
import type { InputFile } from '../../src/core/ports.ts'
import type { SymbolSource } from '../../src/core/symbols/source.ts'
import { breakpadSource } from '../../src/core/symbols/breakpad.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import type { SymbolIndex } from '../../src/core/symindex/reader.ts'
import { openIndex, testBuilder } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

const MARK = 0.99

async function indexOf(source: SymbolSource, file: InputFile): Promise<SymbolIndex> {
  const opened = await source.open(file)
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  const built = prepared?.ok ? await (await testBuilder()).build(prepared.value) : undefined
  const index = built?.ok ? await openIndex(built.value.bytes, file.path) : undefined
  if (!index?.ok) throw new Error(`${file.path} was not indexed`)
  return index.value
}

test.runIf(corpus)('a Breakpad file answers as the dSYM does', async () => {
  const folder = `${corpus}binaries/symbolic-macos-crash/`
  const open = async (path: string): Promise<InputFile> => ({ path, blob: await openAsBlob(folder + path) })
  const ours = await indexOf(breakpadSource, await open('crash.inlines.sym'))
  const truth = await indexOf(machoSource, await open('crash.dSYM/Contents/Resources/DWARF/crash'))
  const lines = readFileSync(`${folder}crash.inlines.sym`, 'utf8').matchAll(/^([0-9a-f]+) [0-9a-f]+ \d+ \d+$/gm)
  const offsets = [...lines].map(([, hex = '']) => imageOffset(Number.parseInt(hex, 16)))
  // The writer of Breakpad files takes `a/../` out of paths.
  const places = async (index: SymbolIndex): Promise<string[]> =>
    (await index.lookup(offsets)).map((chain) =>
      chain.map(({ file, line }) => `${posix.normalize(file ?? '')}:${line}`).join(' < '),
    )
  const [found, wanted] = [await places(ours), await places(truth)]
  const differing = offsets.flatMap((offset, at) =>
    found[at] === wanted[at] ? [] : [`${offset.toString(16)}: ${found[at]} is not ${wanted[at]}`],
  )
  console.log(`${offsets.length} addresses, ${differing.length} differ`)
  console.log(differing.slice(0, 10).join('\n'))
  expect(1 - differing.length / offsets.length).toBeGreaterThan(MARK)
})
