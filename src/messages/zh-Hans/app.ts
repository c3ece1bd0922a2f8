import type { AppCatalogues } from '../../app/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as absent from './app/absent.ts'
import * as common from './app/common.ts'
import * as compare from './app/compare.ts'
import * as find from './app/find.ts'
import * as frame from './app/frame.ts'
import * as history from './app/history.ts'
import * as instructions from './app/instructions.ts'
import * as keys from './app/keys.ts'
import * as language from './app/language.ts'
import * as library from './app/library.ts'
import * as memory from './app/memory.ts'
import * as names from './app/names.ts'
import * as overview from './app/overview.ts'
import * as page from './app/page.ts'
import * as palette from './app/palette.ts'
import * as parts from './app/parts.ts'
import * as privacy from './app/privacy.ts'
import * as profile from './app/profile.ts'
import * as report from './app/report.ts'
import * as reports from './app/reports.ts'
import * as share from './app/share.ts'
import * as source from './app/source.ts'
import * as start from './app/start.ts'
import * as table from './app/table.ts'
import * as tools from './app/tools.ts'
import * as variables from './app/variables.ts'
import * as work from './app/work.ts'

export const texts: PartOf<AppCatalogues> = {
  absent,
  common,
  compare,
  find,
  frame,
  history,
  instructions,
  keys,
  language,
  library,
  memory,
  names,
  overview,
  page,
  palette,
  parts,
  privacy,
  profile,
  report,
  reports,
  share,
  source,
  start,
  table,
  tools,
  variables,
  work,
}
