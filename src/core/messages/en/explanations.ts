/** Explanations of crashes by their codes. */
import { ends } from './explain/ends.ts'
import { panics } from './explain/panics.ts'
import { memory } from './explain/memory.ts'
import { signatures } from './explain/signatures.ts'
import { swift, swiftChecks } from './explain/swift.ts'
import { guards } from './explain/guards.ts'
import { limits, system, terminationCodes } from './explain/system.ts'
import { exceptions, reasons } from './explain/exceptions.ts'

export const explanations = {
  ...memory,
  ...signatures,
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
} as const
