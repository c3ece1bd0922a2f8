/** The required type of every field of an allocator's report, for those from outside. */
import type { MemoryError, MemoryRole } from './memory-error.ts'
import { flag, object, optional, signed, text, word } from './shape.ts'

export const memoryRole = word<MemoryRole>({ allocated: true, freed: true })

export const memoryError = object<MemoryError>({
  detector: word<MemoryError['detector']>({ 'memory-tags': true, 'guard-allocator': true, quarantine: true }),
  errorType: optional(text),
  confidence: optional(text),
  failure: optional(text),
  faultAddress: optional(signed),
  objectAddress: optional(signed),
  size: optional(signed),
  isFreed: optional(flag),
})
