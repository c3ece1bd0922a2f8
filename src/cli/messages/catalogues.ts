/** The catalogues that a language translates, by file. */
export interface CliCatalogues {
  readonly errors: typeof import('./errors.ts')
  readonly 'help-addresses': typeof import('./help-addresses.ts')
  readonly 'help-reports': typeof import('./help-reports.ts')
  readonly 'help-services': typeof import('./help-services.ts')
  readonly 'help-symbols': typeof import('./help-symbols.ts')
  readonly manual: typeof import('./manual.ts')
  readonly mcp: typeof import('./mcp.ts')
  readonly 'mcp-prompts': typeof import('./mcp-prompts.ts')
  readonly missing: typeof import('./missing.ts')
  readonly overview: typeof import('./overview.ts')
  readonly publish: typeof import('./publish.ts')
  readonly results: typeof import('./results.ts')
  readonly serve: typeof import('./serve.ts')
  readonly sites: typeof import('./sites.ts')
}
