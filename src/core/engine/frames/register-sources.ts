/** Facts about the values in registers, from the given files and the memory of a dump. */
import { readableName } from '../../demangle/readable.ts'
import type { DataSymbol, ValueSources } from '../../fault/registers.ts'
import { openDataSymbols } from '../../macho/data-symbols.ts'
import type { MachOImage } from '../../macho/image.ts'
import { openCoreMemory } from '../../memory/core-file.ts'
import { sniffCore } from '../../memory/core-sniff.ts'
import { readFrom, type OpenMemory } from '../../memory/memory-read.ts'
import { parseMinidump } from '../../memory/minidump.ts'
import { sniffMinidump } from '../../memory/minidump-sniff.ts'
import { offsetOfLink, runtimeOf, type ImageOffset } from '../../model/address.ts'
import type { Call } from '../../model/image.ts'
import type { Report } from '../../model/report.ts'
import type { InputFile } from '../../ports.ts'
import type { ImageRange } from '../../reading/values.ts'
import { openRange } from '../../bytes/blob.ts'
import { describeData } from './disassembling.ts'

/** Chains of calls at offsets of one of the report's images; empty where it has no symbols. */
export type SymbolCalls = (image: number, offsets: readonly ImageOffset[]) => Promise<readonly (readonly Call[])[]>

interface AtHand {
  readonly report: Report
  /** Positions of images whose symbols are of this build. */
  readonly matched: ReadonlySet<number>
  /** The report's own file. */
  readonly file: InputFile
  readonly files: (image: number) => Promise<readonly MachOImage[]>
  readonly calls: SymbolCalls
}

/** Bytes of a dump that is read whole for its memory; minidumps are far smaller. */
const LARGEST_DUMP = 512 << 20

export function valueSources({ report, matched, file, files, calls }: AtHand): ValueSources {
  let memory: Promise<OpenMemory | undefined> | undefined
  return {
    ranges: async () => {
      const found = await Promise.all([...matched].map(async (image) => dataRanges(report, image, await files(image))))
      return found.flat()
    },
    // The index answers for code alone: data would only cost a search.
    calls: async (image, offsets) => {
      const images = await files(image)
      const inCode = offsets.filter((offset) => isMaybeCode(images, offset))
      const chains = await calls(image, inCode)
      const byOffset = new Map(inCode.map((offset, at) => [offset, chains[at] ?? []]))
      return offsets.map((offset) => byOffset.get(offset) ?? [])
    },
    symbols: async (image, offsets) => {
      for (const one of await files(image)) {
        if (!one.symtab || one.shared) continue
        const found = await openDataSymbols(one, offsets).catch(() => [])
        if (found.some((symbol) => symbol)) return found.map((symbol) => symbol && dataSymbol(symbol))
      }
      return []
    },
    dataAt: async (image, offset) => describeData(await files(image), offset),
    ...(report.textKind === 'none' && {
      memory: async (address, size) => {
        const open = await (memory ??= openDumpMemory(file).catch(() => undefined))
        return open ? open(address, size) : new Uint8Array()
      },
    }),
  }
}

/** Sections of files: an image in a report's list ends where its data begin. */
function dataRanges(report: Report, image: number, files: readonly MachOImage[]): readonly ImageRange[] {
  const load = report.images[image]?.loadAddress
  const [first] = files
  // Segments of a shared cache move apart: their distances in the file are not those in memory.
  if (load === undefined || !first || first.shared) return []
  return first.sections.flatMap(({ address, size, segment }) => {
    const offset = offsetOfLink(address, first.textVmaddr)
    if (offset === undefined || size === 0 || segment === '__DWARF') return []
    const start = runtimeOf(load, offset)
    return [{ image, start, end: start + BigInt(size) }]
  })
}

function isMaybeCode(files: readonly MachOImage[], offset: ImageOffset): boolean {
  const [first] = files
  if (!first) return true
  return first.sections.some(({ address, size, isCode }) => {
    const start = offsetOfLink(address, first.textVmaddr)
    return isCode && start !== undefined && offset >= start && offset < start + size
  })
}

const classSymbol = /^_OBJC_(?:META)?CLASS_\$_(.*)$/s

function dataSymbol({ name, bytes }: { readonly name: string; readonly bytes: number }): DataSymbol {
  const objc = classSymbol.exec(name)?.[1]
  if (objc !== undefined) return { name: objc, bytes, isClass: true, typeName: objc }
  // `_ZTV`: a vtable; `N` at the end of a Swift type: its metadata.
  const vtable = /^__?ZTV/.test(name)
  const metadata = /^_\$[sS].*N$/.test(name)
  const readable = readableName(name.replace(/^_/, ''))
  const typeName = /^(?:vtable|type metadata) for (.+)$/s.exec(readable)?.[1]
  return (vtable || metadata) && typeName !== undefined
    ? { name: readable, bytes, typeName }
    : { name: readable, bytes }
}

/** Memory that the file of a report keeps; undefined where it is no dump, or a minidump too large to be held. */
export async function openDumpMemory(file: InputFile): Promise<OpenMemory | undefined> {
  const head = await openRange(file.blob, 0, 64)
  if (sniffCore(head)) return openCoreMemory(file)
  if (!sniffMinidump(head) || file.blob.size > LARGEST_DUMP) return undefined
  const { memory } = parseMinidump(await openRange(file.blob, 0, file.blob.size), file.path)
  return async (address, size) => {
    const range = memory.find(({ start, bytes }) => address >= start && address < start + BigInt(bytes.length))
    const kept = range && Math.min(size, range.bytes.length - Number(address - range.start))
    return (kept ? readFrom(memory, { address, size: kept }) : undefined) ?? new Uint8Array()
  }
}
