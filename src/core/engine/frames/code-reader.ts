/** Code, data and names of a report's images, out of the files that match them. */
import type { FaultReader } from '../../fault/listing.ts'
import type { MachOImage } from '../../macho/image.ts'
import type { KnownImage } from '../../model/image.ts'
import type { SymbolicatedReport } from '../../model/report.ts'
import type { IndexKey } from '../../ports.ts'
import type { SymbolLookup } from '../../resolve/symbol-lookup.ts'
import { describeData, readCodeAround } from './disassembling.ts'

export interface CodeReader {
  readonly reader: FaultReader
  /** The files of an image of the report, by its position; none where it was not matched. */
  readonly files: (image: number) => Promise<readonly MachOImage[]>
  readonly keyOf: (image: number) => KnownImage | undefined
  /** Positions of the images that were matched. */
  readonly matched: ReadonlySet<number>
}

export function codeReader(
  { report, images }: Pick<SymbolicatedReport, 'report' | 'images'>,
  symbols: Pick<SymbolLookup, 'images' | 'lookup'>,
  opened: (key: IndexKey) => Promise<readonly MachOImage[]>,
): CodeReader {
  const matched = new Set(images.filter((status) => status.symbols === 'matched').map(({ image }) => image))
  const keyOf = (image: number): KnownImage | undefined => {
    const uuid = matched.has(image) ? report.images[image]?.uuid : undefined
    return uuid && symbols.images.find((known) => known.uuid === uuid)
  }
  const headers = new Map<number, Promise<readonly MachOImage[]>>()
  const files = (image: number): Promise<readonly MachOImage[]> => {
    const key = keyOf(image)
    const known = headers.get(image) ?? (key ? opened(key) : Promise.resolve([]))
    headers.set(image, known)
    return known
  }
  const reader: FaultReader = {
    code: async (image, at, before, after) => readCodeAround(await files(image), at, before, after),
    dataAt: async (image, at) => describeData(await files(image), at),
    nameAt: async (image, at) => {
      const key = keyOf(image)
      const answer = key && (await symbols.lookup(key, [at]))
      const call = answer?.ok ? answer.value[0]?.at(-1) : undefined
      if (!call || call.function === '') return undefined
      return call.functionOffset ? `${call.function} + ${call.functionOffset}` : call.function
    },
  }
  return { reader, files, keyOf, matched }
}
