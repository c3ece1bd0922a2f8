import type { CoreCatalogues } from '../../core/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as problems from './core/problems.ts'
import * as mapProblems from './core/problems/maps.ts'
import * as pageProblems from './core/problems/pages.ts'
import * as symbolProblems from './core/problems/symbols.ts'

export const texts: PartOf<CoreCatalogues> = {
  problems,
  'problems/maps': mapProblems,
  'problems/pages': pageProblems,
  'problems/symbols': symbolProblems,
}
