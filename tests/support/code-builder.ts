/** Small arm64 images, word by word, as the readers of functions see them. */
import { openCodeView, type CodeView } from '../../src/core/functions/code-view.ts'
import { openMachO } from '../../src/core/macho/open.ts'
import { buildMachO } from './macho-builder.ts'

const TEXT = 0x1_0000_0000n

/** An arm64 image whose functions are these words, laid out from `at`, with a text at `text`. */
export async function codeViewOf(
  functions: readonly (readonly number[])[],
  at = 0x1000,
  starts?: readonly number[],
): Promise<CodeView> {
  const words = functions.flat()
  const bytes = new Uint8Array(words.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word >>> 0, true)
  let start = at
  const own = functions.map((code) => {
    const here = start
    start += code.length * 4
    return here
  })
  const text = new TextEncoder().encode('price\0weight\0')
  const file = buildMachO({
    uuid: '00112233-4455-6677-8899-AABBCCDDEEFF',
    functionStarts: starts ?? own,
    sections: [
      { name: '__text', segment: '__TEXT', address: TEXT + BigInt(at), bytes, flags: 0x80000400 },
      { name: '__cstring', segment: '__TEXT', address: TEXT + 0x8000n, bytes: text },
    ],
  })
  const { images } = await openMachO({ path: 'App', blob: new Blob([file]) })
  const made = await openCodeView(images[0]!)
  if (!made) throw new Error('no code')
  return made
}

export const NOP = 0xd503201f
export const RET = 0xd65f03c0
export const bl = (words: number): number => (0x94000000 | (words & 0x3ffffff)) >>> 0
/** adrp x0, page of the text; add x0, x0, its place. `at` is where the adrp lies. */
export const textAt = (at: number, place: number): readonly number[] => {
  const pages = (0x8000 >> 12) - (at >> 12)
  return [(0x90000000 | ((pages & 3) << 29) | ((pages >> 2) << 5)) >>> 0, (0x91000000 | (place << 10)) >>> 0]
}
