/**
 * The machine at the moment of a crash: instructions and registers, out of the report's own bytes or the given files.
 */
import { explainedWith } from '../../fault/evidence.ts'
import { faultOf } from '../../fault/fault.ts'
import { registersOf } from '../../fault/registers.ts'
import type { MachOImage } from '../../macho/image.ts'
import type { SymbolicatedReport } from '../../model/report.ts'
import type { IndexKey, InputFile } from '../../ports.ts'
import type { SymbolLookup } from '../../resolve/symbol-lookup.ts'
import { codeReader } from './code-reader.ts'
import type { AtFault } from '../names/open-reports.ts'
import { valueSources, type SymbolCalls } from './register-sources.ts'

/** Explanations only where instructions are available. Never rejects: the report can be shown without. */
export async function findFault(
  symbolicated: SymbolicatedReport,
  symbols: Pick<SymbolLookup, 'images' | 'lookup'>,
  file: InputFile,
  opened: (key: IndexKey) => Promise<readonly MachOImage[]>,
): Promise<AtFault | undefined> {
  const { reader, files, keyOf, matched } = codeReader(symbolicated, symbols, opened)
  const fault = await faultOf(symbolicated, reader).catch(() => undefined)
  const calls: SymbolCalls = async (image, offsets) => {
    const key = keyOf(image)
    const answer = key && offsets.length > 0 ? await symbols.lookup(key, offsets) : undefined
    return answer?.ok ? answer.value : []
  }
  const sources = valueSources({ report: symbolicated.report, matched, file, files, calls })
  const registers = await registersOf(symbolicated, fault, sources).catch(() => undefined)
  return {
    ...(fault && { ...explainedWith(symbolicated, fault), fault }),
    ...(registers && { registers }),
  }
}
