import type { CliCatalogues } from '../../cli/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as errors from './cli/errors.ts'
import { addressHelp } from './cli/help-addresses.ts'
import { reportHelp } from './cli/help-reports.ts'
import { serviceHelp } from './cli/help-services.ts'
import { symbolHelp } from './cli/help-symbols.ts'
import * as manual from './cli/manual.ts'
import * as mcp from './cli/mcp.ts'
import { promptArguments, promptTexts, promptWords } from './cli/mcp-prompts.ts'
import * as missing from './cli/missing.ts'
import * as overview from './cli/overview.ts'
import * as publish from './cli/publish.ts'
import * as results from './cli/results.ts'
import * as serve from './cli/serve.ts'
import * as sites from './cli/sites.ts'

export const texts: PartOf<CliCatalogues> = {
  errors,
  'help-addresses': { addressHelp },
  'help-reports': { reportHelp },
  'help-services': { serviceHelp },
  'help-symbols': { symbolHelp },
  manual,
  mcp,
  'mcp-prompts': { promptArguments, promptTexts, promptWords },
  missing,
  overview,
  publish,
  results,
  serve,
  sites,
}
