/** Throws a message for the user if the browser has no WebAssembly, like Safari in Lockdown Mode. */
import { worker as words } from './messages/worker.ts'

export function requireWasm(): void {
  if (typeof WebAssembly === 'object') return
  throw new Error(words.noWasm)
}
