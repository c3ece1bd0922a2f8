/** Rust names of both schemes. Hashes and disambiguators are left out: they mean nothing to a reader. */
import type { Demangler } from '../demangler.ts'
import { demangleLegacy } from './legacy.ts'
import { demangleV0 } from './v0.ts'

function demangleRust(name: string): string | undefined {
  try {
    return name.startsWith('R', name.startsWith('__') ? 2 : 1) ? demangleV0(name) : demangleLegacy(name)
  } catch {
    // Only a call stack that is full already before this.
    return undefined
  }
}

export const rustDemangler: Demangler = {
  id: 'rust',
  claims: (name) => /^_{1,2}(?:ZN\d|R[A-Z])/.test(name),
  demangle: (name) => demangleRust(name),
}
