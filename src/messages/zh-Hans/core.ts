import type { CoreCatalogues } from '../../core/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as comparison from './core/comparison.ts'
import * as evidence from './core/evidence.ts'
import * as exitReasons from './core/exit-reasons.ts'
import * as explanations from './core/explanations.ts'
import * as exported from './core/export.ts'
import { exportFormats } from './core/export-formats.ts'
import * as fault from './core/fault.ts'
import * as files from './core/files.ts'
import * as headlines from './core/headlines.ts'
import * as hints from './core/hints.ts'
import * as images from './core/images.ts'
import * as joins from './core/joins.ts'
import * as keys from './core/keys.ts'
import * as labels from './core/labels.ts'
import { mapEvidence } from './core/map-evidence.ts'
import * as names from './core/names.ts'
import { overviewTitles } from './core/overview-titles.ts'
import * as overview from './core/overview.ts'
import * as placement from './core/placement.ts'
import * as problems from './core/problems.ts'
import { mapProblems } from './core/problems/maps.ts'
import { expectedValues } from './core/problems/pages.ts'
import { sectionsByName } from './core/problems/symbols.ts'
import * as quantities from './core/quantities.ts'
import * as reading from './core/reading.ts'
import * as registers from './core/registers.ts'
import { sectionTitles } from './core/section-titles.ts'
import * as source from './core/source.ts'
import { tableWords } from './core/table-words.ts'
import * as variables from './core/variables.ts'
import * as waits from './core/waits.ts'

export const texts: PartOf<CoreCatalogues> = {
  comparison,
  evidence,
  'exit-reasons': exitReasons,
  explanations,
  export: exported,
  'export-formats': { exportFormats },
  fault,
  files,
  headlines,
  hints,
  images,
  joins,
  keys,
  labels,
  'map-evidence': { mapEvidence },
  names,
  overview,
  'overview-titles': { overviewTitles },
  placement,
  problems,
  'problems/maps': { mapProblems },
  'problems/pages': { expectedValues },
  'problems/symbols': { sectionsByName },
  quantities,
  reading,
  registers,
  'section-titles': { sectionTitles },
  source,
  'table-words': { tableWords },
  variables,
  waits,
}
