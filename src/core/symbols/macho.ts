/** Mach-O files of every kind as sources of symbols: dSYMs, executables, libraries, object files and static libraries. */
import { Budget } from '../bytes/budget.ts'
import { codeRanges } from '../macho/code.ts'
import { bytesOf, imageName, type MachOImage } from '../macho/image.ts'
import { sniffCore } from '../macho/header.ts'
import { openMachO, sniffMachO } from '../macho/open.ts'
import { problem } from '../messages/problems.ts'
import type { ImageOffset } from '../model/address.ts'
import type { SymbolDetail } from '../model/image.ts'
import { failure, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { hasHiddenNames } from './hidden-names.ts'
import { dwarfSections } from './dwarf-sections.ts'
import { contentUuid } from './content-uuid.ts'
import type { DebugImage, FindObjects, SymbolSource } from './source.ts'
import { append } from '../model/lists.ts'

export const machoSource: SymbolSource = {
  id: 'macho',
  label: 'Mach-O file',
  // A core file is Mach-O, too, but a process: it is read as a report.
  sniff: (head) => sniffMachO(head) && !sniffCore(head),
  open: openMachODebugImages,
}

async function openMachODebugImages(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  const opened = await openMachO(file)
  const problems: Problem[] = [...opened.problems]
  const images: DebugImage[] = []
  for (const image of opened.images) {
    append(problems, image.problems)
    const detail = detailOf(image)
    if (image.encrypted) problems.push(encryptedNote(image, detail))
    if (!image.uuid) problems.push(noUuidNote(image))
    images.push(await debugImage(image, detail))
  }
  return images.length > 0 ? success(images, problems) : failure(problems)
}

async function debugImage(image: MachOImage, detail: SymbolDetail): Promise<DebugImage> {
  const isGo = detail === 'dwarf' && !hasDwarf(image)
  const rank = isGo
    ? GO_RANK
    : { dwarf: 30, symbols: 20, starts: 10, none: 0 }[detail] + (image.kind === 'dsym' ? 1 : 0)
  const name = imageName(image)
  const uuid = image.uuid ?? (await contentUuid(image.blob))
  const { arch, path, kind, textVmaddr } = image
  const facts = { uuid, arch, name, path, kind, detail, rank, textVmaddr, bytes: bytesOf(image) }
  const made: DebugImage = {
    ...facts,
    macho: async () => image,
    prepare: async (only) => prepareInput(image, facts, noObjects, only),
  }
  const mayHaveMap = detail !== 'dwarf' && kind !== 'object' && kind !== 'dsym' && image.symtab !== undefined
  return mayHaveMap ? { ...made, objects: objectsOf(image, made) } : made
}

const noObjects: FindObjects = async () => []

/** Lines, but no inlined calls. */
const GO_RANK = 26
/** Between a dSYM, or DWARF of its own, and Breakpad. */
const DEBUG_MAP_RANK = 29

/** The image with debug information from its object files, if it is linked and has a debug map. */
function objectsOf(image: MachOImage, facts: DebugImage): NonNullable<DebugImage['objects']> {
  return {
    paths: async () => {
      const { openDebugMap } = await import('../macho/debug-map.ts')
      const map = await openDebugMap(image, new Budget(bytesOf(image))).catch(() => undefined)
      return map?.objects.map(({ path }) => path) ?? []
    },
    join: (find, bytes) => ({
      ...facts,
      detail: 'dwarf',
      rank: DEBUG_MAP_RANK,
      bytes: facts.bytes + bytes,
      prepare: async (only) => prepareInput(image, facts, find, only),
    }),
  }
}

const hasDwarf = ({ sections }: MachOImage): boolean =>
  sections.some(({ name, file }) => /^__z?debug_info$/.test(name) && file.size > 0)

/** Go's own table of functions and lines, which stripping leaves (`go-table.ts`). */
const hasGoTable = ({ sections }: MachOImage): boolean =>
  sections.some(({ name, file }) => name === '__gopclntab' && file.size > 0)

function detailOf(image: MachOImage): SymbolDetail {
  if (hasDwarf(image) || hasGoTable(image)) return 'dwarf'
  if (image.symtab || image.exportsTrie) return 'symbols'
  return image.functionStarts ? 'starts' : 'none'
}

function encryptedNote(image: MachOImage, detail: SymbolDetail): Problem {
  const place = { file: image.path, offset: image.fileOffset, severity: 'note' } as const
  return problem('encrypted-image', { arch: image.arch, hasSymbols: detail !== 'none' }, place)
}

function noUuidNote(image: MachOImage): Problem {
  return problem('no-uuid', { arch: image.arch }, { file: image.path, offset: image.fileOffset, severity: 'note' })
}

/** Describes an image to the builder; reads its exports trie, metadata and debug map. */
export async function prepareInput(
  image: MachOImage,
  facts: Pick<DebugImage, 'uuid' | 'name'>,
  find: FindObjects = noObjects,
  only?: readonly ImageOffset[],
): Promise<Outcome<BuildInput>> {
  const budget = new Budget(bytesOf(image))
  const dwarf = await dwarfSections(image, budget)
  const go = dwarf.sections.length === 0 && hasGoTable(image) ? await openGo(image, budget, only) : undefined
  const mayHaveMap = dwarf.sections.length === 0 && !image.shared && !go
  // Few files have a map: its reader is loaded with the first that may.
  const linked = mayHaveMap ? await (await import('./debug-map.ts')).linkObjects(image, find, only) : undefined
  const others = mayHaveOtherNames(image)
    ? await (await import('./other-names.ts')).otherNames(image, budget)
    : { symbols: [], problems: [] }
  const { symtab, functionStarts } = image
  const isHidden = symtab && !image.shared && (await hasHiddenNames(image))
  const entryBytes = image.pointerSize === 8 ? 16 : 12
  const input: BuildInput = {
    uuid: facts.uuid,
    name: facts.name,
    arch: image.arch,
    file: image.path,
    kind: image.kind,
    textVmaddr: image.textVmaddr,
    littleEndian: image.littleEndian,
    pointerSize: image.pointerSize,
    code: codeRanges(image),
    dwarf: go?.sections ?? linked?.dwarf ?? dwarf.sections,
    ...(linked && { objects: linked.objects, isWhole: linked.isWhole }),
    ...(isHidden && { hiddenNames: 'missing' }),
    symbols: others.symbols,
    sectionIsCode: image.sections.map((section) => section.isCode),
    ...(symtab && {
      symtab: {
        entries: image.blob.slice(symtab.offset, symtab.offset + symtab.count * entryBytes),
        count: symtab.count,
        strings: image.blob.slice(symtab.strings.offset, symtab.strings.offset + symtab.strings.size),
      },
    }),
    ...(functionStarts && {
      functionStarts: image.blob.slice(functionStarts.offset, functionStarts.offset + functionStarts.size),
    }),
  }
  const notes = isHidden ? [problem('hidden-names', {}, { file: image.path, severity: 'note' })] : []
  return success(input, [
    ...dwarf.problems,
    ...(go?.problems ?? []),
    ...(linked?.problems ?? []),
    ...others.problems,
    ...notes,
  ])
}

async function openGo(image: MachOImage, budget: Budget, only?: readonly ImageOffset[]) {
  const { goSection, openGoFunctions } = await import('./go-table.ts')
  const section = goSection(image)
  return section && openGoFunctions(image, section, budget, only)
}

/** True if an image has an exports trie, or the bytes of metadata or stubs; a dSYM has none of them. */
function mayHaveOtherNames({ exportsTrie, sections }: MachOImage): boolean {
  const hasNames = sections.some(
    ({ name, file, stubs }) => file.size > 0 && (/^__(?:objc_|swift5_)/.test(name) || stubs),
  )
  return exportsTrie !== undefined || hasNames
}
