import type { PartOf } from '../../core/messages/translate.ts'
import type { WorkerCatalogues } from '../../worker/messages/catalogues.ts'
import * as worker from './worker/worker.ts'

export const texts: PartOf<WorkerCatalogues> = { worker }
