/**
 * The nesting of a unit, from one pass over its DIEs: functions by their addresses, and the scopes that qualify a name.
 */
import * as D from '../constants.ts'
import { lastAtMost } from '../../bytes/binary-search.ts'
import { coversAddress } from './address-lists.ts'
import type { DebugInfo } from './debug-info.ts'
import { functionRanges } from './function-ranges.ts'
import { behindLeb, behindValues, readLeb } from './skip.ts'
import type { Die, Unit } from './unit.ts'

interface Container {
  readonly offset: number
  readonly tag: number
  /** Offset after its last child. */
  end: number
  readonly parent: Container | undefined
}

interface UnitMap {
  /** Containers that names are qualified by, ascending by offset. */
  readonly scopes: readonly Container[]
  /** Offsets of functions with code, outer ones first. */
  readonly functions: readonly number[]
}

const QUALIFYING: ReadonlySet<number> = new Set([
  D.TAG_NAMESPACE,
  D.TAG_MODULE,
  D.TAG_CLASS_TYPE,
  D.TAG_STRUCTURE_TYPE,
  D.TAG_UNION_TYPE,
  D.TAG_ENUMERATION_TYPE,
  D.TAG_SUBPROGRAM,
])

/** DIEs in DIEs; sound units have some dozen. */
const DEEPEST = 1 << 16
/** Scopes that qualify a name. */
const MOST_SCOPES = 256

const maps = new WeakMap<Unit, UnitMap>()

/** A damaged DIE ends the pass, and so does one that lies too deep; earlier DIEs are kept. */
function mapOf(unit: Unit): UnitMap {
  const known = maps.get(unit)
  if (known) return known
  const { bytes, start } = unit
  const scopes: Container[] = []
  const functions: number[] = []
  const open: (Container | undefined)[] = []
  let scope: Container | undefined
  let at = unit.header.rootOffset - start
  do {
    const offset = start + at
    const code = readLeb(bytes, at)
    at = behindLeb(bytes, at)
    if (code === 0) {
      const closed = open.pop()
      if (closed && closed === scope) {
        closed.end = offset
        scope = closed.parent
      }
      continue
    }
    const found = unit.abbreviations.get(code)
    at = found ? behindValues(bytes, at, found.steps, unit) : -1
    if (!found || at < 0 || at > bytes.length) break
    if (found.tag === D.TAG_SUBPROGRAM && found.declarations.some(({ attribute }) => HAS_CODE.has(attribute)))
      functions.push(offset)
    if (!found.hasChildren) continue
    if (QUALIFYING.has(found.tag)) {
      scope = { offset, tag: found.tag, end: unit.end, parent: scope }
      scopes.push(scope)
      open.push(scope)
    } else open.push(undefined)
  } while (open.length > 0 && open.length < DEEPEST && at < bytes.length)
  const map = { scopes, functions }
  maps.set(unit, map)
  return map
}

const HAS_CODE: ReadonlySet<number> = new Set([D.AT_LOW_PC, D.AT_RANGES])

/** Functions found in a unit, by address. Kept because a reading that restarts looks up the same addresses again. */
const answers = new WeakMap<Unit, Map<bigint, Die | undefined>>()

/** The innermost function whose code covers an address. */
export function functionAt(info: DebugInfo, unit: Unit, address: bigint): Die | undefined {
  const known = answers.get(unit) ?? new Map<bigint, Die | undefined>()
  answers.set(unit, known)
  if (known.has(address)) return known.get(address)
  const { offsets, ranges } = functionRanges(info, unit, mapOf(unit).functions)
  const at = ranges.findLastIndex((own) => coversAddress(own, address))
  const offset = offsets[at]
  const found = offset === undefined ? undefined : unit.die(offset)
  known.set(address, found)
  return found
}

/** DIEs around one that qualify its name, innermost first. */
export function scopesAround({ unit, offset }: Die): readonly Die[] {
  const { scopes } = mapOf(unit)
  let at = scopes[lastAtMost(scopes.length, (index) => scopes[index]?.offset ?? 0, offset)]
  const around: Die[] = []
  for (let steps = 0; at && steps < MOST_SCOPES; at = at.parent, steps++) {
    const die = at.offset < offset && offset < at.end ? unit.die(at.offset) : undefined
    if (die) around.push(die)
  }
  return around
}
