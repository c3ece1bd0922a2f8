/**
 * Blocks: functions that are the body of a block, and whose code makes it. Layout of a block: `Block_private.h` of libclosure, class,
 * flags and reserved word, then the body; LLVM's "Block Implementation Specification" has the same.
 */
import { Budget } from '../bytes/budget.ts'
import { bytesOf, type MachOImage, type Section } from '../macho/image.ts'
import { openImageMemory } from '../macho/image-memory.ts'
import { imageOffset, offsetOfLink } from '../model/address.ts'
import { readFunction, type CodeView } from './code-view.ts'
import { callersOf } from './uses.ts'
import type { Prints } from './prints.ts'

export interface Blocks {
  /** Offsets of the pointers to the class of blocks that are made on a stack. */
  readonly stackClasses: ReadonlySet<number>
  /** Where descriptors of blocks lie: constants with pointers. */
  readonly constants: readonly { readonly start: number; readonly end: number }[]
  /** Blocks without variables, which are data: for each the offset of its body, by its own offset. */
  readonly literals: ReadonlyMap<number, number>
}

const STACK_CLASS = '__NSConcreteStackBlock'
const GLOBAL_CLASS = '__NSConcreteGlobalBlock'
/** Functions that may be the owner of one block; a body rarely has more than one user. */
const MOST_USERS = 64

const isWanted = ({ segment, name }: Section): boolean =>
  /^__(DATA|AUTH)/.test(segment) && /^__(const|data|got|auth_got|nl_symbol_ptr)$/.test(name)

/** The blocks in an image's data. Throws a FormatError where that costs too much. */
export async function openBlocks(image: MachOImage): Promise<Blocks> {
  const budget = new Budget(bytesOf(image))
  const memory = await openImageMemory(image, isWanted, budget)
  const stackClasses = new Set<number>()
  const literals = new Map<number, number>()
  const constants = image.sections.flatMap(({ segment, name, address, file }) => {
    const start = offsetOfLink(address, image.textVmaddr)
    return name === '__const' && /^__(DATA|AUTH)/.test(segment) && start !== undefined
      ? [{ start, end: start + file.size }]
      : []
  })
  if (!memory.imports((name) => name === STACK_CLASS || name === GLOBAL_CLASS))
    return { stackClasses, constants, literals }
  for (const section of image.sections.filter(isWanted)) {
    const start = offsetOfLink(section.address, image.textVmaddr)
    if (start === undefined || section.file.size === 0) continue
    const words = Math.floor(section.file.size / image.pointerSize)
    budget.spend('steps', words)
    const cursor = memory.cursorAt(start)
    for (let word = 0; word < words && cursor.remaining >= image.pointerSize; word++) {
      const at = start + word * image.pointerSize
      const target = memory.readPointer(cursor)
      if (target?.kind !== 'import') continue
      const name = memory.importName(target.ordinal)
      if (name === STACK_CLASS) stackClasses.add(at)
      if (name !== GLOBAL_CLASS) continue
      const body = memory.cursorAt(imageOffset(at + image.pointerSize + 8))
      const invoke = body.remaining >= image.pointerSize ? memory.readOffset(body) : undefined
      if (invoke !== undefined) literals.set(at, invoke)
    }
  }
  return { stackClasses, constants, literals }
}

/**
 * Numbers of the functions whose code makes a block of this body, ascending; undefined where nothing shows a block.
 * There are two kinds of proof. A function takes the class of blocks on the stack, then the body's address and right
 * after it that of a descriptor, in the order of a block's fields. Or it takes the address of a block without
 * variables.
 */
export function makersOf(view: CodeView, prints: Prints, blocks: Blocks, index: number): readonly number[] | undefined {
  const start = view.starts[index] ?? 0
  const own = new Set([...blocks.literals].flatMap(([at, body]) => (body === start ? [at] : [])))
  const users = callersOf(prints, index).slice(0, MOST_USERS)
  const makers = new Set(users.filter((user) => makesOnStack(view, user, blocks, start)))
  if (own.size > 0)
    for (let user = 0; user < view.starts.length; user++)
      if (user !== index && refersToAny(view, user, own)) makers.add(user)
  return makers.size > 0 || own.size > 0 ? [...makers].sort((a, b) => a - b) : undefined
}

function makesOnStack(view: CodeView, user: number, { stackClasses, constants }: Blocks, body: number): boolean {
  let [hasClass, hasDescriptor, last] = [false, false, -1]
  readFunction(view, user, {
    word: () => undefined,
    call: () => undefined,
    refer: (target) => {
      if (stackClasses.has(target)) hasClass = true
      if (last === body && constants.some(({ start, end }) => target >= start && target < end)) hasDescriptor = true
      last = target
    },
  })
  return hasClass && hasDescriptor
}

function refersToAny(view: CodeView, user: number, places: ReadonlySet<number>): boolean {
  let has = false
  readFunction(view, user, {
    word: () => undefined,
    call: () => undefined,
    refer: (target) => {
      has ||= places.has(target)
    },
  })
  return has
}
