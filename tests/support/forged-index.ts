/** A sound index file with names of the forger's choice: nothing in it shows that they are not the build's own. */
import { HEADER_AT_DETAIL } from '../../wasm/assembly/layout.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { buildMachO, codeSection } from './macho-builder.ts'
import { sealIndex } from './seal-index.ts'
import { testBuilder } from './test-builder.ts'

export interface Forged {
  /** Of the build whose names are forged; hexadecimal digits alone. */
  readonly uuid: string
  /** Names by offset from the start of the image. */
  readonly names: readonly (readonly [offset: number, name: string])[]
  /** Flags for the header's content beside names: 3 is DWARF. */
  readonly claims: number
  /** The library of this name; the sample's dSYM when absent. */
  readonly library?: string
}

const TEXT = 0x100000000n

/** The bytes of the index. */
export async function forgedIndex({ uuid, names, claims, library }: Forged): Promise<Blob> {
  const macho = buildMachO({
    fileType: library === undefined ? 10 : 6,
    uuid,
    textAddress: TEXT,
    sections: [codeSection(0x10000)],
    symbols: names.map(([offset, name]) => ({ name: `_${name}`, address: TEXT + BigInt(offset), section: 1 })),
  })
  const opened = await machoSource.open({ path: library ?? 'Trailmap', blob: new Blob([macho.slice()]) })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!prepared?.ok) throw new Error('The forged image cannot be opened.')
  const built = await (await testBuilder()).build(prepared.value)
  if (!built.ok) throw new Error('The forged index cannot be built.')
  const bytes = new Uint8Array(await built.value.bytes.arrayBuffer())
  bytes[HEADER_AT_DETAIL] = claims
  sealIndex(bytes)
  return new Blob([bytes])
}
