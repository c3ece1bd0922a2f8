import type { CliCatalogues } from '../../cli/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as errors from './cli/errors.ts'
import * as helpAddresses from './cli/help-addresses.ts'
import * as helpReports from './cli/help-reports.ts'
import * as helpServices from './cli/help-services.ts'
import * as helpSymbols from './cli/help-symbols.ts'
import * as manual from './cli/manual.ts'
import * as mcp from './cli/mcp.ts'
import * as mcpPrompts from './cli/mcp-prompts.ts'
import * as missing from './cli/missing.ts'
import * as overview from './cli/overview.ts'
import * as publish from './cli/publish.ts'
import * as results from './cli/results.ts'
import * as serve from './cli/serve.ts'
import * as sites from './cli/sites.ts'

export const texts: PartOf<CliCatalogues> = {
  errors,
  'help-addresses': helpAddresses,
  'help-reports': helpReports,
  'help-services': helpServices,
  'help-symbols': helpSymbols,
  manual,
  mcp,
  'mcp-prompts': mcpPrompts,
  missing,
  overview,
  publish,
  results,
  serve,
  sites,
}
