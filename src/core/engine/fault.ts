/** The instructions at the fault of a symbolicated report, out of its own bytes or the files at hand. */
import { explainedWith } from '../fault/evidence.ts'
import { faultOf, type FaultReader } from '../fault/fault.ts'
import type { MachOImage } from '../macho/image.ts'
import type { KnownImage } from '../model/image.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import type { IndexKey } from '../ports.ts'
import type { SymbolLookup } from '../resolve/symbol-lookup.ts'
import type { AtFault } from './open-reports.ts'
import { describeData, readCodeAround } from './disassembling.ts'

/** Undefined where nothing is at hand. Never rejects: a report is shown without, if need be. */
export async function findFault(
  symbolicated: SymbolicatedReport,
  symbols: Pick<SymbolLookup, 'images' | 'lookup'>,
  opened: (key: IndexKey) => Promise<readonly MachOImage[]>,
): Promise<AtFault | undefined> {
  const { report, images } = symbolicated
  const matched = new Set(images.filter((status) => status.symbols === 'matched').map(({ image }) => image))
  const keyOf = (image: number): KnownImage | undefined => {
    const uuid = matched.has(image) ? report.images[image]?.uuid : undefined
    return uuid && symbols.images.find((known) => known.uuid === uuid)
  }
  const files = async (image: number): Promise<readonly MachOImage[]> => {
    const key = keyOf(image)
    return key ? opened(key) : []
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
  const fault = await faultOf(symbolicated, reader).catch(() => undefined)
  return fault && { fault, explanations: explainedWith(symbolicated, fault) }
}
