/** Simplified Chinese of `core/messages/en/explanations.ts`. */
import type * as english from '../../../core/messages/explanations.ts'
import type { Whole } from '../../whole.ts'
import { ends } from './explain/ends.ts'
import { exceptions, reasons } from './explain/exceptions.ts'
import { memory } from './explain/memory.ts'
import { swift, swiftChecks } from './explain/swift.ts'
import { system } from './explain/system.ts'
import { guards, limits, panics, terminationCodes } from './explain/terminations.ts'

export const explanations: Whole<typeof english.explanations> = {
  ...memory,
  ...ends,
  ...reasons,
  ...exceptions,
  ...swiftChecks,
  ...swift,
  ...terminationCodes,
  ...limits,
  ...guards,
  ...panics,
  ...system,
}
