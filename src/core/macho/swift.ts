/**
 * Functions that Swift's metadata describes. It survives stripping and has types, not names of methods. Accessors and
 * completion functions are known by their type, methods by their place in a table.
 */
import type { Budget } from '../bytes/budget.ts'
import { offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import { findSection, type MachOImage, type Section } from './image.ts'
import { offsetBy, openImageMemory } from './image-memory.ts'
import { MAX_SWIFT_BYTES } from './limits.ts'
import { SwiftConformanceReader } from './swift-conformances.ts'
import { SwiftReader } from './swift-reader.ts'
import { SwiftTypeReader, type FoundFunction, type SwiftType } from './swift-types.ts'

export interface SwiftMetadata {
  /** Surest first: of two for one place the first counts. */
  readonly functions: readonly FoundFunction[]
  readonly types: readonly SwiftType[]
  readonly problems: readonly Problem[]
}

const NOTHING: SwiftMetadata = { functions: [], types: [], problems: [] }

export function hasSwiftMetadata({ sections }: Pick<MachOImage, 'sections'>): boolean {
  return sections.some(({ name, file }) => /^__swift5_(?:types2?|proto|protos)$/.test(name) && file.size > 0)
}

/** Sections with metadata or its targets. */
function mayHoldMetadata({ name, segment, isCode }: Section): boolean {
  if (isCode) return false
  if (name.startsWith('__swift5_') || name === '__objc_classlist' || name === '__objc_classname') return true
  if (segment === '__TEXT') return /^__(?:const|constg_swiftt|cstring|swift_as_entry)/.test(name)
  return /^__(?:DATA|AUTH)/.test(segment) && /^__(?:auth_)?(?:const|data|got|ptr|objc_data|objc_const)/.test(name)
}

/** None for images without metadata, or without its bytes, as dSYMs. */
export async function openSwiftMetadata(image: MachOImage, budget: Budget): Promise<SwiftMetadata> {
  if (image.shared || image.encrypted || !image.littleEndian || !hasSwiftMetadata(image)) return NOTHING
  const bytes = image.sections.filter(mayHoldMetadata).reduce((sum, { file }) => sum + file.size, 0)
  if (bytes > MAX_SWIFT_BYTES) return NOTHING
  const problems: Problem[] = []
  const failed = (thrown: unknown): void => {
    if (!(thrown instanceof FormatError)) throw thrown
    problems.push(thrown.problem)
  }
  const memory = await openImageMemory(image, mayHoldMetadata, budget).catch(failed)
  if (!memory) return { ...NOTHING, problems }
  const reader = new SwiftReader(image, memory, budget)
  const types = new SwiftTypeReader(reader)
  try {
    readAll(image, reader, types)
  } catch (thrown) {
    failed(thrown)
  }
  return {
    functions: [...types.functions].sort((a, b) => rankOf(a) - rankOf(b)),
    types: types.types,
    problems: [...reader.problems, ...problems],
  }
}

const RANKS = ['accessor', 'completion', 'instantiation', 'deallocator', 'ivar-destroyer', 'method', 'override']

const rankOf = ({ what }: FoundFunction): number => {
  const rank = RANKS.indexOf(what.kind)
  return rank < 0 ? RANKS.length : rank
}

function readAll(image: MachOImage, reader: SwiftReader, types: SwiftTypeReader): void {
  const conformances = new SwiftConformanceReader(reader, types)
  for (const name of ['__swift5_types', '__swift5_types2'])
    reader.readList(findSection(image, name), (offset) => types.readType(offset))
  types.readOverrides()
  reader.readList(findSection(image, '__swift5_protos'), (offset) => conformances.readProtocol(offset))
  reader.readList(findSection(image, '__swift5_proto'), (offset) => conformances.readConformance(offset))
  readClasses(image, reader, types)
}

/** Classes that Objective-C knows: the words around class_t are those of Swift's metadata. */
function readClasses(image: MachOImage, reader: SwiftReader, types: SwiftTypeReader): void {
  const list = findSection(image, '__objc_classlist')
  const start = list && offsetOfLink(list.address, image.textVmaddr)
  if (!list?.file.size || start === undefined) return
  for (let at = 0; at + image.pointerSize <= list.file.size; at += image.pointerSize) {
    reader.budget.spend('steps', 1)
    reader.attempt(() => {
      const target = reader.pointer(offsetBy(start, at))
      if (target?.kind === 'offset') readClass(target.offset, image.pointerSize, reader, types)
    })
  }
}

function readClass(offset: ImageOffset, word: number, reader: SwiftReader, types: SwiftTypeReader): void {
  const data = reader.memory.readOffset(reader.memory.cursorAt(offsetBy(offset, 4 * word)))
  // The two lowest bits mark classes of Swift; where metadata begins is two words before the class.
  if (data === undefined || data % 4 === 0) return
  if (reader.u32(offsetBy(offset, 5 * word + 20)) !== 2 * word) return
  const description = reader.pointer(offsetBy(offset, 5 * word + 24))
  if (description?.kind !== 'offset') return
  const type = reader.nameOf(description)
  const codeAt = (at: ImageOffset): ImageOffset | undefined => {
    const target = reader.pointer(at)
    return target?.kind === 'offset' ? target.offset : undefined
  }
  types.add(codeAt(offsetBy(offset, -2 * word)), { kind: 'deallocator', type })
  types.add(codeAt(offsetBy(offset, 6 * word + 24)), { kind: 'ivar-destroyer', type })
}
