import type { PartOf } from '../../core/messages/translate.ts'
import type { LibCatalogues } from '../../lib/messages/catalogues.ts'
import { pseudo } from '../pseudo.ts'

export const texts: PartOf<LibCatalogues> = pseudo
