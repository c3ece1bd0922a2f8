/**
 * Points of frames that count from a named place of their image. The linker of an app and the writer of its debug file
 * lay the same code out in different places; the distance from a symbol is the same in both.
 */
import { imageOffset, type ImageOffset } from '../model/address.ts'
import type { KnownImage } from '../model/image.ts'
import { placeFromSymbol } from '../model/printed-names.ts'
import type { ImagePlan } from './image-plan.ts'
import type { PlacedFrame } from './frames.ts'
import { lookupPoint, type LookupPoint } from './lookup-address.ts'
import type { SymbolLookup } from './symbol-lookup.ts'

/** Offsets in the symbols, by the names that rows count from. */
export type SymbolStarts = ReadonlyMap<string, ImageOffset>

/** Looks the names up; those that the symbols lack, or have twice, are left out. */
export async function openSymbolStarts(
  plan: ImagePlan,
  known: KnownImage,
  symbols: SymbolLookup,
): Promise<SymbolStarts> {
  const names = [...new Set(plan.frames.flatMap(({ frame }) => placeFromSymbol(frame)?.name ?? []))]
  if (names.length === 0 || !symbols.findNames) return new Map()
  // C's names have an underscore more in Mach-O than in ELF.
  const plain = names.map((name) => name.replace(/^_+/, ''))
  const found = await symbols.findNames(
    known,
    plain.flatMap((name) => [name, `_${name}`]),
  )
  return new Map(
    names.flatMap((name, at) => {
      const starts = new Set([...(found[2 * at] ?? []), ...(found[2 * at + 1] ?? [])])
      const [start] = starts
      return start !== undefined && starts.size === 1 ? [[name, start] as const] : []
    }),
  )
}

/** The point of a frame that counts from one of these places; undefined for all others. */
export function pointFromSymbol(
  { family }: ImagePlan,
  { frame, kind }: PlacedFrame,
  starts: SymbolStarts,
): LookupPoint | undefined {
  const { name, offset } = placeFromSymbol(frame) ?? {}
  const start = name === undefined ? undefined : starts.get(name)
  if (start === undefined || offset === undefined || start + offset >= 2 ** 32) return undefined
  return lookupPoint(imageOffset(start + offset), kind, family)
}
