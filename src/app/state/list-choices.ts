/** Search and choices on the list pages (reports, history, library). The tab keeps it, as it does for reports. */

/** By the names of fields: a text, a switch, or ids. */
export type ListChoice = Readonly<Record<string, string | boolean | readonly string[]>>

const KEY = 'unslide-lists'
const MOST_TEXT = 1000
const MOST_IDS = 500

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST_TEXT

/** The fields that are like those of `first`; other fields belong to another program. */
function fitting<C extends ListChoice>(first: C, kept: Readonly<Record<string, unknown>>): C {
  const fields = Object.entries(first).map(([name, value]) => {
    const other = Object.hasOwn(kept, name) ? kept[name] : undefined
    const isRight = Array.isArray(value)
      ? Array.isArray(other) && other.length <= MOST_IDS && other.every(isText)
      : typeof other === typeof value && (typeof other === 'boolean' || isText(other))
    return [name, isRight ? other : value] as const
  })
  return Object.fromEntries(fields) as C
}

function load(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {} // no storage, or another program's text in it
  }
}

/** What was chosen of a list at its last visit in this tab; `first` where nothing was. */
export function listChoice<C extends ListChoice>(list: string, first: C): C {
  const all = load()
  const kept = Object.hasOwn(all, list) ? all[list] : undefined
  return typeof kept === 'object' && kept !== null ? fitting(first, { ...kept }) : first
}

export function keepListChoice(list: string, choice: ListChoice): void {
  const bounded = Object.entries(choice).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? value : value.slice(0, typeof value === 'string' ? MOST_TEXT : MOST_IDS),
  ])
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...load(), [list]: Object.fromEntries(bounded) as ListChoice }))
  } catch {
    // No storage: it lasts as long as the page shows the list.
  }
}
