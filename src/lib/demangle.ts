/** `unslide/demangle`: readable names, and nothing else. */
export { demangle, demangleText } from '../core/demangle/registry.ts'
export type { DemangleStyle } from '../core/demangle/demangler.ts'
