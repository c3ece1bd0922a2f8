/** The code of the given images, read once: for names from other builds, and for hints. */
import { openBlocks, type Blocks } from '../../functions/blocks.ts'
import { openCodeView, type CodeView } from '../../functions/code-view.ts'
import { makePrints, type Prints } from '../../functions/prints.ts'
import type { IndexKey } from '../../ports.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { Catalog } from '../catalog/catalog.ts'

export interface SeenCode {
  readonly view: CodeView
  readonly prints: Prints
  /** Blocks of the image; read on first use. */
  readonly blocks: () => Promise<Blocks>
}

export class FunctionCode {
  readonly #catalog: Catalog
  readonly #seen = new WeakMap<DebugImage, Promise<SeenCode | undefined>>()

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** A file with the code of an image. */
  async fileOf(key: IndexKey): Promise<DebugImage | undefined> {
    const { sources } = await this.#catalog.entry(key)
    return sources.find(({ macho, kind }) => macho !== undefined && kind !== 'dsym')
  }

  /** Its functions; undefined where there are none that could be read. */
  of(file: DebugImage): Promise<SeenCode | undefined> {
    let seen = this.#seen.get(file)
    if (!seen) {
      seen = openSeen(file)
      this.#seen.set(file, seen)
    }
    return seen
  }
}

async function openSeen(file: DebugImage): Promise<SeenCode | undefined> {
  try {
    const image = await file.macho?.()
    const view = image && (await openCodeView(image))
    if (!view) return undefined
    let blocks: Promise<Blocks> | undefined
    return { view, prints: makePrints(view), blocks: () => (blocks ??= openBlocks(image)) }
  } catch {
    return undefined
  }
}
