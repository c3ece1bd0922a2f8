/** `unslide/element`: defines `<unslide-report>` when it is imported, and nothing else. */
import { UnslideReport, type FailedDetail, type LoadedDetail } from './element/unslide-report.ts'

export { UnslideReport }
export type { FailedDetail, GivenFile, LoadedDetail, MissingImage } from './element/unslide-report.ts'

declare global {
  interface HTMLElementTagNameMap {
    'unslide-report': UnslideReport
  }
  interface HTMLElementEventMap {
    'unslide-loaded': CustomEvent<LoadedDetail>
    'unslide-error': CustomEvent<FailedDetail>
  }
}

// Absent outside of pages. Two copies of the module may meet in one page: the first counts.
const { customElements: registry } = globalThis as { readonly customElements?: CustomElementRegistry }
if (registry && !registry.get('unslide-report')) registry.define('unslide-report', UnslideReport)
