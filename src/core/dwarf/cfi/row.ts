/** Call frame information for one range of code: where the caller's registers are. DWARF 5, section 6.4.1. */
import type { ImageOffset } from '../../model/address.ts'

/** How to find the CFA: the caller's stack pointer as it was before the call. */
export type CfaRule =
  | { readonly kind: 'register'; readonly register: number; readonly offset: number }
  | { readonly kind: 'expression'; readonly bytes: Uint8Array }

/** How to find the caller's value of one register. */
export type RegisterRule =
  /** It is lost. For the return address: this is the outermost frame. */
  | { readonly kind: 'undefined' }
  /** The function did not change it. */
  | { readonly kind: 'same' }
  /** Saved at CFA + offset. */
  | { readonly kind: 'saved'; readonly offset: number }
  /** It is CFA + offset. */
  | { readonly kind: 'value'; readonly offset: number }
  /** It is in another register. */
  | { readonly kind: 'register'; readonly register: number }
  /** Saved at the address that the expression gives; it starts with the CFA on its stack. */
  | { readonly kind: 'saved-expression'; readonly bytes: Uint8Array }
  /** The register has the value of the expression. */
  | { readonly kind: 'value-expression'; readonly bytes: Uint8Array }

/** One row: valid from `start` to the next row's start or the end of the function. */
export interface CfiRow {
  readonly start: ImageOffset
  /** Absent where the program has not set it. */
  readonly cfa?: CfaRule
  /** By DWARF register number. */
  readonly registers: ReadonlyMap<number, RegisterRule>
  /** arm64: the return address is signed here (`DW_CFA_AARCH64_negate_ra_state`). Absent where the program never says. */
  readonly signedReturn?: boolean
}

/** Call frame information of one function, with the data of its common entry. */
export interface CfiFunction {
  readonly start: ImageOffset
  readonly size: number
  /** Where its entry lies in the section: compact unwind tables refer to it by this. */
  readonly entryAt: number
  readonly common: CfiCommon
  readonly program: Uint8Array
}

/** The data that many functions share (a CIE). */
export interface CfiCommon {
  readonly version: number
  readonly augmentation: string
  readonly codeAlignment: number
  readonly dataAlignment: number
  /** The column of the return address. */
  readonly returnRegister: number
  readonly program: Uint8Array
  /** The frame that these functions were called from was interrupted: it did not call (`S`). */
  readonly isSignalFrame: boolean
  /** Return addresses are signed with key B (`B`). */
  readonly usesKeyB: boolean
  /** How addresses in the entries are written (`R`). */
  readonly pointerEncoding: number
  readonly addressBytes: 4 | 8
  readonly segmentBytes: number
}
