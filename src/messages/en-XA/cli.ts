import type { PartOf } from '../../core/messages/translate.ts'
import type { CliCatalogues } from '../../cli/messages/catalogues.ts'
import { pseudo } from '../pseudo.ts'

export const texts: PartOf<CliCatalogues> = pseudo
