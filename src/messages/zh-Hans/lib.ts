import type { LibCatalogues } from '../../lib/messages/catalogues.ts'
import type { PartOf } from '../../core/messages/translate.ts'
import * as element from './lib/element.ts'
import * as errors from './lib/errors.ts'

export const texts: PartOf<LibCatalogues> = {
  element,
  errors,
}
