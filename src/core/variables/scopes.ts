/** Parameters and locals in scope at an address: of the function, of its blocks, of the calls inlined into it. DWARF 5, chapter 3. */
import * as D from '../dwarf/constants.ts'
import { readableName } from '../demangle/readable.ts'
import { coversAddress, locatedAt, rangesOf } from '../dwarf/reader/address-lists.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { FormatError } from '../model/problem.ts'
import { readEach } from '../bytes/paged.ts'
import { functionAt } from '../dwarf/reader/unit-map.ts'
import { qualifiedName } from './type-names.ts'
import type { AttributeValue, Die, Unit } from '../dwarf/reader/unit.ts'

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
  const { unit } = top
  if (!top.hasChildren) return
  /** For each DIE whose children are being read: true if they are in scope. */
  const levels: boolean[] = [true]
  let count = 0
  try {
    const cursor = unit.cursor(top.next)
    while (levels.length > 0 && !cursor.done) {
      const offset = unit.start + cursor.at
      const found = unit.abbreviation(cursor)
      if (!found) {
        levels.pop()
        continue
      }
      const isIn = levels.at(-1) === true
      const isScope = found.hasChildren && (BLOCKS.has(found.tag) || found.tag === D.TAG_INLINED_SUBROUTINE)
      const isVariable = found.tag === D.TAG_VARIABLE || found.tag === D.TAG_FORMAL_PARAMETER
      if (!isIn || (!isScope && !isVariable)) {
        unit.skipValues(cursor, found)
        if (found.hasChildren) levels.push(false)
        continue
      }
      const die = unit.readDie(offset, found, cursor)
      if (isVariable && count++ < MOST_VARIABLES) addVariable(info, die, address, open)
      if (!found.hasChildren) continue
      const isOpen = isScope && open.length < DEEPEST && coversAddress(rangesOf(info, die), address)
      levels.push(isOpen)
      if (!isOpen) continue
      if (found.tag === D.TAG_INLINED_SUBROUTINE) open.push({ die, inlined: true, blocks: [[]] })
      else open.at(-1)?.blocks.push([])
    }
  } catch (thrown) {
    // The variables read before the damage are still in scope.
    if (!(thrown instanceof FormatError)) throw thrown
  }
}

function addVariable(info: DebugInfo, die: Die, address: bigint, open: OpenScope[]): void {
  if (!info.whoHas(die, D.AT_NAME) || die.attributes.has(D.AT_DECLARATION)) return
  open
    .at(-1)
    ?.blocks.at(-1)
    ?.push(entryOf(info, die, address))
}

/** The place of a DIE's variable at an address. */
export function entryOf(info: DebugInfo, die: Die, address: bigint): VariableEntry {
  const kind = die.tag === D.TAG_FORMAL_PARAMETER ? 'parameter' : 'local'
  const constant = info.whoHas(die, D.AT_CONST_VALUE)?.attributes.get(D.AT_CONST_VALUE)
  return { die, kind, location: locationOf(info, die, address), constant }
}

/** The expression that holds at an address. A damaged list is the same as none: the rest of the variables stays. */
function locationOf(info: DebugInfo, die: Die, address: bigint): VariableEntry['location'] {
  const holder = info.whoHas(die, D.AT_LOCATION)
  const value = holder?.attributes.get(D.AT_LOCATION)
  if (!holder || !value) return undefined
  try {
    const expression = value.bytes ?? locatedAt(info, holder.unit, value, address)
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
