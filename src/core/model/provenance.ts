/**
 * Origins of names: their order, their marks, and whether a name outlasts its report.
 * The one place that says so; `docs/provenance.md` has the same as a table.
 */
import { nameEvidence } from '../messages/names.ts'
import { say, type Said } from '../messages/message.ts'
import type { Call, IndexSummary } from './image.ts'

export type Origin =
  /** A file with symbols that the user gave, or an index made of it here. */
  | 'local-file'
  /** An index or a pack that was made elsewhere and that the user gave. */
  | 'user-import'
  /** Published symbols: of an address that the user gave, or of the page's own site. */
  | 'site'
  /** Symbols that came in the archive of a report. */
  | 'report-archive'
  /** Names that the report itself prints. */
  | 'this-report'
  /** Names that other reports of the same build print. */
  | 'other-report'

interface OriginRule {
  /** The origin with the higher rank names a function that both name. */
  readonly rank: number
  /** Its names are always marked, in system libraries, too. */
  readonly isMarked: boolean
  /** It may be used for other reports, and be kept for other visits. */
  readonly isShared: boolean
}

/** The rule of each origin. */
export const originRules: Readonly<Record<Origin, OriginRule>> = {
  'local-file': { rank: 5, isMarked: false, isShared: true },
  site: { rank: 4, isMarked: false, isShared: true },
  'user-import': { rank: 3, isMarked: false, isShared: true },
  'report-archive': { rank: 2, isMarked: true, isShared: false },
  'this-report': { rank: 1, isMarked: false, isShared: false },
  'other-report': { rank: 0, isMarked: true, isShared: true },
}

/** True if names of the one origin go before those of the other. */
export const isBefore = (one: Origin, other: Origin): boolean => originRules[one].rank > originRules[other].rank

/** The order of origins, for a stable sort: the one that goes first comes first. */
export const byPrecedence = (one: { readonly origin: Origin }, other: { readonly origin: Origin }): number =>
  originRules[other.origin].rank - originRules[one.origin].rank

/** The origin of symbols, with the facts of its mark. */
export type Provenance =
  | { readonly origin: 'local-file' }
  | { readonly origin: 'user-import'; readonly os?: string }
  | { readonly origin: 'site'; readonly site: string; readonly os?: string }
  | ({ readonly origin: 'report-archive' } & Archive)

/** An archive that a report lies in. */
export interface Archive {
  /** Its path, as people know it. */
  readonly archive: string
  /** `InputFile.archive`: two archives may have one path. */
  readonly id: string
}

/** The mark of a call whose name is not of a file given here. */
export interface OutsideMark {
  /** The system of the pack that the name is from. */
  readonly os?: string
  /** Address of the published symbols. */
  readonly site?: string
  /** The archive of the report, which brought the symbols along. */
  readonly archive?: string
}

/** The provenance of a kept index. */
export function provenanceOf({ imported, site, os }: Pick<IndexSummary, 'imported' | 'site' | 'os'>): Provenance {
  const system = os === undefined ? {} : { os }
  if (site !== undefined) return { origin: 'site', site, ...system }
  return imported ? { origin: 'user-import', ...system } : { origin: 'local-file' }
}

/** The mark of calls of this provenance; undefined for those of the user's own files. */
export function markOf(provenance: Provenance): OutsideMark | undefined {
  if (provenance.origin === 'local-file') return undefined
  const { os, site, archive } = { os: undefined, site: undefined, archive: undefined, ...provenance }
  return {
    ...(os !== undefined && { os }),
    ...(site !== undefined && { site }),
    ...(archive !== undefined && { archive }),
  }
}

/** The origin of a call's name. */
export function originOfCall({ source, imported }: Pick<Call, 'source' | 'imported'>): Origin {
  if (source === 'report') return 'this-report'
  if (source === 'other-report') return 'other-report'
  if (imported?.archive !== undefined) return 'report-archive'
  if (imported?.site !== undefined) return 'site'
  return imported ? 'user-import' : 'local-file'
}

/** True if a short answer, too, shows the evidence against a name: it is a stranger's, or another file contradicts it. */
export const isAlwaysTold = (call: Pick<Call, 'source' | 'imported' | 'contradicted'>): boolean =>
  originRules[originOfCall(call)].isMarked || call.contradicted !== undefined

/** The words of such a mark. */
export function saidOfMark({ os, site, archive }: OutsideMark): Said {
  if (archive !== undefined) return say(nameEvidence, 'from-archive', { archive })
  if (site !== undefined) return say(nameEvidence, 'from-site', { site })
  return os === undefined ? say(nameEvidence, 'imported-index') : say(nameEvidence, 'from-pack', { os })
}

/** A file as its host or the engine placed it; the fields are those of `InputFile`. */
interface GivenFile {
  readonly path: string
  readonly isOnDisk?: true
  readonly inArchive?: string
}

/** Who made the container that a report or a symbol file lies in is not who gave it. Undefined for a file outside containers. */
export function archiveOf({ path, isOnDisk, inArchive }: GivenFile): string | undefined {
  if (inArchive !== undefined || isOnDisk) return inArchive
  const end = path.indexOf('!')
  return end < 0 ? undefined : path.slice(0, end)
}

/** True if what was read at this path, in the given file, lies in an archive. */
export function isInArchive(path: string, file: GivenFile): boolean {
  return file.isOnDisk && file.inArchive === undefined
    ? path.startsWith(`${file.path}!`)
    : archiveOf({ ...file, path }) !== undefined
}
