/** The interface of a demangler. */

/** `simplified`: the form of Xcode and atos. `full`: every type and module written out. */
export type DemangleStyle = 'simplified' | 'full'

export interface Demangler {
  readonly id: 'swift' | 'itanium' | 'rust' | 'kotlin'
  /** Cheap look at the prefix; a true answer does not promise success. */
  claims(name: string): boolean
  /** The readable name; undefined when this is no valid name of the scheme. Never throws; bounded time and memory. */
  demangle(name: string, style: DemangleStyle): string | undefined
}
