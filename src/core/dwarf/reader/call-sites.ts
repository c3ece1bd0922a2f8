/** The arguments of a call: values of parameters from the caller's call site entries. DWARF 5, section 3.4. */
import * as D from '../constants.ts'
import { childrenOf, DieWalk } from './walk.ts'
import type { DebugInfo } from './debug-info.ts'
import type { Die } from './unit.ts'

const SITES: ReadonlySet<number> = new Set([D.TAG_CALL_SITE, D.TAG_GNU_CALL_SITE])
const PARAMETERS: ReadonlySet<number> = new Set([D.TAG_CALL_SITE_PARAMETER, D.TAG_GNU_CALL_SITE_PARAMETER])

/** Maximum number of parameters of one call. */
const MOST_PARAMETERS = 256

/** A value that was passed: where the callee found it, and the expression for it in the caller's frame. */
interface Passed {
  readonly place: Uint8Array
  readonly expression: Uint8Array
}

/** By the caller's DIE and the return address: an expression can need a value again and again. */
const known = new WeakMap<Die, Map<bigint, readonly Passed[]>>()

/**
 * The expression, in the caller's frame, for a value that the callee found in a register. Undefined where the call site
 * has none.
 */
export function valueAtCall(
  info: DebugInfo,
  caller: Die,
  returnAddress: bigint,
  register: Uint8Array,
): { readonly unit: Die['unit']; readonly expression: Uint8Array } | undefined {
  const calls = known.get(caller) ?? new Map<bigint, readonly Passed[]>()
  known.set(caller, calls)
  const passed = calls.get(returnAddress) ?? passedAt(info, caller, returnAddress)
  calls.set(returnAddress, passed)
  const found = passed.find(({ place }) => isSame(place, register))
  return found && { unit: caller.unit, expression: found.expression }
}

function passedAt(info: DebugInfo, caller: Die, returnAddress: bigint): readonly Passed[] {
  const all: Passed[] = []
  const walk = new DieWalk(caller)
  for (let found = walk.next(); found && all.length < MOST_PARAMETERS; found = walk.next()) {
    const site = SITES.has(found.tag) ? walk.read() : undefined
    if (!site) continue
    const returns = info.address(site, D.AT_CALL_RETURN_PC) ?? info.address(site, D.AT_LOW_PC)
    if (returns !== returnAddress) continue
    for (const { tag, attributes } of childrenOf(site)) {
      const place = attributes.get(D.AT_LOCATION)?.bytes
      const value = (attributes.get(D.AT_CALL_VALUE) ?? attributes.get(D.AT_GNU_CALL_SITE_VALUE))?.bytes
      if (PARAMETERS.has(tag) && place && value) all.push({ place, expression: value })
    }
  }
  return all
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
