/** The search in one part of a report: what is looked for, how many places hold it, and which is shown. */
import { inSlices } from '../../ui/slices.ts'
import { findHits, foldCase, MOST_HITS, rangesOf, type Hit } from './find.ts'

export class Find {
  query = $state('')
  /** Position of the hit that is shown; -1 for none. */
  at = $state(-1)
  hits = $state.raw<readonly Hit[]>([])
  /** The hits belong to the query. */
  done = $state(true)
  /** Some hits are rows, which may hold the text more than once. */
  readonly inRows = $derived(this.hits.some(({ kind }) => kind === 'row'))
  readonly isCut = $derived(this.hits.length >= MOST_HITS)
  readonly #root: () => Element | undefined
  #turn = 0

  constructor(root: () => Element | undefined) {
    this.#root = root
  }

  /**
   * Looks anew. `keeps`: the text is the same and the page has changed, so nothing is scrolled, unless what is looked for has come
   * only now. `recalls`: it was looked for at an earlier visit, whose place on the page is kept.
   */
  async search({
    keeps = false,
    recalls = false,
  }: {
    readonly keeps?: boolean
    readonly recalls?: boolean
  }): Promise<void> {
    const turn = ++this.#turn
    const root = this.#root()
    const query = foldCase(this.query.trim())
    if (!root) return
    this.done = false
    const hits = await inSlices(findHits(root, query), () => turn === this.#turn)
    if (!hits) return
    const hadHits = this.hits.length > 0
    this.hits = hits
    this.done = true
    if (recalls || (keeps && hadHits)) {
      this.at = Math.min(this.at, hits.length - 1)
      return
    }
    this.at = hits.length > 0 ? 0 : -1
    this.#show()
  }

  /** The next or last hit; behind the last is the first. */
  go(by: 1 | -1): void {
    const { length } = this.hits
    if (length === 0) return
    this.at = (Math.max(this.at, by === 1 ? -1 : 0) + by + length) % length
    this.#show()
  }

  #show(): void {
    const hit = this.hits[this.at]
    if (hit?.kind === 'row') hit.rows.show(hit.at)
    else if (hit) {
      const range = this.ranges().current[0]
      const element = range?.startContainer.parentElement ?? hit.block
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
    }
  }

  /** Ranges to highlight now. */
  ranges(): ReturnType<typeof rangesOf> {
    const root = this.#root()
    return root ? rangesOf(root, foldCase(this.query.trim()), this.hits[this.at]) : { all: [], current: [] }
  }
}
