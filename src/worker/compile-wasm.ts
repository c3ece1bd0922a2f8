/** Compiles the engine, with messages for the user where that cannot be. */
import { worker as words } from './messages/worker.ts'

/** Throws if the browser has no WebAssembly, like Safari in Lockdown Mode. */
export function requireWasm(): void {
  if (typeof WebAssembly === 'object') return
  throw new Error(words.noWasm)
}

/** Throws if the bytes are no engine: the site, or the copy that the browser keeps of it, is damaged. */
export async function compileWasm(bytes: BufferSource): Promise<WebAssembly.Module> {
  if (!WebAssembly.validate(bytes)) throw new Error(words.damagedEngine)
  return WebAssembly.compile(bytes)
}
