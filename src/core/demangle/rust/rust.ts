/** Rust names of both schemes. Hashes and disambiguators are left out: they mean nothing to a reader. */
import type { Demangler } from '../demangler.ts'
import { demangleLegacy, isPrintedLegacy, readPrintedLegacy } from './legacy.ts'
import { demangleV0 } from './v0.ts'

function demangleRust(name: string): string | undefined {
  try {
    return name.startsWith('R', name.startsWith('__') ? 2 : 1) ? demangleV0(name) : demangleLegacy(name)
  } catch {
    // Only a call stack that is full already before this.
    return undefined
  }
}

const MANGLED = /^_{1,2}(?:ZN\d|R[A-Z])/

export const rustDemangler: Demangler = {
  id: 'rust',
  claims: (name) => MANGLED.test(name) || isPrintedLegacy(name),
  demangle: (name) => (MANGLED.test(name) ? demangleRust(name) : readPrintedLegacy(name)),
}
