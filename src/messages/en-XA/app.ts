import type { PartOf } from '../../core/messages/translate.ts'
import type { AppCatalogues } from '../../app/messages/catalogues.ts'
import { pseudo } from '../pseudo.ts'

export const texts: PartOf<AppCatalogues> = pseudo
