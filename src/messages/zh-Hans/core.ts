import type { CoreCatalogues } from '../../core/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as exported from './core/export.ts'
import * as files from './core/files.ts'
import * as images from './core/images.ts'
import * as keys from './core/keys.ts'
import * as labels from './core/labels.ts'
import { mapEvidence } from './core/map-evidence.ts'
import * as names from './core/names.ts'
import * as placement from './core/placement.ts'
import * as problems from './core/problems.ts'
import { mapProblems } from './core/problems/maps.ts'
import { expectedValues } from './core/problems/pages.ts'
import { sectionsByName } from './core/problems/symbols.ts'
import * as reading from './core/reading.ts'
import * as source from './core/source.ts'
import * as variables from './core/variables.ts'

export const texts: PartOf<CoreCatalogues> = {
  export: exported,
  files,
  images,
  keys,
  labels,
  'map-evidence': { mapEvidence },
  names,
  placement,
  problems,
  'problems/maps': { mapProblems },
  'problems/pages': { expectedValues },
  'problems/symbols': { sectionsByName },
  reading,
  source,
  variables,
}
