/**
 * Puts facts from Swift's metadata about functions into words. Types are known; names of methods are not, so the words
 * give their place in a table.
 */
import { demangle } from '../demangle/registry.ts'
import type { FoundFunction, SwiftFunction } from '../macho/swift-types.ts'
import type { SwiftRef } from '../macho/swift-reader.ts'
import { metadataNames } from '../messages/names.ts'
import type { SymbolEntry } from '../ports.ts'

type Told = Pick<SymbolEntry, 'name' | 'source'>

/** The words for a function; undefined where it has no type that could be named. */
export function tellFunction({ what }: Pick<FoundFunction, 'what'>): Told | undefined {
  const name = nameOf(what)
  return name === undefined ? undefined : { name, source: isExact(what) ? 'metadata' : 'described' }
}

/** True for a role that only one function of a type has: the role names the function. */
function isExact({ kind }: SwiftFunction): boolean {
  return ['accessor', 'completion', 'instantiation', 'deallocator', 'ivar-destroyer'].includes(kind)
}

function nameOf(what: SwiftFunction): string | undefined {
  switch (what.kind) {
    case 'method':
    case 'default-witness': {
      const { kind, index } = what.method
      const owner = tellRef(what.method.owner)
      if (owner === '') return undefined
      return metadataNames[what.kind === 'method' ? 'slot' : 'default-witness']({ kind, index, owner })
    }
    case 'override':
    case 'witness':
      return placeOf(what)
    case 'witness-instantiation': {
      const [type, protocol] = [tellRef(what.type), tellRef(what.protocol)]
      return type === '' || protocol === '' ? undefined : metadataNames[what.kind]({ type, protocol })
    }
    case 'accessor':
    case 'completion':
    case 'instantiation':
    case 'deallocator':
    case 'ivar-destroyer': {
      const type = tellRef(what.type)
      return type === '' ? undefined : metadataNames[what.kind]({ type })
    }
  }
}

/** An override or a witness: by the method's own name where its symbol is imported, else by its place. */
function placeOf(what: Extract<SwiftFunction, { kind: 'override' | 'witness' }>): string | undefined {
  const type = tellRef(what.type)
  if (type === '') return undefined
  const isOverride = what.kind === 'override'
  const named = what.symbol === undefined ? undefined : methodOf(what.symbol)
  if (named !== undefined)
    return metadataNames[isOverride ? 'override-named' : 'witness-named']({ type, method: named })
  const owner = tellRef(isOverride ? what.base : what.protocol)
  if (!what.method) return isOverride ? metadataNames['override-unknown']({ type, owner }) : undefined
  const { kind, index, owner: declarer } = what.method
  const declared = tellRef(declarer)
  if (declared === '') return undefined
  return metadataNames[isOverride ? 'override-slot' : 'witness']({ type, owner: declared, kind, index })
}

/** Cuts `method descriptor for static Swift.Equatable.== infix(A, A) -> Swift.Bool` down to the method. */
function methodOf(symbol: string): string | undefined {
  const prefix = 'method descriptor for '
  const text = demangle(symbol, 'simplified')
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined
}

const DESCRIPTOR = /^(?:nominal type|protocol|opaque type) descriptor for |^_OBJC_CLASS_\$_/

/** The full name of a type or protocol; empty where it is not known. */
export function tellRef(ref: SwiftRef): string {
  if (ref.kind === 'name') return ref.name
  const text = demangle(ref.symbol, 'full').replace(DESCRIPTOR, '')
  return text.startsWith('_$s') || text.startsWith('_symbolic') ? '' : text
}
