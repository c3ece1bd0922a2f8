/**
 * A linked image whose debug information still lies in its object files, as its debug map says (`macho/debug-map.ts`). The
 * objects' sections are joined as they are; the engine moves their addresses (`LinkedObject` in `ports.ts`).
 */
import { Budget } from '../bytes/budget.ts'
import { joinedBlob } from '../bytes/joined-blob.ts'
import { openDebugMap, openStrings, type DebugMap, type MapObject } from '../macho/debug-map.ts'
import { bytesOf, type MachOImage } from '../macho/image.ts'
import { problem } from '../messages/problems.ts'
import { linkAddress, type ImageOffset } from '../model/address.ts'
import { FormatError, problemFrom, type Problem } from '../model/problem.ts'
import type { BuildInput, LinkedObject, SectionRange } from '../ports.ts'
import { append } from '../model/lists.ts'
import { dwarfSections } from './dwarf-sections.ts'
import { DwarfWriter } from '../dwarf/writer/functions.ts'
import { soundUnits } from './dwarf-units.ts'
import { movesOf } from './object-functions.ts'
import type { FindObjects } from './source.ts'

/** Sections that the engine reads, and lists of locations, which variables need. */
const JOINED = /^debug_(info|abbrev|line|str|line_str|str_offs|addr|ranges|rnglists|loc|loclists)$/
/** One NUL between parts, so that no string runs on into another object's. */
const NUL = new Blob([new Uint8Array(1)])
/** Objects that are named one by one where they are missing. */
const NAMED = 5

/** The debug information that objects add to their image. */
export interface LinkedDwarf {
  readonly dwarf: readonly SectionRange[]
  readonly objects: readonly LinkedObject[]
  /** True if no object was missing. */
  readonly isWhole: boolean
  readonly problems: readonly Problem[]
}

/**
 * The debug information of an image's objects; undefined if it has no debug map. With `only` it is that of the objects
 * whose functions hold these offsets. Functions of missing objects are listed with their source file.
 */
export async function linkObjects(
  image: MachOImage,
  find: FindObjects,
  only?: readonly ImageOffset[],
): Promise<LinkedDwarf | undefined> {
  const budget = new Budget(bytesOf(image))
  const map = await openDebugMap(image, budget)
  if (!map) return undefined
  const names = await openStrings(image, budget)
  const linker = new Linker()
  const missing: MapObject[] = []
  const changed: string[] = []
  const wanted = only && new Set(objectsOf(map, only))
  for (const [at, linked] of map.objects.entries()) {
    if (linked.first === linked.end || (wanted && !wanted.has(at))) continue
    const candidates = byTime(await find(linked.path), linked.modified)
    const problems: Problem[] = []
    let isLinked = false
    for (const object of candidates) {
      try {
        const own = new Budget(object.blob.size)
        const moves = await movesOf(object, linked, map, names, own)
        await linker.add(object, moves, own)
        if (linked.modified > 0 && object.modified !== undefined && object.modified !== linked.modified)
          changed.push(object.path)
        isLinked = true
        break
      } catch (thrown) {
        if (!(thrown instanceof FormatError)) throw thrown
        problems.push(problemFrom(thrown, object.path))
      }
    }
    if (isLinked) continue
    append(linker.problems, problems)
    if (candidates.length === 0) missing.push(linked)
    linker.addNames(image, map, linked, (name) => names.text(name).replace(/^_/, ''))
  }
  if (missing.length > 0) linker.problems.push(missingNote(image, missing, map.objects.length))
  const [first] = changed
  if (first !== undefined)
    linker.problems.push(
      problem('changed-objects', { count: changed.length, example: first }, { file: image.path, severity: 'note' }),
    )
  return { ...linker.finish(), isWhole: linker.isWhole, problems: linker.problems }
}

/** Objects of the time that the linker saw come first: a library may have several members of one name. */
function byTime(objects: readonly MachOImage[], modified: number): readonly MachOImage[] {
  const isOfTime = (object: MachOImage): boolean => modified > 0 && object.modified === modified
  return [...objects].sort((a, b) => Number(isOfTime(b)) - Number(isOfTime(a)))
}

function missingNote(image: MachOImage, missing: readonly MapObject[], total: number): Problem {
  const paths = missing.slice(0, NAMED).map(({ path }) => path)
  return problem('missing-objects', { count: missing.length, total, paths }, { file: image.path, severity: 'note' })
}

/** The objects whose functions hold some offset. */
function objectsOf(map: DebugMap, offsets: readonly ImageOffset[]): readonly number[] {
  const sorted = Float64Array.from(offsets).sort()
  return map.objects.flatMap((object, at) =>
    map.functionsOf(object).some(({ offset, size }) => holds(sorted, offset, offset + size)) ? [at] : [],
  )
}

function holds(sorted: Float64Array, start: number, end: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return (sorted[low] ?? Infinity) < end
}

/** Joins the sections of objects. */
class Linker {
  readonly problems: Problem[] = []
  isWhole = true
  readonly #objects: LinkedObject[] = []
  readonly #joined = new Map<string, { readonly blobs: Blob[]; size: number }>()
  readonly #writer = new DwarfWriter()
  #written = 0

  async add(object: MachOImage, moves: Uint32Array<ArrayBuffer>, budget: Budget): Promise<void> {
    const { sections, problems } = await dwarfSections(object, budget)
    append(this.problems, problems)
    const info = sections.find(({ name }) => name === 'debug_info')
    if (!info || moves.length === 0) return
    // A length that leads out of the object would lose all units that follow.
    const sound = await soundUnits(info, object)
    append(this.problems, sound.problems)
    if (sound.end === 0) return
    const cut = { ...info, bytes: info.bytes.slice(0, sound.end), size: sound.end }
    this.#join(object.path, [cut, ...sections.filter(({ name }) => name !== 'debug_info')], moves)
  }

  /** Functions of an object that is not there: their names, and the source file. */
  addNames(image: MachOImage, map: DebugMap, linked: MapObject, text: (name: number) => string): void {
    this.isWhole = false
    for (const { name, offset, size } of map.functionsOf(linked)) {
      const lines = linked.source === '' ? [] : [{ address: offset, size, line: 0, file: linked.source }]
      this.#writer.add({ name: text(name), address: offset, size, inlines: [], lines })
      this.#written++
    }
  }

  #join(file: string, sections: readonly SectionRange[], moves: Uint32Array<ArrayBuffer>): void {
    const parts = sections
      .filter(({ name }) => JOINED.test(name))
      .map(({ name, bytes, fileOffset }) => {
        const known = this.#joined.get(name) ?? { blobs: [], size: 0 }
        this.#joined.set(name, known)
        const start = known.size
        known.blobs.push(bytes)
        if (/str$/.test(name)) known.blobs.push(NUL)
        known.size += bytes.size + (/str$/.test(name) ? 1 : 0)
        return { section: name, start, size: bytes.size, fileOffset }
      })
    this.#objects.push({ file, parts, moves })
  }

  finish(): Pick<BuildInput, 'dwarf'> & { readonly objects: readonly LinkedObject[] } {
    // The DWARF written here has image offsets for addresses, so one move covers everything and changes nothing.
    if (this.#written > 0) this.#join('', this.#writer.finish(), Uint32Array.of(0, 0xffffffff, 0))
    const dwarf = [...this.#joined].map(([name, { blobs }]) => {
      const bytes = joinedBlob(blobs)
      return { name, segment: '__DWARF', address: linkAddress(0), bytes, fileOffset: 0, size: bytes.size }
    })
    return { dwarf, objects: this.#objects }
  }
}
