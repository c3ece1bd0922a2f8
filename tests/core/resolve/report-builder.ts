/** Reports and symbols in few words, for tests of the resolver. */
import type { SymbolLookup } from '../../../src/core/resolve/symbol-lookup.ts'
import { imageOffset, linkAddress, runtimeAddress, type ImageOffset } from '../../../src/core/model/address.ts'
import {
  parseUuid,
  type BinaryImage,
  type Call,
  type CallSource,
  type ImageUuid,
  type KnownImage,
} from '../../../src/core/model/image.ts'
import { success } from '../../../src/core/model/problem.ts'
import type { Frame, Report, Thread } from '../../../src/core/model/report.ts'

/** A UUID made of one repeated hex digit. */
export function uuid(digit: string): ImageUuid {
  return parseUuid(digit.repeat(32))!
}

type FrameParts = Partial<Omit<Frame, 'address' | 'offset'>> & {
  readonly address?: bigint | number
  readonly offset?: number
}

/** Frames with ids and indexes of their own; frame 0 is exact, the others return addresses unless said. */
export function makeFrames(rows: readonly FrameParts[], firstId = 0): Frame[] {
  return rows.map(({ address, offset, ...row }, index) => ({
    id: firstId + index,
    index,
    kind: index === 0 ? 'exact' : 'return',
    ...(address !== undefined && { address: runtimeAddress(address) }),
    ...(offset !== undefined && { offset: imageOffset(offset) }),
    ...row,
  }))
}

export function makeImage(parts: Partial<BinaryImage> & { readonly name: string }): BinaryImage {
  return { index: 0, ...parts }
}

export function makeReport(
  parts: Partial<Report> & {
    readonly rows?: readonly FrameParts[]
    readonly thread?: Partial<Thread>
  },
): Report {
  const { rows = [], thread, ...rest } = parts
  const frames = makeFrames(rows)
  return {
    format: 'test',
    label: 'Test',
    file: 'test.crash',
    text: '',
    textKind: 'none',
    header: { arch: 'arm64', fields: [] },
    applicationInfo: [],
    threads: [{ id: 0, crashed: true, frames, ...thread }],
    backtraces: [],
    callTrees: [],
    images: [],
    sections: [],
    frameCount: frames.length,
    problems: [],
    ...rest,
  }
}

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
