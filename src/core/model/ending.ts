/** How a process ended, in the words and numbers of its report. */
import type { RuntimeAddress } from './address.ts'

/** Why the process ended, as the report says it. Every field is the report's own words. */
export interface ExceptionInfo {
  /** `EXC_BAD_ACCESS`, or a vendor's word. */
  readonly type?: string
  readonly signal?: string
  readonly codes?: string
  readonly rawCodes?: readonly bigint[]
  readonly subtype?: string
  readonly message?: string
  /** The NSException, C++ exception or abort text. */
  readonly reason?: string
  /** Name of the NSException or C++ type. */
  readonly name?: string
  /** The faulting address, when the report states one. */
  readonly address?: RuntimeAddress
}

export interface TerminationInfo {
  readonly namespace?: string
  readonly code?: bigint
  readonly indicator?: string
  readonly reasons?: readonly string[]
  readonly byProcess?: string
}
