import type { PartOf } from '../../core/messages/translate.ts'
import type { CoreCatalogues } from '../../core/messages/catalogues.ts'
import { pseudo } from '../pseudo.ts'

export const texts: PartOf<CoreCatalogues> = pseudo
