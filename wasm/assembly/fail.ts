/**
 * The error cell. A failure writes what, in which section and where, and traps: the host catches the trap, reads the
 * cell and goes on with the next unit. Traps cost nothing where all is well.
 */
import { ERROR_NONE } from './layout'

let failNumber: i32 = ERROR_NONE
let failSection: i32 = -1
let failOffset: u32 = 0

export function fail(number: i32, section: i32, offset: u32): void {
  failNumber = number
  failSection = section
  failOffset = offset
  unreachable()
}

export function errorNumber(): i32 {
  return failNumber
}

export function errorSection(): i32 {
  return failSection
}

export function errorOffset(): u32 {
  return failOffset
}

export function clearError(): void {
  failNumber = ERROR_NONE
}
