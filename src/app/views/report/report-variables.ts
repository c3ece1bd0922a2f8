/** A report with the variables of its frames, for those who share it. */
import type { Engine, ReportHandle } from '../../../core/engine-types.ts'
import type { KnownImage } from '../../../core/model/image.ts'
import type { SymbolicatedReport } from '../../../core/model/report.ts'

interface OpenReport {
  readonly symbolicated: SymbolicatedReport
  readonly handle: ReportHandle | undefined
  readonly position: number
}

/** Reads them from the engine; undefined where no file with debug information of the report's images is open. */
export function variablesOf(
  { symbolicated, handle, position }: OpenReport,
  engine: Pick<Engine, 'variablesOfReport'>,
  images: readonly KnownImage[],
): (() => Promise<SymbolicatedReport>) | undefined {
  const own = new Set(symbolicated.report.images.map(({ uuid }) => uuid))
  const isOpen = images.some(({ uuid, path, detail }) => path !== undefined && detail === 'dwarf' && own.has(uuid))
  if (!handle || !(isOpen || symbolicated.variables)) return undefined
  return async () => {
    const { framesToAsk, withVariables } = await import('../../../core/reading/variables.ts')
    const told = await engine.variablesOfReport({ handle, report: position, frames: framesToAsk(symbolicated) })
    return told.ok ? withVariables(symbolicated, told.value) : symbolicated
  }
}
