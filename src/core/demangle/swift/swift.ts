/** Swift names, as Xcode and atos show them (simplified) or with every type and module (full). */
import type { Demangler, DemangleStyle } from '../demangler.ts'
import { Machine } from './machine.ts'
import { NONE } from './nodes.ts'
import { parseOldMangled } from './old-symbols.ts'
import { parseMangled } from './parse.ts'
import { TreePrinter } from './print.ts'

/** Longer names are left alone. */
const LENGTH_LIMIT = 1 << 18
/** Names inside names. */
const NESTING_LIMIT = 8

const machine = new Machine()

/** Code that compilers share between its users has a name in words, then its arguments, mangled without a prefix. */
const SHARED_CODE: readonly string[] = ['get_witness_table ', 'get_type_metadata ', 'get_enum_tag_for_layout_string ']

/** The length of the words, with an underscore before them; 0 where the name is no such code. */
function sharedCodeLength(name: string): number {
  const at = name.charCodeAt(0) === 0x5f ? 1 : 0
  if (name.charCodeAt(at) !== 0x67 /* g */) return 0
  const words = SHARED_CODE.find((one) => name.startsWith(one, at))
  return words === undefined ? 0 : at + words.length
}

/**
 * The start of the operators, after `$s`, `_$s`, `_T0` and the like; 0 where the name has no such prefix, negative
 * where it is of Swift 3 or older.
 */
function prefixLength(name: string): number {
  let at = 0
  while (at < 2 && name.charCodeAt(at) === 0x5f) at++
  const first = name.charCodeAt(at)
  const second = name.charCodeAt(at + 1)
  if (first === 0x24 /* $ */) return second === 0x73 || second === 0x53 || second === 0x65 ? at + 2 : 0
  if (first === 0x40 /* @ */) return name.startsWith('@__swiftmacro_', at) ? at + 14 : 0
  if (first === 0x54 /* T */ && at > 0) return second === 0x30 ? at + 2 : -(at + 1)
  return 0
}

function demangleSharedCode(name: string, style: DemangleStyle): string | undefined {
  const start = sharedCodeLength(name)
  if (start === 0) return undefined
  machine.reset(name, start, false)
  const symbol = parseMangled(machine)
  if (symbol === NONE) return undefined
  return new TreePrinter(style === 'simplified', (inner) => inner).sharedCode(name.slice(0, start), symbol.list)
}

function demangle(name: string, style: DemangleStyle, nesting: number): string | undefined {
  if (name.length > LENGTH_LIMIT) return undefined
  const start = prefixLength(name)
  if (start === 0) return demangleSharedCode(name, style)
  machine.reset(name, Math.abs(start), name.charCodeAt(start - 1) === 0x30)
  const symbol = start < 0 ? parseOldMangled(machine) : parseMangled(machine)
  if (symbol === NONE) return undefined
  const nested = (inner: string): string =>
    nesting >= NESTING_LIMIT ? inner : (demangle(inner, style, nesting + 1) ?? inner)
  return new TreePrinter(style === 'simplified', nested).symbol(symbol.list)
}

export const swiftDemangler: Demangler = {
  id: 'swift',
  claims: (name) => prefixLength(name) !== 0 || sharedCodeLength(name) !== 0,
  demangle: (name, style) => {
    try {
      return demangle(name, style, 0)
    } catch (error) {
      // The limits keep nesting within the stacks of all hosts, unless the caller has used up most of it.
      if (error instanceof RangeError) return undefined
      throw error
    }
  },
}
