/** The folders of the client (`roots/list`): they limit what may be read, and never widen it. */
import { promises as disk } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reasonOf, writeError } from '../command.ts'
import { mcpErrors } from '../messages/mcp.ts'
import type { Roots } from './roots.ts'

/** More roots are passed over, so that less may be read. */
const MOST_ROOTS = 1000
/** Requests in one wait, for a client that says without end that its roots changed. */
const MOST_ROUNDS = 2

export class ClientRoots {
  readonly #request: () => Promise<readonly unknown[]>
  readonly #roots: Roots
  readonly #changed: () => Promise<void>
  #isStale = true
  #asking: Promise<void> | undefined

  /** `request` sends a request to the client; `changed` is called after each answer. */
  constructor(roots: Roots, request: () => Promise<readonly unknown[]>, changed: () => Promise<void>) {
    this.#roots = roots
    this.#request = request
    this.#changed = changed
  }

  /** The client said that its roots changed. */
  change(): void {
    this.#isStale = true
  }

  /** Waits until the limit is that of the client. A client that does not answer allows nothing. */
  async ready(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS && (this.#isStale || this.#asking); round++)
      await (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)))
  }

  async #ask(): Promise<void> {
    this.#isStale = false
    try {
      this.#roots.limitTo(await realPathsOf(await this.#request()))
    } catch (error) {
      const refusal = mcpErrors.noClientRoots({ reason: reasonOf(error) })
      writeError(refusal)
      this.#roots.limitTo([], refusal)
    }
    await this.#changed()
  }
}

/** Real paths of the roots that are files or folders of this machine; the others name nothing here. */
async function realPathsOf(roots: readonly unknown[]): Promise<readonly string[]> {
  if (roots.length > MOST_ROOTS) writeError(mcpErrors.manyRoots({ count: roots.length, most: MOST_ROOTS }))
  const paths = new Set(roots.slice(0, MOST_ROOTS).flatMap((root) => pathOf(root) ?? []))
  const real: string[] = []
  for (const path of paths) {
    const found = await disk.realpath(path).catch(() => undefined)
    if (found !== undefined) real.push(found)
  }
  return real
}

function pathOf(root: unknown): string | undefined {
  if (typeof root !== 'object' || root === null || !('uri' in root) || typeof root.uri !== 'string') return undefined
  try {
    const url = new URL(root.uri)
    return url.protocol === 'file:' ? fileURLToPath(url) : undefined
  } catch {
    return undefined
  }
}
