/**
 * The error cell. A failure writes its kind, section and position, and traps. The host catches the trap, reads the cell
 * and continues with the next unit. Traps cost nothing without a failure.
 */
import { ERROR_NONE, ERROR_WINDOW } from './layout'

let failNumber: i32 = ERROR_NONE
let failSection: i32 = -1
let failOffset: u32 = 0
let failBytes: u32 = 0

export function fail(number: i32, section: i32, offset: u32): void {
  failNumber = number
  failSection = section
  failOffset = offset
  unreachable()
}

/** Bytes of a section are not in its window and could not be brought at once: the host brings them and calls again. */
export function failWindow(section: i32, offset: u32, bytes: u32): void {
  failBytes = bytes
  fail(ERROR_WINDOW, section, offset)
}

/** Of a missing window: how many bytes must be there. */
export function errorBytes(): u32 {
  return failBytes
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

let warnNumber: i32 = ERROR_NONE
let warnSection: i32 = -1
let warnOffset: u32 = 0

/** Notes that something small was wrong and left out; the first note since `clearWarning` is kept. */
export function warn(number: i32, section: i32, offset: u32): void {
  if (warnNumber != ERROR_NONE) return
  warnNumber = number
  warnSection = section
  warnOffset = offset
}

export function warningNumber(): i32 {
  return warnNumber
}

export function warningSection(): i32 {
  return warnSection
}

export function warningOffset(): u32 {
  return warnOffset
}

export function clearWarning(): void {
  warnNumber = ERROR_NONE
}
