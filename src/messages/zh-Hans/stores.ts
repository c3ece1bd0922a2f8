import type { PartOf } from '../../core/messages/translate.ts'
import type { StoresCatalogues } from '../../stores/messages/catalogues.ts'
import * as site from './stores/site.ts'
import * as storage from './stores/storage.ts'

export const texts: PartOf<StoresCatalogues> = {
  site,
  storage,
}
