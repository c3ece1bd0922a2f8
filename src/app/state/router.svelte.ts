/** A place within a report. */
export interface ReportPlace {
  /** Id of a part of the report, as the address says it: it need not exist. */
  readonly tab?: string
  /** Id of a frame of its stacks. */
  readonly frame?: number
}

/** Where the user is, kept in the fragment so that it survives a reload and is never sent anywhere. */
export type Route =
  | { readonly page: 'reports' }
  | ({ readonly page: 'report'; readonly id: string } & ReportPlace)
  /** Without `b`: the report to compare with is still to be chosen. */
  | { readonly page: 'compare'; readonly a: string; readonly b?: string }
  /** `query` is searched for among the kept names. */
  | { readonly page: 'library'; readonly query?: string }
  | { readonly page: 'history' }
  | { readonly page: 'tools'; readonly tool: string }
  | { readonly page: 'privacy' }
  | ({ readonly page: 'shared'; readonly payload: string } & ReportPlace)

export class Router {
  route = $state.raw<Route>(parse(location.hash))

  constructor() {
    window.addEventListener('hashchange', () => (this.route = parse(location.hash)))
  }

  isAt(hash: string): boolean {
    return location.hash === hash
  }

  /** Goes to a place; Back leads here again. */
  go(hash: string): void {
    location.hash = hash
  }

  /** Changes the place without a step in the history. */
  replace(hash: string): void {
    history.replaceState(history.state, '', hash)
    this.route = parse(hash)
  }
}

/** The address of a report, and of a place within it. */
export function reportHash(id: string, place: ReportPlace = {}): string {
  return `#/report/${id}${placeText(place)}`
}

/** The address of a report that the address itself carries, and of a place within it. */
export function sharedHash(payload: string, place: ReportPlace): string {
  return `#/shared/${payload}${placeText(place)}`
}

function placeText({ tab, frame }: ReportPlace): string {
  if (frame !== undefined) return `/frame/${frame}`
  return tab === undefined ? '' : `/${tab}`
}

/** An address may be anybody's text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parse(hash: string): Route {
  const [page = '', rest = '', more = '', last = ''] = hash.replace(/^#\/?/, '').split('/')
  const frame = more === 'frame' && /^\d{1,9}$/.test(last) ? { frame: Number(last) } : undefined
  const place: ReportPlace = frame ?? (more !== '' && more !== 'frame' ? { tab: more } : {})
  switch (page) {
    case 'report':
      return { page, id: rest, ...place }
    case 'compare':
      return more === '' ? { page, a: rest } : { page, a: rest, b: more }
    case 'library':
      return { page, ...(rest !== '' && { query: decoded(rest) }) }
    case 'history':
    case 'privacy':
      return { page }
    case 'tools':
      return { page, tool: rest === '' ? 'atos' : rest }
    case 'shared':
      return { page, payload: rest, ...place }
    default:
      return { page: 'reports' }
  }
}
