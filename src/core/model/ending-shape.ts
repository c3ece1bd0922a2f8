/** The required type of every field of an exception and a termination, for those from outside. */
import type { ExceptionInfo, TerminationInfo } from './ending.ts'
import { address, list, object, optional, signed, text } from './shape.ts'

export const exceptionInfo = object<ExceptionInfo>({
  type: optional(text),
  signal: optional(text),
  codes: optional(text),
  rawCodes: optional(list(signed)),
  subtype: optional(text),
  message: optional(text),
  reason: optional(text),
  name: optional(text),
  address: optional(address),
})

export const terminationInfo = object<TerminationInfo>({
  namespace: optional(text),
  code: optional(signed),
  indicator: optional(text),
  reasons: optional(list(text)),
  byProcess: optional(text),
})
