import type { CoreCatalogues } from '../../core/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as comparison from './core/comparison.ts'
import * as evidence from './core/evidence.ts'
import * as exitReasons from './core/exit-reasons.ts'
import * as explanations from './core/explanations.ts'
import * as fault from './core/fault.ts'
import * as headlines from './core/headlines.ts'
import * as hints from './core/hints.ts'
import * as overview from './core/overview.ts'
import { overviewTitles } from './core/overview-titles.ts'
import * as registers from './core/registers.ts'
import * as waits from './core/waits.ts'

export const texts: PartOf<CoreCatalogues> = {
  comparison,
  evidence,
  'exit-reasons': exitReasons,
  explanations,
  fault,
  headlines,
  hints,
  overview,
  'overview-titles': { overviewTitles },
  registers,
  waits,
}
