/** Code, unwind information and layout of images, from the files of this session. */
import type { MachOImage } from '../../macho/image.ts'
import { openDebugUnwinding, openImageCode, type DebugUnwinding, type ImageCode } from '../../memory/image-code.ts'
import { offsetOfLink, type ImageOffset } from '../../model/address.ts'
import type { IndexBuilder, IndexKey } from '../../ports.ts'
import type { CodeLayout } from '../../resolve/symbol-lookup.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { remembered } from './remembered.ts'

/** Larger debug information is not read whole to place an image. */
const CALLS_BYTES = 512 * 2 ** 20

export class ImageCodes {
  readonly #catalog: Catalog
  readonly #builder: IndexBuilder
  readonly #codes = new WeakMap<DebugImage, Promise<ImageCode | undefined>>()
  readonly #unwindings = new WeakMap<DebugImage, Promise<DebugUnwinding | undefined>>()
  readonly #calls = new WeakMap<DebugImage, Promise<readonly ImageOffset[] | undefined>>()

  constructor(catalog: Catalog, builder: IndexBuilder) {
    this.#catalog = catalog
    this.#builder = builder
  }

  /** Code, function starts and unwind table of an image, if a file with them was given. */
  async code(key: IndexKey): Promise<ImageCode | undefined> {
    for (const source of (await this.#catalog.entry(key)).sources) {
      const { macho, kind } = source
      if (!macho || kind === 'dsym') continue
      const code = await remembered(this.#codes, source, () => openOf(macho, openImageCode))
      if (code) return code
    }
    return undefined
  }

  /**
   * Everything for unwinding an image: code and tables of a binary; else functions, call sites and `__debug_frame` of a
   * dSYM. Undefined without such a file.
   */
  async unwinding(key: IndexKey): Promise<ImageCode | undefined> {
    const code = await this.code(key)
    if (code && code.functionStarts.length > 0 && code.debugFrame) return code
    for (const source of (await this.#catalog.entry(key)).sources) {
      const { macho } = source
      if (!macho) continue
      const read = (): Promise<DebugUnwinding | undefined> => openOf(macho, openDebugUnwinding)
      const debug = await remembered(this.#unwindings, source, read)
      if (!debug || (debug.functionStarts.length === 0 && !debug.debugFrame)) continue
      const callReturns = code ? undefined : await this.callReturns(key)
      return {
        sections: [],
        ...debug,
        ...code,
        ...(debug.debugFrame && { debugFrame: debug.debugFrame }),
        ...(callReturns && { callReturns }),
        functionStarts: code && code.functionStarts.length > 0 ? code.functionStarts : debug.functionStarts,
      }
    }
    return code
  }

  /** Return addresses of call sites, ascending, if a file with DWARF call sites was given. */
  async callReturns(key: IndexKey): Promise<readonly ImageOffset[] | undefined> {
    for (const source of (await this.#catalog.entry(key)).sources) {
      if (source.detail !== 'dwarf') continue
      const read = (): Promise<readonly ImageOffset[] | undefined> =>
        this.#readCallReturns(source).catch(() => undefined)
      const returns = await remembered(this.#calls, source, read)
      if (returns && returns.length > 0) return returns
    }
    return undefined
  }

  async #readCallReturns(source: DebugImage): Promise<readonly ImageOffset[] | undefined> {
    const prepared = await source.prepare()
    if (!prepared.ok) return undefined
    const units = prepared.value.dwarf.find(({ name }) => name === 'debug_info')
    if (!units || units.bytes.size > CALLS_BYTES) return undefined
    const read = await this.#builder.callReturns?.(prepared.value)
    return read?.ok ? read.value : undefined
  }

  /** Sections with code, by the headers of a file; a dSYM has these, too. Undefined without such a file. */
  async sections(key: IndexKey): Promise<CodeLayout['code'] | undefined> {
    for (const source of (await this.#catalog.entry(key)).sources) {
      const macho = source.macho && (await openOf(source.macho, async (image) => image))
      const code = (macho?.sections ?? []).flatMap(({ address, size, isCode }) => {
        const start = macho && isCode && size > 0 ? offsetOfLink(address, macho.textVmaddr) : undefined
        return start === undefined ? [] : [{ start, size }]
      })
      if (code.length > 0) return code
    }
    return undefined
  }
}

/** Reads something of a Mach-O image; undefined where it cannot be read. */
async function openOf<T>(
  macho: () => Promise<MachOImage>,
  read: (image: MachOImage) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read(await macho())
  } catch {
    return undefined
  }
}
