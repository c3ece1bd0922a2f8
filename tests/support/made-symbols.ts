/** Short symbol definitions for tests of their readers. */
import { imageOffset, linkAddress, type ImageOffset } from '../../src/core/model/address.ts'
import type { Call, CallSource, KnownImage } from '../../src/core/model/image.ts'
import { success } from '../../src/core/model/problem.ts'
import type { SymbolLookup } from '../../src/core/resolve/symbol-lookup.ts'
import { uuid } from './report-builder.ts'

export function makeKnown(parts: Partial<KnownImage>): KnownImage {
  return {
    uuid: uuid('A'),
    arch: 'arm64',
    name: 'App',
    kind: 'dsym',
    textVmaddr: linkAddress(0x100000000n),
    detail: 'dwarf',
    ...parts,
  }
}

export interface TestFunction {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly mangled?: string
  readonly source?: CallSource
  /** Calls inlined over all of it, innermost first. */
  readonly inlined?: readonly string[]
  readonly line?: number
}

/** Symbols over functions given by hand. `asked` collects what was looked up. */
export function makeSymbols(
  images: readonly KnownImage[],
  functions: readonly TestFunction[],
  extra: Partial<SymbolLookup> = {},
): SymbolLookup & { readonly asked: number[] } {
  const asked: number[] = []
  return {
    images,
    asked,
    lookup: async (_key, offsets) => {
      asked.push(...offsets)
      return success(offsets.map((offset) => chainAt(functions, offset)))
    },
    ...extra,
  }
}

function chainAt(functions: readonly TestFunction[], offset: ImageOffset): Call[] {
  const found = functions.find(({ start, end }) => offset >= start && offset < end)
  if (!found) return []
  const { start, end, name, mangled = name, source = 'dwarf', line = 1 } = found
  const place = { functionOffset: offset - start, functionStart: imageOffset(start), functionSize: end - start, source }
  const at = source === 'dwarf' ? { file: '/src/a.c', line } : {}
  const call = (inner: string, inlined: boolean): Call => ({
    function: inner,
    mangled: inlined ? inner : mangled,
    inlined,
    ...at,
    ...place,
  })
  return [...(found.inlined ?? []).map((inner) => call(inner, true)), call(name, false)]
}
