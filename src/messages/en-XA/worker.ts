import type { PartOf } from '../../core/messages/translate.ts'
import type { WorkerCatalogues } from '../../worker/messages/catalogues.ts'
import { pseudo } from '../pseudo.ts'

export const texts: PartOf<WorkerCatalogues> = pseudo
