/** The catalogues that a language translates, by file. */
export interface LibCatalogues {
  readonly element: typeof import('./element.ts')
  readonly errors: typeof import('./errors.ts')
}
