/** The arguments of a call: values of parameters from the caller's call site entries. DWARF 5, section 3.4. */
import * as D from '../constants.ts'
import { childrenOf, DieWalk } from './walk.ts'
import type { DebugInfo } from './debug-info.ts'
import type { Die } from './unit.ts'

const SITES: ReadonlySet<number> = new Set([D.TAG_CALL_SITE, D.TAG_GNU_CALL_SITE])
const PARAMETERS: ReadonlySet<number> = new Set([D.TAG_CALL_SITE_PARAMETER, D.TAG_GNU_CALL_SITE_PARAMETER])

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
  const { unit } = caller
  const walk = new DieWalk(caller)
  for (let found = walk.next(); found; found = walk.next()) {
    const site = SITES.has(found.tag) ? walk.read() : undefined
    if (!site) continue
    const returns = info.address(site, D.AT_CALL_RETURN_PC) ?? info.address(site, D.AT_LOW_PC)
    if (returns !== returnAddress) continue
    for (const parameter of childrenOf(site)) {
      const where = parameter.attributes.get(D.AT_LOCATION)?.bytes
      const value = parameter.attributes.get(D.AT_CALL_VALUE) ?? parameter.attributes.get(D.AT_GNU_CALL_SITE_VALUE)
      if (PARAMETERS.has(parameter.tag) && where && value?.bytes && isSame(where, register))
        return { unit, expression: value.bytes }
    }
  }
  return undefined
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
