/**
 * C++ classes by their run-time type information, and the functions in their vtables. Layout: Itanium C++ ABI, 2.5.2 and 2.9.5. A
 * vtable begins with the distance to the top of the object and the class's typeinfo; functions follow.
 */
import type { Budget } from '../bytes/budget.ts'
import { imageOffset, offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError } from '../model/problem.ts'
import { codeRanges, isInCode } from './code.ts'
import type { MachOImage, Section } from './image.ts'
import { offsetBy, openImageMemory, type ImageMemory } from './image-memory.ts'
import { MAX_CXX_BASES, MAX_CXX_BYTES, MAX_CXX_NESTING } from './limits.ts'

export interface VirtualMethod {
  readonly offset: ImageOffset
  /** The class as in its typeinfo: `N3app4CartE`. */
  readonly type: string
  /** Position in the primary vtable, from 0. */
  readonly index: number
}

interface CxxClass {
  readonly name: string
  readonly bases: readonly ImageOffset[]
}

/** The first word of a typeinfo points to one of these vtables of the C++ runtime. */
const TYPEINFO = /^__ZTVN10__cxxabiv1(?:17__class|20__si_class|21__vmi_class)_type_infoE$/
const SINGLE = '20__si'
const MULTIPLE = '21__vmi'

/** Every place in `slots` of a function: the class and the position. */
type Places = Map<ImageOffset, { readonly owner: ImageOffset; readonly index: number }[]>

/**
 * Functions in the vtables of one class and of those derived from it alone. None where the image has its symbols
 * anyhow.
 */
export async function openVirtualMethods(image: MachOImage, budget: Budget): Promise<readonly VirtualMethod[]> {
  const bytes = image.sections.filter(isWanted).reduce((sum, { file }) => sum + file.size, 0)
  if (!isStripped(image) || image.shared || image.encrypted || bytes === 0 || bytes > MAX_CXX_BYTES) return []
  try {
    const memory = await openImageMemory(image, isWanted, budget)
    return memory.imports((name) => TYPEINFO.test(name)) ? readVtables(image, memory, budget) : []
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    return []
  }
}

/** True if fewer symbols than functions are left. A start takes at least a byte. */
function isStripped({ symtab, functionStarts }: MachOImage): boolean {
  return functionStarts !== undefined && (symtab?.count ?? 0) < functionStarts.size
}

const isTable = ({ name, segment }: Section): boolean =>
  /^__(?:DATA|AUTH)/.test(segment) && /^__(?:auth_)?const$/.test(name)

const isWanted = (section: Section): boolean =>
  isTable(section) || (section.segment === '__TEXT' && /^__(?:const|cstring)$/.test(section.name))

function readVtables(image: MachOImage, memory: ImageMemory, budget: Budget): readonly VirtualMethod[] {
  const word = image.pointerSize
  const tables = image.sections.filter(isTable).flatMap(({ address, file }) => {
    const start = offsetOfLink(address, image.textVmaddr)
    return start === undefined ? [] : [{ start, end: start + file.size - (file.size % word) }]
  })
  const eachWord = (visit: (at: ImageOffset) => void): void => {
    for (const { start, end } of tables)
      for (let at = start as number; at < end; at += word) {
        budget.spend('steps', 1)
        visit(imageOffset(at))
      }
  }
  const classes = new Map<ImageOffset, CxxClass>()
  eachWord((at) => {
    const found = readClass(memory, at, word)
    if (found) classes.set(at, found)
  })
  const code = codeRanges(image)
  const places: Places = new Map()
  const ends = (at: number): boolean => !tables.some(({ start, end }) => at >= start && at < end)
  eachWord((at) => {
    const target = memory.readPointer(memory.cursorAt(at))
    if (target?.kind !== 'offset' || !classes.has(target.offset)) return
    // Tables for bases further in the object have a distance to its top.
    const before = offsetBy(at, -word)
    if (ends(before) || memory.cursorAt(before).readPointer(word) !== 0n) return
    for (let index = 0; ; index++) {
      const slot = offsetBy(at, (index + 1) * word)
      budget.spend('steps', 1)
      const method = ends(slot) ? undefined : memory.readPointer(memory.cursorAt(slot))
      // A pure virtual function, or one of another image, is imported.
      if (method?.kind === 'import') continue
      if (!method || !isInCode(code, method.offset)) break
      const known = places.get(method.offset) ?? []
      known.push({ owner: target.offset, index })
      places.set(method.offset, known)
    }
  })
  return methodsOf(classes, places, budget)
}

/** The typeinfo at a place, if one begins there. */
function readClass(memory: ImageMemory, at: ImageOffset, word: number): CxxClass | undefined {
  const cursor = memory.cursorAt(at)
  const kind = memory.readPointer(cursor)
  const symbol = kind?.kind === 'import' ? memory.importName(kind.ordinal) : undefined
  if (symbol === undefined || !TYPEINFO.test(symbol) || cursor.remaining < word) return undefined
  const name = memory.readOffset(cursor)
  if (name === undefined || !memory.holds(name)) return undefined
  const text = memory.textAt(name)
  if (!/^[\w$.*]+$/.test(text)) return undefined
  const bases: ImageOffset[] = []
  const takeBase = (): void => {
    const base = cursor.remaining >= word ? memory.readOffset(cursor) : undefined
    if (base !== undefined) bases.push(base)
  }
  if (symbol.includes(SINGLE)) takeBase()
  else if (symbol.includes(MULTIPLE) && cursor.remaining >= 8) {
    cursor.skip(4) // flags
    const count = Math.min(cursor.readU32(), MAX_CXX_BASES)
    for (let index = 0; index < count && cursor.remaining >= 2 * word; index++) {
      takeBase()
      cursor.skip(word)
    }
  }
  return { name: text.replace(/^\*/, ''), bases }
}

/**
 * A function in the tables of several classes belongs to the base class of all others; without such a class it is left
 * out.
 */
function methodsOf(
  classes: ReadonlyMap<ImageOffset, CxxClass>,
  places: Places,
  budget: Budget,
): readonly VirtualMethod[] {
  const ancestors = new Map<ImageOffset, ReadonlySet<ImageOffset>>()
  const ancestorsOf = (of: ImageOffset, depth = 0): ReadonlySet<ImageOffset> => {
    const known = ancestors.get(of)
    if (known || depth > MAX_CXX_NESTING) return known ?? new Set()
    const found = new Set<ImageOffset>()
    ancestors.set(of, found)
    for (const base of classes.get(of)?.bases ?? []) {
      found.add(base)
      for (const further of ancestorsOf(base, depth + 1)) {
        budget.spend('steps', 1)
        found.add(further)
      }
    }
    return found
  }
  const methods: VirtualMethod[] = []
  for (const [offset, found] of places) {
    budget.spend('steps', found.length)
    const first = found.reduce((root, one) => (ancestorsOf(root.owner).has(one.owner) ? one : root))
    const isOne = found.every(
      ({ owner, index }) => index === first.index && (owner === first.owner || ancestorsOf(owner).has(first.owner)),
    )
    const type = classes.get(first.owner)?.name
    if (isOne && type !== undefined) methods.push({ offset, type, index: first.index })
  }
  return methods
}
