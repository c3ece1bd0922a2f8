import type { PartOf } from '../../core/messages/translate.ts'
import type { StoresCatalogues } from '../../stores/messages/catalogues.ts'
import { pseudo } from '../pseudo.ts'

export const texts: PartOf<StoresCatalogues> = pseudo
