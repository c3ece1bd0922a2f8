/** Throws a message for the user if the browser has no WebAssembly, like Safari in Lockdown Mode. */
export function requireWasm(): void {
  if (typeof WebAssembly === 'object') return
  throw new Error(
    'This browser does not run WebAssembly, which reads the symbols. Lockdown Mode switches it off: allow this page in its settings.',
  )
}
