/** The names of the open report, counted in pieces where there are many, so that the page stays responsive. */
import { readNames, namesState, type NamesState } from '../../../core/reading/names-state.ts'
import type { SymbolicatedReport } from '../../../core/model/report.ts'
import { inSlices } from '../../ui/slices.ts'

/** Up to this many frames are counted at once: that takes a few milliseconds. */
const AT_ONCE = 5000

/** Before the names are counted. */
export const noNames: NamesState = { counts: { frames: 0, named: 0, doubtful: 0 }, needs: [] }

export class CountedNames {
  readonly #symbolicated: () => SymbolicatedReport
  #counted = $state.raw<{ readonly of: SymbolicatedReport; readonly state: NamesState }>()
  readonly #atOnce = $derived.by(() => {
    const symbolicated = this.#symbolicated()
    return symbolicated.report.frameCount <= AT_ONCE ? namesState(symbolicated) : undefined
  })

  /** Made while a component is made: it counts again whenever the report has other names. */
  constructor(symbolicated: () => SymbolicatedReport) {
    this.#symbolicated = symbolicated
    $effect(() => {
      const of = symbolicated()
      if (this.#atOnce) return undefined
      let isWanted = true
      void inSlices(readNames(of), () => isWanted).then((state) => {
        if (state && isWanted) this.#counted = { of, state }
      })
      return () => {
        isWanted = false
      }
    })
  }

  /** Undefined until they are counted. */
  get state(): NamesState | undefined {
    return this.#atOnce ?? (this.#counted?.of === this.#symbolicated() ? this.#counted.state : undefined)
  }
}
