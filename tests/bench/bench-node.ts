/** The cold processes of `index.mjs`: `nothing`, `full`, `first` (names of a report, nothing indexed), `lookup` (indexed). */
import { readFileSync } from 'node:fs'
import { createSymbolEngine } from '../../src/cli/start/symbol-engine.ts'
import type { ImageOffset } from '../../src/core/model/address.ts'
import { offsetOfLink, linkAddress } from '../../src/core/model/address.ts'
import type { BuildInput } from '../../src/core/ports.ts'
import type { SymbolIndex } from '../../src/core/symindex/reader.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { openFileBlob } from '../../src/stores/file-blob.ts'
import { writeBlob } from '../../src/stores/write-blob.ts'

const [mode = '', path = '', addresses = '', indexFile = ''] = process.argv.slice(2)

async function input(): Promise<BuildInput> {
  const opened = await machoSource.open({ path, blob: await openFileBlob(path) })
  const image = opened.ok ? opened.value[0] : undefined
  if (image) builder.expect?.(image.bytes)
  const prepared = await image?.prepare()
  if (!prepared?.ok) throw new Error(`${path} cannot be read`)
  return prepared.value
}

function offsets(textVmaddr: BuildInput['textVmaddr']): readonly ImageOffset[] {
  const lines = readFileSync(addresses, 'utf8').trim().split('\n')
  return lines.map((line) => offsetOfLink(linkAddress(BigInt(line)), textVmaddr) ?? (0 as ImageOffset))
}

async function indexOf(blob: Blob): Promise<SymbolIndex> {
  const opened = await reader.open(blob, indexFile)
  if (!opened.ok) throw new Error(opened.problems[0]?.message)
  return opened.value
}

const { builder, reader } = createSymbolEngine()

async function run(): Promise<void> {
  if (mode === 'nothing') {
    // How long Node takes to start and to read this program.
  } else if (mode === 'full') {
    const built = await builder.build(await input(), { threads: 2 })
    if (!built.ok) throw new Error(built.problems[0]?.message)
    if (indexFile) {
      await writeBlob(indexFile, built.value.bytes)
    }
    console.log(JSON.stringify({ indexBytes: built.value.bytes.size, dwarfBytes: built.value.dwarfBytes }))
  } else if (mode === 'first') {
    const image = await input()
    const only = offsets(image.textVmaddr)
    const built = await builder.build(image, { only })
    if (!built.ok) throw new Error(built.problems[0]?.message)
    const answers = await (await indexOf(built.value.bytes)).lookup(only)
    console.log(JSON.stringify({ named: answers.filter((calls) => calls.length > 0).length }))
  } else {
    const blob = await openFileBlob(indexFile)
    const wanted = offsets((await indexOf(blob)).textVmaddr)
    const times: number[] = []
    for (let run = 0; run < 5; run++) {
      const started = performance.now()
      const index = await indexOf(blob)
      await index.lookup(wanted)
      times.push(performance.now() - started)
    }
    console.log(JSON.stringify({ milliseconds: times.sort((a, b) => a - b)[2] }))
  }
}

void run()
