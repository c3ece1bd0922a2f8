/** Opened parts of report pages that their addresses do not hold. The tab keeps it through a reload, a crash and a new version. */
import type { TableChoice } from '../ui/table.ts'

/** Form of the call tree, what is searched for in it, and the track that is shown. */
export interface ProfileChoice {
  readonly shape: string
  readonly query: string
  readonly track?: string
}

export interface OpenedParts {
  /** Stacks that were opened or folded. */
  readonly stacks: ReadonlyMap<string, boolean>
  /** Runs of frames that differ from the rest in being folded or not. */
  readonly unfolded: ReadonlySet<string>
  readonly systemShown: boolean
  readonly originalShown: boolean
  readonly detailsShown: boolean
  readonly query: string
  /** Search text; undefined while the search is closed. */
  readonly search: string | undefined
  /** Choices in tables, by title. */
  readonly tables: ReadonlyMap<string, TableChoice>
  readonly profile: ProfileChoice | undefined
}

const KEY = 'unslide-opened'
/** Reports, the last ones alone, and what is kept of each. */
const MOST_REPORTS = 50
const MOST_PARTS = 500
const MOST_QUERY = 1000

type Kept = Readonly<Record<string, unknown>>

const isShort = (value: unknown): value is string => isText(value) && value.length <= MOST_QUERY
const isText = (value: unknown): value is string => typeof value === 'string'

/** By the ids of reports, the last one last. */
function load(): Map<string, OpenedParts> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(kept)) return new Map()
    return new Map(kept.slice(-MOST_REPORTS).flatMap((one: Kept | null) => partsOf(one ?? {})))
  } catch {
    return new Map() // no storage, or another program's text in it
  }
}

function partsOf({
  id,
  opened,
  folded,
  unfolded,
  flags,
  query,
  search,
  tables,
  profile,
}: Kept): readonly (readonly [string, OpenedParts])[] {
  const lists = [opened, folded, unfolded]
  const isRight = lists.every((list) => Array.isArray(list) && list.length <= MOST_PARTS && list.every(isText))
  if (!isRight || !isText(id) || !isText(query) || query.length > MOST_QUERY || !Array.isArray(flags)) return []
  const [isOpen, isFolded, runs] = lists as readonly string[][]
  const stacks = new Map([
    ...(isOpen ?? []).map((key) => [key, true] as const),
    ...(isFolded ?? []).map((key) => [key, false] as const),
  ])
  const [systemShown, originalShown, detailsShown] = flags.map((flag) => flag === true)
  return [
    [
      id,
      {
        stacks,
        unfolded: new Set(runs),
        systemShown: systemShown ?? false,
        originalShown: originalShown ?? false,
        detailsShown: detailsShown ?? false,
        query,
        search: isShort(search) ? search : undefined,
        tables: new Map(Array.isArray(tables) ? tables.slice(0, MOST_PARTS).flatMap(tableOf) : []),
        profile: profileOf((profile ?? {}) as Kept),
      },
    ],
  ]
}

function tableOf(kept: unknown): readonly (readonly [string, TableChoice])[] {
  const { title, query, column, down, isWhole } = (kept ?? {}) as Kept
  if (!isText(title) || !isShort(query)) return []
  const sorting = isText(column) ? { column, down: down === true } : null
  return [[title, { query, sorting, isWhole: isWhole === true }]]
}

function profileOf({ shape, query, track }: Kept): ProfileChoice | undefined {
  if (!isText(shape) || !isShort(query)) return undefined
  return { shape, query, ...(isText(track) && { track }) }
}

/** What was opened at the last visit of a report. */
export const openedParts = (id: string): OpenedParts | undefined => load().get(id)

export function keepOpenedParts(id: string, parts: OpenedParts): void {
  const all = load()
  all.delete(id)
  all.set(id, parts)
  const kept = [...all]
    .slice(-MOST_REPORTS)
    .map(([report, { stacks, unfolded, query, search, tables, profile, ...rest }]) => ({
      id: report,
      opened: [...stacks].flatMap(([key, isOpen]) => (isOpen ? [key] : [])).slice(0, MOST_PARTS),
      folded: [...stacks].flatMap(([key, isOpen]) => (isOpen ? [] : [key])).slice(0, MOST_PARTS),
      unfolded: [...unfolded].slice(0, MOST_PARTS),
      flags: [rest.systemShown, rest.originalShown, rest.detailsShown],
      query: query.slice(0, MOST_QUERY),
      search: search?.slice(0, MOST_QUERY),
      tables: [...tables]
        .filter(([, choice]) => choice.query !== '' || choice.sorting || choice.isWhole === true)
        .slice(0, MOST_PARTS)
        .map(([title, { query: filter, sorting, isWhole }]) => ({
          ...{ title, isWhole, query: filter.slice(0, MOST_QUERY) },
          ...sorting,
        })),
      profile: profile && { ...profile, query: profile.query.slice(0, MOST_QUERY) },
    }))
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // No storage: it lasts as long as the page shows the report.
  }
}
