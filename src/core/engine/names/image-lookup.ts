/** Names of one image: from its own symbols, and from other builds of the image where the user wants these. */
import type { LookupAnswer } from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import type { ImageOffset } from '../../model/address.ts'
import { hasName } from '../../model/image.ts'
import { failure, type Outcome } from '../../model/problem.ts'
import type { IndexKey } from '../../ports.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { otherBuilds } from '../catalog/other-builds.ts'
import type { FunctionCode } from '../frames/function-code.ts'
import type { CarriedNames } from './carried-names.ts'
import type { LookupOptions, SymbolAccess } from './symbol-access.ts'

export interface ImageLookupOptions extends LookupOptions {
  /** Names from other builds are allowed for functions with the same code. */
  readonly similar?: boolean | undefined
}

export class ImageLookup {
  readonly #catalog: Catalog
  readonly #symbols: SymbolAccess
  readonly #functionCode: () => Promise<FunctionCode>
  #carried: CarriedNames | undefined

  constructor(catalog: Catalog, symbols: SymbolAccess, functionCode: () => Promise<FunctionCode>) {
    this.#catalog = catalog
    this.#symbols = symbols
    this.#functionCode = functionCode
  }

  /** Chains of calls, innermost first, in the order of the offsets. A cancelled look-up fails: its answer is incomplete. */
  async calls(
    key: IndexKey,
    offsets: readonly ImageOffset[],
    options: ImageLookupOptions = {},
  ): Promise<Outcome<LookupAnswer>> {
    const { similar, signal } = options
    const answer = signal?.aborted ? undefined : await this.#symbols.lookup(key, offsets, options)
    if (!answer || signal?.aborted) return failure(problem('cancelled.names', {}))
    const isOpen = answer.ok && answer.value.some((chain) => !chain.some(hasName))
    if (!similar || !isOpen || (await otherBuilds(this.#catalog, key)).length === 0) return answer
    const { CarriedNames } = await import('./carried-names.ts')
    this.#carried ??= new CarriedNames(this.#catalog, await this.#functionCode(), (other, starts) =>
      this.#symbols.lookup(other, starts),
    )
    return this.#carried.fill(key, offsets, answer)
  }

  /** A text that changes whenever an answer for the image may change. */
  async stateOf(key: IndexKey, similar = false): Promise<string> {
    const others = similar ? await otherBuilds(this.#catalog, key) : []
    return (await Promise.all([key, ...others].map((one) => this.#catalog.stateOf(one)))).join(' ')
  }
}
