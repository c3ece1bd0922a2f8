/** Describes a Mach-O file for `inspect`: headers, sizes, counts, facts of its compile units. */
import { openRange } from '../bytes/blob.ts'
import { Budget } from '../bytes/budget.ts'
import { openDebugMap } from '../macho/debug-map.ts'
import { countFunctionStarts } from '../macho/function-starts.ts'
import type { MachOImage } from '../macho/image.ts'
import { openMachO } from '../macho/open.ts'
import { bytesOf, imageName } from '../macho/image.ts'
import type { Arch, ImageKind, ImageUuid } from '../model/image.ts'
import { failure, success, type Outcome, type Problem } from '../model/problem.ts'
import { problem } from '../messages/problems.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { dwarfSections } from './dwarf-sections.ts'
import { openUnitFacts } from './dwarf-units.ts'
import type { SymbolAid, SymbolSource } from './source.ts'
import { openSwiftMetadata } from '../macho/swift.ts'
import { tellRef } from './swift-names.ts'
import { append } from '../model/lists.ts'

export interface ImageInspection {
  readonly path: string
  readonly name: string
  readonly uuid?: ImageUuid
  readonly arch: Arch
  readonly kind: ImageKind
  /** DWARF versions met in unit headers, ascending. */
  readonly dwarf: readonly number[]
  /** Sizes in bytes of all sections, by their name in the file (`__debug_info`). */
  readonly sections: Readonly<Record<string, number>>
  /** Count from LC_FUNCTION_STARTS. */
  readonly functions: number
  /** Count of LC_SYMTAB entries. */
  readonly symbols: number
  readonly units: number
  /** Paths of the object files that have the debug information of this image, as the linker wrote them; none if it has its own. */
  readonly objects: readonly string[]
  readonly platform?: string
  readonly minimumOs?: string
  readonly sdk?: string
  /** LC_ID_DYLIB: current version of a library. */
  readonly version?: string
  readonly producers: readonly string[]
  readonly languages: readonly string[]
  readonly encrypted: boolean
  /** Types that Swift's metadata lists, with their fields. */
  readonly swiftTypes?: readonly SwiftTypeFacts[]
}

export interface SwiftTypeFacts {
  readonly name: string
  readonly kind: 'class' | 'struct' | 'enum'
  readonly fields: readonly string[]
}

/** Describes every image of a Mach-O file. Reads headers, function starts, unit headers and a sample of units. */
export async function inspectMachO(file: InputFile): Promise<Outcome<readonly ImageInspection[]>> {
  const opened = await openMachO(file)
  const problems: Problem[] = [...opened.problems]
  const inspections: ImageInspection[] = []
  for (const image of opened.images) inspections.push(await inspectImage(image, problems))
  return inspections.length > 0 ? success(inspections, problems) : failure(problems)
}

/** Describes the images of a file that is not Mach-O. One that only helps to name images is described by a note. */
export async function inspectSource(
  file: InputFile,
  source: SymbolSource,
): Promise<Outcome<readonly ImageInspection[]>> {
  if (source.openAid) {
    const opened = await source.openAid(file)
    if (!opened.ok) return failure(opened.problems)
    const note = await aidNote(opened.value, file.path)
    return success([], [...opened.problems, note])
  }
  const opened = await source.open(file)
  if (!opened.ok) return failure(opened.problems)
  const problems: Problem[] = [...opened.problems]
  const inspections: ImageInspection[] = []
  for (const image of opened.value) {
    const prepared = await image.prepare()
    append(problems, prepared.problems)
    if (prepared.ok) inspections.push(await inspectInput(prepared.value))
  }
  return inspections.length > 0 ? success(inspections, problems) : failure(problems)
}

async function aidNote(aid: SymbolAid, file: string): Promise<Problem> {
  const place = { file, severity: 'note' } as const
  if (aid.kind === 'script-map') {
    const { bundles, sources, hasFunctions, debugId } = aid.map
    const { mapProblem } = await import('../messages/map-problems.ts')
    return mapProblem('source-map.holds', { bundles, sources, hasFunctions, debugId }, place)
  }
  if (aid.kind === 'line-map') {
    const { files, lines, debugId } = aid.map
    const { mapProblem } = await import('../messages/map-problems.ts')
    return mapProblem('line-map.holds', { files, lines, debugId }, place)
  }
  if (aid.kind === 'name-map') {
    const { mapProblem } = await import('../messages/map-problems.ts')
    return mapProblem('name-map.holds', { renamed: aid.map.renamed }, place)
  }
  if (aid.kind === 'original') return problem('symbol-map.was', { uuid: aid.uuid, original: aid.original }, place)
  return problem('symbol-map.holds', { uuid: aid.uuid, names: (await aid.names()).count }, place)
}

/** An image as its source describes it to the builder. */
async function inspectInput(input: BuildInput): Promise<ImageInspection> {
  const { uuid, arch, name, kind, file } = input
  const facts = await openUnitFacts(input)
  const sections = Object.fromEntries(input.dwarf.map((section) => [section.name, section.size]))
  const counts = { functions: 0, symbols: input.symbols.length, units: facts.units }
  // Other sources are written as DWARF here; only these files hold their own.
  const own = kind === 'elf' ? facts : { versions: [], producers: [], languages: [] }
  const { versions: dwarf, producers, languages } = own
  return {
    path: file,
    name,
    uuid,
    arch,
    kind,
    dwarf,
    sections,
    ...counts,
    objects: [],
    producers,
    languages,
    encrypted: false,
  }
}

/** Damaged metadata does not spoil the facts from the headers. */
const asNotes = (problems: readonly Problem[]): readonly Problem[] =>
  problems.map((problem): Problem => ({ ...problem, severity: 'note' }))

/** Describes one image; adds its problems to `problems`. */
export async function inspectImage(image: MachOImage, problems: Problem[]): Promise<ImageInspection> {
  const dwarf = await dwarfSections(image, new Budget(bytesOf(image)))
  const { littleEndian, path, uuid, platform, minimumOs, sdk, dylib } = image
  const facts = await openUnitFacts({
    file: path,
    littleEndian,
    dwarf: dwarf.sections,
    arch: image.arch,
    pointerSize: image.pointerSize,
    textVmaddr: image.textVmaddr,
  })
  append(problems, image.problems)
  append(problems, dwarf.problems)
  append(problems, facts.problems)
  const map = facts.units > 0 ? undefined : await openDebugMap(image, new Budget(bytesOf(image)))
  const swift = await openSwiftMetadata(image, new Budget(bytesOf(image)))
  append(problems, asNotes(swift.problems))
  const sections: Record<string, number> = {}
  for (const { name, size } of image.sections) sections[name] = (sections[name] ?? 0) + size
  const starts = image.functionStarts
  return {
    path,
    name: imageName(image),
    ...(uuid && { uuid }),
    arch: image.arch,
    kind: image.kind,
    dwarf: facts.versions,
    sections,
    functions: starts
      ? countFunctionStarts(await openRange(image.blob, starts.offset, starts.offset + starts.size))
      : 0,
    symbols: image.symtab?.count ?? 0,
    units: facts.units,
    objects: map?.objects.map((object) => object.path) ?? [],
    ...(platform && { platform }),
    ...(minimumOs && { minimumOs }),
    ...(sdk && { sdk }),
    ...(dylib && { version: dylib.version }),
    producers: facts.producers,
    languages: facts.languages,
    encrypted: image.encrypted !== undefined,
    ...(swift.types.length > 0 && { swiftTypes: swift.types.map((type) => ({ ...type, name: tellRef(type.name) })) }),
  }
}
