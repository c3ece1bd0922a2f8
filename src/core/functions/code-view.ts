/** The functions of an image by their code: start and end, calls, and texts. */
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { bytesOf, type MachOImage, type Section } from '../macho/image.ts'
import { openImageMemory, type ImageMemory } from '../macho/image-memory.ts'
import { openStubs } from '../macho/stubs.ts'
import { openImageCode } from '../memory/image-code.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import { imageOffset, offsetOfLink } from '../model/address.ts'
import { archFamily } from '../model/architecture.ts'
import { FormatError } from '../model/problem.ts'
import type { ReadInstructions } from './instruction-sink.ts'
import { readArm64 } from './instructions-arm64.ts'
import { readX86 } from './instructions-x86.ts'

/** Larger code is not read: it is held as a whole, together with the code of the other build. */
const MAX_CODE_BYTES = 256 << 20
const MAX_FUNCTIONS = 4_000_000
/** Longer texts are cut: only the beginning is shown and compared. */
export const MAX_TEXT = 256

const readers: Readonly<Record<string, Pick<CodeView, 'read' | 'isFixed'>>> = {
  arm64: { read: readArm64, isFixed: true },
  x86_64: { read: readX86, isFixed: false },
}

interface CodeSection {
  readonly start: number
  readonly bytes: Uint8Array
  readonly view: DataView
}

/** The data or import at an offset that code refers to. */
export type Reference =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'selector'; readonly text: string }

export interface CodeView {
  readonly sections: readonly CodeSection[]
  readonly read: ReadInstructions
  /** Each word of code is an instruction; else a part of one. */
  readonly isFixed: boolean
  readonly inPage: number
  /** Ascending; each ends where the next begins, or its section does. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Names of stubs by their offset. */
  readonly stubs: ReadonlyMap<number, string>
  readonly memory: ImageMemory
  readonly texts: readonly { readonly start: number; readonly end: number; readonly kind: 'text' | 'selector' }[]
}

const TEXTS = /^__(?:cstring|objc_methname|objc_classname|oslogstring)$/

const isWanted = ({ name }: Section): boolean => TEXTS.test(name) || name === '__objc_selrefs'

/** Undefined where there is no code, no function is known, or the processor's instructions are not read. */
export async function openCodeView(image: MachOImage): Promise<CodeView | undefined> {
  const reader = readers[archFamily(image.arch)]
  const size = image.sections.reduce((sum, { isCode, file }) => sum + (isCode ? file.size : 0), 0)
  if (!reader || image.shared || !image.littleEndian || size > MAX_CODE_BYTES) return undefined
  const code = await openImageCode(image)
  if (!code || code.functionStarts.length === 0 || code.functionStarts.length > MAX_FUNCTIONS) return undefined
  const sections = code.sections
    .map(({ start, bytes }): CodeSection => {
      return { start, bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
    })
    .sort((a, b) => a.start - b.start)
  const budget = new Budget(bytesOf(image))
  const stubs = new Map<number, string>()
  try {
    for (const { offset, name } of await openStubs(image, budget)) stubs.set(offset, name)
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
  }
  const texts = image.sections.flatMap((section) => {
    const start = offsetOfLink(section.address, image.textVmaddr)
    if (!isWanted(section) || start === undefined) return []
    const kind = section.name === '__objc_selrefs' ? ('selector' as const) : ('text' as const)
    return [{ start, end: start + section.file.size, kind }]
  })
  return {
    sections,
    ...reader,
    inPage: Number(image.textVmaddr % 4096n),
    ...bounds(code.functionStarts, sections),
    stubs,
    memory: await openImageMemory(image, isWanted, budget),
    texts,
  }
}

function bounds(
  functionStarts: readonly number[],
  sections: readonly CodeSection[],
): { readonly starts: Uint32Array; readonly ends: Uint32Array } {
  const starts: number[] = []
  const ends: number[] = []
  let section = 0
  for (const [at, start] of functionStarts.entries()) {
    while (section < sections.length && start >= endOf(sections[section])) section++
    const within = sections[section]
    if (!within || start < within.start || start === functionStarts[at + 1]) continue
    starts.push(start)
    ends.push(Math.min(functionStarts[at + 1] ?? Infinity, endOf(within)))
  }
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) }
}

const endOf = (section: CodeSection | undefined): number => (section ? section.start + section.bytes.length : 0)

/** The number of the function that begins here; -1 where none does. */
export function functionAt({ starts }: CodeView, offset: number): number {
  const found = functionAround({ starts }, offset)
  return starts[found] === offset ? found : -1
}

/** The number of the function around an offset; -1 before the first. */
export function functionAround({ starts }: Pick<CodeView, 'starts'>, offset: number): number {
  return lastAtMost(starts.length, (at) => starts[at] ?? 0, offset)
}

/** The text, or the selector, at an offset; undefined where none lies there. */
export function referenceAt({ texts, memory }: CodeView, offset: number): Reference | undefined {
  const place = texts.find(({ start, end }) => offset >= start && offset < end)
  if (!place) return undefined
  try {
    const at = imageOffset(offset)
    const target = place.kind === 'selector' ? memory.readOffset(memory.cursorAt(at)) : at
    return target === undefined ? undefined : { kind: place.kind, text: memory.textAt(target).slice(0, MAX_TEXT) }
  } catch (thrown) {
    if (!(thrown instanceof FormatError) || isOverBudget(thrown)) throw thrown
    return undefined
  }
}

/** Runs the reader over one function. */
export function readFunction(view: CodeView, index: number, sink: Parameters<ReadInstructions>[1]): void {
  const start = view.starts[index] ?? 0
  const section = view.sections[lastAtMost(view.sections.length, (at) => view.sections[at]?.start ?? 0, start)]
  if (!section) return
  view.read(
    {
      bytes: section.bytes,
      view: section.view,
      from: start - section.start,
      // Sections of a damaged file overlap, and a function of one lies in another.
      to: Math.min((view.ends[index] ?? 0) - section.start, section.bytes.length),
      start: section.start,
      inPage: view.inPage,
    },
    sink,
  )
}
