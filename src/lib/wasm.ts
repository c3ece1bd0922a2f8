/**
 * The symbol engine's WebAssembly, compiled once in each thread.
 *
 * Its bytes are text in a module of their own. A separate file would need a fetch: Node refuses it for `file:`, a
 * strict policy for pages, and Deno without leave to read. Each bundler would also move that file in another way. All
 * bundlers find a module; the first request for symbols loads it.
 */
let compiled: Promise<WebAssembly.Module> | undefined

/** Rejects where the host has no WebAssembly, or its policy forbids it (`'wasm-unsafe-eval'`). */
export function compiledWasm(): Promise<WebAssembly.Module> {
  compiled ??= compile()
  compiled.catch(() => (compiled = undefined))
  return compiled
}

/** A module with nothing in it. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

async function compile(): Promise<WebAssembly.Module> {
  // WebKit compiles where a policy forbids WebAssembly, and refuses to run what it compiled.
  await WebAssembly.instantiate(EMPTY)
  const { default: url } = await import('../../wasm/build/core.wasm?url&inline')
  const text = atob(url.slice(url.indexOf(',') + 1))
  return WebAssembly.compile(Uint8Array.from(text, (character) => character.charCodeAt(0)))
}
