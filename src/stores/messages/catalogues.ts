/** The catalogues that a language translates, by file. */
export interface StoresCatalogues {
  readonly site: typeof import('./site.ts')
  readonly storage: typeof import('./storage.ts')
}
