/** The catalogues that a language translates, by file. */
export interface WorkerCatalogues {
  readonly worker: typeof import('./worker.ts')
}
