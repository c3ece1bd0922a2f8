/** Where the user is, kept in the fragment so that it survives a reload and is never sent anywhere. */
export type Route =
  | { readonly page: 'reports' }
  | { readonly page: 'report'; readonly id: string }
  /** Without `b`: the report to compare with is still to be chosen. */
  | { readonly page: 'compare'; readonly a: string; readonly b?: string }
  | { readonly page: 'library' }
  | { readonly page: 'tools'; readonly tool: string }
  | { readonly page: 'privacy' }
  | { readonly page: 'shared'; readonly payload: string }

export class Router {
  route = $state.raw<Route>(parse(location.hash))

  constructor() {
    window.addEventListener('hashchange', () => (this.route = parse(location.hash)))
  }

  go(hash: string): void {
    location.hash = hash
  }

  /** Changes the place without a step in the history. */
  replace(hash: string): void {
    history.replaceState(null, '', hash)
    this.route = parse(hash)
  }
}

function parse(hash: string): Route {
  const [page = '', rest = '', more = ''] = hash.replace(/^#\/?/, '').split('/')
  switch (page) {
    case 'report':
      return { page, id: rest }
    case 'compare':
      return more === '' ? { page, a: rest } : { page, a: rest, b: more }
    case 'library':
    case 'privacy':
      return { page }
    case 'tools':
      return { page, tool: rest === '' ? 'atos' : rest }
    case 'shared':
      return { page, payload: rest }
    default:
      return { page: 'reports' }
  }
}
