/** Parameters and locals in scope at an address: of the function, of its blocks, of the calls inlined into it. DWARF 5, chapter 3. */
import * as D from '../dwarf/constants.ts'
import { readableName } from '../demangle/readable.ts'
import { coversAddress, locatedAt, unitLists, rangesOf, type ListRoom } from '../dwarf/reader/address-lists.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { FormatError } from '../model/problem.ts'
import { readEach } from '../bytes/paged.ts'
import { functionAt } from '../dwarf/reader/unit-map.ts'
import { qualifiedName } from './type-names.ts'
import type { Die, Unit } from '../dwarf/reader/unit.ts'
import type { AttributeValue } from '../dwarf/reader/value.ts'
import { DieWalk } from '../dwarf/reader/walk.ts'

/** A variable whose scope holds the address; where it is there, if it is anywhere. */
export interface VariableEntry {
  readonly die: Die
  readonly kind: 'parameter' | 'local'
  /** The expression of its place. */
  readonly location: { readonly unit: Unit; readonly expression: Uint8Array } | undefined
  /** Its value, where that is the same everywhere. */
  readonly constant: AttributeValue | undefined
}

/** A function, or a call inlined into it. */
export interface ScopeEntry {
  readonly die: Die
  readonly function: string
  readonly inlined: boolean
  /** Of inner blocks first: the first of several of one name is the one that the source means. */
  readonly variables: readonly VariableEntry[]
}

export interface ScopesAt {
  readonly function: Die
  /** Innermost first. */
  readonly scopes: readonly ScopeEntry[]
}

const BLOCKS: ReadonlySet<number> = new Set([D.TAG_LEXICAL_BLOCK, D.TAG_TRY_BLOCK, D.TAG_CATCH_BLOCK])
/** Scopes in scopes that are followed. */
const DEEPEST = 1_000
const MOST_VARIABLES = 10_000

interface OpenScope {
  readonly die: Die
  readonly inlined: boolean
  /** A list for each block, outer ones first. */
  readonly blocks: VariableEntry[][]
}

/** The scopes at a link-time address of the image; undefined where no function with debug information covers it. */
export function scopesAt(info: DebugInfo, address: bigint): ScopesAt | undefined {
  const unit = info.unitAt(address)
  const found = unit && functionAt(info, unit, address)
  if (!found) return undefined
  const open: OpenScope[] = [{ die: found, inlined: false, blocks: [[]] }]
  collect(info, found, address, open)
  const scopes = readEach(open.reverse(), ({ die, inlined, blocks }): ScopeEntry => ({
    die,
    function: functionName(info, die),
    inlined,
    variables: blocks.reverse().flat(),
  }))
  return { function: found, scopes }
}

/** One pass over the function's children; enters only scopes that cover the address. */
function collect(info: DebugInfo, top: Die, address: bigint, open: OpenScope[]): void {
  /** The depth of the innermost DIEs that are in scope: deeper ones are not. */
  let innermost = 0
  let count = 0
  const room = unitLists()
  try {
    const walk = new DieWalk(top)
    for (let found = walk.next(); found; found = walk.next()) {
      innermost = Math.min(innermost, walk.depth)
      const isScope = found.hasChildren && (BLOCKS.has(found.tag) || found.tag === D.TAG_INLINED_SUBROUTINE)
      const isVariable = found.tag === D.TAG_VARIABLE || found.tag === D.TAG_FORMAL_PARAMETER
      const die = walk.depth === innermost && (isScope || isVariable) ? walk.read() : undefined
      if (die && isVariable && count++ < MOST_VARIABLES) addVariable(info, die, address, open, room)
      if (!die || !isScope || open.length >= DEEPEST || !coversAddress(rangesOf(info, die, room), address)) continue
      innermost = walk.depth + 1
      if (die.tag === D.TAG_INLINED_SUBROUTINE) open.push({ die, inlined: true, blocks: [[]] })
      else open.at(-1)?.blocks.push([])
    }
  } catch (thrown) {
    // The variables read before the damage are still in scope.
    if (!(thrown instanceof FormatError)) throw thrown
  }
}

function addVariable(info: DebugInfo, die: Die, address: bigint, open: OpenScope[], room: ListRoom): void {
  if (!info.whoHas(die, D.AT_NAME) || die.attributes.has(D.AT_DECLARATION)) return
  open
    .at(-1)
    ?.blocks.at(-1)
    ?.push(entryOf(info, die, address, room))
}

/** The place of a DIE's variable at an address. `room` is for callers that read many lists. */
export function entryOf(info: DebugInfo, die: Die, address: bigint, room?: ListRoom): VariableEntry {
  const kind = die.tag === D.TAG_FORMAL_PARAMETER ? 'parameter' : 'local'
  const constant = info.whoHas(die, D.AT_CONST_VALUE)?.attributes.get(D.AT_CONST_VALUE)
  return { die, kind, location: locationOf(info, die, address, room), constant }
}

/** The expression that holds at an address. A damaged list is the same as none: the rest of the variables stays. */
function locationOf(info: DebugInfo, die: Die, address: bigint, room?: ListRoom): VariableEntry['location'] {
  const holder = info.whoHas(die, D.AT_LOCATION)
  const value = holder?.attributes.get(D.AT_LOCATION)
  if (!holder || !value) return undefined
  try {
    const expression = value.bytes ?? locatedAt(info, holder.unit, value, address, room)
    return expression && { unit: holder.unit, expression }
  } catch (thrown) {
    if (thrown instanceof FormatError) return undefined
    throw thrown
  }
}

/** As look-ups name it: the readable linkage name, else the name with its scopes. */
function functionName(info: DebugInfo, die: Die): string {
  const linkage = info.text(die, D.AT_LINKAGE_NAME) ?? info.text(die, D.AT_MIPS_LINKAGE_NAME)
  return linkage === undefined ? qualifiedName(info, die) : readableName(linkage)
}
